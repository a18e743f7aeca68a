// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/command_line.h"
#include "core/base/result.h"

/// What the parsers of options share.
namespace dimscope::app {

inline base::Error usage(std::string found, std::string expected, std::string remedy = {}) {
    return {base::ErrorCode::usage, std::move(found), std::move(expected), std::move(remedy), {}, {}};
}

inline std::string inQuotes(std::string_view text) {
    return "\"" + std::string(text) + "\"";
}

/// The whole text as a number.
template <class Number>
std::optional<Number> numberIn(std::string_view text) {
    Number number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, number);
    return failure == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

inline std::string helpHint(Verb verb) {
    return "see dimscope " + std::string(name(verb)) + (verb == Verb::window ? "" : " ") + "--help";
}

}  // namespace dimscope::app
