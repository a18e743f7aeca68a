// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/overrides/override_set.h"

namespace dimscope::overrides {

/// The difference between two states of one graph's overrides, forth and back. As small as what changed, so
/// that a history of thousands of steps in a graph of thousands of tensors stays small.
class GraphDelta {
 public:
    /// Both of one graph.
    GraphDelta(const GraphOverrides& before, const GraphOverrides& after);

    [[nodiscard]] const std::string& module() const { return m_module; }
    [[nodiscard]] const std::string& graph() const { return m_graph; }
    [[nodiscard]] bool isEmpty() const { return m_tensors.empty() && m_excluded.empty() && !m_extra; }

    /// The state after, from the state before; and the other way round.
    [[nodiscard]] GraphOverrides forth(GraphOverrides before) const;
    [[nodiscard]] GraphOverrides back(GraphOverrides after) const;

 private:
    /// Entries from an index of the state before on, and what stands in their place after.
    template <class Entry>
    struct Replacement {
        std::size_t at = 0;
        std::vector<Entry> before;
        std::vector<Entry> after;
    };
    template <class Entry>
    using Replacements = std::vector<Replacement<Entry>>;

    template <class Entry>
    [[nodiscard]] static Replacements<Entry> difference(const std::vector<Entry>& before,
                                                        const std::vector<Entry>& after);
    template <class Entry>
    static void replace(std::vector<Entry>& entries, std::size_t at, std::size_t count,
                        const std::vector<Entry>& by);

    std::string m_module;
    std::string m_graph;
    Replacements<TensorOverride> m_tensors;
    Replacements<std::int64_t> m_excluded;
    std::optional<std::pair<base::JsonValue::Object, base::JsonValue::Object>> m_extra;
};

}  // namespace dimscope::overrides
