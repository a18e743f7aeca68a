// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/export_dims.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/writers/export_refusal.h"
#include "core/writers/export_text.h"

namespace dimscope::writers {

using inference::EffectiveSpec;

namespace {

constexpr std::string_view kBatch = "batch";

std::string symbolOf(const EffectiveSpec& spec, std::size_t axis) {
    const auto* symbol = std::get_if<std::string>(&spec.shape[axis]);
    return symbol ? *symbol : std::string();
}

std::optional<std::int64_t> multiplierOf(const EffectiveSpec& spec, std::size_t axis) {
    return axis < spec.multipliers.size() ? spec.multipliers[axis] : std::nullopt;
}

bool isBatchAxis(const EffectiveSpec& spec, std::size_t axis) {
    return multiplierOf(spec, axis) || (spec.batchAxis && static_cast<std::size_t>(*spec.batchAxis) == axis);
}

std::string rangeText(std::int64_t min, std::int64_t max) {
    return std::to_string(min) + " to " + std::to_string(max);
}

std::set<std::string> symbolsOf(const ExportGraph& graph) {
    std::set<std::string> symbols;
    for (const ExportTensor& tensor : graph.inputs) {
        for (std::size_t i = 0; i < tensor.spec.rank(); ++i) {
            symbols.insert(symbolOf(tensor.spec, i));
        }
    }
    return symbols;
}

/// One axis on its way into the table.
struct Axis {
    const ExportTensor& tensor;
    std::size_t number;
    AxisDim dim;

    [[nodiscard]] std::int64_t min() const { return tensor.spec.min[number]; }
    [[nodiscard]] std::int64_t opt() const { return tensor.spec.opt[number]; }
    [[nodiscard]] std::int64_t max() const { return tensor.spec.max[number]; }
    [[nodiscard]] std::string place() const {
        return tensor.locator.accessPath() + ":" + std::to_string(number);
    }
};

class DimNamer {
 public:
    DimNamer(const ExportGraph& graph, DimRange range)
        : m_graph(graph), m_range(range), m_otherNames(symbolsOf(graph)) {}

    base::Result<DimUse> use(const Axis& axis) {
        const std::int64_t multiplier = axis.dim.multiplier.value_or(1);
        const bool divides = m_range == DimRange::quotients && multiplier != 1;
        if (divides && (axis.min() % multiplier != 0 || axis.max() % multiplier != 0)) {
            return inexpressible(
                m_graph, axis.tensor, axis.number,
                {"a batch axis of " + rangeText(axis.min(), axis.max()),
                 "multiples of " + std::to_string(multiplier) + ", the size of the axis per batch size",
                 "override the range of this axis, or its batch multiplier"});
        }
        const std::int64_t divisor = divides ? multiplier : 1;
        const NamedDim wanted{axis.dim.kind, "", axis.min() / divisor, axis.opt() / divisor,
                              axis.max() / divisor};
        if (axis.dim.symbol.empty()) {
            return add(axis, wanted, divisor);
        }
        std::vector<std::size_t>& namesakes = m_bySymbol[axis.dim.symbol];
        const auto known = std::find_if(namesakes.begin(), namesakes.end(), [&](std::size_t index) {
            const Entry& entry = m_entries[index];
            return matches(entry, axis) && (axis.dim.multiplier || sameRange(entry, wanted));
        });
        if (known == namesakes.end()) {
            namesakes.push_back(m_entries.size());
            return add(axis, wanted, divisor);
        }
        if (!sameRange(m_entries[*known], wanted)) {
            return conflict(axis, m_entries[*known]);
        }
        return DimUse{*known, divisor};
    }

    [[nodiscard]] std::vector<NamedDim> takeDims() {
        std::vector<NamedDim> dims;
        for (Entry& entry : m_entries) {
            dims.push_back(std::move(entry.dim));
        }
        return dims;
    }

 private:
    struct Entry {
        std::optional<std::int64_t> multiplier;
        NamedDim dim;
        std::string firstPlace;
    };

    [[nodiscard]] bool matches(const Entry& entry, const Axis& axis) const {
        const bool bothKnown = entry.multiplier.has_value() == axis.dim.multiplier.has_value();
        return bothKnown && (m_range == DimRange::quotients ||
                             (entry.dim.kind == axis.dim.kind && entry.multiplier == axis.dim.multiplier));
    }

    [[nodiscard]] bool sameRange(const Entry& entry, const NamedDim& wanted) const {
        const bool sameOpt = m_range == DimRange::quotients || entry.dim.opt == wanted.opt;
        return entry.dim.min == wanted.min && entry.dim.max == wanted.max && sameOpt;
    }

