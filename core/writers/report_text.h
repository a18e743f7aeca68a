// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/files/atomic_file.h"

namespace dimscope::writers {

/// Collects text and hands it to a sink in pieces. After an error of the sink all further calls do nothing.
class TextStream {
 public:
    explicit TextStream(const files::TextSink& sink) : m_sink(sink) {}

    TextStream& operator<<(std::string_view text);
    TextStream& operator<<(std::integral auto number) { return *this << std::to_string(number); }

    /// Whether the sink has refused something: the rest need not be made.
    [[nodiscard]] bool failed() const { return !m_result; }
    /// Hands the rest to the sink. Errors: those of the sink.
    [[nodiscard]] base::Result<void> finish();

 private:
    void flush();

    const files::TextSink& m_sink;
    std::string m_buffer;
    base::Result<void> m_result;
};

/// Which control characters a form can hold as they are.
enum class Breaks { kept, shown };

/// The text with control characters as their pictures ("␀" for NUL, "␊" for a line break), so that they are
/// seen and harmless. Where line breaks are shown, so are the marks that turn the direction of writing
/// ("[U+202E]"); where they are kept, so are tabs and those marks. U+FFFE and U+FFFF, which XML refuses,
/// become U+FFFD.
[[nodiscard]] std::string withPictures(std::string_view text, Breaks breaks);

/// At most `limit` bytes of a text, cut between characters, with "…" behind what was cut.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t limit);

}  // namespace dimscope::writers
