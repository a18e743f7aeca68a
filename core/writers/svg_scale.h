// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/module/axis_rule.h"

/// Places and numbers of charts drawn as SVG.
namespace dimscope::writers {

/// Coordinate with at most one decimal: "12", "12.5".
[[nodiscard]] std::string coordinate(double value);
/// A number for people, at most four significant digits where it is not whole: "64", "1.333".
[[nodiscard]] std::string shortNumber(double value);
/// CSS class of a verdict: "s", "b" or "d".
[[nodiscard]] std::string_view verdictClass(module::Verdict verdict);

enum class ScaleKind : std::uint8_t { linear, logarithmic };

/// Maps values to places along a chart. Values outside are held at its ends.
class SvgScale {
 public:
    /// Values from..to lie at places begin..end; a scale without extent puts everything in the middle. A
    /// logarithmic one needs from > 0.
    SvgScale(ScaleKind kind, double from, double to, double begin, double end);

    [[nodiscard]] double at(double value) const;
    /// About `count` round whole values within the scale, ascending: 1, 2 or 5 times a power of ten, or
    /// powers of two on a logarithmic scale.
    [[nodiscard]] std::vector<double> ticks(std::size_t count) const;

 private:
    [[nodiscard]] double position(double value) const;

    ScaleKind m_kind;
    double m_from;
    double m_to;
    double m_begin;
    double m_end;
};

}  // namespace dimscope::writers
