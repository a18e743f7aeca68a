// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/capture_builder.h"

#include <cassert>
#include <deque>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/capture/graph_structure.h"

namespace dimscope::capture {

namespace {

using Column = std::vector<std::int64_t>;

/// A graph while calls are appended to it.
struct OpenGraph {
    Graph graph;
    std::vector<Tensor> tensors;               // with local order; ids are given by build()
    std::vector<std::vector<Column>> columns;  // tensor, axis
    Column batchSizes;
    CallColumns calls;
    std::uint32_t count = 0;
};

/// Calls that AITune records into one graph; more than one variant where it could not merge them.
struct Family {
    module::SampleMetadata inputs;  // of the first call
    std::string name;
    std::vector<OpenGraph*> variants;
    std::unordered_multimap<std::uint64_t, OpenGraph*> byStructure;
};

/// A summary, and how the graph that stands for it and its repeats was written.
struct OpenSummary {
    GraphId graph;
    std::string written;
};

struct OpenModule {
    Module module;
    std::deque<Family> families;
    std::unordered_multimap<std::size_t, Family*> byInputs;
    std::unordered_set<std::string> names;  // of graphs
    std::unordered_map<std::string, OpenSummary> bySummaryKey;
    std::unordered_map<std::string, std::size_t> copies;  // of a name that is taken: the next suffix to try
    std::size_t nextNumber = 0;
};

/// A registered layout. Its graph is found at its first call, so that numbers follow the order of calls.
struct OpenLayout {
    ModuleId module;
    module::SampleMetadata inputs;  // these two are dropped once the graph is known
    module::SampleMetadata outputs;
    CallOrigin first;
    std::size_t sizeCount = 0;
    OpenGraph* graph = nullptr;
    std::vector<Column*> targets;                                  // one per size, in layout order
    std::vector<std::pair<std::size_t, std::string>> otherDtypes;  // tensor of the graph, dtype
    std::optional<std::uint32_t> form;                             // of the graph's, where it is another
};

/// Room for fewer than an eighth of the entries is not worth a copy.
template <class Vector>
void releaseSlack(Vector& vector) {
    if (vector.capacity() - vector.size() > vector.size() / 8) {
        vector.shrink_to_fit();
    }
}

std::string uniqueName(OpenModule& module, const std::string& wanted) {
    std::string name = wanted;
    if (!module.names.insert(name).second) {
        std::size_t& copy = module.copies.try_emplace(wanted, 2).first->second;
        do {
            name = wanted + "/" + std::to_string(copy++);
        } while (!module.names.insert(name).second);
    }
    return name;
}

std::string numberedName(OpenModule& module, module::LlmPhase phase) {
    std::string name = std::to_string(module.nextNumber++);
    if (phase != module::LlmPhase::none) {
        name += " (LLM phase " + std::string(module::name(phase)) + ")";
    }
    return name;
}

/// What the metadata say of a graph: of its first call, or of a summary with its ranges.
void setContent(OpenGraph& open, const module::SampleMetadata& inputs,
                const module::SampleMetadata& outputs) {
    open.graph.phase = inputs.llmPhase();
    open.graph.strictness = inputs.strictness();
    open.graph.otherInputs = inputs.otherData();
    open.graph.otherOutputs = outputs.otherData();
    open.tensors.clear();
    for (TensorSlot& slot : tensorSlots(inputs, outputs)) {
        Tensor& tensor = open.tensors.emplace_back();
        tensor.graph = open.graph.id;
        tensor.accessPath = slot.locator.accessPath();
        tensor.locator = std::move(slot.locator);
        tensor.dtype = std::move(slot.dtype);
        tensor.rank = slot.rank;
    }
}

void setSummary(OpenGraph& open, const module::SampleMetadata& inputs,
                const module::SampleMetadata& outputs) {
    setContent(open, inputs, outputs);
    std::size_t at = 0;
    for (const module::SampleMetadata* side : {&inputs, &outputs}) {
        for (const auto& entry : side->tensorData()) {
            open.tensors[at++].summary = entry.spec;
        }
    }
}

/// Details whose key is new.
void addDetails(std::vector<Detail>& kept, std::vector<Detail> more) {
    std::unordered_set<std::string> keys;
    for (const Detail& detail : kept) {
        keys.insert(detail.key);
    }
    for (Detail& detail : more) {
        if (!keys.contains(detail.key)) {
            kept.push_back(std::move(detail));
        }
    }
}

void appendOrigin(OpenGraph& graph, std::uint32_t sample, const CallOrigin& origin) {
    CallColumns& calls = graph.calls;
    if (calls.sources.empty()) {
        calls.sources.push_back(origin.source.value);
    } else if (calls.sources.size() > 1 || calls.sources.front() != origin.source.value) {
        calls.sources.resize(sample, calls.sources.front());
        calls.sources.push_back(origin.source.value);
    }
    if (origin.line != 0 || !calls.lines.empty()) {
        calls.lines.resize(sample, 0);
        calls.lines.push_back(origin.line);
    }
    calls.times.append(sample, origin.time);
    calls.labels.append(sample, origin.label);
}

}  // namespace

struct CaptureBuilder::State {
    std::vector<Source> sources;
    std::deque<OpenModule> modules;
    std::unordered_map<std::string, ModuleId> modulesByName;
    std::deque<OpenGraph> graphs;
    std::vector<OpenLayout> layouts;
    std::vector<Detail> details;
    base::Diagnostics diagnostics;

