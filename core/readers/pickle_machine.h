// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/readers/pickle_bytes.h"
#include "core/readers/pickle_value.h"

namespace dimscope::readers {

/// Something that a pickle would have called or imported and that was left alone.
struct PickleRefusal {
    PickleGlobal what;
    std::uint64_t byte = 0;
};

/// What pickles hold together, and what was met on the way.
struct PickleContent {
    PickleTree tree;
    std::vector<PickleRefusal> refused;  ///< each name once
    std::uint64_t keptBytes = 0;         ///< of texts and bytes, against kMostKeptBytes
    /// Constructors of plain values that are not told by the value, by its id: "collections.OrderedDict",
    /// "torch.Size". Names as presentName gives them; tensors and storages are left out.
    std::unordered_map<std::uint32_t, std::string> constructors;
};

/// Bounds of one reading. More is ErrorCode::tooLarge.
struct PickleLimits {
    static constexpr std::size_t kMostValues = 4000000;    ///< values and items of containers, each
    static constexpr std::uint64_t kMostSteps = 50000000;  ///< opcodes
    /// What calls of constructors and names copy out of other values: a pickle may name one long value often.
    static constexpr std::uint64_t kMostCopiedBytes = std::uint64_t{256} * 1024 * 1024;
    static constexpr std::uint64_t kMostKeptBytes = std::uint64_t{64} * 1024 * 1024;
    /// Longer texts and bytes, and those beyond kMostKeptBytes in all, keep their head only.
    static constexpr std::uint64_t kWholeBytes = std::uint64_t{16} * 1024 * 1024;
    static constexpr std::uint64_t kHeadBytes = 4096;
    static constexpr std::uint64_t kLongestInteger = 1024;  ///< in bytes
};

/// Called every few thousand steps; an error ends the reading.
using PicklePoll = std::function<base::Result<void>()>;

/// Reads one pickle (protocols 0 to 5) up to its full stop into the content and gives its value. Nothing is
/// imported or called: constructors of pickle_constructors.h become plain values, all else is an opaque
/// object. Errors, with the byte: truncated; syntax (no opcode, an empty stack, an unknown memo entry);
/// wrongType, badValue and badSize where a value is not what its place takes; tooLarge; badValue for
/// what only the program that wrote it can resolve (extension codes, buffers out of band); what `poll` gives.
[[nodiscard]] base::Result<PickleId> readPickle(PickleBytes& bytes, PickleContent& content,
                                                const PicklePoll& poll = {});

}  // namespace dimscope::readers
