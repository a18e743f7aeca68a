// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/files/random_bytes.h"
#include "core/readers/saved_file.h"

namespace dimscope::libtorch {

/// The tensors of a file by the id of their value; undefined where a value is no tensor, or one that is not
/// strided. Tensors that share a storage in the file share memory. Errors, at the tensor's place: badValue
/// and badSize where it reaches out of its storage; notFound without its storage; badValue for a dtype
/// that this LibTorch lacks; tooLarge where memory does not suffice; those of readers::SavedStorages.
[[nodiscard]] base::Result<std::vector<at::Tensor>> readTensors(const readers::SavedFile& file,
                                                                files::RandomBytes& bytes,
                                                                const std::string& name);

}  // namespace dimscope::libtorch
