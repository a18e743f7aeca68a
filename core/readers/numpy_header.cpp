// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/numpy_header.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "core/module/tensor_spec.h"
#include "core/readers/pickle_bytes.h"
#include "core/readers/pickle_constructors.h"
#include "core/readers/pickle_scalars.h"
#include "core/readers/pickle_value.h"

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using Kind = PickleValue::SequenceKind;

/// Python literals as NumPy writes them into headers: dicts, lists, tuples, texts, whole numbers, booleans.
class Literal {
 public:
    Literal(std::string_view text, PickleTree& tree) : m_text(text), m_tree(tree) {}

    /// None where the text is no such literal.
    std::optional<PickleId> parse() {
        const std::optional<PickleId> value = item(0);
        skipBlanks();
        return m_at == m_text.size() ? value : std::nullopt;
    }
    [[nodiscard]] std::size_t position() const { return m_at; }

 private:
    static constexpr int kDeepest = 20;

    void skipBlanks() {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n')) {
            ++m_at;
        }
    }
    bool take(char sign) {
        skipBlanks();
        const bool found = m_at < m_text.size() && m_text[m_at] == sign;
        m_at += found ? 1 : 0;
        return found;
    }
    bool takeWord(std::string_view word) {
        const bool found = m_text.substr(m_at).starts_with(word);
        m_at += found ? word.size() : 0;
        return found;
    }

    std::optional<PickleId> item(int depth) {
        skipBlanks();
        if (m_at == m_text.size() || depth > kDeepest) {
            return std::nullopt;
        }
        switch (m_text[m_at]) {
            case '{': return dict(depth);
            case '(': return sequence(Kind::tuple, ')', depth);
            case '[': return sequence(Kind::list, ']', depth);
            case '\'':
            case '"': return quoted();
            default: return word();
        }
    }

    std::optional<PickleId> dict(int depth) {
        PickleValue::Dict out;
        take('{');
        while (!take('}')) {
            const std::optional<PickleId> key = item(depth + 1);
            const std::optional<PickleId> value = key && take(':') ? item(depth + 1) : std::nullopt;
            if (!value) {
                return std::nullopt;
            }
            out.items.emplace_back(*key, *value);
            if (!take(',')) {
                return take('}') ? std::optional(m_tree.add(std::move(out), m_at)) : std::nullopt;
            }
        }
        return m_tree.add(std::move(out), m_at);
    }

    std::optional<PickleId> sequence(Kind kind, char close, int depth) {
        PickleValue::Sequence out{kind, {}};
        ++m_at;
        while (!take(close)) {
            const std::optional<PickleId> value = item(depth + 1);
            if (!value) {
                return std::nullopt;
            }
            out.items.push_back(*value);
            if (!take(',')) {
                return take(close) ? std::optional(m_tree.add(std::move(out), m_at)) : std::nullopt;
            }
        }
        return m_tree.add(std::move(out), m_at);
    }

    std::optional<PickleId> quoted() {
        const char quote = m_text[m_at];
        const std::size_t end = m_text.find(quote, m_at + 1);
        if (end == std::string_view::npos) {
            return std::nullopt;
        }
        const std::string_view inside = m_text.substr(m_at + 1, end - m_at - 1);
        m_at = end + 1;
        return m_tree.add(PickleValue::Text{std::string(inside)}, m_at);
    }

    std::optional<PickleId> word() {
        if (takeWord("True")) {
            return m_tree.add(true, m_at);
        }
        if (takeWord("False")) {
            return m_tree.add(false, m_at);
        }
        std::int64_t value = 0;
        const char* begin = m_text.data() + m_at;
        const auto [stop, error] = std::from_chars(begin, m_text.data() + m_text.size(), value);
        if (error != std::errc{}) {
            return std::nullopt;
        }
        m_at += static_cast<std::size_t>(stop - begin);
        takeWord("L");  // as Python 2 wrote it
        return m_tree.add(value, m_at);
    }

    std::string_view m_text;
    PickleTree& m_tree;
    std::size_t m_at = 0;
};

/// Bytes of one element; 0 where the type does not say.
std::uint64_t elementSize(std::string_view descr) {
    const std::size_t digit = descr.find_first_of("0123456789");
    std::uint64_t size = 0;
    if (digit != std::string_view::npos) {
        std::from_chars(descr.data() + digit, descr.data() + descr.size(), size);
    }
    return descr.find_first_of("UO") != std::string_view::npos ? 0 : size;
}

