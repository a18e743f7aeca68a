// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/trial/resize_plan.h"

namespace dimscope::trial {

/// What is asked of the process that works with real tensors: one line of JSON on its standard input. It
/// answers with lines of JSON on its standard output (answer.h) and ends.
inline constexpr std::int64_t kProtocol = 1;

/// The batch axes of one tensor of the sample, by access path; none: it stays as it is.
struct TensorAxes {
    std::string path;
    std::vector<BatchAxis> axes;

    friend bool operator==(const TensorAxes&, const TensorAxes&) = default;
};

/// Resizes a sample, and writes it where `out` is not empty.
struct BatchTask {
    std::string sample;
    std::int64_t batchSize = 1;
    std::vector<TensorAxes> resize;  ///< of every tensor of the sample, in its order
    std::string out;
    /// Bytes of address space beside what the process has at its start; none: no limit.
    std::optional<std::int64_t> memoryLimit;

    friend bool operator==(const BatchTask&, const BatchTask&) = default;
};

/// Runs a TorchScript module once at each batch size.
struct ProbeTask {
    std::string model;
    std::string sample;
    std::vector<std::int64_t> batchSizes;
    std::vector<TensorAxes> resize;  ///< as in BatchTask
    std::optional<std::int64_t> memoryLimit;

    friend bool operator==(const ProbeTask&, const ProbeTask&) = default;
};

using Request = std::variant<BatchTask, ProbeTask>;

[[nodiscard]] std::vector<TensorAxes> axesOf(const ResizePlan& plan);

/// The request as one line, with its newline. Paths are UTF-8.
[[nodiscard]] std::string requestLine(const Request& request);

/// Errors: those of parseJson; wrongType, missingKey, badValue with the JSON pointer; badValue for another
/// protocol.
[[nodiscard]] base::Result<Request> readRequest(std::string_view text);

}  // namespace dimscope::trial
