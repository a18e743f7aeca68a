// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json_value.h"
#include "core/module/sample_metadata.h"

/// Metadata as the golden files write what is expected of it.
namespace dimscope::test {

/// `expect` of sample_metadata.json.
[[nodiscard]] base::JsonValue expectationJson(const module::SampleMetadata& metadata);
/// One of `steps` in sample_update.json, without its error.
[[nodiscard]] base::JsonValue stepJson(const module::SampleMetadata& metadata);
/// Multipliers of every tensor.
[[nodiscard]] base::JsonValue allMultipliersJson(const module::SampleMetadata& metadata);

}  // namespace dimscope::test
