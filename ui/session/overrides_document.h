// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <memory>
#include <vector>

#include "core/base/cancel_token.h"
#include "core/base/result.h"
#include "core/overrides/override_set.h"
#include "ui/session/revision_mark.h"

namespace dimscope::session {

using OverrideSetPtr = std::shared_ptr<const overrides::OverrideSet>;

/// The overrides that are edited: a value, its file, and the one undo stack of the window. The value changes
/// through commands of the stack only, or as a whole. Lives on the GUI thread.
class OverridesDocument : public QObject {
    Q_OBJECT

 public:
    explicit OverridesDocument(QObject* parent = nullptr);
    ~OverridesDocument() override;

    /// Never null; another pointer after every change.
    [[nodiscard]] const OverrideSetPtr& set() const { return m_set; }
    [[nodiscard]] QUndoStack& undoStack() { return m_stack; }
    [[nodiscard]] const QUndoStack& undoStack() const { return m_stack; }
    /// File that they were read from or saved to; empty: none yet.
    [[nodiscard]] const QString& path() const { return m_path; }
    /// Whether there are changes that no file holds, nor a session. Steps of others on the stack do not
    /// count.
    [[nodiscard]] bool isDirty() const { return !isInFile() && m_inSession != m_revision.present(); }
    /// Whether the file of path() holds the present state; without one: whether nothing is stated.
    [[nodiscard]] bool isInFile() const { return m_revision.isSaved(); }

    /// Puts overrides of graphs in the place of the present ones, as one undo step; nothing where they are
    /// equal. Steps in a row with the same merge key become one, until endMerging(); a step that returns to
    /// where it began goes.
    void change(const QString& text, std::vector<overrides::GraphOverrides> graphs,
                const QString& mergeKey = {});
    /// The next step is a step of its own.
    void endMerging() { ++m_mergeSerial; }

    /// Empty, without a file and without history.
    void startNew();
    /// Replaces all by what a file holds; the history starts anew. Errors: those of readOverrides.
    [[nodiscard]] base::Result<void> open(const QString& path);
    /// The same with what was read already.
    void takeOpened(overrides::OverrideSet set, const QString& path) { replace(std::move(set), path); }
    /// The same with what a session holds and its file of overrides, if it has one, does not.
    void takeFromSession(overrides::OverrideSet set, const QString& path);
    /// A session holds the present state now.
    void setInSession();
    /// The present state as a file holds it: with the capture that it is for.
    [[nodiscard]] overrides::OverrideSet stamped() const;
    /// Replaces all by what was not saved: dirty, without history.
    void restore(overrides::OverrideSet set, const QString& path);
    /// Saves to a file, which is the document's from then on. Errors: writeFailed; then nothing changes.
    [[nodiscard]] base::Result<void> save(const QString& path);

    /// The present state on its way into a file.
    struct Writing {
        OverrideSetPtr set;
        quint64 revision = 0;
        QString sourceName;
        std::string fingerprint;
    };
    [[nodiscard]] Writing writing() const {
        return {m_set, m_revision.present(), m_sourceName, m_fingerprint};
    }
    /// Writes it, from any thread: what stands in the file then. Errors: writeFailed, cancelled.
    [[nodiscard]] static base::Result<OverrideSetPtr> write(const Writing& state, const QString& path,
                                                            const base::CancelToken& cancel = {});
    /// A state was written: dirty now only where there were changes meanwhile.
    void takeSaved(const Writing& state, OverrideSetPtr written, const QString& path);
    /// The capture that saved overrides are for: file name for people, and fingerprint.
    void setSource(const QString& name, const std::string& fingerprint);
    [[nodiscard]] const QString& sourceName() const { return m_sourceName; }
    [[nodiscard]] const std::string& fingerprint() const { return m_fingerprint; }

 signals:
    void changed();
    void pathChanged();
    void dirtyChanged();

 private:
    class Change;
    void put(std::vector<overrides::GraphOverrides> graphs, quint64 revision);
    /// Tells dirtyChanged() where the document was not as dirty.
    void tellDirty(bool wasDirty);
    void replace(overrides::OverrideSet set, const QString& path);

    OverrideSetPtr m_set;
    QUndoStack m_stack;
    RevisionMark m_revision;
    quint64 m_inSession = RevisionMark::kNone;
    QString m_path;
    QString m_sourceName;
    std::string m_fingerprint;
    quint64 m_mergeSerial = 0;
};

}  // namespace dimscope::session
