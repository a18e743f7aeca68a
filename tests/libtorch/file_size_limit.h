// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/resource.h>

#include <csignal>

namespace dimscope::test {

/// Files of this process cannot grow beyond a size, in bytes, while it exists: as on a full disk.
class FileSizeLimit {
 public:
    explicit FileSizeLimit(rlim_t bytes) : m_before(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &m_limit);
        const rlimit low{bytes, m_limit.rlim_max};
        setrlimit(RLIMIT_FSIZE, &low);
    }
    ~FileSizeLimit() {
        setrlimit(RLIMIT_FSIZE, &m_limit);
        std::signal(SIGXFSZ, m_before);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
    void (*m_before)(int);
    rlimit m_limit{};
};

}  // namespace dimscope::test
