// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/workspace.h"

#include <algorithm>
#include <utility>

#include "ui/session/selection_rules.h"

namespace dimscope::session {

Workspace::Workspace(QObject* parent) : QObject(parent) {}

void Workspace::setDocument(DocumentPtr document) {
    Selection selection;
    if (document && document->capture) {
        if (m_document && m_document->capture) {
            selection = carriedOver(m_selection, *m_document->capture, *document->capture);
        }
        selection = selection.module || selection.graph ? completed(std::move(selection), *document->capture)
                                                        : firstSelection(*document->capture);
    }
    m_document = std::move(document);
    m_selection = std::move(selection);
    emit documentChanged();
    emit selectionChanged();
}

void Workspace::setAnalysis(std::shared_ptr<const inference::Analysis> analysis,
                            std::shared_ptr<const inference::Exclusions> exclusions) {
    if (!m_document || m_document->analysis == analysis) {
        return;
    }
    Document next = *m_document;
    next.whole = m_document->wholeAnalysis();
    next.analysis = std::move(analysis);
    next.exclusions = std::move(exclusions);
    m_document = std::make_shared<const Document>(std::move(next));
    emit documentChanged();
    emit selectionChanged();
}

void Workspace::setLabelled(DocumentPtr document) {
    m_document = std::move(document);
    emit documentChanged();
    emit selectionChanged();
}

void Workspace::select(Selection selection) {
    selection = m_document && m_document->capture ? completed(std::move(selection), *m_document->capture)
                                                  : Selection{};
    if (selection != m_selection) {
        m_selection = std::move(selection);
        emit selectionChanged();
    }
}

void Workspace::selectModule(base::ModuleId module) {
    Selection selection;
    selection.module = module;
    select(std::move(selection));
}

void Workspace::selectGraph(base::GraphId graph, std::optional<module::Side> side) {
    Selection selection;
    selection.graph = graph;
    selection.side = side;
    if (m_selection.graph == graph) {
        selection.sample = m_selection.sample;
    }
    select(std::move(selection));
}

void Workspace::selectTensors(std::vector<base::TensorId> tensors) {
    if (tensors.empty() || !m_document || !m_document->capture) {
        return;
    }
    const auto& known = m_document->capture->tensors();
    Selection selection;
    selection.side = m_selection.side;
    if (tensors.front().value < known.size() && known[tensors.front().value].graph == m_selection.graph) {
        selection.sample = m_selection.sample;
    }
    if (m_selection.tensor() == tensors.front()) {
        selection.axis = m_selection.axis;
    }
    selection.tensors = std::move(tensors);
    select(std::move(selection));
}

void Workspace::selectAxis(base::TensorId tensor, int axis) {
    Selection selection = m_selection;
    const auto found = std::find(selection.tensors.begin(), selection.tensors.end(), tensor);
    if (found == selection.tensors.end()) {
        selection.tensors = {tensor};
    } else {
        // The tensor becomes the current one; the others stay selected.
        std::rotate(selection.tensors.begin(), found, found + 1);
    }
    selection.axis = axis;
    select(std::move(selection));
}

void Workspace::selectSample(std::optional<base::SampleId> sample) {
    Selection selection = m_selection;
    selection.sample = sample;
    select(std::move(selection));
}

void Workspace::setFilter(const QString& filter) {
    if (filter != m_filter) {
        m_filter = filter;
        emit filterChanged();
    }
}

}  // namespace dimscope::session
