// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <memory>

#include "ui/models/replay_table_model.h"
#include "ui/panels/evidence_text.h"
#include "ui/panels/tensor_scope.h"
#include "ui/session/label_editor.h"
#include "ui/session/workspace.h"
#include "ui/widgets/panel_frame.h"

class QStackedWidget;
class QTabBar;
class QTextBrowser;
class QUrl;

namespace dimscope::widgets {
class TableView;
}

namespace dimscope::panels {

/// Why the selected axis, tensor or graph has its verdict: verdict and audit side by side, the samples for
/// and against, findings, relations and what to record next; beside it AITune's rule sample by sample. Links
/// select what they name. Samples are counted on a worker.
class EvidencePanel : public widgets::PanelFrame {
    Q_OBJECT

 public:
    enum Tab : int { Why, Replay };

    /// Axes of up to this many samples are counted at once, on the GUI thread.
    static constexpr std::size_t kCountedAtOnce = 20000;

    /// `labels` may be null: short batches are not relabelled then.
    /// A graph that is chosen in `scope` is spoken of as a whole.
    EvidencePanel(session::Workspace& workspace, TensorScope& scope, session::LabelEditor* labels,
                  QWidget* parent = nullptr);
    ~EvidencePanel() override;

    [[nodiscard]] QWidget* focusTarget() const override;
    [[nodiscard]] QTextBrowser* page() const { return m_page; }
    [[nodiscard]] widgets::TableView* replay() const { return m_replay; }
    [[nodiscard]] Tab currentTab() const;
    void setCurrentTab(Tab tab);
    [[nodiscard]] const EvidenceSubject& subject() const { return m_subject; }
    /// Until the samples are counted.
    [[nodiscard]] bool isBusy() const;

 signals:
    /// The view of all findings is asked for.
    void findingsRequested();

 protected:
    void changeEvent(QEvent* event) override;

 private:
    void showDocument();
    void showSelection();
    void showScope();
    void speakOf(const EvidenceSubject& subject);
    void count();
    void showPage();
    void showReplay();
    void showSample();
    void follow(const QUrl& url);
    void followTensor(base::TensorId tensor);
    void followGraph(base::GraphId graph);
    void relabel(std::uint32_t finding);
    void takeSample();
    [[nodiscard]] QString subjectText() const;

    session::Workspace& m_workspace;
    TensorScope& m_scope;
    QPointer<session::LabelEditor> m_labels;
    models::ReplayTableModel m_model;
    QTabBar* m_tabs;
    QStackedWidget* m_pages;
    QTextBrowser* m_page;
    widgets::TableView* m_replay;
    session::DocumentPtr m_shown;
    session::Selection m_selection;  // that the subject was taken from
    EvidenceSubject m_subject;
    std::shared_ptr<const inference::AxisEvidence> m_evidence;
    struct Job;
    std::unique_ptr<Job> m_job;
    bool m_showing = false;
};

}  // namespace dimscope::panels
