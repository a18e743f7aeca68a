// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_reader.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_set>
#include <utility>

#include "core/base/encoding.h"
#include "core/base/printable.h"

namespace dimscope::base {

namespace {

constexpr std::size_t kShownBytes = 200;  // of a text that is wrong
constexpr std::size_t kBufferBytes = std::size_t{256} * 1024;
constexpr std::array<std::string_view, 3> kNonFinite{"NaN", "Infinity", "-Infinity"};

/// The characters of a text, with the place of each token, as the lexer of the JSON library wants them. A
/// word for a non-finite number is handed on as the digit 0 and remembered.
class Characters {
 public:
    Characters(const ByteReader& bytes, const SourceLocation& origin, std::size_t longestToken)
        : m_bytes(bytes), m_origin(origin), m_longestToken(longestToken), m_buffer(kBufferBytes) {
        m_place = {origin.byte.value_or(0), origin.line.value_or(1), origin.column.value_or(1)};
        ensure(32);
        if (looksLikeUtf16({m_buffer.data(), m_end})) {
            refuse(ErrorCode::encoding, "found UTF-16 or UTF-32 text", "expected UTF-8",
                   "save the file as UTF-8");
        } else if (ensure(3) && std::memcmp(m_buffer.data() + m_next, "\xEF\xBB\xBF", 3) == 0) {
            m_next += 3;
            m_place.byte += 3;
        }
    }

    /// The lexer looks one character past a number, and must not touch the token behind it: a token is
    /// entered only when its own first character is asked for.
    [[nodiscard]] bool atEnd() {
        if (!m_entered) {
            m_entered = true;
            enterToken();
        }
        const bool end = m_wordLeft == 0 && !ensure(1);
        m_endAsked = m_endAsked || end;
        return end;
    }
    [[nodiscard]] char current() { return m_wordLeft > 0 ? '0' : m_buffer[m_next]; }

    void advance() {
        if (m_wordLeft > 0) {
            step(m_wordLeft);
            m_wordLeft = 0;
        } else {
            track(m_buffer[m_next]);
            step(1);
            if (m_tokenBytes > m_longestToken) {
                refuse(ErrorCode::tooLarge,
                       "found " + std::to_string(m_tokenBytes) + " bytes without the end of a value",
                       "expected at most " + std::to_string(m_longestToken),
                       "this is no file that Dimscope reads");
            }
        }
        m_entered = false;
    }

    [[nodiscard]] std::optional<std::string> takeWord() { return std::exchange(m_word, std::nullopt); }
    [[nodiscard]] const JsonPlace& scalarPlace() const { return m_scalar; }
    [[nodiscard]] const JsonPlace& bracketPlace() const { return m_bracket; }
    [[nodiscard]] const JsonPlace& lastPlace() const { return m_last; }
    [[nodiscard]] bool endAsked() const { return m_endAsked; }
    [[nodiscard]] bool sawToken() const { return m_sawToken; }
    [[nodiscard]] const std::optional<Error>& failure() const { return m_failure; }

 private:
    enum class State : std::uint8_t { between, word, text, escaped };

    bool ensure(std::size_t count) {
        while (m_end - m_next < count && !m_drained) {
            std::memmove(m_buffer.data(), m_buffer.data() + m_next, m_end - m_next);
            m_end -= m_next;
            m_next = 0;
            Result<std::size_t> got = m_bytes(std::span(m_buffer).subspan(m_end));
            if (!got) {
                m_failure = got.error();
            }
            const std::size_t size = got ? *got : 0;
            m_drained = size == 0;
            m_end += size;
        }
        return m_end - m_next >= count;
    }

    void step(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            m_last = m_place;
            ++m_place.byte;
            ++m_place.column;
            if (m_buffer[m_next++] == '\n') {
                ++m_place.line;
                m_place.column = 1;
            }
        }
    }

    /// Follows strings and words, so that a bracket or a word inside a string is none.
    void track(char c) {
        if (m_state == State::text || m_state == State::escaped) {
            m_state = m_state == State::escaped ? State::text
                      : c == '\\'               ? State::escaped
                      : c == '"'                ? State::between
                                                : State::text;
        } else if (c == '"') {
            m_state = State::text;
        } else {
            const bool between = std::strchr(" \t\r\n,:[]{}", c) != nullptr && c != '\0';
            m_state = between ? State::between : State::word;
        }
        // The lexer holds each token, with the blanks before it.
        const bool ends = m_state == State::between && std::strchr(" \t\r\n", c) == nullptr;
        m_tokenBytes = ends ? 0 : m_tokenBytes + 1;
    }

