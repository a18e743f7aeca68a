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
    /// Replaces the document. Keeps of the selection what has a namesake (module, graph, side and path) in
    /// the new one, else selects the first graph and its first tensor.
    void setDocument(DocumentPtr document);

    [[nodiscard]] const Selection& selection() const { return m_selection; }
    /// Selects, completing what follows (a tensor brings its graph and module; a graph without tensor its
    /// first tensor shown) and dropping what does not fit. Emits selectionChanged only for a change.
    void select(Selection selection);
    void selectModule(base::ModuleId module);
    void selectGraph(base::GraphId graph, std::optional<module::Side> side = {});
    void selectTensors(std::vector<base::TensorId> tensors);
    void selectAxis(base::TensorId tensor, int axis);
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
