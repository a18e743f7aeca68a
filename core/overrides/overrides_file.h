// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/cancel_token.h"
#include "core/base/progress_sink.h"
#include "core/base/result.h"
#include "core/capture/capture.h"
#include "core/files/atomic_file.h"
#include "core/overrides/override_set.h"

namespace dimscope::overrides {

/// The whole text of a file ("-": the standard input), unpacked. Errors: of opening and reading it; tooLarge;
/// cancelled.
[[nodiscard]] base::Result<std::string> readText(const std::filesystem::path& path,
                                                 const base::CancelToken& cancel = {},
                                                 base::ProgressSink* progress = nullptr);

/// Whether the text looks like a `*.overrides.json` file ("format": "dimscope.overrides").
[[nodiscard]] bool isOverridesText(std::string_view head);
/// The same of a file, gzipped or not; false where it cannot be read. Only its first bytes are looked at.
[[nodiscard]] bool isOverridesFile(const std::filesystem::path& path);

/// Reads a `*.overrides.json` text (resources/schema/overrides.schema.json). Refuses only what is not the
/// format: missing keys, wrong types, sizes that are no whole 64-bit numbers, another version; every rule
/// about values is left to judge(). Members it does not know are kept. Errors with file, line, column and
/// pointer.
[[nodiscard]] base::Result<OverrideSet> parseOverrides(std::string_view text, std::string_view fileName);
/// The same from a file, or the standard input for "-". Errors: also those of readText.
[[nodiscard]] base::Result<OverrideSet> readOverrides(const std::filesystem::path& path,
                                                      const base::CancelToken& cancel = {},
                                                      base::ProgressSink* progress = nullptr);

/// Text of the file: graphs in order of module and graph, tensors by side and path, so that equal sets give
/// equal bytes and reading the result back and writing it again gives the same.
[[nodiscard]] std::string overridesText(const OverrideSet& overrides);
/// Saves whole or not at all; gzipped where the name ends with ".gz". Errors: writeFailed, cancelled.
[[nodiscard]] base::Result<void> writeOverrides(const OverrideSet& overrides,
                                                const std::filesystem::path& path,
                                                const base::CancelToken& cancel = {});

/// "xxh3:" and XXH3-128 over the capture's content in canonical order: modules and graphs by name, tensors by
/// side and path with dtypes, batch sizes and all sizes in call order, other values and phases, summaries
/// with symbols and ranges. Access paths, files, lines, times, labels and details do not count. Errors:
/// cancelled.
[[nodiscard]] base::Result<std::string> fingerprintOf(const capture::Capture& capture,
                                                      const base::CancelToken& cancel = {});

}  // namespace dimscope::overrides
