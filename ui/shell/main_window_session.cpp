// SPDX-License-Identifier: GPL-3.0-or-later
// How sessions are opened in the window and saved.
#include <QAction>
#include <QFile>
#include <limits>
#include <utility>

#include "ui/panels/charts_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/native_path.h"
#include "ui/shell/panel_layout.h"

namespace dimscope::shell {

namespace {

QString qtPath(const std::filesystem::path& path) {
    return QFile::decodeName(QByteArray::fromStdString(path.string()));
}

/// What the names stand for in a capture; what it does not have is left out.
session::Selection selectionOf(const session::SelectedNames& names, const capture::Capture& capture) {
    session::Selection selection;
    for (const capture::Graph& graph : capture.graphs()) {
        if (graph.name != names.graph || capture.module(graph.module).name != names.module) {
            continue;
        }
        selection.graph = graph.id;
        selection.side = names.side;
        for (const module::Locator& wanted : names.tensors) {
            for (const base::TensorId id : graph.tensors) {
                if (overrides::sameTensor(capture.tensor(id).locator, wanted)) {
                    selection.tensors.push_back(id);
                }
            }
        }
        if (names.axis && *names.axis <= std::numeric_limits<int>::max()) {
            selection.axis = static_cast<int>(*names.axis);
        }
        if (names.sample && static_cast<std::uint64_t>(*names.sample) < graph.samples) {
            selection.sample = base::SampleId{static_cast<std::uint32_t>(*names.sample)};
        }
        return selection;
    }
    for (const capture::Module& module : capture.modules()) {
        if (module.name == names.module) {
            selection.module = module.id;
        }
    }
    return selection;
}

}  // namespace

void MainWindow::connectSession() {
    connect(m_actions.saveSession, &QAction::triggered, this, [this] {
        m_sessionFiles->setFolder(m_settings.folder);
        m_sessionFiles->save();
    });
    connect(m_actions.saveSessionAs, &QAction::triggered, this, [this] {
        m_sessionFiles->setFolder(m_settings.folder);
        m_sessionFiles->askForSavePath();
    });
    connect(m_sessionFiles, &SessionFiles::saved, this,
            [this](const QString& path) { m_recent.add({path}); });
    connect(&m_labels, &session::LabelEditor::dirtyChanged, this, &MainWindow::showOverrides);
}

void MainWindow::beforeLosing(std::function<void()> go) {
    m_overridesFiles->beforeLosing([this, next = std::move(go)] { m_sessionFiles->beforeLosing(next); });
}

void MainWindow::takeOrigin(const session::OpenedSession* opened) {
    SessionFiles::Origin origin;
    if (m_shown.kind == Request::Kind::files) {
        origin.files = m_shown.paths;
        origin.readAs = QString::fromStdString(m_shown.options.format);
        origin.savedSamples = m_shown.options.savedSamples;
    }
    if (opened != nullptr) {
        origin.session = qtPath(opened->path);
        origin.extra = opened->session.extra;
    }
    m_sessionFiles->setOrigin(std::move(origin));
}

session::SessionView MainWindow::sessionView() const {
    session::Settings layout;
    m_layout->save(layout);
    session::SessionView view;
    view.filter = m_workspace.filter().toStdString();
    view.chart = layout.chart.toStdString();
    view.docks = layout.docks.toBase64().toStdString();
    view.centre = layout.centre.toBase64().toStdString();
    return view;
}

void MainWindow::openSession(const QStringList& captures, const readers::OpenOptions& options,
                             const QString& overrides) {
    if (captures.size() > 1) {
        m_messages->showMessage(
            widgets::MessageBar::Kind::error,
            tr("A session stands alone: it names its captures. A file of overrides may stand beside it."));
        return;
    }
    auto read = session::openSession(nativePath(captures.front()));
    if (!read) {
        showError(read.error(), {});
        return;
    }
    const auto opened = std::make_shared<const session::OpenedSession>(std::move(*read));
    Request request{Request::Kind::files, {}, {}, {}, options, overrides, opened};
    for (const std::filesystem::path& file : opened->files) {
        request.paths += qtPath(file);
    }
    if (request.options.format.empty()) {
        request.options.format = opened->session.readAs;
        request.options.formatPlace = opened->readAsPlace;
    }
    if (opened->session.savedSamples == module::Strictness::strict) {
        request.options.savedSamples = module::Strictness::strict;
    }
    if (request.options.batchSizes == capture::BatchSizeSource{}) {
        request.options.batchSizes = opened->session.labelling.source;
    }
    request.options.relabels = opened->session.labelling.relabels;
    if (overrides.isEmpty() && opened->overrides) {
        request.overrides = qtPath(*opened->overrides);
    }
    start(std::move(request));
}

void MainWindow::showSession(const session::OpenedSession& opened) {
    const session::SessionView& view = opened.session.view;
    if (const auto* held = std::get_if<overrides::OverrideSet>(&opened.session.overrides)) {
        m_overrides.takeFromSession(*held, qtPath(opened.overridesFile));
    }
    const auto bytes = [](const std::string& base64) {
        return QByteArray::fromBase64(QByteArray::fromStdString(base64));
    };
    m_layout->restorePlaces(bytes(view.docks), bytes(view.centre));
    if (view.selection) {
        m_workspace.select(selectionOf(*view.selection, *m_workspace.document()->capture));
    }
    m_workspace.setFilter(QString::fromStdString(view.filter));
    if (panels::ChartsPanel::chartNames().contains(QString::fromStdString(view.chart))) {
        m_layout->charts()->setCurrentChart(QString::fromStdString(view.chart));
    }
}

}  // namespace dimscope::shell
