// SPDX-License-Identifier: GPL-3.0-or-later
// What the entries of the window's menus do.
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QMimeData>
#include <QStatusBar>
#include <QTreeView>

#include "ui/charts/chart_pane.h"
#include "ui/panels/charts_panel.h"
#include "ui/panels/tensors_panel.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/main_window.h"
#include "ui/shell/native_path.h"
#include "ui/shell/panel_layout.h"
#include "ui/shell/session_files.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/status_progress.h"
#include "ui/widgets/table_view.h"

namespace dimscope::shell {

namespace {

/// The columns of a tree's current row, for the clipboard.
QString currentRowText(const QTreeView& view) {
    QStringList cells;
    const QModelIndex current = view.currentIndex();
    for (int column = 0; current.isValid() && column < view.model()->columnCount(current.parent());
         ++column) {
        cells += current.siblingAtColumn(column).data().toString();
    }
    return cells.join(u'\t');
}

}  // namespace

void MainWindow::connectFileActions() {
    connect(m_actions.open, &QAction::triggered, this, &MainWindow::askForFiles);
    connect(m_actions.openFolder, &QAction::triggered, this, &MainWindow::askForFolder);
    connect(m_actions.recent, &QMenu::aboutToShow, this, &MainWindow::showRecent);
    connect(m_actions.reload, &QAction::triggered, this, &MainWindow::reload);
    connect(m_actions.exportReport, &QAction::triggered, this, &MainWindow::askForReportPath);
    connect(m_actions.exportChart, &QAction::triggered, this, &MainWindow::askForChartPath);
    connect(m_actions.close, &QAction::triggered, this,
            [this] { beforeLosing([this] { closeDocument(); }); });
    connect(m_actions.quit, &QAction::triggered, this, &QWidget::close);
}

void MainWindow::connectEditActions() {
    connect(m_actions.copyRows, &QAction::triggered, this, &MainWindow::copyRows);
    connect(m_actions.selectAll, &QAction::triggered, this, &MainWindow::selectAllRows);
    connect(m_actions.paste, &QAction::triggered, this, &MainWindow::paste);
    connect(m_actions.copyChart, &QAction::triggered, this, [this] {
        QApplication::clipboard()->setImage(m_layout->charts()->currentPane()->image());
        statusBar()->showMessage(tr("The chart is on the clipboard."), kMessageMs);
    });
    connect(m_actions.find, &QAction::triggered, this, [this] {
        m_filter->setFocus(Qt::ShortcutFocusReason);
        m_filter->selectAll();
    });
    connect(m_actions.clearFilter, &QAction::triggered, this, [this] { m_workspace.setFilter({}); });
    connect(m_filter, &QLineEdit::textChanged, &m_workspace, &session::Workspace::setFilter);
    connect(m_filter, &widgets::FilterEdit::leaveRequested, this,
            [this] { m_layout->tensors()->view()->setFocus(Qt::OtherFocusReason); });
    connect(&m_workspace, &session::Workspace::filterChanged, this, [this] {
        if (m_filter->text() != m_workspace.filter()) {
            m_filter->setText(m_workspace.filter());
        }
        m_actions.clearFilter->setEnabled(!m_workspace.filter().isEmpty());
    });
    m_actions.clearFilter->setEnabled(false);
}

void MainWindow::connectViewActions() {
    panels::ChartsPanel* charts = m_layout->charts();
    const auto showChart = [this, charts] {
        for (QAction* action : m_actions.charts->actions()) {
            if (action->data().toString() == charts->currentChart()) {
                action->setChecked(true);
            }
        }
        for (QAction* action : {m_actions.zoomIn, m_actions.zoomOut, m_actions.resetZoom}) {
            action->setEnabled(charts->canZoom());
        }
    };
    connect(charts, &panels::ChartsPanel::currentChartChanged, this, showChart);
    showChart();
    connect(m_actions.charts, &QActionGroup::triggered, this,
            [charts](const QAction* action) { charts->setCurrentChart(action->data().toString()); });
    connect(m_actions.zoomIn, &QAction::triggered, charts, &panels::ChartsPanel::zoomIn);
    connect(m_actions.zoomOut, &QAction::triggered, charts, &panels::ChartsPanel::zoomOut);
    connect(m_actions.resetZoom, &QAction::triggered, charts, &panels::ChartsPanel::resetZoom);
    connect(m_actions.themes, &QActionGroup::triggered, this,
            [this](const QAction* action) { setTheme(action->data().toString()); });
    m_actions.themes->actions().front()->setChecked(true);
    connect(m_actions.nextPanel, &QAction::triggered, this, [this] { m_layout->moveFocus(1); });
    connect(m_actions.previousPanel, &QAction::triggered, this, [this] { m_layout->moveFocus(-1); });
    connect(m_actions.resetLayout, &QAction::triggered, this, [this] { m_layout->reset(); });
    connect(m_actions.shortcuts, &QAction::triggered, this, [this] { showShortcuts(*this); });
    connect(m_actions.about, &QAction::triggered, this, [this] { showAbout(*this); });
}

QStringList MainWindow::captureNameFilters() {
    const QString texts = QStringLiteral("*.jsonl *.json *.gz *.log *.txt");
    const QString arguments = QStringLiteral("*.pt *.pth *.pkl *.npz *.npy *.safetensors");
    return {tr("All that Dimscope opens (%1 %2)").arg(texts, arguments),
            tr("Captures, reports and logs (%1)").arg(texts), tr("Saved arguments (%1)").arg(arguments),
            tr("All files (*)")};
}

void MainWindow::askForFiles() {
    auto* dialog = new widgets::FileDialog(this, tr("Open"), m_settings.folder);
    dialog->setObjectName(QStringLiteral("openDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters(captureNameFilters());
    connect(dialog, &QFileDialog::filesSelected, this, [this, dialog](const QStringList& paths) {
        m_settings.folder = dialog->directory().absolutePath();
        askAndOpen(paths);
    });
    dialog->open();
}

void MainWindow::askForFolder() {
    auto* dialog = new widgets::FileDialog(this, tr("Open Folder"), m_settings.folder);
    dialog->setObjectName(QStringLiteral("openFolderDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_settings.folder = path;
        askAndOpen({path});
    });
    dialog->open();
}

void MainWindow::showRecent() {
    QMenu* menu = m_actions.recent;
    menu->clear();
    const QList<session::RecentFiles::Entry> entries = m_recent.entries();
    for (const session::RecentFiles::Entry& entry : entries) {
        const bool isThere = entry.presence == session::RecentFiles::Presence::present;
        QString text = QString(entry.text).replace(u'&', QStringLiteral("&&"));
        if (!isThere) {
            text = tr("%1 (missing)").arg(text);
        }
        menu->addAction(text, this, [this, paths = entry.paths] { askAndOpen(paths); })->setEnabled(isThere);
    }
    if (entries.isEmpty()) {
        menu->addAction(tr("No files yet"))->setEnabled(false);
        return;
    }
    menu->addSeparator();
    menu->addAction(tr("Clear the List"), this, [this] { m_recent.clear(); });
}

void MainWindow::askForReportPath() {
    auto* dialog = new widgets::FileDialog(this, tr("Export Report"), m_settings.folder);
    dialog->setObjectName(QStringLiteral("exportReportDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(ReportExport::nameFilters());
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->selectFile(QStringLiteral("report.json"));
    connect(dialog, &QFileDialog::filterSelected, dialog,
            [dialog](const QString& filter) { dialog->setDefaultSuffix(ReportExport::suffixOf(filter)); });
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::exportReport);
    dialog->open();
}

void MainWindow::exportReport(const QString& path) {
    if (m_export.start(m_workspace.document(), m_overrides, path)) {
        m_exportProgress->begin(tr("Writing the report…"));
    }
}

void MainWindow::askForChartPath() {
    auto* dialog = new widgets::FileDialog(this, tr("Export Chart"), m_settings.folder);
    dialog->setObjectName(QStringLiteral("exportChartDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const QString svg = tr("SVG picture (*.svg)");
    dialog->setNameFilters({tr("PNG picture (*.png)"), svg});
    dialog->setDefaultSuffix(QStringLiteral("png"));
    dialog->selectFile(m_layout->charts()->currentChart() + QStringLiteral(".png"));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, svg](const QString& filter) {
        dialog->setDefaultSuffix(filter == svg ? QStringLiteral("svg") : QStringLiteral("png"));
    });
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::exportChart);
    dialog->open();
}

bool MainWindow::isOpenFile(const QString& path) const {
    return isAmong(path, openFiles());
}

void MainWindow::exportChart(const QString& path) {
    const charts::ChartPane* chart = m_layout->charts()->currentPane();
    const bool isSvg = path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive);
    if (!isSvg && !path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive)) {
        m_messages->showMessage(widgets::MessageBar::Kind::error,
                                tr("%1: a chart is written as a PNG or an SVG picture; end the name with "
                                   ".png or .svg.")
                                    .arg(path));
        return;
    }
    if (isOpenFile(path)) {
        m_messages->showMessage(widgets::MessageBar::Kind::error,
                                tr("%1 is a file that is open; a chart needs a file of its own.").arg(path));
        return;
    }
    const QString problem = isSvg ? chart->saveSvg(path) : chart->savePng(path);
    if (problem.isEmpty()) {
        statusBar()->showMessage(tr("Chart written to %1").arg(path), kMessageMs);
    } else {
        m_messages->showMessage(widgets::MessageBar::Kind::error, problem);
    }
}

void MainWindow::paste() {
    const QMimeData* content = QApplication::clipboard()->mimeData();
    if (content != nullptr && content->hasUrls()) {
        openUrls(content->urls());
    } else if (content != nullptr && content->hasText() && !content->text().trimmed().isEmpty()) {
        openText(content->text(), tr("pasted text"));
    } else {
        m_messages->showMessage(
            widgets::MessageBar::Kind::warning,
            tr("The clipboard holds no text; copy a table or log lines of AITune first."));
    }
}

void MainWindow::copyRows() {
    if (const auto* tree = qobject_cast<const QTreeView*>(focusWidget())) {
        QApplication::clipboard()->setText(currentRowText(*tree));
        return;
    }
    auto* table = qobject_cast<widgets::TableView*>(focusWidget());
    if (table == nullptr) {
        table = m_layout->tensors()->view();
    }
    if (!table->canCopyRows()) {
        statusBar()->showMessage(tr("No rows are selected."), kMessageMs);
        return;
    }
    table->copyRows();
    const auto rows = static_cast<std::uint64_t>(table->selectedRowNumbers().size());
    statusBar()->showMessage(
        tr("%1: %2").arg(table->accessibleName(),
                         widgets::counted(rows, tr("1 row copied"), tr("%1 rows copied"))),
        kMessageMs);
}

void MainWindow::selectAllRows() {
    auto* table = qobject_cast<widgets::TableView*>(focusWidget());
    (table != nullptr ? table : m_layout->tensors()->view())->selectAll();
}

}  // namespace dimscope::shell
