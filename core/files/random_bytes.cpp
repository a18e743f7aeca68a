// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/random_bytes.h"

#include <algorithm>

namespace dimscope::files {

base::Result<std::size_t> BytesInMemory::readAt(std::uint64_t offset, std::span<char> into) {
    if (offset >= m_bytes.size()) {
        return std::size_t{0};
    }
    const std::size_t size = std::min<std::size_t>(into.size(), m_bytes.size() - offset);
    std::copy_n(m_bytes.data() + offset, size, into.data());
    return size;
}

base::Result<std::size_t> ForwardRange::read(std::span<char> into) {
    if (m_at >= m_end) {
        return std::size_t{0};
    }
    base::Result<std::size_t> got =
        m_bytes.readAt(m_at, into.first(std::min<std::uint64_t>(into.size(), m_end - m_at)));
    if (got) {
        m_at += *got;
    }
    return got;
}

base::Result<void> ForwardRange::skip(std::uint64_t count) {
    m_at = count > m_end - std::min(m_at, m_end) ? m_end : m_at + count;
    return {};
}

}  // namespace dimscope::files
