// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/module/tensor_spec.h"

namespace dimscope::inference {

/// Most elements of a tensor that 32-bit indexes reach: 2^31 - 1.
inline constexpr std::int64_t kMostElements = 2147483647;

/// Whether a tensor of these sizes has more elements than that, computed exactly: the rule `large-volume`.
/// Zero elements, and what is no shape for a negative size, are not many.
[[nodiscard]] bool isLargeVolume(const module::Sizes& sizes);
/// The sentence of `large-volume` about a tensor's largest sizes.
[[nodiscard]] std::string largeVolumeText(const module::Sizes& max);

}  // namespace dimscope::inference
