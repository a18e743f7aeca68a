// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "core/base/result.h"
#include "core/readers/pickle_machine.h"
#include "core/readers/reader.h"

namespace dimscope::readers {

/// Adds what AITune keeps of tuned modules inside a file of torch.save as summaries with multipliers, and
/// gives their number; 0 where the value holds nothing of the kind. Understood anywhere in the value:
/// - `SampleMetadata.to_dict()`: a dict of `tensor_data` and `other_data` (pickled bytes), `strict`,
/// `llm_phase`
/// - a SampleMetadata object
/// - a dict with two of them under `input_spec` and `output_spec` (as GraphSpec.to_dict() has) or `inputs`
/// and
///   `outputs`: both sides of one graph
/// - `TunedModule.to_dict()`: a dict of `module_name` and `backends`, pairs of metadata and backend
/// Modules without a name go by the file's stem. What the inner pickles would call is added to
/// `content.refused`. Errors: those of the pickles, missingKey, wrongType, badValue, badSize, rankMismatch.
[[nodiscard]] base::Result<std::size_t> addPersistedMetadata(const ReadContext& context,
                                                             PickleContent& content, PickleId root);

}  // namespace dimscope::readers
