// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/module/json_cursor.h"
#include "core/overrides/override_set.h"
#include "core/overrides/problem.h"

/// What other tools' files say about shapes, before anyone knows which tensors they mean.
namespace dimscope::overrides {

/// Shapes of one tensor as a file states them.
struct StatedTensor {
    std::string name;  ///< as the file calls it, or its path as it is printed
    /// Semantic path; none: found by name.
    std::optional<std::vector<module::Accessor>> path;
    std::vector<module::Side> sides;  ///< looked through in this order until one has it
    /// Dims; none: the form has bounds only.
    std::optional<std::vector<Dim>> shape;
    Sizes min;  ///< all three of the tensor's rank
    Sizes opt;
    Sizes max;
    /// What is said of the batch axis.
    enum class Batch : std::uint8_t {
        inferred,     ///< nothing
        stated,       ///< `batchAxis`, or that there is none
        statedIfOne,  ///< the same, but the form cannot speak of axes whose multiplier is not 1
    };
    Batch batch = Batch::inferred;
    std::optional<std::int64_t> batchAxis;
    std::optional<std::string> dtype;
};

/// Tensors of one graph.
struct StatedShapes {
    struct GraphName {
        std::string module;
        std::string graph;
    };
    std::optional<GraphName> graph;  ///< none: the form names no graph
    std::vector<StatedTensor> tensors;
};

enum class ImportForm : std::uint8_t { overrides, explicitShapes, report, profiles, records, unknown };

/// What a document is, by its keys.
[[nodiscard]] ImportForm importFormOf(const base::JsonValue& document);

/// Readers of the forms. Errors carry the place. None of them looks at a capture.
[[nodiscard]] base::Result<std::vector<StatedShapes>> readExplicitShapes(const module::JsonCursor& json);
[[nodiscard]] base::Result<std::vector<StatedShapes>> readReportShapes(const module::JsonCursor& json);
[[nodiscard]] base::Result<std::vector<StatedShapes>> readRecords(const module::JsonCursor& json);
/// The first profile; says so in `problems` where others differ from it.
[[nodiscard]] base::Result<std::vector<StatedShapes>> readProfiles(const module::JsonCursor& json,
                                                                   std::vector<Problem>& problems);

}  // namespace dimscope::overrides
