// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session_files.h"

#include <QFileInfo>
#include <QMainWindow>
#include <QMessageBox>
#include <QStatusBar>
#include <filesystem>
#include <utility>

#include "ui/shell/main_window.h"
#include "ui/shell/native_path.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/message_bar.h"

namespace dimscope::shell {

using widgets::MessageBar;

namespace {

session::SelectedNames namesOf(const session::Selection& selection, const capture::Capture& capture) {
    session::SelectedNames names;
    names.module = capture.module(*selection.module).name;
    if (selection.graph) {
        names.graph = capture.graph(*selection.graph).name;
    }
    names.side = selection.side;
    for (const base::TensorId tensor : selection.tensors) {
        names.tensors.push_back(capture.tensor(tensor).locator);
    }
    if (selection.axis) {
        names.axis = *selection.axis;
    }
    if (selection.sample) {
        names.sample = selection.sample->value;
    }
    return names;
}

}  // namespace

SessionFiles::SessionFiles(const Parts& parts, std::function<session::SessionView()> view, QObject* parent)
    : QObject(parent), m_parts(parts), m_view(std::move(view)) {}

bool SessionFiles::canSave() const {
    return m_parts.workspace.document() != nullptr && !m_origin.files.isEmpty();
}

session::Session SessionFiles::sessionFor(const QString& path) const {
    const std::filesystem::path folder = nativePath(QFileInfo(path).absolutePath());
    session::Session session;
    for (const QString& file : m_origin.files) {
        session.files.push_back(session::nameInSession(nativePath(file), folder));
    }
    session.readAs = m_origin.readAs.toStdString();
    session.savedSamples = m_origin.savedSamples;
    session.labelling = *m_parts.labels.labelling();
    const QString& overridesPath = m_parts.overrides.path();
    const std::string overridesName =
        overridesPath.isEmpty() ? std::string() : session::nameInSession(nativePath(overridesPath), folder);
    if (!overridesName.empty() && m_parts.overrides.isInFile()) {
        session.overrides = overridesName;
    } else if (!m_parts.overrides.set()->empty() || !overridesName.empty()) {
        session.overrides = m_parts.overrides.stamped();
        session.overridesFile = overridesName;
    }
    session.view = m_view();
    if (const session::Selection& selection = m_parts.workspace.selection(); selection.module) {
        session.view.selection = namesOf(selection, *m_parts.workspace.document()->capture);
    }
    session.extra = m_origin.extra;
    return session;
}

void SessionFiles::save() {
    if (m_origin.session.isEmpty()) {
        askForSavePath();
    } else {
        saveAs(m_origin.session);
    }
}

void SessionFiles::saveAs(const QString& path) {
    writeTo(path, {});
}

void SessionFiles::askForSavePath() {
    askForSavePath({});
}

void SessionFiles::askForSavePath(std::function<void()> afterwards) {
    auto* dialog = new widgets::FileDialog(&m_parts.window, tr("Save Session As"), m_folder);
    dialog->setObjectName(QStringLiteral("saveSessionDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Sessions (*.dimscope.json)"), tr("All files (*)")});
    dialog->setDefaultSuffix(QStringLiteral("dimscope.json"));
    dialog->selectFile(suggestedPath());
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, go = std::move(afterwards)](const QString& path) { writeTo(path, go); });
    dialog->open();
}

QString SessionFiles::suggestedPath() const {
    const QStringList& files = m_origin.files;
    if (!m_origin.session.isEmpty() || files.isEmpty()) {
        return m_origin.session;
    }
    const QFileInfo first(files.front());
    QString base = first.fileName();
    for (const char* suffix : {".gz", ".jsonl", ".json", ".shapes"}) {
        if (base.endsWith(QLatin1String(suffix))) {
            base.chop(QLatin1String(suffix).size());
        }
    }
    return first.absolutePath() + u'/' + base + QStringLiteral(".dimscope.json");
}

/// A file that the session names.
bool SessionFiles::isTaken(const QString& path) const {
    return isAmong(path, m_parts.workspace.document()->files + QStringList{m_parts.overrides.path()});
}

void SessionFiles::writeTo(const QString& path, const std::function<void()>& afterwards) {
    if (!canSave()) {
        return;
    }
    if (isTaken(path)) {
        m_parts.messages.showMessage(
            MessageBar::Kind::error,
            tr("%1 is a file that the session names; a session needs a file of its own.").arg(path));
        return;
    }
    if (const auto written = session::writeSession(sessionFor(path), nativePath(path)); !written) {
        m_parts.messages.showMessage(MessageBar::Kind::error, QString::fromStdString(written.error().text()));
        return;
    }
    m_origin.session = path;
    m_parts.labels.setSaved();
    m_parts.overrides.setInSession();
    m_parts.messages.hide();
    m_parts.window.statusBar()->showMessage(tr("Session saved to %1").arg(path), MainWindow::kMessageMs);
    emit saved(path);
    if (afterwards) {
        afterwards();
    }
}

void SessionFiles::beforeLosing(std::function<void()> go) {
    if (!m_parts.labels.isDirty() || !canSave()) {
        go();
        return;
    }
    if (auto* asked = m_parts.window.findChild<QMessageBox*>(QStringLiteral("unsavedSessionDialog"))) {
        asked->activateWindow();
        return;
    }
    auto* dialog =
        new QMessageBox(QMessageBox::Warning, tr("Unsaved Batch Sizes"),
                        tr("Batch sizes were stated that no file holds. A session keeps them."),
                        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_parts.window);
    dialog->setObjectName(QStringLiteral("unsavedSessionDialog"));
    dialog->setAccessibleName(dialog->windowTitle());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setDefaultButton(QMessageBox::Save);
    dialog->setEscapeButton(QMessageBox::Cancel);
    connect(dialog, &QDialog::finished, this, [this, dialog, proceed = std::move(go)](int) {
        dialog->setObjectName({});
        const auto answer = dialog->standardButton(dialog->clickedButton());
        if (answer == QMessageBox::Discard) {
            proceed();
        } else if (answer == QMessageBox::Save && m_origin.session.isEmpty()) {
            askForSavePath(proceed);
        } else if (answer == QMessageBox::Save) {
            writeTo(m_origin.session, proceed);
        }
    });
    dialog->open();
}

}  // namespace dimscope::shell
