// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/module/exact_sample_metadata.h"

#include <algorithm>
#include <utility>

#include "core/module/leaves.h"

namespace dimscope::module {

ExactSampleMetadata ExactSampleMetadata::fromInputs(const Value& root) {
    std::vector<SampleMetadata::TensorEntry> tensors;
    std::vector<SampleMetadata::OtherEntry> others;
    for (Leaf& leaf : findLeaves(root, Side::input)) {
        if (const auto* tensor = leaf.value->as<TensorInfo>()) {
            std::vector<Dim> shape(tensor->shape.begin(), tensor->shape.end());
            auto spec = TensorSpec::fromParts(std::move(shape), tensor->shape, tensor->shape, tensor->dtype);
            tensors.push_back({std::move(leaf.locator), *std::move(spec)});
        } else {
            others.push_back({std::move(leaf.locator), *leaf.value});
        }
    }
    return ExactSampleMetadata(
        SampleMetadata(std::move(tensors), std::move(others), Strictness::strict, LlmPhase::none));
}

std::size_t ExactSampleMetadata::hash() const {
    std::size_t out = m_metadata.hash();
    for (const auto& [locator, spec] : m_metadata.tensorData()) {
        std::size_t sizes = locator.hash();
        for (const std::int64_t size : spec.minShape()) {
            sizes = sizes * 1000003U ^ std::hash<std::int64_t>{}(size);
        }
        out += sizes * 0x9E3779B97F4A7C15U;
    }
    return out;
}

bool operator==(const ExactSampleMetadata& left, const ExactSampleMetadata& right) {
    const auto& others = right.m_metadata.tensorData();
    const auto& tensors = left.m_metadata.tensorData();
    return recordsInto(left.m_metadata, right.m_metadata) &&
           std::all_of(tensors.begin(), tensors.end(), [&others](const auto& entry) {
               return std::any_of(others.begin(), others.end(), [&entry](const auto& other) {
                   return other.locator == entry.locator && other.spec.shape() == entry.spec.shape();
               });
           });
}

}  // namespace dimscope::module
