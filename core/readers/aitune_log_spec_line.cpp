// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/aitune_log_spec_line.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/readers/aitune_log_literal.h"

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;
using module::Container;
using module::Step;

constexpr std::size_t kDeepest = 200;
constexpr std::string_view kMinMark = "] min_shape=";
constexpr std::string_view kMaxMark = " max_shape=";
constexpr std::string_view kDtypeMark = " dtype=";

// "input__0", "output__12": names that AITune gives to the tensors of a spec.
bool isTensorName(std::string_view text) {
    for (const std::string_view prefix : {std::string_view("input__"), std::string_view("output__")}) {
        if (text.size() > prefix.size() && text.substr(0, prefix.size()) == prefix) {
            const std::string_view number = text.substr(prefix.size());
            return number.find_first_not_of("0123456789") == std::string_view::npos;
        }
    }
    return false;
}

class SpecLine {
 public:
    SpecLine(const LocatedText& text, module::Side side, base::Diagnostics& diagnostics)
        : m_text(text.text), m_start(text.place), m_side(side), m_diagnostics(diagnostics) {}

    base::Result<PrintedSpec> read() {
        skipBlanks();
        m_spec.place = place(m_at);
        const Root root = rootKind();
        m_dropFirst = root == Root::call ? 1 : 0;
        if (auto done = value(); !done) {
            return std::move(done).error();
        }
        skipBlanks();
        if (m_at != m_text.size()) {
            return errorAt(place(m_at), ErrorCode::syntax,
                           "found " + inQuotes(m_text.substr(m_at)) + " behind the spec",
                           "expected the end of the line");
        }
        if (auto checked = checkPaths(m_spec); !checked) {
            return std::move(checked).error();
        }
        return std::move(m_spec);
    }

 private:
    enum class Root : std::uint8_t { call, value };

    // A call's arguments: `((positional,), {keyword: value})`. The pair is told by its text, so that the
    // paths of its leaves can be made in one pass.
    Root rootKind() const {
        if (m_side == module::Side::output || m_text.substr(m_at, 2) != "((") {
            return Root::value;
        }
        const std::size_t first = closing(m_at + 1);
        if (first == std::string_view::npos || m_text.substr(first, 4) != "), {") {
            return Root::value;
        }
        const std::size_t second = closing(first + 3);
        const bool pair = second != std::string_view::npos && m_text.substr(second, 2) == "})";
        return pair ? Root::call : Root::value;
    }

    // Index of the bracket that closes the one at `open`, npos where there is none.
    [[nodiscard]] std::size_t closing(std::size_t open) const {
        std::size_t depth = 0;
        for (std::size_t at = open; at < m_text.size(); ++at) {
            if (isOpening(m_text[at])) {
                ++depth;
            } else if (isClosing(m_text[at]) && --depth == 0) {
                return at;
            }
        }
        return std::string_view::npos;
    }

    static bool isOpening(char c) { return c == '(' || c == '[' || c == '{'; }
    static bool isClosing(char c) { return c == ')' || c == ']' || c == '}'; }

    [[nodiscard]] TextPlace place(std::size_t at) const { return advance(m_start, at); }

