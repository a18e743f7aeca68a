// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/gzip.h"

#define ZLIB_CONST  // zlib takes its input as const then
#include <zlib.h>

#include <string_view>
#include <vector>

namespace dimscope::files {

namespace {

constexpr std::size_t kPackedBytes = std::size_t{64} * 1024;
constexpr std::size_t kPieceBytes = std::size_t{1} << 30U;  // fits into zlib's counters
constexpr int kGzipOnly = 16;                               // added to zlib's window bits: a gzip header
constexpr int kMemoryLevel = 8;                             // zlib's own choice

class Packer {
 public:
    explicit Packer(const TextSink& sink) : m_sink(sink), m_packed(kPackedBytes) {
        deflateInit2(&m_stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzipOnly, kMemoryLevel,
                     Z_DEFAULT_STRATEGY);
    }
    ~Packer() { deflateEnd(&m_stream); }
    Packer(const Packer&) = delete;
    Packer& operator=(const Packer&) = delete;

    base::Result<void> add(std::string_view text) {
        while (!text.empty()) {
            const std::string_view piece = text.substr(0, kPieceBytes);
            if (auto packed = pack(piece, Z_NO_FLUSH); !packed) {
                return packed;
            }
            text.remove_prefix(piece.size());
        }
        return {};
    }

    base::Result<void> finish() { return pack({}, Z_FINISH); }

 private:
    base::Result<void> pack(std::string_view text, int flush) {
        m_stream.next_in = reinterpret_cast<const Bytef*>(text.data());
        m_stream.avail_in = static_cast<uInt>(text.size());
        do {
            m_stream.next_out = reinterpret_cast<Bytef*>(m_packed.data());
            m_stream.avail_out = static_cast<uInt>(m_packed.size());
            deflate(&m_stream, flush);
            const std::size_t written = m_packed.size() - m_stream.avail_out;
            if (written > 0) {
                if (auto sunk = m_sink({m_packed.data(), written}); !sunk) {
                    return sunk;
                }
            }
        } while (m_stream.avail_out == 0);
        return {};
    }

    const TextSink& m_sink;
    z_stream m_stream{};
    std::vector<char> m_packed;
};

}  // namespace

base::Result<void> writeGzipped(const TextSink& sink,
                                const std::function<base::Result<void>(const TextSink&)>& write) {
    Packer packer(sink);
    auto written = write([&packer](std::string_view text) { return packer.add(text); });
    return written ? packer.finish() : written;
}

}  // namespace dimscope::files
