// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/cancel_token.h"
#include "core/base/diagnostic.h"
#include "core/base/progress_sink.h"
#include "core/base/result.h"
#include "core/capture/capture_builder.h"
#include "core/files/input.h"

namespace dimscope::readers {

/// What a reader works with.
struct ReadContext {
    files::Input& input;
    capture::CaptureBuilder& builder;
    capture::SourceId source;         ///< already added to the builder; the reader sets `complete`
    const base::CancelToken& cancel;  ///< polled per chunk
    base::ProgressSink* progress = nullptr;
    /// Whether saved arguments (.pt, .npz, ...) are read with the values that are no tensors.
    module::Strictness savedSamples = module::Strictness::lenient;
};

/// One file format: how to recognise it and how to read it.
struct Format {
    std::string_view id;           ///< as in reports and for --as, e.g. "aitune.report"
    std::string_view description;  ///< one line for --help and the open dialog
    /// Whether the first bytes (unpacked, without a byte order mark; at most kProbeBytes) look like this
    /// format.
    bool (*probe)(std::string_view head);
    /// Reads the whole input into the builder. Errors leave the builder to be thrown away, but for noShapes,
    /// before which nothing has been added.
    base::Result<void> (*read)(const ReadContext& context);
    /// Arguments of calls that a program saved itself say less than what a recorder writes: neither the batch
    /// size nor the module's name is in the file.
    enum class Holds : std::uint8_t { recording, savedArguments } holds = Holds::recording;
};

inline constexpr std::size_t kProbeBytes = std::size_t{64} * 1024;

/// All formats, in the order in which they are probed.
[[nodiscard]] const std::vector<Format>& formats();
/// nullptr where there is none of that id.
[[nodiscard]] const Format* formatById(std::string_view id);

}  // namespace dimscope::readers
