// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/overrides_document.h"

#include <QFile>
#include <QUndoCommand>
#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/overrides/graph_delta.h"
#include "core/overrides/overrides_file.h"
#include "ui/session/release_later.h"

namespace dimscope::session {

namespace {

using overrides::GraphDelta;
using overrides::GraphOverrides;
using overrides::OverrideSet;

constexpr int kMergeable = 1;

std::filesystem::path filePath(const QString& path) {
    return QFile::encodeName(path).toStdString();
}

GraphOverrides presentOf(const OverrideSet& set, const std::string& module, const std::string& graph) {
    const GraphOverrides* present = set.find(module, graph);
    return present != nullptr ? *present : GraphOverrides{module, graph, {}, {}, {}};
}

}  // namespace

/// What it changes in the graphs it touches.
class OverridesDocument::Change : public QUndoCommand {
 public:
    /// `after`: where the deltas lead from the present state.
    Change(OverridesDocument& document, const QString& text, std::vector<GraphDelta> deltas,
           std::vector<GraphOverrides> after, QString mergeKey)
        : QUndoCommand(text),
          m_document(document),
          m_deltas(std::move(deltas)),
          m_first(std::move(after)),
          m_mergeKey(std::move(mergeKey)),
          m_revisionBefore(document.m_revision.present()),
          m_revisionAfter(document.m_revision.next()) {}

    void undo() override { m_document.put(states(&GraphDelta::back), m_revisionBefore); }
    void redo() override {
        m_document.put(m_first.empty() ? states(&GraphDelta::forth) : std::exchange(m_first, {}),
                       m_revisionAfter);
    }
    [[nodiscard]] int id() const override { return m_mergeKey.isEmpty() ? -1 : kMergeable; }
    bool mergeWith(const QUndoCommand* other) override {
        // Equal ids: the other one is a Change as well.
        const auto& next = static_cast<const Change&>(*other);
        if (next.m_mergeKey != m_mergeKey || !touchesTheSame(next)) {
            return false;
        }
        // The document is where the other one has brought it.
        std::vector<GraphDelta> both;
        for (std::size_t i = 0; i < m_deltas.size(); ++i) {
            const GraphOverrides after = present(m_deltas[i]);
            GraphDelta delta(m_deltas[i].back(next.m_deltas[i].back(after)), after);
            if (!delta.isEmpty()) {
                both.push_back(std::move(delta));
            }
        }
        m_deltas = std::move(both);
        m_revisionAfter = next.m_revisionAfter;
        setText(next.text());
        if (m_deltas.empty()) {
            setObsolete(true);
            const bool wasDirty = m_document.isDirty();
            m_document.m_revision.setPresent(m_revisionBefore);
            m_document.tellDirty(wasDirty);
        }
        return true;
    }

 private:
    using Step = GraphOverrides (GraphDelta::*)(GraphOverrides) const;

    [[nodiscard]] GraphOverrides present(const GraphDelta& delta) const {
        return presentOf(*m_document.m_set, delta.module(), delta.graph());
    }
    [[nodiscard]] std::vector<GraphOverrides> states(Step step) const {
        std::vector<GraphOverrides> graphs;
        graphs.reserve(m_deltas.size());
        for (const GraphDelta& delta : m_deltas) {
            graphs.push_back((delta.*step)(present(delta)));
        }
        return graphs;
    }
    [[nodiscard]] bool touchesTheSame(const Change& other) const {
        return std::equal(m_deltas.begin(), m_deltas.end(), other.m_deltas.begin(), other.m_deltas.end(),
                          [](const GraphDelta& left, const GraphDelta& right) {
                              return left.module() == right.module() && left.graph() == right.graph();
                          });
    }

