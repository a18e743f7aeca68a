// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Zip archives made byte by byte, right ones and others.
namespace dimscope::test {

struct ZipPart {
    std::string name;
    std::string content{};
    std::uint32_t hole = 0;        ///< so many zeros behind the content, which the text leaves out
    std::uint32_t statedSize = 0;  ///< in the list; 0: the true one
    std::uint16_t flags = 0;       ///< 1: encrypted
    std::uint16_t method = 0;      ///< as packed; the content is written as it is
    bool badChecksum = false;
};

/// An archive as pieces: bytes, each followed by so many zeros.
struct ZipPiece {
    std::string bytes;
    std::uint32_t hole = 0;
};
[[nodiscard]] std::vector<ZipPiece> zipPieces(const std::vector<ZipPart>& parts);
/// The archive as one text; for parts without holes.
[[nodiscard]] std::string zipOf(const std::vector<ZipPart>& parts);

}  // namespace dimscope::test
