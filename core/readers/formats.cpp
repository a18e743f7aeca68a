// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/readers/aitune_log_reader.h"
#include "core/readers/aitune_metadata_reader.h"
#include "core/readers/aitune_report_reader.h"
#include "core/readers/native_reader.h"
#include "core/readers/numpy_reader.h"
#include "core/readers/reader.h"
#include "core/readers/safetensors_reader.h"
#include "core/readers/torch_save_reader.h"

namespace dimscope::readers {

const std::vector<Format>& formats() {
    static const std::vector<Format> kFormats{
        {"dimscope.capture", "shape capture, one call a line (*.shapes.jsonl)", probeNative, readNative},
        {"aitune.metadata", "AITune sample metadata (JSON)", probeAituneMetadata, readAituneMetadata},
        {"aitune.report", "AITune tuning report (JSON, schema 1 to 3)", probeAituneReport, readAituneReport},
        {"numpy.npy", "NumPy array (.npy)", probeNumpyArray, readNumpyArray, Format::Holds::savedArguments},
        {"numpy.npz", "NumPy archive, an argument a file (.npz)", probeNumpyArchive, readNumpyArchive,
         Format::Holds::savedArguments},
        {"safetensors", "tensors by name (.safetensors)", probeSafetensors, readSafetensors,
         Format::Holds::savedArguments},
        {"torch.save", "arguments saved by torch.save or pickle (.pt, .pth)", probeTorchSave, readTorchSave,
         Format::Holds::savedArguments},
        {"aitune.log", "AITune log or pasted table (text)", probeAituneLog, readAituneLog},
    };
    return kFormats;
}

const Format* formatById(std::string_view id) {
    const auto found = std::find_if(formats().begin(), formats().end(),
                                    [id](const Format& format) { return format.id == id; });
    return found == formats().end() ? nullptr : &*found;
}

}  // namespace dimscope::readers
