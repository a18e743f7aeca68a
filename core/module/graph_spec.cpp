// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/module/graph_spec.h"

#include <algorithm>
#include <utility>

namespace dimscope::module {

using base::Error;
using base::ErrorCode;
using base::JsonValue;
using base::Result;

namespace {

bool isNameCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The semantic path as the access path of nested sequences and mappings would print it.
std::string plainPath(const Locator& locator) {
    std::vector<Step> steps = locator.steps();
    for (Step& step : steps) {
        const bool text = std::holds_alternative<std::string>(step.accessor);
        step.container = text ? Container::mapping : Container::sequence;
    }
    return Locator(std::move(steps), Side::input).accessPath();
}

std::string trimmed(const std::string& text, char blank) {
    const std::size_t first = text.find_first_not_of(blank);
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(blank) - first + 1);
}

JsonValue sizesJson(const Sizes& sizes) {
    return JsonValue::Array(sizes.begin(), sizes.end());
}

ShapeRange rangeOf(const ShapeDefinition& definition) {
    ShapeRange out;
    for (const DimDefinition& entry : definition) {
        const auto* size = std::get_if<std::int64_t>(&entry);
        const auto* dim = std::get_if<DynamicDim>(&entry);
        out.min.push_back(size ? *size : dim->min);
        out.opt.push_back(size ? *size : dim->opt.value_or(dim->max));
        out.max.push_back(size ? *size : dim->max);
    }
    return out;
}

}  // namespace

std::string engineTensorName(const Locator& locator, Side side) {
    std::string out;
    bool inRun = false;
    for (const char c : plainPath(locator)) {
        const bool keep = isNameCharacter(c);
        if (keep || !inRun) {
            out += keep ? c : '_';
        }
        inRun = !keep;
    }
    out = trimmed(out, '_');
    return std::string(name(side)) + (out.empty() ? "" : "_" + out);
}

GraphSpec::GraphSpec(std::string name, SampleMetadata inputSpec, SampleMetadata outputSpec,
                     DynamicShapes dynamicShapes)
    : m_name(std::move(name)),
      m_inputSpec(std::move(inputSpec)),
      m_outputSpec(std::move(outputSpec)),
      m_dynamicShapes(std::move(dynamicShapes)) {}

Result<void> GraphSpec::updateShapesSeen(const SampleMetadata& inputs, const SampleMetadata& outputs) {
    if (auto updated = m_inputSpec.updateShapesSeen(inputs); !updated) {
        return updated;
    }
    return m_outputSpec.updateShapesSeen(outputs);
}

ShapeRange GraphSpec::effectiveInputShapes(const SampleMetadata::TensorEntry& input) const {
    if (const ShapeDefinition* definition = m_dynamicShapes.find(input.locator)) {
        return rangeOf(*definition);
    }
    return {input.spec.minShape(), input.spec.maxShape(), input.spec.maxShape()};
}

Result<std::vector<std::pair<std::int64_t, std::int64_t>>> GraphSpec::batchRanges(BatchRange range) const {
    std::vector<std::pair<std::int64_t, std::int64_t>> out;
    for (const auto& [locator, spec] : m_inputSpec.tensorData()) {
        if (const ShapeDefinition* definition = m_dynamicShapes.find(locator)) {
            for (const DimDefinition& entry : *definition) {
                const auto* dim = std::get_if<DynamicDim>(&entry);
                if (dim && dim->kind == DimKind::batch) {
                    out.emplace_back(dim->min, dim->max);
                }
            }
            continue;
        }
        const auto axes = spec.batchAxisMultipliers();
        if (!axes) {
            return axes.error();
        }
        for (const auto& [axis, multiplier] : *axes) {
            const std::int64_t divisor = range == BatchRange::raw ? 1 : multiplier;
            if (divisor == 0) {
                return Error{ErrorCode::zeroDivision, "found the multiplier 0 at " + locator.accessPath(),
                             "expected at least 1"};
            }
            const auto i = static_cast<std::size_t>(axis);
            out.emplace_back(spec.minShape()[i] / divisor, spec.maxShape()[i] / divisor);
        }
    }
    return out;
}

Result<std::int64_t> GraphSpec::maxBatchSize(BatchRange range) const {
    const auto ranges = batchRanges(range);
    if (!ranges) {
        return ranges.error();
    }
    std::optional<std::int64_t> out;
    for (const auto& [min, max] : *ranges) {
        out = std::max(out.value_or(max), max);
    }
    return out.value_or(1);
}

Result<std::optional<std::int64_t>> GraphSpec::minBatchSize(BatchRange range) const {
    const auto ranges = batchRanges(range);
    if (!ranges) {
        return ranges.error();
    }
    std::optional<std::int64_t> out;
    for (const auto& [min, max] : *ranges) {
        out = std::min(out.value_or(min), min);
    }
    return out;
}

std::vector<GraphSpec::ProfileEntry> GraphSpec::tensorRtProfile() const {
    std::vector<ProfileEntry> out;
    for (const SampleMetadata::TensorEntry& input : m_inputSpec.tensorData()) {
        ProfileEntry entry{engineTensorName(input.locator, Side::input), effectiveInputShapes(input)};
        const auto same = std::find_if(
            out.begin(), out.end(), [&entry](const ProfileEntry& other) { return other.name == entry.name; });
        if (same != out.end()) {
            *same = std::move(entry);
        } else {
            out.push_back(std::move(entry));
        }
    }
    return out;
}

std::string GraphSpec::str() const {
    return "Name=" + m_name + "\nInput_spec:\n" + m_inputSpec.describe(InfoLevel::full) + "Output_spec:\n" +
           m_outputSpec.describe(InfoLevel::full);
}

JsonValue profileJson(const std::vector<GraphSpec::ProfileEntry>& profile) {
    JsonValue::Object out;
    for (const auto& [name, shapes] : profile) {
        out.emplace_back(
            name, JsonValue::Array{sizesJson(shapes.min), sizesJson(shapes.opt), sizesJson(shapes.max)});
    }
    return out;
}

}  // namespace dimscope::module
