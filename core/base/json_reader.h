// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_value.h"
#include "core/base/result.h"

namespace dimscope::base {

/// Fills the span from its start and returns how many bytes it wrote; 0 is the end of the text.
using ByteReader = std::function<Result<std::size_t>(std::span<char>)>;

/// A reader over text in memory, which must outlive it.
[[nodiscard]] ByteReader readFromText(std::string_view text);

struct JsonLimits {
    std::size_t depth = 512;                  ///< nesting; more is ErrorCode::tooDeep
    std::size_t valuesPerSubtree = 50000000;  ///< values held at once by one taken subtree; more is tooLarge
    std::size_t tokenBytes = std::size_t{1} << 27U;  ///< of a string, a number or blanks; more is tooLarge
};

/// Reads one whole JSON text. Beyond JSON it accepts the words NaN, Infinity and -Infinity as numbers (Python
/// writes them) and a UTF-8 byte order mark. Refused, with the place: control characters in strings, bytes
/// that are no UTF-8, duplicate keys, anything behind the value, nesting beyond the limit. A text that ends
/// too early is ErrorCode::truncated; an empty one is emptyFile. `origin` gives the file name and, for a part
/// of a file (one line of JSON Lines), the place where the text starts.
[[nodiscard]] Result<JsonValue> parseJson(std::string_view text, const SourceLocation& origin = {},
                                          const JsonLimits& limits = {});

/// The same from bytes as they come; what `bytes` fails with ends the reading.
[[nodiscard]] Result<JsonValue> parseJson(const ByteReader& bytes, const SourceLocation& origin = {},
                                          const JsonLimits& limits = {});

/// What to do with a value that is about to be read.
enum class JsonStep : std::uint8_t {
    descend,  ///< a container: visit its members; a scalar: take it
    take,     ///< read it whole and hand it over
    skip,     ///< check its syntax, keep nothing
};

/// Path of a value from the root: keys as text, indexes as decimal text.
using JsonPath = std::vector<std::string>;

/// RFC 6901 pointer of a path.
[[nodiscard]] std::string jsonPointer(const JsonPath& path);

/// Sees a JSON text go by, so that only the parts it takes are ever in memory.
class JsonVisitor {
 public:
    virtual ~JsonVisitor() = default;

    /// Called before each member or element of a container that was descended into, and for the root.
    virtual JsonStep enter(const JsonPath& path) = 0;
    /// A value that was taken, with its place. An error ends the reading.
    virtual Result<void> taken(const JsonPath& path, JsonValue value) = 0;
    /// A container that was descended into has ended.
    virtual Result<void> left(const JsonPath& /*path*/) { return {}; }
};

/// Streams one JSON text through a visitor; accepts and refuses what parseJson does. On ErrorCode::truncated
/// everything that was whole before the cut has been handed over.
[[nodiscard]] Result<void> visitJson(const ByteReader& bytes, JsonVisitor& visitor,
                                     const SourceLocation& origin = {}, const JsonLimits& limits = {});

}  // namespace dimscope::base
