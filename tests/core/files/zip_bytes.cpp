// SPDX-License-Identifier: GPL-3.0-or-later
#include "zip_bytes.h"

#include <zlib.h>

namespace dimscope::test {

namespace {

std::string little(std::uint64_t value, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) {
        out += static_cast<char>(value >> (8 * i));
    }
    return out;
}

/// What the local header and the list have in common, from "version needed" to the length of the name.
std::string common(const ZipPart& part, std::uint32_t stated) {
    const auto checksum =
        crc32(0, reinterpret_cast<const Bytef*>(part.content.data()), static_cast<uInt>(part.content.size()));
    return little(20, 2) + little(part.flags, 2) + little(part.method, 2) + little(0, 4) +
           little(part.badChecksum ? checksum ^ 1U : checksum, 4) + little(stated, 4) + little(stated, 4) +
           little(part.name.size(), 2);
}

}  // namespace

std::vector<ZipPiece> zipPieces(const std::vector<ZipPart>& parts) {
    std::vector<ZipPiece> out;
    std::string list;
    std::uint64_t at = 0;
    for (const ZipPart& part : parts) {
        const auto size = static_cast<std::uint32_t>(part.content.size() + part.hole);
        const std::string fields = common(part, part.statedSize != 0 ? part.statedSize : size);
        list += "PK\x01\x02" + little(20, 2) + fields + little(0, 2) + little(0, 2) + little(0, 2) +
                little(0, 2) + little(0, 4) + little(at, 4) + part.name;
        out.push_back({"PK\x03\x04" + fields + little(0, 2) + part.name + part.content, part.hole});
        at += out.back().bytes.size() + part.hole;
    }
    out.push_back({list + "PK\x05\x06" + little(0, 4) + little(parts.size(), 2) + little(parts.size(), 2) +
                       little(list.size(), 4) + little(at, 4) + little(0, 2),
                   0});
    return out;
}

std::string zipOf(const std::vector<ZipPart>& parts) {
    std::string out;
    for (const ZipPiece& piece : zipPieces(parts)) {
        out += piece.bytes;
    }
    return out;
}

}  // namespace dimscope::test
