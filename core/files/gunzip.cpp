// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/gunzip.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace dimscope::files {

namespace {

using base::Error;
using base::ErrorCode;

constexpr std::size_t kPackedBytes = std::size_t{256} * 1024;
constexpr int kGzipOnly = 16;  // added to zlib's window bits: a gzip header is required

}  // namespace

bool looksLikeGzip(std::string_view head) {
    return head.starts_with("\x1f\x8b\x08");
}

void Gunzip::EndStream::operator()(z_stream_s* stream) const {
    inflateEnd(stream);
    delete stream;
}

Gunzip::Gunzip(StoredBytes& stored, std::string_view head, std::string name)
    : m_stored(stored),
      m_name(std::move(name)),
      m_packed(std::max(kPackedBytes, head.size())),
      m_end(head.size()),
      m_stream(new z_stream_s{}) {
    std::copy(head.begin(), head.end(), m_packed.begin());
    inflateInit2(m_stream.get(), MAX_WBITS + kGzipOnly);
}

base::Result<bool> Gunzip::refill() {
    if (m_begin == m_end) {
        base::Result<std::size_t> got = m_stored.read(m_packed);
        if (!got) {
            return std::move(got.error());
        }
        m_begin = 0;
        m_end = *got;
    }
    return m_begin < m_end;
}

base::Result<std::size_t> Gunzip::read(std::span<char> into) {
    const std::size_t room = std::min<std::size_t>(into.size(), std::numeric_limits<uInt>::max());
    while (m_state != State::ended && room > 0) {
        if (m_state == State::between) {
            if (base::Result<void> next = startNextMember(); !next) {
                return std::move(next.error());
            }
            continue;
        }
        base::Result<bool> more = refill();
        if (!more) {
            return std::move(more.error());
        }
        m_stream->next_in = reinterpret_cast<Bytef*>(m_packed.data() + m_begin);
        m_stream->avail_in = static_cast<uInt>(m_end - m_begin);
        m_stream->next_out = reinterpret_cast<Bytef*>(into.data());
        m_stream->avail_out = static_cast<uInt>(room);
        const int status = inflate(m_stream.get(), Z_NO_FLUSH);
        m_begin = m_end - m_stream->avail_in;
        const std::size_t written = room - m_stream->avail_out;
        m_unpacked += written;
        if (status == Z_STREAM_END) {
            m_state = State::between;
        } else if (status != Z_OK && status != Z_BUF_ERROR) {
            return damaged(m_stream->msg != nullptr ? m_stream->msg : "not gzip");
        }
        if (written > 0) {
            return written;
        }
        if (!*more && m_state == State::member) {
            return cutOff();
        }
    }
    return std::size_t{0};
}

base::Result<void> Gunzip::startNextMember() {
    static constexpr unsigned char kMagic = 0x1f;
    base::Result<bool> more = refill();
    if (!more) {
        return std::move(more.error());
    }
    if (!*more) {
        m_state = State::ended;
    } else if (static_cast<unsigned char>(m_packed[m_begin]) == kMagic) {
        inflateReset(m_stream.get());
        m_state = State::member;
    } else if (m_packed[m_begin] == '\0') {
        ++m_begin;
    } else {
        return damaged("other bytes behind the packed data");
    }
    return {};
}

base::Error Gunzip::damaged(std::string_view what) const {
    return {ErrorCode::syntax,
            "found damaged gzip data (" + std::string(what) + ")",
            "expected a whole gzip file",
            "copy or pack the file again",
            {.file = m_name, .byte = m_unpacked},
            {}};
}

base::Error Gunzip::cutOff() const {
    return {ErrorCode::truncated,
            "found the end of the file inside packed data",
            "expected the rest of a gzip file",
            "copy or pack the file again",
            {.file = m_name, .byte = m_unpacked},
            {}};
}

}  // namespace dimscope::files
