// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/golden_metadata.h"

#include <array>
#include <string_view>

#include "tests/support/golden.h"

namespace dimscope::test {

using base::JsonValue;
using namespace module;

namespace {

constexpr std::array<std::string_view, 4> kContainers = {"sequence", "dict", "object", "user_object"};

JsonValue::Object pathJson(const Locator& locator) {
    JsonValue::Array steps;
    for (const Step& step : locator.steps()) {
        JsonValue accessor = std::visit([](const auto& form) { return JsonValue(form); }, step.accessor);
        steps.emplace_back(
            JsonValue::Array{std::move(accessor), kContainers[static_cast<std::size_t>(step.container)]});
    }
    return {{"access_path", locator.accessPath()},
            {"semantic_path", locator.semanticPath()},
            {"steps", std::move(steps)}};
}

}  // namespace

JsonValue expectationJson(const SampleMetadata& metadata) {
    JsonValue::Array tensors;
    for (const auto& [locator, spec] : metadata.tensorData()) {
        JsonValue::Object tensor = pathJson(locator);
        tensor.emplace_back("multipliers", multipliersJson(spec.multipliers()));
        tensors.emplace_back(std::move(tensor));
    }
    JsonValue::Array others;
    for (const auto& entry : metadata.otherData()) {
        others.emplace_back(pathJson(entry.locator));
    }
    return JsonValue::Object{{"tensors", std::move(tensors)},
                             {"others", std::move(others)},
                             {"json", metadata.toJson()},
                             {"llm_phase", name(metadata.llmPhase())},
                             {"has_batch_axis", metadata.hasBatchAxis()},
                             {"detected_dynamic_axis", metadata.detectedDynamicAxis()},
                             {"describe_short", metadata.describe(InfoLevel::shortForm)},
                             {"describe_medium", metadata.describe(InfoLevel::medium)},
                             {"describe_full", metadata.describe(InfoLevel::full)}};
}

JsonValue stepJson(const SampleMetadata& metadata) {
    JsonValue::Array tensors;
    for (const auto& [locator, spec] : metadata.tensorData()) {
        tensors.emplace_back(JsonValue::Object{{"access_path", locator.accessPath()},
                                               {"multipliers", multipliersJson(spec.multipliers())}});
    }
    JsonValue::Object json{{"tensor_data", at(metadata.toJson(), "tensor_data")}};
    return JsonValue::Object{{"tensors", std::move(tensors)},
                             {"json", std::move(json)},
                             {"llm_phase", name(metadata.llmPhase())},
                             {"has_batch_axis", metadata.hasBatchAxis()},
                             {"detected_dynamic_axis", metadata.detectedDynamicAxis()}};
}

JsonValue allMultipliersJson(const SampleMetadata& metadata) {
    JsonValue::Array out;
    for (const auto& entry : metadata.tensorData()) {
        out.push_back(multipliersJson(entry.spec.multipliers()));
    }
    return out;
}

}  // namespace dimscope::test
