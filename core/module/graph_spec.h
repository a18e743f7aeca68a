// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/json_value.h"
#include "core/base/result.h"
#include "core/module/dynamic_shapes.h"
#include "core/module/sample_metadata.h"

namespace dimscope::module {

/// Shapes that a compiler gets for one tensor.
struct ShapeRange {
    Sizes min;
    Sizes opt;
    Sizes max;

    friend bool operator==(const ShapeRange&, const ShapeRange&) = default;
};

/// Whether batch sizes are axis sizes as seen, or divided by the multiplier of their axis.
enum class BatchRange : std::uint8_t { raw, normalised };

/// Name of a tensor in an engine: `input_` or `output_` and the semantic path, in which each run of
/// characters other than ASCII letters, digits and `_` is one `_`, trimmed at the ends; `input` or `output`
/// for a root leaf. Different paths can collide.
[[nodiscard]] std::string engineTensorName(const Locator& locator, Side side);

/// The calls of a module that share one execution graph: metadata of both sides, and the shapes that the user
/// stated for inputs. Mirrors AITune's GraphSpec.
class GraphSpec {
 public:
    GraphSpec(std::string name, SampleMetadata inputSpec, SampleMetadata outputSpec,
              DynamicShapes dynamicShapes = {});

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] const SampleMetadata& inputSpec() const { return m_inputSpec; }
    [[nodiscard]] const SampleMetadata& outputSpec() const { return m_outputSpec; }
    [[nodiscard]] const DynamicShapes& dynamicShapes() const { return m_dynamicShapes; }

    /// Widens both sides by one more call, inputs first. Errors: valueError; as in AITune, inputs stay
    /// widened where only the outputs cannot be.
    base::Result<void> updateShapesSeen(const SampleMetadata& inputs, const SampleMetadata& outputs);

    /// The user's definition of an input (opt = max unless stated), else min and max as seen, with opt = max.
    [[nodiscard]] ShapeRange effectiveInputShapes(const SampleMetadata::TensorEntry& input) const;

    /// Largest batch size over the batch axes of all inputs; a definition's BatchDim bounds stand for the
    /// tensor's batch axes and are never divided. 1 without any. Errors: valueError where a batch axis has no
    /// multiplier, zeroDivision where it is 0 and a normalised size is asked for.
    [[nodiscard]] base::Result<std::int64_t> maxBatchSize(BatchRange range) const;
    /// Smallest one; none without a batch axis. AITune knows it raw only.
    [[nodiscard]] base::Result<std::optional<std::int64_t>> minBatchSize(
        BatchRange range = BatchRange::raw) const;

    struct ProfileEntry {
        std::string name;  ///< of the tensor in the engine
        ShapeRange shapes;
    };
    /// TensorRT optimization profile of the inputs. Where engine names collide the last tensor stays, as in
    /// AITune.
    [[nodiscard]] std::vector<ProfileEntry> tensorRtProfile() const;

    /// Name, then both sides as full tables.
    [[nodiscard]] std::string str() const;

 private:
    [[nodiscard]] base::Result<std::vector<std::pair<std::int64_t, std::int64_t>>> batchRanges(
        BatchRange range) const;

    std::string m_name;
    SampleMetadata m_inputSpec;
    SampleMetadata m_outputSpec;
    DynamicShapes m_dynamicShapes;
};

/// `{name: [min, opt, max]}`, as AITune stores a profile.
[[nodiscard]] base::JsonValue profileJson(const std::vector<GraphSpec::ProfileEntry>& profile);

}  // namespace dimscope::module
