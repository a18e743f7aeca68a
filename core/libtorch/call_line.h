// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/libtorch/tensor_tree.h"
#include "core/module/sample_metadata.h"

/// Lines of a native capture, equal to those of resources/recorder/dimscope_recorder.py for equal calls.
namespace dimscope::libtorch {

/// Whether the first element of the argument `cache_position` is read, which tells prefill from decode. On a
/// GPU that waits for the work queued before.
enum class PhaseReading : std::uint8_t { none, cachePosition };

/// How calls are described.
struct CallForm {
    module::Strictness strictness = module::Strictness::strict;
    PhaseReading phases = PhaseReading::cachePosition;
};

/// A call that has begun: text only, no tensor is kept.
struct BegunCall {
    std::string module;
    std::optional<std::int64_t> batchSize;  ///< from 1; none where it is not known
    std::int64_t number = 1;                ///< of the recording, in the order in which calls began
    std::optional<std::string> label{};
    std::string inputs{};  ///< JSON
};

/// JSON of one side of a call. Arguments are normally a mapping by parameter name. The phase is null where
/// `cache_position` is no tensor with an element. Errors: badValue for tensors without a shape.
[[nodiscard]] base::Result<std::string> sideJson(const TensorTree& tree, module::Side side,
                                                 const CallForm& form);

/// "2026-11-30T20:11:52.012345Z".
[[nodiscard]] std::string timeText(std::chrono::system_clock::time_point at);

/// The line of a call that ended at a time, without newline. `outputs` is JSON.
[[nodiscard]] std::string callLine(const BegunCall& call, const std::string& outputs,
                                   std::chrono::system_clock::time_point ended);

}  // namespace dimscope::libtorch
