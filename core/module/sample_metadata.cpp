// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/module/sample_metadata.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/module/python_text.h"
#include "core/module/table.h"

namespace dimscope::module {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

using RankByLocator = std::unordered_map<Locator, std::size_t>;

RankByLocator ranks(const SampleMetadata& metadata) {
    RankByLocator out;
    for (const auto& entry : metadata.tensorData()) {
        out.insert_or_assign(entry.locator, entry.spec.rank());
    }
    return out;
}

bool sameOthers(const SampleMetadata& left, const SampleMetadata& right) {
    std::unordered_map<Locator, const Value*> byLocator;
    for (const auto& entry : right.otherData()) {
        byLocator.insert_or_assign(entry.locator, &entry.value);
    }
    return left.otherData().size() == right.otherData().size() &&
           std::all_of(left.otherData().begin(), left.otherData().end(), [&byLocator](const auto& entry) {
               const auto found = byLocator.find(entry.locator);
               return found != byLocator.end() && entry.value.equals(*found->second);
           });
}

/// A symbolic shape as Python prints the list: `['batch0', 3]`.
std::string listText(const std::vector<Dim>& shape) {
    std::string out = "[";
    for (const Dim& dim : shape) {
        const auto* symbol = std::get_if<std::string>(&dim);
        out += out.size() > 1 ? ", " : "";
        out += symbol ? pythonRepr(*symbol) : std::to_string(std::get<std::int64_t>(dim));
    }
    return out + "]";
}

}  // namespace

std::string_view name(LlmPhase phase) {
    switch (phase) {
        case LlmPhase::none: return "";
        case LlmPhase::prefill: return "prefill";
        case LlmPhase::decode: return "decode";
    }
    return "";
}

SampleMetadata::SampleMetadata(std::vector<TensorEntry> tensors, std::vector<OtherEntry> others,
                               Strictness strictness, LlmPhase phase)
    : m_tensors(std::move(tensors)), m_others(std::move(others)), m_strictness(strictness), m_phase(phase) {}

std::vector<TensorSpec> SampleMetadata::tensorSpecs() const {
    std::vector<TensorSpec> out;
    for (const TensorEntry& entry : m_tensors) {
        out.push_back(entry.spec);
    }
    return out;
}

bool SampleMetadata::hasBatchAxis() const {
    return std::all_of(m_tensors.begin(), m_tensors.end(),
                       [](const TensorEntry& entry) { return entry.spec.hasBatchAxis(); });
}

bool SampleMetadata::detectedDynamicAxis() const {
    return std::any_of(m_tensors.begin(), m_tensors.end(), [](const TensorEntry& entry) {
        return entry.spec.hasBatchAxis() || entry.spec.hasDynamicAxis();
    });
}

Result<void> SampleMetadata::updateShapesSeen(const SampleMetadata& other) {
    if (ranks(*this) != ranks(other)) {
        return Error{ErrorCode::valueError, "found " + other.str(),
                     "expected the same paths and ranks as in " + str()};
    }
    std::unordered_map<Locator, const TensorSpec*> byLocator;
    for (const TensorEntry& entry : other.m_tensors) {
        byLocator.insert_or_assign(entry.locator, &entry.spec);
    }
    for (TensorEntry& entry : m_tensors) {
        if (auto updated = entry.spec.updateShapesSeen(*byLocator.at(entry.locator)); !updated) {
            return updated;
        }
    }
    return {};
}

std::string SampleMetadata::describe(InfoLevel level) const {
    return level == InfoLevel::shortForm ? shortDescription() : tables(level);
}

std::string SampleMetadata::shortDescription() const {
    std::string out = "Tensors: ";
    for (const TensorEntry& entry : m_tensors) {
        out += &entry == &m_tensors.front() ? "" : ", ";
        out += entry.locator.accessPath();
    }
    for (const OtherEntry& entry : m_others) {
        out += &entry == &m_others.front() ? " Others: " : ", ";
        out += entry.locator.accessPath() + "=" + entry.value.str();
    }
    return out;
}

std::string SampleMetadata::tables(InfoLevel level) const {
    const bool full = level == InfoLevel::full;
    const TableStyle style = full ? TableStyle::fancyGrid : TableStyle::simple;
    TableRow header = {"Access Path", "Semantic Path", "Shape"};
    if (full) {
        header.insert(header.end(), {"Min Shape", "Max Shape", "Dtype"});
    }
    std::vector<TableRow> rows;
    for (const auto& [locator, spec] : m_tensors) {
        TableRow row = {locator.accessPath(), locator.semanticPathText(), listText(spec.shape())};
        if (full) {
            row.insert(row.end(), {sizesText(spec.minShape()), sizesText(spec.maxShape()), spec.dtype()});
        }
        rows.push_back(std::move(row));
    }
    std::string out = "Tensors:\n" + table(header, rows, style) + "\n";
    rows.clear();
    for (const auto& [locator, value] : m_others) {
        rows.push_back({locator.accessPath(), locator.semanticPathText(), value.str()});
    }
    if (!rows.empty()) {
        out += "Other:\n" + table({"Access Path", "Semantic Path", "Value"}, rows, style) + "\n";
    }
    return out;
}

std::string SampleMetadata::str() const {
    return describe(InfoLevel::shortForm);
}

std::string SampleMetadata::repr() const {
    return describe(InfoLevel::full);
}

std::size_t SampleMetadata::hash() const {
    if (m_phase != LlmPhase::none) {
        return std::hash<std::string_view>{}(name(m_phase));
    }
    std::size_t out = 0;
    for (const TensorEntry& entry : m_tensors) {
        out += (entry.locator.hash() * 31U + entry.spec.hash()) * 0x9E3779B97F4A7C15U;
    }
    for (const OtherEntry& entry : m_others) {
        out += (entry.locator.hash() * 31U + entry.value.hash()) * 0xC2B2AE3D27D4EB4FU;
    }
    return out;
}

bool recordsInto(const SampleMetadata& left, const SampleMetadata& right) {
    if (left.llmPhase() != LlmPhase::none) {
        return left.llmPhase() == right.llmPhase();
    }
    return ranks(left) == ranks(right) && sameOthers(left, right);
}

bool operator==(const SampleMetadata& left, const SampleMetadata& right) {
    return recordsInto(left, right) && recordsInto(right, left);
}

}  // namespace dimscope::module
