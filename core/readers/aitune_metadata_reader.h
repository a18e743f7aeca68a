// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/readers/reader.h"

namespace dimscope::readers {

/// AITune's SampleMetadata as JSON: one side of one graph, without calls. The module goes by the file's stem;
/// the side is output where the access paths start with `output` and the semantic paths do not.
[[nodiscard]] bool probeAituneMetadata(std::string_view head);
[[nodiscard]] base::Result<void> readAituneMetadata(const ReadContext& context);

}  // namespace dimscope::readers
