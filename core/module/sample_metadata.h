// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_value.h"
#include "core/base/result.h"
#include "core/module/info_level.h"
#include "core/module/locator.h"
#include "core/module/tensor_spec.h"
#include "core/module/value.h"

namespace dimscope::module {

/// Part of a language model's generation that a call belongs to.
enum class LlmPhase : std::uint8_t { none, prefill, decode };
/// "", "prefill" or "decode".
[[nodiscard]] std::string_view name(LlmPhase phase);

/// Whether leaves that are no tensors are kept and compared.
enum class Strictness : std::uint8_t { lenient, strict };

/// Tensors and other leaves of one side of a call, or of many calls merged. Mirrors AITune's SampleMetadata.
class SampleMetadata {
 public:
    struct TensorEntry {
        Locator locator;
        TensorSpec spec;
    };
    struct OtherEntry {
        Locator locator;
        Value value;
    };

    SampleMetadata() = default;
    SampleMetadata(std::vector<TensorEntry> tensors, std::vector<OtherEntry> others, Strictness strictness,
                   LlmPhase phase);

    /// Metadata of the arguments of a call: `root` is normally a mapping by parameter name. Batch size 0
    /// means unknown. Errors: typeError, indexError, attributeError where `cache_position` cannot be indexed.
    /// Mirrors SampleMetadata.from_inputs.
    [[nodiscard]] static base::Result<SampleMetadata> fromInputs(const Value& root, Strictness strictness,
                                                                 BatchSize batchSize);
    /// Metadata of what a call returned. Mirrors SampleMetadata.from_outputs.
    [[nodiscard]] static base::Result<SampleMetadata> fromOutputs(const Value& root, Strictness strictness,
                                                                  BatchSize batchSize);

    [[nodiscard]] const std::vector<TensorEntry>& tensorData() const { return m_tensors; }
    [[nodiscard]] const std::vector<OtherEntry>& otherData() const { return m_others; }
    [[nodiscard]] Strictness strictness() const { return m_strictness; }
    [[nodiscard]] LlmPhase llmPhase() const { return m_phase; }
    [[nodiscard]] std::vector<TensorSpec> tensorSpecs() const;

    /// Every tensor has a batch axis; true where there is no tensor.
    [[nodiscard]] bool hasBatchAxis() const;
    /// Some tensor has a batch or dynamic axis.
    [[nodiscard]] bool detectedDynamicAxis() const;

    /// Widens every tensor by the other metadata's. Errors: valueError where paths or ranks differ; nothing
    /// has changed.
    base::Result<void> updateShapesSeen(const SampleMetadata& other);
    /// `sample` with each batch axis resized to multiplier x n: cut if longer, else its first slice repeated.
    [[nodiscard]] base::Result<Value> makeBatch(const Value& sample, std::int64_t batchSize) const;
    /// makeBatch, then an update as a call at that size.
    base::Result<void> updateMaxBatchSize(const Value& sample, std::int64_t maxBatchSize);

    [[nodiscard]] std::string describe(InfoLevel level) const;
    [[nodiscard]] std::string str() const;
    [[nodiscard]] std::string repr() const;

    /// {"tensor_data", "other_data", "strict", "llm_phase"}: AITune's to_json_dict.
    [[nodiscard]] base::JsonValue toJson() const;
    /// The same read back. `min_shape`/`max_shape` may be absent where every shape entry is a size. Errors
    /// carry the place of the offending value (`where` gives the file).
    [[nodiscard]] static base::Result<SampleMetadata> fromJson(const base::JsonValue& json, Side side,
                                                               const base::SourceLocation& where = {});
    /// As toJson, with multipliers and container kinds, so that nothing is lost. Mirrors to_dict / from_dict.
    [[nodiscard]] base::JsonValue toDict() const;
    [[nodiscard]] static base::Result<SampleMetadata> fromDict(const base::JsonValue& dict, Side side,
                                                               const base::SourceLocation& where = {});

    /// Consistent with AITune's hash: with a phase the phase only, else paths, ranks and other values
    /// whatever the order.
    [[nodiscard]] std::size_t hash() const;

 private:
    [[nodiscard]] std::string shortDescription() const;
    [[nodiscard]] std::string tables(InfoLevel level) const;

    std::vector<TensorEntry> m_tensors;
    std::vector<OtherEntry> m_others;
    Strictness m_strictness = Strictness::strict;
    LlmPhase m_phase = LlmPhase::none;
};

/// AITune's ==, which decides whether a call is recorded into an existing graph: same {locator: rank} and
/// same other values whatever the order; if `left` has a phase, equal phases are enough. Not symmetric where
/// only one side has one.
[[nodiscard]] bool recordsInto(const SampleMetadata& left, const SampleMetadata& right);

/// Symmetric: recordsInto both ways.
[[nodiscard]] bool operator==(const SampleMetadata& left, const SampleMetadata& right);

}  // namespace dimscope::module
