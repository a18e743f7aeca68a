// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/module/locator.h"

#include <functional>
#include <string>
#include <utility>

#include "core/module/json_cursor.h"
#include "core/module/python_text.h"

namespace dimscope::module {

namespace {

constexpr std::string_view kOutputRoot = "output";

std::string accessorText(const Accessor& accessor) {
    const auto* text = std::get_if<std::string>(&accessor);
    return text ? *text : std::to_string(std::get<std::int64_t>(accessor));
}

bool isAttribute(Container container) {
    return container == Container::object || container == Container::userObject;
}

/// How a step is printed behind others: `["key"]` (quotes in keys are not escaped), `[3]` or `.name`.
std::string stepText(const Step& step) {
    if (isAttribute(step.container)) {
        return "." + accessorText(step.accessor);
    }
    const bool quoted = std::holds_alternative<std::string>(step.accessor);
    return (quoted ? "[\"" : "[") + accessorText(step.accessor) + (quoted ? "\"]" : "]");
}

/// A first key of the inputs that is an identifier stands bare.
bool standsBare(const Step& step, Side side) {
    const auto* key = std::get_if<std::string>(&step.accessor);
    return key && side == Side::input && step.container == Container::mapping && isIdentifier(*key);
}

std::string printed(const std::vector<Step>& steps, Side side) {
    std::string out(side == Side::output ? kOutputRoot : "");
    for (const Step& step : steps) {
        const bool bare = &step == &steps.front() && standsBare(step, side);
        out += bare ? accessorText(step.accessor) : stepText(step);
    }
    return out;
}

base::Result<Accessor> readAccessor(const JsonCursor& json) {
    if (const std::string* text = json.value().string()) {
        return Accessor(*text);
    }
    const base::JsonNumber* number = json.value().number();
    if (number && number->isInteger()) {
        if (const auto index = number->asInt64()) {
            return Accessor(*index);
        }
    }
    return json.wrongType("text or an integer as a step of a path");
}

/// Container kinds read off an access path that is written for exactly these accessors; none where it is not.
std::optional<std::vector<Step>> stepsAsWritten(std::string_view path, const std::vector<Accessor>& accessors,
                                                Side side) {
    if (side == Side::output) {
        if (!path.starts_with(kOutputRoot)) {
            return std::nullopt;
        }
        path.remove_prefix(kOutputRoot.size());
    }
    std::vector<Step> steps;
    for (const Accessor& accessor : accessors) {
        const bool text = std::holds_alternative<std::string>(accessor);
        const Step indexed{accessor, text ? Container::mapping : Container::sequence};
        const Step attribute{accessor, Container::object};
        const std::string bare = accessorText(accessor);
        if (const std::string written = stepText(indexed); path.starts_with(written)) {
            path.remove_prefix(written.size());
            steps.push_back(indexed);
        } else if (text && path.starts_with("." + bare)) {
            path.remove_prefix(1 + bare.size());
            steps.push_back(attribute);
        } else if (text && steps.empty() && side == Side::input && path.starts_with(bare)) {
            path.remove_prefix(bare.size());
            steps.push_back(indexed);
        } else {
            return std::nullopt;
        }
    }
    return path.empty() ? std::optional(std::move(steps)) : std::nullopt;
}

}  // namespace

std::string_view name(Side side) {
    return side == Side::input ? "input" : "output";
}

Locator::Locator(std::vector<Step> steps, Side side) : m_steps(std::move(steps)), m_side(side) {}

base::Result<Locator> Locator::fromPaths(std::string accessPath, const base::JsonValue& semanticPath,
                                         Side side, const base::SourceLocation& where) {
    const JsonCursor json(semanticPath, where);
    std::vector<JsonCursor> entries{json};
    if (semanticPath.array()) {
        entries = *json.items();
    }
    std::vector<Accessor> accessors;
    for (const JsonCursor& entry : entries) {
        auto accessor = readAccessor(entry);
        if (!accessor) {
            return std::move(accessor).error();
        }
        accessors.push_back(*std::move(accessor));
    }
    Locator out;
    out.m_side = side;
    if (auto steps = stepsAsWritten(accessPath, accessors, side)) {
        out.m_steps = *std::move(steps);
    } else {
        for (Accessor& accessor : accessors) {
            const bool text = std::holds_alternative<std::string>(accessor);
            out.m_steps.push_back({std::move(accessor), text ? Container::mapping : Container::sequence});
        }
    }
    if (!accessPath.empty() && accessPath != printed(out.m_steps, side)) {
        out.m_written = std::move(accessPath);
    }
    return out;
}

Locator Locator::withSteps(std::vector<Step> steps) const {
    Locator out(std::move(steps), m_side);
    std::string path = accessPath();
    if (path != printed(out.m_steps, m_side)) {
        out.m_written = std::move(path);
    }
    return out;
}

std::string Locator::accessPath() const {
    return m_written ? *m_written : printed(m_steps, m_side);
}

base::JsonValue Locator::semanticPath() const {
    const auto json = [](const Step& step) {
        return std::visit([](const auto& accessor) { return base::JsonValue(accessor); }, step.accessor);
    };
    if (m_steps.size() == 1) {
        return json(m_steps.front());
    }
    base::JsonValue::Array out;
    for (const Step& step : m_steps) {
        out.push_back(json(step));
    }
    return out;
}

std::string Locator::semanticPathText() const {
    if (m_steps.size() == 1) {
        return accessorText(m_steps.front().accessor);
    }
    std::string out = "(";
    for (const Step& step : m_steps) {
        const auto* text = std::get_if<std::string>(&step.accessor);
        out += out.size() > 1 ? ", " : "";
        out += text ? pythonRepr(*text) : accessorText(step.accessor);
    }
    return out + ")";
}

std::size_t Locator::hash() const {
    std::size_t out = m_steps.size();
    for (const Step& step : m_steps) {
        const std::size_t accessor = std::hash<Accessor>{}(step.accessor);
        out = out * 1000003U ^ accessor ^ (static_cast<std::size_t>(step.container) << 7U);
    }
    return out;
}

}  // namespace dimscope::module
