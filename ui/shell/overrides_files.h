// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <functional>
#include <memory>
#include <optional>

#include "core/base/result.h"
#include "core/overrides/importers.h"
#include "ui/session/file_jobs.h"
#include "ui/session/overrides_judge.h"
#include "ui/session/recovery.h"

class QMainWindow;

namespace dimscope::widgets {
class MessageBar;
class StatusProgress;
}  // namespace dimscope::widgets

namespace dimscope::shell {

class ExportDialog;

/// The overrides of the window as files: opens, imports, saves and exports them, asks before changes are
/// lost, and offers what a run that died has left. Says what goes wrong in the message bar; then nothing
/// changes.
class OverridesFiles : public QObject {
    Q_OBJECT

 public:
    struct Parts {
        QMainWindow& window;
        session::Workspace& workspace;
        session::OverridesDocument& overrides;
        session::OverridesJudge& judge;
        session::LabelEditor& labels;
        widgets::MessageBar& messages;
        widgets::MessageBar& recoveryOffer;
        widgets::StatusProgress& progress;
        /// Calls the function once nothing unsaved can be lost, labels included.
        std::function<void(std::function<void()>)> beforeLosingAnything;
    };

    /// `recoveryFolder`: where copies of unsaved changes are kept; empty: nowhere.
    OverridesFiles(const Parts& parts, const QString& recoveryFolder, QObject* parent = nullptr);
    ~OverridesFiles() override;

    /// Of the given paths, those of plain files that hold overrides.
    [[nodiscard]] static QStringList overridesAmong(const QStringList& paths);

    void askForOpenPath();
    void askForImportPath();
    void askForSavePath();
    /// Asks first where changes would be lost, also such as were made while a large file was being read.
    /// Large files are read, imported and saved on a worker, one after the other.
    void open(const QString& path);
    /// The same without asking.
    void openNow(const QString& path);
    /// Puts shapes of another tool's file on top of the present overrides, as one undo step.
    void importShapes(const QString& path);
    /// To the file they are from; asks for one where there is none.
    void save();
    void saveAs(const QString& path);
    void showExport();

    /// Calls `go` at once where nothing is unsaved; else asks Save, Discard or Cancel and calls it after a
    /// save that worked or Discard.
    void beforeLosing(std::function<void()> go);
    /// Another capture is to be shown: empty overrides, but those that were opened before any capture stay.
    void startNew();
    [[nodiscard]] bool isBusy() const { return m_jobs.isBusy(); }
    /// Gives up what is being read or saved, and what waits for that.
    void cancel() { m_jobs.cancel(); }
    /// Where dialogs start.
    void setFolder(const QString& folder) { m_folder = folder; }

 private:
    struct Import;

    void connectJobs();
    /// Says so where a path is a pipe or a device: to open one may take forever.
    [[nodiscard]] bool isReadable(const QString& path);
    void takeOpened(const QString& path, overrides::OverrideSet set);
    void takeDocument();
    void takeFingerprint();
    void takeImport(const Import& import);
    void tellForeign();
    void lookForRecovery();
    void offerRecovery(session::Recovery::Left found);
    void restore(const std::shared_ptr<session::Recovery::Left>& left);
    void updateExport();
    void say(const base::Error& error);
    void askForSavePath(std::function<void()> afterwards);
    void writeTo(const QString& path, const std::function<void()>& afterwards);
    void writeNow(const QString& path, const std::function<void()>& afterwards);
    /// Somebody else has written the file since it was read or saved here: asks before it is replaced.
    void askToReplace(const QString& path, const std::function<void()>& afterwards);
    [[nodiscard]] QString suggestedPath() const;

    Parts m_parts;
    session::Recovery m_recovery;
    QString m_folder;
    QPointer<ExportDialog> m_export;
    std::shared_ptr<const capture::Capture> m_capture;    // that the window shows
    std::shared_ptr<const capture::Capture> m_recording;  // of it
    session::FileJobs m_jobs;
    /// Size and time of the file of the overrides when it was read or saved.
    struct Stamp {
        qint64 bytes = -1;
        QDateTime written;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    [[nodiscard]] static Stamp stampOf(const QString& path);
    std::optional<Stamp> m_stamp;
    quint64 m_opening = 0;  // serial of the newest request to open
};

}  // namespace dimscope::shell
