// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/canonical_order.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/base/json_value.h"

namespace dimscope::capture {

namespace {

/// Gives each text a number, and numbers their order.
class Texts {
 public:
    std::uint32_t idOf(std::string text) {
        return m_ids.try_emplace(std::move(text), static_cast<std::uint32_t>(m_ids.size())).first->second;
    }

    /// By id: the place of the text among all of them.
    [[nodiscard]] std::vector<std::uint32_t> ranks() const {
        std::vector<std::pair<std::string_view, std::uint32_t>> order(m_ids.begin(), m_ids.end());
        std::sort(order.begin(), order.end());
        std::vector<std::uint32_t> ranks(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            ranks[order[i].second] = static_cast<std::uint32_t>(i);
        }
        return ranks;
    }

 private:
    std::unordered_map<std::string, std::uint32_t> m_ids;
};

/// What is in a line of a call beside its numbers, time and label: ids of texts.
struct Kind {
    std::uint32_t places = 0;
    std::uint32_t dtypes = 0;
    std::uint32_t inputs = 0;  // others and strictness
    std::uint32_t outputs = 0;

    friend auto operator<=>(const Kind&, const Kind&) = default;
};

/// A graph as the comparison needs it.
struct GraphCalls {
    const Graph* graph = nullptr;
    std::vector<const Tensor*> tensors;        // in order of side and path
    std::vector<const std::int64_t*> columns;  // of these, axis by axis
    std::vector<std::uint32_t> kinds;          // one per call, or one for all
};

std::string pathText(const module::Locator& locator) {
    std::string out = base::dumpJson(locator.semanticPath());
    for (const module::Step& step : locator.steps()) {
        out += static_cast<char>('0' + static_cast<int>(step.container));
    }
    return out;
}

std::string placeText(const Tensor& tensor, const std::string& accessPath) {
    return base::quoteJson(accessPath) + pathText(tensor.locator) + "\n";
}

/// In the order of the call, with paths as they were written.
std::string othersText(const CallForm::Others& others) {
    std::string out;
    for (const auto& [locator, value] : others) {
        out +=
            base::quoteJson(locator.accessPath()) + pathText(locator) + base::dumpJson(value.toJson()) + "\n";
    }
    return out;
}

/// Whatever their order, without how the paths were written.
std::string sortedOthersText(const CallForm::Others& others) {
    std::vector<std::string> texts;
    for (const auto& [locator, value] : others) {
        texts.push_back(pathText(locator) + base::dumpJson(value.toJson()) + "\n");
    }
    std::sort(texts.begin(), texts.end());
    std::string out;
    for (const std::string& text : texts) {
        out += text;
    }
    return out;
}

std::string strictnessText(module::Strictness strictness) {
    return strictness == module::Strictness::strict ? "strict\n" : "lenient\n";
}

/// A number for each unknown batch size that is larger than all known ones.
std::uint64_t batchKey(std::int64_t batchSize) {
    return static_cast<std::uint64_t>(batchSize) - 1;
}

class CallSort {
 public:
    explicit CallSort(const Capture& capture) : m_capture(capture), m_graphs(capture.graphs().size()) {}

    void add(const Graph& graph) {
        GraphCalls& calls = m_graphs[graph.id.value];
        calls.graph = &graph;
        findColumns(calls);
        findKinds(calls);
        const std::vector<CallForm>& forms = graph.calls->forms;
        const std::string structure = structureText(calls);
        auto* common = &groupOf(graph, structure, graph.otherInputs);
        std::vector<std::vector<CallRef>*> groups;
        for (const CallForm& form : forms) {
            groups.push_back(form.otherInputs ? &groupOf(graph, structure, *form.otherInputs) : common);
        }
        auto other = graph.calls->otherForms.begin();
        for (std::uint32_t sample = 0; sample < graph.samples; ++sample) {
            auto* group = common;
            if (other != graph.calls->otherForms.end() && other->first.value == sample) {
                group = groups[(other++)->second];
            }
            group->push_back({graph.id, SampleId{sample}});
        }
    }

    base::Result<std::vector<CallRef>> sorted(const base::CancelToken& cancel) {
        m_kindRanks = kindRanks();
        std::vector<CallRef> all;
        all.reserve(static_cast<std::size_t>(m_capture.sampleCount()));
        for (auto& [key, calls] : m_groups) {
            if (cancel.cancelled()) {
                return base::Error{base::ErrorCode::cancelled, "stopped on request", "", "", {}, {}};
            }
            sortGroup(calls);
            all.insert(all.end(), calls.begin(), calls.end());
            calls = {};
        }
        return all;
    }

