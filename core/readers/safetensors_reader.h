// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/readers/reader.h"

namespace dimscope::readers {

/// A safetensors file: tensors by name are the keyword arguments of one call. Only the JSON header is read;
/// its `__metadata__` become details of the module. A file that ends within a tensor is not complete, but has
/// all shapes.
[[nodiscard]] bool probeSafetensors(std::string_view head);
[[nodiscard]] base::Result<void> readSafetensors(const ReadContext& context);

}  // namespace dimscope::readers
