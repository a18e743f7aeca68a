// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QStringList>
#include <QTest>
#include <cstdio>

#include "suites.h"

using namespace dimscope::test;

namespace {

constexpr Suite kSuites[] = {{"capture_writer", makeCaptureWriterTest}, {"dtype", makeDtypeTest},
                             {"golden_tensors", makeGoldenTensorsTest}, {"probe", makeProbeTest},
                             {"saved_sample", makeSavedSampleTest},     {"values", makeValuesTest}};

}  // namespace

// tst_libtorch [SUITE] [OPTIONS OF QT TEST]: without a suite all of them.
int main(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    QStringList arguments = QCoreApplication::arguments();
    const QString wanted =
        arguments.size() > 1 && !arguments[1].startsWith('-') ? arguments.takeAt(1) : QString();
    int run = 0;
    int failures = 0;
    for (const Suite& suite : kSuites) {
        if (wanted.isEmpty() || wanted == suite.name) {
            const std::unique_ptr<QObject> test = suite.make();
            failures += QTest::qExec(test.get(), arguments);
            ++run;
        }
    }
    if (run == 0) {
        std::fprintf(stderr, "tst_libtorch has no suite \"%s\"\n", qPrintable(wanted));
        return 2;
    }
    return failures == 0 ? 0 : 1;
}