    void skipBlanks() {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t')) {
            ++m_at;
        }
    }

    [[nodiscard]] Error unexpectedEnd(std::string_view expected) const {
        return errorAt(place(m_text.size()), ErrorCode::truncated, "found the end of the line inside a spec",
                       "expected " + std::string(expected));
    }

    base::Result<void> value() {
        skipBlanks();
        if (m_steps.size() > kDeepest) {
            return errorAt(place(m_at), ErrorCode::tooDeep,
                           "found more than " + std::to_string(kDeepest) + " nested containers",
                           "expected fewer");
        }
        const char first = m_at < m_text.size() ? m_text[m_at] : '\0';
        if (first == '(' || first == '[') {
            return sequence(first == '(' ? ')' : ']');
        }
        if (first == '{' && isMapping()) {
            return mapping();
        }
        return leaf();
    }

    base::Result<void> sequence(char close) {
        ++m_at;
        for (std::int64_t index = 0;; ++index) {
            skipBlanks();
            if (m_at >= m_text.size()) {
                return unexpectedEnd(std::string("'") + close + "'");
            }
            if (m_text[m_at] == close) {
                ++m_at;
                return {};
            }
            m_steps.push_back({index, Container::sequence});
            if (auto done = value(); !done) {
                return done;
            }
            m_steps.pop_back();
            if (auto done = separator(close); !done) {
                return done;
            }
        }
    }

    base::Result<void> separator(char close) {
        skipBlanks();
        if (m_at >= m_text.size()) {
            return unexpectedEnd(std::string("',' or '") + close + "'");
        }
        if (m_text[m_at] == ',') {
            ++m_at;
        } else if (m_text[m_at] != close) {
            return errorAt(place(m_at), ErrorCode::syntax,
                           std::string("found '") + m_text[m_at] + "' in a spec",
                           std::string("expected ',' or '") + close + "'");
        }
        return {};
    }

    // A brace opens a mapping or a set; a set is a plain value.
    [[nodiscard]] bool isMapping() const {
        const std::size_t at = m_text.find_first_of(":,}", m_at + 1);
        return at != std::string_view::npos &&
               (m_text[at] == ':' || trimmed(m_text.substr(m_at + 1, at - m_at - 1)).empty());
    }

    base::Result<void> mapping() {
        ++m_at;
        for (;;) {
            skipBlanks();
            if (m_at >= m_text.size()) {
                return unexpectedEnd("'}'");
            }
            if (m_text[m_at] == '}') {
                ++m_at;
                return {};
            }
            std::size_t colon = m_text.find(": ", m_at);
            if (colon == std::string_view::npos) {
                return unexpectedEnd("a key and ': '");
            }
            std::string_view key = trimmed(m_text.substr(m_at, colon - m_at));
            if (key.size() >= 2 && (key.front() == '\'' || key.front() == '"') && key.back() == key.front()) {
                key = key.substr(1, key.size() - 2);
                m_steps.push_back({std::string(key), Container::mapping});
            } else if (const auto number = parseWholeNumber(key)) {
                m_steps.push_back({*number, Container::mapping});
            } else {
                m_steps.push_back({std::string(key), Container::mapping});
            }
            m_at = colon + 2;
            if (auto done = value(); !done) {
                return done;
            }
            m_steps.pop_back();
            if (auto done = separator('}'); !done) {
                return done;
            }
        }
    }

    base::Result<void> leaf() {
        const std::size_t start = m_at;
        std::size_t depth = 0;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (depth == 0 && (c == ',' || isClosing(c))) {
                break;
            }
            depth += isOpening(c) ? 1 : 0;
            depth -= isClosing(c) ? 1 : 0;
            ++m_at;
        }
        if (depth > 0) {
            return unexpectedEnd("a closing bracket");
        }
        const std::string_view text = trimmed(m_text.substr(start, m_at - start));
        if (text.empty()) {
            return errorAt(place(start), ErrorCode::syntax, "found no value in a spec", "expected one");
        }
        const std::size_t bracket = text.find('[');
        if (text.find(kMinMark) != std::string_view::npos || isTensorName(text.substr(0, bracket))) {
            return tensor(text, start, bracket);
        }
        m_spec.others.push_back({locator(), parseValue(text)});
        return {};
    }

    [[nodiscard]] module::Locator locator() const {
        return {std::vector<Step>(
                    m_steps.begin() + static_cast<std::ptrdiff_t>(std::min(m_dropFirst, m_steps.size())),
                    m_steps.end()),
                m_side};
    }

    base::Result<void> tensor(std::string_view text, std::size_t start, std::size_t bracket) {
        TensorText parts;
        parts.locator = locator();
        parts.name = std::string(text.substr(0, bracket));
        const auto located = [&](std::size_t from, std::size_t to) {
            return LocatedText{std::string(text.substr(from, to - from)), place(start + from)};
        };
        if (bracket == std::string_view::npos) {
            m_diagnostics.add(
                {base::Severity::warning, "no-shape",
                 "The tensor " + inQuotes(parts.locator.accessPath()) +
                     " is printed without a shape and left out; print the metadata with InfoLevel.FULL.",
                 errorAt(place(start), ErrorCode::noShapes, {}, {}).where});
            return {};
        }
        const std::size_t shapeEnd = text.find(']', bracket);
        if (shapeEnd == std::string_view::npos) {
            return unexpectedEnd("']'");
        }
        parts.shape = located(bracket, shapeEnd + 1);
        const std::size_t min = text.find(kMinMark, bracket);
        const std::size_t max = text.find(kMaxMark, bracket);
        const std::size_t dtype = text.find(kDtypeMark, bracket);
        if (min != std::string_view::npos) {
            if (max == std::string_view::npos || max < min || dtype == std::string_view::npos ||
                dtype < max) {
                return errorAt(place(start), ErrorCode::syntax, "found " + inQuotes(text),
                               "expected name[..] min_shape=[..] max_shape=[..] dtype=..");
            }
            parts.minShape = located(min + kMinMark.size(), max);
            parts.maxShape = located(max + kMaxMark.size(), dtype);
        }
        if (dtype != std::string_view::npos) {
            parts.dtype = std::string(trimmed(text.substr(dtype + kDtypeMark.size())));
        }
        auto read = readTensor(std::move(parts), m_diagnostics);
        if (!read) {
            return std::move(read).error();
        }
        if (*read) {
            m_spec.tensors.push_back(std::move(**read));
        }
        return {};
    }

    std::string_view m_text;
    TextPlace m_start;
    module::Side m_side;
    base::Diagnostics& m_diagnostics;
    std::size_t m_at = 0;
    std::size_t m_dropFirst = 0;  // steps of the outer pair of a call's arguments
    std::vector<Step> m_steps;
    PrintedSpec m_spec;
};

