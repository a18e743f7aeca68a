// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/export_text.h"

#include <algorithm>
#include <array>

#include "core/base/json_value.h"

namespace dimscope::writers {

namespace {

// keyword.kwlist of Python 3.13, and the one name that is no keyword and cannot be assigned to.
constexpr std::array<std::string_view, 36> kPythonKeywords = {
    "False", "None",  "True",     "__debug__", "and",    "as",   "assert", "async",  "await",
    "break", "class", "continue", "def",       "del",    "elif", "else",   "except", "finally",
    "for",   "from",  "global",   "if",        "import", "in",   "is",     "lambda", "nonlocal",
    "not",   "or",    "pass",     "raise",     "return", "try",  "while",  "with",   "yield"};

bool isAsciiDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isAsciiWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isAsciiDigit(c) || c == '_';
}

bool continuesCodePoint(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

}  // namespace

std::string commentLine(const ExportGraph& graph, std::string_view tool) {
    return "# Module " + base::quoteJson(graph.module) + ", graph " + base::quoteJson(graph.graph) +
           ". Syntax checked against " + std::string(tool) + ".\n";
}

std::string shellWord(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'') {
            out += "'\\''";
        } else {
            out += c;
        }
    }
    return out + "'";
}

std::string protobufString(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20 || byte == 0x7F) {
            out += '\\';
            for (const unsigned shift : {6U, 3U, 0U}) {
                out += static_cast<char>('0' + ((byte >> shift) & 7U));
            }
        } else {
            out += c;
        }
    }
    return out + "\"";
}

std::string joinSizes(const module::Sizes& sizes, std::string_view separator) {
    std::string out;
    for (const std::int64_t size : sizes) {
        if (!out.empty()) {
            out += separator;
        }
        out += std::to_string(size);
    }
    return out;
}

std::string UniqueNames::take(const std::string& wanted) {
    std::string name = wanted;
    for (std::int64_t& number = m_next.try_emplace(wanted, 2).first->second; !m_taken.insert(name).second;
         ++number) {
        name = wanted + "_" + std::to_string(number);
    }
    return name;
}

std::string pythonName(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (!continuesCodePoint(c)) {
            out += isAsciiWord(c) ? c : '_';
        }
    }
    if (std::all_of(out.begin(), out.end(), [](char c) { return c == '_'; })) {
        return "dim";
    }
    if (isAsciiDigit(out.front())) {
        out.insert(out.begin(), '_');
    }
    if (std::find(kPythonKeywords.begin(), kPythonKeywords.end(), out) != kPythonKeywords.end()) {
        out += '_';
    }
    return out;
}

}  // namespace dimscope::writers
