// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tensor_changes.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/counted.h"

namespace dimscope::compare {

namespace {

using base::JsonValue;
using capture::Tensor;
using inference::AxisAnalysis;
using inference::AxisAudit;

std::string rangeText(std::int64_t min, std::int64_t max) {
    return min == max ? std::to_string(min) : std::to_string(min) + ".." + std::to_string(max);
}

/// "[2..8, 4, 64]".
std::string rangesText(const inference::TensorAnalysis& analysis) {
    std::string out;
    for (const AxisAnalysis& axis : analysis.axes) {
        out += (out.empty() ? "" : ", ") + rangeText(axis.min, axis.max);
    }
    return "[" + out + "]";
}

std::string dtypesText(const std::vector<std::string>& dtypes) {
    std::string out;
    for (const std::string& dtype : dtypes) {
        out += (out.empty() ? "" : " and ") + overrides::bareDtype(dtype);
    }
    return out.empty() ? "of unknown dtype" : out;
}

JsonValue dtypesValue(const std::vector<std::string>& dtypes) {
    JsonValue::Array out;
    for (const std::string& dtype : dtypes) {
        out.emplace_back(overrides::bareDtype(dtype));
    }
    return out.size() == 1 ? out.front() : out.empty() ? JsonValue() : JsonValue(std::move(out));
}

JsonValue rangeValue(const AxisAnalysis& axis) {
    return JsonValue::Object{{"min", axis.min}, {"max", axis.max}};
}

JsonValue verdictValue(module::Verdict verdict, std::optional<std::int64_t> multiplier) {
    return JsonValue::Object{{"verdict", module::name(verdict)},
                             {"multiplier", multiplier ? JsonValue(*multiplier) : JsonValue()}};
}

JsonValue auditValue(const AxisAudit& audit) {
    JsonValue value = verdictValue(audit.verdict, audit.multiplier);
    value.set("strength", inference::name(audit.strength));
    return value;
}

std::string batchSizesText(const AxisAudit& audit) {
    return audit.batchSizes == 0 ? "no batch size is known"
                                 : base::counted(audit.batchSizes, "batch size", "batch sizes");
}

/// One tensor in both captures.
class TensorComparison {
 public:
    TensorComparison(const Counted& before, const Counted& after, const TensorMatching::Pair& pair,
                     std::vector<Change>& changes)
        : m_before(before), m_after(after), m_pair(pair), m_changes(changes) {}

    void renamed(Likeness likeness) {
        const std::string alike = likeness == Likeness::columns
                                      ? "their sizes are equal at every batch size"
                                      : "their axes have equal verdicts, multipliers and ranges";
        add(Code::tensorRenamed, m_pair.first->accessPath, m_pair.second->accessPath,
            m_pair.first->accessPath + " is probably called " + m_pair.second->accessPath +
                " now; a guess: both are " + std::string(module::name(m_pair.first->side())) + "s of rank " +
                std::to_string(m_pair.first->rank) + " and " + dtypesText(dtypesOf(m_before, *m_pair.first)) +
                ", and " + alike);
    }

    void compare() {
        const auto dtypesBefore = dtypesOf(m_before, *m_pair.first);
        const auto dtypesAfter = dtypesOf(m_after, *m_pair.second);
        if (dtypesBefore != dtypesAfter) {
            add(Code::dtypeChanged, dtypesValue(dtypesBefore), dtypesValue(dtypesAfter),
                "the tensor is " + dtypesText(dtypesAfter) + ", before it was " + dtypesText(dtypesBefore));
        }
        const auto& before = m_before.subject.analysis.tensor(m_pair.first->id);
        const auto& after = m_after.subject.analysis.tensor(m_pair.second->id);
        const std::size_t rankBefore = m_pair.first->rank;
        const std::size_t rankAfter = m_pair.second->rank;
        if (rankBefore != rankAfter) {
            add(Code::rankChanged, std::uint64_t{rankBefore}, std::uint64_t{rankAfter},
                "the tensor has rank " + std::to_string(rankAfter) + ", with sizes " + rangesText(after) +
                    ", before it had " + std::to_string(rankBefore) + ", with sizes " + rangesText(before));
            return;
        }
        for (std::size_t axis = 0; axis < rankAfter; ++axis) {
            m_axis = static_cast<int>(axis);
            compareAxis(before.axes[axis], after.axes[axis]);
        }
    }

 private:
    void add(Code code, JsonValue before, JsonValue after, std::string message) {
        Change change = tensorChange(code, m_before.subject.capture, m_pair.first, m_after.subject.capture,
                                     m_pair.second, m_axis);
        change.before = std::move(before);
        change.after = std::move(after);
        change.message = std::move(message);
        m_changes.push_back(std::move(change));
    }

