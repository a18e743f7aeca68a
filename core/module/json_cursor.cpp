// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/module/json_cursor.h"

#include "core/base/json_reader.h"
#include "core/base/printable.h"

namespace dimscope::module {

using base::ErrorCode;
using base::JsonValue;
using base::Result;

namespace {

constexpr std::size_t kShownBytes = 200;  // of a value that is wrong

}  // namespace

JsonCursor::JsonCursor(const JsonValue& value, const JsonCursor& parent, std::string_view step)
    : m_value(&value),
      m_origin(parent.m_origin),
      m_pointer(parent.m_pointer + base::jsonPointer({std::string(step)})) {}

base::SourceLocation JsonCursor::where() const {
    base::SourceLocation out = *m_origin;
    out.byte = m_value->place().byte;
    out.line = m_value->place().line;
    out.column = m_value->place().column;
    out.pointer = m_pointer;
    return out;
}

base::Error JsonCursor::error(ErrorCode code, std::string_view found, std::string_view expected) const {
    return {code,
            "found " + base::shortened(found, kShownBytes),
            "expected " + std::string(expected),
            code == ErrorCode::missingKey ? "add it at this place" : "correct it at this place",
            where(),
            {}};
}

base::Error JsonCursor::wrongType(std::string_view expected) const {
    return error(ErrorCode::wrongType, base::describeKind(*m_value), expected);
}

Result<JsonCursor> JsonCursor::member(std::string_view key) const {
    if (!m_value->object()) {
        return wrongType("an object with the key \"" + std::string(key) + "\"");
    }
    if (auto found = find(key)) {
        return *std::move(found);
    }
    return error(ErrorCode::missingKey, "an object without the key \"" + std::string(key) + "\"", "that key");
}

std::optional<JsonCursor> JsonCursor::find(std::string_view key) const {
    const JsonValue* found = m_value->find(key);
    return found ? std::optional(JsonCursor(*found, *this, key)) : std::nullopt;
}

std::vector<std::pair<std::string, JsonCursor>> JsonCursor::members() const {
    std::vector<std::pair<std::string, JsonCursor>> out;
    if (const JsonValue::Object* object = m_value->object()) {
        out.reserve(object->size());
        for (const JsonValue::Member& member : *object) {
            out.emplace_back(member.first, JsonCursor(member.second, *this, member.first));
        }
    }
    return out;
}

Result<std::vector<JsonCursor>> JsonCursor::items() const {
    const JsonValue::Array* array = m_value->array();
    if (!array) {
        return wrongType("an array");
    }
    std::vector<JsonCursor> out;
    out.reserve(array->size());
    for (const JsonValue& item : *array) {
        out.push_back(JsonCursor(item, *this, std::to_string(out.size())));
    }
    return out;
}

Result<std::string> JsonCursor::text() const {
    if (const std::string* text = m_value->string()) {
        return *text;
    }
    return wrongType("text");
}

Result<bool> JsonCursor::boolean() const {
    if (const bool* flag = m_value->boolean()) {
        return *flag;
    }
    return wrongType("true or false");
}

Result<double> JsonCursor::number() const {
    if (const base::JsonNumber* number = m_value->number()) {
        return number->asDouble();
    }
    return wrongType("a number");
}

Result<std::int64_t> JsonCursor::size() const {
    static constexpr std::string_view kSize = "a size (a whole number from 0 to 9223372036854775807)";
    const base::JsonNumber* number = m_value->number();
    if (!number) {
        return wrongType(kSize);
    }
    const auto size = number->asInt64();
    if (!size || *size < 0) {
        return error(ErrorCode::badSize, number->text, kSize);
    }
    return *size;
}

Result<std::vector<std::int64_t>> JsonCursor::sizes() const {
    auto entries = items();
    if (!entries) {
        return std::move(entries).error();
    }
    std::vector<std::int64_t> out;
    out.reserve(entries->size());
    for (const JsonCursor& entry : *entries) {
        auto size = entry.size();
        if (!size) {
            return std::move(size).error();
        }
        out.push_back(*size);
    }
    return out;
}

}  // namespace dimscope::module
