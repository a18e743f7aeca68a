// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/json_value.h"
#include "core/base/result.h"
#include "core/module/locator.h"
#include "core/module/sample_metadata.h"

namespace dimscope::module {

/// What a named dimension of an explicit shape stands for.
enum class DimKind : std::uint8_t {
    dynamic,  ///< AITune's DynamicDim
    batch,    ///< AITune's BatchDim: the module's batch size
};

/// A named dimension with inclusive bounds, as a user states it for AITune: name not empty, 1 <= min < max,
/// min <= opt <= max. Mirrors DynamicDim and BatchDim.
struct DynamicDim {
    DimKind kind = DimKind::dynamic;
    std::string name;
    std::int64_t min = 1;
    std::int64_t max = 2;
    std::optional<std::int64_t> opt;  ///< none: max

    /// Errors: valueError where a bound is not positive, userInput where another rule is broken.
    [[nodiscard]] base::Result<void> check() const;
    [[nodiscard]] base::JsonValue toJson() const;
    /// `{"type", "name", "min", "max", "opt"}`, checked. Errors: as check, and userInput for a bound that is
    /// no integer, missingKey, wrongType, badValue for an unknown type; all with the place.
    [[nodiscard]] static base::Result<DynamicDim> fromJson(const base::JsonValue& json,
                                                           const base::SourceLocation& where = {});

    friend bool operator==(const DynamicDim&, const DynamicDim&) = default;
};

/// One axis of an explicit shape: a fixed size, or a named dimension.
using DimDefinition = std::variant<std::int64_t, DynamicDim>;
using ShapeDefinition = std::vector<DimDefinition>;

/// Whether a path can name an input: its first step is the name of a parameter. Errors: userInput.
[[nodiscard]] base::Result<void> checkInputPath(const std::vector<Accessor>& path);

/// Explicit shapes of a module's inputs, as a user states them for AITune. Mirrors DynamicShapes.
class DynamicShapes {
 public:
    struct Entry {
        std::vector<Accessor> path;  ///< semantic path: a name, or two or more steps that start with one
        ShapeDefinition shape;       ///< full rank
    };

    DynamicShapes() = default;
    /// Checks the definitions as AITune does before it records: paths, fixed sizes >= 0, equal names with
    /// equal kinds and bounds. Errors: valueError for a negative size, userInput.
    [[nodiscard]] static base::Result<DynamicShapes> fromEntries(std::vector<Entry> entries);

    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }
    /// The definition for a tensor, nullptr without one.
    [[nodiscard]] const ShapeDefinition* find(const Locator& locator) const;

    /// Whether a recorded call satisfies the definitions: rank, fixed sizes, ranges, and equal sizes for
    /// equal names. The tensors of the call that have a definition, in their order. Errors: userInput.
    [[nodiscard]] base::Result<std::vector<Locator>> resolve(const SampleMetadata& call) const;

    /// `[{"path", "shape"}]`, AITune's dynamic_shapes_to_json.
    [[nodiscard]] base::JsonValue toJson() const;
    /// The same read back and checked; null counts as no definitions. Errors carry the place.
    [[nodiscard]] static base::Result<DynamicShapes> fromJson(const base::JsonValue& json,
                                                              const base::SourceLocation& where = {});

 private:
    std::vector<Entry> m_entries;
};

}  // namespace dimscope::module
