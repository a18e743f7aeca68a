// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/flat_names.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <string>
#include <utility>

namespace dimscope::readers {

namespace {

using base::JsonValue;

bool isDigits(std::string_view text) {
    static constexpr std::size_t kMostDigits = 9;
    return !text.empty() && text.size() <= kMostDigits &&
           text.find_first_not_of("0123456789") == std::string_view::npos;
}

JsonValue indexValue(std::string_view digits) {
    std::int64_t index = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), index);
    return index;
}

/// Adds the steps of a name between dots: a name, then groups of digits.
void addSteps(std::string_view part, JsonValue::Array& steps) {
    std::vector<std::string_view> indexes;
    for (std::size_t bar = part.rfind('_'); bar != std::string_view::npos && isDigits(part.substr(bar + 1));
         bar = part.rfind('_')) {
        indexes.push_back(part.substr(bar + 1));
        part = part.substr(0, bar);
    }
    if (isDigits(part)) {
        steps.push_back(indexValue(part));
    } else if (!part.empty()) {
        steps.emplace_back(part);
    }
    for (auto index = indexes.rbegin(); index != indexes.rend(); ++index) {
        steps.push_back(indexValue(*index));
    }
}

std::string_view withoutRoot(std::string_view name, module::Side side) {
    for (const std::string_view root :
         {side == module::Side::input ? std::string_view("kwargs") : std::string_view("outputs")}) {
        if (name.starts_with(root)) {
            std::string_view rest = name.substr(root.size());
            if (rest.empty() || rest.front() == '_' || rest.front() == '.') {
                return rest;
            }
        }
    }
    return name;
}

/// An entry of tensor_data or other_data with paths in place of its name; `taken` are the paths given before.
JsonValue entryWithPaths(JsonValue entry, const std::string& name, module::Side side,
                         std::set<std::string>& taken) {
    JsonValue path = semanticPathOfFlatName(name, side);
    if (!taken.insert(base::dumpJson(path)).second) {
        // Two names that flatten to one path: the name itself is unique.
        path = JsonValue(name);
    }
    JsonValue::Object members;
    members.emplace_back("access_path", name);
    members.emplace_back("semantic_path", std::move(path));
    for (JsonValue::Member& member : *entry.object()) {
        if (member.first != "name") {
            members.push_back(std::move(member));
        }
    }
    JsonValue out(std::move(members));
    out.setPlace(entry.place());
    return out;
}

}  // namespace

JsonValue semanticPathOfFlatName(std::string_view name, module::Side side) {
    JsonValue::Array steps;
    std::string_view rest = withoutRoot(name, side);
    while (!rest.empty()) {
        const bool separated = rest.front() == '_' || rest.front() == '.';
        if (separated && rest.size() < name.size()) {
            rest.remove_prefix(1);
        }
        const std::size_t dot = rest.find('.');
        addSteps(rest.substr(0, dot), steps);
        rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot);
        if (rest == ".") {
            break;
        }
    }
    return steps.size() == 1 ? std::move(steps.front()) : JsonValue(std::move(steps));
}

JsonValue withPaths(JsonValue metadata, module::Side side) {
    if (metadata.object() == nullptr) {
        return metadata;
    }
    for (JsonValue::Member& member : *metadata.object()) {
        std::set<std::string> taken;
        JsonValue& value = member.second;
        if (member.first == "tensor_data" && value.array() != nullptr) {
            for (JsonValue& tensor : *value.array()) {
                const JsonValue* name = tensor.find("name");
                if (name != nullptr && name->string() != nullptr && tensor.find("access_path") == nullptr) {
                    const std::string written = *name->string();
                    tensor = entryWithPaths(std::move(tensor), written, side, taken);
                }
            }
        } else if (member.first == "other_data" && value.object() != nullptr) {
            JsonValue::Array entries;
            for (JsonValue::Member& other : *value.object()) {
                JsonValue entry(JsonValue::Object{});
                entry.setPlace(other.second.place());
                entry.set("value", std::move(other.second));
                entries.push_back(entryWithPaths(std::move(entry), other.first, side, taken));
            }
            JsonValue list(std::move(entries));
            list.setPlace(value.place());
            value = std::move(list);
        }
    }
    return metadata;
}

}  // namespace dimscope::readers
