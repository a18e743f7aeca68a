// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/number_text.h"

#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

namespace dimscope::charts {

namespace {

constexpr std::array<const char*, 7> kPrefixes = {"", "k", "M", "G", "T", "P", "E"};

QString grouped(std::int64_t value) {
    QLocale locale = QLocale::c();
    locale.setNumberOptions(QLocale::DefaultNumberOptions);  // the C locale leaves the separators out
    return locale.toString(static_cast<qlonglong>(value));
}

QString withoutTrailingZeros(QString text) {
    if (!text.contains(QLatin1Char('.'))) {
        return text;
    }
    while (text.endsWith(QLatin1Char('0'))) {
        text.chop(1);
    }
    if (text.endsWith(QLatin1Char('.'))) {
        text.chop(1);
    }
    return text == QLatin1String("-0") ? QStringLiteral("0") : text;
}

int thousandsOf(double magnitude) {
    int prefix = 0;
    while (magnitude >= 1000 && prefix + 1 < static_cast<int>(kPrefixes.size())) {
        magnitude /= 1000;
        ++prefix;
    }
    return prefix;
}

QString scaled(double value, int prefix, int decimals) {
    const double unit = std::pow(1000.0, prefix);
    return withoutTrailingZeros(QString::number(value / unit, 'f', decimals)) +
           QLatin1String(kPrefixes[static_cast<std::size_t>(prefix)]);
}

double niceStep(double raw) {
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    const double fraction = raw / power;
    for (const double nice : {1.0, 2.0, 5.0}) {
        if (fraction <= nice * 1.000001) {
            return nice * power;
        }
    }
    return 10 * power;
}

double stepFor(double low, double high, int count, TickSpacing spacing) {
    const double step = niceStep((high - low) / std::max(1, count));
    return spacing == TickSpacing::whole && step < 1 && high - low >= 1 ? 1.0 : step;
}

void fill(Ticks& ticks, double low, double high) {
    const double first = std::ceil(low / ticks.step - 1e-9);
    const double last = std::floor(high / ticks.step + 1e-9);
    for (double index = first; index <= last && ticks.values.size() < 100; index += 1) {
        ticks.values.push_back(index * ticks.step);
    }
}

Ticks oneTick(double value) {
    const double room = std::max(1.0, std::abs(value) * 0.1);
    Ticks ticks;
    ticks.low = value - room;
    ticks.high = value + room;
    ticks.step = 0;
    ticks.values = {value};
    return ticks;
}

}  // namespace

QString exactNumber(std::int64_t value) {
    if (value > -10000 && value < 10000) {
        return QString::number(value);
    }
    return grouped(value);
}

QString compactNumber(double value) {
    if (!std::isfinite(value)) {
        return QStringLiteral("–");
    }
    const double magnitude = std::abs(value);
    if (magnitude < 9999.5) {
        if (value == std::trunc(value)) {
            return QString::number(value, 'f', 0);
        }
        return magnitude >= 1000 ? withoutTrailingZeros(QString::number(value, 'f', 1))
                                 : QString::number(value, 'g', 4);
    }
    int prefix = thousandsOf(magnitude);
    const double unit = std::pow(1000.0, prefix);
    const double inUnit = magnitude / unit;
    if (inUnit >= 999.5 && prefix + 1 < static_cast<int>(kPrefixes.size())) {
        return scaled(value, prefix + 1, 2);
    }
    const int decimals = inUnit >= 99.95 ? 0 : inUnit >= 9.995 ? 1 : 2;
    return scaled(value, prefix, decimals);
}

QString shortNumber(std::int64_t value) {
    return value > -1000000 && value < 1000000 ? exactNumber(value)
                                               : compactNumber(static_cast<double>(value));
}

QString multiplierText(double multiplier) {
    return QStringLiteral("×%1").arg(compactNumber(multiplier));
}

Ticks looseTicks(double low, double high, int count, TickSpacing spacing) {
    if (!(high > low)) {
        return oneTick(low);
    }
    Ticks ticks;
    ticks.step = stepFor(low, high, count, spacing);
    ticks.low = std::floor(low / ticks.step + 1e-9) * ticks.step;
    ticks.high = std::ceil(high / ticks.step - 1e-9) * ticks.step;
    fill(ticks, ticks.low, ticks.high);
    return ticks;
}

Ticks tightTicks(double low, double high, int count, TickSpacing spacing) {
    if (!(high > low)) {
        return oneTick(low);
    }
    Ticks ticks;
    ticks.low = low;
    ticks.high = high;
    ticks.step = stepFor(low, high, count, spacing);
    fill(ticks, low, high);
    while (ticks.values.size() < 2 &&
           !(spacing == TickSpacing::whole && high - low >= 2 && ticks.step <= 1)) {
        ticks.values.clear();
        ticks.step = niceStep(ticks.step * 0.4);
        fill(ticks, low, high);
    }
    return ticks;
}

QString tickText(double value, double step) {
    if (step <= 0) {
        return compactNumber(value);
    }
    const double magnitude = std::abs(value);
    if (step < 1) {
        const int decimals = static_cast<int>(std::ceil(-std::log10(step) - 1e-9));
        return withoutTrailingZeros(QString::number(value, 'f', std::min(decimals, 9)));
    }
    if (magnitude < 10000) {
        return withoutTrailingZeros(QString::number(value, 'f', 3));
    }
    const int prefix = thousandsOf(magnitude);
    const double unit = std::pow(1000.0, prefix);
    const int decimals = std::max(0, static_cast<int>(std::ceil(std::log10(unit / step) - 1e-9)));
    if (decimals <= 2) {
        return scaled(value, prefix, decimals);
    }
    return grouped(std::llround(value));
}

}  // namespace dimscope::charts
