// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/capture/capture.h"
#include "core/inference/exclusions.h"

namespace dimscope::overrides {

/// How the size to tune for is picked from the sizes that were seen.
enum class OptChoice : std::uint8_t { largest, median, mostFrequent };

/// That size over the samples that are not excluded: the lower of two middle ones for the median, the largest
/// of equally frequent ones. None for a summary.
[[nodiscard]] std::optional<std::int64_t> optSize(const capture::Capture& capture, base::TensorId tensor,
                                                  std::size_t axis, OptChoice choice,
                                                  const inference::Exclusions& exclusions);

}  // namespace dimscope::overrides
