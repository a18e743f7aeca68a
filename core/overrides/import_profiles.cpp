// SPDX-License-Identifier: GPL-3.0-or-later
//
// TensorRT optimization profiles as AITune stores them beside an engine: [{"name": [min, opt, max]}].
#include <algorithm>
#include <utility>

#include "core/overrides/import_forms.h"

namespace dimscope::overrides {

namespace {

using base::ErrorCode;
using base::Result;
using module::JsonCursor;

constexpr std::string_view kThree = "an array of three: min, opt and max";

Result<StatedTensor> readBounds(const std::string& name, const JsonCursor& json) {
    const auto bounds = json.items();
    if (!bounds) {
        return json.wrongType(kThree);
    }
    if (bounds->size() != 3) {
        return json.error(ErrorCode::badValue, "an array of " + std::to_string(bounds->size()), kThree);
    }
    StatedTensor tensor;
    tensor.name = name;
    tensor.sides = {module::Side::input};
    for (std::size_t i = 0; i < 3; ++i) {
        auto sizes = (*bounds)[i].sizes();
        if (!sizes) {
            return std::move(sizes).error();
        }
        if (i > 0 && sizes->size() != tensor.min.size()) {
            return (*bounds)[i].error(ErrorCode::rankMismatch, std::to_string(sizes->size()) + " sizes",
                                      std::to_string(tensor.min.size()) + ", as in min");
        }
        (i == 0 ? tensor.min : i == 1 ? tensor.opt : tensor.max) = *std::move(sizes);
    }
    return tensor;
}

Result<std::vector<StatedTensor>> readProfile(const JsonCursor& json) {
    if (json.value().object() == nullptr) {
        return json.wrongType("an object of names with min, opt and max");
    }
    std::vector<StatedTensor> out;
    for (const auto& [name, bounds] : json.members()) {
        auto tensor = readBounds(name, bounds);
        if (!tensor) {
            return std::move(tensor).error();
        }
        out.push_back(*std::move(tensor));
    }
    return out;
}

/// Equal names with equal bounds, in any order.
bool sameProfile(std::vector<StatedTensor> left, std::vector<StatedTensor> right) {
    for (auto* profile : {&left, &right}) {
        std::sort(profile->begin(), profile->end(),
                  [](const StatedTensor& a, const StatedTensor& b) { return a.name < b.name; });
    }
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](const StatedTensor& a, const StatedTensor& b) {
                          return a.name == b.name && a.min == b.min && a.opt == b.opt && a.max == b.max;
                      });
}

}  // namespace

Result<std::vector<StatedShapes>> readProfiles(const JsonCursor& json, std::vector<Problem>& problems) {
    const auto profiles = json.value().array() != nullptr ? json.items() : std::vector<JsonCursor>{json};
    std::vector<StatedTensor> first;
    std::size_t others = 0;
    for (std::size_t i = 0; i < profiles->size(); ++i) {
        auto profile = readProfile((*profiles)[i]);
        if (!profile) {
            return std::move(profile).error();
        }
        if (i == 0) {
            first = *std::move(profile);
        } else if (!sameProfile(*std::move(profile), first)) {
            ++others;
        }
    }
    if (others > 0) {
        Problem problem;
        problem.code = "other-profiles";
        problem.severity = base::Severity::warning;
        problem.message = "the file holds " + std::to_string(profiles->size()) +
                          " profiles; the first was taken, and " + std::to_string(others) +
                          " that state other sizes were left out";
        problems.push_back(std::move(problem));
    }
    return std::vector<StatedShapes>{{std::nullopt, std::move(first)}};
}

}  // namespace dimscope::overrides
