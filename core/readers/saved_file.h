// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"
#include "core/files/random_bytes.h"
#include "core/readers/pickle_machine.h"
#include "core/readers/pickle_value.h"

namespace dimscope::readers {

/// A file of torch.save, read but for the bytes of its tensors.
struct SavedFile {
    enum class Layout : std::uint8_t {
        archive,  ///< a zip archive with `<folder>data.pkl` and `<folder>data/<key>`
        stream,   ///< four pickles (a number, a version, the system, the value) and then the storages
        pickle,   ///< one pickle by itself
    };

    PickleContent content;
    PickleId root{};  ///< the saved value
    Layout layout = Layout::pickle;
    std::string folder;            ///< of an archive: "archive/"
    std::uint64_t storagesAt = 0;  ///< of a stream: offset behind its pickles
};

/// Reads the pickles of a file; `name` names it in errors. Nothing is imported or called. Errors:
/// unknownFormat, badValue (an archive without data.pkl, with several), noShapes (a TorchScript program),
/// those of zip archives and of readPickle.
[[nodiscard]] base::Result<SavedFile> readSavedFile(const std::string& name, files::RandomBytes& bytes,
                                                    const PicklePoll& poll = {});

/// That a file is a TorchScript program.
[[nodiscard]] base::Error torchScriptError(const std::string& name);

}  // namespace dimscope::readers
