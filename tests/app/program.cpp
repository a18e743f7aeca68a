// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"

#include <QFile>
#include <QProcess>

namespace dimscope::test_app {

namespace {

constexpr int kPatience = 120000;  // milliseconds

Outcome finish(QProcess& process, const QByteArray& input) {
    if (!process.waitForStarted(kPatience)) {
        return {-1, {}, process.errorString()};
    }
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(kPatience)) {
        process.kill();
        process.waitForFinished();
        return {-1, {}, "still running"};
    }
    Outcome outcome;
    outcome.exit = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    outcome.out = process.readAllStandardOutput();
    outcome.err = QString::fromUtf8(process.readAllStandardError());
    return outcome;
}

}  // namespace

QProcessEnvironment withoutDisplay() {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        environment.remove(name);
    }
    return environment;
}

QString program() {
    return DIMSCOPE_PROGRAM;
}

QString sampleFile() {
    return DIMSCOPE_SOURCE_DIR "/resources/samples/diffusion-pipeline.shapes.jsonl";
}

QString dataFile(const QString& name) {
    return DIMSCOPE_TEST_DATA_DIR "/" + name;
}

Outcome run(const QStringList& arguments, const QByteArray& input, const QProcessEnvironment& environment) {
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(program(), arguments);
    return finish(process, input);
}

Outcome runShell(const QString& command, const QString& folder) {
    QProcess process;
    QProcessEnvironment environment = withoutDisplay();
    environment.insert("PROGRAM", program());
    environment.insert("SAMPLE", sampleFile());
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.start("/bin/bash", {"-c", command});
    return finish(process, {});
}

QByteArray fileText(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("<cannot be read>");
}

void writeFile(const QString& path, const QByteArray& text) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
        qFatal("%s cannot be written", qPrintable(path));
    }
}

QByteArray captureText(int calls, BatchSizes batchSizes) {
    QByteArray text = "{\"format\": \"dimscope.capture\", \"version\": 1}\n";
    for (int i = 0; i < calls; ++i) {
        const QByteArray known = QByteArray::number(i % 3 + 1);
        text +=
            "{\"module\": \"m\", \"batch_size\": " +
            (batchSizes == BatchSizes::recorded ? known : QByteArray("null")) +
            ", \"inputs\": {\"tensor_data\": [{\"access_path\": \"x\", \"semantic_path\": \"x\", \"dtype\": "
            "\"torch.float16\", \"shape\": [" +
            QByteArray::number(2 * (i % 3 + 1)) +
            ", 8]}], \"other_data\": [], \"strict\": true, \"llm_phase\": null}, \"outputs\": "
            "{\"tensor_data\": [], \"other_data\": [], \"strict\": true, \"llm_phase\": null}}\n";
    }
    return text;
}

}  // namespace dimscope::test_app
