// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "core/module/json_cursor.h"
#include "core/module/sample_metadata.h"

namespace dimscope::module {

using base::ErrorCode;
using base::JsonValue;
using base::Result;

namespace {

constexpr std::array<std::string_view, 4> kContainerNames = {"sequence", "dict", "object", "user_object"};

JsonValue::Object pathMembers(const Locator& locator) {
    return {{"access_path", locator.accessPath()}, {"semantic_path", locator.semanticPath()}};
}

JsonValue metadataJson(JsonValue::Array tensors, JsonValue::Array others, const SampleMetadata& metadata) {
    const LlmPhase phase = metadata.llmPhase();
    return JsonValue::Object{{"tensor_data", std::move(tensors)},
                             {"other_data", std::move(others)},
                             {"strict", metadata.strictness() == Strictness::strict},
                             {"llm_phase", phase == LlmPhase::none ? JsonValue() : JsonValue(name(phase))}};
}

JsonValue containersJson(const Locator& locator) {
    JsonValue::Array out;
    for (const Step& step : locator.steps()) {
        out.emplace_back(kContainerNames[static_cast<std::size_t>(step.container)]);
    }
    return out;
}

Result<Locator> readLocator(const JsonCursor& json, Side side) {
    const auto accessPath = json.member("access_path");
    if (!accessPath) {
        return accessPath.error();
    }
    auto written = accessPath->text();
    if (!written) {
        return std::move(written).error();
    }
    const auto semanticPath = json.member("semantic_path");
    if (!semanticPath) {
        return semanticPath.error();
    }
    return Locator::fromPaths(*std::move(written), semanticPath->value(), side, semanticPath->where());
}

/// A locator with the container kinds that toDict states.
Result<Locator> readExactLocator(const JsonCursor& json, Side side) {
    auto locator = readLocator(json, side);
    if (!locator) {
        return locator;
    }
    const auto containers = json.member("containers");
    if (!containers) {
        return containers.error();
    }
    const auto items = containers->items();
    if (!items) {
        return items.error();
    }
    std::vector<Step> steps = locator->steps();
    if (items->size() != steps.size()) {
        return containers->error(ErrorCode::rankMismatch, std::to_string(items->size()) + " containers",
                                 std::to_string(steps.size()) + ", one for each step of the path");
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto kind = (*items)[i].text();
        if (!kind) {
            return kind.error();
        }
        const auto known = std::find(kContainerNames.begin(), kContainerNames.end(), *kind);
        if (known == kContainerNames.end()) {
            return (*items)[i].error(ErrorCode::badValue, "\"" + *kind + "\"",
                                     "sequence, dict, object or user_object");
        }
        steps[i].container = static_cast<Container>(known - kContainerNames.begin());
    }
    return locator->withSteps(std::move(steps));
}

Result<LlmPhase> readPhase(const JsonCursor& json) {
    const auto entry = json.find("llm_phase");
    if (!entry || entry->value().isNull()) {
        return LlmPhase::none;
    }
    const auto text = entry->text();
    if (!text) {
        return text.error();
    }
    for (const LlmPhase phase : {LlmPhase::none, LlmPhase::prefill, LlmPhase::decode}) {
        if (*text == name(phase)) {
            return phase;
        }
    }
    return entry->error(ErrorCode::badValue, "\"" + *text + "\"", "null, \"prefill\" or \"decode\"");
}

Result<Strictness> readStrictness(const JsonCursor& json) {
    const auto entry = json.find("strict");
    const auto strict = entry ? entry->boolean() : Result<bool>(true);
    if (!strict) {
        return strict.error();
    }
    return *strict ? Strictness::strict : Strictness::lenient;
}

/// How the two JSON forms differ: what is read of a path and of a tensor.
struct Form {
    Result<Locator> (*locator)(const JsonCursor&, Side);
    Result<TensorSpec> (*spec)(const JsonValue&, const base::SourceLocation&);
};

class MetadataReader {
 public:
    MetadataReader(const Form& form, Side side) : m_form(form), m_side(side) {}