    [[nodiscard]] base::Error conflict(const Axis& axis, const Entry& known) const {
        return inexpressible(
            m_graph, axis.tensor, axis.number,
            {"\"" + axis.dim.symbol + "\" from " + rangeText(axis.min(), axis.max()) + ", opt " +
                 std::to_string(axis.opt()),
             "the range that it has on " + known.firstPlace + ", " + rangeText(known.dim.min, known.dim.max) +
                 ", opt " + std::to_string(known.dim.opt) +
                 (known.dim.kind == DimKind::batch ? " per batch size" : "") + ": one name has one range",
             "override one of the two: the same range, or a symbol of its own"});
    }

    DimUse add(const Axis& axis, NamedDim dim, std::int64_t times) {
        const std::int64_t multiplier = axis.dim.multiplier.value_or(1);
        const bool counted = m_range == DimRange::sizes && multiplier != 1;
        const std::string& symbol = axis.dim.symbol;
        if (symbol.empty()) {
            dim.name = m_otherNames.take("dim" + std::to_string(axis.number));
        } else if (counted) {
            dim.name = m_otherNames.take(symbol + std::to_string(multiplier));
        } else {
            dim.name = m_ownNames.insert(symbol).second ? symbol : m_otherNames.take(symbol);
        }
        m_entries.push_back({axis.dim.multiplier, std::move(dim), axis.place()});
        return {m_entries.size() - 1, times};
    }

    const ExportGraph& m_graph;
    DimRange m_range;
    std::set<std::string> m_ownNames;  // symbols that name a dimension as they are
    UniqueNames m_otherNames;          // none of them a symbol of the graph
    std::vector<Entry> m_entries;
    std::unordered_map<std::string, std::vector<std::size_t>> m_bySymbol;  // indexes of entries
};

}  // namespace

SymbolSet batchSymbols(const ExportGraph& graph) {
    SymbolSet out = {std::string(kBatch)};
    for (const auto* side : {&graph.inputs, &graph.outputs}) {
        for (const ExportTensor& tensor : *side) {
            for (std::size_t i = 0; i < tensor.spec.rank(); ++i) {
                if (isBatchAxis(tensor.spec, i) && !symbolOf(tensor.spec, i).empty()) {
                    out.insert(symbolOf(tensor.spec, i));
                }
            }
        }
    }
    return out;
}

std::optional<AxisDim> axisDim(const EffectiveSpec& spec, std::size_t axis, const SymbolSet& batchSymbols) {
    if (spec.min[axis] == spec.max[axis]) {
        return std::nullopt;
    }
    AxisDim dim;
    dim.symbol = symbolOf(spec, axis);
    const bool ofBatch = isBatchAxis(spec, axis);
    // A second axis of the tensor that is the batch size too.
    const bool named = !dim.symbol.empty() && spec.batchAxis && batchSymbols.count(dim.symbol) > 0 &&
                       symbolOf(spec, static_cast<std::size_t>(*spec.batchAxis)) == dim.symbol;
    dim.kind = ofBatch || named ? DimKind::batch : DimKind::dynamic;
    if (ofBatch && dim.symbol.empty()) {
        dim.symbol = kBatch;
    }
    // A file that holds no calls knows the multiplier of no batch axis.
    const bool unknown = ofBatch || (named && spec.batchAxis && !spec.batchMultiplier);
    dim.multiplier = multiplierOf(spec, axis);
    if (!dim.multiplier && !unknown) {
        dim.multiplier = 1;
    }
    return dim;
}

base::Result<DimTable> nameDims(const ExportGraph& graph, DimRange range) {
    const SymbolSet symbols = batchSymbols(graph);
    DimNamer namer(graph, range);
    DimTable table;
    for (const ExportTensor& tensor : graph.inputs) {
        auto& uses = table.uses.emplace_back(tensor.spec.rank());
        for (std::size_t i = 0; i < tensor.spec.rank(); ++i) {
            const auto dim = axisDim(tensor.spec, i, symbols);
            if (!dim) {
                continue;
            }
            auto use = namer.use({tensor, i, *dim});
            if (!use) {
                return std::move(use).error();
            }
            uses[i] = *use;
            if (!dim->multiplier) {
                table.notes.push_back(noteOn(tensor, i,
                                             "the size of this batch axis per batch size is not known, so "
                                             "its relation to other batch axes is not said"));
            }
        }
    }
    table.dims = namer.takeDims();
    return table;
}

}  // namespace dimscope::writers
