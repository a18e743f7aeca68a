// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/base/result.h"
#include "core/writers/export.h"

/// Why a target cannot take a graph.
namespace dimscope::writers {

/// What keeps a target from saying something: "found ...", "expected ..." and what the user can do.
struct Refusal {
    std::string found;
    std::string expected;
    std::string remedy;
};

/// ErrorCode::inexpressible at a tensor, or at one axis of it.
[[nodiscard]] base::Error inexpressible(const ExportGraph& graph, const ExportTensor& tensor,
                                        std::optional<std::size_t> axis, Refusal why);
/// ErrorCode::inexpressible at the graph as a whole.
[[nodiscard]] base::Error inexpressible(const ExportGraph& graph, Refusal why);

/// Errors: inexpressible where the graph has no input that is a tensor.
[[nodiscard]] base::Result<void> requireInputs(const ExportGraph& graph);

/// A note on a tensor, or on one axis of it.
[[nodiscard]] ExportNote noteOn(const ExportTensor& tensor, std::optional<std::size_t> axis,
                                std::string message);
/// A note on the graph as a whole.
[[nodiscard]] ExportNote noteOn(std::string message);

}  // namespace dimscope::writers
