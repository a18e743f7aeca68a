// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_value.h"
#include "core/base/result.h"
#include "core/files/atomic_file.h"

namespace dimscope::writers {

/// Writes one JSON text piece by piece, two spaces a level. What is opened with beginObject or beginArray has
/// one member a line; a whole value stays on one line where it fits in kLineWidth bytes. Members come in the
/// order of the calls, so equal calls give equal bytes. After an error of the sink all further calls do
/// nothing.
class JsonStream {
 public:
    static constexpr std::size_t kLineWidth = 160;

    explicit JsonStream(const files::TextSink& sink);

    void beginObject() { begin('{'); }
    void endObject() { end('}'); }
    void beginArray() { begin('['); }
    void endArray() { end(']'); }
    /// Only in an object, before each of its values.
    void key(std::string_view name);
    /// A whole value. Numbers that JSON does not have (NaN, Infinity) are written as text.
    void value(const base::JsonValue& value);
    /// JSON text that the caller has made, on one line.
    void raw(std::string_view json);
    void member(std::string_view name, const base::JsonValue& content);

    /// Whether the sink has refused something: the rest need not be made.
    [[nodiscard]] bool failed() const { return !m_result; }
    /// Ends the text with a newline and hands the rest to the sink. Errors: those of the sink.
    [[nodiscard]] base::Result<void> finish();

 private:
    struct Level {
        bool empty = true;
    };

    void begin(char bracket);
    void end(char bracket);
    /// Comma, newline and indentation before a member or element; nothing directly behind a key.
    void separate();
    void append(std::string_view text);
    void flush();

    const files::TextSink& m_sink;
    std::string m_buffer;
    std::vector<Level> m_levels;
    bool m_afterKey = false;
    base::Result<void> m_result;
};

/// The value with NaN, Infinity and -Infinity as text, so that it is JSON by the standard.
[[nodiscard]] base::JsonValue withoutNonFinite(const base::JsonValue& value);

}  // namespace dimscope::writers
