// SPDX-License-Identifier: GPL-3.0-or-later
// The main job: open, select, filter, sort, copy, and that every view shows the same selection.
#include <QClipboard>

#include "tests/gui/shell/shell_test.h"
#include "ui/charts/classification_chart.h"

using namespace dimscope;
using namespace dimscope::test;

class TestMainWindow : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { fixSurroundings(m_settings.path()); }
    void init() {
        failOnWarnings();
        m_window = std::make_unique<MainWindow>(MainWindow::Memory::none);
        showSample(*m_window);
    }
    void cleanup() { m_window.reset(); }

    void showsWhatIsOpen();
    void navigatorSetsTheScope();
    void wholeCaptureKeepsItsScopeWhileTensorsAreSelected();
    void tensorsLeadToAxesSamplesAndCharts();
    void axesAndSamplesSelectBack();
    void severalTensorsBecomeColumnsOfTheSamples();
    void filterNarrowsAndKeepsTheSelection();
    void filterThatFitsNothingSaysSo();
    void sortKeepsTheSelection();
    void copiesRowsAsTsv();
    void selectsAllAndCopies();
    void chartClickSelectsTheSample();
    void classificationFilters();
    void menuSwitchesCharts();
    void zoomsTheEvolution();
    void findAndEscape();
    void closesTheDocument();

 private:
    panels::TensorsPanel& tensors() { return *m_window->layoutOfPanels().tensors(); }
    panels::SamplesPanel& samples() { return *m_window->layoutOfPanels().samples(); }
    panels::AxesPanel& axes() { return *m_window->layoutOfPanels().axes(); }
    panels::ChartsPanel& charts() { return *m_window->layoutOfPanels().charts(); }
    const session::Selection& selection() { return m_window->workspace().selection(); }
    void select(const char* module, const char* graph, const char* path) {
        m_window->workspace().selectTensors({tensorOf(*m_window, module, graph, path)});
        settle(*m_window);
    }
    int rowOf(const char* module, const char* graph, const char* path) {
        return tensors().model().rowOfTensor(tensorOf(*m_window, module, graph, path)).value_or(-1);
    }

    QTemporaryDir m_settings;
    std::unique_ptr<MainWindow> m_window;
};

void TestMainWindow::showsWhatIsOpen() {
    const auto document = m_window->workspace().document();
    QVERIFY(m_window->windowTitle().startsWith(document->title));
    const auto* line = m_window->findChild<widgets::ElidedLabel*>(QStringLiteral("documentLine"));
    QVERIFY(line->text().contains(document->title));
    QVERIFY(line->text().contains(QStringLiteral("dimscope.capture")));
    QVERIFY(line->text().contains(QStringLiteral("%1 samples").arg(document->capture->sampleCount())));
    QVERIFY(line->text().contains(QStringLiteral("%1 tensors").arg(document->capture->tensors().size())));
    QVERIFY(line->text().contains(QStringLiteral("loaded in")));
    QVERIFY(selection().tensor());
    QCOMPARE(tensors().view()->selectedRowNumbers(), QList<int>{0});
}

void TestMainWindow::navigatorSetsTheScope() {
    QTreeView* view = m_window->layoutOfPanels().navigator()->view();
    const auto graph = test_support::graphNamed(captureOf(*m_window), "unet", "0");
    m_window->workspace().selectGraph(graph);
    settle(*m_window);
    QCOMPARE(tensors().model().scope().graph, std::optional(graph));
    const QModelIndex unet = view->currentIndex().parent();
    QCOMPARE(unet.data().toString(), QStringLiteral("unet"));

    view->setCurrentIndex(unet);
    settle(*m_window);
    QVERIFY(!tensors().model().scope().graph);
    std::size_t ofUnet = 0;
    const auto& module = captureOf(*m_window).module(test_support::moduleNamed(captureOf(*m_window), "unet"));
    for (const auto id : module.graphs) {
        ofUnet += captureOf(*m_window).graph(id).tensors.size();
    }
    QCOMPARE(tensors().model().rowCount(), static_cast<int>(ofUnet));
    QVERIFY(tensors().summary().contains(QStringLiteral("unet")));
}

void TestMainWindow::wholeCaptureKeepsItsScopeWhileTensorsAreSelected() {
    QTreeView* view = m_window->layoutOfPanels().navigator()->view();
    view->setCurrentIndex(view->model()->index(0, 0));
    settle(*m_window);
    const auto all = static_cast<int>(captureOf(*m_window).tensors().size());
    QCOMPARE(tensors().model().rowCount(), all);
    clickRow(tensors().view(), all - 1);
    settle(*m_window);
    QCOMPARE(tensors().model().rowCount(), all);
    QCOMPARE(selection().tensor(), tensors().model().tensorAt(all - 1));
    QCOMPARE(selection().graph, std::optional(captureOf(*m_window).tensor(*selection().tensor()).graph));
    QCOMPARE(view->currentIndex(), view->model()->index(0, 0));
}

