// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/symbols.h"

#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace dimscope::inference {

namespace {

/// The symbol that the file gives an axis of a summary, where it is a word of the user's.
std::optional<std::string> ownSymbol(const capture::Tensor& tensor, std::size_t axis) {
    if (!tensor.summary || axis >= tensor.summary->shape().size()) {
        return std::nullopt;
    }
    const module::Dim& dim = tensor.summary->shape()[axis];
    const auto* symbol = std::get_if<std::string>(&dim);
    return symbol != nullptr && !module::verdictOf(dim) ? std::optional(*symbol) : std::nullopt;
}

/// Columns that were given a symbol, by their hash.
class NamedColumns {
 public:
    /// Empty where no equal column has a symbol.
    [[nodiscard]] std::string symbolOf(std::span<const std::int64_t> column, XXH64_hash_t hash) const {
        const auto [begin, end] = m_columns.equal_range(hash);
        const auto found = std::find_if(begin, end, [&](const auto& entry) {
            return std::equal(column.begin(), column.end(), entry.second.first.begin(),
                              entry.second.first.end());
        });
        return found == end ? std::string() : found->second.second;
    }

    void add(std::span<const std::int64_t> column, XXH64_hash_t hash, std::string symbol) {
        m_columns.emplace(hash, std::pair(column, std::move(symbol)));
    }

 private:
    std::unordered_multimap<XXH64_hash_t, std::pair<std::span<const std::int64_t>, std::string>> m_columns;
};

}  // namespace

void nameAxes(const capture::Capture& capture, const capture::Graph& graph,
              const std::optional<RemainingColumns>& columns, std::vector<TensorAnalysis>& tensors) {
    std::unordered_set<std::string> taken;
    for (const base::TensorId id : graph.tensors) {
        for (std::size_t axis = 0; axis < capture.tensor(id).rank; ++axis) {
            if (auto symbol = ownSymbol(capture.tensor(id), axis)) {
                taken.insert(std::move(*symbol));
            }
        }
    }
    std::size_t next = 0;
    const auto newSymbol = [&] {
        std::string symbol;
        do {
            symbol = "d" + std::to_string(next++);
        } while (taken.contains(symbol));
        return symbol;
    };
    NamedColumns named;
    for (const base::TensorId id : graph.tensors) {
        const capture::Tensor& tensor = capture.tensor(id);
        for (std::size_t i = 0; i < tensors[id.value].axes.size(); ++i) {
            AxisAnalysis& axis = tensors[id.value].axes[i];
            if (axis.contractVerdict() == Verdict::batch) {
                axis.symbol = "batch";
            } else if (axis.contractVerdict() == Verdict::dynamic && tensor.summary) {
                const auto own = ownSymbol(tensor, i);
                axis.symbol = own ? *own : newSymbol();
            } else if (axis.contractVerdict() == Verdict::dynamic) {
                const auto column = columns->column(tensor, i);
                const XXH64_hash_t hash = XXH3_64bits(column.data(), column.size_bytes());
                axis.symbol = named.symbolOf(column, hash);
                if (axis.symbol.empty()) {
                    axis.symbol = newSymbol();
                    named.add(column, hash, axis.symbol);
                }
            }
        }
    }
}

}  // namespace dimscope::inference
