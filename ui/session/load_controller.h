// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>
#include <functional>
#include <memory>

#include "core/base/error.h"
#include "ui/session/document.h"

namespace dimscope::session {

/// Names one load; later loads have larger ids.
enum class LoadId : quint64 {};

/// Loads files and runs inference on a worker thread. Each load ends with exactly one of loaded, failed,
/// cancelled, through the event loop; starting another load cancels the running one. The destructor cancels
/// and waits.
class LoadController : public QObject {
    Q_OBJECT

 public:
    explicit LoadController(QObject* parent = nullptr);
    ~LoadController() override;

    LoadId start(const QStringList& paths, const readers::OpenOptions& options);
    LoadId startText(const QString& text, const QString& name, const readers::OpenOptions& options);
    /// Loads the sample capture that is part of the program; its document says isSample.
    LoadId startSample(const readers::OpenOptions& options = {});
    /// The load is over at once as far as this object is concerned; the worker ends at its next poll.
    void cancel();
    [[nodiscard]] bool isLoading() const;

 signals:
    /// At most every 50 ms; `fraction` below 0 where the end is not known.
    void progressed(dimscope::session::LoadId id, double fraction, const QString& what);
    void loaded(dimscope::session::LoadId id, dimscope::session::DocumentPtr document);
    void failed(dimscope::session::LoadId id, const dimscope::base::Error& error);
    void cancelled(dimscope::session::LoadId id);

 private:
    struct Job;
    class Watcher;
    using Open = std::function<base::Result<readers::OpenedCapture>(const base::CancelToken& cancel,
                                                                    base::ProgressSink* progress)>;

    LoadId begin(Document wanted, Open open);
    void reportProgress();
    void finish();

    LoadId m_lastId{};
    std::unique_ptr<Job> m_job;  // of the running load
    std::unique_ptr<Watcher> m_watcher;
    QTimer m_progressTimer;
    QThreadPool m_pool;  // its own, so that a long load does not hold up sorting
};

}  // namespace dimscope::session
