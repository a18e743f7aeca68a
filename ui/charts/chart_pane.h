// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/ids.h"
#include "core/capture/capture.h"
#include "core/inference/analysis.h"

namespace dimscope::charts {

/// The capture and its analysis, which every chart shows a part of.
struct ChartData {
    std::shared_ptr<const capture::Capture> capture;
    std::shared_ptr<const inference::Analysis> analysis;
};

/// A chart with what all charts can do: be exported, say why they are empty, follow the palette. Numbers are
/// computed off the GUI thread; the newest request wins.
class ChartPane : public QWidget {
    Q_OBJECT

 public:
    explicit ChartPane(QWidget* parent = nullptr);

    /// What is shown now, at the widget's size (or `size`) and twice the resolution.
    [[nodiscard]] virtual QImage image(QSize size = {}) const;
    /// Both return an empty text, or why the file could not be written.
    [[nodiscard]] QString savePng(const QString& path) const;
    [[nodiscard]] virtual QString saveSvg(const QString& path) const;
    /// True while numbers are being computed.
    [[nodiscard]] virtual bool isBusy() const { return false; }
    /// One line of plain text that says what is shown, for accessibility and tests; also the empty state's
    /// sentence.
    [[nodiscard]] virtual QString summary() const = 0;

 signals:
    void sampleClicked(dimscope::base::SampleId sample);
    void axisClicked(dimscope::base::TensorId tensor, int axis);
    /// Numbers have arrived and are drawn.
    void updated();
};

}  // namespace dimscope::charts
