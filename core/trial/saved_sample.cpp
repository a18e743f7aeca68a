// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trial/saved_sample.h"

#include <utility>

#include "core/base/counted.h"
#include "core/trial/sample_match.h"

namespace dimscope::trial {

base::Result<SavedSample> savedSample(const capture::Capture& capture) {
    const auto refuse = [&](std::string found) {
        return base::Error{base::ErrorCode::badValue,
                           std::move(found),
                           "expected the arguments of one call",
                           "save one call per file",
                           {.file = capture.sources().empty() ? "" : capture.sources().front().name},
                           {}};
    };
    if (capture.graphs().empty() || capture.sampleCount() == 0) {
        return refuse("found no call");
    }
    if (capture.sampleCount() > 1) {
        return refuse("found " + base::counted(capture.sampleCount(), "call", "calls"));
    }
    const capture::Graph* graph = nullptr;
    for (const capture::Graph& each : capture.graphs()) {
        graph = each.samples == 1 ? &each : graph;
    }
    SavedSample out;
    for (const capture::Tensor& tensor : inputsOf(capture, *graph)) {
        out.tensors.push_back({tensor.locator, tensor.dtype, tensor.sizesAt(base::SampleId{0})});
    }
    const std::int64_t batchSize = graph->batchSizes->front();
    if (batchSize != capture::kUnknownBatch) {
        out.batchSize = batchSize;
    }
    return out;
}

}  // namespace dimscope::trial
