// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/module/axis_rule.h"

namespace dimscope::inference {

/// How sure an audit is.
enum class Strength : std::uint8_t {
    proven,       ///< static at two or more batch sizes; batch at three; dynamic at one batch size
    weak,         ///< batch at two batch sizes; dynamic that differs only between batch sizes
    undetermined  ///< static at fewer than two batch sizes; dynamic without any batch size
};
/// "proven", "weak" or "undetermined".
[[nodiscard]] std::string_view name(Strength strength);

/// What all samples of an axis prove, whatever their order. Static: all sizes equal. Batch xm: every batch
/// size known and positive, at least two different ones, and size = m x batch size with one whole m >= 1.
/// Otherwise dynamic. Exact within 64 bits.
struct AxisAudit {
    module::Verdict verdict = module::Verdict::fixed;
    std::optional<std::int64_t> multiplier;  ///< of a batch axis
    Strength strength = Strength::undetermined;
    std::uint64_t batchSizes = 0;  ///< number of different known batch sizes
    /// Of a dynamic axis with three or more different sizes: what all are multiples of, where that is >= 8.
    std::optional<std::int64_t> step;

    friend bool operator==(const AxisAudit&, const AxisAudit&) = default;
};

}  // namespace dimscope::inference
