// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/writers/export.h"

/// Words and literals of the languages that targets are written in.
namespace dimscope::writers {

/// `# Module "unet", graph "0". Syntax checked against <tool>.` and a newline: the first line of every text
/// whose format has comments; the last one of what stands behind a command in a shell.
[[nodiscard]] std::string commentLine(const ExportGraph& graph, std::string_view tool);

/// One word of a POSIX shell: in single quotes, with `'\''` for each single quote. The text must hold no NUL.
[[nodiscard]] std::string shellWord(std::string_view text);

/// A string of protobuf's text format with its quotes. UTF-8 stays; control characters are octal escapes.
[[nodiscard]] std::string protobufString(std::string_view text);

/// `"dims"` between separators: "2x4x64", "2, 4".
[[nodiscard]] std::string joinSizes(const module::Sizes& sizes, std::string_view separator);

/// Hands out names that differ from each other and from those that are reserved.
class UniqueNames {
 public:
    UniqueNames() = default;
    explicit UniqueNames(std::set<std::string> reserved) : m_taken(std::move(reserved)) {}

    /// The name itself where it is free, else with `_2`, `_3`, ... behind.
    [[nodiscard]] std::string take(const std::string& wanted);

 private:
    std::set<std::string> m_taken;
    std::unordered_map<std::string, std::int64_t> m_next;  // number to try next, by wanted name
};

/// A name of ASCII letters, digits and `_` that Python takes for a variable: other characters become `_`,
/// and so on; `dim` where nothing is left. Keywords get a `_` behind.
[[nodiscard]] std::string pythonName(std::string_view text);

}  // namespace dimscope::writers
