// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <memory>

#include "core/capture/capture.h"
#include "core/readers/open_capture.h"
#include "ui/models/saved_call_table_model.h"
#include "ui/session/document.h"

class QCheckBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace dimscope::widgets {
class TableView;
}  // namespace dimscope::widgets

namespace dimscope::shell {

/// Whether a recording has calls of files in which a program saved its arguments itself.
[[nodiscard]] bool holdsSavedCalls(const capture::Capture& recording);

/// Shows what was understood of such files before they become the open document, and asks for the batch sizes
/// that no name states. Works on a recording: where values that are no tensors are to count, the files must
/// be read again.
class SavedCallsDialog : public QDialog {
    Q_OBJECT

 public:
    SavedCallsDialog(const session::DocumentPtr& document, const readers::OpenOptions& options,
                     QWidget* parent);

    /// The files as they were read again; what was typed goes.
    void setDocument(const session::DocumentPtr& document);
    /// How to open the files, as the fields say.
    [[nodiscard]] readers::OpenOptions options() const;
    [[nodiscard]] models::SavedCallTableModel& model() { return m_model; }

 signals:
    /// The files must be read with other options().
    void rereadRequested();

 protected:
    /// Return edits or ends the edit of a cell; a table lets it through to the dialog's button else.
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    void addFields();
    void follow();

    readers::OpenOptions m_options;
    models::SavedCallTableModel m_model;
    std::shared_ptr<const capture::Capture> m_recording;
    QLabel* m_head;
    widgets::TableView* m_table;
    QCheckBox* m_isConstant;
    QSpinBox* m_constant;
    QCheckBox* m_isStrict;
    QPlainTextEdit* m_notices;  ///< what was said of the files; hidden where nothing was
    QLabel* m_foot;
    QPushButton* m_accept = nullptr;
};

}  // namespace dimscope::shell
