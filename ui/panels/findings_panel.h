// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "ui/models/finding_table_model.h"
#include "ui/session/workspace.h"
#include "ui/widgets/panel_frame.h"

class QToolButton;

namespace dimscope::widgets {
class FilterEdit;
class TableView;
}  // namespace dimscope::widgets

namespace dimscope::panels {

/// Table of all findings of the capture, with a filter of its own. Activating a row selects what it speaks of
/// and the first sample that shows it.
class FindingsPanel : public widgets::PanelFrame {
    Q_OBJECT

 public:
    explicit FindingsPanel(session::Workspace& workspace, QWidget* parent = nullptr);

    [[nodiscard]] QWidget* focusTarget() const override;
    [[nodiscard]] widgets::TableView* view() const { return m_view; }
    [[nodiscard]] widgets::FilterEdit* filter() const { return m_filter; }
    /// Switches findings of a severity on and off.
    [[nodiscard]] QToolButton* button(base::Severity severity) const {
        return m_buttons[static_cast<std::size_t>(severity)];
    }
    [[nodiscard]] const models::FindingTableModel& model() const { return m_model; }

 protected:
    void changeEvent(QEvent* event) override;

 private:
    void addControls();
    void showDocument();
    void showSummary();
    void showCounts();
    void showRows();
    void takeFilter();
    void goTo(const QModelIndex& index);

    session::Workspace& m_workspace;
    models::FindingTableModel m_model;
    widgets::TableView* m_view;
    widgets::FilterEdit* m_filter;
    std::array<QToolButton*, 3> m_buttons{};  // index: base::Severity
    session::DocumentPtr m_shown;
    std::optional<std::uint32_t> m_current;  // number of the current finding
    bool m_isResetting = false;              // a view then takes another current row of its own
};

}  // namespace dimscope::panels