    /// Ends the text at the present place.
    void refuse(ErrorCode code, std::string found, std::string expected, std::string remedy) {
        SourceLocation where = m_origin;
        where.byte = m_place.byte;
        where.line = m_place.line;
        where.column = m_place.column;
        m_failure =
            Error{code, std::move(found), std::move(expected), std::move(remedy), std::move(where), {}};
        m_drained = true;
        m_end = m_next;
    }

    /// Notes where a token starts, and swallows a word for a non-finite number.
    void enterToken() {
        if (m_state != State::between || !ensure(1)) {
            return;
        }
        const char c = m_buffer[m_next];
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
            return;
        }
        m_sawToken = true;
        if (c != '\0' && std::strchr(",:[]{}", c) != nullptr) {
            m_bracket = m_place;
            return;
        }
        m_scalar = m_place;
        for (const std::string_view word : kNonFinite) {
            if (c != word[0]) {
                continue;
            }
            const bool whole = ensure(word.size());
            const std::string_view next(m_buffer.data() + m_next, std::min(word.size(), m_end - m_next));
            if (next == word) {
                m_word = word;
                m_wordLeft = word.size();
                return;
            }
            m_endAsked = m_endAsked || (!whole && word.starts_with(next));
        }
    }

    const ByteReader& m_bytes;
    const SourceLocation& m_origin;
    std::size_t m_longestToken;
    std::size_t m_tokenBytes = 0;  // of the present token and the blanks before it
    std::vector<char> m_buffer;
    std::size_t m_next = 0;
    std::size_t m_end = 0;
    bool m_drained = false;
    bool m_endAsked = false;
    bool m_sawToken = false;
    bool m_entered = false;
    State m_state = State::between;
    std::size_t m_wordLeft = 0;
    std::optional<std::string> m_word;
    JsonPlace m_place;
    JsonPlace m_last;
    JsonPlace m_scalar;
    JsonPlace m_bracket;
    std::optional<Error> m_failure;
};

/// Input iterator over Characters; the default one is the end.
class CharacterIterator {
 public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    CharacterIterator() = default;
    explicit CharacterIterator(Characters& characters) : m_characters(&characters) {}

    char operator*() const { return m_characters->current(); }
    CharacterIterator& operator++() {
        m_characters->advance();
        return *this;
    }
    CharacterIterator operator++(int) {
        m_characters->advance();
        return *this;
    }
    friend bool operator==(const CharacterIterator& left, const CharacterIterator& right) {
        return left.ended() == right.ended();
    }
    friend bool operator!=(const CharacterIterator& left, const CharacterIterator& right) {
        return !(left == right);
    }

 private:
    [[nodiscard]] bool ended() const { return m_characters == nullptr || m_characters->atEnd(); }

    Characters* m_characters = nullptr;
};

/// The part of the library's sentence that says what was wrong, e.g. "invalid string: control character
/// U+0001 ...".
std::pair<std::string, std::string> foundAndExpected(std::string_view what) {
    const std::size_t dash = what.find(" - ");
    std::string_view detail = dash == std::string_view::npos ? what : what.substr(dash + 3);
    std::string expected = "expected JSON";
    if (const std::size_t at = detail.find("; expected "); at != std::string_view::npos) {
        expected = std::string(detail.substr(at + 2));
        detail = detail.substr(0, at);
    }
    return {"found " + std::string(detail), expected};
}

/// Turns the library's events into visits, values and errors.
class Events {
 public:
    Events(Characters& characters, JsonVisitor& visitor, const SourceLocation& origin,
           const JsonLimits& limits)
        : m_characters(characters), m_visitor(visitor), m_origin(origin), m_limits(limits) {}

