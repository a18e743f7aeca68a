// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/capture/capture.h"
#include "core/inference/analysis.h"
#include "core/inference/range_batch_axes.h"
#include "core/overrides/axis_range.h"
#include "core/overrides/judgement.h"
#include "core/overrides/override_set.h"

/// Edits as pure functions: overrides of one graph in, overrides of the graph out. None of them refuses a
/// value; judge() says what is wrong with it.
namespace dimscope::overrides {

/// What edits look at: a graph of a capture with what was inferred and what the overrides make of it.
struct EditContext {
    const capture::Capture& capture;
    const inference::Analysis& analysis;  ///< without the excluded samples
    const Judgement& judgement;           ///< of the overrides that are edited
};

/// Which inferred specs are taken over as overrides.
struct AcceptScope {
    std::vector<base::TensorId> tensors;  ///< all of one graph
    std::optional<int> axis;              ///< only this axis of them
};

/// The overrides of a graph, empty ones (with its names) where there are none.
[[nodiscard]] GraphOverrides overridesOf(const OverrideSet& set, const capture::Capture& capture,
                                         base::GraphId graph);

/// The override that states the inferred spec of a tensor: symbols, bounds with opt = max, batch axis and
/// multiplier. A second batch axis with another multiplier k gets the symbol "batch<k>".
[[nodiscard]] TensorOverride inferredOverride(const EditContext& context, base::TensorId tensor);
/// The same from the effective spec, as which an edit starts on a tensor without an override.
[[nodiscard]] TensorOverride effectiveOverride(const EditContext& context, base::TensorId tensor);

/// Takes inferred values over: whole specs, or one axis (of the override, or of the effective spec where
/// there is none). Names, dtypes and notes stay.
[[nodiscard]] GraphOverrides acceptInferred(const EditContext& context, GraphOverrides graph,
                                            const AcceptScope& scope);
/// Removes the overrides of tensors.
[[nodiscard]] GraphOverrides reset(const EditContext& context, GraphOverrides graph,
                                   const std::vector<base::TensorId>& tensors);

/// What an axis is: a fixed size, a symbol, or an unnamed dynamic axis (std::monostate). A fixed size sets
/// min, opt and max; a symbol that stands elsewhere in the graph brings its range along; otherwise bounds
/// stay.
[[nodiscard]] GraphOverrides setDim(const EditContext& context, GraphOverrides graph, base::TensorId tensor,
                                    std::size_t axis, const Dim& dim);
/// Bounds of an axis, in sizes of that axis. Where it carries a symbol, the range changes wherever the symbol
/// stands among the graph's overrides, times the other batch multiplier on other batch axes (rounded inwards
/// where it does not divide).
[[nodiscard]] GraphOverrides setRange(const EditContext& context, GraphOverrides graph, base::TensorId tensor,
                                      std::size_t axis, const AxisRange& range);
/// Batch axis (none: no batch axis) and multiplier (none: not known) of a tensor.
[[nodiscard]] GraphOverrides setBatchAxis(const EditContext& context, GraphOverrides graph,
                                          base::TensorId tensor, std::optional<std::int64_t> axis,
                                          std::optional<std::int64_t> multiplier);
/// Makes axes batch axes with the symbol "batch". Ranges stay as they are. All of one graph, one per tensor.
[[nodiscard]] GraphOverrides stateBatchAxes(const EditContext& context, GraphOverrides graph,
                                            const std::vector<inference::RangeBatchAxis>& axes);
/// Name in the target; none: the access path.
[[nodiscard]] GraphOverrides setName(const EditContext& context, GraphOverrides graph, base::TensorId tensor,
                                     std::optional<std::string> name);
[[nodiscard]] GraphOverrides setNote(const EditContext& context, GraphOverrides graph, base::TensorId tensor,
                                     std::string note);
/// States the axis's dim and range on every axis of the graph that shares its symbol: the symbol of the
/// effective specs, or the inferred one. Overrides are made where there are none. Times the own multiplier on
/// batch axes.
[[nodiscard]] GraphOverrides copyToSymbol(const EditContext& context, GraphOverrides graph,
                                          base::TensorId tensor, std::size_t axis);
/// Renames a symbol wherever it stands among the graph's overrides.
[[nodiscard]] GraphOverrides renameSymbol(GraphOverrides graph, std::string_view from, const std::string& to);
/// The same of the symbol that an axis has. Where no override states it, one is made for the axis, so that
/// all that shares the symbol follows. Nothing for an axis without a symbol.
[[nodiscard]] GraphOverrides renameSymbol(const EditContext& context, GraphOverrides graph,
                                          base::TensorId tensor, std::size_t axis, const std::string& to);

/// Takes samples out, or brings them back.
enum class SampleUse : std::uint8_t { excluded, included };
[[nodiscard]] GraphOverrides setSamples(GraphOverrides graph, const std::vector<std::uint32_t>& samples,
                                        SampleUse use);

/// Symbols of a graph for completion: those of its effective specs, each once, batch symbols first.
[[nodiscard]] std::vector<std::string> symbolsOf(const EditContext& context, base::GraphId graph);

}  // namespace dimscope::overrides