base::Result<void> checkRange(const PrintedTensor& tensor, const TensorText& text) {
    for (std::size_t axis = 0; axis < tensor.shape.size(); ++axis) {
        const std::int64_t min = tensor.minShape[axis];
        const std::int64_t max = tensor.maxShape[axis];
        if (min > max) {
            return errorAt(text.minShape->place, ErrorCode::badValue,
                           "found the minimum " + std::to_string(min) + " above the maximum " +
                               std::to_string(max) + " on axis " + std::to_string(axis),
                           "expected minimum <= maximum");
        }
        const auto* size = std::get_if<std::int64_t>(&tensor.shape[axis]);
        if (size != nullptr && (*size != min || *size != max)) {
            return errorAt(text.shape.place, ErrorCode::badValue,
                           "found the size " + std::to_string(*size) + " on axis " + std::to_string(axis) +
                               " beside the range " + std::to_string(min) + " to " + std::to_string(max),
                           "expected a symbol, or equal numbers");
        }
    }
    return {};
}

}  // namespace

bool holdsPrintedTensor(std::string_view text) {
    return text.find(kMinMark) != std::string_view::npos;
}

base::Result<PrintedSpec> parseSpecLine(const LocatedText& text, module::Side side,
                                        base::Diagnostics& diagnostics) {
    return SpecLine(text, side, diagnostics).read();
}

base::Result<void> checkPaths(const PrintedSpec& spec) {
    std::unordered_multimap<std::size_t, const PrintedTensor*> seen;
    for (const PrintedTensor& tensor : spec.tensors) {
        const auto [first, last] = seen.equal_range(tensor.locator.hash());
        const auto twin = std::find_if(
            first, last, [&](const auto& entry) { return entry.second->locator == tensor.locator; });
        if (twin != last) {
            return errorAt(
                tensor.place, ErrorCode::duplicateKey,
                "found " + inQuotes(tensor.locator.accessPath()) + " for the second time in one spec",
                "expected one tensor per path; the first is on line " +
                    std::to_string(twin->second->place.line));
        }
        seen.emplace(tensor.locator.hash(), &tensor);
    }
    return {};
}

base::Result<std::optional<PrintedTensor>> readTensor(TensorText text, base::Diagnostics& diagnostics) {
    PrintedTensor tensor;
    tensor.place = text.shape.place;
    auto shape = parseShape(text.shape);
    if (!shape) {
        return std::move(shape).error();
    }
    tensor.shape = std::move(*shape);
    if (text.minShape && text.maxShape) {
        for (const auto& [located, sizes] :
             {std::pair{&*text.minShape, &tensor.minShape}, std::pair{&*text.maxShape, &tensor.maxShape}}) {
            auto parsed = parseSizes(*located);
            if (!parsed) {
                return std::move(parsed).error();
            }
            if (parsed->size() != tensor.shape.size()) {
                return errorAt(located->place, ErrorCode::rankMismatch,
                               "found " + std::to_string(parsed->size()) + " sizes beside a shape of rank " +
                                   std::to_string(tensor.shape.size()),
                               "expected as many sizes as the shape has axes");
            }
            *sizes = std::move(*parsed);
        }
    } else {
        for (std::size_t axis = 0; axis < tensor.shape.size(); ++axis) {
            const auto* size = std::get_if<std::int64_t>(&tensor.shape[axis]);
            if (size == nullptr) {
                base::SourceLocation where = errorAt(tensor.place, ErrorCode::noShapes, {}, {}).where;
                where.tensor = text.locator.accessPath();
                where.axis = static_cast<int>(axis);
                diagnostics.add(
                    {base::Severity::warning, "symbol-without-range",
                     "Axis " + std::to_string(axis) + " of " + inQuotes(where.tensor) + " is " +
                         inQuotes(std::get<std::string>(tensor.shape[axis])) +
                         ", but its smallest and largest size are not printed; the tensor is left "
                         "out. Print the metadata with InfoLevel.FULL.",
                     std::move(where)});
                return std::optional<PrintedTensor>();
            }
            tensor.minShape.push_back(*size);
        }
        tensor.maxShape = tensor.minShape;
    }
    if (auto checked = checkRange(tensor, text); !checked) {
        return std::move(checked).error();
    }
    tensor.locator = std::move(text.locator);
    tensor.name = std::move(text.name);
    tensor.dtype = text.dtype == "None" ? std::string() : std::move(text.dtype);
    return std::optional<PrintedTensor>(std::move(tensor));
}

}  // namespace dimscope::readers
