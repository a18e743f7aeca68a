// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trial/resize_plan.h"

#include <limits>
#include <utility>

#include "core/base/counted.h"
#include "core/capture/graph_name.h"
#include "core/module/batch_plan.h"
#include "core/trial/sample_match.h"

namespace dimscope::trial {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

constexpr std::size_t kGraphsListed = 20;

std::string listOf(const capture::Capture& like, const std::vector<base::GraphId>& graphs) {
    std::string names;
    for (std::size_t i = 0; i < graphs.size() && i < kGraphsListed; ++i) {
        names += "\n  " + capture::fullName(like, like.graph(graphs[i]));
    }
    if (graphs.size() > kGraphsListed) {
        names += "\n  and " + std::to_string(graphs.size() - kGraphsListed) + " more";
    }
    return names;
}

base::SourceLocation placeOf(const capture::Capture& capture, const capture::Graph& graph) {
    base::SourceLocation where;
    where.module = capture.module(graph.module).name;
    where.graph = graph.name;
    return where;
}

Error noGraphFits(const capture::Capture& like, const SavedSample& sample) {
    const std::string found =
        "found no graph with the inputs of the sample among " +
        base::counted(like.graphs().size(), "graph", "graphs") +
        (like.graphs().size() == 1 ? ": " + inputDifference(inputsOf(like, like.graphs().front()), sample)
                                   : "");
    return {ErrorCode::notFound,
            found,
            "expected one with equal paths and ranks",
            "save all arguments of the call, as a dict by parameter name or as (args, kwargs)",
            {},
            {}};
}

}  // namespace

module::TensorSpec TensorResize::spec() const {
    std::vector<module::Dim> shape(tensor.sizes.begin(), tensor.sizes.end());
    std::vector<double> multipliers(tensor.sizes.size(), std::numeric_limits<double>::quiet_NaN());
    for (const BatchAxis& axis : axes) {
        shape[static_cast<std::size_t>(axis.axis)] = "batch" + std::to_string(axis.axis);
        multipliers[static_cast<std::size_t>(axis.axis)] = static_cast<double>(axis.multiplier);
    }
    auto spec = module::TensorSpec::fromParts(std::move(shape), tensor.sizes, tensor.sizes, tensor.dtype,
                                              std::move(multipliers));
    return std::move(spec).value();  // the lengths are equal
}

Result<std::vector<module::Sizes>> ResizePlan::sizesAt(std::int64_t batchSize) const {
    std::vector<module::Sizes> out;
    out.reserve(tensors.size());
    for (const TensorResize& resize : tensors) {
        auto plan = module::planBatch(resize.spec(), resize.tensor.sizes, batchSize);
        if (!plan) {
            plan.error().where.tensor = resize.tensor.locator.accessPath();
            return std::move(plan).error();
        }
        module::Sizes sizes = resize.tensor.sizes;
        for (const module::AxisResize& step : *plan) {
            sizes[static_cast<std::size_t>(step.axis)] = step.target;
        }
        out.push_back(std::move(sizes));
    }
    return out;
}

std::vector<base::GraphId> graphsLike(const capture::Capture& like, const SavedSample& sample) {
    std::vector<base::GraphId> out;
    for (const capture::Graph& graph : like.graphs()) {
        if (matchInputs(inputsOf(like, graph), sample)) {
            out.push_back(graph.id);
        }
    }
    return out;
}

Result<base::GraphId> graphLike(const capture::Capture& like, const SavedSample& sample,
                                std::string_view graph) {
    const std::vector<base::GraphId> fitting = graphsLike(like, sample);
    if (graph.empty()) {
        if (fitting.empty()) {
            return noGraphFits(like, sample);
        }
        if (fitting.size() > 1) {
            return Error{ErrorCode::valueError,
                         "found " + std::to_string(fitting.size()) + " graphs with the inputs of the sample",
                         "expected --graph with one of:" + listOf(like, fitting),
                         {},
                         {},
                         {}};
        }
        return fitting.front();
    }
    const auto named = capture::graphNamed(like, graph);
    if (!named) {
        std::vector<base::GraphId> all;
        for (const capture::Graph& each : like.graphs()) {
            all.push_back(each.id);
        }
        return Error{ErrorCode::notFound,
                     "found no graph " + std::string(graph),
                     "expected one of:" + listOf(like, fitting.empty() ? all : fitting),
                     {},
                     {},
                     {}};
    }
    for (const base::GraphId each : fitting) {
        if (each == *named) {
            return each;
        }
    }
    return Error{ErrorCode::valueError,
                 "found other inputs than those of the sample: " +
                     inputDifference(inputsOf(like, like.graph(*named)), sample),
                 "expected equal paths and ranks",
                 {},
                 placeOf(like, like.graph(*named)),
                 {}};
}

