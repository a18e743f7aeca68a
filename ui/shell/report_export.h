// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QString>

#include "core/base/cancel_token.h"
#include "core/base/result.h"
#include "ui/session/document.h"

namespace dimscope::shell {

/// Writes the JSON report of a document on a worker thread. One at a time; each ends with exactly one of
/// finished, failed, cancelled. The destructor cancels and waits.
class ReportExport : public QObject {
    Q_OBJECT

 public:
    explicit ReportExport(QObject* parent = nullptr);
    ~ReportExport() override;

    /// False while another one runs.
    bool start(session::DocumentPtr document, const QString& path);
    void cancel() { m_cancel.cancel(); }
    [[nodiscard]] bool isRunning() const { return m_watcher.isRunning(); }

 signals:
    void finished(const QString& path);
    void failed(const dimscope::base::Error& error);
    void cancelled();

 private:
    using Outcome = std::shared_ptr<const base::Result<void>>;
    void end();

    QFutureWatcher<Outcome> m_watcher;
    base::CancelToken m_cancel;
    QString m_path;
};

}  // namespace dimscope::shell
