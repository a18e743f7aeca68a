// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>
#include <optional>
#include <vector>

#include "ui/models/trial_table_model.h"
#include "ui/session/document.h"
#include "ui/session/tensor_worker.h"

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace dimscope::widgets {
class MessageBar;
class StatusProgress;
class TableView;
}  // namespace dimscope::widgets

namespace dimscope::shell {

class SampleForm;

/// Runs a TorchScript model on a saved sample at several batch sizes and holds its outputs against what a
/// graph of the open document predicts. The model runs in another process, within limits of time and memory.
class TestPredictionDialog : public QDialog {
    Q_OBJECT

 public:
    /// `document` may be null; `inputs`: open files, which nothing is written over.
    TestPredictionDialog(session::DocumentPtr document, std::optional<base::GraphId> selected,
                         QStringList inputs, QWidget* parent);
    ~TestPredictionDialog() override;

    [[nodiscard]] SampleForm& form() { return *m_form; }
    [[nodiscard]] const models::TrialTableModel& model() const { return m_model; }
    [[nodiscard]] widgets::MessageBar& messages() { return *m_message; }
    void setModelFile(const QString& path);
    /// "1, 2, 4".
    void setBatchSizes(const QString& text);
    void setTimeLimit(int seconds);
    void run();
    void cancel() { m_worker.cancel(); }
    /// The calls that ran, as a native capture.
    void saveTo(const QString& path);
    [[nodiscard]] bool isRunning() const { return m_worker.isRunning(); }

    /// Positive numbers between commas or blanks, each once; none where the text is anything else.
    [[nodiscard]] static std::optional<std::vector<std::int64_t>> parseBatchSizes(const QString& text);

 signals:
    /// The calls that ran are to be opened: text of a native capture and its name.
    void openRequested(const QString& text, const QString& name);

 private:
    void addFields();
    void addButtons();
    void askForModel();
    void askForPath();
    void openAsCapture();
    void follow();
    /// What the model said at the current row, where it failed.
    void showFailure();
    void take(const session::TrialOutcomePtr& outcome);
    void takePartial(const session::TrialOutcomePtr& outcome);
    void end();
    void fail(const base::Error& error);

    QStringList m_inputs;
    models::TrialTableModel m_model;
    session::TensorWorker m_worker;
    session::TrialOutcomePtr m_outcome;
    std::vector<std::int64_t> m_asked;
    SampleForm* m_form;
    QLineEdit* m_modelEdit;
    QLineEdit* m_batchSizes;
    QSpinBox* m_time;
    QSpinBox* m_memory;
    widgets::TableView* m_table;
    QPlainTextEdit* m_failure;
    QLabel* m_summary;
    widgets::MessageBar* m_message;
    widgets::StatusProgress* m_progress;
    QPushButton* m_run;
    QPushButton* m_save;
    QPushButton* m_open;
};

}  // namespace dimscope::shell