Result<ResizePlan> resizeLike(const capture::Capture& like, const inference::Analysis& analysis,
                              base::GraphId graph, const SavedSample& sample) {
    const capture::Graph& own = like.graph(graph);
    const std::vector<capture::Tensor> inputs = inputsOf(like, own);
    const auto order = matchInputs(inputs, sample);
    if (!order) {
        return Error{ErrorCode::valueError,
                     "found other inputs than those of the sample: " + inputDifference(inputs, sample),
                     "expected equal paths and ranks",
                     {},
                     placeOf(like, own),
                     {}};
    }
    ResizePlan plan;
    bool isResized = false;
    for (std::size_t i = 0; i < sample.tensors.size(); ++i) {
        TensorResize resize{sample.tensors[i], {}};
        const capture::Tensor& input = inputs[(*order)[i]];
        const auto& axes = analysis.tensor(input.id).axes;
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            if (axes[axis].contractVerdict() != inference::Verdict::batch) {
                continue;
            }
            const auto multiplier = axes[axis].contractMultiplier();
            if (!multiplier || *multiplier < 1) {
                base::SourceLocation where = placeOf(like, own);
                where.tensor = input.accessPath;
                where.axis = static_cast<int>(axis);
                return Error{ErrorCode::valueError,
                             "found a batch axis whose multiplier is not known",
                             "expected a capture with calls, or a summary with multipliers",
                             "record calls of this module, or open AITune's saved metadata",
                             where,
                             {}};
            }
            resize.axes.push_back({static_cast<int>(axis), *multiplier});
            isResized = true;
        }
        plan.tensors.push_back(std::move(resize));
    }
    if (!isResized) {
        return Error{ErrorCode::valueError,
                     "found no input that follows the batch size",
                     "expected at least one batch axis",
                     "record calls at two or more batch sizes, and state batch sizes that are not known",
                     placeOf(like, own),
                     {}};
    }
    return plan;
}

Result<ResizePlan> resizeFirstAxes(const SavedSample& sample) {
    const auto batchSize = sample.batchSize.value_or(0);
    if (batchSize < 1) {
        return Error{ErrorCode::valueError,
                     "found a sample whose batch size is not known",
                     "expected --batch-size N, a file name such as unet_bs4.pt, or --like",
                     {},
                     {},
                     {}};
    }
    ResizePlan plan;
    bool isResized = false;
    for (const SampleTensor& tensor : sample.tensors) {
        TensorResize resize{tensor, {}};
        const std::int64_t first = tensor.sizes.empty() ? 0 : tensor.sizes.front();
        if (first > 0 && first % batchSize == 0) {
            resize.axes.push_back({0, first / batchSize});
            isResized = true;
        }
        plan.tensors.push_back(std::move(resize));
    }
    if (!isResized) {
        return Error{ErrorCode::valueError,
                     "found no tensor whose axis 0 is a multiple of the sample's batch size " +
                         std::to_string(batchSize),
                     "expected at least one",
                     "say with --like which axes follow the batch size",
                     {},
                     {}};
    }
    return plan;
}

std::string describe(const ResizePlan& plan) {
    std::string out;
    for (const TensorResize& resize : plan.tensors) {
        for (const BatchAxis& axis : resize.axes) {
            out += (out.empty() ? "" : ", ") + resize.tensor.locator.accessPath() + " axis " +
                   std::to_string(axis.axis) + " (x" + std::to_string(axis.multiplier) + ")";
        }
    }
    return out;
}

}  // namespace dimscope::trial
