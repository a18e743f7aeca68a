// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/overrides_files.h"

#include <QFile>
#include <QFileInfo>
#include <QMainWindow>
#include <QMessageBox>
#include <QPushButton>
#include <QStatusBar>
#include <algorithm>
#include <utility>

#include "core/overrides/overrides_file.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/main_window.h"
#include "ui/shell/native_path.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/status_progress.h"
#include "ui/widgets/text_runs.h"

namespace dimscope::shell {

using session::FileJobs;
using session::Recovery;
using widgets::MessageBar;

namespace {

/// Files and overrides up to this size take less than a frame or two, so that a worker would only delay them.
constexpr qint64 kSmallBytes = 256 * 1024;
constexpr std::size_t kSmallTensors = 500;
/// Problems of an import that are shown one by one.
constexpr std::size_t kToldProblems = 4;

QString nameOf(const QString& path) {
    return QFileInfo(path).fileName();
}

QFileDialog* fileDialog(QWidget& window, const QString& title, const QString& folder, const char* name) {
    auto* dialog = new widgets::FileDialog(&window, title, folder);
    dialog->setObjectName(QLatin1String(name));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    return dialog;
}

/// A gzipped file may be a thousand times as large as it seems, and what is no plain file may take its time.
FileJobs::Size sizeOf(const QString& path) {
    const QFileInfo info(path);
    QFile file(path);
    const bool isSmall = info.isFile() && info.size() <= kSmallBytes && file.open(QIODevice::ReadOnly) &&
                         !file.peek(2).startsWith("\x1f\x8b");
    return isSmall || !info.exists() ? FileJobs::Size::small : FileJobs::Size::large;
}

FileJobs::Size sizeOf(const overrides::OverrideSet& set) {
    std::size_t tensors = 0;
    for (const overrides::GraphOverrides& graph : set.graphs) {
        tensors += graph.tensors.size() + graph.excludedSamples.size() / 100;
    }
    return tensors <= kSmallTensors ? FileJobs::Size::small : FileJobs::Size::large;
}

}  // namespace

/// What a worker read, with what it looked at.
struct OverridesFiles::Import {
    QString path;
    session::JudgedPtr judged;
    base::Result<overrides::Imported> read;
};

OverridesFiles::OverridesFiles(const Parts& parts, const QString& recoveryFolder, QObject* parent)
    : QObject(parent), m_parts(parts), m_recovery(parts.overrides, parts.labels, recoveryFolder) {
    connect(&parts.workspace, &session::Workspace::documentChanged, this, &OverridesFiles::takeDocument);
    connect(&parts.judge, &session::OverridesJudge::fingerprintKnown, this, &OverridesFiles::takeFingerprint);
    connect(&parts.judge, &session::OverridesJudge::judgedChanged, this, &OverridesFiles::updateExport);
    connectJobs();
}

OverridesFiles::~OverridesFiles() = default;

void OverridesFiles::connectJobs() {
    widgets::StatusProgress& progress = m_parts.progress;
    connect(&m_jobs, &FileJobs::started, &progress, &widgets::StatusProgress::begin);
    connect(&m_jobs, &FileJobs::progressed, &progress, &widgets::StatusProgress::setProgress);
    connect(&m_jobs, &FileJobs::ended, &progress, &widgets::StatusProgress::finish);
    connect(&m_jobs, &FileJobs::cancelled, this, [this] {
        m_parts.progress.finish();
        m_parts.window.statusBar()->showMessage(tr("Given up; the overrides are as they were."),
                                                MainWindow::kMessageMs);
    });
    connect(&progress, &widgets::StatusProgress::cancelRequested, &m_jobs, &FileJobs::cancel);
}

QStringList OverridesFiles::overridesAmong(const QStringList& paths) {
    QStringList found;
    for (const QString& path : paths) {
        if (QFileInfo(path).isFile() && overrides::isOverridesFile(nativePath(path))) {
            found += path;
        }
    }
    return found;
}

void OverridesFiles::say(const base::Error& error) {
    m_parts.messages.showMessage(MessageBar::Kind::error, QString::fromStdString(error.text()));
}

void OverridesFiles::askForOpenPath() {
    QFileDialog* dialog = fileDialog(m_parts.window, tr("Open Overrides"), m_folder, "openOverridesDialog");
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Overrides (*.overrides.json *.overrides.json.gz)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &OverridesFiles::open);
    dialog->open();
}

