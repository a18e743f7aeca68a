// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/base/json_value.h"
#include "core/base/result.h"
#include "core/capture/capture_builder.h"

namespace dimscope::readers {

/// A call as one line of a native capture gives it.
struct NativeCall {
    capture::CallLayout layout;
    std::int64_t batchSize = capture::kUnknownBatch;
    std::vector<std::int64_t> sizes;  ///< of all tensors, inputs first, in order of the line
    std::string time;
    std::string label;
};

/// The header line. `details` are what it says beside format and version.
struct NativeHeader {
    std::vector<capture::Detail> details;
};

using NativeRecord = std::variant<NativeHeader, NativeCall, capture::CaptureBuilder::Summary>;

/// Reads one line of a native capture. Errors carry the place inside `file`: wrongType, missingKey, badValue,
/// badSize, rankMismatch.
[[nodiscard]] base::Result<NativeRecord> readNativeRecord(const base::JsonValue& line,
                                                          const std::string& file);

}  // namespace dimscope::readers
