// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/module/dynamic_shapes.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "core/module/json_cursor.h"

namespace dimscope::module {

using base::Error;
using base::ErrorCode;
using base::JsonValue;
using base::Result;

namespace {

constexpr std::string_view kBatchDim = "BatchDim";
constexpr std::string_view kDynamicDim = "DynamicDim";

Error refusal(ErrorCode code, std::string found, std::string expected) {
    return {code, "found " + std::move(found), "expected " + std::move(expected), "", {}, {}};
}

Error withPlace(Error error, const JsonCursor& json) {
    error.where = json.where();
    return error;
}

std::string dimText(const DynamicDim& dim) {
    return "\"" + dim.name + "\" from " + std::to_string(dim.min) + " to " + std::to_string(dim.max) +
           (dim.opt ? ", opt " + std::to_string(*dim.opt) : "");
}

std::vector<Accessor> accessorsOf(const Locator& locator) {
    std::vector<Accessor> out;
    for (const Step& step : locator.steps()) {
        out.push_back(step.accessor);
    }
    return out;
}

std::string pathText(const std::vector<Accessor>& path) {
    std::vector<Step> steps;
    for (const Accessor& accessor : path) {
        const bool text = std::holds_alternative<std::string>(accessor);
        steps.push_back({accessor, text ? Container::mapping : Container::sequence});
    }
    return Locator(std::move(steps), Side::input).accessPath();
}

Result<void> checkPath(const std::vector<Accessor>& path) {
    const auto* root = path.empty() ? nullptr : std::get_if<std::string>(&path.front());
    if (root && !root->empty()) {
        return {};
    }
    return refusal(ErrorCode::userInput, "the path " + pathText(path),
                   "a path that starts with the name of a parameter");
}

/// Named dimensions seen so far: a name stands for one kind and one set of bounds.
class NamedDims {
 public:
    Result<void> add(const DynamicDim& dim) {
        const auto [known, isNew] = m_byName.try_emplace(dim.name, dim);
        if (isNew || known->second == dim) {
            return {};
        }
        return refusal(ErrorCode::userInput, dimText(dim), dimText(known->second) + ", as stated before");
    }

 private:
    std::map<std::string, DynamicDim> m_byName;
};

Result<void> checkShape(const DynamicShapes::Entry& entry, NamedDims& names) {
    for (const DimDefinition& dim : entry.shape) {
        const auto* size = std::get_if<std::int64_t>(&dim);
        if (size && *size < 0) {
            return refusal(ErrorCode::valueError,
                           std::to_string(*size) + " in the shape of " + pathText(entry.path),
                           "a size that is not negative");
        }
        if (!size) {
            if (auto known = names.add(std::get<DynamicDim>(dim)); !known) {
                return known;
            }
        }
    }
    return {};
}

/// Sizes that names have taken within one call.
using SizeByName = std::map<std::string, std::int64_t>;

Result<void> checkAxis(const DimDefinition& definition, std::int64_t size, SizeByName& sizes) {
    const auto found = [size](std::string expected) {
        return refusal(ErrorCode::userInput, "the size " + std::to_string(size), std::move(expected));
    };
    if (const auto* fixed = std::get_if<std::int64_t>(&definition)) {
        return size == *fixed ? Result<void>() : found("the fixed size " + std::to_string(*fixed));
    }
    const auto& dim = std::get<DynamicDim>(definition);
    if (size < dim.min || size > dim.max) {
        return found("a size of " + dimText(dim));
    }
    const auto [known, isNew] = sizes.try_emplace(dim.name, size);
    return isNew || known->second == size
               ? Result<void>()
               : found(std::to_string(known->second) + ", the size of \"" + dim.name + "\" in this call");
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
    if (auto checked = checkPath(out); !checked) {
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

Result<void> DynamicDim::check() const {
    if (name.empty()) {
        return refusal(ErrorCode::userInput, "an empty name", "the name of a dimension");
    }
    for (const std::int64_t bound : {min, max, opt.value_or(1)}) {
        if (bound < 1) {
            return refusal(ErrorCode::valueError, dimText(*this), "bounds of at least 1");
        }
    }
    if (min >= max) {
        return refusal(ErrorCode::userInput, dimText(*this), "min < max");
    }
    if (opt && (*opt < min || *opt > max)) {
        return refusal(ErrorCode::userInput, dimText(*this), "min <= opt <= max");
    }
    return {};
}

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

Result<DynamicShapes> DynamicShapes::fromEntries(std::vector<Entry> entries) {
    NamedDims names;
    for (const Entry& entry : entries) {
        if (auto checked = checkPath(entry.path); !checked) {
            return std::move(checked).error();
        }
        for (const DimDefinition& dim : entry.shape) {
            const auto* named = std::get_if<DynamicDim>(&dim);
            if (auto checked = named ? named->check() : Result<void>(); !checked) {
                return std::move(checked).error();
            }
        }
        if (auto checked = checkShape(entry, names); !checked) {
            return std::move(checked).error();
        }
        const auto same = std::count_if(entries.begin(), entries.end(),
                                        [&entry](const Entry& other) { return other.path == entry.path; });
        if (same > 1) {
            return refusal(ErrorCode::userInput, "the path " + pathText(entry.path) + " twice",
                           "one definition for each path");
        }
    }
    DynamicShapes out;
    out.m_entries = std::move(entries);
    return out;
}

const ShapeDefinition* DynamicShapes::find(const Locator& locator) const {
    const std::vector<Accessor> path = accessorsOf(locator);
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&path](const Entry& entry) { return entry.path == path; });
    return found == m_entries.end() ? nullptr : &found->shape;
}

Result<std::vector<Locator>> DynamicShapes::resolve(const SampleMetadata& call) const {
    std::vector<Locator> out;
    SizeByName sizes;
    for (const auto& [locator, spec] : call.tensorData()) {
        const ShapeDefinition* definition = find(locator);
        if (!definition) {
            continue;
        }
        if (definition->size() != spec.rank()) {
            return refusal(ErrorCode::userInput,
                           locator.accessPath() + " of rank " + std::to_string(spec.rank()),
                           "rank " + std::to_string(definition->size()));
        }
        for (std::size_t axis = 0; axis < definition->size(); ++axis) {
            if (auto fits = checkAxis((*definition)[axis], spec.minShape()[axis], sizes); !fits) {
                return std::move(fits).error().withContext("axis " + std::to_string(axis) + " of " +
                                                           locator.accessPath());
            }
        }
        out.push_back(locator);
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
