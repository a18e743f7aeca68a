// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <utility>

#include "core/base/result.h"
#include "core/module/sample_metadata.h"

namespace dimscope::module {

/// Metadata of a call's arguments that tells calls apart by their exact shapes: always strict, batch size
/// unknown, no LLM phase. Mirrors AITune's ExactSampleMetadata.
class ExactSampleMetadata {
 public:
    [[nodiscard]] static ExactSampleMetadata fromInputs(const Value& root);

    [[nodiscard]] const SampleMetadata& metadata() const { return m_metadata; }

    [[nodiscard]] std::size_t hash() const;
    /// Same {locator: shape} and same other values, whatever the order.
    friend bool operator==(const ExactSampleMetadata& left, const ExactSampleMetadata& right);

 private:
    explicit ExactSampleMetadata(SampleMetadata metadata) : m_metadata(std::move(metadata)) {}

    SampleMetadata m_metadata;
};

}  // namespace dimscope::module
