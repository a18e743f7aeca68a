// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/graph_audit.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "core/base/counted.h"
#include "core/inference/advise.h"
#include "core/inference/audit.h"
#include "core/inference/relations.h"
#include "core/inference/volume.h"

namespace dimscope::inference {

namespace {

using base::counted;
using base::Severity;

constexpr std::size_t kNamedAxes = 6;

/// "a axis 0, b axis 1 and 3 more".
std::string axesText(const capture::Capture& capture, const std::vector<AxisRef>& axes,
                     const std::map<AxisRef, std::int64_t>& multipliers) {
    std::string out;
    for (std::size_t i = 0; i < axes.size() && i < kNamedAxes; ++i) {
        const auto multiplier = multipliers.find(axes[i]);
        out += (i == 0 ? "" : ", ") + axisText(capture, axes[i]) +
               (multiplier == multipliers.end() ? std::string()
                                                : " (x" + std::to_string(multiplier->second) + ")");
    }
    return axes.size() <= kNamedAxes ? out
                                     : out + " and " + std::to_string(axes.size() - kNamedAxes) + " more";
}

/// The finding `large-volume` of a tensor, where it is one.
std::optional<Finding> largeVolume(base::TensorId tensor, const module::Sizes& max) {
    if (!isLargeVolume(max)) {
        return std::nullopt;
    }
    Finding finding;
    finding.code = "large-volume";
    finding.severity = Severity::warning;
    finding.message = largeVolumeText(max);
    finding.tensor = tensor;
    return finding;
}

/// Audits the calls of one graph.
class CallAudit {
 public:
    CallAudit(const capture::Capture& capture, const capture::Graph& graph, const RemainingColumns& columns,
              std::vector<TensorAnalysis>& tensors, GraphAnalysis& out)
        : m_capture(capture), m_graph(graph), m_columns(columns), m_tensors(tensors), m_out(out) {}

    void run() {
        for (const base::TensorId id : m_graph.tensors) {
            auditTensor(m_capture.tensor(id));
        }
        // Where an axis is batch over all samples the labels are right.
        if (m_hasBatchAxis) {
            std::erase_if(m_out.findings,
                          [](const Finding& finding) { return finding.code == "short-batch"; });
        }
        singleBatchSize();
        likelyBatch();
        relations();
        if (m_graph.cannotMerge) {
            addToGraph("cannot-merge", Severity::warning,
                       "AITune would fail on merging these calls: tensors or ranks differ within one graph",
                       {}, {});
        }
        for (Finding& finding : m_out.findings) {
            finding.graph = m_graph.id;
            toCapture(finding.samples);
        }
        addDtypeChanges();
        m_out.advice = advise(m_capture, {m_out.findings, m_tensors, knownBatchSizes(), missingBatchSizes()});
    }

 private:
    void auditTensor(const capture::Tensor& tensor) {
        TensorAnalysis& analysis = m_tensors[tensor.id.value];
        bool hasBatchAxis = false;
        for (std::size_t axis = 0; axis < tensor.rank; ++axis) {
            const auto sizes = m_columns.column(tensor, axis);
            const PairTable pairs = pairsOf(m_columns.batchSizes(), sizes);
            const AxisAudit audit = auditAxis(pairs);
            analysis.axes[axis].audit = audit;
            const AxisSamples samples{m_columns.batchSizes(), sizes, pairs, audit, analysis.axes[axis]};
            const AxisRef ref{tensor.id, static_cast<int>(axis)};
            for (Finding& finding : axisFindings(samples)) {
                addToAxis(std::move(finding), ref);
            }
            const bool isBatch = audit.verdict == Verdict::batch;
            std::optional<Finding> two = twoPoint(samples);
            if (isBatch && hasBatchAxis) {
                addToAxis(coincidence(samples, ref), ref);
            } else if (two) {
                addToAxis(std::move(*two), ref);
            }
            hasBatchAxis = hasBatchAxis || isBatch;
            if (audit.verdict == Verdict::fixed && audit.strength == Strength::undetermined) {
                m_undetermined.push_back(ref);
            }
            if (audit.verdict == Verdict::dynamic) {
                m_varying.push_back({ref, sizes});
            }
        }
        m_hasBatchAxis = m_hasBatchAxis || hasBatchAxis;
        if (auto volume = largeVolume(tensor.id, analysis.spec.maxShape())) {
            m_out.findings.push_back(std::move(*volume));
        }
    }

