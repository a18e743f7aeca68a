// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/finding_changes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/overrides/matching.h"

namespace dimscope::compare {

namespace {

using inference::AxisRef;
using inference::Finding;

/// A number for each tensor that both captures have, the same in both.
using Numbers = std::unordered_map<base::TensorId, std::uint32_t>;
/// Findings by what makes them the same in both captures.
using Keyed = std::multimap<std::string, const Finding*>;

bool isRelation(const Finding& finding) {
    static const std::set<std::string> kCodes = {"shared", "scaled", "offset", "sum-of", "product-of"};
    return kCodes.count(finding.code) != 0;
}

/// Names axes of a graph so that equal columns have one name: that of the first of them that both captures
/// have.
class AxisNames {
 public:
    AxisNames(const Counted& side, const capture::Graph& graph, const Numbers& numbers) {
        for (const base::TensorId id : graph.tensors) {
            const auto number = numbers.find(id);
            const auto& axes = side.subject.analysis.tensor(id).axes;
            for (std::size_t axis = 0; axis < axes.size(); ++axis) {
                const std::string& symbol = axes[axis].symbol;
                const AxisRef ref{id, static_cast<int>(axis)};
                if (!symbol.empty()) {
                    m_symbols.emplace(ref, symbol);
                }
                if (number == numbers.end()) {
                    continue;
                }
                const std::pair name(number->second, ref.axis);
                m_names.emplace(ref, name);
                if (!symbol.empty()) {
                    const auto [first, isNew] = m_firsts.emplace(symbol, name);
                    first->second = std::min(first->second, name);
                }
            }
        }
    }

    /// Sorted names; of a class of equal columns (`shared`) those of its members, else of their classes.
    [[nodiscard]] std::string of(const Finding& finding) const {
        std::multiset<std::pair<std::uint32_t, int>> names;
        for (const AxisRef& axis : finding.axes) {
            const auto symbol = finding.code == "shared" ? m_symbols.end() : m_symbols.find(axis);
            const auto first = symbol == m_symbols.end() ? m_firsts.end() : m_firsts.find(symbol->second);
            const auto own = m_names.find(axis);
            if (first != m_firsts.end()) {
                names.insert(first->second);
            } else if (own != m_names.end()) {
                names.insert(own->second);
            }
        }
        std::string out;
        for (const auto& [tensor, axis] : names) {
            out += " " + std::to_string(tensor) + ":" + std::to_string(axis);
        }
        return out;
    }

