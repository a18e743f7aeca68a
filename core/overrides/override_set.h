// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_value.h"
#include "core/module/locator.h"
#include "core/module/tensor_spec.h"
#include "core/records/tensor_record.h"

/// What an engineer states about shapes, beside what was inferred: values, rules over them, their file.
namespace dimscope::overrides {

/// A fixed size, a symbol, or neither: an unnamed dynamic dimension.
using module::Sizes;
using records::Dim;

/// The tuned spec of one tensor, as stated: nothing here needs to be right (judge() says what is wrong), so
/// lengths may differ from the tensor's rank and sizes may be anything.
struct TensorOverride {
    module::Locator locator;           ///< side, semantic path (the identity) and access path as written
    std::optional<std::string> name;   ///< in the target; none: the access path
    std::optional<std::string> dtype;  ///< "float16"; none: the one that was seen
    std::vector<Dim> shape;
    Sizes min;
    Sizes opt;
    Sizes max;
    std::optional<std::int64_t> batchAxis;
    std::optional<std::int64_t> batchMultiplier =
        1;  ///< size of the batch axis / batch size; none: not known
    std::string note;
    base::JsonValue::Object extra{};  ///< members of the file that Dimscope does not know; kept as they are

    [[nodiscard]] std::string targetName() const { return name.value_or(locator.accessPath()); }
    /// Multiplier of an axis: the batch multiplier on the batch axis (none: not known), else 1.
    [[nodiscard]] std::optional<std::int64_t> multiplierOf(std::size_t axis) const;

    /// Locators count with their side and access path.
    friend bool operator==(const TensorOverride& left, const TensorOverride& right);
};

/// Overrides of one graph, by the names of module and graph.
struct GraphOverrides {
    std::string module;
    std::string graph;  ///< full name, unique in its module
    std::vector<TensorOverride> tensors;
    std::vector<std::int64_t> excludedSamples;  ///< ascending, each once; 0-based within the graph
    base::JsonValue::Object extra{};

    /// By side and accessors; container kinds and the access path do not count. nullptr where there is none.
    [[nodiscard]] const TensorOverride* find(const module::Locator& locator) const;
    /// Replaces the override of the same tensor, or appends.
    void put(TensorOverride tensor);
    /// Whether there was one.
    bool remove(const module::Locator& locator);
    /// Says nothing: no tensor, no excluded sample, nothing kept.
    [[nodiscard]] bool empty() const { return tensors.empty() && excludedSamples.empty() && extra.empty(); }

    friend bool operator==(const GraphOverrides&, const GraphOverrides&) = default;
};

/// All overrides of a capture.
struct OverrideSet {
    std::string sourceName;   ///< name of the capture's file, for people
    std::string fingerprint;  ///< "xxh3:..." of the capture they were made for; empty: of any
    std::vector<GraphOverrides> graphs;
    base::JsonValue::Object extra{};
    base::JsonValue::Object sourceExtra{};  ///< the same of the file's "source"

    [[nodiscard]] const GraphOverrides* find(std::string_view module, std::string_view graph) const;
    /// Replaces the overrides of the same graph, or adds them; empty ones are dropped.
    void put(GraphOverrides overrides);
    [[nodiscard]] bool empty() const;

    friend bool operator==(const OverrideSet&, const OverrideSet&) = default;
};

/// Whether two paths name one tensor: equal side and accessors.
[[nodiscard]] bool sameTensor(const module::Locator& left, const module::Locator& right);
/// "float16" of "torch.float16", else the text itself.
[[nodiscard]] std::string bareDtype(std::string_view dtype);

}  // namespace dimscope::overrides
