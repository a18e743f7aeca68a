// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/aitune_log_literal.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <utility>

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;

constexpr std::string_view kSizeExpected = "expected a whole number from 0 to 9223372036854775807";

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isNameByte(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80U;
}

void appendUtf8(std::string& out, std::uint32_t code) {
    const auto put = [&out](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
    if (code < 0x80U) {
        put(code);
    } else if (code < 0x800U) {
        put(0xC0U | (code >> 6U));
        put(0x80U | (code & 0x3FU));
    } else if (code < 0x10000U) {
        put(0xE0U | (code >> 12U));
        put(0x80U | ((code >> 6U) & 0x3FU));
        put(0x80U | (code & 0x3FU));
    } else {
        put(0xF0U | (code >> 18U));
        put(0x80U | ((code >> 12U) & 0x3FU));
        put(0x80U | ((code >> 6U) & 0x3FU));
        put(0x80U | (code & 0x3FU));
    }
}

// The escape at the start of `text` (behind its backslash) as repr() writes them; none where there is no
// such.
std::optional<std::size_t> appendEscape(std::string& out, std::string_view text) {
    if (text.empty()) {
        return std::nullopt;
    }
    static constexpr std::string_view kPlain = "nrt\\'\"";
    static constexpr std::string_view kMeaning = "\n\r\t\\'\"";
    if (const std::size_t at = kPlain.find(text[0]); at != std::string_view::npos) {
        out.push_back(kMeaning[at]);
        return 1;
    }
    const std::size_t digits = text[0] == 'x' ? 2 : text[0] == 'u' ? 4 : text[0] == 'U' ? 8 : 0;
    if (digits == 0 || text.size() < digits + 1) {
        return std::nullopt;
    }
    std::uint32_t code = 0;
    const auto parsed = std::from_chars(text.data() + 1, text.data() + 1 + digits, code, 16);
    if (parsed.ec != std::errc{} || parsed.ptr != text.data() + 1 + digits || code > 0x10FFFFU ||
        (code >= 0xD800U && code <= 0xDFFFU)) {
        return std::nullopt;
    }
    appendUtf8(out, code);
    return digits + 1;
}

// A string as repr() writes it, at the start of `text`; moves `at` behind it.
std::optional<std::string> parseQuoted(std::string_view text, std::size_t& at) {
    const char quote = text[at];
    std::string out;
    for (std::size_t next = at + 1; next < text.size();) {
        if (text[next] == quote) {
            at = next + 1;
            return out;
        }
        if (text[next] != '\\') {
            out.push_back(text[next++]);
            continue;
        }
        const auto used = appendEscape(out, text.substr(next + 1));
        if (!used) {
            return std::nullopt;
        }
        next += 1 + *used;
    }
    return std::nullopt;
}

enum class Entries : std::uint8_t { sizes, sizesAndSymbols };

base::Result<module::Dim> parseEntry(std::string_view text, const TextPlace& place, Entries allowed) {
    if (isDigit(text.front()) || text.front() == '-' || text.front() == '+' || text.front() == '.') {
        const auto number = parseWholeNumber(text);
        if (!number || *number < 0) {
            return errorAt(place, ErrorCode::badSize, "found " + inQuotes(text) + " as a size",
                           std::string(kSizeExpected));
        }
        return module::Dim(*number);
    }
    std::string symbol(text);
    if (text.front() == '\'' || text.front() == '"') {
        std::size_t at = 0;
        auto unquoted = parseQuoted(text, at);
        if (!unquoted || at != text.size() || unquoted->empty()) {
            return errorAt(place, ErrorCode::syntax, "found " + inQuotes(text) + " in a shape",
                           "expected a size or a symbol in quotes");
        }
        symbol = std::move(*unquoted);
    } else {
        static constexpr std::string_view kNoSize[] = {"nan", "NaN", "inf", "Infinity", "None"};
        if (std::find(std::begin(kNoSize), std::end(kNoSize), text) != std::end(kNoSize)) {
            return errorAt(place, ErrorCode::badSize, "found " + inQuotes(text) + " as a size",
                           std::string(kSizeExpected));
        }
        if (!std::all_of(text.begin(), text.end(), isNameByte)) {
            return errorAt(place, ErrorCode::syntax, "found " + inQuotes(text) + " in a shape",
                           "expected a size or a symbol");
        }
    }
    if (allowed == Entries::sizes) {
        return errorAt(place, ErrorCode::badSize, "found the symbol " + inQuotes(symbol) + " as a size",
                       std::string(kSizeExpected));
    }
    return module::Dim(std::move(symbol));
}

base::Result<std::vector<module::Dim>> parseEntries(const LocatedText& located, Entries allowed) {
    const std::string_view whole = located.text;
    const std::string_view text = trimmed(whole);
    const TextPlace start =
        advance(located.place, text.empty() ? 0 : static_cast<std::size_t>(text.data() - whole.data()));
    if (text.size() < 2 || text.front() != '[' || text.back() != ']') {
        return errorAt(start, ErrorCode::syntax, "found " + inQuotes(text) + " where a shape belongs",
                       "expected a list such as [1, 3, 224]",
                       "print the metadata again in a wider terminal if the text was cut");
    }
    std::vector<module::Dim> entries;
    std::size_t from = 1;
    while (from < text.size()) {
        // Symbols hold no commas or brackets: AITune makes them of letters and digits.
        const std::size_t stop = std::min(text.find(',', from), text.size() - 1);
        const std::string_view raw = text.substr(from, stop - from);
        const std::string_view entry = trimmed(raw);
        if (entry.empty()) {
            const bool closing = stop == text.size() - 1;
            if (!closing) {
                return errorAt(advance(start, from), ErrorCode::syntax, "found an empty entry in a shape",
                               "expected a size or a symbol");
            }
            break;
        }
        const auto offset = static_cast<std::size_t>(entry.data() - text.data());
        auto dim = parseEntry(entry, advance(start, offset), allowed);
        if (!dim) {
            return std::move(dim).error();
        }
        entries.push_back(std::move(*dim));
        from = stop + 1;
    }
    return entries;
}

// `["key"]`, `['key']` or `[3]` at `at`; moves `at` behind it.
std::optional<module::Step> parseBracket(std::string_view text, std::size_t& at) {
    if (at + 2 >= text.size()) {
        return std::nullopt;
    }
    const char quote = text[at + 1];
    if (quote == '"' || quote == '\'') {
        const char closing[] = {quote, ']', '\0'};
        // The first quote and bracket behind which the path could go on: a key may hold both.
        for (std::size_t end = text.find(closing, at + 2); end != std::string_view::npos;
             end = text.find(closing, end + 1)) {
            const std::size_t next = end + 2;
            if (next == text.size() || text[next] == '[' || text[next] == '.') {
                module::Step step{std::string(text.substr(at + 2, end - at - 2)), module::Container::mapping};
                at = next;
                return step;
            }
        }
        return std::nullopt;
    }
    const std::size_t end = text.find(']', at);
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    const auto index = parseWholeNumber(text.substr(at + 1, end - at - 1));
    if (!index) {
        return std::nullopt;
    }
    at = end + 1;
    return module::Step{*index, module::Container::sequence};
}

std::size_t nameEnd(std::string_view text, std::size_t from) {
    while (from < text.size() && isNameByte(text[from])) {
        ++from;
    }
    return from;
}

// `('opts', 0)`; none where the text is something else.
std::optional<base::JsonValue::Array> parseTuple(std::string_view text) {
    base::JsonValue::Array items;
    std::size_t at = 1;
    while (at < text.size() - 1) {
        if (text[at] == ' ' || text[at] == ',') {
            ++at;
        } else if (text[at] == '\'' || text[at] == '"') {
            auto key = parseQuoted(text.substr(0, text.size() - 1), at);
            if (!key) {
                return std::nullopt;
            }
            items.emplace_back(std::move(*key));
        } else {
            const std::size_t stop = std::min(text.find(',', at), text.size() - 1);
            const auto index = parseWholeNumber(trimmed(text.substr(at, stop - at)));
            if (!index) {
                return std::nullopt;
            }
            items.emplace_back(*index);
            at = stop;
        }
    }
    return items;
}

}  // namespace

