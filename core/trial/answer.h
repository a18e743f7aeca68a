// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/error.h"
#include "core/base/json_value.h"
#include "core/base/result.h"
#include "core/module/tensor_spec.h"

namespace dimscope::trial {

/// Lines of JSON with which a request is answered: any number of progress, calls and failures, then exactly
/// one result or error as the last line.
struct Progress {
    std::int64_t done = 0;  ///< batch sizes that have ended; the next one is about to run
    std::int64_t of = 0;
    std::string text;  ///< for a progress bar
};
/// A call that ran, as a line of a native capture.
struct RecordedCall {
    std::string line;
    std::optional<double> seconds{};  ///< wall time of forward
};
/// A batch size at which the model raised.
struct Failure {
    std::int64_t batchSize = 0;
    std::string message;  ///< the model's own

    friend bool operator==(const Failure&, const Failure&) = default;
};
/// A tensor of the sample as it was resized.
struct ResizedTensor {
    std::string path;
    std::string dtype;
    module::Sizes sizes;

    friend bool operator==(const ResizedTensor&, const ResizedTensor&) = default;
};
/// Everything that was asked for was done. Of a probe: no tensors.
struct Done {
    std::vector<ResizedTensor> tensors;
};
/// The request could not be carried out.
struct Refusal {
    base::Error error;
};

using Answer = std::variant<Progress, RecordedCall, Failure, Done, Refusal>;

/// Bounds of what is read back; more is an error.
struct AnswerLimits {
    static constexpr std::size_t kLongestLine = std::size_t{64} << 20U;  ///< bytes
    static constexpr std::size_t kMostBytes = std::size_t{256} << 20U;   ///< of all lines
    static constexpr std::size_t kMostLines = 20000;
    static constexpr std::size_t kLongestMessage = std::size_t{64} << 10U;  ///< bytes of a model's message
};

/// The answer as one line, with its newline. Messages that are too long are cut; what is no UTF-8 becomes
/// U+FFFD.
[[nodiscard]] std::string answerLine(const Answer& answer);

/// Errors: syntax and so on for what is no such line.
[[nodiscard]] base::Result<Answer> readAnswer(std::string_view line);

}  // namespace dimscope::trial
