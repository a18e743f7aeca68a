// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/readers/reader.h"

namespace dimscope::readers {

/// Files of torch.save: a zip archive with `<name>/data.pkl`, the older stream of pickles, or one pickle by
/// itself. Only pickles are read, never the bytes of a tensor; nothing is imported or called. One file is the
/// arguments of one call, or a list of them (saved_calls.h), unless it holds metadata of AITune
/// (aitune_persisted.h). Diagnostics: `not-executed` for what the file
/// would have called.
[[nodiscard]] bool probeTorchSave(std::string_view head);
[[nodiscard]] base::Result<void> readTorchSave(const ReadContext& context);

/// Whether a zip archive looks like a TorchScript program, by its first bytes.
[[nodiscard]] bool looksLikeTorchScript(std::string_view head);

}  // namespace dimscope::readers
