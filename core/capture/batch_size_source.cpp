// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/batch_size_source.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace dimscope::capture {

namespace {

using Column = std::vector<std::int64_t>;

base::Error usage(std::string_view text, std::string expected) {
    base::Error error;
    error.code = base::ErrorCode::usage;
    error.found = "found \"" + std::string(text) + "\" as a batch size source";
    error.expected = std::move(expected);
    error.remedy = "write PATH:AXIS or PATH:AXIS/DIVISOR, for example sample:0/2";
    return error;
}

/// Digits only, within the bounds.
std::optional<std::int64_t> wholeNumber(std::string_view text, std::int64_t least, std::int64_t most) {
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end || text.front() == '-' || value < least || value > most) {
        return std::nullopt;
    }
    return value;
}

/// The tensor with that access path, inputs first; nullptr where there is none that has the axis.
const Tensor* findTensor(const Capture& capture, const Graph& graph,
                         const BatchSizeSource::TensorAxis& source) {
    const Tensor* found = nullptr;
    for (const TensorId id : graph.tensors) {
        const Tensor& tensor = capture.tensor(id);
        if (tensor.accessPath == source.accessPath && static_cast<std::size_t>(source.axis) < tensor.rank &&
            (found == nullptr ||
             (found->side() == module::Side::output && tensor.side() == module::Side::input))) {
            found = &tensor;
        }
    }
    return found;
}

base::Diagnostic warning(const Capture& capture, const Graph& graph, std::string code, std::string message) {
    base::Diagnostic diagnostic{base::Severity::warning, std::move(code), std::move(message), {}};
    diagnostic.where.module = capture.module(graph.module).name;
    diagnostic.where.graph = graph.name;
    if (graph.source.value < capture.sources().size()) {
        diagnostic.where.file = capture.sources()[graph.source.value].name;
    }
    return diagnostic;
}

std::uint64_t unknownCount(const Graph& graph) {
    return static_cast<std::uint64_t>(
        std::count(graph.batchSizes->begin(), graph.batchSizes->end(), kUnknownBatch));
}

std::string samplesText(std::uint64_t count) {
    return std::to_string(count) + (count == 1 ? " sample" : " samples");
}

/// What the name of a call's file states; none where it states nothing.
std::optional<std::int64_t> namedBatchSize(const Capture& capture, const Graph& graph, std::size_t sample) {
    const std::uint32_t source = graph.originOf({static_cast<std::uint32_t>(sample)}).source.value;
    return source < capture.sources().size() ? capture.sources()[source].namedBatchSize : std::nullopt;
}

/// Fills what is unknown from the names of files.
void fillFromNames(const Capture& capture, Graph& graph) {
    auto column = std::make_shared<Column>(*graph.batchSizes);
    for (std::size_t i = 0; i < column->size(); ++i) {
        if ((*column)[i] == kUnknownBatch) {
            (*column)[i] = namedBatchSize(capture, graph, i).value_or(kUnknownBatch);
        }
    }
    graph.batchSizes = std::move(column);
}

bool statesBatchSize(const Capture& capture) {
    return std::any_of(capture.sources().begin(), capture.sources().end(),
                       [](const Source& file) { return file.namedBatchSize.has_value(); });
}

/// Fills the column's unknown entries from the axis, else as `named` says; returns how many stay unknown.
template <class Named>
std::uint64_t fillFrom(std::span<const std::int64_t> sizes, std::int64_t divisor, Column& batchSizes,
                       std::optional<std::size_t>& firstUnknown, const Named& named) {
    std::uint64_t unknown = 0;
    for (std::size_t i = 0; i < batchSizes.size(); ++i) {
        if (batchSizes[i] != kUnknownBatch) {
            continue;
        }
        if (sizes[i] >= divisor && sizes[i] % divisor == 0) {
            batchSizes[i] = sizes[i] / divisor;
        } else if (const std::optional<std::int64_t> size = named(i)) {
            batchSizes[i] = *size;
        } else {
            firstUnknown = firstUnknown.value_or(i);
            ++unknown;
        }
    }
    return unknown;
}

