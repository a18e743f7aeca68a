// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/files/random_bytes.h"
#include "core/module/value.h"

namespace dimscope::readers {

inline constexpr std::string_view kNumpyMagic = "\x93NUMPY";

/// What the header of a .npy file says.
struct NumpyHeader {
    std::vector<std::int64_t> sizes;
    std::string descr;            ///< "<f4"; "record" for an array of records
    std::uint64_t dataBegin = 0;  ///< offset of the first element
    std::uint64_t dataSize = 0;   ///< bytes that the elements take; 0 where that is not known
};

/// Reads the header from the start of the bytes, versions 1 to 3. Errors, with the byte: syntax, truncated,
/// missingKey, badSize, tooLarge (a header beyond 1 MiB), badValue (another version).
[[nodiscard]] base::Result<NumpyHeader> readNumpyHeader(files::ForwardBytes& bytes, const std::string& file);

/// A tensor where torch has the element type, else a leaf that says what it is.
[[nodiscard]] module::Value numpyValue(const NumpyHeader& header);

}  // namespace dimscope::readers
