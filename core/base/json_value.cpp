// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace dimscope::base {

namespace {

/// Shortest text that reads back as the same double, in the form Python's repr gives.
std::string pythonDouble(double value) {
    if (std::isnan(value)) {
        return "NaN";
    }
    if (std::isinf(value)) {
        return value < 0 ? "-Infinity" : "Infinity";
    }
    std::array<char, 64> buffer{};
    const double magnitude = std::abs(value);
    const bool scientific = magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e16);
    const auto format = scientific ? std::chars_format::scientific : std::chars_format::fixed;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format).ptr;
    std::string text(buffer.data(), end);
    if (!scientific && text.find('.') == std::string::npos) {
        text += ".0";
    }
    return text;
}

void dump(const JsonValue& value, JsonLayout layout, std::size_t level, std::string& out);

bool hasContainer(const JsonValue::Array& array) {
    return std::any_of(array.begin(), array.end(),
                       [](const JsonValue& v) { return v.array() || v.object(); });
}

struct Separators {
    std::string_view item;
    std::string_view key;
};

Separators separators(JsonLayout layout) {
    return layout == JsonLayout::compact ? Separators{",", ":"} : Separators{", ", ": "};
}

/// Writes the items of a container: one a line when `broken`, else on one line.
template <class Items, class WriteItem>
void dumpItems(const Items& items, std::array<char, 2> brackets, bool broken, JsonLayout layout,
               std::size_t level, std::string& out, WriteItem writeItem) {
    out += brackets[0];
    bool first = true;
    for (const auto& item : items) {
        if (broken) {
            out += first ? "\n" : ",\n";
            out.append((level + 1) * 2, ' ');
        } else if (!first) {
            out += separators(layout).item;
        }
        first = false;
        writeItem(item);
    }
    if (broken && !items.empty()) {
        out += '\n';
        out.append(level * 2, ' ');
    }
    out += brackets[1];
}

void dump(const JsonValue& value, JsonLayout layout, std::size_t level, std::string& out) {
    switch (value.kind()) {
        case JsonValue::Kind::null: out += "null"; break;
        case JsonValue::Kind::boolean: out += *value.boolean() ? "true" : "false"; break;
        case JsonValue::Kind::number: out += value.number()->text; break;
        case JsonValue::Kind::string: out += quoteJson(*value.string()); break;
        case JsonValue::Kind::array: {
            const bool broken = layout == JsonLayout::indented && hasContainer(*value.array());
            dumpItems(*value.array(), {'[', ']'}, broken, layout, level, out,
                      [&](const JsonValue& item) { dump(item, layout, level + 1, out); });
            break;
        }
        case JsonValue::Kind::object: {
            const bool broken = layout == JsonLayout::indented;
            dumpItems(*value.object(), {'{', '}'}, broken, layout, level, out,
                      [&](const JsonValue::Member& member) {
                          out += quoteJson(member.first);
                          out += separators(layout).key;
                          dump(member.second, layout, level + 1, out);
                      });
            break;
        }
    }
}

}  // namespace

bool JsonNumber::isInteger() const {
    return !text.empty() && text.find_first_not_of("-0123456789") == std::string::npos;
}

std::optional<std::int64_t> JsonNumber::asInt64() const {
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, value);
    if (failure != std::errc{} || stop != end) {
        return std::nullopt;
    }
    return value;
}

double JsonNumber::asDouble() const {
    if (text == "NaN") {
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (text == "Infinity" || text == "-Infinity") {
        return text[0] == '-' ? -std::numeric_limits<double>::infinity()
                              : std::numeric_limits<double>::infinity();
    }
    double value = 0;
    const auto [stop, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure == std::errc::result_out_of_range) {
        const bool tiny = text.find("e-") != std::string::npos || text.find("E-") != std::string::npos;
        const double magnitude = tiny ? 0.0 : std::numeric_limits<double>::infinity();
        return text.starts_with('-') ? -magnitude : magnitude;
    }
    return value;
}

JsonValue::JsonValue(double value) : m_data(JsonNumber{pythonDouble(value)}) {}

const JsonValue* JsonValue::find(std::string_view key) const {
    if (const Object* members = object()) {
        for (const Member& member : *members) {
            if (member.first == key) {
                return &member.second;
            }
        }
    }
    return nullptr;
}

void JsonValue::set(std::string key, JsonValue value) {
    std::get<Object>(m_data).emplace_back(std::move(key), std::move(value));
}

void JsonValue::push(JsonValue value) {
    std::get<Array>(m_data).push_back(std::move(value));
}

std::string_view describeKind(const JsonValue& value) {
    switch (value.kind()) {
        case JsonValue::Kind::null: return "null";
        case JsonValue::Kind::boolean: return "a boolean";
        case JsonValue::Kind::number: return value.number()->isInteger() ? "an integer" : "a number";
        case JsonValue::Kind::string: return "text";
        case JsonValue::Kind::array: return "an array";
        case JsonValue::Kind::object: return "an object";
    }
    return "a value";
}

std::string quoteJson(std::string_view text) {
    static constexpr std::string_view kHex = "0123456789abcdef";
    std::string out;
    out.reserve(text.size() + 2);
    out += '"';
    for (const char c : text) {
        switch (c) {
            case '"': out += "\\\""; break;
            case '\\': out += "\\\\"; break;
            case '\n': out += "\\n"; break;
            case '\r': out += "\\r"; break;
            case '\t': out += "\\t"; break;
            case '\b': out += "\\b"; break;
            case '\f': out += "\\f"; break;
            default: {
                const auto byte = static_cast<unsigned char>(c);
                if (byte < 0x20) {
                    out += "\\u00";
                    out += kHex[byte >> 4U];
                    out += kHex[byte & 0xFU];
                } else {
                    out += c;
                }
            }
        }
    }
    out += '"';
    return out;
}

std::string dumpJson(const JsonValue& value, JsonLayout layout) {
    std::string out;
    dump(value, layout, 0, out);
    return out;
}

}  // namespace dimscope::base