    Finding coincidence(const AxisSamples& samples, const AxisRef& ref) const {
        Finding finding;
        finding.code = "coincidence";
        finding.severity = Severity::warning;
        finding.message =
            axisText(m_capture, ref) + " is batch x" + std::to_string(samples.audit.multiplier.value_or(1)) +
            " beside an earlier batch axis of the same tensor: a length equal to the batch size, or "
            "growing with it, fits as well";
        const auto& pairs = samples.pairs.entries();  // a batch size comes with one size
        const auto [least, most] = std::minmax_element(
            pairs.begin(), pairs.end(),
            [](const auto& a, const auto& b) { return a.key.batchSize < b.key.batchSize; });
        finding.samples = {std::min(least->first, most->first), std::max(least->first, most->first)};
        return finding;
    }

    void addToAxis(Finding finding, const AxisRef& ref) {
        finding.tensor = ref.tensor;
        finding.axis = ref.axis;
        m_out.findings.push_back(std::move(finding));
    }

    void addToGraph(const char* code, Severity severity, std::string message, std::vector<AxisRef> axes,
                    std::vector<std::uint32_t> samples) {
        Finding finding;
        finding.code = code;
        finding.severity = severity;
        finding.message = std::move(message);
        finding.axes = std::move(axes);
        finding.samples = std::move(samples);
        m_out.findings.push_back(std::move(finding));
    }

    /// Indexes into the columns become the capture's own.
    void toCapture(std::vector<std::uint32_t>& samples) const {
        for (std::uint32_t& sample : samples) {
            sample = m_columns.sampleAt(base::SampleId{sample}).value;
        }
    }

    [[nodiscard]] std::vector<std::int64_t> knownBatchSizes() const {
        std::set<std::int64_t> known(m_columns.batchSizes().begin(), m_columns.batchSizes().end());
        known.erase(capture::kUnknownBatch);
        return {known.begin(), known.end()};
    }

    /// Batch sizes that samples without one would have, by the axes whose known samples agree.
    [[nodiscard]] std::vector<std::int64_t> missingBatchSizes() const {
        std::set<std::int64_t> missing;
        const auto batchSizes = m_columns.batchSizes();
        for (const Finding& finding : m_out.findings) {
            if (finding.code != "known-samples-agree") {
                continue;
            }
            const auto sizes =
                m_columns.column(m_capture.tensor(*finding.tensor), static_cast<std::size_t>(*finding.axis));
            const auto known = std::find_if(batchSizes.begin(), batchSizes.end(), [](std::int64_t batchSize) {
                return batchSize != capture::kUnknownBatch;
            });
            const std::int64_t multiplier =
                sizes[static_cast<std::size_t>(known - batchSizes.begin())] / *known;
            for (std::size_t i = 0; i < sizes.size(); ++i) {
                if (batchSizes[i] == capture::kUnknownBatch && sizes[i] > 0 && sizes[i] % multiplier == 0) {
                    missing.insert(sizes[i] / multiplier);
                }
            }
        }
        return {missing.begin(), missing.end()};
    }

    void singleBatchSize() {
        if (m_undetermined.empty()) {
            return;
        }
        const std::vector<std::int64_t> known = knownBatchSizes();
        std::map<AxisRef, std::int64_t> multipliers;
        for (const AxisRef& ref : m_undetermined) {
            const std::int64_t size =
                m_columns.column(m_capture.tensor(ref.tensor), static_cast<std::size_t>(ref.axis))[0];
            if (known.size() == 1 && size > 0 && size % known[0] == 0) {
                multipliers[ref] = size / known[0];
            }
        }
        const std::string seen = known.empty() ? "no batch size is known"
                                               : "only batch size " + std::to_string(known[0]) + " was seen";
        const std::string axes = axesText(m_capture, m_undetermined, multipliers);
        addToGraph(
            "single-batch-size", Severity::warning,
            seen + ", so " +
                counted(m_undetermined.size(), "axis that never changed says",
                        "axes that never changed say") +
                " nothing about the model: " + axes +
                (multipliers.empty() ? "" : "; in brackets: the multiplier it would have as a batch axis"),
            m_undetermined, {0});
    }