 private:
    void findColumns(GraphCalls& calls) const {
        std::vector<std::pair<std::pair<module::Side, std::string>, const Tensor*>> order;
        for (const TensorId id : calls.graph->tensors) {
            const Tensor& tensor = m_capture.tensor(id);
            order.push_back({{tensor.side(), pathText(tensor.locator)}, &tensor});
        }
        std::stable_sort(order.begin(), order.end(),
                         [](const auto& left, const auto& right) { return left.first < right.first; });
        for (const auto& [key, tensor] : order) {
            calls.tensors.push_back(tensor);
            for (std::size_t axis = 0; axis < tensor->rank; ++axis) {
                calls.columns.push_back(tensor->column(axis).data());
            }
        }
    }

    /// Calls of one group have equal columns, whatever graphs they are in.
    std::vector<CallRef>& groupOf(const Graph& graph, const std::string& structure,
                                  const CallForm::Others& inputs) {
        std::string text(module::name(graph.phase));
        text += "\n" + structure;
        if (graph.phase == module::LlmPhase::none) {
            text += sortedOthersText(inputs);
        }
        return m_groups[{m_capture.module(graph.module).name, std::move(text)}];
    }

    static std::string structureText(const GraphCalls& calls) {
        std::string out;
        for (const Tensor* tensor : calls.tensors) {
            out += std::string(module::name(tensor->side())) + pathText(tensor->locator) + ":" +
                   std::to_string(tensor->rank) + "\n";
        }
        return out;
    }

    [[nodiscard]] Kind kindOf(const Graph& graph, const CallForm* form) {
        std::string places;
        if (form != nullptr && !form->places.empty()) {
            for (const CallForm::Place& place : form->places) {
                places += placeText(m_capture.tensor(graph.tensors[place.tensor]), place.accessPath);
            }
        } else {
            for (const TensorId id : graph.tensors) {
                places += placeText(m_capture.tensor(id), m_capture.tensor(id).accessPath);
            }
        }
        const bool ownInputs = form != nullptr && form->otherInputs;
        const bool ownOutputs = form != nullptr && form->otherOutputs;
        Kind kind;
        kind.places = m_texts.idOf(std::move(places));
        kind.inputs = m_texts.idOf(strictnessText(form != nullptr ? form->strictness : graph.strictness) +
                                   othersText(ownInputs ? *form->otherInputs : graph.otherInputs));
        kind.outputs = m_texts.idOf(othersText(ownOutputs ? *form->otherOutputs : graph.otherOutputs));
        return kind;
    }

    std::uint32_t idOf(const Kind& kind) {
        return m_kinds.try_emplace(kind, static_cast<std::uint32_t>(m_kinds.size())).first->second;
    }

    void findKinds(GraphCalls& calls) {
        const Graph& graph = *calls.graph;
        Kind common = kindOf(graph, nullptr);
        const std::vector<std::uint32_t> dtypes = dtypesOf(calls);
        common.dtypes = dtypes.front();
        if (dtypes.size() == 1 && graph.calls->otherForms.empty()) {
            calls.kinds = {idOf(common)};
            return;
        }
        std::vector<Kind> forms;
        for (const CallForm& form : graph.calls->forms) {
            forms.push_back(kindOf(graph, &form));
        }
        auto other = graph.calls->otherForms.begin();
        for (std::uint32_t sample = 0; sample < graph.samples; ++sample) {
            Kind kind = common;
            if (other != graph.calls->otherForms.end() && other->first.value == sample) {
                kind = forms[(other++)->second];
            }
            kind.dtypes = dtypes[dtypes.size() == 1 ? 0 : sample];
            calls.kinds.push_back(idOf(kind));
        }
    }

