// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/result.h"
#include "core/module/value.h"
#include "core/readers/pickle_value.h"

namespace dimscope::readers {

/// Bounds of a value as it is walked; shared parts count each time.
struct SavedValueLimits {
    static constexpr std::size_t kDeepest = 200;        ///< more is ErrorCode::tooDeep
    static constexpr std::size_t kMostParts = 1000000;  ///< more is ErrorCode::tooLarge
};

/// What the tensors of a walked value hold.
enum class SavedTensors : std::uint8_t {
    shapes,    ///< dtype and shape
    numbered,  ///< and, as their only value, the id of the pickled value, so that it can be found again
};

/// A pickled value as a module's arguments hold it. Tensors and NumPy arrays are tensors. Dicts, classes that
/// behave as dicts (with set items; UserDict, BatchEncoding and BatchFeature) are mappings; lists, tuples and
/// named tuples sequences; any other object has its state as attributes, in order. Sets, types, devices and
/// objects without state are leaves known by their text. Of equal keys the last one counts. Errors, at the
/// byte of the value: tooDeep, tooLarge, badValue for data that contain themselves.
[[nodiscard]] base::Result<module::Value> savedValue(const PickleTree& tree, PickleId root,
                                                     const std::string& file,
                                                     SavedTensors tensors = SavedTensors::shapes);

/// A short text of a value, as Python would print it: `OrderedDict` is `{...}`, tensors `tensor(...)`.
[[nodiscard]] std::string savedText(const PickleTree& tree, PickleId value);

}  // namespace dimscope::readers
