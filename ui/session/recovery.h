// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLockFile>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>
#include <memory>
#include <optional>

#include "core/overrides/override_set.h"
#include "ui/session/label_editor.h"
#include "ui/session/overrides_document.h"

namespace dimscope::session {

/// Keeps a copy of overrides and labels that are not saved in a folder, written whole on a worker within
/// kDelayMs of a change, and finds copies that a run which died has left there. The copy goes when all is
/// saved or given up, or on a clean end. Lives on the GUI thread.
class Recovery : public QObject {
    Q_OBJECT

 public:
    static constexpr int kDelayMs = 700;

    /// What a run that died has left behind. While it lives no other run is offered the same.
    struct Left {
        QString file;                               ///< the copy
        QString overridesPath;                      ///< file of the overrides; empty: none yet
        QString sourceName;                         ///< capture, for people
        std::optional<overrides::OverrideSet> set;  ///< none: they were saved
        std::optional<capture::Labelling> labels;   ///< none: they were saved
        std::shared_ptr<QLockFile> lock;
    };

    /// An empty folder: nothing is kept and nothing is found.
    Recovery(OverridesDocument& document, LabelEditor& labels, const QString& folder,
             QObject* parent = nullptr);
    /// A clean end: the copy goes.
    ~Recovery() override;

    /// The user's own: AppDataLocation/recovery.
    [[nodiscard]] static QString defaultFolder();
    /// Files of the open capture, absolute; stored with the copy.
    void setCapturePaths(const QStringList& paths) { m_capturePaths = paths; }
    /// What to look for: copies in a folder, but the own one.
    struct Search {
        QString folder;
        QString ownFile;
        std::string fingerprint;
        QStringList capturePaths;
    };
    [[nodiscard]] Search searchFor(const std::string& fingerprint, const QStringList& capturePaths) const {
        return {m_folder, m_file, fingerprint, capturePaths};
    }
    /// Bytes of the copies that a search reads.
    [[nodiscard]] static qint64 bytesToRead(const Search& search);
    /// The newest copy of the capture with this fingerprint or, where the copy does not know one, with these
    /// files. Reads the folder; from any thread.
    [[nodiscard]] static std::optional<Left> find(const Search& search);
    [[nodiscard]] std::optional<Left> leftBehind(const std::string& fingerprint,
                                                 const QStringList& capturePaths) const {
        return find(searchFor(fingerprint, capturePaths));
    }
    /// Puts what a copy holds into the document and the labels, unsaved. The copy becomes this run's own.
    void restore(Left left);
    /// Removes a copy.
    static void discard(const Left& left);
    /// Whether the copy holds the present state.
    [[nodiscard]] bool isCurrent() const { return !m_timer.isActive() && m_pool.activeThreadCount() == 0; }

 private:
    [[nodiscard]] bool isDirty() const { return m_document.isDirty() || m_labels.isDirty(); }
    void follow();
    void write();
    void removeOwn();

    OverridesDocument& m_document;
    LabelEditor& m_labels;
    QString m_folder;
    QStringList m_capturePaths;
    QString m_file;  // own copy; empty before the first
    std::shared_ptr<QLockFile> m_lock;
    QTimer m_timer;
    QThreadPool m_pool;
};

}  // namespace dimscope::session