void OverridesFiles::askForImportPath() {
    QFileDialog* dialog = fileDialog(m_parts.window, tr("Import Shapes"), m_folder, "importShapesDialog");
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters(
        {tr("Shapes, reports, profiles and records (*.json *.json.gz)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &OverridesFiles::importShapes);
    dialog->open();
}

void OverridesFiles::askForSavePath() {
    askForSavePath({});
}

void OverridesFiles::askForSavePath(std::function<void()> afterwards) {
    QFileDialog* dialog =
        fileDialog(m_parts.window, tr("Save Overrides As"), m_folder, "saveOverridesDialog");
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Overrides (*.overrides.json)"), tr("All files (*)")});
    dialog->setDefaultSuffix(QStringLiteral("overrides.json"));
    dialog->selectFile(suggestedPath());
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, go = std::move(afterwards)](const QString& path) { writeTo(path, go); });
    dialog->open();
}

QString OverridesFiles::suggestedPath() const {
    if (!m_parts.overrides.path().isEmpty()) {
        return m_parts.overrides.path();
    }
    const session::DocumentPtr document = m_parts.workspace.document();
    const QString name = document && !document->files.isEmpty() ? document->files.front() : QString();
    QString base = QFileInfo(name.isEmpty() ? m_parts.overrides.sourceName() : name).fileName();
    for (const char* suffix : {".gz", ".jsonl", ".json", ".shapes"}) {
        if (base.endsWith(QLatin1String(suffix))) {
            base.chop(QLatin1String(suffix).size());
        }
    }
    base += QStringLiteral(".overrides.json");
    return name.isEmpty() ? base : QFileInfo(name).absolutePath() + u'/' + base;
}

void OverridesFiles::open(const QString& path) {
    beforeLosing([this, path] { openNow(path); });
}

bool OverridesFiles::isReadable(const QString& path) {
    const QFileInfo info(path);
    const bool is = !info.exists() || info.isFile() || info.isDir();
    if (!is) {
        m_parts.messages.showMessage(
            MessageBar::Kind::error,
            tr("%1 is a pipe or a device; save it as a file first.").arg(widgets::shortened(path)));
    }
    return is;
}

void OverridesFiles::openNow(const QString& path) {
    using Read = base::Result<overrides::OverrideSet>;
    if (!isReadable(path)) {
        return;
    }
    const quint64 serial = ++m_opening;
    const session::OverrideSetPtr before = m_parts.overrides.set();
    m_jobs.add(tr("Opening %1…").arg(nameOf(path)), sizeOf(path),
               [this, path, serial, before](const base::CancelToken& cancel, base::ProgressSink& progress) {
                   const Stamp stamp = stampOf(path);
                   auto read =
                       std::make_shared<Read>(overrides::readOverrides(nativePath(path), cancel, &progress));
                   return [this, path, serial, before, read, stamp] {
                       if (serial != m_opening) {
                           return;  // something else is wanted by now
                       }
                       if (!*read) {
                           say(read->error());
                       } else if (m_parts.overrides.set() == before) {
                           takeOpened(path, std::move(read->value()));
                           m_stamp = stamp;
                       } else {
                           beforeLosing([this, path, read, stamp] {
                               takeOpened(path, std::move(read->value()));
                               m_stamp = stamp;
                           });
                       }
                   };
               });
}

void OverridesFiles::takeOpened(const QString& path, overrides::OverrideSet set) {
    m_parts.overrides.takeOpened(std::move(set), path);
    m_parts.messages.hide();
    m_parts.window.statusBar()->showMessage(tr("Overrides of %1 are open").arg(nameOf(path)),
                                            MainWindow::kMessageMs);
    if (!m_capture) {
        m_parts.messages.showMessage(
            MessageBar::Kind::information,
            tr("The overrides of %1 are open. Open the capture that they are for to see what they mean.")
                .arg(nameOf(path)));
    }
    tellForeign();
}

void OverridesFiles::tellForeign() {
    const overrides::OverrideSet& set = *m_parts.overrides.set();
    const std::string& present = m_parts.judge.fingerprint();
    if (present.empty() || set.fingerprint.empty() || set.fingerprint == present) {
        return;
    }
    const QString source = QString::fromStdString(set.sourceName);
    m_parts.messages.showMessage(
        MessageBar::Kind::information,
        tr("The overrides were made for another recording%1. Those that fit this capture by module, graph "
           "and "
           "path apply; the others are listed as problems.")
            .arg(source.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(source)));
}

void OverridesFiles::save() {
    if (m_parts.overrides.path().isEmpty()) {
        askForSavePath();
    } else {
        saveAs(m_parts.overrides.path());
    }
}

void OverridesFiles::saveAs(const QString& path) {
    writeTo(path, {});
}

void OverridesFiles::writeTo(const QString& path, const std::function<void()>& afterwards) {
    const session::DocumentPtr document = m_parts.workspace.document();
    if (document && isAmong(path, document->files)) {
        m_parts.messages.showMessage(
            MessageBar::Kind::error,
            tr("%1 is the capture that is open; overrides need a file of their own.").arg(path));
        return;
    }
    if (path == m_parts.overrides.path() && m_stamp && QFileInfo::exists(path) && stampOf(path) != *m_stamp) {
        askToReplace(path, afterwards);
        return;
    }
    writeNow(path, afterwards);
}

OverridesFiles::Stamp OverridesFiles::stampOf(const QString& path) {
    const QFileInfo info(path);
    return {info.size(), info.lastModified()};
}

void OverridesFiles::askToReplace(const QString& path, const std::function<void()>& afterwards) {
    if (auto* asked = m_parts.window.findChild<QMessageBox*>(QStringLiteral("changedOverridesDialog"))) {
        asked->activateWindow();
        return;
    }
    auto* dialog = new QMessageBox(
        QMessageBox::Warning, tr("Overrides Have Changed"),
        tr("%1 was changed by somebody else since it was read. Saving replaces what it holds now.")
            .arg(nameOf(path)),
        QMessageBox::Cancel, &m_parts.window);
    dialog->setObjectName(QStringLiteral("changedOverridesDialog"));
    dialog->setAccessibleName(dialog->windowTitle());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* replace = dialog->addButton(tr("&Replace"), QMessageBox::DestructiveRole);
    QPushButton* other = dialog->addButton(tr("Save &As…"), QMessageBox::AcceptRole);
    dialog->setDefaultButton(other);
    dialog->setEscapeButton(QMessageBox::Cancel);
    connect(replace, &QPushButton::clicked, this, [this, path, afterwards] { writeNow(path, afterwards); });
    connect(other, &QPushButton::clicked, this, [this, afterwards] { askForSavePath(afterwards); });
    dialog->open();
}

void OverridesFiles::writeNow(const QString& path, const std::function<void()>& afterwards) {
    using session::OverridesDocument;
    const OverridesDocument::Writing state = m_parts.overrides.writing();
    m_jobs.add(tr("Saving %1…").arg(nameOf(path)), sizeOf(*state.set),
               [this, state, path, afterwards](const base::CancelToken& cancel, base::ProgressSink&) {
                   auto written = std::make_shared<base::Result<session::OverrideSetPtr>>(
                       OverridesDocument::write(state, path, cancel));
                   const Stamp stamp = stampOf(path);
                   return [this, state, path, afterwards, written, stamp] {
                       if (!*written) {
                           say(written->error());
                           return;
                       }
                       m_parts.overrides.takeSaved(state, written->value(), path);
                       m_stamp = stamp;
                       m_parts.messages.hide();
                       m_parts.window.statusBar()->showMessage(tr("Overrides saved to %1").arg(path),
                                                               MainWindow::kMessageMs);
                       if (afterwards) {
                           afterwards();
                       }
                   };
               });
}

void OverridesFiles::beforeLosing(std::function<void()> go) {
    if (!m_parts.overrides.isDirty()) {
        go();
        return;
    }
    if (auto* asked = m_parts.window.findChild<QMessageBox*>(QStringLiteral("unsavedDialog"))) {
        asked->activateWindow();
        return;
    }
    auto* dialog = new QMessageBox(
        QMessageBox::Warning, tr("Unsaved Overrides"), tr("The overrides have changes that are not saved."),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_parts.window);
    dialog->setObjectName(QStringLiteral("unsavedDialog"));
    dialog->setAccessibleName(dialog->windowTitle());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setDefaultButton(QMessageBox::Save);
    dialog->setEscapeButton(QMessageBox::Cancel);
    const auto act = [this, dialog, proceed = std::move(go)](int) {
        dialog->setObjectName({});
        const auto answer = dialog->standardButton(dialog->clickedButton());
        if (answer == QMessageBox::Discard) {
            proceed();
        } else if (answer == QMessageBox::Save && m_parts.overrides.path().isEmpty()) {
            askForSavePath(proceed);
        } else if (answer == QMessageBox::Save) {
            writeTo(m_parts.overrides.path(), proceed);
        }
    };
    connect(dialog, &QDialog::finished, this, act);
    dialog->open();
}

void OverridesFiles::startNew() {
    ++m_opening;
    if (m_capture) {
        m_parts.overrides.startNew();
    }
}

void OverridesFiles::takeDocument() {
    const session::DocumentPtr document = m_parts.workspace.document();
    const auto capture = document ? document->capture : nullptr;
    if (capture == m_capture) {
        return;
    }
    m_capture = capture;
    const auto recording = document ? document->recording() : nullptr;
    if (m_export && recording && recording == m_recording) {
        m_export->setLabelled(capture);
        updateExport();
    } else if (m_export) {
        m_export->close();
    }
    if (std::exchange(m_recording, recording) != recording) {
        m_recovery.setCapturePaths(document ? document->files : QStringList());
        m_parts.recoveryOffer.hide();
    }
}

void OverridesFiles::takeFingerprint() {
    tellForeign();
    lookForRecovery();
}

void OverridesFiles::lookForRecovery() {
    const session::DocumentPtr document = m_parts.workspace.document();
    const Recovery::Search search = m_recovery.searchFor(m_parts.judge.fingerprint(), document->files);
    const qint64 bytes = Recovery::bytesToRead(search);
    if (bytes == 0) {
        return;
    }
    m_jobs.add(tr("Looking for unsaved work…"),
               bytes <= kSmallBytes ? FileJobs::Size::small : FileJobs::Size::large,
               [this, search, capture = m_capture](const base::CancelToken&, base::ProgressSink&) {
                   auto found = std::make_shared<std::optional<Recovery::Left>>(Recovery::find(search));
                   return [this, found, capture] {
                       if (*found && capture == m_capture) {
                           offerRecovery(std::move(**found));
                       }
                   };
               });
}

void OverridesFiles::offerRecovery(Recovery::Left found) {
    const auto left = std::make_shared<Recovery::Left>(std::move(found));
    const QString what = !left->labels ? tr("overrides")
                         : left->set   ? tr("overrides and batch sizes")
                                       : tr("batch sizes");
    m_parts.recoveryOffer.showMessage(
        MessageBar::Kind::warning,
        tr("Dimscope ended before %1 of %2 were saved. They can be restored.").arg(what, left->sourceName),
        {{tr("Restore"), [this, left] { m_parts.beforeLosingAnything([this, left] { restore(left); }); }},
         {tr("Discard"), [left] { Recovery::discard(*left); }}});
}

void OverridesFiles::restore(const std::shared_ptr<Recovery::Left>& left) {
    m_recovery.restore(std::move(*left));
    m_parts.window.statusBar()->showMessage(tr("Restored; not saved yet."), MainWindow::kMessageMs);
}

void OverridesFiles::importShapes(const QString& path) {
    const session::JudgedPtr judged = m_parts.judge.judged();
    if (!judged) {
        m_parts.window.statusBar()->showMessage(tr("Open the capture first that the shapes are for."),
                                                MainWindow::kMessageMs);
        return;
    }
    if (!isReadable(path)) {
        return;
    }
    m_jobs.add(tr("Importing %1…").arg(nameOf(path)), FileJobs::Size::large,
               [this, path, judged, current = m_parts.overrides.set()](const base::CancelToken& cancel,
                                                                       base::ProgressSink& progress) {
                   const auto read = [&]() -> base::Result<overrides::Imported> {
                       const auto text = overrides::readText(nativePath(path), cancel, &progress);
                       if (!text) {
                           return text.error();
                       }
                       const overrides::ImportTarget target{*judged->capture, *judged->analysis, *current};
                       return overrides::importOverrides(*text, nativePath(path).string(), target);
                   };
                   const auto import = std::make_shared<const Import>(Import{path, judged, read()});
                   return [this, import] { takeImport(*import); };
               });
}

void OverridesFiles::takeImport(const Import& import) {
    if (import.judged->capture != m_capture) {
        return;  // another capture was opened meanwhile
    }
    if (!import.read) {
        say(import.read.error());
        return;
    }
    const overrides::Imported& imported = import.read.value();
    const auto undoSteps = m_parts.overrides.undoStack().count();
    m_parts.overrides.endMerging();
    m_parts.overrides.change(tr("import of %1").arg(nameOf(import.path)),
                             overrides::withImported(*m_parts.overrides.set(), imported.overrides).graphs);
    const bool isNew = m_parts.overrides.undoStack().count() != undoSteps;
    const QString said =
        isNew ? tr("Shapes of %1 are taken over as overrides.").arg(nameOf(import.path))
              : tr("%1 states nothing that the overrides do not hold already.").arg(nameOf(import.path));
    if (imported.problems.empty()) {
        m_parts.messages.hide();
        m_parts.window.statusBar()->showMessage(said, MainWindow::kMessageMs);
        return;
    }
    QStringList lines{said};
    const std::size_t told = std::min(imported.problems.size(), kToldProblems);
    for (std::size_t i = 0; i < told; ++i) {
        lines += QString::fromStdString(imported.problems[i].text());
    }
    if (const std::size_t more = imported.problems.size() - told; more > 0) {
        lines += widgets::counted(more, tr("and 1 more"), tr("and %1 more"));
    }
    m_parts.messages.showMessage(MessageBar::Kind::warning, lines.join(u'\n'));
}

void OverridesFiles::showExport() {
    const session::DocumentPtr document = m_parts.workspace.document();
    if (!document) {
        return;
    }
    if (!m_export) {
        QStringList inputs = document->files;
        if (!m_parts.overrides.path().isEmpty()) {
            inputs += m_parts.overrides.path();
        }
        m_export = new ExportDialog(document->capture, nullptr, inputs, &m_parts.window);
        m_export->setAttribute(Qt::WA_DeleteOnClose);
        m_export->setFolder(m_folder);
        connect(m_export, &ExportDialog::saved, this, [this](const QString& path) {
            m_parts.window.statusBar()->showMessage(tr("Written to %1").arg(path), MainWindow::kMessageMs);
        });
        updateExport();
    }
    if (const auto graph = m_parts.workspace.selection().graph) {
        m_export->setGraph(*graph);
    }
    m_export->show();
    m_export->raise();
    m_export->activateWindow();
}

void OverridesFiles::updateExport() {
    const session::JudgedPtr judged = m_parts.judge.judged();
    if (m_export && judged && judged->capture == m_capture) {
        m_export->setJudgement(ExportDialog::JudgementPtr(judged, &judged->judgement));
    }
}

}  // namespace dimscope::shell