    void likelyBatch() {
        if (!knownBatchSizes().empty()) {
            return;
        }
        struct First {
            AxisRef axis;
            std::span<const std::int64_t> sizes;
            std::int64_t divisor = 0;
        };
        std::map<std::vector<std::int64_t>, std::vector<First>> groups;  // by sizes over their common divisor
        for (const VaryingAxis& varying : m_varying) {
            std::int64_t divisor = 0;
            for (const std::int64_t size : varying.sizes) {
                divisor = std::gcd(divisor, size);
            }
            if (varying.axis.axis != 0 || divisor == 0) {
                continue;
            }
            std::vector<std::int64_t> key(varying.sizes.begin(), varying.sizes.end());
            for (std::int64_t& size : key) {
                size /= divisor;
            }
            groups[std::move(key)].push_back({varying.axis, varying.sizes, divisor});
        }
        for (const auto& [key, group] : groups) {
            const auto least =
                std::min_element(group.begin(), group.end(),
                                 [](const First& a, const First& b) { return a.divisor < b.divisor; });
            std::vector<AxisRef> axes;
            std::map<AxisRef, std::int64_t> multipliers;
            for (const First& first : group) {
                if (first.divisor % least->divisor == 0) {
                    axes.push_back(first.axis);
                    multipliers[first.axis] = first.divisor / least->divisor;
                }
            }
            if (axes.size() < 2) {
                continue;
            }
            const auto other =
                std::find_if(key.begin(), key.end(), [&](std::int64_t size) { return size != key.front(); });
            const std::string message =
                "no batch size is known, but axis 0 of " + std::to_string(axes.size()) +
                " tensors grows together, as a batch size does: " + axesText(m_capture, axes, multipliers);
            addToGraph("likely-batch", Severity::note, message, std::move(axes),
                       {0, static_cast<std::uint32_t>(other - key.begin())});
        }
    }

    void relations() {
        Relations found =
            findRelations(m_varying, [this](const AxisRef& axis) { return axisText(m_capture, axis); });
        m_out.relationsCapped = found.isCapped;
        m_out.relations = std::move(found.data);
        for (Relation& relation : m_out.relations.relations) {
            toCapture(relation.samples);
        }
        std::move(found.findings.begin(), found.findings.end(), std::back_inserter(m_out.findings));
    }

    /// Exceptions are kept by the capture's own sample numbers; excluded ones do not count.
    void addDtypeChanges() {
        for (const base::TensorId id : m_graph.tensors) {
            const capture::Tensor& tensor = m_capture.tensor(id);
            std::map<std::string, std::uint32_t> first;
            for (const auto& [sample, dtype] : tensor.otherDtypes) {
                if (m_columns.counts(sample)) {
                    first.try_emplace(dtype, sample.value);
                }
            }
            if (first.empty()) {
                continue;
            }
            Finding finding;
            finding.code = "dtype-changed";
            finding.severity = Severity::warning;
            finding.graph = m_graph.id;
            finding.tensor = id;
            finding.message = "the tensor is " + (tensor.dtype.empty() ? "of unknown dtype" : tensor.dtype) +
                              " at first, later";
            for (const auto& [dtype, sample] : first) {
                finding.message += (finding.samples.empty() ? " " : ", ") + dtype;
                finding.samples.push_back(sample);
            }
            std::sort(finding.samples.begin(), finding.samples.end());
            m_out.findings.push_back(std::move(finding));
        }
    }

