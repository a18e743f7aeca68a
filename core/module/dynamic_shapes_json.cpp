// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/module/dynamic_shapes.h"
#include "core/module/json_cursor.h"

namespace dimscope::module {

using base::Error;
using base::ErrorCode;
using base::JsonValue;
using base::Result;

namespace {

constexpr std::string_view kBatchDim = "BatchDim";
constexpr std::string_view kDynamicDim = "DynamicDim";

Error withPlace(Error error, const JsonCursor& json) {
    error.where = json.where();
    return error;
}

Result<std::int64_t> readBound(const JsonCursor& dim, std::string_view key) {
    const auto entry = dim.member(key);
    if (!entry) {
        return entry.error();
    }
    const base::JsonNumber* number = entry->value().number();
    const auto bound = number ? number->asInt64() : std::nullopt;
    if (!bound) {
        return entry->error(ErrorCode::userInput, number ? number->text : base::describeKind(entry->value()),
                            "an integer");
    }
    return *bound;
}

Result<DimKind> readKind(const JsonCursor& dim) {
    const auto entry = dim.member("type");
    if (!entry) {
        return entry.error();
    }
    const auto type = entry->text();
    if (!type) {
        return type.error();
    }
    if (*type != kBatchDim && *type != kDynamicDim) {
        return entry->error(ErrorCode::badValue, "\"" + *type + "\"", "BatchDim or DynamicDim");
    }
    return *type == kBatchDim ? DimKind::batch : DimKind::dynamic;
}

Result<DimDefinition> readDefinition(const JsonCursor& json) {
    if (json.value().object()) {
        auto dim = DynamicDim::fromJson(json.value(), json.where());
        return dim ? Result<DimDefinition>(*std::move(dim)) : Result<DimDefinition>(std::move(dim).error());
    }
    const base::JsonNumber* number = json.value().number();
    const auto size = number ? number->asInt64() : std::nullopt;
    if (!size) {
        return json.error(ErrorCode::userInput, number ? number->text : base::describeKind(json.value()),
                          "an integer or a dimension");
    }
    return DimDefinition(*size);
}

Result<std::vector<Accessor>> readPath(const JsonCursor& json) {
    const auto steps = json.value().array() ? json.items() : std::vector<JsonCursor>{json};
    std::vector<Accessor> out;
    for (const JsonCursor& step : *steps) {
        const base::JsonNumber* number = step.value().number();
        const auto index = number ? number->asInt64() : std::nullopt;
        if (const std::string* text = step.value().string()) {
            out.emplace_back(*text);
        } else if (index) {
            out.emplace_back(*index);
        } else {
            return step.error(ErrorCode::userInput, base::describeKind(step.value()), "text or an integer");
        }
    }
    if (json.value().array() && out.size() < 2) {
        return json.error(ErrorCode::userInput, "an array of " + std::to_string(out.size()) + " steps",
                          "at least two, or bare text for one");
    }
    if (auto checked = checkInputPath(out); !checked) {
        return withPlace(std::move(checked).error(), json);
    }
    return out;
}

Result<ShapeDefinition> readShape(const JsonCursor& json) {
    const auto items = json.items();
    if (!items) {
        return items.error();
    }
    ShapeDefinition out;
    for (const JsonCursor& item : *items) {
        auto definition = readDefinition(item);
        if (!definition) {
            return std::move(definition).error();
        }
        out.push_back(*std::move(definition));
    }
    return out;
}

Result<DynamicShapes::Entry> readEntry(const JsonCursor& json) {
    const auto path = json.member("path");
    if (!path) {
        return path.error();
    }
    const auto shape = json.member("shape");
    if (!shape) {
        return shape.error();
    }
    auto dims = readShape(*shape);
    if (!dims) {
        return std::move(dims).error();
    }
    auto steps = readPath(*path);
    if (!steps) {
        return std::move(steps).error();
    }
    return DynamicShapes::Entry{*std::move(steps), *std::move(dims)};
}

}  // namespace

JsonValue DynamicDim::toJson() const {
    return JsonValue::Object{{"type", kind == DimKind::batch ? kBatchDim : kDynamicDim},
                             {"name", name},
                             {"min", min},
                             {"max", max},
                             {"opt", opt ? JsonValue(*opt) : JsonValue()}};
}

Result<DynamicDim> DynamicDim::fromJson(const JsonValue& value, const base::SourceLocation& where) {
    const JsonCursor json(value, where);
    const auto kind = readKind(json);
    if (!kind) {
        return kind.error();
    }
    DynamicDim out;
    out.kind = *kind;
    const auto entry = json.member("name");
    auto text = entry ? entry->text() : Result<std::string>(entry.error());
    if (!text) {
        return std::move(text).error();
    }
    out.name = *std::move(text);
    const bool hasOpt = json.find("opt") && !json.find("opt")->value().isNull();
    const auto min = readBound(json, "min");
    const auto max = readBound(json, "max");
    const auto opt = hasOpt ? readBound(json, "opt") : Result<std::int64_t>(1);
    if (out.name.empty()) {
        return withPlace(out.check().error(), json);
    }
    for (const auto* bound : {&min, &max, &opt}) {
        if (!*bound) {
            return bound->error();
        }
        if (**bound < 1) {
            return json.error(ErrorCode::valueError, std::to_string(**bound) + " as a bound", "at least 1");
        }
    }
    out.min = *min;
    out.max = *max;
    out.opt = hasOpt ? std::optional(*opt) : std::nullopt;
    if (auto checked = out.check(); !checked) {
        return withPlace(std::move(checked).error(), json);
    }
    return out;
}

JsonValue DynamicShapes::toJson() const {
    JsonValue::Array out;
    for (const Entry& entry : m_entries) {
        std::vector<Step> steps;
        for (const Accessor& accessor : entry.path) {
            steps.push_back({accessor, Container::mapping});
        }
        JsonValue::Array shape;
        for (const DimDefinition& dim : entry.shape) {
            const auto* size = std::get_if<std::int64_t>(&dim);
            shape.push_back(size ? JsonValue(*size) : std::get<DynamicDim>(dim).toJson());
        }
        out.emplace_back(JsonValue::Object{{"path", Locator(std::move(steps), Side::input).semanticPath()},
                                           {"shape", std::move(shape)}});
    }
    return out;
}

Result<DynamicShapes> DynamicShapes::fromJson(const JsonValue& value, const base::SourceLocation& where) {
    if (value.isNull()) {
        return DynamicShapes();
    }
    const JsonCursor json(value, where);
    const auto items = json.items();
    if (!items) {
        return items.error();
    }
    std::vector<Entry> entries;
    for (const JsonCursor& item : *items) {
        auto entry = readEntry(item);
        if (!entry) {
            return std::move(entry).error();
        }
        entries.push_back(*std::move(entry));
    }
    auto out = fromEntries(std::move(entries));
    return out ? std::move(out) : Result<DynamicShapes>(withPlace(std::move(out).error(), json));
}

}  // namespace dimscope::module
