// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trial/prediction.h"

#include <algorithm>
#include <utility>

namespace dimscope::trial {

namespace {

/// A call of the trials, in the order in which they ran.
struct Trial {
    const capture::Graph* graph = nullptr;
    base::SampleId sample;
    std::uint64_t line = 0;
};

std::vector<Trial> trialsOf(const capture::Capture& trials) {
    std::vector<Trial> out;
    for (const capture::Graph& graph : trials.graphs()) {
        for (std::size_t i = 0; i < graph.samples; ++i) {
            const base::SampleId sample{static_cast<std::uint32_t>(i)};
            out.push_back({&graph, sample, graph.originOf(sample).line});
        }
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Trial& left, const Trial& right) { return left.line < right.line; });
    return out;
}

void judge(OutputCheck& check) {
    const std::vector<PredictedAxis>& predicted = check.predicted->axes;
    if (!check.real) {
        check.verdict = Verdict::missing;
        return;
    }
    if (predicted.size() != check.real->size()) {
        check.verdict = Verdict::rankDiffers;
        return;
    }
    for (std::size_t axis = 0; axis < predicted.size(); ++axis) {
        if (!predicted[axis].holds((*check.real)[axis], check.batchSize)) {
            check.verdict = Verdict::sizeDiffers;
            check.axes.push_back(static_cast<int>(axis));
        }
    }
}

/// The output tensors of one trial.
std::vector<const capture::Tensor*> outputsOf(const capture::Capture& trials, const capture::Graph& graph) {
    std::vector<const capture::Tensor*> out;
    for (const base::TensorId id : graph.tensors) {
        if (trials.tensor(id).side() == module::Side::output) {
            out.push_back(&trials.tensor(id));
        }
    }
    return out;
}

OutputCheck checkOf(const Trial& trial, const capture::Tensor* real) {
    OutputCheck check;
    check.batchSize = (*trial.graph->batchSizes)[trial.sample.value];
    if (real != nullptr) {
        check.accessPath = real->accessPath;
        check.dtype = real->dtypeAt(trial.sample);
        check.real = real->sizesAt(trial.sample);
    }
    return check;
}

}  // namespace

std::optional<std::int64_t> PredictedAxis::sizeAt(std::int64_t batchSize) const {
    if (verdict == inference::Verdict::batch) {
        std::int64_t size = 0;
        return multiplier && !__builtin_mul_overflow(*multiplier, batchSize, &size) ? std::optional(size)
                                                                                    : std::nullopt;
    }
    return min == max ? std::optional(min) : std::nullopt;
}

bool PredictedAxis::holds(std::int64_t size, std::int64_t batchSize) const {
    if (verdict == inference::Verdict::batch) {
        return !multiplier || sizeAt(batchSize) == size;
    }
    return min <= size && size <= max;
}

std::string PredictedAxis::text(std::int64_t batchSize) const {
    if (const auto size = sizeAt(batchSize)) {
        return std::to_string(*size);
    }
    if (verdict == inference::Verdict::batch) {
        return multiplier ? "beyond 64 bits" : "any";
    }
    return std::to_string(min) + ".." + std::to_string(max);
}

std::string PredictedTensor::text(std::int64_t batchSize) const {
    std::string out = "[";
    for (const PredictedAxis& axis : axes) {
        out += (out.size() > 1 ? ", " : "") + axis.text(batchSize);
    }
    return out + "]";
}

Prediction predictOutputs(const capture::Capture& capture, const inference::Analysis& analysis,
                          base::GraphId graph) {
    Prediction out;
    for (const base::TensorId id : capture.graph(graph).tensors) {
        const capture::Tensor& tensor = capture.tensor(id);
        if (tensor.side() != module::Side::output) {
            continue;
        }
        PredictedTensor predicted{tensor.locator, tensor.accessPath, {}};
        for (const inference::AxisAnalysis& axis : analysis.tensor(id).axes) {
            predicted.axes.push_back({axis.contractVerdict(), axis.contractMultiplier(), axis.min, axis.max});
        }
        out.outputs.push_back(std::move(predicted));
    }
    return out;
}

std::string_view name(Verdict verdict) {
    switch (verdict) {
        case Verdict::holds: return "ok";
        case Verdict::sizeDiffers: return "other size";
        case Verdict::rankDiffers: return "other rank";
        case Verdict::missing: return "missing";
        case Verdict::unexpected: return "unexpected";
        case Verdict::notPredicted: return "not predicted";
    }
    return "";
}

std::string OutputCheck::text() const {
    std::string out;
    for (const int axis : axes) {
        const auto at = static_cast<std::size_t>(axis);
        out += (out.empty() ? "axis " : "; axis ") + std::to_string(axis) + ": predicted " +
               predicted->axes[at].text(batchSize) + ", found " + std::to_string((*real)[at]);
    }
    return out.empty() ? std::string(name(verdict)) : out;
}

std::vector<OutputCheck> checkOutputs(const std::optional<Prediction>& prediction,
                                      const capture::Capture& trials) {
    std::vector<OutputCheck> out;
    for (const Trial& trial : trialsOf(trials)) {
        std::vector<const capture::Tensor*> real = outputsOf(trials, *trial.graph);
        for (std::size_t i = 0; prediction && i < prediction->outputs.size(); ++i) {
            const PredictedTensor& predicted = prediction->outputs[i];
            const auto found = std::find_if(real.begin(), real.end(), [&](const capture::Tensor* tensor) {
                return tensor->locator == predicted.locator;
            });
            OutputCheck check = checkOf(trial, found == real.end() ? nullptr : *found);
            check.accessPath = predicted.accessPath;
            check.predicted = predicted;
            judge(check);
            out.push_back(std::move(check));
            if (found != real.end()) {
                real.erase(found);
            }
        }
        for (const capture::Tensor* tensor : real) {
            OutputCheck check = checkOf(trial, tensor);
            check.verdict = prediction ? Verdict::unexpected : Verdict::notPredicted;
            out.push_back(std::move(check));
        }
    }
    return out;
}

}  // namespace dimscope::trial
