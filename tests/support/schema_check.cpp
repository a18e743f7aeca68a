// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/schema_check.h"

#include <QProcess>
#include <QTemporaryFile>

namespace dimscope::test_support {

QString schemaErrors(const QString& name, const QByteArray& text, Document document) {
    QTemporaryFile file;
    if (!file.open() || file.write(text) != text.size() || !file.flush()) {
        return "the text cannot be written for the validator";
    }
    const QString source = DIMSCOPE_SOURCE_DIR;
    QStringList arguments = {source + "/tests/support/validate_json.py",
                             source + "/resources/schema/" + name + ".schema.json", file.fileName()};
    if (document == Document::lines) {
        arguments.append("--lines");
    }
    QProcess validator;
    validator.setProcessChannelMode(QProcess::MergedChannels);
    validator.start("/usr/bin/python3", arguments);
    if (!validator.waitForFinished(120000)) {
        return "the validator did not run: " + validator.errorString();
    }
    const QString said = QString::fromUtf8(validator.readAll()).trimmed();
    const bool valid = validator.exitStatus() == QProcess::NormalExit && validator.exitCode() == 0;
    return valid ? QString() : said.isEmpty() ? QString("the validator failed without a word") : said;
}

}  // namespace dimscope::test_support
