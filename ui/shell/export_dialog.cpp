// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/export_dialog.h"

#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFontDatabase>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QTextEdit>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/files/atomic_file.h"
#include "ui/charts/latest_job.h"
#include "ui/shell/native_path.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/theme_colors.h"

namespace dimscope::shell {

namespace {

/// Graphs with more tensors are written on a worker.
constexpr std::size_t kAtOnce = 500;
/// Notes that are shown one by one; the rest is counted.
constexpr std::size_t kNotesShown = 500;
constexpr int kNoteLines = 6;

QString fromUtf8(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Letters, digits, dots, dashes and underscores only, so that the name is one anywhere.
QString fileWord(QString text) {
    for (QChar& letter : text) {
        const bool kept = (letter.unicode() < 128 && letter.isLetterOrNumber()) || letter == u'.' ||
                          letter == u'-' || letter == u'_';
        if (!kept) {
            letter = u'_';
        }
    }
    return text.startsWith(u'.') ? u'_' + text.mid(1) : text;
}

QString noteLine(const QColor& color, const QString& sign, const QString& text) {
    return QStringLiteral("<p style=\"margin:0\"><span style=\"color:%1\">%2</span> %3</p>")
        .arg(color.name(), sign, text.toHtmlEscaped());
}

void setReadable(QTextEdit* view) {
    view->setReadOnly(true);
    view->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    view->setTabChangesFocus(true);
    view->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
}

QPlainTextEdit* makePreview() {
    auto* view = new QPlainTextEdit;
    view->setReadOnly(true);
    view->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    view->setTabChangesFocus(true);
    view->setLineWrapMode(QPlainTextEdit::NoWrap);
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(QApplication::font().pointSizeF());
    view->setFont(font);
    return view;
}

}  // namespace

/// A text with where it comes from, or why there is none.
struct ExportDialog::Written {
    const writers::ExportTarget* target = nullptr;
    base::GraphId graph;
    QString text;
    std::vector<writers::ExportNote> notes;
    QString refusal;
};

ExportDialog::ExportDialog(CapturePtr capture, JudgementPtr judgement, QStringList inputs, QWidget* parent)
    : QDialog(parent),
      m_capture(std::move(capture)),
      m_judgement(std::move(judgement)),
      m_inputs(std::move(inputs)),
      m_targets(new QListWidget),
      m_graphs(new QComboBox),
      m_description(new QLabel),
      m_notes(new QTextEdit),
      m_preview(makePreview()),
      m_message(new widgets::MessageBar(tr("Message"))),
      m_status(new widgets::ElidedLabel),
      m_copy(new QPushButton(tr("&Copy"))),
      m_save(new QPushButton(tr("&Save as…"))),
      m_job(std::make_unique<charts::LatestJob<Written>>(
          [this](std::shared_ptr<const Written> written) { present(std::move(written)); })) {
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(tr("Export"));
    setAccessibleName(windowTitle());
    addTargets();
    addGraphs();
    layOut();
    connect(m_targets, &QListWidget::currentRowChanged, this, &ExportDialog::refresh);
    connect(m_graphs, &QComboBox::currentIndexChanged, this, &ExportDialog::refresh);
    connect(m_copy, &QPushButton::clicked, this, &ExportDialog::copy);
    connect(m_save, &QPushButton::clicked, this, &ExportDialog::askForPath);
    m_targets->setFocus();
    refresh();
}

ExportDialog::~ExportDialog() = default;

void ExportDialog::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        showNotes();
    }
}

void ExportDialog::addTargets() {
    m_targets->setAccessibleName(tr("Targets"));
    m_targets->setWordWrap(true);
    m_targets->setSpacing(2);
    m_targets->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (const writers::ExportTarget& target : writers::exportTargets()) {
        auto* item = new QListWidgetItem(fromUtf8(target.title), m_targets);
        item->setToolTip(fromUtf8(target.description));
        item->setData(Qt::AccessibleDescriptionRole, fromUtf8(target.description));
    }
    m_targets->setCurrentRow(0);
}

void ExportDialog::addGraphs() {
    m_graphs->setAccessibleName(tr("Graph"));
    m_graphs->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_graphs->setMinimumContentsLength(24);
    QStringList names;
    for (std::size_t index = 0; m_capture && index < m_capture->graphs().size(); ++index) {
        const capture::Graph& graph = m_capture->graphs()[index];
        names.push_back(tr("%1 · graph %2")
                            .arg(QString::fromStdString(m_capture->module(graph.module).name),
                                 QString::fromStdString(graph.name)));
    }
    m_graphs->addItems(names);
    m_graphs->setEnabled(!names.isEmpty());
}

