// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/readers/saved_file.h"

namespace dimscope::libtorch {

/// A pickle of protocol 2 and the storages that it refers to: number i by the key "i".
struct SamplePickle {
    std::string bytes;
    std::vector<c10::Storage> storages;
};

/// The value of a file as a pickle that restricted unpicklers read; `tensors` by the id of their value. What
/// is shared in the file is shared in the pickle. Errors, with the place and the path: inexpressible for what
/// cannot be written; tooDeep.
[[nodiscard]] base::Result<SamplePickle> samplePickle(const readers::SavedFile& file,
                                                      const std::vector<at::Tensor>& tensors,
                                                      const std::string& name);

}  // namespace dimscope::libtorch