 private:
    std::map<AxisRef, std::string> m_symbols;
    std::map<AxisRef, std::pair<std::uint32_t, int>> m_names;
    std::map<std::string, std::pair<std::uint32_t, int>> m_firsts;
};

Keyed keyedFindings(const Counted& side, const capture::Graph& graph, const Numbers& numbers) {
    Keyed out;
    std::optional<AxisNames> names;
    for (const Finding& finding : side.subject.analysis.graph(graph.id).findings) {
        if (finding.code == "summary-only") {  // said once for the graph: samples-gained, samples-lost
            continue;
        }
        std::string key = finding.code;
        if (finding.tensor) {
            const auto number = numbers.find(*finding.tensor);
            if (number == numbers.end()) {
                continue;
            }
            key += " " + std::to_string(number->second) + ":" + std::to_string(finding.axis.value_or(-1));
        } else if (isRelation(finding)) {
            if (!names) {
                names.emplace(side, graph, numbers);
            }
            key += names->of(finding);
        }
        out.emplace(std::move(key), &finding);
    }
    return out;
}

/// The findings of one list that the other lacks, in the order of the capture.
std::vector<const Finding*> without(const Keyed& list, const Keyed& other) {
    std::vector<const Finding*> out;
    for (auto entry = list.begin(); entry != list.end();) {
        const auto end = list.upper_bound(entry->first);
        auto common = other.count(entry->first);
        for (; entry != end; ++entry) {
            if (common > 0) {
                --common;
            } else {
                out.push_back(entry->second);
            }
        }
    }
    std::sort(out.begin(), out.end());  // they stand in one vector
    return out;
}

Change changeOfFinding(Code code, const Finding& finding, const Counted& before, const Counted& after,
                       const Place& placeBefore, const Place& placeAfter) {
    const capture::Capture& left = before.subject.capture;
    const capture::Capture& right = after.subject.capture;
    Change change;
    if (placeBefore.tensor || placeAfter.tensor) {
        change =
            tensorChange(code, left, placeBefore.tensor ? &left.tensor(*placeBefore.tensor) : nullptr, right,
                         placeAfter.tensor ? &right.tensor(*placeAfter.tensor) : nullptr, finding.axis);
    } else if (placeBefore.graph && placeAfter.graph) {
        change =
            graphChange(code, left, &left.graph(*placeBefore.graph), right, &right.graph(*placeAfter.graph));
    } else {
        change = moduleChange(code, &left.module(*placeBefore.module), &right.module(*placeAfter.module));
    }
    const bool isNew = code == Code::findingNew;
    change.finding = finding.code;
    (isNew ? change.after : change.before) = finding.message;
    if (isNew) {
        change.severity = finding.severity;
    }
    change.message = finding.code + (isNew ? " is new: " : " is gone; it said: ") + finding.message;
    return change;
}

void addDifferences(const Keyed& left, const Keyed& right, const auto& changeOf,
                    std::vector<Change>& changes) {
    for (const Finding* finding : without(right, left)) {
        changes.push_back(changeOf(Code::findingNew, *finding));
    }
    for (const Finding* finding : without(left, right)) {
        changes.push_back(changeOf(Code::findingGone, *finding));
    }
}

/// Findings of a module by code and the path of their tensor; `tensors` are the paths that both modules have.
Keyed keyedModuleFindings(const Counted& side, const capture::Module& module,
                          const std::set<std::string>& tensors) {
    Keyed out;
    for (const Finding& finding : side.subject.analysis.moduleFindings[module.id.value]) {
        std::string path;
        if (finding.tensor) {
            path = overrides::tensorKey(side.subject.capture.tensor(*finding.tensor).locator);
            if (tensors.count(path) == 0) {
                continue;
            }
        }
        out.emplace(finding.code + " " + path, &finding);
    }
    return out;
}

std::set<std::string> pathsOf(const capture::Capture& capture, const capture::Module& module) {
    std::set<std::string> out;
    for (const base::GraphId graph : module.graphs) {
        for (const base::TensorId tensor : capture.graph(graph).tensors) {
            out.insert(overrides::tensorKey(capture.tensor(tensor).locator));
        }
    }
    return out;
}

}  // namespace

void addFindingChanges(const Counted& before, const capture::Graph& graphBefore, const Counted& after,
                       const capture::Graph& graphAfter, const TensorMatching& matching,
                       std::vector<Change>& changes) {
    std::vector<TensorMatching::Pair> pairs = matching.pairs;
    for (const TensorMatching::Renamed& renamed : matching.renamed) {
        pairs.push_back(renamed.pair);
    }
    Numbers ofBefore;
    Numbers ofAfter;
    std::map<base::TensorId, base::TensorId> toAfter;
    std::map<base::TensorId, base::TensorId> toBefore;
    std::uint32_t number = 0;
    for (const auto& [left, right] : pairs) {
        if (left->rank == right->rank) {
            ofBefore.emplace(left->id, number);
            ofAfter.emplace(right->id, number++);
            toAfter.emplace(left->id, right->id);
            toBefore.emplace(right->id, left->id);
        }
    }
    addDifferences(
        keyedFindings(before, graphBefore, ofBefore), keyedFindings(after, graphAfter, ofAfter),
        [&](Code code, const Finding& finding) {
            Place placeBefore{graphBefore.module, graphBefore.id, {}};
            Place placeAfter{graphAfter.module, graphAfter.id, {}};
            if (finding.tensor) {
                const bool isNew = code == Code::findingNew;
                placeBefore.tensor = isNew ? toBefore.at(*finding.tensor) : *finding.tensor;
                placeAfter.tensor = isNew ? *finding.tensor : toAfter.at(*finding.tensor);
            }
            return changeOfFinding(code, finding, before, after, placeBefore, placeAfter);
        },
        changes);
}

void addModuleFindingChanges(const Counted& before, const capture::Module& moduleBefore, const Counted& after,
                             const capture::Module& moduleAfter, std::vector<Change>& changes) {
    const std::set<std::string> left = pathsOf(before.subject.capture, moduleBefore);
    const std::set<std::string> right = pathsOf(after.subject.capture, moduleAfter);
    std::set<std::string> both;
    std::set_intersection(left.begin(), left.end(), right.begin(), right.end(),
                          std::inserter(both, both.end()));
    addDifferences(
        keyedModuleFindings(before, moduleBefore, both), keyedModuleFindings(after, moduleAfter, both),
        [&](Code code, const Finding& finding) {
            return changeOfFinding(code, finding, before, after, {moduleBefore.id, {}, {}},
                                   {moduleAfter.id, {}, {}});
        },
        changes);
}

}  // namespace dimscope::compare