void TestMainWindow::tensorsLeadToAxesSamplesAndCharts() {
    select("unet", "0", "sample");
    QCOMPARE(axes().model().tensor(), selection().tensor());
    QCOMPARE(axes().summary(), QStringLiteral("sample"));
    QCOMPARE(axes().view()->model()->rowCount(), 4);
    const auto& graph = captureOf(*m_window).graph(*selection().graph);
    QCOMPARE(samples().model().rowCount(), static_cast<int>(graph.samples));
    QVERIFY(charts().evolution()->summary().contains(QStringLiteral("sample")));
    const auto* line = m_window->findChild<widgets::ElidedLabel*>(QStringLiteral("selectionLine"));
    QCOMPARE(line->text(), QStringLiteral("sample"));
}

void TestMainWindow::axesAndSamplesSelectBack() {
    select("unet", "0", "sample");
    clickRow(axes().view(), 2);
    QCOMPARE(selection().axis, std::optional(2));
    clickRow(samples().view(), 5);
    QCOMPARE(selection().sample, std::optional(base::SampleId{5}));
    QCOMPARE(selection().axis, std::optional(2));
    const auto* line = m_window->findChild<widgets::ElidedLabel*>(QStringLiteral("selectionLine"));
    QCOMPARE(line->text(), QStringLiteral("sample:2 · sample 5"));

    m_window->workspace().selectSample(base::SampleId{7});
    QCOMPARE(samples().view()->selectedRowNumbers(), QList<int>{7});
    m_window->workspace().selectAxis(*selection().tensor(), 0);
    QCOMPARE(axes().view()->selectedRowNumbers(), QList<int>{0});
}

void TestMainWindow::severalTensorsBecomeColumnsOfTheSamples() {
    select("unet", "0", "sample");
    const int before = samples().view()->model()->columnCount();
    clickRow(tensors().view(), rowOf("unet", "0", "sample"));
    clickRow(tensors().view(), rowOf("unet", "0", "timestep"), Qt::ControlModifier);
    settle(*m_window);
    QCOMPARE(selection().tensors.size(), std::size_t{2});
    QCOMPARE(samples().view()->model()->columnCount(), before + 1);
    QCOMPARE(tensors().view()->selectedRowNumbers().size(), 2);
}

void TestMainWindow::filterNarrowsAndKeepsTheSelection() {
    select("unet", "0", "encoder_hidden_states");
    auto* filter = m_window->findChild<widgets::FilterEdit*>(QStringLiteral("filter"));
    const int all = tensors().model().rowCount();
    filter->setFocus();
    QTest::keyClicks(filter, QStringLiteral("encoder"));
    settle(*m_window);
    QCOMPARE(tensors().model().rowCount(), 1);
    QCOMPARE(tensors().view()->selectedRowNumbers(), QList<int>{0});
    QVERIFY(tensors().summary().startsWith(QStringLiteral("1 of %1").arg(all)));

    filter->setText(QStringLiteral("verdict:dynamic"));
    settle(*m_window);
    const int dynamic = tensors().model().rowCount();
    QVERIFY(dynamic > 0 && dynamic < all);
    for (int row = 0; row < dynamic; ++row) {
        const QModelIndex index = tensors().view()->model()->index(row, models::TensorTableModel::Verdicts);
        QVERIFY(index.data().toString().contains(QStringLiteral("dynamic")));
    }
    actionOf(*m_window, QStringLiteral("clearFilter"))->trigger();
    settle(*m_window);
    QCOMPARE(filter->text(), QString());
    QCOMPARE(tensors().model().rowCount(), all);
    QCOMPARE(tensors().view()->selectedRowNumbers(), QList<int>{rowOf("unet", "0", "encoder_hidden_states")});
}

void TestMainWindow::filterThatFitsNothingSaysSo() {
    m_window->workspace().setFilter(QStringLiteral("nothing is called so"));
    settle(*m_window);
    QCOMPARE(tensors().model().rowCount(), 0);
    QVERIFY(tensors().view()->emptyText().contains(QStringLiteral("nothing is called so")));
    QVERIFY(selection().tensor());
}

void TestMainWindow::sortKeepsTheSelection() {
    select("unet", "0", "timestep");
    QHeaderView* header = tensors().view()->horizontalHeader();
    const QPoint place(header->sectionViewportPosition(models::TensorTableModel::Path) + 10,
                       header->height() / 2);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, place);
    settle(*m_window);
    QCOMPARE(header->sortIndicatorSection(), int{models::TensorTableModel::Path});
    QStringList paths;
    for (int row = 0; row < tensors().model().rowCount(); ++row) {
        paths += tensors().view()->model()->index(row, models::TensorTableModel::Path).data().toString();
    }
    QVERIFY(std::is_sorted(paths.begin(), paths.end()));
    QCOMPARE(tensors().view()->selectedRowNumbers(), QList<int>{rowOf("unet", "0", "timestep")});
    QCOMPARE(selection().tensor(), std::optional(tensorOf(*m_window, "unet", "0", "timestep")));
}