    /// The text of a call's dtypes in order of paths: one id per call, or one for all.
    std::vector<std::uint32_t> dtypesOf(const GraphCalls& calls) {
        std::vector<std::string_view> usual;
        std::vector<std::tuple<std::uint32_t, std::size_t, std::string_view>>
            others;  // sample, tensor, dtype
        for (const Tensor* tensor : calls.tensors) {
            for (const auto& [sample, dtype] : tensor->otherDtypes) {
                others.emplace_back(sample.value, usual.size(), dtype);
            }
            usual.emplace_back(tensor->dtype);
        }
        const auto idOfAll = [this](const std::vector<std::string_view>& dtypes) {
            std::string text;
            for (const std::string_view dtype : dtypes) {
                text += base::quoteJson(dtype);
            }
            return m_texts.idOf(std::move(text));
        };
        const std::uint32_t usualId = idOfAll(usual);
        if (others.empty()) {
            return {usualId};
        }
        std::sort(others.begin(), others.end());
        std::vector<std::uint32_t> ids(calls.graph->samples, usualId);
        for (auto at = others.begin(); at != others.end();) {
            const std::uint32_t sample = std::get<0>(*at);
            std::vector<std::string_view> dtypes = usual;
            for (; at != others.end() && std::get<0>(*at) == sample; ++at) {
                dtypes[std::get<1>(*at)] = std::get<2>(*at);
            }
            ids[sample] = idOfAll(dtypes);
        }
        return ids;
    }

    /// By id of a kind: its place among all of them.
    [[nodiscard]] std::vector<std::uint32_t> kindRanks() const {
        const std::vector<std::uint32_t> texts = m_texts.ranks();
        std::vector<std::pair<Kind, std::uint32_t>> order;
        for (const auto& [kind, id] : m_kinds) {
            order.push_back(
                {{texts[kind.places], texts[kind.dtypes], texts[kind.inputs], texts[kind.outputs]}, id});
        }
        std::sort(order.begin(), order.end());
        std::vector<std::uint32_t> ranks(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            ranks[order[i].second] = static_cast<std::uint32_t>(i);
        }
        return ranks;
    }

    [[nodiscard]] std::uint32_t kindRank(const GraphCalls& calls, std::uint32_t sample) const {
        return m_kindRanks[calls.kinds[calls.kinds.size() == 1 ? 0 : sample]];
    }

    void sortGroup(std::vector<CallRef>& calls) const {
        std::vector<std::size_t> varying;  // columns that are not constant
        if (!calls.empty()) {
            const auto sizeAt = [this](const CallRef& call, std::size_t column) {
                return m_graphs[call.graph.value].columns[column][call.sample.value];
            };
            for (std::size_t i = 0; i < m_graphs[calls.front().graph.value].columns.size(); ++i) {
                const std::int64_t first = sizeAt(calls.front(), i);
                if (std::any_of(calls.begin(), calls.end(),
                                [&](const CallRef& call) { return sizeAt(call, i) != first; })) {
                    varying.push_back(i);
                }
            }
        }
        std::sort(calls.begin(), calls.end(), [&](const CallRef& left, const CallRef& right) {
            return comesBefore(left, right, varying);
        });
    }

    [[nodiscard]] bool comesBefore(const CallRef& left, const CallRef& right,
                                   const std::vector<std::size_t>& varying) const {
        const GraphCalls& a = m_graphs[left.graph.value];
        const GraphCalls& b = m_graphs[right.graph.value];
        const std::uint32_t i = left.sample.value;
        const std::uint32_t j = right.sample.value;
        if (const auto x = batchKey((*a.graph->batchSizes)[i]), y = batchKey((*b.graph->batchSizes)[j]);
            x != y) {
            return x < y;
        }
        for (const std::size_t column : varying) {
            if (const std::int64_t x = a.columns[column][i], y = b.columns[column][j]; x != y) {
                return x < y;
            }
        }
        if (const std::uint32_t x = kindRank(a, i), y = kindRank(b, j); x != y) {
            return x < y;
        }
        if (const int times = a.graph->calls->times.at(i).compare(b.graph->calls->times.at(j)); times != 0) {
            return times < 0;
        }
        return a.graph->calls->labels.at(i) < b.graph->calls->labels.at(j);
    }

    const Capture& m_capture;
    std::vector<GraphCalls> m_graphs;  // by id; summaries are left empty
    std::map<std::pair<std::string, std::string>, std::vector<CallRef>> m_groups;  // by module and content
    Texts m_texts;
    std::map<Kind, std::uint32_t> m_kinds;
    std::vector<std::uint32_t> m_kindRanks;
};

}  // namespace

base::Result<std::vector<CallRef>> canonicalOrder(const Capture& capture, const base::CancelToken& cancel) {
    CallSort sort(capture);
    for (const Graph& graph : capture.graphs()) {
        if (!graph.isSummary()) {
            sort.add(graph);
        }
    }
    return sort.sorted(cancel);
}

}  // namespace dimscope::capture