Error errorAt(const TextPlace& place, ErrorCode code, std::string found, std::string expected,
              std::string remedy) {
    Error error;
    error.code = code;
    error.found = std::move(found);
    error.expected = std::move(expected);
    error.remedy = std::move(remedy);
    error.where.byte = place.byte;
    error.where.line = place.line;
    error.where.column = place.column;
    return error;
}

std::string inQuotes(std::string_view text) {
    constexpr std::size_t kLongest = 60;
    std::string out = "'";
    out += text.substr(0, byteOfCodePoint(text, kLongest));
    out += codePoints(text) > kLongest ? "...'" : "'";
    return out;
}

std::optional<std::int64_t> parseWholeNumber(std::string_view text) {
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, value);
    if (text.empty() || parsed.ec != std::errc{} || parsed.ptr != end) {
        return std::nullopt;
    }
    return value;
}

base::Result<std::vector<module::Dim>> parseShape(const LocatedText& text) {
    return parseEntries(text, Entries::sizesAndSymbols);
}

base::Result<module::Sizes> parseSizes(const LocatedText& text) {
    auto entries = parseEntries(text, Entries::sizes);
    if (!entries) {
        return std::move(entries).error();
    }
    module::Sizes sizes;
    sizes.reserve(entries->size());
    for (const module::Dim& entry : *entries) {
        sizes.push_back(std::get<std::int64_t>(entry));
    }
    return sizes;
}

