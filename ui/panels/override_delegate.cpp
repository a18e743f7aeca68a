// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/override_delegate.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QKeyEvent>
#include <QKeySequence>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QTransform>
#include <QValidator>

#include "ui/models/format.h"
#include "ui/models/override_table_model.h"
#include "ui/models/roles.h"
#include "ui/panels/cell_runs.h"
#include "ui/widgets/icons.h"

namespace dimscope::panels {

namespace {

using Model = models::OverrideTableModel;
using widgets::TextRun;

constexpr int kMargin = 6;
/// Set once an editor was filled: what is being typed stays when the table changes below it.
constexpr const char* kFilled = "filled";
/// Unfolds the words that an editor takes.
constexpr QKeyCombination kUnfold = Qt::ALT | Qt::Key_Down;

std::optional<widgets::TextRuns> cellRuns(const QModelIndex& index, const widgets::ThemeColors& colors) {
    switch (index.column()) {
        case Model::Axis:
            return index.data(models::SeverityRole).isValid() ? severityRuns(index, colors)
                                                              : plainRuns(index, colors);
        case Model::Seen: {
            const auto verdict = static_cast<module::Verdict>(index.data(models::VerdictRole).toInt());
            widgets::TextRuns runs{
                {models::verdictSign(verdict) + u' ', verdictColor(colors, verdict), TextRun::Face::normal}};
            return runs + plainRuns(index, colors);
        }
        case Model::Batch: return widgets::TextRuns{};
        default: return plainRuns(index, colors);
    }
}

/// Whole numbers that fit into 64 bits, or one of some words.
class SizeValidator : public QValidator {
 public:
    SizeValidator(QStringList words, QObject* parent) : QValidator(parent), m_words(std::move(words)) {}

    State validate(QString& input, int& /*position*/) const override {
        const QString text = input.trimmed().toLower();
        if (text.isEmpty()) {
            return Intermediate;
        }
        for (const QString& word : m_words) {
            if (word == text) {
                return Acceptable;
            }
            if (word.startsWith(text)) {
                return Intermediate;
            }
        }
        bool isNumber = false;
        const qint64 number = text.toLongLong(&isNumber);
        return isNumber && number >= 0 ? Acceptable : Invalid;
    }

