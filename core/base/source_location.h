// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace dimscope::base {

/// Where something was found: a place in a file, an entry of a capture, or both. Every part is optional.
struct SourceLocation {
    std::string file;                     ///< name of the file as the user gave it; "-" is standard input
    std::optional<std::uint64_t> byte;    ///< 0-based offset into the (unpacked) text
    std::optional<std::uint64_t> line;    ///< 1-based
    std::optional<std::uint64_t> column;  ///< 1-based, in bytes
    std::string pointer;                  ///< JSON pointer (RFC 6901) inside the document or line
    std::string module;                   ///< module name
    std::string graph;                    ///< full graph name, unique in its module
    std::string tensor;                   ///< access path
    std::optional<int> axis;              ///< 0-based
    std::optional<std::uint64_t> sample;  ///< 0-based within the graph

    /// "file:line:column" with the parts that are known, or "module graph tensor:axis", or "" when nothing
    /// is.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

}  // namespace dimscope::base