void fillGraph(const Capture& capture, Graph& graph, const BatchSizeSource& source,
               base::Diagnostics& diagnostics) {
    std::uint64_t unknown = unknownCount(graph);
    if (unknown == 0) {
        return;
    }
    if (const auto* constant = std::get_if<BatchSizeSource::Constant>(&source.from)) {
        auto column = std::make_shared<Column>(*graph.batchSizes);
        std::replace(column->begin(), column->end(), kUnknownBatch, constant->batchSize);
        graph.batchSizes = std::move(column);
        return;
    }
    const auto& axis = std::get<BatchSizeSource::TensorAxis>(source.from);
    const Tensor* tensor = findTensor(capture, graph, axis);
    if (tensor == nullptr && statesBatchSize(capture)) {
        fillFromNames(capture, graph);
        unknown = unknownCount(graph);
    }
    if (tensor == nullptr && unknown == 0) {
        return;
    }
    if (tensor == nullptr) {
        diagnostics.add(warning(capture, graph, "batch-source-absent",
                                "graph \"" + graph.name + "\" of " + capture.module(graph.module).name +
                                    " has no tensor " + axis.accessPath + " with an axis " +
                                    std::to_string(axis.axis) + ", so the batch size of " +
                                    samplesText(unknown) + " stays unknown"));
        return;
    }
    auto column = std::make_shared<Column>(*graph.batchSizes);
    std::optional<std::size_t> first;
    const auto sizes = tensor->column(static_cast<std::size_t>(axis.axis));
    const std::uint64_t left = fillFrom(sizes, axis.divisor, *column, first, [&](std::size_t sample) {
        return namedBatchSize(capture, graph, sample);
    });
    graph.batchSizes = std::move(column);
    if (first) {
        base::Diagnostic diagnostic = warning(
            capture, graph, "batch-source-indivisible",
            "the size of " + axis.accessPath + ":" + std::to_string(axis.axis) +
                " is no positive multiple of " + std::to_string(axis.divisor) + " in " + samplesText(left) +
                " (first: size " + std::to_string(sizes[*first]) + "), whose batch size stays unknown");
        diagnostic.where.tensor = axis.accessPath;
        diagnostic.where.axis = axis.axis;
        diagnostic.where.sample = *first;
        diagnostics.add(std::move(diagnostic));
    }
}

}  // namespace

std::string BatchSizeSource::text() const {
    if (const auto* constant = std::get_if<Constant>(&from)) {
        return std::to_string(constant->batchSize);
    }
    if (const auto* axis = std::get_if<TensorAxis>(&from)) {
        std::string out = axis->accessPath + ":" + std::to_string(axis->axis);
        if (axis->divisor != 1) {
            out += "/" + std::to_string(axis->divisor);
        }
        return out;
    }
    return "recorded";
}

base::Result<BatchSizeSource> BatchSizeSource::parse(std::string_view text) {
    if (text == "recorded") {
        return BatchSizeSource{};
    }
    if (!text.empty()) {
        if (const auto constant = wholeNumber(text, 1, std::numeric_limits<std::int64_t>::max())) {
            return BatchSizeSource{Constant{*constant}};
        }
    }
    return parseTensorAxis(text);
}

base::Result<BatchSizeSource> BatchSizeSource::parseTensorAxis(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos || colon == 0) {
        return usage(text, "expected the access path of a tensor, a colon and an axis");
    }
    std::string_view axisText = text.substr(colon + 1);
    std::string_view divisorText = "1";
    if (const std::size_t slash = axisText.find('/'); slash != std::string_view::npos) {
        divisorText = axisText.substr(slash + 1);
        axisText = axisText.substr(0, slash);
    }
    const auto axis = wholeNumber(axisText, 0, std::numeric_limits<int>::max());
    if (!axis) {
        return usage(text, "expected a whole number from 0 up as the axis, behind the last colon");
    }
    const auto divisor = wholeNumber(divisorText, 1, std::numeric_limits<std::int64_t>::max());
    if (!divisor) {
        return usage(text, "expected a whole number from 1 up as the divisor, behind the slash");
    }
    return BatchSizeSource{TensorAxis{std::string(text.substr(0, colon)), static_cast<int>(*axis), *divisor}};
}

std::shared_ptr<const Capture> withBatchSizes(std::shared_ptr<const Capture> capture,
                                              const BatchSizeSource& source, base::Diagnostics& diagnostics) {
    if (capture == nullptr) {
        return capture;
    }
    const bool fromSource = !std::holds_alternative<BatchSizeSource::Recorded>(source.from);
    const bool fromNames = statesBatchSize(*capture);
    if (!fromSource && !fromNames) {
        return capture;
    }
    Capture::Parts parts{capture->sources(), capture->modules(), capture->graphs(), capture->tensors(),
                         capture->details()};
    for (Graph& graph : parts.graphs) {
        if (!graph.isSummary()) {
            fromSource ? fillGraph(*capture, graph, source, diagnostics) : fillFromNames(*capture, graph);
        }
    }
    if (fromSource && capture->sampleCount() == 0 && !parts.graphs.empty()) {
        diagnostics.add(
            {base::Severity::warning,
             "batch-source-unused",
             "the files hold ranges and no calls, so there is nothing that the batch size source "
             "could be used for; state the batch axes as overrides, which the window does for the "
             "axis that is chosen there",
             {}});
    }
    return std::make_shared<const Capture>(std::move(parts));
}

}  // namespace dimscope::capture
