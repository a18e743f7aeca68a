// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QString>
#include <QStringList>

#include "core/base/cancel_token.h"
#include "core/base/result.h"
#include "ui/session/document.h"
#include "ui/session/overrides_document.h"

namespace dimscope::shell {

/// Writes the report of a document with its overrides on a worker thread. One at a time; each ends with
/// exactly one of finished, failed, cancelled. The destructor cancels and waits.
class ReportExport : public QObject {
    Q_OBJECT

 public:
    explicit ReportExport(QObject* parent = nullptr);
    ~ReportExport() override;

    /// Of a file dialog: one per form of the report, with its suffix.
    [[nodiscard]] static QStringList nameFilters();
    /// "csv" of "CSV table (*.csv)".
    [[nodiscard]] static QString suffixOf(const QString& nameFilter);

    /// Writes the form that the path's end names, with the overrides as they are now. False while another one
    /// runs.
    bool start(session::DocumentPtr document, const session::OverridesDocument& overrides,
               const QString& path);
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