    bool null() { return scalar(JsonValue()); }
    bool boolean(bool value) { return scalar(JsonValue(value)); }
    bool number_integer(std::int64_t value) { return number(std::to_string(value)); }
    bool number_unsigned(std::uint64_t value) { return number(std::to_string(value)); }
    bool number_float(double /*value*/, const std::string& text) { return number(text); }
    bool string(std::string& value) { return scalar(JsonValue(std::move(value))); }
    bool binary(std::vector<std::uint8_t>& /*value*/) { return false; }

    bool start_object(std::size_t /*elements*/) { return open(JsonValue(JsonValue::Object{})); }
    bool start_array(std::size_t /*elements*/) { return open(JsonValue(JsonValue::Array{})); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(std::string& key) {
        Level& level = m_levels.back();
        if (!level.keys->insert(key).second) {
            return fail(ErrorCode::duplicateKey, "found the key " + quoteJson(key) + " a second time",
                        "expected each key once in an object", "remove one of the two",
                        m_characters.scalarPlace());
        }
        if (level.step == JsonStep::take) {
            m_built.back().object()->emplace_back(std::move(key), JsonValue());
        } else if (level.step == JsonStep::descend) {
            m_path.back() = std::move(key);
        }
        return true;
    }

    bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                     const nlohmann::json::exception& failure) {
        if (m_characters.endAsked()) {
            const bool empty = !m_characters.sawToken();
            return fail(
                empty ? ErrorCode::emptyFile : ErrorCode::truncated,
                empty ? "found no text" : "found the end of the text inside a JSON value",
                empty ? "expected a JSON value" : "expected the rest of it",
                empty ? "check that the file was written" : "write the file again, or let the writer finish",
                m_characters.lastPlace());
        }
        constexpr int kNumberOverflow = 406;
        if (failure.id == kNumberOverflow) {
            return fail(ErrorCode::badSize, "found a number beyond the range of a double",
                        "expected at most about 1.8e308", "correct the text at this place",
                        m_characters.scalarPlace());
        }
        auto [found, expected] = foundAndExpected(failure.what());
        found = shortened(found, kShownBytes);
        // A whole token in the wrong place: the reader has gone on to its end.
        const bool token = found.starts_with("found unexpected") && found.ends_with("literal");
        const bool encoding = found.find("UTF-8") != std::string::npos;
        return fail(encoding ? ErrorCode::encoding : ErrorCode::syntax, std::move(found),
                    encoding ? "expected UTF-8" : std::move(expected),
                    encoding ? "save the file as UTF-8" : "correct the text at this place",
                    token ? m_characters.scalarPlace() : m_characters.lastPlace());
    }

    [[nodiscard]] std::optional<Error> takeError() { return std::exchange(m_error, std::nullopt); }

 private:
    struct Level {
        JsonStep step;  // how the members of this container are treated
        std::unique_ptr<std::unordered_set<std::string>> keys;  // of an object; null for an array
        std::size_t index = 0;                                  // next element of an array
    };

    bool fail(ErrorCode code, std::string found, std::string expected, std::string remedy,
              const JsonPlace& place) {
        SourceLocation where = m_origin;
        where.byte = place.byte;
        where.line = place.line;
        where.column = place.column;
        where.pointer = m_origin.pointer + jsonPointer(m_path);
        m_error = Error{code, std::move(found), std::move(expected), std::move(remedy), std::move(where), {}};
        return false;
    }

    bool accept(Result<void> result) {
        if (!result) {
            m_error = std::move(result.error());
        }
        return !m_error;
    }

    bool number(std::string text) {
        std::optional<std::string> word = m_characters.takeWord();
        return scalar(JsonValue(JsonNumber{word ? std::move(*word) : std::move(text)}));
    }

    /// What to do with the value that starts now; sets its path where the container was descended into.
    JsonStep nextStep() {
        if (m_levels.empty()) {
            return m_visitor.enter(m_path);
        }
        Level& level = m_levels.back();
        if (level.step != JsonStep::descend) {
            return level.step;
        }
        if (!level.keys) {
            m_path.back() = std::to_string(level.index++);
        }
        return m_visitor.enter(m_path);
    }

    bool scalar(JsonValue value) {
        value.setPlace(m_characters.scalarPlace());
        const JsonStep step = nextStep();
        return step == JsonStep::skip || keep(std::move(value));
    }

