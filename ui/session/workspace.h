// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include "ui/session/document.h"

namespace dimscope::session {

/// The open document, the selection and the filter, which all views share. Lives on the GUI thread.
class Workspace : public QObject {
    Q_OBJECT

 public:
    explicit Workspace(QObject* parent = nullptr);

    /// Null before the first load.
    [[nodiscard]] DocumentPtr document() const { return m_document; }
    /// Replaces the document. Keeps of the selection what has a namesake (module, graph, side and path; the
    /// axis and the sample by number) in the new one, else selects the first graph and its first tensor.
    /// selectionChanged follows documentChanged in any case, since the ids have a new meaning.
    void setDocument(DocumentPtr document);

    /// The same capture with another analysis, without the samples that are taken out (null: none). The
    /// selection stays. Signals as setDocument; nothing where it is the present analysis.
    void setAnalysis(std::shared_ptr<const inference::Analysis> analysis,
                     std::shared_ptr<const inference::Exclusions> exclusions);

    /// The same recording with other batch sizes. The selection stays. Signals as setDocument.
    void setLabelled(DocumentPtr document);

    [[nodiscard]] const Selection& selection() const { return m_selection; }
    /// Selects, completing what follows and dropping what does not fit: the first tensor brings its graph,
    /// tensors of other graphs go; a graph brings its module and, without tensors, its first tensor (of the
    /// side); a side that the current tensor is not on goes; an axis or sample out of range goes. Emits
    /// selectionChanged only for a change.
    void select(Selection selection);
    /// A module as a whole.
    void selectModule(base::ModuleId module);
    /// A graph with its first tensor. Keeps the sample within the same graph.
    void selectGraph(base::GraphId graph, std::optional<module::Side> side = {});
    /// Keeps the side where all tensors are on it, the sample within the same graph, and the axis of the same
    /// current tensor. No tensors: nothing changes.
    void selectTensors(std::vector<base::TensorId> tensors);
    void selectAxis(base::TensorId tensor, int axis);
    /// A sample of the selected graph, or none.
    void selectSample(std::optional<base::SampleId> sample);

    /// Text of the filter box: words over path, dtype and verdict, e.g. `verdict:dynamic dtype:float16 attn`.
    [[nodiscard]] const QString& filter() const { return m_filter; }
    void setFilter(const QString& filter);

 signals:
    void documentChanged();
    void selectionChanged();
    void filterChanged();

 private:
    DocumentPtr m_document;
    Selection m_selection;
    QString m_filter;
};

}  // namespace dimscope::session
