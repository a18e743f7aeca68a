// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/module/value.h"
#include "core/readers/reader.h"

namespace dimscope::readers {

/// Arguments of one call that were saved: what is visited one after the other.
struct SavedCall {
    std::vector<module::Value> roots;
};

/// What a saved value says: a list of dicts, tuples or objects is one call each, anything else one call.
/// - `(args, kwargs)` and `{"args": .., "kwargs": ..}`: positional and keyword arguments
/// - a dict: arguments by parameter name
/// - a list or tuple: positional arguments; a tensor by itself: the only one
/// - any other object: its attributes
[[nodiscard]] std::vector<SavedCall> savedCalls(module::Value root);

/// Parts of a file's name: `unet_bs4.pt` is a call of `unet` at batch size 4.
struct SavedName {
    std::string module;                     ///< the stem without its batch size and what numbers the sample
    std::optional<std::int64_t> batchSize;  ///< of a part `bs<N>` or `batch<N>`, N from 1
};
/// Parts of a name are set off by anything but letters and digits. Digits behind the batch size number the
/// samples that share it (`unet_bs4_007.pt`) and are dropped with it.
[[nodiscard]] SavedName savedName(std::string name);

/// The name with its batch size replaced, or with one: `unet_bs4.pt` at 8 is `unet_bs8.pt`, `unet.pt` is
/// `unet_bs8.pt`.
[[nodiscard]] std::string nameAtBatchSize(std::string_view name, std::int64_t batchSize);

/// Adds calls of the module that the file's name gives. Errors: noShapes where no call has a tensor; those of
/// SampleMetadata::fromInputs.
[[nodiscard]] base::Result<void> addSavedCalls(const ReadContext& context,
                                               const std::vector<SavedCall>& calls);

}  // namespace dimscope::readers