    /// A whole value: into the container being built, or to the visitor.
    bool keep(JsonValue value) {
        if (m_built.empty()) {
            m_values = 0;
            return accept(m_visitor.taken(m_path, std::move(value)));
        }
        if (++m_values > m_limits.valuesPerSubtree) {
            return fail(ErrorCode::tooLarge,
                        "found more than " + std::to_string(m_limits.valuesPerSubtree) + " values",
                        "expected fewer in one record", "split the record", value.place());
        }
        JsonValue& parent = m_built.back();
        if (JsonValue::Object* members = parent.object()) {
            members->back().second = std::move(value);
        } else {
            parent.push(std::move(value));
        }
        return true;
    }

    bool open(JsonValue container) {
        container.setPlace(m_characters.bracketPlace());
        const JsonStep step = nextStep();
        if (m_levels.size() >= m_limits.depth) {
            return fail(
                ErrorCode::tooDeep, "found nesting deeper than " + std::to_string(m_limits.depth) + " levels",
                "expected a flatter document", "this is no file that Dimscope reads", container.place());
        }
        const bool isObject = container.object() != nullptr;
        m_levels.push_back({step, isObject ? std::make_unique<std::unordered_set<std::string>>() : nullptr});
        if (step == JsonStep::take) {
            m_built.push_back(std::move(container));
        } else if (step == JsonStep::descend) {
            m_path.emplace_back();
        }
        return true;
    }

    bool close() {
        const JsonStep step = m_levels.back().step;
        m_levels.pop_back();
        if (step == JsonStep::take) {
            JsonValue value = std::move(m_built.back());
            m_built.pop_back();
            return keep(std::move(value));
        }
        if (step == JsonStep::descend) {
            m_path.pop_back();
            return accept(m_visitor.left(m_path));
        }
        return true;
    }

    Characters& m_characters;
    JsonVisitor& m_visitor;
    const SourceLocation& m_origin;
    const JsonLimits& m_limits;
    std::vector<Level> m_levels;
    std::vector<JsonValue> m_built;  // containers of the taken subtree, outermost first
    std::size_t m_values = 0;
    JsonPath m_path;
    std::optional<Error> m_error;
};

class TakeRoot final : public JsonVisitor {
 public:
    JsonStep enter(const JsonPath& /*path*/) override { return JsonStep::take; }
    Result<void> taken(const JsonPath& /*path*/, JsonValue value) override {
        root = std::move(value);
        return {};
    }

    JsonValue root;
};

}  // namespace

ByteReader readFromText(std::string_view text) {
    return [text](std::span<char> into) mutable -> Result<std::size_t> {
        const std::size_t size = std::min(into.size(), text.size());
        std::copy_n(text.begin(), size, into.begin());
        text.remove_prefix(size);
        return size;
    };
}

std::string jsonPointer(const JsonPath& path) {
    std::string out;
    for (const std::string& part : path) {
        out += '/';
        for (const char c : part) {
            if (c == '~') {
                out += "~0";
            } else if (c == '/') {
                out += "~1";
            } else {
                out += c;
            }
        }
    }
    return out;
}

Result<void> visitJson(const ByteReader& bytes, JsonVisitor& visitor, const SourceLocation& origin,
                       const JsonLimits& limits) {
    Characters characters(bytes, origin, limits.tokenBytes);
    Events events(characters, visitor, origin, limits);
    const bool done = nlohmann::json::sax_parse(CharacterIterator(characters), CharacterIterator(), &events);
    if (characters.failure()) {
        return *characters.failure();
    }
    if (std::optional<Error> error = events.takeError()) {
        return std::move(*error);
    }
    if (!done) {
        return Error{ErrorCode::internal, "the JSON reader stopped without a reason", "", "", origin, {}};
    }
    return {};
}

Result<JsonValue> parseJson(std::string_view text, const SourceLocation& origin, const JsonLimits& limits) {
    return parseJson(readFromText(text), origin, limits);
}

Result<JsonValue> parseJson(const ByteReader& bytes, const SourceLocation& origin, const JsonLimits& limits) {
    TakeRoot root;
    if (Result<void> read = visitJson(bytes, root, origin, limits); !read) {
        return std::move(read.error());
    }
    return std::move(root.root);
}

}  // namespace dimscope::base
