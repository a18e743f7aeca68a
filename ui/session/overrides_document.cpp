// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/overrides_document.h"

#include <QFile>
#include <QUndoCommand>
#include <filesystem>
#include <utility>

#include "core/overrides/overrides_file.h"

namespace dimscope::session {

namespace {

using overrides::GraphOverrides;
using overrides::OverrideSet;

constexpr int kMergeable = 1;

std::filesystem::path filePath(const QString& path) {
    return QFile::encodeName(path).toStdString();
}

GraphOverrides presentOf(const OverrideSet& set, const GraphOverrides& wanted) {
    const GraphOverrides* present = set.find(wanted.module, wanted.graph);
    return present != nullptr ? *present : GraphOverrides{wanted.module, wanted.graph, {}, {}, {}};
}

}  // namespace

/// Overrides of the graphs it touches, before and after.
class OverridesDocument::Change : public QUndoCommand {
 public:
    Change(OverridesDocument& document, const QString& text, std::vector<GraphOverrides> before,
           std::vector<GraphOverrides> after, QString mergeKey)
        : QUndoCommand(text),
          m_document(document),
          m_before(std::move(before)),
          m_after(std::move(after)),
          m_mergeKey(std::move(mergeKey)),
          m_revisionBefore(document.m_revision.present()),
          m_revisionAfter(document.m_revision.next()) {}

    void undo() override { m_document.put(m_before, m_revisionBefore); }
    void redo() override { m_document.put(m_after, m_revisionAfter); }
    [[nodiscard]] int id() const override { return m_mergeKey.isEmpty() ? -1 : kMergeable; }
    bool mergeWith(const QUndoCommand* other) override {
        // Equal ids: the other one is a Change as well.
        const auto& next = static_cast<const Change&>(*other);
        if (next.m_mergeKey != m_mergeKey) {
            return false;
        }
        m_after = next.m_after;
        m_revisionAfter = next.m_revisionAfter;
        setText(next.text());
        if (m_after == m_before) {
            setObsolete(true);
            const bool wasDirty = m_document.isDirty();
            m_document.m_revision.setPresent(m_revisionBefore);
            m_document.tellDirty(wasDirty);
        }
        return true;
    }

 private:
    OverridesDocument& m_document;
    std::vector<GraphOverrides> m_before;
    std::vector<GraphOverrides> m_after;
    QString m_mergeKey;
    quint64 m_revisionBefore;
    quint64 m_revisionAfter;
};

OverridesDocument::OverridesDocument(QObject* parent)
    : QObject(parent), m_set(std::make_shared<const OverrideSet>()) {}

OverridesDocument::~OverridesDocument() = default;

void OverridesDocument::put(const std::vector<GraphOverrides>& graphs, quint64 revision) {
    const bool wasDirty = isDirty();
    auto next = std::make_shared<OverrideSet>(*m_set);
    for (const GraphOverrides& graph : graphs) {
        next->put(graph);
    }
    m_set = std::move(next);
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
    std::vector<GraphOverrides> before;
    for (const GraphOverrides& graph : graphs) {
        before.push_back(presentOf(*m_set, graph));
    }
    if (before == graphs) {
        return;
    }
    const QString key = mergeKey.isEmpty() ? QString() : mergeKey + u'\n' + QString::number(m_mergeSerial);
    m_stack.push(new Change(*this, text, std::move(before), std::move(graphs), key));
}

void OverridesDocument::replace(OverrideSet set, const QString& path) {
    const bool wasDirty = isDirty();
    m_stack.clear();
    m_revision.setPresent(m_revision.next());
    m_revision.setSaved();
    m_set = std::make_shared<const OverrideSet>(std::move(set));
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

base::Result<OverrideSetPtr> OverridesDocument::write(const Writing& state, const QString& path,
                                                      const base::CancelToken& cancel) {
    auto stamped = std::make_shared<OverrideSet>(*state.set);
    if (!state.fingerprint.empty()) {
        stamped->sourceName = state.sourceName.toStdString();
        stamped->fingerprint = state.fingerprint;
    }
    if (auto written = overrides::writeOverrides(*stamped, filePath(path), cancel); !written) {
        return std::move(written).error();
    }
    return OverrideSetPtr(std::move(stamped));
}

void OverridesDocument::takeSaved(const Writing& state, OverrideSetPtr written, const QString& path) {
    const bool wasDirty = isDirty();
    if (m_set == state.set) {
        m_set = std::move(written);
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
