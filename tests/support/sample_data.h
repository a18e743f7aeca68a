// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/capture/capture.h"
#include "core/inference/analysis.h"

/// Captures made in memory for tests of models, charts and the window.
namespace dimscope::test_support {

struct SampleData {
    std::shared_ptr<const capture::Capture> capture;
    std::shared_ptr<const inference::Analysis> analysis;
    base::Diagnostics diagnostics;
};

/// A diffusion pipeline in small:
/// - text_encoder: graph 0, 8 calls at batch sizes 1, 2, 4; input_ids and output[0];
/// - unet: graph 0, 24 calls with doubled latents, time stamps and labels: `sample` and `output[0]` axis 0
///   would be batch x2 but for call 6 (size 3 at batch size 1), axis 1 is static, axes 2 and 3 are dynamic;
///   encoder_hidden_states and added_cond_kwargs["time_ids"] are batch x2; timestep is a scalar;
/// - decoder: graphs of the phases prefill (6 calls) and decode (40 calls, batch size never known);
/// - vae: a summary without calls, with a failed build among its details.
[[nodiscard]] SampleData pipelineCapture();

/// One module per graph and `tensorsPerGraph` tensors in each, `samples` calls per graph (at batch sizes 1,
/// 2, 4, 1, ...). Tensors are called `layers[<i>].hidden`, of rank 0 to 4, the last one is `output[0]`.
[[nodiscard]] SampleData wideCapture(std::size_t graphs, std::size_t tensorsPerGraph, std::size_t samples);

/// One graph `0` of module `unet` with `samples` calls of four tensors: `sample` (batch x2, static, dynamic,
/// dynamic), `timestep` (a scalar), `mask` (batch, dynamic) and `output[0]` as `sample`. Sizes are
/// pseudo-random and the same in each run; lines count from 2.
[[nodiscard]] SampleData longCapture(std::size_t samples);

/// A module `detector` of two tensors (`images`, `output[0]`) that a file holds as a summary: no calls.
[[nodiscard]] SampleData summaryCapture();

/// A call of one tensor: its batch size and the sizes of all axes.
struct Call {
    std::int64_t batchSize = capture::kUnknownBatch;
    std::vector<std::int64_t> sizes;
};
/// One tensor `x` of module `m`, graph `0`.
[[nodiscard]] SampleData singleTensorCapture(const std::vector<Call>& calls,
                                             const std::string& dtype = "torch.float32");

/// Ids by name; a name that is not there ends the test program.
[[nodiscard]] base::ModuleId moduleNamed(const capture::Capture& capture, const std::string& module);
[[nodiscard]] base::GraphId graphNamed(const capture::Capture& capture, const std::string& module,
                                       const std::string& graph);
[[nodiscard]] base::TensorId tensorNamed(const capture::Capture& capture, const std::string& module,
                                         const std::string& graph, const std::string& accessPath);

}  // namespace dimscope::test_support
