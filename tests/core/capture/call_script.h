// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/capture/capture_builder.h"

/// Calls written as short texts, and random ones, for tests.
namespace dimscope::test_support {

/// Layout of a call from text: inputs, ">", outputs; each side is a list of words: `x:2` a tensor of rank 2,
/// `x:2:float16` with its dtype (else float32), `flag=1` another value, `!prefill` or `!decode` the phase. A
/// word's path is a key of a mapping, or an index where it is a number.
[[nodiscard]] capture::CallLayout layoutFrom(const std::string& text, const std::string& module = "m");

/// Registers the layout and appends a call of it. Sizes default to 1 on every axis.
void addCall(capture::CaptureBuilder& builder, const std::string& text, std::int64_t batchSize = 1,
             std::vector<std::int64_t> sizes = {}, const capture::CallOrigin& origin = {});

/// "0*3 1*1": the graphs of a capture in order, with their samples; modules other than "m" stand before.
[[nodiscard]] std::string graphsText(const capture::Capture& capture);

/// A call with all that is in it.
struct ScriptedCall {
    capture::CallLayout layout;
    std::int64_t batchSize = 1;
    std::vector<std::int64_t> sizes;
};

/// A random call sequence of one module: few tensors of few ranks, options, phases, dtypes and sizes, some
/// batch sizes unknown. Equal seeds give equal calls.
[[nodiscard]] std::vector<ScriptedCall> randomCalls(std::mt19937& random, std::size_t count);

/// The same call with the tensors of both sides in another order.
[[nodiscard]] ScriptedCall permuted(const ScriptedCall& call, std::mt19937& random);

}  // namespace dimscope::test_support