    Result<SampleMetadata> read(const JsonCursor& json) {
        const auto tensors = json.member("tensor_data");
        if (!tensors) {
            return tensors.error();
        }
        if (auto done = readTensors(*tensors); !done) {
            return std::move(done).error();
        }
        if (const auto others = json.find("other_data")) {
            if (auto done = readOthers(*others); !done) {
                return std::move(done).error();
            }
        }
        const auto strictness = readStrictness(json);
        if (!strictness) {
            return strictness.error();
        }
        const auto phase = readPhase(json);
        if (!phase) {
            return phase.error();
        }
        return SampleMetadata(std::move(m_tensors), std::move(m_others), *strictness, *phase);
    }

 private:
    Result<void> readTensors(const JsonCursor& json) {
        const auto items = json.items();
        if (!items) {
            return items.error();
        }
        for (const JsonCursor& item : *items) {
            auto locator = readPath(item);
            if (!locator) {
                return std::move(locator).error();
            }
            auto spec = m_form.spec(item.value(), item.where());
            if (!spec) {
                return std::move(spec).error();
            }
            m_tensors.push_back({*std::move(locator), *std::move(spec)});
        }
        return {};
    }

    Result<void> readOthers(const JsonCursor& json) {
        const auto items = json.items();
        if (!items) {
            return items.error();
        }
        for (const JsonCursor& item : *items) {
            auto locator = readPath(item);
            if (!locator) {
                return std::move(locator).error();
            }
            const auto value = item.member("value");
            if (!value) {
                return value.error();
            }
            m_others.push_back({*std::move(locator), Value::fromJson(value->value())});
        }
        return {};
    }

    Result<Locator> readPath(const JsonCursor& item) {
        auto locator = m_form.locator(item, m_side);
        if (locator && !m_seen.insert(*locator).second) {
            return item.error(ErrorCode::badValue, "the path " + locator->accessPath() + " a second time",
                              "each path once");
        }
        return locator;
    }

    const Form& m_form;
    Side m_side;
    std::unordered_set<Locator> m_seen;
    std::vector<SampleMetadata::TensorEntry> m_tensors;
    std::vector<SampleMetadata::OtherEntry> m_others;
};

constexpr Form kExport = {readLocator, TensorSpec::fromJson};
constexpr Form kDict = {readExactLocator, TensorSpec::fromDict};

}  // namespace

JsonValue SampleMetadata::toJson() const {
    JsonValue::Array tensors;
    for (const TensorEntry& entry : m_tensors) {
        JsonValue::Object members = pathMembers(entry.locator);
        const JsonValue spec = entry.spec.toJson();
        members.insert(members.end(), spec.object()->begin(), spec.object()->end());
        tensors.emplace_back(std::move(members));
    }
    JsonValue::Array others;
    for (const OtherEntry& entry : m_others) {
        JsonValue::Object members = pathMembers(entry.locator);
        members.emplace_back("value", entry.value.toJson());
        others.emplace_back(std::move(members));
    }
    return metadataJson(std::move(tensors), std::move(others), *this);
}

JsonValue SampleMetadata::toDict() const {
    JsonValue::Array tensors;
    for (const TensorEntry& entry : m_tensors) {
        JsonValue::Object members = pathMembers(entry.locator);
        members.emplace_back("containers", containersJson(entry.locator));
        const JsonValue spec = entry.spec.toDict();
        members.insert(members.end(), spec.object()->begin(), spec.object()->end());
        tensors.emplace_back(std::move(members));
    }
    JsonValue::Array others;
    for (const OtherEntry& entry : m_others) {
        JsonValue::Object members = pathMembers(entry.locator);
        members.emplace_back("containers", containersJson(entry.locator));
        members.emplace_back("value", entry.value.toJson());
        others.emplace_back(std::move(members));
    }
    return metadataJson(std::move(tensors), std::move(others), *this);
}

Result<SampleMetadata> SampleMetadata::fromJson(const JsonValue& json, Side side,
                                                const base::SourceLocation& where) {
    return MetadataReader(kExport, side).read(JsonCursor(json, where));
}

Result<SampleMetadata> SampleMetadata::fromDict(const JsonValue& dict, Side side,
                                                const base::SourceLocation& where) {
    return MetadataReader(kDict, side).read(JsonCursor(dict, where));
}

}  // namespace dimscope::module
