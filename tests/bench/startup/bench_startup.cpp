// SPDX-License-Identifier: GPL-3.0-or-later
// bench_startup [RUNS]: from the start of the process to the first paint, Dimscope's window against an empty
// Qt window, in turn. Prints medians in milliseconds and their ratio.
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

/// Milliseconds until the program ends, below 0 where it failed.
double timeOf(const QString& program) {
    QElapsedTimer clock;
    clock.start();
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(program);
    if (!process.waitForFinished(60000) || process.exitStatus() != QProcess::NormalExit ||
        process.exitCode() != 0) {
        return -1;
    }
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 15;
    const QString folder = QCoreApplication::applicationDirPath();
    std::vector<double> empty;
    std::vector<double> full;
    for (int run = -1; run < runs; ++run) {
        const double first = timeOf(folder + "/bench_empty_window");
        const double second = timeOf(folder + "/bench_main_window");
        if (first < 0 || second < 0) {
            std::fprintf(stderr, "a window did not come up\n");
            return 1;
        }
        if (run >= 0) {  // the first pair warms the disk cache
            empty.push_back(first);
            full.push_back(second);
        }
    }
    std::printf("empty window %.1f ms, Dimscope %.1f ms, ratio %.2f (medians of %d runs)\n", median(empty),
                median(full), median(full) / median(empty), runs);
    return 0;
}
