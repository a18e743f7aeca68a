// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QTimer>
#include <memory>
#include <optional>

#include "ui/charts/evolution_chart.h"
#include "ui/charts/evolution_painter.h"
#include "ui/charts/latest_job.h"
#include "ui/charts/xy_chart_scene.h"

class QToolButton;

namespace dimscope::charts {

/// How curves that go on beyond the view are kept out of the margins.
enum class Clipping {
    byPainter,
    byPoints,  ///< QSvgGenerator ignores the painter's clipping
};

/// State of the evolution chart: what is wanted (data, tensor, lanes, view) and what is shown (the last
/// picture that arrived, which may still be that of another tensor).
class EvolutionChart::Private {
 public:
    explicit Private(EvolutionChart& chart);

    /// Asks for the numbers of what is wanted now.
    void request();
    void arrived(std::shared_ptr<const EvolutionPicture> answer);
    /// The picture is of the wanted tensor and lanes.
    [[nodiscard]] bool isCurrent() const;
    /// The picture holds every sample, so that zooming needs no other one.
    [[nodiscard]] bool isExact() const;

    /// The same tensor with as many samples and axes: other batch sizes, or the same file again. Selection
    /// and zoom stay then.
    [[nodiscard]] bool isSameShape(const ChartData& other, std::optional<base::TensorId> otherTensor) const;

    [[nodiscard]] int axisCount() const;
    [[nodiscard]] std::size_t sampleCount() const;
    [[nodiscard]] int lanesWanted() const;
    [[nodiscard]] XView wholeView() const;
    /// Shows another stretch; it is kept within the samples.
    void setView(XView view);
    void zoom(double factor, double aboutSample);
    /// Moves the view, as little as needed, until it holds the sample.
    void reveal(base::SampleId sample);
    void select(base::SampleId sample);
    void moveSelection(qint64 by);
    void moveAxis(int by);
    void page(int by);

    [[nodiscard]] EvolutionView painted(QSize size) const;
    [[nodiscard]] std::optional<base::SampleId> sampleAt(QPointF position) const;
    [[nodiscard]] std::optional<int> axisLabelAt(QPointF position) const;
    void fillScene(const EvolutionView& shown, QSize size, Clipping clipping);
    void placeButtons();
    /// What to say instead of drawing curves; empty where curves are drawn.
    [[nodiscard]] QString message() const;

    EvolutionChart& q;
    ChartData data;
    std::optional<base::TensorId> tensor;
    int firstLane = 0;
    std::optional<int> selectedAxis;
    std::optional<base::SampleId> selectedSample;
    XView view;

    std::shared_ptr<const EvolutionPicture> picture;
    XView pictureView;  ///< view of a picture that is not current any more
    std::unique_ptr<XyChartScene> scene;
    std::shared_ptr<const EvolutionPicture> inScene;  ///< picture whose points the scene holds
    QColor sceneText;                                 ///< and the theme and marks it holds them with
    double sceneMarkSize = 0;

    LatestJob<EvolutionPicture> job;
    QTimer refine;     ///< asks again once zooming, panning or resizing pauses
    QTimer busyDelay;  ///< says that it works only where that takes a while
    bool saysBusy = false;

    std::optional<base::SampleId> hovered;
    QPointF pointer;
    bool calloutAtSelection = false;  ///< the keyboard moved the selection
    std::optional<QPointF> pressed;
    XView pressedView;
    bool dragging = false;

    QToolButton* previous = nullptr;
    QToolButton* next = nullptr;

 private:
    [[nodiscard]] series::SampleRange rangeToAsk() const;
};

}  // namespace dimscope::charts