    /// The file that is being read.
    [[nodiscard]] SourceId lastSource() const {
        return {static_cast<std::uint32_t>(sources.empty() ? 0 : sources.size() - 1)};
    }
    ModuleId module(std::string_view name);
    OpenGraph& newGraph(ModuleId module, std::string name, const module::SampleMetadata& inputs,
                        const module::SampleMetadata& outputs, const CallOrigin& origin);
    Family& familyOf(ModuleId module, const module::SampleMetadata& inputs);
    OpenGraph& newVariant(Family& family, const OpenLayout& layout, std::span<const TensorSlot> slots);
    void findGraph(OpenLayout& layout);
    Graph finish(OpenGraph& open, std::vector<Tensor>& tensors);
};

ModuleId CaptureBuilder::State::module(std::string_view name) {
    const auto [found, isNew] = modulesByName.try_emplace(std::string(name));
    if (isNew) {
        found->second.value = static_cast<std::uint32_t>(modules.size());
        OpenModule& module = modules.emplace_back();
        module.module.id = found->second;
        module.module.name = name;
    }
    return found->second;
}

OpenGraph& CaptureBuilder::State::newGraph(ModuleId module, std::string name,
                                           const module::SampleMetadata& inputs,
                                           const module::SampleMetadata& outputs, const CallOrigin& origin) {
    const GraphId id{static_cast<std::uint32_t>(graphs.size())};
    OpenGraph& open = graphs.emplace_back();
    open.graph.id = id;
    open.graph.module = module;
    open.graph.name = std::move(name);
    open.graph.source = origin.source;
    open.graph.line = origin.line;
    setContent(open, inputs, outputs);
    modules[module.value].module.graphs.push_back(id);
    return open;
}

Family& CaptureBuilder::State::familyOf(ModuleId module, const module::SampleMetadata& inputs) {
    OpenModule& owner = modules[module.value];
    const std::size_t hash = inputs.hash();
    const auto [begin, end] = owner.byInputs.equal_range(hash);
    for (auto it = begin; it != end; ++it) {
        Family& family = *it->second;
        if (family.inputs.llmPhase() == inputs.llmPhase() && recordsInto(family.inputs, inputs)) {
            return family;
        }
    }
    Family& family = owner.families.emplace_back();
    family.inputs = inputs;
    family.name = numberedName(owner, inputs.llmPhase());
    owner.byInputs.emplace(hash, &family);
    return family;
}

OpenGraph& CaptureBuilder::State::newVariant(Family& family, const OpenLayout& layout,
                                             std::span<const TensorSlot> slots) {
    OpenModule& owner = modules[layout.module.value];
    OpenGraph& graph =
        newGraph(layout.module, uniqueName(owner, family.name), layout.inputs, layout.outputs, layout.first);
    graph.columns.resize(graph.tensors.size());
    for (std::size_t i = 0; i < graph.tensors.size(); ++i) {
        graph.columns[i].resize(graph.tensors[i].rank);
    }
    if (!family.variants.empty()) {
        const OpenGraph& first = *family.variants.front();
        base::Diagnostic diagnostic{base::Severity::warning, "cannot-merge", {}, {}};
        diagnostic.message =
            "calls of graph \"" + first.graph.name + "\" differ: " + differenceText(first.tensors, slots) +
            "; AITune would raise on merging them, so they stand apart as \"" + graph.graph.name + "\"";
        if (layout.first.source.value < sources.size()) {
            diagnostic.where.file = sources[layout.first.source.value].name;
        }
        if (layout.first.line != 0) {
            diagnostic.where.line = layout.first.line;
        }
        diagnostic.where.module = owner.module.name;
        diagnostic.where.graph = graph.graph.name;
        diagnostics.add(std::move(diagnostic));
        family.variants.front()->graph.cannotMerge = true;
        graph.graph.cannotMerge = true;
    }
    family.variants.push_back(&graph);
    family.byStructure.emplace(structureHash(slots), &graph);
    return graph;
}

void CaptureBuilder::State::findGraph(OpenLayout& layout) {
    const std::vector<TensorSlot> slots = tensorSlots(layout.inputs, layout.outputs);
    Family& family = familyOf(layout.module, layout.inputs);
    std::optional<std::vector<std::size_t>> order;
    const auto [begin, end] = family.byStructure.equal_range(structureHash(slots));
    for (auto it = begin; it != end && !order; ++it) {
        order = matchTensors(it->second->tensors, slots);
        layout.graph = it->second;
    }
    if (!order) {
        layout.graph = &newVariant(family, layout, slots);
        order = matchTensors(layout.graph->tensors, slots);
    }
    layout.targets.reserve(layout.sizeCount);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const std::size_t at = (*order)[i];
        for (Column& column : layout.graph->columns[at]) {
            layout.targets.push_back(&column);
        }
        if (slots[i].dtype != layout.graph->tensors[at].dtype) {
            layout.otherDtypes.emplace_back(at, slots[i].dtype);
        }
    }
    OpenGraph& graph = *layout.graph;
    if (auto form = formOf(graph.graph, graph.tensors, *order, layout.inputs, layout.outputs)) {
        layout.form = static_cast<std::uint32_t>(graph.calls.forms.size());
        graph.calls.forms.push_back(*std::move(form));
    }
    layout.inputs = {};
    layout.outputs = {};
}

