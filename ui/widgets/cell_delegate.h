// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>
#include <functional>
#include <optional>

#include "ui/widgets/text_runs.h"
#include "ui/widgets/theme_colors.h"

namespace dimscope::widgets {

/// Draws table cells: a hairline below each row, and coloured runs of text where the view asks for them.
/// Cells without runs are drawn from the usual roles. Text that does not fit is told by the tool tip.
class CellDelegate : public QStyledItemDelegate {
    Q_OBJECT

 public:
    /// Runs of a cell, or nothing for the usual drawing.
    using MakeRuns = std::function<std::optional<TextRuns>(const QModelIndex&, const ThemeColors&)>;

    enum class Lines { drawn, none };

    explicit CellDelegate(MakeRuns makeRuns, QObject* parent = nullptr, Lines lines = Lines::drawn);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

 private:
    [[nodiscard]] TextRuns runsOf(const QStyleOptionViewItem& option, const QModelIndex& index) const;

    MakeRuns m_makeRuns;
    Lines m_lines;
};

}  // namespace dimscope::widgets
