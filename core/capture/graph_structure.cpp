// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/graph_structure.h"

#include <algorithm>

#include "core/base/json_value.h"

namespace dimscope::capture {

namespace {

bool samePlace(const Tensor& tensor, const TensorSlot& slot) {
    return tensor.side() == slot.locator.side() && tensor.locator == slot.locator;
}

std::uint64_t mix(std::uint64_t value) {  // the finaliser of MurmurHash3
    value ^= value >> 33U;
    value *= 0xff51afd7ed558ccdULL;
    value ^= value >> 33U;
    value *= 0xc4ceb9fe1a85ec53ULL;
    return value ^ (value >> 33U);
}

std::string placeText(module::Side side, const std::string& accessPath) {
    return std::string(module::name(side)) + " \"" + accessPath + "\"";
}

std::string sideKey(const module::SampleMetadata& metadata) {
    const base::JsonValue json = metadata.toJson();
    std::string key;
    for (const auto& [name, value] : *json.object()) {
        key += name + "=";
        if (const base::JsonValue::Array* entries = value.array()) {
            std::vector<std::string> texts;
            for (const base::JsonValue& entry : *entries) {
                texts.push_back(base::dumpJson(entry));
                if (name == "tensor_data") {
                    const module::TensorSpec& spec = metadata.tensorData()[texts.size() - 1].spec;
                    texts.back() += base::dumpJson(spec.multipliersJson());
                }
            }
            std::sort(texts.begin(), texts.end());
            for (const std::string& text : texts) {
                key += text + "\n";
            }
        } else {
            key += base::dumpJson(value) + "\n";
        }
    }
    return key;
}

/// Equal to the letter: 1 and True are two values here.
bool sameOthers(const CallForm::Others& left, const CallForm::Others& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const auto& a, const auto& b) {
        return a.locator == b.locator && a.locator.accessPath() == b.locator.accessPath() &&
               a.value.toJson() == b.value.toJson();
    });
}

}  // namespace

std::vector<TensorSlot> tensorSlots(const module::SampleMetadata& inputs,
                                    const module::SampleMetadata& outputs) {
    std::vector<TensorSlot> slots;
    slots.reserve(inputs.tensorData().size() + outputs.tensorData().size());
    for (const module::SampleMetadata* side : {&inputs, &outputs}) {
        for (const auto& [locator, spec] : side->tensorData()) {
            slots.push_back({locator, spec.rank(), spec.dtype()});
        }
    }
    return slots;
}

std::uint64_t structureHash(std::span<const TensorSlot> slots) {
    std::uint64_t sum = mix(slots.size());
    for (const TensorSlot& slot : slots) {
        const std::uint64_t side = slot.locator.side() == module::Side::input ? 1 : 2;
        sum += mix(mix(slot.locator.hash()) + slot.rank * 4 + side);
    }
    return sum;
}

std::optional<std::vector<std::size_t>> matchTensors(std::span<const Tensor> tensors,
                                                     std::span<const TensorSlot> slots) {
    if (tensors.size() != slots.size()) {
        return std::nullopt;
    }
    std::vector<std::size_t> order(slots.size());
    std::vector<bool> taken(slots.size(), false);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const auto fits = [&](std::size_t at) {
            return !taken[at] && tensors[at].rank == slots[i].rank && samePlace(tensors[at], slots[i]);
        };
        std::size_t at = i;  // the usual case: the same order
        if (!fits(at)) {
            at = 0;
            while (at < tensors.size() && !fits(at)) {
                ++at;
            }
            if (at == tensors.size()) {
                return std::nullopt;
            }
        }
        taken[at] = true;
        order[i] = at;
    }
    return order;
}

std::string differenceText(std::span<const Tensor> tensors, std::span<const TensorSlot> slots) {
    for (const TensorSlot& slot : slots) {
        const auto found = std::find_if(tensors.begin(), tensors.end(),
                                        [&](const Tensor& tensor) { return samePlace(tensor, slot); });
        const std::string place = placeText(slot.locator.side(), slot.locator.accessPath());
        if (found == tensors.end()) {
            return place + " was absent before";
        }
        if (found->rank != slot.rank) {
            return place + " has rank " + std::to_string(slot.rank) + ", before it had " +
                   std::to_string(found->rank);
        }
    }
    for (const Tensor& tensor : tensors) {
        if (std::none_of(slots.begin(), slots.end(),
                         [&](const TensorSlot& slot) { return samePlace(tensor, slot); })) {
            return placeText(tensor.side(), tensor.accessPath) + " is absent here";
        }
    }
    return "one path stands for several tensors";
}

std::optional<CallForm> formOf(const Graph& graph, std::span<const Tensor> tensors,
                               std::span<const std::size_t> order, const module::SampleMetadata& inputs,
                               const module::SampleMetadata& outputs) {
    CallForm form;
    form.strictness = inputs.strictness();
    bool isOther = form.strictness != graph.strictness;
    if (!sameOthers(inputs.otherData(), graph.otherInputs)) {
        form.otherInputs = inputs.otherData();
        isOther = true;
    }
    if (!sameOthers(outputs.otherData(), graph.otherOutputs)) {
        form.otherOutputs = outputs.otherData();
        isOther = true;
    }
    bool samePlaces = true;
    for (const module::SampleMetadata* side : {&inputs, &outputs}) {
        for (const auto& [locator, spec] : side->tensorData()) {
            const std::size_t at = form.places.size();
            form.places.push_back({static_cast<std::uint32_t>(order[at]), locator.accessPath()});
            samePlaces =
                samePlaces && order[at] == at && form.places[at].accessPath == tensors[at].accessPath;
        }
    }
    if (samePlaces) {
        form.places.clear();
    }
    return isOther || !samePlaces ? std::optional(std::move(form)) : std::nullopt;
}

std::string summaryKey(const module::SampleMetadata& inputs, const module::SampleMetadata& outputs) {
    const module::SampleMetadata results(outputs.tensorData(), outputs.otherData(), inputs.strictness(),
                                         module::LlmPhase::none);  // the inputs say it for both sides
    return sideKey(inputs) + "\n" + sideKey(results);
}

}  // namespace dimscope::capture
