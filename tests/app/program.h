// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

/// Runs the built program as a user would.
namespace dimscope::test_app {

struct Outcome {
    int exit = -1;  ///< -1: did not end by itself
    QByteArray out;
    QString err;
};

/// The environment of the test without any display.
[[nodiscard]] QProcessEnvironment withoutDisplay();

[[nodiscard]] Outcome run(const QStringList& arguments, const QByteArray& input = {},
                          const QProcessEnvironment& environment = withoutDisplay());
/// A command line of bash in which $PROGRAM is the program.
[[nodiscard]] Outcome runShell(const QString& command, const QString& folder = {});

[[nodiscard]] QString program();
[[nodiscard]] QString sampleFile();
/// A file of tests/data.
[[nodiscard]] QString dataFile(const QString& name);
[[nodiscard]] QByteArray fileText(const QString& path);
void writeFile(const QString& path, const QByteArray& text);
/// Native capture of `calls` calls of one tensor `x` with sizes [2 * (i % 3 + 1), 8]; batch size i % 3 + 1,
/// or null where it is said to be unknown.
enum class BatchSizes { recorded, unknown };
[[nodiscard]] QByteArray captureText(int calls, BatchSizes batchSizes = BatchSizes::recorded);

}  // namespace dimscope::test_app
