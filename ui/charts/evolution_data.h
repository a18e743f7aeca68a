// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QList>
#include <QPointF>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/ids.h"
#include "core/series/series.h"
#include "ui/charts/callout.h"
#include "ui/charts/chart_pane.h"

namespace dimscope::charts {

inline constexpr int kMaxLanes = 8;
/// Of all lanes together, as Qt Charts draws them within a frame.
inline constexpr std::size_t kMaxPoints = 8000;
inline constexpr std::size_t kMaxMarkers = 1000;

enum class LaneUnit {
    multiplier,  ///< size / batch size
    size,        ///< sizes, since no call has a known batch size
};

/// Smallest and largest value of a lane over all samples; it stays its scale while zooming.
struct Extent {
    double low = 0;
    double high = 0;
};

/// Numbers of one axis over the visible samples.
struct EvolutionLane {
    int axis = 0;
    std::optional<Extent> extent;          ///< none where nothing is known
    std::vector<QList<QPointF>> segments;  ///< runs without a gap; x in samples
    QList<QPointF> marks;                  ///< every sample where they are few, and lonely ones
    QList<QPointF> excluded;               ///< samples that do not count, within the range; at most a share
};

struct EvolutionRequest {
    ChartData data;
    base::TensorId tensor;
    int firstLane = 0;
    int laneCount = 0;
    series::SampleRange range;
    std::size_t columns = 1;      ///< pixel columns of the range
    std::vector<Extent> extents;  ///< of the same lanes from an earlier answer, or empty
    std::vector<bool> hasExtent;
};

/// An answer: what it was asked, and the lanes.
struct EvolutionPicture {
    EvolutionRequest request;
    LaneUnit unit = LaneUnit::multiplier;
    std::vector<EvolutionLane> lanes;
};

/// Runs on a worker thread: reads columns, touches no QObject.
[[nodiscard]] std::shared_ptr<const EvolutionPicture> computeEvolution(EvolutionRequest request);

enum class FlipDetail {
    outcome,  ///< "→ dynamic"
    brief,    ///< "flip at 6: batch ×2 → dynamic"
    reason,   ///< "flip at 6: batch ×2 → dynamic (6 / 4 = 1.5)"
};

/// Words about a tensor's axes, from the capture and its analysis.
class EvolutionText {
    Q_DECLARE_TR_FUNCTIONS(EvolutionText)

 public:
    EvolutionText(const ChartData& data, base::TensorId tensor);

    [[nodiscard]] const capture::Tensor& tensor() const { return m_tensor; }
    [[nodiscard]] const capture::Graph& graph() const { return m_graph; }
    [[nodiscard]] const inference::TensorAnalysis& analysis() const { return m_analysis; }
    [[nodiscard]] int axisCount() const { return static_cast<int>(m_analysis.axes.size()); }
    [[nodiscard]] LaneUnit unit() const;

    /// "axis 0"
    [[nodiscard]] static QString axisName(int axis);
    /// "batch", "d0", or the size of a static axis.
    [[nodiscard]] QString symbol(int axis) const;
    /// The symbol, with the unit behind where it is not the multiplier.
    [[nodiscard]] QString label(int axis) const;
    /// "2 to 8", or "4".
    [[nodiscard]] QString range(int axis) const;
    [[nodiscard]] QString flip(int axis, const inference::Flip& flip, FlipDetail detail) const;
    /// Sample, batch size and, per lane, size and multiplier.
    [[nodiscard]] Callout callout(base::SampleId sample, int firstLane, int laneCount) const;
    /// Multiplier of a batch axis from a flip on, whatever became of it later.
    [[nodiscard]] std::optional<std::int64_t> multiplierAt(int axis, const inference::Flip& flip) const;
    /// Samples of the graph that do not count, ascending.
    [[nodiscard]] std::span<const std::uint32_t> excluded() const;
    [[nodiscard]] bool isExcluded(base::SampleId sample) const;
    /// Why there is no curve to draw; empty where there is one.
    [[nodiscard]] QString emptySentence() const;
    /// Everything in one line.
    [[nodiscard]] QString sentence() const;

 private:
    [[nodiscard]] CalloutLine calloutLine(int axis, base::SampleId sample) const;

    const capture::Capture& m_capture;
    const capture::Tensor& m_tensor;
    const capture::Graph& m_graph;
    const inference::TensorAnalysis& m_analysis;
    const ChartData& m_data;
};

}  // namespace dimscope::charts
