// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/result.h"

namespace dimscope::tensor_worker {

/// Lets this process take at most so many bytes of address space beside what it has now (LibTorch itself maps
/// hundreds of megabytes). More is a failed allocation. Errors: readFailed where the system says no.
[[nodiscard]] base::Result<void> limitMemory(std::int64_t bytes);

}  // namespace dimscope::tensor_worker