/// Elements times their size; 0 where that is not known or beyond 64 bits.
std::uint64_t dataSize(const NumpyHeader& header) {
    std::uint64_t out = elementSize(header.descr);
    for (const std::int64_t size : header.sizes) {
        if (size != 0 && out > std::numeric_limits<std::uint64_t>::max() / static_cast<std::uint64_t>(size)) {
            return 0;
        }
        out *= static_cast<std::uint64_t>(size);
    }
    return out;
}

Error damaged(const PickleBytes& bytes, std::uint64_t byte, ErrorCode code, std::string found,
              std::string expected) {
    return bytes.error(byte, code, std::move(found), std::move(expected),
                       "the file is damaged: save it again");
}

Result<std::string> readText(PickleBytes& bytes) {
    static constexpr std::uint64_t kLongestHeader = std::uint64_t{1} << 20U;
    const Result<std::string> magic = bytes.take(kNumpyMagic.size());
    if (!magic) {
        return magic;
    }
    if (*magic != kNumpyMagic) {
        return damaged(bytes, 0, ErrorCode::syntax, "found no NumPy array",
                       "expected a file that numpy.save has written");
    }
    const Result<std::uint64_t> version = bytes.number(2);
    if (!version) {
        return version.error();
    }
    const std::uint64_t major = *version & 0xFFU;
    if (major < 1 || major > 3) {
        return damaged(bytes, kNumpyMagic.size(), ErrorCode::badValue,
                       "found version " + std::to_string(major) + " of the NumPy format", "expected 1 to 3");
    }
    const Result<std::uint64_t> length = bytes.number(major == 1 ? 2 : 4);
    if (!length) {
        return length.error();
    }
    if (*length > kLongestHeader) {
        return damaged(bytes, kNumpyMagic.size() + 2, ErrorCode::tooLarge,
                       "found a header of " + std::to_string(*length) + " bytes",
                       "expected at most " + std::to_string(kLongestHeader));
    }
    return bytes.take(*length);
}

}  // namespace

Result<NumpyHeader> readNumpyHeader(files::ForwardBytes& source, const std::string& file) {
    PickleBytes bytes(source, file);
    const Result<std::string> text = readText(bytes);
    if (!text) {
        return text.error();
    }
    const std::uint64_t begin = bytes.position() - text->size();
    if (!isUtf8(*text)) {
        return damaged(bytes, begin, ErrorCode::encoding, "found a header that is no UTF-8",
                       "expected names of types in ASCII or UTF-8");
    }
    PickleTree tree;
    Literal literal(*text, tree);
    const std::optional<PickleId> root = literal.parse();
    if (!root || tree.as<PickleValue::Dict>(*root) == nullptr) {
        return damaged(bytes, begin + literal.position(), ErrorCode::syntax,
                       "found no header of a NumPy array", "expected a dict as Python writes it");
    }
    const std::optional<PickleId> descr = tree.find(*root, "descr");
    const std::optional<PickleId> shape = tree.find(*root, "shape");
    if (!descr || !shape) {
        return damaged(bytes, begin, ErrorCode::missingKey,
                       std::string("found no \"") + (descr ? "shape" : "descr") + "\" in the header",
                       "expected type and shape");
    }
    NumpyHeader header;
    std::optional<std::vector<std::int64_t>> sizes = tree.sizes(*shape);
    if (!sizes) {
        return damaged(bytes, begin, ErrorCode::badSize,
                       "found " + describeKind(tree[*shape]) + " as the shape",
                       "expected a tuple of sizes from 0 up");
    }
    header.sizes = std::move(*sizes);
    const std::string* type = tree.text(*descr);
    header.descr = type != nullptr ? *type : "record";
    header.dataBegin = bytes.position();
    header.dataSize = dataSize(header);
    return header;
}

module::Value numpyValue(const NumpyHeader& header) {
    std::string dtype = torchTypeOf(header.descr);
    if (!dtype.empty()) {
        return module::TensorInfo{std::move(dtype), header.sizes, {}};
    }
    return module::Value::Opaque{"array(shape=" + module::sizesText(header.sizes) +
                                 ", dtype=" + header.descr + ")"};
}

}  // namespace dimscope::readers
