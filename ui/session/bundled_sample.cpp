// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/bundled_sample.h"

#include <QFile>
#include <QtGlobal>

/// The resource is in a static library, so nothing else draws it into the program. Outside a namespace, as
/// Q_INIT_RESOURCE asks for.
static void drawInSamples() {
    Q_INIT_RESOURCE(samples);
}

namespace dimscope::session {

QString bundledSampleName() {
    return QStringLiteral("diffusion-pipeline.shapes.jsonl");
}

std::string bundledSampleText() {
    drawInSamples();
    QFile file(QStringLiteral(":/samples/") + bundledSampleName());
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    return file.readAll().toStdString();
}

}  // namespace dimscope::session