 private:
    QStringList m_words;
};

QLineEdit* sizeEditor(QWidget* parent, const QStringList& words) {
    auto* edit = new QLineEdit(parent);
    edit->setAlignment(Qt::AlignRight);
    edit->setValidator(new SizeValidator(words, edit));
    return edit;
}

QRect boxRect(const QStyleOptionViewItem& option, const QStyle& style) {
    const QSize size(style.pixelMetric(QStyle::PM_IndicatorWidth, &option, option.widget),
                     style.pixelMetric(QStyle::PM_IndicatorHeight, &option, option.widget));
    const int top = option.rect.top() + (option.rect.height() - 1 - size.height()) / 2;
    return {QPoint(option.rect.left() + kMargin, top), size};
}

}  // namespace

OverrideDelegate::OverrideDelegate(Words symbols, Words picks, QObject* parent)
    : CellDelegate(&cellRuns, parent), m_symbols(std::move(symbols)), m_picks(std::move(picks)) {}

void OverrideDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const {
    CellDelegate::paint(painter, option, index);
    if (index.column() != Model::Batch) {
        return;
    }
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    const QRectF box = QRectF(boxRect(option, *style)).adjusted(0.5, 0.5, -0.5, -0.5);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(widgets::ThemeColors::of(option.palette).secondary);
    painter->setBrush(option.palette.color(QPalette::Base));
    painter->drawRoundedRect(box, 2, 2);
    if (index.data(Qt::CheckStateRole).toInt() == Qt::Checked) {
        painter->setPen(QPen(option.palette.color(QPalette::Text), 1.8, Qt::SolidLine, Qt::RoundCap));
        const QPolygonF tick{{0.22, 0.52}, {0.42, 0.74}, {0.78, 0.28}};
        painter->translate(box.topLeft());
        painter->drawPolyline(QTransform::fromScale(box.width(), box.height()).map(tick));
    }
    painter->restore();
}

void OverrideDelegate::finish(QWidget* editor) {
    if (editor != nullptr && editor->isVisible()) {
        emit commitData(editor);
        emit closeEditor(editor);
    }
}

void OverrideDelegate::takeChoice() {
    finish(qobject_cast<QWidget*>(sender()));
}

void OverrideDelegate::takeCompletion() {
    finish(qobject_cast<QWidget*>(sender()->parent()));
}

QWidget* OverrideDelegate::kindEditor(QWidget* parent) const {
    auto* box = new QComboBox(parent);
    for (const auto kind : {Model::Fixed, Model::Named, Model::Dynamic}) {
        box->addItem(Model::kindWord(kind));
    }
    connect(box, &QComboBox::activated, this, &OverrideDelegate::takeChoice);
    // Unfolds at once, unless a key has chosen already.
    QMetaObject::invokeMethod(
        box,
        [box] {
            if (box->isVisible()) {
                box->showPopup();
            }
        },
        Qt::QueuedConnection);
    return box;
}

QCompleter* OverrideDelegate::complete(QLineEdit* edit, const QStringList& words) const {
    auto* completer = new QCompleter(words, edit);
    edit->setCompleter(completer);
    // Queued: the editor takes the word first.
    connect(completer, qOverload<const QString&>(&QCompleter::activated), this,
            &OverrideDelegate::takeCompletion, Qt::QueuedConnection);
    auto* unfold = new QAction(edit);
    unfold->setIcon(widgets::icon(QStringLiteral("unfold")));
    unfold->setToolTip(tr("Pick (%1)").arg(QKeySequence(kUnfold).toString(QKeySequence::NativeText)));
    unfold->setShortcuts({QKeySequence(kUnfold), QKeySequence(Qt::Key_F4)});
    unfold->setShortcutContext(Qt::WidgetShortcut);
    connect(unfold, &QAction::triggered, completer, [completer] {
        completer->setCompletionPrefix({});
        completer->complete();
    });
    edit->addAction(unfold, QLineEdit::TrailingPosition);
    return completer;
}

QWidget* OverrideDelegate::symbolEditor(QWidget* parent) const {
    auto* edit = new QLineEdit(parent);
    edit->setFont(widgets::fixedPitchFont(parent->font()));
    complete(edit, m_symbols());
    return edit;
}

QWidget* OverrideDelegate::optEditor(QWidget* parent) const {
    const QStringList picks = m_picks();
    auto* edit = sizeEditor(parent, picks);
    if (!picks.isEmpty()) {
        complete(edit, picks)->setCaseSensitivity(Qt::CaseInsensitive);
    }
    return edit;
}

QWidget* OverrideDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& /*option*/,
                                        const QModelIndex& index) const {
    QWidget* editor = nullptr;
    switch (index.column()) {
        case Model::Kind: editor = kindEditor(parent); break;
        case Model::Symbol: editor = symbolEditor(parent); break;
        case Model::Opt: editor = optEditor(parent); break;
        default: editor = sizeEditor(parent, {}); break;
    }
    const QString column =
        index.model()->headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString();
    editor->setAccessibleName(tr("%1 of axis %2").arg(column).arg(index.row()));
    editor->setAutoFillBackground(true);
    return editor;
}

void OverrideDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    if (editor->property(kFilled).toBool()) {
        return;
    }
    editor->setProperty(kFilled, true);
    const QVariant value = index.data(Qt::EditRole);
    if (auto* box = qobject_cast<QComboBox*>(editor)) {
        box->setCurrentIndex(value.toInt());
    } else if (auto* line = qobject_cast<QLineEdit*>(editor)) {
        line->setText(value.toString());
    }
}

void OverrideDelegate::setModelData(QWidget* editor, QAbstractItemModel* model,
                                    const QModelIndex& index) const {
    if (const auto* box = qobject_cast<QComboBox*>(editor)) {
        model->setData(index, box->currentIndex());
    } else if (const auto* line = qobject_cast<QLineEdit*>(editor)) {
        model->setData(index, line->text());
    }
}

void OverrideDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                            const QModelIndex& /*index*/) const {
    QRect rect = option.rect;
    rect.setWidth(qMax(rect.width(), editor->minimumSizeHint().width()));
    editor->setGeometry(rect);
}

bool OverrideDelegate::editorEvent(QEvent* event, QAbstractItemModel* model,
                                   const QStyleOptionViewItem& option, const QModelIndex& index) {
    if (index.column() != Model::Batch) {
        return CellDelegate::editorEvent(event, model, option, index);
    }
    bool isToggle = false;
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<const QKeyEvent*>(event)->key();
        isToggle = key == Qt::Key_Space || key == Qt::Key_Select;
    } else if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<const QMouseEvent*>(event);
        isToggle = mouse->button() == Qt::LeftButton && option.rect.contains(mouse->position().toPoint());
    }
    if (!isToggle) {
        return false;
    }
    const bool isChecked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    return model->setData(index, isChecked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

}  // namespace dimscope::panels
