// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/report_export.h"
#include "ui/shell/native_path.h"

#include <QMap>
#include <QtConcurrent>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/files/atomic_file.h"
#include "core/inference/exclusions.h"
#include "core/overrides/judgement.h"
#include "core/writers/report_format.h"

namespace dimscope::shell {

namespace {

/// What a report is written from.
struct Work {
    session::DocumentPtr document;
    session::OverrideSetPtr overrides;
    std::vector<std::filesystem::path> sources;  // files that must not be overwritten
    std::filesystem::path path;
    base::CancelToken cancel;
};

/// What the overrides mean for the document.
struct Judged {
    inference::Exclusions exclusions;
    std::shared_ptr<const inference::Analysis> analysis;
    overrides::Judgement judgement;
};

base::Result<Judged> judge(const Work& work) {
    const session::Document& document = *work.document;
    Judged judged{overrides::exclusionsOf(*work.overrides, *document.capture), document.analysis, {}};
    if (judged.exclusions != (document.exclusions ? *document.exclusions : inference::Exclusions())) {
        auto analysis = inference::analyse(*document.capture, judged.exclusions, work.cancel);
        if (!analysis) {
            return std::move(analysis).error();
        }
        judged.analysis = std::make_shared<const inference::Analysis>(std::move(*analysis));
    }
    auto judgement = overrides::judge(*document.capture, *judged.analysis, *work.overrides, work.cancel);
    if (!judgement) {
        return std::move(judgement).error();
    }
    judged.judgement = std::move(*judgement);
    return judged;
}

base::Error refusal(const Work& work, const char* found, std::string expected) {
    return {base::ErrorCode::writeFailed, found,
            std::move(expected),          "nothing has been written; choose another name",
            {.file = work.path.string()}, {}};
}

base::Result<void> writeReport(const Work& work) {
    if (files::isOneOf(work.path, work.sources)) {
        return refusal(work, "found an open file as the place for its report", "expected another name");
    }
    const writers::ReportFormatInfo* format = writers::reportFormatOfName(work.path.filename().string());
    if (format == nullptr) {
        std::string suffixes;
        for (const writers::ReportFormatInfo& each : writers::reportFormats()) {
            suffixes += " " + std::string(each.suffix);
        }
        return refusal(work, "found a name that does not tell the form of the report",
                       "expected one that ends in one of" + suffixes);
    }
    const auto judged = judge(work);
    if (!judged) {
        return judged.error();
    }
    const session::Document& document = *work.document;
    writers::ReportInput input{*document.capture, *judged->analysis, document.diagnostics,
                               document.labels.source, writers::Evolution::leftOut};
    input.recorded = document.recording().get();
    input.labelling = &document.labels;
    if (!work.overrides->graphs.empty()) {
        input.overrides = work.overrides.get();
        input.judgement = &judged->judgement;
        input.exclusions = &judged->exclusions;
    }
    return files::writeAtomically(work.path, [&](const files::TextSink& sink) {
        return writers::writeReport(format->format, input, [&](std::string_view text) -> base::Result<void> {
            if (work.cancel.cancelled()) {
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

QStringList ReportExport::nameFilters() {
    const QMap<QString, QString> names{{QStringLiteral("json"), tr("JSON report")},
                                       {QStringLiteral("csv"), tr("CSV table")},
                                       {QStringLiteral("markdown"), tr("Markdown page")},
                                       {QStringLiteral("html"), tr("HTML page with charts")}};
    QStringList filters;
    for (const writers::ReportFormatInfo& format : writers::reportFormats()) {
        const auto text = [](std::string_view view) {
            return QString::fromUtf8(view.data(), static_cast<int>(view.size()));
        };
        const QString id = text(format.id);
        filters += QStringLiteral("%1 (*%2)").arg(names.value(id, id), text(format.suffix));
    }
    return filters;
}

QString ReportExport::suffixOf(const QString& nameFilter) {
    const int dot = static_cast<int>(nameFilter.lastIndexOf(QStringLiteral("(*.")));
    return dot < 0 ? QString() : nameFilter.mid(dot + 3).chopped(1);
}

bool ReportExport::start(session::DocumentPtr document, const session::OverridesDocument& overrides,
                         const QString& path) {
    if (isRunning() || !document) {
        return false;
    }
    m_cancel = base::CancelToken();
    m_path = path;
    Work work{std::move(document), overrides.set(), {}, nativePath(path), m_cancel};
    for (const QString& file : work.document->files) {
        work.sources.push_back(nativePath(file));
    }
    if (!overrides.path().isEmpty()) {
        work.sources.push_back(nativePath(overrides.path()));
    }
    m_watcher.setFuture(QtConcurrent::run([work = std::move(work)] {
        return Outcome(std::make_shared<base::Result<void>>(writeReport(work)));
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
