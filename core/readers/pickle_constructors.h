// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/readers/pickle_value.h"

namespace dimscope::readers {

/// What became of a call that a pickle asks for.
struct PickleMade {
    std::optional<PickleValue::Data> data;  ///< none: the value `existing` itself
    PickleId existing{};
};

/// The plain value that a known constructor of torch, NumPy, collections or builtins gives for arguments;
/// none where it is not known. Errors: badValue for arguments that it does not take, badSize.
[[nodiscard]] base::Result<std::optional<PickleMade>> constructKnown(const PickleTree& tree,
                                                                     const PickleGlobal& what,
                                                                     const std::vector<PickleId>& args,
                                                                     std::uint64_t byte);

/// The full name, with `numpy.core` for `numpy._core`.
[[nodiscard]] std::string presentName(const PickleGlobal& what);

/// A name that stands for a value by itself: `torch.float32`, `torch.strided`. None where it is no such.
[[nodiscard]] std::optional<PickleValue::Plain> knownName(const PickleGlobal& what);

/// dtype of elements in a storage class: `torch.FloatStorage` -> "torch.float32"; empty for an untyped or
/// unknown one.
[[nodiscard]] std::string storageType(const PickleGlobal& what);

/// Whether a call would run code that a class by that name would not: a function (written in lower case), or
/// anything of a module that reaches outside (os, subprocess, ...).
[[nodiscard]] bool wouldExecute(const PickleGlobal& what);
/// Whether merely naming it is worth a warning.
[[nodiscard]] bool reachesOutside(const PickleGlobal& what);

/// State that a known value takes (BUILD): shape and type of an array, byte order of a NumPy type. Values
/// that take none are left as they are. Errors: badValue.
[[nodiscard]] base::Result<void> applyState(PickleTree& tree, PickleId value, PickleId state,
                                            std::uint64_t byte);

/// "torch.float32" for NumPy's "<f4"; empty where torch has no such type (text, dates, records).
[[nodiscard]] std::string torchTypeOf(std::string_view descr);

}  // namespace dimscope::readers
