// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/trial/resize_plan.h"
#include "ui/session/document.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace dimscope::charts {
template <class T>
class LatestJob;
}  // namespace dimscope::charts

namespace dimscope::shell {

/// Asks for a file with a saved sample and for the graph of the open document that it belongs to, and says
/// what of it follows the batch size. Reads the file on a worker, its tensors not at all. Works on a snapshot
/// of the document.
class SampleForm : public QWidget {
    Q_OBJECT

 public:
    /// Whether a sample can be resized without a graph: axis 0 of each tensor whose size is a whole multiple
    /// of the sample's batch size.
    enum class WithoutGraph { refused, allowed };

    /// `selected` is proposed where it fits; `document` may be null.
    SampleForm(session::DocumentPtr document, std::optional<base::GraphId> selected, WithoutGraph without,
               QWidget* parent = nullptr);
    ~SampleForm() override;

    void setSample(const QString& path);
    [[nodiscard]] const QString& samplePath() const { return m_path; }
    /// Where the file dialog starts, and where it was left.
    void setFolder(const QString& folder) { m_folder = folder; }
    [[nodiscard]] const QString& folder() const { return m_folder; }
    /// For further rows of the dialog that holds the form.
    [[nodiscard]] QFormLayout* rows() const { return m_rows; }

    /// None while there is no sample that can be resized.
    [[nodiscard]] const std::optional<trial::ResizePlan>& plan() const { return m_plan; }
    /// None where the sample goes by its own batch size.
    [[nodiscard]] std::optional<base::GraphId> graph() const;
    [[nodiscard]] const session::DocumentPtr& document() const { return m_document; }
    [[nodiscard]] const trial::SavedSample* sample() const;
    [[nodiscard]] bool isBusy() const;

 signals:
    void planChanged();

 private:
    using Read = base::Result<trial::SavedSample>;

    void addFields();
    void askForSample();
    void takeSample(const std::shared_ptr<const Read>& read);
    void fillGraphs();
    void follow();
    /// Why no graph of the open capture is that of the sample.
    [[nodiscard]] QString whyNoGraph() const;
    void say(const QString& text);

    session::DocumentPtr m_document;
    std::optional<base::GraphId> m_selected;
    WithoutGraph m_without;
    QString m_folder;
    QString m_path;
    QLineEdit* m_sampleEdit;
    QComboBox* m_graphs;
    QSpinBox* m_batchSize;
    QLabel* m_note;
    QFormLayout* m_rows;
    std::shared_ptr<const Read> m_read;
    std::optional<trial::ResizePlan> m_plan;
    std::unique_ptr<charts::LatestJob<Read>> m_job;
};

}  // namespace dimscope::shell
