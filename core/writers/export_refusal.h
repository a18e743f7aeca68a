// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

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

/// The tensors themselves, for what looks at some of them only.
[[nodiscard]] std::vector<const ExportTensor*> pointers(const std::vector<ExportTensor>& tensors);
/// For targets that find tensors by name. Errors: inexpressible where two of the tensors have one name.
[[nodiscard]] base::Result<void> requireDifferentNames(const ExportGraph& graph,
                                                       const std::vector<const ExportTensor*>& tensors);
/// The refusal of another form's own rules, at a tensor where there is one.
[[nodiscard]] base::Error refusedBy(base::Error reason, const ExportGraph& graph, const ExportTensor* tensor,
                                    std::string remedy);

/// A note on a tensor, or on one axis of it.
[[nodiscard]] ExportNote noteOn(const ExportTensor& tensor, std::optional<std::size_t> axis,
                                std::string message);
/// A note on the graph as a whole.
[[nodiscard]] ExportNote noteOn(std::string message);

}  // namespace dimscope::writers
