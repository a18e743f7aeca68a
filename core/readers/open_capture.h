// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/cancel_token.h"
#include "core/base/diagnostic.h"
#include "core/base/progress_sink.h"
#include "core/base/result.h"
#include "core/capture/batch_size_source.h"
#include "core/capture/capture.h"
#include "core/capture/labelling.h"

namespace dimscope::readers {

struct OpenOptions {
    std::string format;                     ///< id of a Format; empty: found by content
    capture::BatchSizeSource batchSizes{};  ///< fills unknown batch sizes
    std::vector<capture::GraphRelabels> relabels{};
    /// Whether saved arguments (.pt, .npz, ...) are read with the values that are no tensors.
    module::Strictness savedSamples = module::Strictness::lenient;
    base::SourceLocation formatPlace{};  ///< in the file that asks for `format`; empty: the user does

    /// Source and relabels together.
    [[nodiscard]] capture::Labelling labelling() const { return {batchSizes, relabels}; }
};

struct OpenedCapture {
    std::shared_ptr<const capture::Capture> capture;   ///< as labelled
    std::shared_ptr<const capture::Capture> recorded;  ///< as the files hold it
    base::Diagnostics diagnostics;                     ///< of the files, then of the labelling
    base::Diagnostics fileDiagnostics;                 ///< of the files alone
    std::vector<std::filesystem::path> files;          ///< what was read, folders resolved
};

/// Opens files (and what folders hold, in order of their names) as one capture. "-" is the standard input.
/// A file that cannot be read fails the whole operation; inside a folder, files of no known format are passed
/// over with a note, and a folder that holds none is an error. Errors carry file, line and column.
[[nodiscard]] base::Result<OpenedCapture> openCapture(const std::vector<std::filesystem::path>& paths,
                                                      const OpenOptions& options = {},
                                                      const base::CancelToken& cancel = {},
                                                      base::ProgressSink* progress = nullptr);

/// The same for text in memory, e.g. pasted.
[[nodiscard]] base::Result<OpenedCapture> openText(std::string text, std::string name,
                                                   const OpenOptions& options = {},
                                                   const base::CancelToken& cancel = {},
                                                   base::ProgressSink* progress = nullptr);

}  // namespace dimscope::readers
