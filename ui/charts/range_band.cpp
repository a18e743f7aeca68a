// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/range_band.h"

#include <QCoreApplication>
#include <algorithm>
#include <limits>

#include "ui/charts/number_text.h"

namespace dimscope::charts {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("RangeBand", text);
}

}  // namespace

std::int64_t RangeBand::value(BandHandle handle) const {
    switch (handle) {
        case BandHandle::min: return min;
        case BandHandle::opt: return opt;
        case BandHandle::max: break;
    }
    return max;
}

RangeBand withValue(RangeBand band, BandHandle handle, std::int64_t size) {
    switch (handle) {
        case BandHandle::min:
            band.min = std::clamp<std::int64_t>(size, 1, band.max);
            band.opt = std::max(band.opt, band.min);
            break;
        case BandHandle::opt: band.opt = std::clamp(size, band.min, band.max); break;
        case BandHandle::max:
            band.max = std::max(size, band.min);
            band.opt = std::min(band.opt, band.max);
            break;
    }
    return band;
}

std::int64_t steppedSize(std::int64_t size, std::int64_t by) {
    constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
    return by > 0 && size > kLargest - by ? kLargest : size + by;
}

QString handleWord(BandHandle handle) {
    switch (handle) {
        case BandHandle::min: return tr("min");
        case BandHandle::opt: return tr("opt");
        case BandHandle::max: break;
    }
    return tr("max");
}

QString originText(RangeBand::Origin origin) {
    switch (origin) {
        case RangeBand::Origin::inferred: return tr("inferred");
        case RangeBand::Origin::follows: return tr("follows another axis");
        case RangeBand::Origin::overridden: break;
    }
    return tr("overridden");
}

QString bandText(const RangeBand& band) {
    if (band.min == band.max) {
        return tr("always %1").arg(exactNumber(band.min));
    }
    return tr("%1 to %2, opt %3").arg(exactNumber(band.min), exactNumber(band.max), exactNumber(band.opt));
}

}  // namespace dimscope::charts