void TestMainWindow::copiesRowsAsTsv() {
    select("unet", "0", "sample");
    tensors().view()->setFocus();
    QTest::keySequence(tensors().view(), QKeySequence::Copy);
    const QStringList lines = QApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines[0].startsWith(QStringLiteral("path\tside\tdtype\tshape")));
    QVERIFY(lines[1].startsWith(QStringLiteral("sample\tinput\tfloat16\t[")));
    QCOMPARE(lines[0].count(u'\t'), lines[1].count(u'\t'));
    QVERIFY(m_window->statusBar()->currentMessage().contains(QStringLiteral("1 row copied")));

    tensors().view()->horizontalHeader()->setSectionHidden(models::TensorTableModel::Side, true);
    actionOf(*m_window, QStringLiteral("copyRows"))->trigger();
    QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("path\tdtype\t")));
}

void TestMainWindow::selectsAllAndCopies() {
    select("unet", "0", "sample");
    samples().view()->setFocus();
    actionOf(*m_window, QStringLiteral("selectAll"))->trigger();
    actionOf(*m_window, QStringLiteral("copyRows"))->trigger();
    const auto rows = static_cast<qsizetype>(samples().model().rowCount());
    QCOMPARE(QApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts).size(), rows + 1);
}

void TestMainWindow::chartClickSelectsTheSample() {
    select("unet", "0", "sample");
    QVERIFY(!selection().sample);
    charts::EvolutionChart* chart = charts().evolution();
    QTest::mouseClick(chart, Qt::LeftButton, {}, QPoint(chart->width() / 2, chart->height() / 2));
    QVERIFY(selection().sample);
    QCOMPARE(samples().view()->selectedRowNumbers(), QList<int>{static_cast<int>(selection().sample->value)});
}

void TestMainWindow::classificationFilters() {
    charts().setCurrentChart(QStringLiteral("classification"));
    settle(*m_window);
    const auto unet = test_support::moduleNamed(captureOf(*m_window), "unet");
    emit charts().classification()->barClicked(unet, std::nullopt, module::Verdict::dynamic);
    settle(*m_window);
    QCOMPARE(m_window->workspace().filter(), QStringLiteral("verdict:dynamic"));
    QCOMPARE(tensors().model().scope().module, std::optional(unet));
    QCOMPARE(m_window->findChild<widgets::FilterEdit*>(QStringLiteral("filter"))->text(),
             QStringLiteral("verdict:dynamic"));
}

void TestMainWindow::menuSwitchesCharts() {
    for (const QString& name : panels::ChartsPanel::chartNames()) {
        actionOf(*m_window, QStringLiteral("chart.") + name)->trigger();
        QCOMPARE(charts().currentChart(), name);
        QVERIFY(actionOf(*m_window, QStringLiteral("chart.") + name)->isChecked());
        settle(*m_window);
        QVERIFY2(!charts().currentPane()->summary().isEmpty(), qPrintable(name));
        QCOMPARE(actionOf(*m_window, QStringLiteral("zoomIn"))->isEnabled(),
                 name == QStringLiteral("evolution"));
    }
}

void TestMainWindow::zoomsTheEvolution() {
    select("unet", "0", "sample");
    const auto whole = charts().evolution()->visibleSamples();
    QVERIFY(whole);
    actionOf(*m_window, QStringLiteral("zoomIn"))->trigger();
    settle(*m_window);
    const auto part = charts().evolution()->visibleSamples();
    QVERIFY(part->last - part->first < whole->last - whole->first);
    actionOf(*m_window, QStringLiteral("resetZoom"))->trigger();
    settle(*m_window);
    QCOMPARE(charts().evolution()->visibleSamples()->last, whole->last);
}

void TestMainWindow::findAndEscape() {
    auto* filter = m_window->findChild<widgets::FilterEdit*>(QStringLiteral("filter"));
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTest::keySequence(m_window.get(), QKeySequence::Find);
    QTRY_VERIFY(filter->hasFocus());
    QTest::keyClicks(filter, QStringLiteral("time"));
    QTest::keyClick(filter, Qt::Key_Escape);
    QCOMPARE(m_window->workspace().filter(), QString());
    QVERIFY(filter->hasFocus());
    QTest::keyClick(filter, Qt::Key_Escape);
    QVERIFY(tensors().view()->hasFocus());
}

void TestMainWindow::closesTheDocument() {
    actionOf(*m_window, QStringLiteral("close"))->trigger();
    settle(*m_window);
    QVERIFY(!m_window->workspace().document());
    QCOMPARE(m_window->windowTitle(), QStringLiteral("Dimscope[*]"));
    QCOMPARE(tensors().model().rowCount(), 0);
    QCOMPARE(samples().model().rowCount(), 0);
    for (const char* name : {"reload", "close", "exportReport", "exportChart", "copyRows", "copyChart"}) {
        QVERIFY2(!actionOf(*m_window, QLatin1String(name))->isEnabled(), name);
    }
    m_window->openSample();
    settle(*m_window);
    QVERIFY(tensors().model().rowCount() > 0);
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
