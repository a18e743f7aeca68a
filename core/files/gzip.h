// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/base/result.h"
#include "core/files/atomic_file.h"

namespace dimscope::files {

/// Packs what `write` writes as one gzip member without name and time, so that equal texts give equal bytes
/// (with the same zlib). Errors: those of `write` and of the sink.
[[nodiscard]] base::Result<void> writeGzipped(
    const TextSink& sink, const std::function<base::Result<void>(const TextSink&)>& write);

}  // namespace dimscope::files
