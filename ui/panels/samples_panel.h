// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/sample_table_model.h"
#include "ui/session/workspace.h"
#include "ui/widgets/panel_frame.h"

namespace dimscope::widgets {
class TableView;
}

namespace dimscope::panels {

/// Table of the samples of the current graph, with the sizes of the selected tensors.
class SamplesPanel : public widgets::PanelFrame {
    Q_OBJECT

 public:
    explicit SamplesPanel(session::Workspace& workspace, QWidget* parent = nullptr);

    [[nodiscard]] widgets::TableView* view() const { return m_view; }
    [[nodiscard]] QWidget* focusTarget() const override;
    [[nodiscard]] const models::SampleTableModel& model() const { return m_model; }
    /// Samples of the selected rows, in the order shown.
    [[nodiscard]] std::vector<std::uint32_t> selectedSamples() const;
    [[nodiscard]] std::optional<base::GraphId> graph() const { return m_graph; }

 private:
    void showSelection();
    void showSample();
    void showSummary();
    void takeSelection();

    session::Workspace& m_workspace;
    models::SampleTableModel m_model;
    widgets::TableView* m_view;
    session::DocumentPtr m_shown;
    std::optional<base::GraphId> m_graph;
    std::vector<base::TensorId> m_tensors;
    std::vector<std::uint32_t> m_kept;  // samples to select when the rows are there again
    bool m_showing = false;
};

}  // namespace dimscope::panels
