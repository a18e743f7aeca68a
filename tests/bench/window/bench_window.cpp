// SPDX-License-Identifier: GPL-3.0-or-later
// bench_window FILE...: opens the files in the window and drives it as a user would (select, sort, filter,
// scroll, switch charts; open, save and change overrides, where a file holds some), and prints for every step
// how long the window's thread was busy at the longest, in milliseconds of processor time and of the wall
// clock, and how long the step took until everything was drawn.
#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <span>

#include "ui/panels/charts_panel.h"
#include "ui/panels/evidence_panel.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/samples_panel.h"
#include "ui/panels/tensors_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/panel_layout.h"
#include "ui/widgets/table_view.h"

using dimscope::shell::MainWindow;

namespace {

double threadMs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// The longest stretch between two ticks of a timer that is always due: as long as a tick waits, so does the
/// user.
class Stopwatch : public QObject {
 public:
    Stopwatch() {
        m_tick.setTimerType(Qt::PreciseTimer);
        connect(&m_tick, &QTimer::timeout, this, [this] {
            lap();
            begin();
        });
        m_tick.start(1);
        begin();
    }
    void begin() {
        m_cpu = threadMs();
        m_wall.start();
    }
    void lap() {
        longestCpu = std::max(longestCpu, threadMs() - m_cpu);
        longestWall = std::max(longestWall, static_cast<double>(m_wall.nsecsElapsed()) / 1e6);
    }
    void clear() {
        longestCpu = 0;
        longestWall = 0;
        begin();
    }

    double longestCpu = 0;
    double longestWall = 0;

 private:
    QTimer m_tick;
    double m_cpu = 0;
    QElapsedTimer m_wall;
};

class Drive {
 public:
    explicit Drive(MainWindow& window) : m_window(window) {}

    /// Runs `act`, waits until the window is idle, prints.
    template <class Act>
    void step(const char* what, Act act) {
        m_watch.clear();
        QElapsedTimer clock;
        clock.start();
        act();
        const bool idle = waitUntilIdle(clock);
        std::printf("%-44s longest turn %7.1f ms cpu, %7.1f ms wall; drawn after %8.1f ms%s\n", what,
                    m_watch.longestCpu, m_watch.longestWall, static_cast<double>(clock.nsecsElapsed()) / 1e6,
                    idle ? "" : " (not idle)");
        worst = std::max(worst, m_watch.longestCpu);
    }

    double worst = 0;

 private:
    /// Runs the event loop, which blocks between turns, so that the stopwatch sees each.
    bool waitUntilIdle(const QElapsedTimer& clock) {
        QEventLoop loop;
        QTimer poll;
        QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
            if (m_window.isIdle() || clock.elapsed() > 120000) {
                loop.quit();
            }
        });
        poll.start(2);
        loop.exec();
        return m_window.isIdle();
    }

    MainWindow& m_window;
    Stopwatch m_watch;
};

}  // namespace

int main(int argc, char** argv) {
    const QApplication application(argc, argv);
    QStringList files = QCoreApplication::arguments().mid(1);
    const QStringList overrides = dimscope::shell::OverridesFiles::overridesAmong(files);
    files.removeIf([&overrides](const QString& file) { return overrides.contains(file); });
    MainWindow window(MainWindow::Memory::none);
    window.resize(MainWindow::kDefaultSize);
    window.show();
    QCoreApplication::processEvents();
    Drive drive(window);
    drive.step("open", [&] { files.isEmpty() ? window.openSample() : window.open(files); });

    auto& workspace = window.workspace();
    auto& panels = window.layoutOfPanels();
    const auto document = workspace.document();
    if (!document || document->capture->graphs().empty()) {
        std::fprintf(stderr, "nothing was opened\n");
        return 1;
    }
    const auto& graphs = document->capture->graphs();
    const auto largest =
        std::max_element(graphs.begin(), graphs.end(),
                         [](const auto& left, const auto& right) { return left.samples < right.samples; });
    std::printf("%llu samples, %zu graphs, %zu tensors; the largest graph has %zu samples\n",
                static_cast<unsigned long long>(document->capture->sampleCount()), graphs.size(),
                document->capture->tensors().size(), largest->samples);

    drive.step("select the largest graph", [&] { workspace.selectGraph(largest->id); });
    const auto count = std::min<std::size_t>(largest->tensors.size(), 4);
    for (const auto tensor : std::span(largest->tensors).first(count)) {
        drive.step("select a tensor", [&] { workspace.selectTensors({tensor}); });
    }
    if (count > 0 && document->capture->tensor(largest->tensors[0]).rank > 0) {
        drive.step("select an axis", [&] { workspace.selectAxis(largest->tensors[0], 0); });
        drive.step("replay its verdict",
                   [&] { panels.evidence()->setCurrentTab(dimscope::panels::EvidencePanel::Replay); });
        panels.evidence()->setCurrentTab(dimscope::panels::EvidencePanel::Why);
    }
    drive.step("select all tensors of the graph", [&] { workspace.selectTensors(largest->tensors); });
    for (const QString& chart : dimscope::panels::ChartsPanel::chartNames()) {
        drive.step(qPrintable("chart " + chart), [&] { panels.charts()->setCurrentChart(chart); });
    }
    panels.charts()->setCurrentChart(dimscope::panels::ChartsPanel::chartNames().front());
    drive.step("zoom the chart", [&] { panels.charts()->zoomIn(); });
    drive.step("select a sample in the middle", [&] {
        workspace.selectSample(dimscope::base::SampleId{static_cast<std::uint32_t>(largest->samples / 2)});
    });
    auto* samples = panels.samples()->view();
    drive.step("scroll the samples to the end",
               [&] { samples->verticalScrollBar()->setValue(samples->verticalScrollBar()->maximum()); });
    drive.step("sort the samples by batch size", [&] { samples->sortByColumn(1, Qt::DescendingOrder); });
    drive.step("sort the samples by index", [&] { samples->sortByColumn(0, Qt::DescendingOrder); });
    drive.step("bring up the findings",
               [&] { static_cast<void>(panels.bringUp(QStringLiteral("findings"))); });
    drive.step("sort the findings by code", [&] {
        panels.findings()->view()->sortByColumn(dimscope::models::FindingTableModel::Code,
                                                Qt::DescendingOrder);
    });
    auto* tensors = panels.tensors()->view();
    drive.step("the whole capture", [&] { workspace.select({}); });
    drive.step("sort the tensors by path", [&] { tensors->sortByColumn(0, Qt::DescendingOrder); });
    drive.step("filter by verdict", [&] { workspace.setFilter("verdict:dynamic"); });
    drive.step("filter by path", [&] { workspace.setFilter("mask"); });
    drive.step("no filter", [&] { workspace.setFilter({}); });
    for (const QString& file : overrides) {
        const QTemporaryDir folder;
        drive.step("open overrides", [&] { window.open({file}); });
        drive.step("save them", [&] { window.overridesFiles().saveAs(folder.filePath("a.overrides.json")); });
        drive.step("save them gzipped",
                   [&] { window.overridesFiles().saveAs(folder.filePath("a.overrides.json.gz")); });
        drive.step("change a range", [&] { window.editor().setRange(largest->tensors[0], 0, {1, 2, 3}); });
        drive.step("undo", [&] { window.overrides().undoStack().undo(); });
        drive.step("no overrides", [&] { window.overridesFiles().startNew(); });
    }
    std::printf("longest turn of all: %.1f ms of processor time\n", drive.worst);
    return 0;
}
