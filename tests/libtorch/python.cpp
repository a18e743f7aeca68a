// SPDX-License-Identifier: GPL-3.0-or-later
#include "python.h"

#include <QProcess>
#include <QTest>

namespace dimscope::test {

namespace {

constexpr int kLongest = 120000;  // ms

QByteArray failure(const QProcess& process, const QByteArray& errors) {
    return process.program().toUtf8() + ' ' + process.arguments().join(' ').toUtf8() + ": " +
           process.errorString().toUtf8() + '\n' + errors;
}

}  // namespace

QByteArray runPython(const QString& script, const QStringList& arguments) {
    QProcess process;
    const QString path = QStringLiteral(DIMSCOPE_SOURCE_DIR "/tests/libtorch/") + script;
    process.start("/usr/bin/python3", QStringList{"-B", path} + arguments);
    const bool ended = process.waitForFinished(kLongest);
    const QByteArray errors = process.readAllStandardError();
    if (!ended || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) {
        QTest::qFail(failure(process, errors).constData(), __FILE__, __LINE__);
        return {};
    }
    return process.readAllStandardOutput();
}

}  // namespace dimscope::test
