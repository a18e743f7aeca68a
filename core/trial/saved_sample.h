// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/capture/capture.h"
#include "core/module/locator.h"
#include "core/module/tensor_spec.h"

namespace dimscope::trial {

/// A tensor of a saved sample.
struct SampleTensor {
    module::Locator locator;
    std::string dtype;  ///< "torch.float16"
    module::Sizes sizes;
};

/// The arguments of one call, without their values.
struct SavedSample {
    std::vector<SampleTensor> tensors;      ///< in the order of the file
    std::optional<std::int64_t> batchSize;  ///< as its file's name or the user states it
};

/// The sample of an opened file. Errors: badValue where the file holds several calls or none.
[[nodiscard]] base::Result<SavedSample> savedSample(const capture::Capture& capture);

}  // namespace dimscope::trial
