// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/capture/capture.h"
#include "core/module/sample_metadata.h"

/// What makes calls fit into one rectangle of columns: the same tensors with the same ranks on both sides.
namespace dimscope::capture {

/// A tensor of a call: where it is, and how many axes it has.
struct TensorSlot {
    module::Locator locator;
    std::size_t rank = 0;
    std::string dtype;
};

/// Inputs, then outputs, in the order of the metadata.
[[nodiscard]] std::vector<TensorSlot> tensorSlots(const module::SampleMetadata& inputs,
                                                  const module::SampleMetadata& outputs);

/// Equal for slots that differ in order only.
[[nodiscard]] std::uint64_t structureHash(std::span<const TensorSlot> slots);

/// For each slot the index of the graph's tensor with the same side, path and rank, every tensor taken once;
/// none where they do not fit.
[[nodiscard]] std::optional<std::vector<std::size_t>> matchTensors(std::span<const Tensor> tensors,
                                                                   std::span<const TensorSlot> slots);

/// One phrase on the first difference, e.g. `output "output[1]" has rank 2, before it had 3`.
[[nodiscard]] std::string differenceText(std::span<const Tensor> tensors, std::span<const TensorSlot> slots);

/// How a call with these metadata was recorded, where that differs from what the graph says; `order` is that
/// of matchTensors.
[[nodiscard]] std::optional<CallForm> formOf(const Graph& graph, std::span<const Tensor> tensors,
                                             std::span<const std::size_t> order,
                                             const module::SampleMetadata& inputs,
                                             const module::SampleMetadata& outputs);

/// A text that is equal for summaries with equal paths, specs, other values and phase, whatever the order.
[[nodiscard]] std::string summaryKey(const module::SampleMetadata& inputs,
                                     const module::SampleMetadata& outputs);

}  // namespace dimscope::capture
