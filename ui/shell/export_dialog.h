// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>
#include <memory>
#include <optional>

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/capture/capture.h"
#include "core/overrides/judgement.h"
#include "core/writers/export.h"

class QComboBox;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QTextEdit;
class QWidget;

namespace dimscope::widgets {
class ElidedLabel;
class MessageBar;
}  // namespace dimscope::widgets

namespace dimscope::charts {
template <class T>
class LatestJob;
}  // namespace dimscope::charts

namespace dimscope::shell {

/// Shows the contract of a graph in the form of each tool, with what the tool cannot say, and copies or saves
/// it. Works on snapshots: another recording needs another dialog, other overrides come by setJudgement.
/// Small graphs are written at once, large ones on a worker.
class ExportDialog : public QDialog {
    Q_OBJECT

 public:
    using CapturePtr = std::shared_ptr<const capture::Capture>;
    using JudgementPtr = std::shared_ptr<const overrides::Judgement>;

    /// `inputs`: files that saving must not touch (captures, overrides). Without a judgement the dialog waits
    /// for setJudgement.
    ExportDialog(CapturePtr capture, JudgementPtr judgement, QStringList inputs, QWidget* parent = nullptr);
    ~ExportDialog() override;

    /// Effective specs of the same capture after an edit; the preview follows.
    void setJudgement(JudgementPtr judgement);
    /// The same recording with other batch sizes; the dialog waits for their judgement.
    void setLabelled(CapturePtr capture);
    void setGraph(base::GraphId graph);
    /// By the target's id; one that does not exist changes nothing.
    void setTarget(const QString& id);
    /// Where "Save as…" starts.
    void setFolder(const QString& folder) { m_folder = folder; }

    [[nodiscard]] std::optional<base::GraphId> graph() const;
    [[nodiscard]] QString target() const;
    /// What is in the preview and in the file; empty where the target refuses.
    [[nodiscard]] QString text() const;
    /// "unet-0.trtexec.txt".
    [[nodiscard]] QString suggestedName() const;
    /// True while a worker writes the preview.
    [[nodiscard]] bool isBusy() const;

    /// What "Save as…" does with the chosen path: writes the whole text or nothing, and never over an input.
    /// A failure is shown in the dialog.
    void save(const QString& path);

 signals:
    /// A file has been written.
    void saved(const QString& path);

 protected:
    void changeEvent(QEvent* event) override;

 private:
    struct Written;

    void addTargets();
    void addGraphs();
    void layOut();
    QWidget* makeRightSide();
    /// Writes the chosen target of the chosen graph anew.
    void refresh();
    void present(std::shared_ptr<const Written> written);
    void showNotes();
    void showPreview();
    void enableButtons();
    void copy();
    void askForPath();
    [[nodiscard]] static std::shared_ptr<const Written> write(const capture::Capture& capture,
                                                              const overrides::Judgement& judgement,
                                                              const writers::ExportTarget& target,
                                                              base::GraphId graph);

    CapturePtr m_capture;
    JudgementPtr m_judgement;
    QStringList m_inputs;
    QString m_folder;
    QListWidget* m_targets;
    QComboBox* m_graphs;
    QLabel* m_description;
    QTextEdit* m_notes;
    QPlainTextEdit* m_preview;
    widgets::MessageBar* m_message;
    widgets::ElidedLabel* m_status;
    QPushButton* m_copy;
    QPushButton* m_save;
    /// What is shown; none before the first judgement.
    std::shared_ptr<const Written> m_written;
    std::unique_ptr<charts::LatestJob<Written>> m_job;
};

}  // namespace dimscope::shell