QWidget* ExportDialog::makeRightSide() {
    auto* graphLabel = new QLabel(tr("&Graph"));
    graphLabel->setBuddy(m_graphs);
    m_description->setWordWrap(true);
    m_description->setAccessibleName(tr("About the target"));
    m_notes->setAccessibleName(tr("Notes"));
    setReadable(m_notes);
    // As high as the notes need, up to a few lines; they wrap with the width.
    connect(m_notes->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, m_notes,
            [this](const QSizeF& size) {
                const int most = m_notes->fontMetrics().lineSpacing() * kNoteLines;
                m_notes->setFixedHeight(std::min(static_cast<int>(std::ceil(size.height())), most) +
                                        2 * m_notes->frameWidth());
            });
    m_preview->setAccessibleName(tr("Preview"));
    auto* row = new QHBoxLayout;
    row->addWidget(graphLabel);
    row->addWidget(m_graphs, 1);
    auto* side = new QWidget;
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(row);
    layout->addWidget(m_description);
    layout->addWidget(m_notes);
    layout->addWidget(m_preview, 1);
    return side;
}

void ExportDialog::layOut() {
    auto* targetLabel = new QLabel(tr("&Target"));
    targetLabel->setBuddy(m_targets);
    auto* left = new QWidget;
    auto* leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(0, 0, 0, 0);
    leftLayout->addWidget(targetLabel);
    leftLayout->addWidget(m_targets, 1);

    auto* splitter = new QSplitter;
    splitter->setAccessibleName(tr("Targets and preview"));
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(10);
    splitter->addWidget(left);
    splitter->addWidget(makeRightSide());
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({240, 640});

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->setAccessibleName(windowTitle());
    buttons->addButton(m_copy, QDialogButtonBox::ActionRole);
    buttons->addButton(m_save, QDialogButtonBox::ActionRole);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    m_copy->setAutoDefault(false);
    m_save->setDefault(true);
    m_save->setShortcut(QKeySequence::Save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_status->setAccessibleName(tr("Status"));
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(m_status, 1);
    bottom->addWidget(buttons);

    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_message);
    layout->addWidget(splitter, 1);
    layout->addLayout(bottom);
    resize(900, 600);
}

void ExportDialog::setJudgement(JudgementPtr judgement) {
    m_judgement = std::move(judgement);
    refresh();
}

void ExportDialog::setLabelled(CapturePtr capture) {
    m_capture = std::move(capture);
    m_judgement = nullptr;
    refresh();
}

void ExportDialog::setGraph(base::GraphId graph) {
    if (m_capture && graph.value < m_capture->graphs().size()) {
        m_graphs->setCurrentIndex(static_cast<int>(graph.value));
    }
}

void ExportDialog::setTarget(const QString& id) {
    const auto& targets = writers::exportTargets();
    for (std::size_t index = 0; index < targets.size(); ++index) {
        if (fromUtf8(targets[index].id) == id) {
            m_targets->setCurrentRow(static_cast<int>(index));
        }
    }
}

std::optional<base::GraphId> ExportDialog::graph() const {
    const int index = m_graphs->currentIndex();
    return index < 0 ? std::nullopt : std::optional(base::GraphId{static_cast<std::uint32_t>(index)});
}

QString ExportDialog::target() const {
    return fromUtf8(writers::exportTargets()[static_cast<std::size_t>(m_targets->currentRow())].id);
}

QString ExportDialog::text() const {
    return m_written ? m_written->text : QString();
}

QString ExportDialog::suggestedName() const {
    const auto chosen = graph();
    if (!chosen) {
        return {};
    }
    const capture::Graph& own = m_capture->graph(*chosen);
    const auto& chosenTarget = writers::exportTargets()[static_cast<std::size_t>(m_targets->currentRow())];
    return fileWord(QStringLiteral("%1-%2.%3%4")
                        .arg(QString::fromStdString(m_capture->module(own.module).name),
                             QString::fromStdString(own.name), fromUtf8(chosenTarget.id),
                             fromUtf8(chosenTarget.suffix)));
}

bool ExportDialog::isBusy() const {
    return m_job->isBusy();
}

std::shared_ptr<const ExportDialog::Written> ExportDialog::write(const capture::Capture& capture,
                                                                 const overrides::Judgement& judgement,
                                                                 const writers::ExportTarget& target,
                                                                 base::GraphId graph) {
    auto written = std::make_shared<Written>();
    written->target = &target;
    written->graph = graph;
    const auto exported = writers::exportText(target, writers::exportGraph(capture, judgement, graph));
    if (exported) {
        written->text = QString::fromStdString(exported->text);
        written->notes = exported->notes;
    } else {
        written->refusal = QString::fromStdString(exported.error().text());
    }
    return written;
}

