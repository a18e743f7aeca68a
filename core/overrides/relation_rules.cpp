// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/relation_rules.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "core/inference/graph_audit.h"
#include "core/overrides/effective_specs.h"
#include "core/overrides/rules.h"

namespace dimscope::overrides {

namespace {

using base::Severity;
using inference::AxisRef;
using inference::Relation;
using inference::RelationKind;

__extension__ using Wide = __int128;  // sums and products of two sizes

constexpr std::array<const char*, 3> kCorners{"all-min", "all-opt", "all-max"};
using Corners = std::array<std::int64_t, kCorners.size()>;

std::string text(std::int64_t number) {
    return std::to_string(number);
}

/// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& words) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        out += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    }
    return out;
}

/// A class of axes that every sample has equal, at the corners of the effective specs.
struct ClassCorners {
    const std::vector<AxisRef>* axes = nullptr;
    Corners sizes{};             ///< of the first axis
    std::optional<AxisRef> odd;  ///< the first axis with others
    std::optional<AxisRef> overridden;
    std::optional<AxisRef> follower;
};

/// Checks the relations of one graph.
class RelationRules {
 public:
    RelationRules(const capture::Capture& capture, const Judgement& judgement,
                  const inference::AxisRelations& relations, std::vector<Problem>& problems)
        : m_capture(capture), m_judgement(judgement), m_problems(problems) {
        m_classes.reserve(relations.classes.size());
        for (const std::vector<AxisRef>& axes : relations.classes) {
            m_classes.push_back(cornersOf(axes));
        }
    }

    void check(const Relation& relation, Related related) {
        if (isStated(relation) != (related == Related::stated)) {
            return;
        }
        switch (relation.kind) {
            case RelationKind::shared: checkShared(relation); break;
            case RelationKind::scaled:
            case RelationKind::offset:
            case RelationKind::sum: checkOthers(relation); break;
            case RelationKind::product: break;  // bounds of a volume need not be met at one corner
        }
    }

 private:
    [[nodiscard]] Corners cornersAt(const AxisRef& axis) const {
        const inference::EffectiveSpec& spec = m_judgement.spec(axis.tensor);
        const auto index = static_cast<std::size_t>(axis.axis);
        return {spec.min[index], spec.opt[index], spec.max[index]};
    }

    [[nodiscard]] ClassCorners cornersOf(const std::vector<AxisRef>& axes) const {
        ClassCorners found{&axes, cornersAt(axes.front()), {}, {}, {}};
        for (const AxisRef& axis : axes) {
            if (!found.odd && cornersAt(axis) != found.sizes) {
                found.odd = axis;
            }
            const SpecOrigin origin = m_judgement.origins[axis.tensor.value];
            if (!found.overridden && origin == SpecOrigin::overridden) {
                found.overridden = axis;
            } else if (!found.follower && origin == SpecOrigin::follows) {
                found.follower = axis;
            }
        }
        return found;
    }

    /// The classes that a relation speaks of.
    [[nodiscard]] std::vector<const ClassCorners*> classesOf(const Relation& relation) const {
        std::vector<const ClassCorners*> classes{&m_classes[relation.whole]};
        if (relation.kind != RelationKind::shared) {
            classes.push_back(&m_classes[relation.left]);
        }
        if (relation.kind == RelationKind::sum || relation.kind == RelationKind::product) {
            classes.push_back(&m_classes[relation.right]);
        }
        return classes;
    }

    [[nodiscard]] bool isStated(const Relation& relation) const {
        const auto classes = classesOf(relation);
        return std::any_of(classes.begin(), classes.end(),
                           [](const ClassCorners* of) { return of->overridden || of->follower; });
    }

    /// The axis that a problem is put to: one that the engineer states, where there is one.
    [[nodiscard]] AxisRef placeOf(const Relation& relation) const {
        const auto classes = classesOf(relation);
        for (const auto member : {&ClassCorners::overridden, &ClassCorners::follower}) {
            for (const ClassCorners* of : classes) {
                if (const std::optional<AxisRef>& axis = of->*member) {
                    return *axis;
                }
            }
        }
        return classes.front()->axes->front();
    }

    void add(const Relation& relation, const AxisRef& place, const std::string& rule,
             const std::vector<std::pair<std::size_t, std::string>>& broken) {
        // Corners with the same numbers are told together.
        std::string corners;
        for (std::size_t i = 0; i < broken.size();) {
            std::vector<std::string> alike;
            const std::string& numbers = broken[i].second;
            for (; i < broken.size() && broken[i].second == numbers; ++i) {
                alike.emplace_back(kCorners[broken[i].first]);
            }
            corners += (corners.empty() ? "the " : ", the ") + listed(alike) +
                       (alike.size() == 1 ? " corner has " : " corners have ") + numbers;
        }
        Problem problem =
            tensorProblem(m_capture, m_capture.tensor(place.tensor), "joint-conflict", Severity::warning,
                          rule + " in every sample, but " + corners, place.axis);
        problem.samples = relation.samples;
        m_problems.push_back(std::move(problem));
    }