Graph CaptureBuilder::State::finish(OpenGraph& open, std::vector<Tensor>& tensors) {
    const bool isSummary = open.count == 0;
    for (std::size_t i = 0; i < open.tensors.size(); ++i) {
        Tensor& tensor = open.tensors[i];
        tensor.id.value = static_cast<std::uint32_t>(tensors.size());
        auto columns = std::make_shared<std::vector<Column>>();
        if (!isSummary) {
            for (Column& column : open.columns[i]) {
                releaseSlack(column);
            }
            *columns = std::move(open.columns[i]);
        } else {
            columns->resize(tensor.rank);
        }
        tensor.columns = std::move(columns);
        releaseSlack(tensor.otherDtypes);
        open.graph.tensors.push_back(tensor.id);
        tensors.push_back(std::move(tensor));
    }
    releaseSlack(open.batchSizes);
    releaseSlack(open.calls.sources);
    releaseSlack(open.calls.lines);
    open.calls.times.releaseSlack();
    open.calls.labels.releaseSlack();
    releaseSlack(open.calls.forms);
    releaseSlack(open.calls.otherForms);
    open.graph.samples = open.count;
    open.graph.batchSizes = std::make_shared<const Column>(std::move(open.batchSizes));
    open.graph.calls = std::make_shared<const CallColumns>(std::move(open.calls));
    return std::move(open.graph);
}

CaptureBuilder::CaptureBuilder() : m_state(std::make_unique<State>()) {}
CaptureBuilder::~CaptureBuilder() = default;
CaptureBuilder::CaptureBuilder(CaptureBuilder&&) noexcept = default;
CaptureBuilder& CaptureBuilder::operator=(CaptureBuilder&&) noexcept = default;

SourceId CaptureBuilder::addSource(Source source) {
    m_state->sources.push_back(std::move(source));
    return {static_cast<std::uint32_t>(m_state->sources.size() - 1)};
}

void CaptureBuilder::dropLastSource() {
    m_state->sources.pop_back();
}

Source& CaptureBuilder::source(SourceId id) {
    return m_state->sources[id.value];
}

