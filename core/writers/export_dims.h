// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/base/result.h"
#include "core/module/dynamic_shapes.h"
#include "core/writers/export.h"

/// Named dimensions of a graph's inputs, for targets in which axes share names.
namespace dimscope::writers {

using module::DimKind;

/// How an axis follows its named dimension.
struct AxisDim {
    DimKind kind = DimKind::dynamic;
    std::string symbol;  ///< empty: an unnamed dynamic axis
    /// Size / size of the dimension; 1 on axes that are their symbol itself. None: a batch axis of a summary.
    std::optional<std::int64_t> multiplier;
};

using SymbolSet = std::unordered_set<std::string>;

/// What an axis is by its spec; none where it has one size only. `batchSymbols` are those of the graph.
[[nodiscard]] std::optional<AxisDim> axisDim(const inference::EffectiveSpec& spec, std::size_t axis,
                                             const SymbolSet& batchSymbols);
/// Symbols that stand on a batch axis of some tensor.
[[nodiscard]] SymbolSet batchSymbols(const ExportGraph& graph);

struct NamedDim {
    DimKind kind = DimKind::dynamic;
    std::string name;
    std::int64_t min = 0;
    std::int64_t opt = 0;
    std::int64_t max = 0;
};

/// Which dimension an axis has, and how many times its size the axis is.
struct DimUse {
    std::size_t dim = 0;
    std::int64_t times = 1;
};

struct DimTable {
    std::vector<NamedDim> dims;  ///< in order of first use; names differ
    /// By input and axis; none: one size only.
    std::vector<std::vector<std::optional<DimUse>>> uses;
    std::vector<ExportNote> notes;
};

/// What the range of a named dimension counts.
enum class DimRange : std::uint8_t {
    sizes,     ///< sizes as they are: one dimension per symbol and multiplier ("batch", "batch2"), times is 1
    quotients  ///< sizes divided by the multiplier: one dimension per symbol
};

/// Names every axis of the inputs that has more than one size. Batch axes whose multiplier is not known share
/// a dimension where their ranges are equal. Errors: inexpressible where two axes of one dimension have
/// other ranges, or a bound is no multiple of the multiplier.
[[nodiscard]] base::Result<DimTable> nameDims(const ExportGraph& graph, DimRange range);

}  // namespace dimscope::writers
