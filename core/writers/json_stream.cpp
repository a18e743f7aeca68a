// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/json_stream.h"

#include <utility>

namespace dimscope::writers {

namespace {

using base::JsonValue;

constexpr std::size_t kFlushAt = std::size_t{64} * 1024;

bool isWord(const base::JsonNumber& number) {
    return number.text == "NaN" || number.text == "Infinity" || number.text == "-Infinity";
}

}  // namespace

JsonValue withoutNonFinite(const JsonValue& value) {
    if (const base::JsonNumber* number = value.number(); number && isWord(*number)) {
        return number->text;
    }
    if (const JsonValue::Array* items = value.array()) {
        JsonValue::Array out;
        out.reserve(items->size());
        for (const JsonValue& item : *items) {
            out.push_back(withoutNonFinite(item));
        }
        return out;
    }
    if (const JsonValue::Object* members = value.object()) {
        JsonValue::Object out;
        out.reserve(members->size());
        for (const auto& [name, member] : *members) {
            out.emplace_back(name, withoutNonFinite(member));
        }
        return out;
    }
    return value;
}

JsonStream::JsonStream(const files::TextSink& sink) : m_sink(sink) {
    m_buffer.reserve(kFlushAt + kLineWidth);
}

void JsonStream::begin(char bracket) {
    separate();
    append({&bracket, 1});
    m_levels.push_back({});
}

void JsonStream::end(char bracket) {
    const bool empty = m_levels.back().empty;
    m_levels.pop_back();
    if (!empty) {
        append("\n");
        m_buffer.append(m_levels.size() * 2, ' ');
    }
    append({&bracket, 1});
}

void JsonStream::key(std::string_view name) {
    separate();
    append(base::quoteJson(name));
    append(": ");
    m_afterKey = true;
}

void JsonStream::value(const JsonValue& value) {
    const JsonValue clean = withoutNonFinite(value);
    const std::string line = base::dumpJson(clean, base::JsonLayout::spaced);
    const bool leaf = !clean.array() && !clean.object();
    if (leaf || line.size() <= kLineWidth) {
        raw(line);
    } else if (const JsonValue::Array* items = clean.array()) {
        beginArray();
        for (const JsonValue& item : *items) {
            this->value(item);
        }
        endArray();
    } else {
        beginObject();
        for (const auto& [name, member] : *clean.object()) {
            this->member(name, member);
        }
        endObject();
    }
}

void JsonStream::raw(std::string_view json) {
    separate();
    append(json);
}

void JsonStream::member(std::string_view name, const JsonValue& content) {
    key(name);
    value(content);
}

void JsonStream::separate() {
    if (std::exchange(m_afterKey, false) || m_levels.empty()) {
        return;
    }
    append(m_levels.back().empty ? "\n" : ",\n");
    m_levels.back().empty = false;
    m_buffer.append(m_levels.size() * 2, ' ');
}

void JsonStream::append(std::string_view text) {
    m_buffer += text;
    if (m_buffer.size() >= kFlushAt) {
        flush();
    }
}

void JsonStream::flush() {
    if (m_result) {
        m_result = m_sink(m_buffer);
    }
    m_buffer.clear();
}

base::Result<void> JsonStream::finish() {
    append("\n");
    flush();
    return m_result;
}

}  // namespace dimscope::writers
