// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "core/module/batch_plan.h"
#include "core/module/leaves.h"
#include "core/module/sample_metadata.h"

namespace dimscope::module {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

/// Root argument whose first element tells the phase of a generation. AITune's Hugging Face rule.
constexpr std::string_view kCachePosition = "cache_position";

struct Parts {
    std::vector<SampleMetadata::TensorEntry> tensors;
    std::vector<SampleMetadata::OtherEntry> others;
    const Value* cachePosition = nullptr;  ///< last leaf below the root argument of that name
};

Result<Parts> partsOf(const Value& root, Side side, Strictness strictness, BatchSize batchSize) {
    if (batchSize == 0) {
        batchSize = std::nullopt;
    }
    Parts out;
    for (Leaf& leaf : findLeaves(root, side)) {
        const auto& steps = leaf.locator.steps();
        if (!steps.empty() && steps.front().accessor == Accessor(std::string(kCachePosition))) {
            out.cachePosition = leaf.value;
        }
        if (const auto* tensor = leaf.value->as<TensorInfo>()) {
            auto spec = TensorSpec::fromSizes(tensor->shape, tensor->dtype, batchSize);
            if (!spec) {
                return std::move(spec).error();
            }
            out.tensors.push_back({std::move(leaf.locator), *std::move(spec)});
        } else if (strictness == Strictness::strict) {
            out.others.push_back({std::move(leaf.locator), *leaf.value});
        }
    }
    return out;
}

Error badCachePosition(ErrorCode code, std::string found) {
    return {code, "found " + std::move(found) + " as cache_position",
            "expected a tensor with at least one axis and one element"};
}

/// What `cache_position[0].item() == 0` says. A tensor whose values are not known tells no phase.
Result<LlmPhase> phaseOf(const TensorInfo& tensor) {
    if (tensor.shape.empty() || tensor.shape.front() == 0) {
        return badCachePosition(ErrorCode::indexError, "a tensor of shape " + sizesText(tensor.shape));
    }
    for (std::size_t axis = 1; axis < tensor.shape.size(); ++axis) {
        if (tensor.shape[axis] != 1) {
            return badCachePosition(ErrorCode::valueError, "a tensor of shape " + sizesText(tensor.shape));
        }
    }
    if (tensor.values.empty()) {
        return LlmPhase::none;
    }
    return tensor.values.front() == 0 ? LlmPhase::prefill : LlmPhase::decode;
}

Result<LlmPhase> phaseOf(const Value* cachePosition) {
    if (!cachePosition || cachePosition->as<Value::None>()) {
        return LlmPhase::none;
    }
    if (const auto* tensor = cachePosition->as<TensorInfo>()) {
        return phaseOf(*tensor);
    }
    if (const auto* text = cachePosition->as<std::string>()) {
        return badCachePosition(text->empty() ? ErrorCode::indexError : ErrorCode::attributeError, "text");
    }
    return badCachePosition(ErrorCode::typeError, cachePosition->repr());
}

}  // namespace

Result<SampleMetadata> SampleMetadata::fromInputs(const Value& root, Strictness strictness,
                                                  BatchSize batchSize) {
    auto parts = partsOf(root, Side::input, strictness, batchSize);
    if (!parts) {
        return std::move(parts).error();
    }
    const auto phase = phaseOf(parts->cachePosition);
    if (!phase) {
        return phase.error();
    }
    return SampleMetadata(std::move(parts->tensors), std::move(parts->others), strictness, *phase);
}

Result<SampleMetadata> SampleMetadata::fromOutputs(const Value& root, Strictness strictness,
                                                   BatchSize batchSize) {
    auto parts = partsOf(root, Side::output, strictness, batchSize);
    if (!parts) {
        return std::move(parts).error();
    }
    return SampleMetadata(std::move(parts->tensors), std::move(parts->others), strictness, LlmPhase::none);
}

Result<Value> SampleMetadata::makeBatch(const Value& sample, std::int64_t batchSize) const {
    Value out = sample;
    for (const auto& [locator, spec] : m_tensors) {
        const auto found = valueAt(out, locator);
        if (!found) {
            return found.error();
        }
        if (!spec.hasBatchAxis()) {
            continue;
        }
        const auto* tensor = (*found)->as<TensorInfo>();
        if (!tensor) {
            return Error{ErrorCode::attributeError,
                         "found " + (*found)->repr() + " at " + locator.accessPath(), "expected a tensor"};
        }
        const auto plan = planBatch(spec, tensor->shape, batchSize);
        auto resized = plan ? applyPlan(*tensor, *plan) : Result<TensorInfo>(plan.error());
        if (!resized) {
            return std::move(resized).error().withContext("resizing " + locator.accessPath());
        }
        if (auto stored = setValueAt(out, locator, *std::move(resized)); !stored) {
            return std::move(stored).error();
        }
    }
    return out;
}

Result<void> SampleMetadata::updateMaxBatchSize(const Value& sample, std::int64_t maxBatchSize) {
    const auto batch = makeBatch(sample, maxBatchSize);
    if (!batch) {
        return batch.error();
    }
    const auto metadata = fromInputs(*batch, Strictness::strict, maxBatchSize);
    return metadata ? updateShapesSeen(*metadata) : Result<void>(metadata.error());
}

}  // namespace dimscope::module
