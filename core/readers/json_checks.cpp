// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/json_checks.h"

#include <utility>

namespace dimscope::readers {

using base::Error;
using base::ErrorCode;
using base::JsonValue;
using base::Result;

base::SourceLocation placeOf(const JsonValue& value, const std::string& file, std::string pointer) {
    return {.file = file,
            .byte = value.place().byte,
            .line = value.place().line,
            .column = value.place().column,
            .pointer = std::move(pointer)};
}

Result<const JsonValue*> requiredMember(const JsonValue& object, std::string_view key,
                                        const std::string& file) {
    if (const JsonValue* found = object.find(key)) {
        return found;
    }
    return Error{ErrorCode::missingKey, "found no key " + base::quoteJson(key),
                 "expected it here",    "write the key, or check that this is the right kind of file",
                 placeOf(object, file), {}};
}

Result<std::string> requiredText(const JsonValue& object, std::string_view key, const std::string& file) {
    Result<const JsonValue*> value = requiredMember(object, key, file);
    if (!value) {
        return std::move(value.error());
    }
    if (const std::string* text = (*value)->string()) {
        return *text;
    }
    return Error{ErrorCode::wrongType,
                 "found " + describeValue(**value) + " under " + base::quoteJson(key),
                 "expected text",
                 "write text",
                 placeOf(**value, file, "/" + std::string(key)),
                 {}};
}

Result<std::string> optionalText(const JsonValue& object, std::string_view key, const std::string& file) {
    const JsonValue* value = object.find(key);
    if (value == nullptr || value->isNull()) {
        return std::string();
    }
    return requiredText(object, key, file);
}

std::string describeValue(const JsonValue& value) {
    static constexpr std::size_t kLongest = 40;
    if (const base::JsonNumber* number = value.number()) {
        return "the number " + number->text.substr(0, kLongest);
    }
    if (const std::string* text = value.string()) {
        return "the text " + base::quoteJson(text->substr(0, kLongest));
    }
    if (const bool* truth = value.boolean()) {
        return *truth ? "true" : "false";
    }
    return std::string(base::describeKind(value));
}

}  // namespace dimscope::readers
