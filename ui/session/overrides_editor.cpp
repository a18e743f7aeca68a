// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/overrides_editor.h"

#include <QtConcurrentRun>
#include <utility>

#include "ui/session/edit_texts.h"

namespace dimscope::session {

using overrides::EditContext;
using overrides::GraphOverrides;

OverridesEditor::OverridesEditor(Workspace& workspace, OverridesDocument& document, OverridesJudge& judge,
                                 QObject* parent)
    : QObject(parent), m_document(document), m_judge(judge) {
    m_pool.setMaxThreadCount(1);
    connect(&m_optWatcher, &QFutureWatcherBase::finished, this, &OverridesEditor::takeOpt);
    connect(&workspace, &Workspace::selectionChanged, this, &OverridesEditor::endMerging);
}

OverridesEditor::~OverridesEditor() {
    m_pool.waitForDone();
}

EditContext OverridesEditor::context() const {
    const Judged& judged = *m_judge.judged();
    return {*judged.capture, *judged.analysis, judged.judgement};
}

const capture::Graph& OverridesEditor::graphOf(base::TensorId tensor) const {
    const capture::Capture& capture = *m_judge.judged()->capture;
    return capture.graph(capture.tensor(tensor).graph);
}

void OverridesEditor::edit(base::GraphId graph, const QString& text, const Edit& edit,
                           const QString& mergeKey) {
    if (!canEdit()) {
        return;
    }
    // A slot of the change may judge anew: the capture that the edit looks at stays until it is done.
    const JudgedPtr held = m_judge.judged();
    GraphOverrides present = overrides::overridesOf(*m_document.set(), *held->capture, graph);
    std::vector<GraphOverrides> changed;  // a list in braces would be copied
    changed.push_back(edit(context(), std::move(present)));
    m_document.change(text, std::move(changed), mergeKey);
}

void OverridesEditor::edit(base::TensorId tensor, const QString& text, const Edit& edit,
                           const QString& mergeKey) {
    this->edit(graphOf(tensor).id, text, edit, mergeKey);
}

std::optional<overrides::TensorOverride> OverridesEditor::stated(base::TensorId tensor) const {
    const capture::Capture& capture = *m_judge.judged()->capture;
    const capture::Tensor& of = capture.tensor(tensor);
    const capture::Graph& graph = capture.graph(of.graph);
    const GraphOverrides* present = m_document.set()->find(capture.module(graph.module).name, graph.name);
    const overrides::TensorOverride* found = present != nullptr ? present->find(of.locator) : nullptr;
    return found != nullptr ? std::optional(*found) : std::nullopt;
}

overrides::TensorOverride OverridesEditor::shown(base::TensorId tensor) const {
    if (auto present = stated(tensor)) {
        return *std::move(present);
    }
    // An override that was removed a moment ago may still be in the judgement.
    const bool isGone =
        m_judge.judged()->judgement.origins[tensor.value] == overrides::SpecOrigin::overridden;
    return isGone ? overrides::inferredOverride(context(), tensor)
                  : overrides::effectiveOverride(context(), tensor);
}

QStringList OverridesEditor::symbols(base::TensorId tensor) const {
    QStringList names;
    if (canEdit()) {
        for (const std::string& symbol : overrides::symbolsOf(context(), graphOf(tensor).id)) {
            names += QString::fromStdString(symbol);
        }
    }
    return names;
}

void OverridesEditor::setDim(base::TensorId tensor, std::size_t axis, const overrides::Dim& dim) {
    if (canEdit()) {
        edit(tensor, dimText(axisName(*m_judge.judged()->capture, tensor, axis), dim),
             [&](const EditContext& context, GraphOverrides graph) {
                 return overrides::setDim(context, std::move(graph), tensor, axis, dim);
             });
    }
}

void OverridesEditor::setRange(base::TensorId tensor, std::size_t axis, const overrides::AxisRange& range,
                               Steps steps) {
    if (!canEdit()) {
        return;
    }
    const overrides::TensorOverride before = shown(tensor);
    if (axis >= before.shape.size()) {
        return;
    }
    const overrides::AxisRange old{axis < before.min.size() ? before.min[axis] : 0,
                                   axis < before.opt.size() ? before.opt[axis] : 0,
                                   axis < before.max.size() ? before.max[axis] : 0};
    const QString name = axisName(*m_judge.judged()->capture, tensor, axis);
    const QString key = steps == Steps::merged ? QStringLiteral("range ") + name : QString();
    edit(
        tensor, rangeText(name, old, range),
        [&](const EditContext& context, GraphOverrides graph) {
            return overrides::setRange(context, std::move(graph), tensor, axis, range);
        },
        key);
}

void OverridesEditor::setBound(base::TensorId tensor, std::size_t axis, Bound bound, std::int64_t size,
                               Steps steps) {
    if (!canEdit()) {
        return;
    }
    const overrides::TensorOverride before = shown(tensor);
    if (axis >= before.min.size() || axis >= before.opt.size() || axis >= before.max.size()) {
        return;
    }
    overrides::AxisRange range{before.min[axis], before.opt[axis], before.max[axis]};
    switch (bound) {
        case Bound::min: range.min = size; break;
        case Bound::opt: range.opt = size; break;
        case Bound::max: range.max = size; break;
    }
    setRange(tensor, axis, range, steps);
}

void OverridesEditor::pickOpt(base::TensorId tensor, std::size_t axis, overrides::OptChoice choice) {
    if (!canEdit()) {
        return;
    }
    m_isPicking = true;
    m_optWatcher.setFuture(QtConcurrent::run(&m_pool, [held = m_judge.judged(), tensor, axis, choice] {
        return OptPick{held->capture, tensor, axis, choice,
                       overrides::optSize(*held->capture, tensor, axis, choice, *held->exclusions)};
    }));
}

void OverridesEditor::takeOpt() {
    m_isPicking = false;
    const OptPick pick = m_optWatcher.result();
    if (pick.size && canEdit() && m_judge.judged()->capture == pick.capture) {
        setBound(pick.tensor, pick.axis, Bound::opt, *pick.size);
    }
}

void OverridesEditor::setBatchAxis(base::TensorId tensor, std::optional<std::int64_t> axis,
                                   std::optional<std::int64_t> multiplier) {
    if (canEdit()) {
        edit(tensor, batchText(tensorName(*m_judge.judged()->capture, tensor), axis, multiplier),
             [&](const EditContext& context, GraphOverrides graph) {
                 return overrides::setBatchAxis(context, std::move(graph), tensor, axis, multiplier);
             });
    }
}

void OverridesEditor::takeBatchSize(const capture::BatchSizeSource::TensorAxis& source) {
    if (!canEdit()) {
        return;
    }
    const JudgedPtr held = m_judge.judged();
    std::vector<GraphOverrides> changed;
    for (const capture::Graph& graph : held->capture->graphs()) {
        const auto axes = inference::rangeBatchAxes(*held->capture, graph.id, source);
        if (!axes.empty()) {
            changed.push_back(overrides::stateBatchAxes(
                context(), overrides::overridesOf(*m_document.set(), *held->capture, graph.id), axes));
        }
    }
    if (!changed.empty()) {
        const QString axis = QString::fromStdString(capture::BatchSizeSource{source}.text());
        m_document.change(tr("Take %1 as the batch size").arg(axis), std::move(changed));
    }
}

void OverridesEditor::setName(base::TensorId tensor, const QString& name) {
    if (!canEdit()) {
        return;
    }
    const auto wanted = name.isEmpty() ? std::nullopt : std::optional(name.toStdString());
    // No override is made only to say that there is no name.
    const auto present = stated(tensor);
    if ((present ? present->name : std::nullopt) == wanted) {
        return;
    }
    edit(tensor, nameText(tensorName(*m_judge.judged()->capture, tensor), name),
         [&](const EditContext& context, GraphOverrides graph) {
             return overrides::setName(context, std::move(graph), tensor, wanted);
         });
}

void OverridesEditor::setNote(base::TensorId tensor, const QString& note) {
    if (!canEdit()) {
        return;
    }
    const auto present = stated(tensor);
    if ((present ? present->note : std::string()) == note.toStdString()) {
        return;
    }
    edit(tensor, tr("Set note of %1").arg(tensorName(*m_judge.judged()->capture, tensor)),
         [&](const EditContext& context, GraphOverrides graph) {
             return overrides::setNote(context, std::move(graph), tensor, note.toStdString());
         });
}

void OverridesEditor::renameSymbol(base::TensorId tensor, const QString& from, const QString& to) {
    if (canEdit()) {
        edit(tensor, tr("Rename %1 to %2").arg(from, to), [&](const EditContext&, GraphOverrides graph) {
            return overrides::renameSymbol(std::move(graph), from.toStdString(), to.toStdString());
        });
    }
}

void OverridesEditor::renameSymbol(base::TensorId tensor, std::size_t axis, const QString& to) {
    if (!canEdit()) {
        return;
    }
    const overrides::TensorOverride before = shown(tensor);
    const auto* from = axis < before.shape.size() ? std::get_if<std::string>(&before.shape[axis]) : nullptr;
    if (from == nullptr) {
        return;
    }
    edit(tensor, tr("Rename %1 to %2").arg(QString::fromStdString(*from), to),
         [&](const EditContext& context, GraphOverrides graph) {
             return overrides::renameSymbol(context, std::move(graph), tensor, axis, to.toStdString());
         });
}

void OverridesEditor::acceptInferred(base::TensorId tensor, Reach reach, std::optional<std::size_t> axis) {
    if (!canEdit() || (reach == Reach::axis && !axis)) {
        return;
    }
    const JudgedPtr held = m_judge.judged();
    const capture::Capture& capture = *held->capture;
    const QString text = acceptText(capture, tensor, reach, axis);
    std::vector<GraphOverrides> changed;
    const auto add = [&](base::GraphId graph, const overrides::AcceptScope& scope) {
        changed.push_back(overrides::acceptInferred(
            context(), overrides::overridesOf(*m_document.set(), capture, graph), scope));
    };
    switch (reach) {
        case Reach::axis: add(graphOf(tensor).id, {{tensor}, static_cast<int>(*axis)}); break;
        case Reach::tensor: add(graphOf(tensor).id, {{tensor}, {}}); break;
        case Reach::graph: add(graphOf(tensor).id, {graphOf(tensor).tensors, {}}); break;
        case Reach::all:
            for (const capture::Graph& graph : capture.graphs()) {
                add(graph.id, {graph.tensors, {}});
            }
            break;
    }
    m_document.change(text, std::move(changed));
}

void OverridesEditor::copyToSymbol(base::TensorId tensor, std::size_t axis) {
    if (canEdit()) {
        edit(tensor,
             tr("Copy %1 to all axes of its symbol").arg(axisName(*m_judge.judged()->capture, tensor, axis)),
             [&](const EditContext& context, GraphOverrides graph) {
                 return overrides::copyToSymbol(context, std::move(graph), tensor, axis);
             });
    }
}

void OverridesEditor::reset(base::TensorId tensor, Reach reach) {
    if (!canEdit() || reach == Reach::axis) {
        return;
    }
    const JudgedPtr held = m_judge.judged();
    const QString text = resetText(*held->capture, tensor, reach);
    std::vector<GraphOverrides> changed;
    if (reach == Reach::tensor) {
        changed.push_back(overrides::reset(
            context(), overrides::overridesOf(*m_document.set(), *held->capture, graphOf(tensor).id),
            {tensor}));
    }
    // Excluded samples are no overrides of tensors: they stay. What the capture has not goes as well.
    const capture::Graph& own = graphOf(tensor);
    const std::string& module = held->capture->module(own.module).name;
    for (GraphOverrides graph : m_document.set()->graphs) {
        const bool isOwn = graph.module == module && graph.graph == own.name;
        if (reach == Reach::all || (reach == Reach::graph && isOwn)) {
            graph.tensors.clear();
            changed.push_back(std::move(graph));
        }
    }
    m_document.change(text, std::move(changed));
}

void OverridesEditor::setSamples(base::GraphId graph, const std::vector<std::uint32_t>& samples,
                                 overrides::SampleUse use) {
    if (!samples.empty()) {
        edit(graph, samplesText(samples, use), [&](const EditContext&, GraphOverrides present) {
            return overrides::setSamples(std::move(present), samples, use);
        });
    }
}

}  // namespace dimscope::session
