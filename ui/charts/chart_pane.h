// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPixmap>
#include <QString>
#include <QWidget>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/ids.h"
#include "core/capture/capture.h"
#include "core/inference/analysis.h"
#include "core/inference/exclusions.h"

class QPainter;

namespace dimscope::charts {

/// The capture and its analysis, which every chart shows a part of.
struct ChartData {
    std::shared_ptr<const capture::Capture> capture;
    std::shared_ptr<const inference::Analysis> analysis;
    /// Samples that `analysis` is without; null: none.
    std::shared_ptr<const inference::Exclusions> exclusions{};

    /// Of a graph, ascending.
    [[nodiscard]] std::span<const std::uint32_t> excluded(base::GraphId graph) const {
        return exclusions ? inference::excludedOf(*exclusions, graph) : std::span<const std::uint32_t>();
    }
    explicit operator bool() const { return capture && analysis; }
    friend bool operator==(const ChartData&, const ChartData&) = default;
};

/// A chart with what all charts can do: be exported, say why they are empty, follow the palette. Numbers are
/// computed off the GUI thread; the newest request wins.
///
/// A chart draws itself in three layers, in widget coordinates: what stands behind the series, the series
/// (kept as a pixmap, since only they cost time), and what lies on top. Hovering and selecting repaint the
/// other two only.
class ChartPane : public QWidget {
    Q_OBJECT

 public:
    explicit ChartPane(QWidget* parent = nullptr);
    ~ChartPane() override;

    /// What is shown now, at the widget's size (or `size`) and twice the resolution.
    [[nodiscard]] virtual QImage image(QSize size = {}) const;
    /// Both return an empty text, or why the file could not be written.
    [[nodiscard]] QString savePng(const QString& path) const;
    [[nodiscard]] virtual QString saveSvg(const QString& path) const;
    /// What is shown now as the text of an SVG file.
    [[nodiscard]] QByteArray svg(QSize size = {}) const;
    /// True while numbers are being computed.
    [[nodiscard]] virtual bool isBusy() const { return false; }
    /// One line of plain text that says what is shown, for accessibility and tests; also the empty state's
    /// sentence.
    [[nodiscard]] virtual QString summary() const = 0;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
    void sampleClicked(dimscope::base::SampleId sample);
    void axisClicked(dimscope::base::TensorId tensor, int axis);
    /// Numbers have arrived and are drawn.
    void updated();

 protected:
    /// What is being painted on: files show what the screen shows without hints and marks of focus.
    enum class Surface { screen, file };
    [[nodiscard]] Surface surface() const { return m_surface; }

    /// The sentence for assistive technology: the summary, and where the keyboard is.
    [[nodiscard]] virtual QString spokenText() const { return summary(); }

    virtual void paintBack(QPainter& painter, QSize size) const = 0;
    virtual void paintSeries(QPainter& painter, QSize size) const = 0;
    virtual void paintFront(QPainter& painter, QSize size) const = 0;

    /// Another picture: drops the kept pixmap, repaints, tells assistive technology.
    void pictureChanged();
    /// The sentence for assistive technology again, without another picture.
    void describeAgain();

    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    void paintAll(QPainter& painter, QSize size) const;
    void paintKeptSeries(QPainter& painter);

    QPixmap m_series;
    mutable Surface m_surface = Surface::screen;
};

}  // namespace dimscope::charts
