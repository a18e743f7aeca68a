// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/readers/reader.h"

namespace dimscope::readers {

/// One NumPy array (.npy): the only argument of a call. Of an array that torch has no type for there is
/// nothing to show (noShapes). A file that ends within its elements is not complete, but has a shape.
[[nodiscard]] bool probeNumpyArray(std::string_view head);
[[nodiscard]] base::Result<void> readNumpyArray(const ReadContext& context);

/// An archive of them (.npz): arguments by name; `arr_0`, `arr_1`, ... are positional. Only headers are read.
[[nodiscard]] bool probeNumpyArchive(std::string_view head);
[[nodiscard]] base::Result<void> readNumpyArchive(const ReadContext& context);

}  // namespace dimscope::readers
