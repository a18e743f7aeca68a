// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/finding_filter.h"

#include <algorithm>
#include <iterator>

namespace dimscope::models {
namespace {

/// Indexes of kKeys.
enum Key : int { SeverityKey, CodeKey, ModuleKey, GraphKey, TensorKey };
constexpr std::array<QLatin1String, 5> kKeys{QLatin1String("severity:"), QLatin1String("code:"),
                                             QLatin1String("module:"), QLatin1String("graph:"),
                                             QLatin1String("tensor:")};

bool holds(const std::string& text, const QString& part) {
    return QString::fromStdString(text).contains(part, Qt::CaseInsensitive);
}

bool startsWith(std::string_view text, const QString& part) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))
        .startsWith(part, Qt::CaseInsensitive);
}

bool speaksOf(const capture::Capture& capture, const inference::Finding& finding, const QString& path) {
    const auto fits = [&](base::TensorId tensor) { return holds(capture.tensor(tensor).accessPath, path); };
    return (finding.tensor && fits(*finding.tensor)) ||
           std::any_of(finding.axes.begin(), finding.axes.end(),
                       [&](const inference::AxisRef& axis) { return fits(axis.tensor); });
}

bool fits(const FilterWord& word, const capture::Capture& capture, const FindingRow& row) {
    const inference::Finding& finding = *row.finding;
    const std::string& module = capture.module(row.module).name;
    switch (word.key) {
        case SeverityKey: return startsWith(base::name(finding.severity), word.value);
        case CodeKey: return startsWith(finding.code, word.value);
        case ModuleKey: return holds(module, word.value);
        case GraphKey: return row.graph && holds(capture.graph(*row.graph).name, word.value);
        case TensorKey: return speaksOf(capture, finding, word.value);
        default:
            return holds(finding.code, word.value) || holds(finding.message, word.value) ||
                   holds(module, word.value) || speaksOf(capture, finding, word.value);
    }
}

}  // namespace

std::vector<FindingRow> findingRows(const Snapshot& snapshot) {
    std::vector<FindingRow> found;
    if (!snapshot) {
        return found;
    }
    const auto add = [&](const std::vector<inference::Finding>& findings, base::ModuleId module,
                         std::optional<base::GraphId> graph) {
        for (const inference::Finding& finding : findings) {
            found.push_back({&finding, module, graph, finding.severity});
        }
    };
    const auto& ofModules = snapshot.analysis->moduleFindings;
    for (const capture::Module& module : snapshot.capture->modules()) {
        for (const base::GraphId graph : module.graphs) {
            add(snapshot.analysis->graph(graph).findings, module.id, graph);
        }
        if (module.id.value < ofModules.size()) {
            add(ofModules[module.id.value], module.id, std::nullopt);
        }
    }
    std::vector<FindingRow> rows;
    rows.reserve(found.size());
    for (const auto severity : {base::Severity::error, base::Severity::warning, base::Severity::note}) {
        std::copy_if(found.begin(), found.end(), std::back_inserter(rows),
                     [severity](const FindingRow& row) { return row.severity == severity; });
    }
    return rows;
}

std::optional<base::TensorId> firstTensor(const inference::Finding& finding) {
    if (finding.tensor || finding.axes.empty()) {
        return finding.tensor;
    }
    return finding.axes.front().tensor;
}

FindingFilter FindingFilter::parse(const QString& text) {
    FindingFilter filter;
    filter.m_words = filterWords(text, kKeys);
    return filter;
}

bool FindingFilter::isEmpty() const {
    return m_words.isEmpty() && std::all_of(m_shown.begin(), m_shown.end(), [](bool shown) { return shown; });
}

bool FindingFilter::accepts(const capture::Capture& capture, const FindingRow& row) const {
    return shows(row.severity) && std::all_of(m_words.begin(), m_words.end(), [&](const FilterWord& word) {
               return fits(word, capture, row) == (word.wanted == FilterWord::Wanted::present);
           });
}

}  // namespace dimscope::models
