// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/document_text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

#include "core/readers/reader.h"
#include "ui/models/format.h"
#include "ui/widgets/counted.h"

namespace dimscope::shell {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("dimscope::shell::DocumentText", text);
}

QString formatText(const capture::Capture& capture) {
    QStringList formats;
    for (const capture::Source& source : capture.sources()) {
        const QString id = QString::fromStdString(source.format);
        if (!formats.contains(id)) {
            formats += id;
        }
    }
    return formats.size() <= 3 ? formats.join(QStringLiteral(", ")) : tr("%1 formats").arg(formats.size());
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
    using widgets::counted;
    const QString samples = capture.sampleCount() == 0
                                ? tr("no samples in this file")
                                : counted(capture.sampleCount(), tr("1 sample"), tr("%1 samples"));
    const std::size_t excluded = document.exclusions ? inference::excludedCount(*document.exclusions) : 0;
    const QStringList parts{
        document.title,
        formatText(capture),
        excluded == 0 ? samples : tr("%1, %2 excluded").arg(samples).arg(excluded),
        counted(capture.tensors().size(), tr("1 tensor"), tr("%1 tensors")),
        counted(capture.graphs().size(), tr("1 graph"), tr("%1 graphs")),
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
            parts += tr("%1 tensors selected").arg(selection.tensors.size());
        }
    } else if (selection.module) {
        parts += QString::fromStdString(document.capture->module(*selection.module).name);
    }
    if (selection.sample) {
        parts += tr("sample %1").arg(selection.sample->value);
    }
    return parts.join(QStringLiteral(" · "));
}

QString windowTitle(const session::DocumentPtr& document, const QString& overridesPath) {
    // A name of a file may hold the marker itself; doubled, Qt shows it.
    const auto literal = [](QString name) {
        return name.replace(QStringLiteral("[*]"), QStringLiteral("[*][*]"));
    };
    QStringList names;
    if (document) {
        names += literal(document->title);
    }
    if (!overridesPath.isEmpty()) {
        names += literal(QFileInfo(overridesPath).fileName());
    }
    const QString program = QStringLiteral("Dimscope");
    return names.isEmpty() ? program + QStringLiteral("[*]")
                           : tr("%1[*] – %2").arg(names.join(QStringLiteral(", ")), program);
}

}  // namespace dimscope::shell