    void compareAxis(const AxisAnalysis& before, const AxisAnalysis& after) {
        const bool isBatch = before.contractVerdict() == module::Verdict::batch &&
                             after.contractVerdict() == module::Verdict::batch;
        if (before.verdict != after.verdict || (!isBatch && before.multiplier != after.multiplier)) {
            const JsonValue was = verdictValue(before.verdict, before.multiplier);
            const JsonValue is = verdictValue(after.verdict, after.multiplier);
            add(Code::verdictChanged, was, is,
                "AITune's verdict is " + valueText(is) + ", before it was " + valueText(was));
        }
        if (before.audit && after.audit) {
            compareAudits(*before.audit, *after.audit);
        }
        const auto times = [](std::optional<std::int64_t> multiplier) {
            return multiplier ? JsonValue(*multiplier) : JsonValue();
        };
        const auto multiplierText = [](std::optional<std::int64_t> multiplier) {
            return multiplier ? std::to_string(*multiplier) : std::string("not known");
        };
        const auto was = before.contractMultiplier();
        const auto is = after.contractMultiplier();
        if (isBatch && was != is) {
            add(Code::multiplierChanged, times(was), times(is),
                "the multiplier is " + multiplierText(is) + ", before it was " + multiplierText(was));
        }
        compareRanges(before, after);
    }

    void compareAudits(const AxisAudit& before, const AxisAudit& after) {
        const JsonValue was = auditValue(before);
        const JsonValue is = auditValue(after);
        if (before.verdict != after.verdict) {
            add(Code::auditChanged, was, is,
                "the audit says " + valueText(is) + ", before it said " + valueText(was));
        } else if (before.strength != after.strength) {
            add(Code::strengthChanged, was, is,
                std::string(module::name(after.verdict)) + " is " +
                    std::string(inference::name(after.strength)) + " (" + batchSizesText(after) +
                    "), before it was " + std::string(inference::name(before.strength)) + " (" +
                    batchSizesText(before) + ")");
        }
    }

    void compareRanges(const AxisAnalysis& before, const AxisAnalysis& after) {
        if (before.min == before.max && after.min == after.max) {
            if (before.min != after.min) {
                add(Code::sizeChanged, before.min, after.min,
                    "the size is " + std::to_string(after.min) + " in every call, before it was " +
                        std::to_string(before.min));
            }
            return;
        }
        const auto told = [](const char* what, std::int64_t is, const char* then, std::int64_t was) {
            return what + std::to_string(is) + then + std::to_string(was);
        };
        const auto both = [](const std::string& low, const std::string& high) {
            return "sizes " + low + (low.empty() || high.empty() ? "" : ", and ") + high;
        };
        const std::string down =
            after.min < before.min ? told("go down to ", after.min, ", before to ", before.min) : "";
        const std::string up =
            after.max > before.max ? told("go up to ", after.max, ", before to ", before.max) : "";
        if (!down.empty() || !up.empty()) {
            add(Code::rangeGrown, rangeValue(before), rangeValue(after), both(down, up));
        }
        const std::string start =
            after.min > before.min ? told("start at ", after.min, ", before at ", before.min) : "";
        const std::string end =
            after.max < before.max ? told("end at ", after.max, ", before at ", before.max) : "";
        if (!start.empty() || !end.empty()) {
            add(Code::rangeShrunk, rangeValue(before), rangeValue(after), both(start, end));
        }
    }

    const Counted& m_before;
    const Counted& m_after;
    const TensorMatching::Pair& m_pair;
    std::vector<Change>& m_changes;
    std::optional<int> m_axis;
};

/// A tensor that only one of the captures has.
void addOneSided(Code code, const Counted& before, const Tensor* gone, const Counted& after,
                 const Tensor* come, std::vector<Change>& changes) {
    Change change = tensorChange(code, before.subject.capture, gone, after.subject.capture, come);
    const Counted& side = come != nullptr ? after : before;
    const Tensor& tensor = come != nullptr ? *come : *gone;
    const std::string what =
        dtypesText(dtypesOf(side, tensor)) + " " + rangesText(side.subject.analysis.tensor(tensor.id));
    (come != nullptr ? change.after : change.before) = what;
    change.message = (come != nullptr ? "the tensor is new: " : "the tensor is gone; it was ") + what;
    changes.push_back(std::move(change));
}

}  // namespace

void addTensorChanges(const Counted& before, const Counted& after, const TensorMatching& matching,
                      std::vector<Change>& changes) {
    for (const TensorMatching::Pair& pair : matching.pairs) {
        TensorComparison(before, after, pair, changes).compare();
    }
    for (const TensorMatching::Renamed& renamed : matching.renamed) {
        TensorComparison comparison(before, after, renamed.pair, changes);
        comparison.renamed(renamed.likeness);
        comparison.compare();
    }
    for (const Tensor* tensor : matching.added) {
        addOneSided(Code::tensorNew, before, nullptr, after, tensor, changes);
    }
    for (const Tensor* tensor : matching.removed) {
        addOneSided(Code::tensorRemoved, before, tensor, after, nullptr, changes);
    }
}

}  // namespace dimscope::compare
