// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/libtorch/saved_sample.h"

namespace dimscope::libtorch {

struct ProbeRequest {
    std::filesystem::path model;           ///< a TorchScript program (torch.jit.save)
    std::vector<std::int64_t> batchSizes;  ///< in the order in which they are run
    std::vector<LeafResize> resizes;       ///< of the tensors of the sample
};

/// What became of one batch size.
struct ProbeOutcome {
    std::int64_t batchSize = 0;
    bool ran = false;
    std::string line;     ///< of a native capture, without newline; empty where it did not run
    double seconds = 0;   ///< wall time of forward, where it ran
    std::string message;  ///< why it did not run: the model's own words
};

/// Called before the first size (done = 0), and after each. An error ends the run and is its result.
using ProbeProgress = std::function<base::Result<void>(std::size_t done, std::size_t of)>;
/// Called once per batch size, as soon as it is known.
using ProbeSink = std::function<base::Result<void>(const ProbeOutcome&)>;

/// Loads the program (to the CPU, in evaluation mode) and runs forward without gradients at each batch size
/// on the first call of the sample, resized. Arguments are given by forward's schema: positional ones in its
/// order, others by name; the lines name the module as the program's class is called. That forward fails is
/// an outcome, not an error; so is that there is no memory for the resized sample. The model gets copies of
/// the tensors. Errors: those of reading the program (fileMissing, unknownFormat); those of Sample::resized;
/// typeError where the sample does not fit the parameters of forward; those of the callbacks.
[[nodiscard]] base::Result<void> probeModel(const ProbeRequest& request, const Sample& sample,
                                            const ProbeSink& outcome, const ProbeProgress& progress = {});

}  // namespace dimscope::libtorch
