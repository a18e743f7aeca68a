// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/document_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QSet>
#include <QStringList>

#include "core/readers/reader.h"
#include "ui/models/format.h"

namespace dimscope::shell {

namespace {

QString tr(const char* text, const char* note = nullptr, int n = -1) {
    return QCoreApplication::translate("dimscope::shell::DocumentText", text, note, n);
}

QString counted(const char* text, std::uint64_t count) {
    const int n = count > 1000000000 ? 1000000000 : static_cast<int>(count);
    // %L1 groups digits, which a status bar can afford.
    return tr(text, nullptr, n).replace(QStringLiteral("%1"), QLocale().toString(qulonglong{count}));
}

QString formatText(const capture::Capture& capture) {
    QStringList formats;
    for (const capture::Source& source : capture.sources()) {
        const QString id = QString::fromStdString(source.format);
        if (!formats.contains(id)) {
            formats += id;
        }
    }
    return formats.size() <= 3 ? formats.join(QStringLiteral(", "))
                               : tr("%n formats", nullptr, static_cast<int>(formats.size()));
}

}  // namespace

QString durationText(double seconds) {
    if (seconds < 0.001) {
        return tr("%1 µs").arg(qRound(seconds * 1e6));
    }
    return seconds < 1 ? tr("%1 ms").arg(qRound(seconds * 1e3)) : tr("%1 s").arg(seconds, 0, 'f', 1);
}

QString documentLine(const session::Document& document) {
    const capture::Capture& capture = *document.capture;
    const QString samples = capture.sampleCount() == 0   ? tr("no samples in this file")
                            : capture.sampleCount() == 1 ? tr("1 sample")
                                                         : counted("%1 samples", capture.sampleCount());
    const QStringList parts{
        document.title,
        formatText(capture),
        samples,
        capture.tensors().size() == 1 ? tr("1 tensor") : counted("%1 tensors", capture.tensors().size()),
        capture.graphs().size() == 1 ? tr("1 graph") : counted("%1 graphs", capture.graphs().size()),
        tr("loaded in %1").arg(durationText(document.loadSeconds)),
    };
    return parts.join(QStringLiteral(" · "));
}

QString selectionLine(const session::Document& document, const session::Selection& selection) {
    QStringList parts;
    if (const auto tensor = selection.tensor()) {
        const capture::Tensor& shown = document.capture->tensor(*tensor);
        parts += selection.axis ? models::axisPath(shown, *selection.axis)
                                : QString::fromStdString(shown.accessPath);
        if (selection.tensors.size() > 1) {
            parts += counted("%1 tensors selected", selection.tensors.size());
        }
    } else if (selection.module) {
        parts += QString::fromStdString(document.capture->module(*selection.module).name);
    }
    if (selection.sample) {
        parts += tr("sample %1").arg(selection.sample->value);
    }
    return parts.join(QStringLiteral(" · "));
}

QString windowTitle(const session::DocumentPtr& document) {
    const QString program = QStringLiteral("Dimscope");
    return document ? tr("%1 – %2").arg(document->title, program) : program;
}

}  // namespace dimscope::shell
