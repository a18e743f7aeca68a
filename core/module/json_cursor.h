// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/json_value.h"
#include "core/base/result.h"

namespace dimscope::module {

/// A place in a JSON document while it is read: the value, its pointer from the root, and the file. Its
/// errors carry all three. The value and the origin must outlive it.
class JsonCursor {
 public:
    /// `origin` gives the file and, for a part of a document, the pointer of `value`.
    JsonCursor(const base::JsonValue& value, const base::SourceLocation& origin)
        : m_value(&value), m_origin(&origin), m_pointer(origin.pointer) {}

    [[nodiscard]] const base::JsonValue& value() const { return *m_value; }
    [[nodiscard]] base::SourceLocation where() const;

    /// Member of an object. Errors: wrongType where this is no object, missingKey.
    [[nodiscard]] base::Result<JsonCursor> member(std::string_view key) const;
    /// Member of an object, none where it is absent or this is no object.
    [[nodiscard]] std::optional<JsonCursor> find(std::string_view key) const;
    /// Names and members of an object in their order; none where this is no object.
    [[nodiscard]] std::vector<std::pair<std::string, JsonCursor>> members() const;
    /// Elements of an array. Errors: wrongType.
    [[nodiscard]] base::Result<std::vector<JsonCursor>> items() const;
    [[nodiscard]] base::Result<std::string> text() const;
    [[nodiscard]] base::Result<bool> boolean() const;
    /// Any number; NaN and infinities included.
    [[nodiscard]] base::Result<double> number() const;
    /// Whole number from 0 to 2^63-1. Errors: wrongType where it is no number, badSize.
    [[nodiscard]] base::Result<std::int64_t> size() const;
    /// Array of sizes.
    [[nodiscard]] base::Result<std::vector<std::int64_t>> sizes() const;

    /// An error at this place: "found <found>; expected <expected>; correct it at this place".
    [[nodiscard]] base::Error error(base::ErrorCode code, std::string_view found,
                                    std::string_view expected) const;
    /// ErrorCode::wrongType, naming the kind of the value.
    [[nodiscard]] base::Error wrongType(std::string_view expected) const;

 private:
    JsonCursor(const base::JsonValue& value, const JsonCursor& parent, std::string_view step);

    const base::JsonValue* m_value;
    const base::SourceLocation* m_origin;
    std::string m_pointer;
};

}  // namespace dimscope::module
