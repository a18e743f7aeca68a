// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <functional>

#include "ui/widgets/cell_delegate.h"

class QCompleter;
class QLineEdit;

namespace dimscope::panels {

/// Draws and edits the cells of an OverrideTableModel: a list for the kind, completion for the symbol, whole
/// numbers of 64 bits for the bounds, picks beside the number for opt, a box to check for the batch axis.
class OverrideDelegate : public widgets::CellDelegate {
    Q_OBJECT

 public:
    using Words = std::function<QStringList()>;

    /// `symbols` to complete from; `picks` for opt beside numbers, none where there is nothing to pick from.
    OverrideDelegate(Words symbols, Words picks, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                        const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

 private:
    [[nodiscard]] QWidget* kindEditor(QWidget* parent) const;
    [[nodiscard]] QWidget* symbolEditor(QWidget* parent) const;
    [[nodiscard]] QWidget* optEditor(QWidget* parent) const;
    /// Offers words while typing and unfolded by key or button; takes what is picked at once.
    QCompleter* complete(QLineEdit* edit, const QStringList& words) const;
    void takeChoice();
    void takeCompletion();
    void finish(QWidget* editor);

    Words m_symbols;
    Words m_picks;
};

}  // namespace dimscope::panels
