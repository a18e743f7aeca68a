// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/comparison.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "core/compare/coverage_changes.h"
#include "core/compare/finding_changes.h"
#include "core/compare/graph_changes.h"
#include "core/compare/graph_matching.h"
#include "core/compare/tensor_changes.h"
#include "core/compare/tensor_matching.h"
#include "core/overrides/judgement.h"

namespace dimscope::compare {

namespace {

base::Error cancelledError() {
    base::Error error;
    error.code = base::ErrorCode::cancelled;
    error.found = "the comparison was cancelled";
    return error;
}

Counted counted(const Subject& subject) {
    return {subject, subject.overrides == nullptr
                         ? inference::Exclusions()
                         : overrides::exclusionsOf(*subject.overrides, subject.capture)};
}

/// Compares what stands in both captures, module by module.
class CaptureComparison {
 public:
    CaptureComparison(const Subject& before, const Subject& after, const base::CancelToken& cancel,
                      base::ProgressSink* progress)
        : m_before(counted(before)), m_after(counted(after)), m_cancel(cancel), m_progress(progress) {}

    base::Result<std::vector<Change>> run() {
        std::map<std::string_view, const capture::Module*> before;
        for (const capture::Module& module : m_before.subject.capture.modules()) {
            before.emplace(module.name, &module);
        }
        for (const capture::Module& module : m_after.subject.capture.modules()) {
            const auto found = before.find(module.name);
            if (found == before.end()) {
                addOneSidedModule(m_before, nullptr, m_after, &module, m_changes);
                continue;
            }
            if (!compareModules(*found->second, module)) {
                return cancelledError();
            }
            before.erase(found);
        }
        for (const capture::Module& module : m_before.subject.capture.modules()) {
            if (before.count(module.name) != 0) {
                addOneSidedModule(m_before, &module, m_after, nullptr, m_changes);
            }
        }
        return std::move(m_changes);
    }

 private:
    /// Whether it was not cancelled.
    bool compareModules(const capture::Module& before, const capture::Module& after) {
        const GraphMatching matching =
            matchGraphs(m_before.subject.capture, before, m_after.subject.capture, after);
        for (const GraphParts& split : matching.splits) {
            addSplit(m_before, m_after, split, m_changes);
        }
        for (const GraphParts& join : matching.joins) {
            addJoin(m_before, m_after, join, m_changes);
        }
        for (const auto& [graphBefore, graphAfter] : matching.pairs) {
            if (m_cancel.cancelled()) {
                return false;
            }
            compareGraphs(*graphBefore, *graphAfter);
        }
        for (const capture::Graph* graph : matching.added) {
            addOneSidedGraph(m_before, nullptr, m_after, graph, m_changes);
        }
        for (const capture::Graph* graph : matching.removed) {
            addOneSidedGraph(m_before, graph, m_after, nullptr, m_changes);
        }
        addModuleFindingChanges(m_before, before, m_after, after, m_changes);
        return true;
    }

    void compareGraphs(const capture::Graph& before, const capture::Graph& after) {
        if (m_progress != nullptr) {
            m_progress->progress(static_cast<double>(after.id.value) /
                                     static_cast<double>(m_after.subject.capture.graphs().size()),
                                 "comparing captures");
        }
        addGraphChanges(m_before, before, m_after, after, m_changes);
        const TensorMatching tensors = matchTensors(m_before, before, m_after, after);
        addTensorChanges(m_before, m_after, tensors, m_changes);
        addFindingChanges(m_before, before, m_after, after, tensors, m_changes);
    }

    Counted m_before;
    Counted m_after;
    const base::CancelToken& m_cancel;
    base::ProgressSink* m_progress;
    std::vector<Change> m_changes;
};

}  // namespace

std::uint64_t Comparison::count(base::Severity severity) const {
    return static_cast<std::uint64_t>(std::count_if(
        changes.begin(), changes.end(), [&](const Change& change) { return change.severity == severity; }));
}

base::Result<Comparison> compare(const Subject& before, const Subject& after, const base::CancelToken& cancel,
                                 base::ProgressSink* progress) {
    auto changes = CaptureComparison(before, after, cancel, progress).run();
    if (!changes) {
        return std::move(changes).error();
    }
    Comparison comparison{std::move(*changes)};
    if (auto added = addCoverageChanges(before, after, cancel, comparison.changes); !added) {
        return std::move(added).error();
    }
    return comparison;
}

}  // namespace dimscope::compare
