// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/svg_scale.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace dimscope::writers {

namespace {

template <std::size_t Size>
std::string printed(const char (&format)[Size], double value) {
    char text[64];
    const int length = std::snprintf(text, sizeof(text), format, value);
    return {text, static_cast<std::size_t>(std::clamp(length, 0, 63))};
}

std::vector<double> decimalTicks(double from, double to, std::size_t count) {
    const double raw = (to - from) / static_cast<double>(std::max<std::size_t>(count, 1));
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    double step = power;
    for (const double factor : {2.0, 5.0, 10.0}) {
        step = step < raw ? factor * power : step;
    }
    step = std::max(step, 1.0);
    std::vector<double> ticks;
    for (double tick = std::ceil(from / step) * step; tick <= to && ticks.size() < 4 * count; tick += step) {
        ticks.push_back(tick);
    }
    return ticks;
}

std::vector<double> binaryTicks(double from, double to, std::size_t count) {
    const double first = std::ceil(std::log2(from));
    const double last = std::floor(std::log2(to));
    const double step = std::max(1.0, std::ceil((last - first) / static_cast<double>(count)));
    std::vector<double> ticks;
    for (double exponent = first; exponent <= last; exponent += step) {
        ticks.push_back(std::exp2(exponent));
    }
    return ticks;
}

}  // namespace

std::string coordinate(double value) {
    std::string text = printed("%.1f", value);
    if (text.ends_with(".0")) {
        text.resize(text.size() - 2);
    }
    return text;
}

std::string shortNumber(double value) {
    constexpr double kExact = 9e15;  // whole doubles below it are printed as they are
    return std::trunc(value) == value && std::abs(value) < kExact ? printed("%.0f", value)
                                                                  : printed("%.4g", value);
}

std::string_view verdictClass(module::Verdict verdict) {
    switch (verdict) {
        case module::Verdict::batch: return "b";
        case module::Verdict::dynamic: return "d";
        case module::Verdict::fixed: break;
    }
    return "s";
}

SvgScale::SvgScale(ScaleKind kind, double from, double to, double begin, double end)
    : m_kind(kind), m_from(from), m_to(to), m_begin(begin), m_end(end) {}

double SvgScale::position(double value) const {
    const double held = std::clamp(value, m_from, m_to);
    if (m_kind == ScaleKind::linear) {
        return (held - m_from) / (m_to - m_from);
    }
    return std::log(held / m_from) / std::log(m_to / m_from);
}

double SvgScale::at(double value) const {
    return m_from < m_to ? m_begin + (m_end - m_begin) * position(value) : (m_begin + m_end) / 2;
}

std::vector<double> SvgScale::ticks(std::size_t count) const {
    if (!(m_from < m_to)) {
        return {m_from};
    }
    return m_kind == ScaleKind::linear ? decimalTicks(m_from, m_to, count) : binaryTicks(m_from, m_to, count);
}

}  // namespace dimscope::writers