    OverridesDocument& m_document;
    std::vector<GraphDelta> m_deltas;
    std::vector<GraphOverrides> m_first;  // of the first redo, which then need not be made again
    QString m_mergeKey;
    quint64 m_revisionBefore;
    quint64 m_revisionAfter;
};

OverridesDocument::OverridesDocument(QObject* parent)
    : QObject(parent), m_set(std::make_shared<const OverrideSet>()) {}

OverridesDocument::~OverridesDocument() = default;

void OverridesDocument::put(std::vector<GraphOverrides> graphs, quint64 revision) {
    const bool wasDirty = isDirty();
    const auto isReplaced = [&graphs](const GraphOverrides& present) {
        return std::any_of(graphs.begin(), graphs.end(), [&present](const GraphOverrides& graph) {
            return graph.module == present.module && graph.graph == present.graph;
        });
    };
    // The others only are copied; each keeps its place.
    auto next = std::make_shared<OverrideSet>();
    next->sourceName = m_set->sourceName;
    next->fingerprint = m_set->fingerprint;
    next->extra = m_set->extra;
    next->sourceExtra = m_set->sourceExtra;
    next->graphs.reserve(m_set->graphs.size() + graphs.size());
    for (const GraphOverrides& present : m_set->graphs) {
        next->graphs.push_back(isReplaced(present) ? GraphOverrides{present.module, present.graph, {}, {}, {}}
                                                   : present);
    }
    for (GraphOverrides& graph : graphs) {
        next->put(std::move(graph));
    }
    releaseLater(std::exchange(m_set, std::move(next)));
    m_revision.setPresent(revision);
    emit changed();
    tellDirty(wasDirty);
}

void OverridesDocument::tellDirty(bool wasDirty) {
    if (isDirty() != wasDirty) {
        emit dirtyChanged();
    }
}

void OverridesDocument::change(const QString& text, std::vector<GraphOverrides> graphs,
                               const QString& mergeKey) {
    std::vector<GraphDelta> deltas;
    std::vector<GraphOverrides> after;
    for (GraphOverrides& graph : graphs) {
        const GraphOverrides* present = m_set->find(graph.module, graph.graph);
        GraphDelta delta(
            present != nullptr ? *present : GraphOverrides{graph.module, graph.graph, {}, {}, {}}, graph);
        if (!delta.isEmpty()) {
            deltas.push_back(std::move(delta));
            after.push_back(std::move(graph));
        }
    }
    if (deltas.empty()) {
        return;
    }
    const QString key = mergeKey.isEmpty() ? QString() : mergeKey + u'\n' + QString::number(m_mergeSerial);
    m_stack.push(new Change(*this, text, std::move(deltas), std::move(after), key));
}

void OverridesDocument::replace(OverrideSet set, const QString& path) {
    const bool wasDirty = isDirty();
    m_stack.clear();
    m_inSession = RevisionMark::kNone;
    m_revision.setPresent(m_revision.next());
    m_revision.setSaved();
    releaseLater(std::exchange(m_set, std::make_shared<const OverrideSet>(std::move(set))));
    if (std::exchange(m_path, path) != path) {
        emit pathChanged();
    }
    emit changed();
    tellDirty(wasDirty);
}

void OverridesDocument::startNew() {
    replace({}, {});
}

base::Result<void> OverridesDocument::open(const QString& path) {
    base::Result<OverrideSet> read = overrides::readOverrides(filePath(path));
    if (!read) {
        return std::move(read).error();
    }
    replace(std::move(*read), path);
    return {};
}

void OverridesDocument::restore(OverrideSet set, const QString& path) {
    replace(std::move(set), path);
    const bool wasDirty = isDirty();
    m_revision.forget();
    tellDirty(wasDirty);
}

void OverridesDocument::takeFromSession(OverrideSet set, const QString& path) {
    replace(std::move(set), path);
    m_inSession = m_revision.present();
    m_revision.forget();
}

void OverridesDocument::setInSession() {
    const bool wasDirty = isDirty();
    m_inSession = m_revision.present();
    tellDirty(wasDirty);
}

namespace {

OverrideSet stampedSet(const OverridesDocument::Writing& state) {
    OverrideSet set = *state.set;
    if (!state.fingerprint.empty()) {
        set.sourceName = state.sourceName.toStdString();
        set.fingerprint = state.fingerprint;
    }
    return set;
}

}  // namespace

OverrideSet OverridesDocument::stamped() const {
    return stampedSet(writing());
}

base::Result<OverrideSetPtr> OverridesDocument::write(const Writing& state, const QString& path,
                                                      const base::CancelToken& cancel) {
    auto stamped = std::make_shared<OverrideSet>(stampedSet(state));
    if (auto written = overrides::writeOverrides(*stamped, filePath(path), cancel); !written) {
        return std::move(written).error();
    }
    return OverrideSetPtr(std::move(stamped));
}

void OverridesDocument::takeSaved(const Writing& state, OverrideSetPtr written, const QString& path) {
    const bool wasDirty = isDirty();
    if (m_set == state.set) {
        releaseLater(std::exchange(m_set, std::move(written)));
    }
    if (std::exchange(m_path, path) != path) {
        emit pathChanged();
    }
    m_revision.setSaved(state.revision);
    emit changed();
    tellDirty(wasDirty);
}

base::Result<void> OverridesDocument::save(const QString& path) {
    const Writing state = writing();
    auto written = write(state, path);
    if (!written) {
        return std::move(written).error();
    }
    takeSaved(state, *std::move(written), path);
    return {};
}

void OverridesDocument::setSource(const QString& name, const std::string& fingerprint) {
    m_sourceName = name;
    m_fingerprint = fingerprint;
}

}  // namespace dimscope::session
