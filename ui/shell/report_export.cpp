// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/report_export.h"

#include <QFile>
#include <QtConcurrent>
#include <filesystem>
#include <vector>

#include "core/files/atomic_file.h"
#include "core/writers/report_writer.h"

namespace dimscope::shell {

namespace {

base::Result<void> writeReport(const session::Document& document, const std::filesystem::path& path,
                               const base::CancelToken& cancel) {
    const writers::ReportInput input{*document.capture, *document.analysis, document.diagnostics,
                                     document.options.batchSizes, writers::Evolution::leftOut};
    std::vector<std::filesystem::path> sources;
    for (const QString& file : document.files) {
        sources.emplace_back(QFile::encodeName(file).toStdString());
    }
    if (files::isOneOf(path, sources)) {
        return base::Error{base::ErrorCode::writeFailed, "found the open file as the place for its report",
                           "expected another name",      "nothing has been written; choose a new file",
                           {.file = path.string()},      {}};
    }
    return files::writeAtomically(path, [&](const files::TextSink& sink) {
        return writers::writeJsonReport(input, [&](std::string_view text) -> base::Result<void> {
            if (cancel.cancelled()) {
                base::Error error;
                error.code = base::ErrorCode::cancelled;
                return error;
            }
            return sink(text);
        });
    });
}

}  // namespace

ReportExport::ReportExport(QObject* parent) : QObject(parent) {
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &ReportExport::end);
}

ReportExport::~ReportExport() {
    m_watcher.disconnect(this);
    m_cancel.cancel();
    m_watcher.waitForFinished();
}

bool ReportExport::start(session::DocumentPtr document, const QString& path) {
    if (isRunning() || !document) {
        return false;
    }
    m_cancel = base::CancelToken();
    m_path = path;
    const std::filesystem::path target(QFile::encodeName(path).toStdString());
    m_watcher.setFuture(QtConcurrent::run([document = std::move(document), target, cancel = m_cancel] {
        return Outcome(std::make_shared<base::Result<void>>(writeReport(*document, target, cancel)));
    }));
    return true;
}

void ReportExport::end() {
    const Outcome outcome = m_watcher.result();
    if (outcome->has_value()) {
        emit finished(m_path);
    } else if (outcome->error().code == base::ErrorCode::cancelled) {
        emit cancelled();
    } else {
        emit failed(outcome->error());
    }
}

}  // namespace dimscope::shell
