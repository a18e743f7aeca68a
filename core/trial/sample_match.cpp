// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trial/sample_match.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/capture/graph_structure.h"

namespace dimscope::trial {

namespace {

using module::Locator;
using module::Step;
using Steps = std::vector<Step>;

/// What a recording calls an argument: the first step of its tensors' paths, and whether they go on as
/// elements of a sequence or of a mapping, as those of `*args` and `**kwargs` do.
struct Parameter {
    Step step;
    std::vector<Step> elements;  ///< second steps, in the order of the graph
};

std::vector<Parameter> parametersOf(std::span<const capture::Tensor> inputs) {
    std::vector<Parameter> out;
    for (const capture::Tensor& input : inputs) {
        const Steps& steps = input.locator.steps();
        if (steps.empty() || !std::holds_alternative<std::string>(steps[0].accessor)) {
            return {};  // the recording has no names of parameters
        }
        if (out.empty() || out.back().step != steps[0]) {
            out.push_back({steps[0], {}});
        }
        if (steps.size() > 1) {
            out.back().elements.push_back(steps[1]);
        }
    }
    return out;
}

bool isPosition(const SampleTensor& tensor) {
    const Steps& steps = tensor.locator.steps();
    return !steps.empty() && std::holds_alternative<std::int64_t>(steps[0].accessor);
}

/// The path with `head` in the place of its first step.
Locator withHead(const Locator& locator, Steps head) {
    head.insert(head.end(), locator.steps().begin() + 1, locator.steps().end());
    return {std::move(head), locator.side()};
}

/// Names the arguments given by keyword; `**kwargs` collects those that are no parameters. What they name
/// leaves `free`.
void nameKeywords(std::vector<SampleTensor>& tensors, const std::vector<Parameter>& all,
                  std::vector<Parameter>& free) {
    const auto take = [&free](const Parameter& used) {
        std::erase_if(free, [&](const Parameter& each) { return each.step == used.step; });
    };
    for (SampleTensor& tensor : tensors) {
        if (tensor.locator.steps().empty() || isPosition(tensor)) {
            continue;
        }
        const Step first = tensor.locator.steps().front();
        const auto own = std::find_if(all.begin(), all.end(), [&](const Parameter& each) {
            return each.step.accessor == first.accessor;
        });
        if (own != all.end()) {
            tensor.locator = withHead(tensor.locator, {own->step});
            take(*own);
            continue;
        }
        for (const Parameter& each : all) {
            const auto element =
                std::find_if(each.elements.begin(), each.elements.end(),
                             [&](const Step& step) { return step.accessor == first.accessor; });
            if (element != each.elements.end()) {
                tensor.locator = withHead(tensor.locator, {each.step, *element});
                take(each);
                break;
            }
        }
    }
}

/// How positions beyond the parameters become elements of the last one.
enum class Rest { none, counted, asGiven };

/// Names the positional arguments after the free parameters, in their order; those that are too many stay.
std::vector<SampleTensor> namePositions(std::vector<SampleTensor> tensors, const std::vector<Parameter>& free,
                                        Rest rest) {
    std::set<std::int64_t> positions;
    for (const SampleTensor& tensor : tensors) {
        if (isPosition(tensor)) {
            positions.insert(std::get<std::int64_t>(tensor.locator.steps()[0].accessor));
        }
    }
    if (free.empty()) {
        return tensors;
    }
    const std::size_t named = rest == Rest::none ? free.size() : free.size() - 1;
    for (SampleTensor& tensor : tensors) {
        if (!isPosition(tensor)) {
            continue;
        }
        const auto position = std::get<std::int64_t>(tensor.locator.steps()[0].accessor);
        const auto at = static_cast<std::size_t>(std::distance(positions.begin(), positions.find(position)));
        if (at < named) {
            tensor.locator = withHead(tensor.locator, {free[at].step});
        } else if (rest != Rest::none) {
            const auto begin = static_cast<std::int64_t>(named);
            const std::int64_t index =
                rest == Rest::counted ? static_cast<std::int64_t>(at) - begin : position - begin;
            tensor.locator =
                withHead(tensor.locator, {free.back().step, {index, module::Container::sequence}});
        }
    }
    return tensors;
}

std::vector<capture::TensorSlot> slotsOf(const std::vector<SampleTensor>& tensors) {
    std::vector<capture::TensorSlot> slots;
    slots.reserve(tensors.size());
    for (const SampleTensor& tensor : tensors) {
        slots.push_back({tensor.locator, tensor.sizes.size(), tensor.dtype});
    }
    return slots;
}

/// Every way in which the arguments of a sample may be the parameters of a recording, the likeliest first.
std::vector<std::vector<SampleTensor>> namings(std::span<const capture::Tensor> inputs,
                                               const SavedSample& sample) {
    const std::vector<Parameter> all = parametersOf(inputs);
    std::vector<Parameter> free = all;
    std::vector<SampleTensor> tensors = sample.tensors;
    nameKeywords(tensors, all, free);
    std::vector<std::vector<SampleTensor>> out;
    for (const Rest rest : {Rest::none, Rest::counted, Rest::asGiven}) {
        out.push_back(namePositions(tensors, free, rest));
    }
    return out;
}

/// Equal dtypes, or floating ones of another precision; an unknown one says nothing.
bool isOfKind(const std::string& recorded, const std::string& saved) {
    const auto isFloating = [](const std::string& dtype) { return dtype.find("float") != std::string::npos; };
    return recorded.empty() || recorded == saved || (isFloating(recorded) && isFloating(saved));
}

bool areOfKind(std::span<const capture::Tensor> inputs, const SavedSample& sample,
               const std::vector<std::size_t>& order) {
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (!isOfKind(inputs[order[i]].dtype, sample.tensors[i].dtype)) {
            return false;
        }
    }
    return true;
}

std::string pathText(const SampleTensor& tensor, const SampleTensor& named) {
    const std::string path = tensor.locator.accessPath();
    return tensor.locator == named.locator ? path : path + " (as " + named.locator.accessPath() + ")";
}

}  // namespace