std::optional<std::vector<module::Step>> parsePath(std::string_view text, PathForm form) {
    std::vector<module::Step> steps;
    std::size_t at = 0;
    if (form == PathForm::access) {
        const std::size_t end = nameEnd(text, 0);
        if (end > 0 && !isDigit(text[0])) {
            steps.push_back({std::string(text.substr(0, end)), module::Container::mapping});
            at = end;
        }
    }
    while (at < text.size()) {
        if (text[at] == '[') {
            auto step = parseBracket(text, at);
            if (!step) {
                return std::nullopt;
            }
            steps.push_back(std::move(*step));
        } else if (text[at] == '.') {
            const std::size_t end = nameEnd(text, at + 1);
            if (end == at + 1) {
                return std::nullopt;
            }
            steps.push_back({std::string(text.substr(at + 1, end - at - 1)), module::Container::object});
            at = end;
        } else {
            return std::nullopt;
        }
    }
    return steps;
}

base::JsonValue parseSemanticPath(std::string_view text, std::string_view accessPath) {
    if (text.size() >= 2 && text.front() == '(' && text.back() == ')') {
        if (auto items = parseTuple(text)) {
            return std::move(*items);
        }
        return std::string(text);
    }
    if (const auto index = parseWholeNumber(text)) {
        const auto steps = parsePath(accessPath, PathForm::access);
        const bool isKey =
            steps && !steps->empty() && std::holds_alternative<std::string>(steps->back().accessor);
        if (!isKey) {
            return *index;
        }
    }
    return std::string(text);
}

module::Value parseValue(std::string_view text) {
    if (text == "None") {
        return module::Value(module::Value::None{});
    }
    if (text == "True" || text == "False") {
        return module::Value(text == "True");
    }
    if (const auto whole = parseWholeNumber(text)) {
        return module::Value(*whole);
    }
    const std::string_view digits = !text.empty() && text.front() == '-' ? text.substr(1) : text;
    if (digits.empty() || !isDigit(digits.front())) {
        return module::Value(std::string(text));
    }
    if (std::all_of(digits.begin(), digits.end(), isDigit)) {
        return module::Value(module::Value::BigInt{std::string(text)});
    }
    double number = 0;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number);
    if (parsed.ec == std::errc{} && parsed.ptr == end) {
        return module::Value(number);
    }
    return module::Value(std::string(text));
}

}  // namespace dimscope::readers
