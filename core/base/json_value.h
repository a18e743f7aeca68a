// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/result.h"

namespace dimscope::base {

/// Where a JSON value starts in its text: 0-based byte, 1-based line and column (in bytes).
struct JsonPlace {
    std::uint64_t byte = 0;
    std::uint64_t line = 1;
    std::uint64_t column = 1;
};

/// A number as it was written, so that nothing is lost: "12", "1e5", "18446744073709551616", "NaN",
/// "-Infinity".
struct JsonNumber {
    std::string text;

    /// No fraction, no exponent, finite. "-0" counts.
    [[nodiscard]] bool isInteger() const;
    /// The value where it is an integer within 64 signed bits.
    [[nodiscard]] std::optional<std::int64_t> asInt64() const;
    /// Nearest double; NaN and infinities for the three words that JSON lacks.
    [[nodiscard]] double asDouble() const;

    friend bool operator==(const JsonNumber&, const JsonNumber&) = default;
};

/// A JSON value that remembers the order of its members, the text of its numbers and the place where it
/// stood. Equality ignores places, compares members in order and numbers by text.
class JsonValue {
 public:
    using Array = std::vector<JsonValue>;
    using Member = std::pair<std::string, JsonValue>;
    using Object = std::vector<Member>;
    enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

    JsonValue() = default;
    JsonValue(std::nullptr_t) {}              // NOLINT(google-explicit-constructor)
    JsonValue(bool value) : m_data(value) {}  // NOLINT(google-explicit-constructor)
    JsonValue(std::int64_t value) : m_data(JsonNumber{std::to_string(value)}) {}   // NOLINT
    JsonValue(int value) : JsonValue(static_cast<std::int64_t>(value)) {}          // NOLINT
    JsonValue(std::uint64_t value) : m_data(JsonNumber{std::to_string(value)}) {}  // NOLINT
    JsonValue(double value);                                           // NOLINT: as Python's repr writes it
    JsonValue(JsonNumber value) : m_data(std::move(value)) {}          // NOLINT
    JsonValue(const char* value) : m_data(std::string(value)) {}       // NOLINT
    JsonValue(std::string_view value) : m_data(std::string(value)) {}  // NOLINT
    JsonValue(std::string value) : m_data(std::move(value)) {}         // NOLINT
    JsonValue(Array value) : m_data(std::move(value)) {}               // NOLINT
    JsonValue(Object value) : m_data(std::move(value)) {}              // NOLINT

    [[nodiscard]] Kind kind() const { return static_cast<Kind>(m_data.index()); }
    [[nodiscard]] bool isNull() const { return kind() == Kind::null; }
    /// nullptr where the kind is another.
    [[nodiscard]] const bool* boolean() const { return std::get_if<bool>(&m_data); }
    [[nodiscard]] const JsonNumber* number() const { return std::get_if<JsonNumber>(&m_data); }
    [[nodiscard]] const std::string* string() const { return std::get_if<std::string>(&m_data); }
    [[nodiscard]] const Array* array() const { return std::get_if<Array>(&m_data); }
    [[nodiscard]] const Object* object() const { return std::get_if<Object>(&m_data); }
    [[nodiscard]] Array* array() { return std::get_if<Array>(&m_data); }
    [[nodiscard]] Object* object() { return std::get_if<Object>(&m_data); }

    /// Member of an object by key, nullptr where there is none or this is no object.
    [[nodiscard]] const JsonValue* find(std::string_view key) const;
    /// Appends a member; only on objects.
    void set(std::string key, JsonValue value);
    /// Appends an element; only on arrays.
    void push(JsonValue value);

    [[nodiscard]] const JsonPlace& place() const { return m_place; }
    void setPlace(const JsonPlace& place) { m_place = place; }

    friend bool operator==(const JsonValue& left, const JsonValue& right) {
        return left.m_data == right.m_data;
    }

 private:
    std::variant<std::nullptr_t, bool, JsonNumber, std::string, Array, Object> m_data;
    JsonPlace m_place;
};

/// "null", "a boolean", "an integer", "a number", "text", "an array", "an object": for error sentences.
[[nodiscard]] std::string_view describeKind(const JsonValue& value);

enum class JsonLayout : std::uint8_t {
    compact,   ///< {"a":1,"b":[1,2]}
    spaced,    ///< {"a": 1, "b": [1, 2]}, as Python's json.dumps writes
    indented,  ///< two spaces a level, arrays of scalars on one line
};

/// UTF-8 text of a value. Numbers are written as their text; non-ASCII stays as it is, control characters are
/// escaped.
[[nodiscard]] std::string dumpJson(const JsonValue& value, JsonLayout layout = JsonLayout::compact);
/// A JSON string literal with its quotes.
[[nodiscard]] std::string quoteJson(std::string_view text);

}  // namespace dimscope::base
