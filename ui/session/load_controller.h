// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>

#include "core/base/error.h"
#include "ui/session/document.h"

namespace dimscope::session {

/// Names one load; later loads have larger ids.
enum class LoadId : std::uint64_t {};

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
    std::shared_ptr<Job> m_job;
};

}  // namespace dimscope::session
