// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/load_controller.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QFutureWatcher>
#include <QtConcurrent>
#include <filesystem>
#include <utility>
#include <vector>

#include "core/inference/analysis.h"
#include "ui/session/bundled_sample.h"
#include "ui/session/progress_board.h"

namespace dimscope::session {
namespace {

constexpr int kProgressMilliseconds = 50;
/// Reading takes most of a load; inference gets the rest of the bar.
constexpr double kReadingShare = 0.85;
/// A cancelled worker may take a moment to end; the next load need not wait for it.
constexpr int kWorkers = 3;

using Outcome = base::Result<DocumentPtr>;

QStringList absolutePaths(const std::vector<std::filesystem::path>& paths) {
    QStringList files;
    for (const std::filesystem::path& path : paths) {
        const QString text = QString::fromStdString(path.string());
        files += text == QLatin1String("-") ? text : QFileInfo(text).absoluteFilePath();
    }
    return files;
}

template <class Open>
Outcome load(Document document, const Open& open, const base::CancelToken& cancel, ProgressBoard& board) {
    QElapsedTimer timer;
    timer.start();
    board.setPart(0, kReadingShare);
    base::Result<readers::OpenedCapture> opened = open(cancel, &board);
    if (!opened) {
        return std::move(opened).error();
    }
    board.setPart(kReadingShare, 1);
    base::Result<inference::Analysis> analysis = inference::analyse(*opened->capture, cancel, &board);
    if (!analysis) {
        return std::move(analysis).error();
    }
    document.capture = std::move(opened->capture);
    document.analysis = std::make_shared<const inference::Analysis>(std::move(*analysis));
    document.recorded = std::move(opened->recorded);
    document.labels = document.options.labelling();
    document.diagnostics = std::move(opened->diagnostics);
    document.fileDiagnostics = std::move(opened->fileDiagnostics);
    inference::addDiagnostics(*document.capture, *document.analysis, document.diagnostics);
    if (!document.isSample && !document.paths.isEmpty()) {
        document.files = absolutePaths(opened->files);
    }
    document.loadSeconds = static_cast<double>(timer.nsecsElapsed()) * 1e-9;
    return DocumentPtr(std::make_shared<const Document>(std::move(document)));
}

QString titleOf(const QStringList& paths) {
    if (paths.size() != 1) {
        return LoadController::tr("%1 files").arg(paths.size());
    }
    if (paths.front() == QLatin1String("-")) {
        return LoadController::tr("standard input");
    }
    const QString name = QFileInfo(paths.front()).fileName();
    return name.isEmpty() ? paths.front() : name;
}

}  // namespace

/// One load. The worker shares the token, the board and the future's state only.
struct LoadController::Job {
    LoadId id{};
    base::CancelToken cancel;
    std::shared_ptr<ProgressBoard> board = std::make_shared<ProgressBoard>();
};

/// Watches the newest load only: what earlier ones have left in the event queue goes with setFuture().
class LoadController::Watcher : public QFutureWatcher<std::shared_ptr<Outcome>> {};

LoadController::LoadController(QObject* parent) : QObject(parent), m_watcher(std::make_unique<Watcher>()) {
    connect(m_watcher.get(), &QFutureWatcherBase::finished, this, &LoadController::finish);
    m_pool.setMaxThreadCount(kWorkers);
    m_progressTimer.setInterval(kProgressMilliseconds);
    m_progressTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_progressTimer, &QTimer::timeout, this, &LoadController::reportProgress);
}

LoadController::~LoadController() {
    if (m_job) {
        m_job->cancel.cancel();
    }
    m_pool.waitForDone();
}

LoadId LoadController::begin(Document wanted, Open open) {
    cancel();
    m_lastId = LoadId{static_cast<std::uint64_t>(m_lastId) + 1};
    m_job = std::make_unique<Job>();
    m_job->id = m_lastId;
    m_watcher->setFuture(QtConcurrent::run(&m_pool, [document = std::move(wanted), open = std::move(open),
                                                     token = m_job->cancel, board = m_job->board]() mutable {
        return std::make_shared<Outcome>(load(std::move(document), open, token, *board));
    }));
    m_progressTimer.start();
    return m_lastId;
}

LoadId LoadController::start(const QStringList& paths, const readers::OpenOptions& options) {
    Document wanted;
    wanted.paths = paths;
    wanted.title = titleOf(paths);
    wanted.options = options;
    std::vector<std::filesystem::path> files;
    for (const QString& path : paths) {
        files.emplace_back(path.toStdString());
    }
    return begin(std::move(wanted), [files = std::move(files), options](const auto& cancel, auto* progress) {
        return readers::openCapture(files, options, cancel, progress);
    });
}

LoadId LoadController::startText(const QString& text, const QString& name,
                                 const readers::OpenOptions& options) {
    Document wanted;
    wanted.title = name;
    wanted.options = options;
    return begin(std::move(wanted), [text, name, options](const auto& cancel, auto* progress) {
        return readers::openText(text.toStdString(), name.toStdString(), options, cancel, progress);
    });
}

LoadId LoadController::startSample(const readers::OpenOptions& options) {
    Document wanted;
    wanted.title = bundledSampleName();
    wanted.options = options;
    wanted.isSample = true;
    return begin(std::move(wanted), [options](const auto& cancel, auto* progress) {
        return readers::openText(bundledSampleText(), bundledSampleName().toStdString(), options, cancel,
                                 progress);
    });
}

void LoadController::cancel() {
    if (!m_job) {
        return;
    }
    m_job->cancel.cancel();
    const LoadId id = m_job->id;
    m_job.reset();
    m_progressTimer.stop();
    QMetaObject::invokeMethod(
        this, [this, id] { emit cancelled(id); }, Qt::QueuedConnection);
}

bool LoadController::isLoading() const {
    return m_job != nullptr;
}

void LoadController::reportProgress() {
    if (const auto state = m_job->board->take()) {
        emit progressed(m_job->id, state->fraction, state->what);
    }
}

void LoadController::finish() {
    if (!m_job) {
        return;  // was cancelled, which has been said
    }
    m_progressTimer.stop();
    // A slot may start the next load: nothing of this object is touched after the signal.
    const std::unique_ptr<Job> job = std::move(m_job);
    const std::shared_ptr<Outcome> outcome = m_watcher->result();
    if (outcome->has_value()) {
        emit loaded(job->id, outcome->value());
    } else if (outcome->error().code == base::ErrorCode::cancelled) {
        emit cancelled(job->id);
    } else {
        emit failed(job->id, outcome->error());
    }
}

}  // namespace dimscope::session