void ExportDialog::refresh() {
    m_status->setFullText({});
    const auto& chosen = writers::exportTargets()[static_cast<std::size_t>(m_targets->currentRow())];
    m_description->setText(fromUtf8(chosen.description));
    const auto own = graph();
    if (!own || !m_judgement) {
        m_job->cancel();
        present(nullptr);
        return;
    }
    if (m_capture->graph(*own).tensors.size() <= kAtOnce) {
        m_job->cancel();
        present(write(*m_capture, *m_judgement, chosen, *own));
        return;
    }
    m_job->start([capture = m_capture, judgement = m_judgement, target = &chosen, graph = *own] {
        return write(*capture, *judgement, *target, graph);
    });
    enableButtons();
    m_status->setFullText(tr("Writing the preview…"));
}

void ExportDialog::present(std::shared_ptr<const Written> written) {
    const bool samePlace =
        m_written && written && m_written->target == written->target && m_written->graph == written->graph;
    m_written = std::move(written);
    m_status->setFullText({});
    const int across = samePlace ? m_preview->horizontalScrollBar()->value() : 0;
    const int down = samePlace ? m_preview->verticalScrollBar()->value() : 0;
    showNotes();
    showPreview();
    m_preview->horizontalScrollBar()->setValue(across);
    m_preview->verticalScrollBar()->setValue(down);
    enableButtons();
}

void ExportDialog::showNotes() {
    const bool said = m_written && (!m_written->notes.empty() || !m_written->refusal.isEmpty());
    m_notes->setVisible(said);
    if (!said) {
        m_notes->clear();
        return;
    }
    const auto colors = widgets::ThemeColors::of(palette());
    QString lines;
    if (!m_written->refusal.isEmpty()) {
        lines = noteLine(colors.error, QStringLiteral("■"), m_written->refusal);
    }
    const std::size_t shown = std::min(m_written->notes.size(), kNotesShown);
    for (std::size_t index = 0; index < shown; ++index) {
        lines += noteLine(colors.warning, QStringLiteral("▲"),
                          QString::fromStdString(m_written->notes[index].text()));
    }
    if (shown < m_written->notes.size()) {
        lines += noteLine(
            colors.secondary, QStringLiteral("…"),
            widgets::counted(m_written->notes.size() - shown, tr("one more note"), tr("%1 more notes")));
    }
    m_notes->setHtml(lines);
}

void ExportDialog::showPreview() {
    QString instead;
    if (!m_capture || m_graphs->count() == 0) {
        instead = tr("There is no graph to export.");
    } else if (!m_judgement) {
        instead = tr("Reading the overrides…");
    } else if (m_written && !m_written->refusal.isEmpty()) {
        instead = tr("Nothing to export: this target cannot take these shapes.");
    }
    m_preview->setPlaceholderText(instead);
    if (m_preview->toPlainText() != text()) {
        m_preview->setPlainText(text());
    }
}

void ExportDialog::enableButtons() {
    const bool ready = !isBusy() && !text().isEmpty();
    m_copy->setEnabled(ready);
    m_save->setEnabled(ready);
}

void ExportDialog::copy() {
    QApplication::clipboard()->setText(text());
    m_status->setFullText(tr("Copied"));
}

void ExportDialog::askForPath() {
    auto* dialog = new widgets::FileDialog(this, tr("Save Export"), m_folder);
    dialog->setObjectName(QStringLiteral("saveExportDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(
        {tr("%1 files (*%2)")
             .arg(QFileInfo(suggestedName()).suffix(), u'.' + QFileInfo(suggestedName()).suffix()),
         tr("All files (*)")});
    dialog->setDefaultSuffix(QFileInfo(suggestedName()).suffix());
    dialog->selectFile(suggestedName());
    connect(dialog, &QFileDialog::fileSelected, this, [this, dialog](const QString& path) {
        m_folder = dialog->directory().absolutePath();
        save(path);
    });
    dialog->open();
}

void ExportDialog::save(const QString& path) {
    const auto refuse = [this](const base::Error& error) {
        m_message->showMessage(widgets::MessageBar::Kind::error, QString::fromStdString(error.text()));
    };
    if (isBusy() || text().isEmpty()) {
        return;
    }
    if (isAmong(path, m_inputs)) {
        refuse({base::ErrorCode::writeFailed,
                "found an open file as the place for the export",
                "expected another name",
                "nothing has been written; choose a new file",
                base::SourceLocation{.file = path.toStdString()},
                {}});
        return;
    }
    const auto done = files::writeAtomically(
        nativePath(path), [&](const files::TextSink& sink) { return sink(text().toStdString()); });
    if (!done) {
        refuse(done.error());
        return;
    }
    m_message->hide();
    m_status->setFullText(tr("Saved: %1").arg(QFileInfo(path).fileName()));
    emit saved(path);
}

}  // namespace dimscope::shell
