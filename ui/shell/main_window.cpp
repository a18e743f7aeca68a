// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QStatusBar>
#include <QToolBar>
#include <algorithm>

#include "ui/charts/chart_pane.h"
#include "ui/panels/charts_panel.h"
#include "ui/panels/samples_panel.h"
#include "ui/panels/tensors_panel.h"
#include "ui/shell/batch_source_menu.h"
#include "ui/shell/compare_window.h"
#include "ui/shell/document_text.h"
#include "ui/shell/native_path.h"
#include "ui/shell/panel_layout.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/status_progress.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/theme.h"

namespace dimscope::shell {

using widgets::MessageBar;

namespace {

bool isSession(const QString& path) {
    return session::isSessionFile(nativePath(path));
}

}  // namespace

MainWindow::MainWindow(Memory memory, QWidget* parent)
    : QMainWindow(parent),
      m_memory(memory),
      m_actions(*this, m_overrides.undoStack()),
      m_filter(new widgets::FilterEdit),
      m_messages(new MessageBar(tr("Message"))),
      m_reloadOffer(new MessageBar(tr("Changed files"))),
      m_recoveryOffer(new MessageBar(tr("Unsaved work"))),
      m_overridesProgress(new widgets::StatusProgress),
      m_overridesFiles(new OverridesFiles(
          {*this, m_workspace, m_overrides, m_judge, m_labels, *m_messages, *m_recoveryOffer,
           *m_overridesProgress, [this](std::function<void()> go) { beforeLosing(std::move(go)); }},
          memory == Memory::settings ? session::Recovery::defaultFolder() : QString(), this)),
      m_sessionFiles(new SessionFiles(
          {*this, m_workspace, m_overrides, m_labels, *m_messages}, [this] { return sessionView(); }, this)),
      m_loadProgress(new widgets::StatusProgress),
      m_exportProgress(new widgets::StatusProgress),
      m_documentLabel(new widgets::ElidedLabel),
      m_selectionLabel(new widgets::ElidedLabel) {
    setObjectName(QStringLiteral("mainWindow"));
    setAccessibleName(QStringLiteral("Dimscope"));
    setWindowIcon(widgets::applicationIcon());
    setAcceptDrops(true);
    resize(kDefaultSize);
    m_layout = new PanelLayout(*this, m_workspace, m_overrides, m_judge, m_editor, m_labels);
    m_layout->addBar(m_messages);
    m_layout->addBar(m_reloadOffer);
    m_layout->addBar(m_recoveryOffer);
    m_filter->setObjectName(QStringLiteral("filter"));
    m_filter->setAccessibleName(tr("Filter of the tensors"));
    m_filter->setPlaceholderText(tr("Filter: path, dtype:float16, verdict:dynamic, audit:weak … (%1)")
                                     .arg(m_actions.find->shortcut().toString(QKeySequence::NativeText)));
    m_filter->setToolTip(
        tr("<p>Tensors that fit every word are shown. A word is part of a path, or one of</p>"
           "<p><b>verdict:</b>static, batch, dynamic<br><b>audit:</b>batch, weak, undetermined, differs<br>"
           "<b>finding:</b>two-point, error<br><b>dtype:</b>float16<br><b>side:</b>input, output<br>"
           "<b>override:</b>overridden, follows, inferred<br><b>module:</b>unet<br><b>graph:</b>prefill</p>"
           "<p>A minus before a word excludes; quotes keep blanks.</p>"));
    m_filter->setAccessibleDescription(tr(
        "Words over path, verdict, audit, finding, dtype, side, override, module and graph; a minus before a "
        "word excludes."));
    m_filter->setMinimumWidth(200);
    m_filter->setMaximumWidth(520);
    m_batchSource =
        new BatchSourceMenu(*m_actions.batchSource, m_workspace, m_labels, m_labeller, m_editor, *this);
    m_actions.fillMenus(*this, m_layout->docks());
    addToolBar(m_actions.makeToolBar(*this, m_filter, m_batchSource->button()));
    buildStatusBar();
    connectFileActions();
    connectEditActions();
    connectViewActions();
    connectWork();
    connectOverrides();
    connectCompare();
    connectSession();
    connectLabels();
    connectTrial();
    restoreSettings();
    showDocument();
}

MainWindow::~MainWindow() {
    delete m_compareWindow;  // before what it shows
}

void MainWindow::buildStatusBar() {
    QStatusBar* bar = statusBar();
    bar->setAccessibleName(tr("Status"));
    bar->setSizeGripEnabled(false);
    m_documentLabel->setObjectName(QStringLiteral("documentLine"));
    m_selectionLabel->setObjectName(QStringLiteral("selectionLine"));
    m_selectionLabel->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_documentLabel->setForegroundRole(QPalette::PlaceholderText);
    m_selectionLabel->setForegroundRole(QPalette::PlaceholderText);
    m_documentLabel->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    bar->addWidget(m_documentLabel, 1);
    bar->addPermanentWidget(m_loadProgress);
    bar->addPermanentWidget(m_exportProgress);
    bar->addPermanentWidget(m_overridesProgress);
    bar->addPermanentWidget(m_selectionLabel);
}

void MainWindow::open(const QStringList& paths, const readers::OpenOptions& options, Ask ask) {
    const QStringList overrides = OverridesFiles::overridesAmong(paths);
    QStringList captures = paths;
    captures.removeIf([&overrides](const QString& path) { return overrides.contains(path); });
    if (overrides.size() > 1) {
        m_messages->showMessage(MessageBar::Kind::error,
                                tr("%1 files of overrides were given, and a capture has one: %2")
                                    .arg(overrides.size())
                                    .arg(overrides.join(QStringLiteral(", "))));
    } else if (std::any_of(captures.begin(), captures.end(), isSession)) {
        openSession(captures, options, overrides.value(0));
    } else if (!captures.isEmpty()) {
        m_settings.folder = QFileInfo(captures.front()).absolutePath();
        start({Request::Kind::files, captures, {}, {}, options, overrides.value(0), {}, ask});
    } else if (!overrides.isEmpty()) {
        m_overridesFiles->open(overrides.front());
    }
}

void MainWindow::openSample(const readers::OpenOptions& options) {
    start({Request::Kind::sample, {}, {}, {}, options, {}});
}

void MainWindow::openText(const QString& text, const QString& name) {
    start({Request::Kind::text, {}, text, name, {}, {}});
}

void MainWindow::reload() {
    if (m_shown.kind != Request::Kind::nothing) {
        Request again = m_shown;
        again.options.batchSizes = m_labels.labelling()->source;
        again.options.relabels = m_labels.labelling()->relabels;
        start(std::move(again), Overrides::kept);
    }
}

void MainWindow::start(Request request, Overrides overrides) {
    if (overrides == Overrides::kept) {
        startNow(std::move(request), overrides);
        return;
    }
    beforeLosing([this, wanted = std::move(request), overrides] { startNow(wanted, overrides); });
}

void MainWindow::startNow(Request request, Overrides overrides) {
    m_tried = std::move(request);
    m_triedOverrides = overrides;
    m_messages->hide();
    switch (m_tried.kind) {
        case Request::Kind::files: m_loader.start(m_tried.paths, m_tried.options); break;
        case Request::Kind::text: m_loader.startText(m_tried.text, m_tried.name, m_tried.options); break;
        case Request::Kind::sample: m_loader.startSample(m_tried.options); break;
        case Request::Kind::nothing: return;
    }
    m_loadProgress->begin(tr("Loading…"));
}

void MainWindow::connectWork() {
    using session::LoadController;
    connect(&m_loader, &LoadController::progressed, this,
            [this](session::LoadId, double fraction, const QString& what) {
                m_loadProgress->setProgress(fraction, what);
            });
    connect(&m_loader, &LoadController::loaded, this,
            [this](session::LoadId, const session::DocumentPtr& document) { takeDocument(document); });
    connect(&m_loader, &LoadController::failed, this, [this](session::LoadId, const base::Error& error) {
        m_loadProgress->finish();
        const QList<MessageBar::Choice> choices{
            {tr("Try Again"), [this] { start(m_tried, m_triedOverrides); }}};
        showError(error, m_tried.kind == Request::Kind::files ? choices : QList<MessageBar::Choice>());
    });
    connect(&m_loader, &LoadController::cancelled, this, [this] {
        if (!m_loader.isLoading()) {
            m_loadProgress->finish();
            statusBar()->showMessage(tr("Loading was cancelled."), kMessageMs);
        }
    });
    connect(m_loadProgress, &widgets::StatusProgress::cancelRequested, &m_loader, &LoadController::cancel);

    connect(&m_export, &ReportExport::finished, this, [this](const QString& path) {
        m_exportProgress->finish();
        statusBar()->showMessage(tr("Report written to %1").arg(path), kMessageMs);
    });
    connect(&m_export, &ReportExport::failed, this, [this](const base::Error& error) {
        m_exportProgress->finish();
        showError(error, {});
    });
    connect(&m_export, &ReportExport::cancelled, this, [this] {
        m_exportProgress->finish();
        statusBar()->showMessage(tr("The export was cancelled; no file was changed."), kMessageMs);
    });
    connect(m_exportProgress, &widgets::StatusProgress::cancelRequested, &m_export, &ReportExport::cancel);

    connect(&m_watcher, &session::FileWatcher::changed, this, &MainWindow::showChange);
    connect(&m_workspace, &session::Workspace::documentChanged, this, &MainWindow::showDocument);
    connect(&m_workspace, &session::Workspace::selectionChanged, this, &MainWindow::showSelection);
}

void MainWindow::takeDocument(const session::DocumentPtr& document) {
    m_loadProgress->finish();
    if (askAboutSavedCalls(document)) {
        return;
    }
    m_reloadOffer->hide();
    m_shown = m_tried;
    m_shown.ask = Ask::nothing;
    const QString overrides = std::exchange(m_shown.overrides, {});
    const auto opened = std::exchange(m_shown.session, {});
    if (m_triedOverrides == Overrides::replaced) {
        m_overridesFiles->startNew();
        if (m_tried.ask == Ask::answered && !document->labels.relabels.empty()) {
            m_labels.restore(document->labels);  // typed, and in no file
        } else {
            m_labels.start(document->labels);
        }
        takeOrigin(opened.get());
    }
    m_workspace.setDocument(document);
    if (opened) {
        showSession(*opened);
    }
    if (!overrides.isEmpty()) {
        m_overridesFiles->openNow(overrides);
    }
    m_watcher.setFiles(m_shown.kind == Request::Kind::files ? document->files : QStringList());
    if (m_shown.kind == Request::Kind::files) {
        m_recent.add(opened ? QStringList{QString::fromStdString(opened->path.string())} : m_shown.paths);
    }
}

void MainWindow::closeDocument() {
    m_overridesFiles->startNew();
    m_loader.cancel();
    m_shown = {};
    m_watcher.setFiles({});
    m_messages->hide();
    m_reloadOffer->hide();
    m_labels.start({});
    m_sessionFiles->setOrigin({});
    m_workspace.setDocument(nullptr);
}

void MainWindow::showError(const base::Error& error, const QList<MessageBar::Choice>& choices) {
    m_messages->showMessage(MessageBar::Kind::error, QString::fromStdString(error.text()), choices);
}

void MainWindow::showChange(const QStringList& names) {
    const QString text = names.size() == 1
                             ? tr("%1 has changed on disk.").arg(names.front())
                             : tr("%1 of the open files have changed on disk.").arg(names.size());
    m_messages->hide();
    m_reloadOffer->showMessage(MessageBar::Kind::information, text,
                               {{tr("Reload"), [this] { reload(); }}, {tr("Ignore"), [] {}}});
}

void MainWindow::showDocument() {
    const session::DocumentPtr document = m_workspace.document();
    setWindowTitle(shell::windowTitle(document, m_overrides.path()));
    m_documentLabel->setFullText(document ? documentLine(*document)
                                          : tr("Nothing is open. Open a file, drop files here, or paste "
                                               "AITune's text."));
    const bool isOpen = document != nullptr;
    m_actions.reload->setEnabled(isOpen && m_shown.kind != Request::Kind::text);
    for (QAction* action : {m_actions.compare, m_actions.exportReport, m_actions.exportChart,
                            m_actions.exportContract, m_actions.resizeSample, m_actions.close,
                            m_actions.copyChart, m_actions.copyRows, m_actions.selectAll}) {
        action->setEnabled(isOpen);
    }
    m_actions.saveSession->setEnabled(m_sessionFiles->canSave());
    m_actions.saveSessionAs->setEnabled(m_sessionFiles->canSave());
    showSelection();
}

void MainWindow::showSelection() {
    const session::DocumentPtr document = m_workspace.document();
    m_selectionLabel->setFullText(document ? selectionLine(*document, m_workspace.selection()) : QString());
    m_selectionLabel->updateGeometry();
}

bool MainWindow::isIdle() const {
    return !m_loader.isLoading() && !m_export.isRunning() && !m_judge.isBusy() && !m_editor.isBusy() &&
           !m_labeller.isBusy() && !m_compare.isBusy() && !m_labels.isBusy() && !m_overridesFiles->isBusy() &&
           !m_layout->isBusy();
}

void MainWindow::setTheme(const QString& name) {
    const auto choice = widgets::themeFromName(name).value_or(widgets::ThemeChoice::system);
    m_settings.theme = widgets::themeName(choice);
    for (QAction* action : m_actions.themes->actions()) {
        if (action->data().toString() == m_settings.theme) {
            action->setChecked(true);
        }
    }
    widgets::applyTheme(*qApp, choice);
}

void MainWindow::restoreSettings() {
    if (m_memory == Memory::settings) {
        m_settings = session::SettingsStore().load();
        m_recent = session::RecentFiles(m_settings.recent);
        restoreGeometry(m_settings.geometry);
        setTheme(m_settings.theme);
    }
    m_layout->restore(m_settings);
}

void MainWindow::saveSettings() {
    if (m_memory == Memory::none) {
        return;
    }
    m_settings.geometry = saveGeometry();
    m_layout->save(m_settings);
    m_settings.recent = m_recent.stored();
    session::SettingsStore().save(m_settings);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_isLeaving && (m_overrides.isDirty() || (m_labels.isDirty() && m_sessionFiles->canSave()))) {
        event->ignore();
        beforeLosing([this] {
            m_isLeaving = true;
            close();
        });
        return;
    }
    m_loader.cancel();
    m_export.cancel();
    saveSettings();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    openUrls(event->mimeData()->urls());
}

void MainWindow::openUrls(const QList<QUrl>& urls) {
    QStringList paths;
    for (const QUrl& url : urls) {
        if (url.isLocalFile()) {
            paths += url.toLocalFile();
        }
    }
    if (paths.isEmpty()) {
        m_messages->showMessage(MessageBar::Kind::warning,
                                tr("Only files and folders of this computer can be opened."));
        return;
    }
    askAndOpen(paths);
}

}  // namespace dimscope::shell
