// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_value.h"
#include "core/base/result.h"

namespace dimscope::readers {

/// A place in a text: byte, line and column, as base::JsonPlace counts them.
using TextPlace = base::JsonPlace;

/// The place `bytes` further on in the same line.
[[nodiscard]] TextPlace advance(const TextPlace& place, std::size_t bytes);

/// Text with the place where it starts.
struct LocatedText {
    std::string text;
    TextPlace place;
};

enum class LineEnd : std::uint8_t {
    newline,  ///< the line is whole
    cut,      ///< the input ended without a newline
};

/// What a terminal would show in one line of a log: no colour sequences, and only one of the texts that a
/// progress bar wrote over each other with carriage returns.
struct LogLine {
    std::string_view text;  ///< valid until the next line
    TextPlace start;
    LineEnd end = LineEnd::newline;
    /// Offset in the raw line of every byte of `text`, and of its end; empty where nothing was taken out.
    const std::vector<std::size_t>* offsets = nullptr;

    /// Place of the byte at `index` of the text.
    [[nodiscard]] TextPlace placeAt(std::size_t index) const;
};

/// Takes colour sequences out of raw lines and splits them at carriage returns.
class LogLineCleaner {
 public:
    using Take = std::function<base::Result<void>(const LogLine&)>;

    /// Hands over what one raw line (without its newline) shows, in order; a blank line is one empty text.
    base::Result<void> clean(std::string_view raw, const TextPlace& start, LineEnd end, const Take& take);

 private:
    std::string m_buffer;
    std::vector<std::size_t> m_offsets;
};

/// Without blanks and tabs at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// The text behind a logging prefix such as "12:42:25.809 - INFO - ", else the text; trimmed.
[[nodiscard]] std::string_view withoutLogPrefix(std::string_view text);
/// Number of code points.
[[nodiscard]] std::size_t codePoints(std::string_view utf8);
/// Byte offset of the code point with that index, or the size of the text where it has fewer.
[[nodiscard]] std::size_t byteOfCodePoint(std::string_view utf8, std::size_t index);

}  // namespace dimscope::readers
