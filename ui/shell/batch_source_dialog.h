// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QHash>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/capture/batch_size_source.h"
#include "core/capture/capture.h"
#include "core/inference/range_batch_axes.h"

class QComboBox;
class QLabel;
class QPushButton;
class QRadioButton;
class QSpinBox;

namespace dimscope::charts {
template <class T>
class LatestJob;
}  // namespace dimscope::charts

namespace dimscope::shell {

/// Asks for a source of unknown batch sizes that no candidate is: a constant, or an axis of a tensor divided
/// by a number. Says all the time how many samples would get a batch size, or where the recording holds
/// ranges only, how many tensors a batch axis; counts them on a worker.
class BatchSourceDialog : public QDialog {
    Q_OBJECT

 public:
    /// Offers the inputs of the graph (none: of the first that has samples, or of the first); `start` is
    /// shown at first, where `recorded` stands for axis 0 of the first input.
    BatchSourceDialog(std::shared_ptr<const capture::Capture> recording, std::optional<base::GraphId> graph,
                      const capture::BatchSizeSource& start, QWidget* parent);
    ~BatchSourceDialog() override;

    /// What the fields say; nothing where they name no axis.
    [[nodiscard]] std::optional<capture::BatchSizeSource> source() const;

    /// What a source would do to the samples without a batch size.
    struct Preview {
        std::uint64_t unknown = 0;  ///< samples without one
        std::uint64_t filled = 0;   ///< of these, samples that get one
        std::vector<std::int64_t>
            some;  ///< different batch sizes that they get, ascending: at most kShown + 1
        std::int64_t least = 0;
        std::int64_t most = 0;
        std::optional<inference::RangeBatchCandidate> ranges{};  ///< where there are ranges only
    };
    static constexpr std::size_t kShown = 6;
    [[nodiscard]] static Preview previewOf(const std::shared_ptr<const capture::Capture>& recording,
                                           const capture::BatchSizeSource& source);

 private:
    void addFields();
    void fillTensors(std::optional<base::GraphId> graph);
    void showSource(const capture::BatchSizeSource& source);
    void follow();
    void showPreview(const Preview& preview);
    void showRanges(const inference::RangeBatchCandidate& ranges);

    std::shared_ptr<const capture::Capture> m_recording;
    QHash<QString, int> m_ranks;  ///< largest rank of a path
    QRadioButton* m_isConstant;
    QRadioButton* m_isAxis;
    QSpinBox* m_constant;
    QComboBox* m_tensor;
    QSpinBox* m_axis;
    QSpinBox* m_divisor;
    QLabel* m_preview;
    QPushButton* m_accept;
    std::unique_ptr<charts::LatestJob<Preview>> m_job;
};

}  // namespace dimscope::shell