std::vector<capture::Tensor> inputsOf(const capture::Capture& capture, const capture::Graph& graph) {
    std::vector<capture::Tensor> inputs;
    for (const base::TensorId id : graph.tensors) {
        if (capture.tensor(id).side() == module::Side::input) {
            inputs.push_back(capture.tensor(id));
        }
    }
    return inputs;
}

std::optional<std::vector<std::size_t>> matchInputs(std::span<const capture::Tensor> inputs,
                                                    const SavedSample& sample) {
    if (auto order = capture::matchTensors(inputs, slotsOf(sample.tensors))) {
        return order;
    }
    for (const std::vector<SampleTensor>& named : namings(inputs, sample)) {
        auto order = capture::matchTensors(inputs, slotsOf(named));
        if (order && areOfKind(inputs, sample, *order)) {
            return order;
        }
    }
    return std::nullopt;
}

std::string inputDifference(std::span<const capture::Tensor> inputs, const SavedSample& sample) {
    const std::vector<SampleTensor> named = namings(inputs, sample).front();
    for (std::size_t i = 0; i < named.size(); ++i) {
        const std::string path = pathText(sample.tensors[i], named[i]);
        const auto found = std::find_if(inputs.begin(), inputs.end(), [&](const capture::Tensor& input) {
            return input.locator == named[i].locator;
        });
        if (found == inputs.end()) {
            return "the graph has no input " + path;
        }
        if (found->rank != named[i].sizes.size()) {
            return path + " has rank " + std::to_string(named[i].sizes.size()) + " in the sample and " +
                   std::to_string(found->rank) + " in the graph";
        }
        if (!(sample.tensors[i].locator == named[i].locator) && !isOfKind(found->dtype, named[i].dtype)) {
            return path + " is " + named[i].dtype + " in the sample and " + found->dtype + " in the graph";
        }
    }
    for (const capture::Tensor& input : inputs) {
        const bool isThere = std::any_of(named.begin(), named.end(), [&](const SampleTensor& tensor) {
            return tensor.locator == input.locator;
        });
        if (!isThere) {
            return "the sample has no " + input.accessPath;
        }
    }
    return "one path stands for several tensors";
}

}  // namespace dimscope::trial