    const capture::Capture& m_capture;
    const capture::Graph& m_graph;
    const RemainingColumns& m_columns;
    std::vector<TensorAnalysis>& m_tensors;
    GraphAnalysis& m_out;
    std::vector<AxisRef> m_undetermined;
    std::vector<VaryingAxis> m_varying;
    bool m_hasBatchAxis = false;
};

/// Common divisors of the bounds, the multipliers that a summary's axis could have.
std::string candidatesText(std::int64_t min, std::int64_t max) {
    constexpr std::size_t kShown = 12;
    constexpr std::int64_t kTried = 100000;
    const std::int64_t common = std::gcd(min, max);
    std::vector<std::int64_t> divisors;
    for (std::int64_t divisor = 1; divisor <= common && divisor <= kTried; ++divisor) {
        if (common % divisor == 0) {
            divisors.push_back(divisor);
        }
    }
    std::string out;
    for (std::size_t i = 0; i < divisors.size() && i < kShown; ++i) {
        out += (i == 0 ? "" : ", ") + std::to_string(divisors[i]);
    }
    return divisors.size() > kShown ? out + ", ..." : out;
}

void auditSummary(const capture::Graph& graph, const std::vector<TensorAnalysis>& tensors,
                  GraphAnalysis& out) {
    for (const base::TensorId id : graph.tensors) {
        std::string candidates;
        const TensorAnalysis& analysis = tensors[id.value];
        for (std::size_t axis = 0; axis < analysis.axes.size(); ++axis) {
            const AxisAnalysis& seen = analysis.axes[axis];
            if (seen.verdict == Verdict::batch && !seen.multiplier) {
                candidates += "; multiplier of axis " + std::to_string(axis) + ": " +
                              candidatesText(seen.min, seen.max);
            }
        }
        Finding finding;
        finding.code = "summary-only";
        finding.graph = graph.id;
        finding.tensor = id;
        finding.message = "the file holds no samples, so that nothing can be proved" + candidates;
        out.findings.push_back(std::move(finding));
        if (auto volume = largeVolume(id, analysis.spec.maxShape())) {
            volume->graph = graph.id;
            out.findings.push_back(std::move(*volume));
        }
    }
}

}  // namespace

std::string axisText(const capture::Capture& capture, const AxisRef& axis) {
    return capture.tensor(axis.tensor).accessPath + " axis " + std::to_string(axis.axis);
}

void auditGraph(const capture::Capture& capture, const capture::Graph& graph,
                const std::optional<RemainingColumns>& columns, std::vector<TensorAnalysis>& tensors,
                GraphAnalysis& analysis) {
    if (columns) {
        CallAudit(capture, graph, *columns, tensors, analysis).run();
    } else {
        auditSummary(graph, tensors, analysis);
    }
}

std::vector<Finding> moduleFindings(const capture::Capture& capture, const capture::Module& module) {
    struct Seen {
        base::TensorId first;
        std::map<base::GraphId, std::size_t> ranks;
    };
    std::map<std::pair<module::Side, std::string>, Seen> tensors;  // by side and semantic path
    std::vector<std::pair<module::Side, std::string>> order;
    for (const base::GraphId id : module.graphs) {
        for (const base::TensorId tensorId : capture.graph(id).tensors) {
            const capture::Tensor& tensor = capture.tensor(tensorId);
            std::pair key(tensor.side(), base::dumpJson(tensor.locator.semanticPath()));
            const auto [entry, isNew] = tensors.try_emplace(key, Seen{tensorId, {}});
            entry->second.ranks.emplace(id, tensor.rank);
            if (isNew) {
                order.push_back(std::move(key));
            }
        }
    }
    std::vector<Finding> findings;
    for (const auto& key : order) {
        const Seen& seen = tensors.at(key);
        const std::string path = capture.tensor(seen.first).accessPath;
        Finding finding;
        finding.module = module.id;
        finding.tensor = seen.first;
        if (seen.ranks.size() < module.graphs.size()) {
            finding.code = "optional";
            finding.message = path + " is absent in " +
                              std::to_string(module.graphs.size() - seen.ranks.size()) + " of " +
                              counted(module.graphs.size(), "graph", "graphs");
            findings.push_back(finding);
        }
        std::set<std::size_t> ranks;
        for (const auto& [graph, rank] : seen.ranks) {
            ranks.insert(rank);
        }
        if (ranks.size() > 1) {
            finding.code = "rank-changed";
            finding.message = path + " has rank";
            for (const std::size_t rank : ranks) {
                finding.message += (rank == *ranks.begin()    ? " "
                                    : rank == *ranks.rbegin() ? " and "
                                                              : ", ") +
                                   std::to_string(rank);
            }
            finding.message += " in graphs of this module";
            findings.push_back(std::move(finding));
        }
    }
    return findings;
}

}  // namespace dimscope::inference
