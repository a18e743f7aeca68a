// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/overrides_json.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "core/base/dims_json.h"
#include "core/module/json_cursor.h"

namespace dimscope::overrides {

namespace {

using base::ErrorCode;
using base::JsonValue;
using base::Result;
using module::JsonCursor;

constexpr std::string_view kWhole = "a whole number within 64 bits";

/// Members of an object that are not among the known ones, in their order.
JsonValue::Object unknownMembers(const JsonCursor& json, std::initializer_list<std::string_view> known) {
    JsonValue::Object out;
    for (const JsonValue::Member& member : *json.value().object()) {
        if (std::find(known.begin(), known.end(), member.first) == known.end()) {
            out.push_back(member);
        }
    }
    return out;
}

/// A member that may be left out; null says the same as leaving it out.
std::optional<JsonCursor> optionalMember(const JsonCursor& json, std::string_view key) {
    auto found = json.find(key);
    return found && !found->value().isNull() ? found : std::nullopt;
}

Result<std::int64_t> readInteger(const JsonCursor& json, ErrorCode code) {
    const base::JsonNumber* number = json.value().number();
    if (number == nullptr) {
        return json.wrongType(kWhole);
    }
    if (const auto whole = number->asInt64()) {
        return *whole;
    }
    return json.error(code, number->text, kWhole);
}

Result<Dim> readDim(const JsonCursor& json) {
    if (json.value().isNull()) {
        return Dim{};
    }
    if (const std::string* symbol = json.value().string()) {
        return Dim{*symbol};
    }
    if (json.value().number() == nullptr) {
        return json.wrongType("a size, a symbol or null");
    }
    const auto size = readInteger(json, ErrorCode::badSize);
    return size ? Result<Dim>(Dim{*size}) : Result<Dim>(size.error());
}

Result<std::int64_t> readSize(const JsonCursor& json) {
    return readInteger(json, ErrorCode::badSize);
}

template <class T>
Result<void> readList(const Result<JsonCursor>& json, Result<T> (*read)(const JsonCursor&),
                      std::vector<T>& into) {
    if (!json) {
        return json.error();
    }
    const auto items = json->items();
    if (!items) {
        return items.error();
    }
    for (const JsonCursor& item : *items) {
        auto entry = read(item);
        if (!entry) {
            return std::move(entry).error();
        }
        into.push_back(*std::move(entry));
    }
    return {};
}

Result<std::optional<std::string>> readOptionalText(const JsonCursor& json, std::string_view key) {
    const auto member = optionalMember(json, key);
    if (!member) {
        return std::optional<std::string>();
    }
    auto text = member->text();
    return text ? Result<std::optional<std::string>>(*std::move(text)) : std::move(text).error();
}

Result<std::string> readText(const JsonCursor& json, std::string_view key) {
    const auto member = json.member(key);
    return member ? member->text() : member.error();
}

Result<module::Side> readSide(const JsonCursor& json) {
    const auto member = json.member("side");
    if (!member) {
        return member.error();
    }
    const auto text = member->text();
    if (!text) {
        return text.error();
    }
    for (const module::Side side : {module::Side::input, module::Side::output}) {
        if (*text == module::name(side)) {
            return side;
        }
    }
    return member->error(ErrorCode::badValue, base::quoteJson(*text), "\"input\" or \"output\"");
}

Result<module::Locator> readLocator(const JsonCursor& json) {
    const auto side = readSide(json);
    if (!side) {
        return side.error();
    }
    const auto semantic = json.member("semantic_path");
    if (!semantic) {
        return semantic.error();
    }
    auto access = readOptionalText(json, "access_path");
    if (!access) {
        return std::move(access).error();
    }
    return module::Locator::fromPaths(access->value_or(""), semantic->value(), *side, semantic->where());
}

Result<void> readShapes(const JsonCursor& json, TensorOverride& tensor) {
    if (auto read = readList<Dim>(json.member("shape"), readDim, tensor.shape); !read) {
        return read;
    }
    if (auto read = readList<std::int64_t>(json.member("min_shape"), readSize, tensor.min); !read) {
        return read;
    }
    if (auto read = readList<std::int64_t>(json.member("max_shape"), readSize, tensor.max); !read) {
        return read;
    }
    if (const auto opt = optionalMember(json, "opt_shape")) {
        return readList<std::int64_t>(*opt, readSize, tensor.opt);
    }
    tensor.opt = tensor.max;
    return {};
}

Result<void> readBatch(const JsonCursor& json, TensorOverride& tensor) {
    if (const auto member = optionalMember(json, "batch_axis")) {
        const auto axis = readInteger(*member, ErrorCode::badValue);
        if (!axis) {
            return axis.error();
        }
        tensor.batchAxis = *axis;
    }
    const auto stated = json.find("batch_multiplier");
    if (stated && stated->value().isNull()) {
        tensor.batchMultiplier.reset();
    } else if (const auto& member = stated) {
        const auto multiplier = readInteger(*member, ErrorCode::badValue);
        if (!multiplier) {
            return multiplier.error();
        }
        tensor.batchMultiplier = *multiplier;
    }
    return {};
}

Result<TensorOverride> readTensor(const JsonCursor& json) {
    TensorOverride tensor;
    auto locator = readLocator(json);
    if (!locator) {
        return std::move(locator).error();
    }
    tensor.locator = *std::move(locator);
    auto name = readOptionalText(json, "name");
    auto dtype = readOptionalText(json, "dtype");
    auto note = readOptionalText(json, "note");
    for (const auto* text : {&name, &dtype, &note}) {
        if (!*text) {
            return text->error();
        }
    }
    tensor.name = *std::move(name);
    tensor.dtype = *std::move(dtype);
    tensor.note = note->value_or("");
    if (auto read = readShapes(json, tensor); !read) {
        return std::move(read).error();
    }
    if (auto read = readBatch(json, tensor); !read) {
        return std::move(read).error();
    }
    tensor.extra =
        unknownMembers(json, {"side", "semantic_path", "access_path", "name", "dtype", "shape", "min_shape",
                              "opt_shape", "max_shape", "batch_axis", "batch_multiplier", "note"});
    return tensor;
}

Result<void> readTensors(const JsonCursor& json, GraphOverrides& graph) {
    if (auto read = readList<TensorOverride>(json, readTensor, graph.tensors); !read) {
        return read;
    }
    std::unordered_set<std::string> seen;
    for (std::size_t i = 0; i < graph.tensors.size(); ++i) {
        const module::Locator& locator = graph.tensors[i].locator;
        std::string key(module::name(locator.side()));
        key += base::dumpJson(locator.semanticPath());
        if (!seen.insert(std::move(key)).second) {
            return (*json.items())[i].error(ErrorCode::badValue,
                                            "a second override of " + locator.accessPath(),
                                            "each tensor of a graph once");
        }
    }
    return {};
}

Result<GraphOverrides> readGraph(const JsonCursor& json) {
    GraphOverrides graph;
    auto module = readText(json, "module");
    if (!module) {
        return std::move(module).error();
    }
    auto name = readText(json, "graph");
    if (!name) {
        return std::move(name).error();
    }
    graph.module = *std::move(module);
    graph.graph = *std::move(name);
    const auto tensors = json.member("tensors");
    if (!tensors) {
        return tensors.error();
    }
    if (auto read = readTensors(*tensors, graph); !read) {
        return std::move(read).error();
    }
    if (const auto excluded = optionalMember(json, "excluded_samples")) {
        auto samples = excluded->sizes();
        if (!samples) {
            return std::move(samples).error();
        }
        graph.excludedSamples = *std::move(samples);
        std::sort(graph.excludedSamples.begin(), graph.excludedSamples.end());
        graph.excludedSamples.erase(std::unique(graph.excludedSamples.begin(), graph.excludedSamples.end()),
                                    graph.excludedSamples.end());
    }
    graph.extra = unknownMembers(json, {"module", "graph", "tensors", "excluded_samples"});
    return graph;
}

Result<void> readGraphs(const JsonCursor& json, OverrideSet& overrides) {
    if (auto read = readList<GraphOverrides>(json, readGraph, overrides.graphs); !read) {
        return read;
    }
    std::unordered_set<std::string> seen;
    for (std::size_t i = 0; i < overrides.graphs.size(); ++i) {
        const GraphOverrides& graph = overrides.graphs[i];
        if (!seen.insert(base::quoteJson(graph.module) + base::quoteJson(graph.graph)).second) {
            return (*json.items())[i].error(ErrorCode::badValue,
                                            "a second entry for graph " + graph.graph + " of " + graph.module,
                                            "each graph once");
        }
    }
    return {};
}

Result<void> readSource(const JsonCursor& json, OverrideSet& overrides) {
    if (json.value().object() == nullptr) {
        return json.wrongType("an object with name and fingerprint");
    }
    auto name = readOptionalText(json, "name");
    if (!name) {
        return std::move(name).error();
    }
    auto fingerprint = readOptionalText(json, "fingerprint");
    if (!fingerprint) {
        return std::move(fingerprint).error();
    }
    overrides.sourceName = name->value_or("");
    overrides.fingerprint = fingerprint->value_or("");
    overrides.sourceExtra = unknownMembers(json, {"name", "fingerprint"});
    return {};
}

Result<void> checkHeader(const JsonCursor& json) {
    const auto format = json.member("format");
    if (!format) {
        return format.error();
    }
    const auto formatText = format->text();
    if (!formatText) {
        return formatText.error();
    }
    if (*formatText != kOverridesFormat) {
        return format->error(ErrorCode::unknownFormat, base::quoteJson(*formatText),
                             base::quoteJson(kOverridesFormat));
    }
    const auto version = json.member("version");
    if (!version) {
        return version.error();
    }
    const base::JsonNumber* number = version->value().number();
    if (number == nullptr) {
        return version->wrongType("version 1");
    }
    if (number->asInt64() != 1) {
        base::Error error = version->error(ErrorCode::badValue, "version " + number->text, "version 1");
        error.remedy = "open it with a newer Dimscope";
        return error;
    }
    return {};
}

JsonValue sizesJson(const Sizes& sizes) {
    return JsonValue::Array(sizes.begin(), sizes.end());
}

/// Members that a file held beside the known ones, behind them.
void addExtra(JsonValue& object, const JsonValue::Object& extra) {
    for (const JsonValue::Member& member : extra) {
        if (object.find(member.first) == nullptr) {
            object.set(member.first, member.second);
        }
    }
}

JsonValue tensorJson(const TensorOverride& tensor) {
    JsonValue json{JsonValue::Object{}};
    json.set("side", module::name(tensor.locator.side()));
    json.set("semantic_path", tensor.locator.semanticPath());
    json.set("access_path", tensor.locator.accessPath());
    if (tensor.name) {
        json.set("name", *tensor.name);
    }
    if (tensor.dtype) {
        json.set("dtype", *tensor.dtype);
    }
    json.set("shape", base::dimsJson(tensor.shape));
    json.set("min_shape", sizesJson(tensor.min));
    json.set("opt_shape", sizesJson(tensor.opt));
    json.set("max_shape", sizesJson(tensor.max));
    json.set("batch_axis", tensor.batchAxis ? JsonValue(*tensor.batchAxis) : JsonValue());
    json.set("batch_multiplier", tensor.batchMultiplier ? JsonValue(*tensor.batchMultiplier) : JsonValue());
    if (!tensor.note.empty()) {
        json.set("note", tensor.note);
    }
    addExtra(json, tensor.extra);
    return json;
}

std::vector<module::Accessor> accessorsOf(const module::Locator& locator) {
    std::vector<module::Accessor> out;
    for (const module::Step& step : locator.steps()) {
        out.push_back(step.accessor);
    }
    return out;
}

bool standsBefore(const TensorOverride* left, const TensorOverride* right) {
    if (left->locator.side() != right->locator.side()) {
        return left->locator.side() == module::Side::input;
    }
    return accessorsOf(left->locator) < accessorsOf(right->locator);
}

JsonValue graphJson(const GraphOverrides& graph) {
    std::vector<const TensorOverride*> order;
    for (const TensorOverride& tensor : graph.tensors) {
        order.push_back(&tensor);
    }
    std::stable_sort(order.begin(), order.end(), standsBefore);
    JsonValue::Array tensors;
    for (const TensorOverride* tensor : order) {
        tensors.push_back(tensorJson(*tensor));
    }
    JsonValue json{JsonValue::Object{}};
    json.set("module", graph.module);
    json.set("graph", graph.graph);
    json.set("tensors", std::move(tensors));
    if (!graph.excludedSamples.empty()) {
        json.set("excluded_samples", sizesJson(graph.excludedSamples));
    }
    addExtra(json, graph.extra);
    return json;
}

JsonValue sourceJson(const OverrideSet& overrides) {
    JsonValue json{JsonValue::Object{}};
    json.set("name", overrides.sourceName);
    json.set("fingerprint", overrides.fingerprint);
    addExtra(json, overrides.sourceExtra);
    return json;
}

}  // namespace

Result<OverrideSet> overridesFromJson(const JsonValue& document, const base::SourceLocation& origin) {
    const JsonCursor json(document, origin);
    if (auto checked = checkHeader(json); !checked) {
        return std::move(checked).error();
    }
    OverrideSet overrides;
    if (const auto source = optionalMember(json, "source")) {
        if (auto read = readSource(*source, overrides); !read) {
            return std::move(read).error();
        }
    }
    const auto graphs = json.member("graphs");
    if (!graphs) {
        return graphs.error();
    }
    if (auto read = readGraphs(*graphs, overrides); !read) {
        return std::move(read).error();
    }
    overrides.extra = unknownMembers(json, {"format", "version", "source", "graphs"});
    return overrides;
}

JsonValue overridesToJson(const OverrideSet& overrides) {
    std::vector<const GraphOverrides*> order;
    for (const GraphOverrides& graph : overrides.graphs) {
        order.push_back(&graph);
    }
    std::stable_sort(order.begin(), order.end(), [](const GraphOverrides* left, const GraphOverrides* right) {
        return std::tie(left->module, left->graph) < std::tie(right->module, right->graph);
    });
    JsonValue::Array graphs;
    for (const GraphOverrides* graph : order) {
        graphs.push_back(graphJson(*graph));
    }
    JsonValue json{JsonValue::Object{}};
    json.set("format", kOverridesFormat);
    json.set("version", 1);
    json.set("source", sourceJson(overrides));
    json.set("graphs", std::move(graphs));
    addExtra(json, overrides.extra);
    return json;
}

}  // namespace dimscope::overrides
