// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>
#include <memory>
#include <optional>

#include "core/files/staged_file.h"
#include "ui/models/resize_table_model.h"
#include "ui/session/document.h"
#include "ui/session/tensor_worker.h"

class QPushButton;
class QSpinBox;

namespace dimscope::widgets {
class MessageBar;
class StatusProgress;
class TableView;
}  // namespace dimscope::widgets

namespace dimscope::shell {

class SampleForm;

/// Writes a saved sample at another batch size, as a graph of the open document says, and shows the shapes
/// before. The tensors are resized by another process.
class ResizeSampleDialog : public QDialog {
    Q_OBJECT

 public:
    /// `inputs`: open files, which nothing is written over.
    ResizeSampleDialog(session::DocumentPtr document, std::optional<base::GraphId> selected,
                       QStringList inputs, QWidget* parent);
    ~ResizeSampleDialog() override;

    [[nodiscard]] SampleForm& form() { return *m_form; }
    [[nodiscard]] const models::ResizeTableModel& model() const { return m_model; }
    [[nodiscard]] widgets::MessageBar& messages() { return *m_message; }
    void setBatchSize(int batchSize);
    void writeTo(const QString& path);
    [[nodiscard]] bool isRunning() const { return m_worker.isRunning(); }

 signals:
    void written(const QString& path);

 private:
    void addFields();
    void follow();
    void askForPath();
    void take();
    void fail(const base::Error& error);

    QStringList m_inputs;
    models::ResizeTableModel m_model;
    session::TensorWorker m_worker;
    std::optional<files::StagedFile> m_staged;
    QString m_path;
    SampleForm* m_form;
    QSpinBox* m_batchSize;
    widgets::TableView* m_table;
    widgets::MessageBar* m_message;
    widgets::StatusProgress* m_progress;
    QPushButton* m_write;
};

}  // namespace dimscope::shell
