// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace dimscope::widgets {

/// Fusion with flat controls and hairlines, drawn from palette roles alone: Mid is the border, AlternateBase
/// the header fill, Link the accent.
class Style : public QProxyStyle {
    Q_OBJECT

 public:
    Style();

    using QProxyStyle::polish;

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    [[nodiscard]] QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option,
                                       SubControl subControl, const QWidget* widget) const override;
    [[nodiscard]] QRect subElementRect(SubElement element, const QStyleOption* option,
                                       const QWidget* widget) const override;
    [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                         const QWidget* widget) const override;
    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option,
                                  const QWidget* widget) const override;
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                                QStyleHintReturn* returned) const override;
    /// The button that clears a line has the program's own icon: the desktop's would be sought in its icon
    /// themes, which costs a tenth of the start.
    [[nodiscard]] QIcon standardIcon(StandardPixmap standard, const QStyleOption* option,
                                     const QWidget* widget) const override;
};

}  // namespace dimscope::widgets
