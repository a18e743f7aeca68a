// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tensor_worker/memory_limit.h"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string>
#include <system_error>

namespace dimscope::tensor_worker {

base::Result<void> limitMemory(std::int64_t bytes) {
    // Every arena reserves 64 MiB of address space that nobody uses.
    ::mallopt(M_ARENA_MAX, 1);
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    rlimit limit{};
    ::getrlimit(RLIMIT_AS, &limit);
    const rlim_t wanted = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + static_cast<rlim_t>(bytes);
    if (pages == 0 || wanted > limit.rlim_max) {
        return {};  // the system's own limit is lower
    }
    limit.rlim_cur = wanted;
    if (::setrlimit(RLIMIT_AS, &limit) != 0) {
        return base::Error{base::ErrorCode::readFailed,
                           "found that memory cannot be limited: " + std::generic_category().message(errno),
                           "expected a limit of " + std::to_string(bytes) + " bytes",
                           {},
                           {},
                           {}};
    }
    return {};
}

}  // namespace dimscope::tensor_worker