LayoutId CaptureBuilder::layout(const CallLayout& layout, const CallOrigin& first) {
    OpenLayout& open = m_state->layouts.emplace_back();
    open.module = m_state->module(layout.module);
    open.inputs = layout.inputs;
    open.outputs = layout.outputs;
    open.first = first;
    for (const module::SampleMetadata* side : {&layout.inputs, &layout.outputs}) {
        for (const auto& entry : side->tensorData()) {
            open.sizeCount += entry.spec.rank();
        }
    }
    return {static_cast<std::uint32_t>(m_state->layouts.size() - 1)};
}

std::size_t CaptureBuilder::sizeCount(LayoutId layout) const {
    return m_state->layouts[layout.value].sizeCount;
}

void CaptureBuilder::addCall(LayoutId layout, std::int64_t batchSize, std::span<const std::int64_t> sizes,
                             const CallOrigin& origin) {
    OpenLayout& open = m_state->layouts[layout.value];
    assert(sizes.size() == open.sizeCount);
    if (open.graph == nullptr) {
        m_state->findGraph(open);
    }
    OpenGraph& graph = *open.graph;
    const std::uint32_t sample = graph.count++;
    Column* const* target = open.targets.data();
    for (const std::int64_t size : sizes) {
        (*target++)->push_back(size);
    }
    graph.batchSizes.push_back(batchSize);
    appendOrigin(graph, sample, origin);
    for (const auto& [tensor, dtype] : open.otherDtypes) {
        graph.tensors[tensor].otherDtypes.emplace_back(SampleId{sample}, dtype);
    }
    if (open.form) {
        graph.calls.otherForms.emplace_back(SampleId{sample}, *open.form);
    }
}

GraphId CaptureBuilder::addSummary(Summary summary, const CallOrigin& origin) {
    for (Detail& detail : summary.details) {
        detail.source = m_state->lastSource();
    }
    const ModuleId id = m_state->module(summary.module);
    OpenModule& owner = m_state->modules[id.value];
    std::string written = base::dumpJson(summary.inputs.toJson()) + base::dumpJson(summary.outputs.toJson());
    const auto [found, isNew] = owner.bySummaryKey.try_emplace(base::quoteJson(summary.graph) +
                                                               summaryKey(summary.inputs, summary.outputs));
    OpenSummary& known = found->second;
    if (!isNew) {
        OpenGraph& graph = m_state->graphs[known.graph.value];
        if (written < known.written) {  // the same in another order: which one comes first must not matter
            setSummary(graph, summary.inputs, summary.outputs);
            known.written = std::move(written);
        }
        addDetails(graph.graph.details, std::move(summary.details));
        return known.graph;
    }
    const std::string wanted =
        summary.graph.empty() ? numberedName(owner, summary.inputs.llmPhase()) : summary.graph;
    OpenGraph& graph =
        m_state->newGraph(id, uniqueName(owner, wanted), summary.inputs, summary.outputs, origin);
    setSummary(graph, summary.inputs, summary.outputs);
    graph.graph.givenName = std::move(summary.graph);
    graph.graph.details = std::move(summary.details);
    known = {graph.graph.id, std::move(written)};
    return known.graph;
}

ModuleId CaptureBuilder::module(std::string_view name) {
    return m_state->module(name);
}

void CaptureBuilder::addModuleDetail(ModuleId module, Detail detail) {
    detail.source = m_state->lastSource();
    m_state->modules[module.value].module.details.push_back(std::move(detail));
}

void CaptureBuilder::addDetail(Detail detail) {
    detail.source = m_state->lastSource();
    m_state->details.push_back(std::move(detail));
}

base::Diagnostics& CaptureBuilder::diagnostics() {
    return m_state->diagnostics;
}

Capture CaptureBuilder::build() {
    Capture::Parts parts;
    parts.sources = std::move(m_state->sources);
    parts.details = std::move(m_state->details);
    parts.graphs.reserve(m_state->graphs.size());
    for (OpenGraph& open : m_state->graphs) {
        parts.graphs.push_back(m_state->finish(open, parts.tensors));
    }
    parts.modules.reserve(m_state->modules.size());
    for (OpenModule& open : m_state->modules) {
        parts.modules.push_back(std::move(open.module));
    }
    auto next = std::make_unique<State>();
    next->diagnostics = std::move(m_state->diagnostics);
    m_state = std::move(next);
    return Capture(std::move(parts));
}

}  // namespace dimscope::capture