    void checkShared(const Relation& relation) {
        const ClassCorners& all = m_classes[relation.whole];
        if (!all.odd) {
            return;
        }
        const AxisRef& first = all.axes->front();
        const Corners others = cornersAt(*all.odd);
        std::vector<std::pair<std::size_t, std::string>> broken;
        for (std::size_t corner = 0; corner < kCorners.size(); ++corner) {
            if (others[corner] != all.sizes[corner]) {
                broken.emplace_back(corner, text(others[corner]) + " against " + text(all.sizes[corner]));
            }
        }
        const auto isOverridden = [this](const AxisRef& axis) {
            return m_judgement.origins[axis.tensor.value] == SpecOrigin::overridden;
        };
        const AxisRef place = isOverridden(*all.odd) ? *all.odd : placeOf(relation);
        add(relation, place,
            inference::axisText(m_capture, *all.odd) + " = " + inference::axisText(m_capture, first), broken);
    }

    void checkOthers(const Relation& relation) {
        const ClassCorners& whole = m_classes[relation.whole];
        const ClassCorners& left = m_classes[relation.left];
        const ClassCorners& right = m_classes[relation.right];
        const std::string number = text(relation.number);
        std::vector<std::pair<std::size_t, std::string>> broken;
        for (std::size_t corner = 0; corner < kCorners.size(); ++corner) {
            const std::int64_t size = whole.sizes[corner];
            const Wide a = left.sizes[corner];
            const Wide b = right.sizes[corner];
            const Wide needed = relation.kind == RelationKind::scaled   ? a * relation.number
                                : relation.kind == RelationKind::offset ? a + relation.number
                                                                        : a + b;
            if (needed != size) {
                broken.emplace_back(
                    corner, text(size) + " against " +
                                ruleText(relation, text(left.sizes[corner]), text(right.sizes[corner])));
            }
        }
        if (!broken.empty()) {
            add(relation, placeOf(relation),
                name(whole) + " = " + ruleText(relation, name(left), name(right)), broken);
        }
    }

    [[nodiscard]] std::string name(const ClassCorners& of) const {
        return inference::axisText(m_capture, of.axes->front());
    }

    [[nodiscard]] static std::string ruleText(const Relation& relation, const std::string& left,
                                              const std::string& right) {
        const std::string number = text(relation.number);
        return relation.kind == RelationKind::scaled   ? number + " x " + left
               : relation.kind == RelationKind::offset ? left + " + " + number
                                                       : left + " + " + right;
    }

    const capture::Capture& m_capture;
    const Judgement& m_judgement;
    std::vector<Problem>& m_problems;
    std::vector<ClassCorners> m_classes;
};

}  // namespace

void checkSteps(const capture::Capture& capture, const inference::Analysis& analysis,
                const GraphOverrides& overrides, const capture::Graph& graph, const Judgement& judgement,
                std::vector<Problem>& problems) {
    for (const inference::Finding& finding : analysis.graph(graph.id).findings) {
        if (finding.code != "step" || !finding.tensor || !finding.axis) {
            continue;
        }
        const capture::Tensor& tensor = capture.tensor(*finding.tensor);
        const auto index = judgement.overrideOf[tensor.id.value];
        const auto axis = static_cast<std::size_t>(*finding.axis);
        const auto& audit = analysis.tensor(tensor.id).axes[axis].audit;
        if (!index || !hasRank(overrides.tensors[*index], tensor.rank) || !audit || !audit->step) {
            continue;
        }
        const AxisRange range = rangeOf(overrides.tensors[*index], axis);
        std::vector<std::string> off;
        for (const auto& [what, size] :
             {std::pair("min ", range.min), std::pair("opt ", range.opt), std::pair("max ", range.max)}) {
            if (size % *audit->step != 0) {
                off.push_back(what + text(size));
            }
        }
        if (!off.empty()) {
            Problem problem = tensorProblem(
                capture, tensor, "off-grid", Severity::warning,
                listed(off) + (off.size() == 1 ? " is no multiple of " : " are no multiples of ") +
                    text(*audit->step) + ", as every size that was seen is",
                finding.axis);
            problem.samples = finding.samples;
            problems.push_back(std::move(problem));
        }
    }
}

void checkRelations(const capture::Capture& capture, const inference::Analysis& analysis,
                    const capture::Graph& graph, const Judgement& judgement, Related related,
                    std::vector<Problem>& problems) {
    const inference::AxisRelations& relations = analysis.graph(graph.id).relations;
    if (relations.relations.empty()) {
        return;
    }
    RelationRules rules(capture, judgement, relations, problems);
    for (const Relation& relation : relations.relations) {
        rules.check(relation, related);
    }
}

}  // namespace dimscope::overrides
