// SPDX-License-Identifier: GPL-3.0-or-later
// The compare window: what it shows of two captures, how it is worked, how it looks.
#include <QClipboard>
#include <QDialogButtonBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QMimeData>
#include <QPushButton>
#include <QTabBar>

#include "tests/gui/shell/shell_test.h"
#include "ui/charts/ranges_chart.h"
#include "ui/charts/size_batch_chart.h"
#include "ui/panels/compare_charts.h"
#include "ui/panels/compare_view.h"
#include "ui/shell/compare_window.h"
#include "ui/widgets/message_bar.h"

using namespace dimscope;
using namespace dimscope::test;
using panels::CompareCharts;
using shell::CompareWindow;

class TestCompareWindow : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(); }

    void entryNeedsAnOpenCapture();
    void entryAsksForAFile();
    void showsChanges();
    void noDifferences();
    void filtersSortsAndCopies();
    void chartsFollowTheRow();
    void jumpsToTheTensor();
    void swapsAndReloads();
    void failuresAreSaid();
    void filesCanBeDropped();
    void closingForgets();
    void keyboard();
    void everyControlHasAName();
    void look_data();
    void look();

 private:
    /// The bundled capture with wider latents, another dtype and a tensor under another name.
    [[nodiscard]] QString otherFile() const;
    CompareWindow* compared(const QString& file);
    [[nodiscard]] static int rowOf(const panels::CompareView& view, const QString& kind,
                                   const QString& place);
    static QPushButton* button(CompareWindow& window, const QString& name);

    QTemporaryDir m_settings;
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestCompareWindow::initTestCase() {
    fixSurroundings(m_settings.path());
}

void TestCompareWindow::init() {
    failOnWarnings();
    m_window = std::make_unique<MainWindow>(MainWindow::Memory::none);
    showSample(*m_window);
}

QString TestCompareWindow::otherFile() const {
    QFile source(sampleFile());
    if (!source.open(QIODevice::ReadOnly)) {
        qFatal("no sample");
    }
    QByteArray text;
    for (QByteArray line : source.readAll().split('\n')) {
        if (line.contains("\"module\": \"unet\"")) {
            line.replace(", 160]", ", 192]");
            line.replace("\"torch.int64\"", "\"torch.int32\"");
            line.replace("timestep", "step_index");
        }
        text += line.isEmpty() ? QByteArray() : line + '\n';
    }
    const QString path = m_folder.filePath("wider.shapes.jsonl");
    writeFile(path, text);
    return path;
}

CompareWindow* TestCompareWindow::compared(const QString& file) {
    m_window->compareWith({file});
    settle(*m_window);
    CompareWindow* window = m_window->compareWindow();
    if (window == nullptr) {
        qFatal("no window");
    }
    return window;
}

int TestCompareWindow::rowOf(const panels::CompareView& view, const QString& kind, const QString& place) {
    using Model = models::ChangeTableModel;
    for (int row = 0; row < view.model().rowCount(); ++row) {
        if (view.model().index(row, Model::Kind).data().toString() == kind &&
            view.model().index(row, Model::Place).data().toString() == place) {
            return row;
        }
    }
    return -1;
}

QPushButton* TestCompareWindow::button(CompareWindow& window, const QString& name) {
    for (auto* button : window.findChildren<QPushButton*>()) {
        if (button->accessibleName() == name) {
            return button;
        }
    }
    qFatal("no button %s", qPrintable(name));
}

void TestCompareWindow::entryNeedsAnOpenCapture() {
    QVERIFY(actionOf(*m_window, QStringLiteral("compare"))->isEnabled());
    MainWindow empty(MainWindow::Memory::none);
    QVERIFY(!actionOf(empty, QStringLiteral("compare"))->isEnabled());
}

void TestCompareWindow::entryAsksForAFile() {
    const QString file = otherFile();
    actionOf(*m_window, QStringLiteral("compare"))->trigger();
    auto* dialog = m_window->findChild<QFileDialog*>(QStringLiteral("compareDialog"));
    QVERIFY(dialog);
    emit dialog->filesSelected({file});
    dialog->close();
    settle(*m_window);
    QVERIFY(m_window->compareWindow());
    QVERIFY(m_window->compareWindow()->view()->model().rowCount() > 0);
}

void TestCompareWindow::showsChanges() {
    CompareWindow* window = compared(otherFile());
    const panels::CompareView* view = window->view();
    QCOMPARE(view->names(), QStringLiteral("diffusion-pipeline.shapes.jsonl  →  wider.shapes.jsonl"));
    QVERIFY2(view->summary().contains(QStringLiteral("warnings")), qPrintable(view->summary()));
    QVERIFY(rowOf(*view, "range-grown", "unet 0 · sample:3") >= 0);
    QVERIFY(rowOf(*view, "tensor-new", "unet 0 · step_index") >= 0);
    QVERIFY(rowOf(*view, "tensor-removed", "unet 0 · timestep") >= 0);
    QVERIFY(view->view()->currentIndex().isValid());
}

void TestCompareWindow::noDifferences() {
    CompareWindow* window = compared(sampleFile());
    const panels::CompareView* view = window->view();
    QCOMPARE(view->model().rowCount(), 0);
    QCOMPARE(view->summary(), QStringLiteral("no differences"));
    QCOMPARE(view->view()->emptyText(), QStringLiteral("No differences."));
    QVERIFY(!view->charts()->isVisible());
    keepGrab(*window, QStringLiteral("compare-equal-light"));
}

void TestCompareWindow::filtersSortsAndCopies() {
    CompareWindow* window = compared(otherFile());
    panels::CompareView* view = window->view();
    const int all = view->model().rowCount();
    view->filter()->setText(QStringLiteral("range-grown"));
    QVERIFY(view->model().rowCount() > 0);
    QVERIFY(view->model().rowCount() < all);
    view->filter()->setText(QStringLiteral("nothing like that"));
    QCOMPARE(view->model().rowCount(), 0);
    QCOMPARE(view->view()->emptyText(), QStringLiteral("No change fits the filter."));
    view->filter()->clear();
    QCOMPARE(view->model().rowCount(), all);

    // The current change stays current, wherever it goes.
    const int row = rowOf(*view, "range-grown", "unet 0 · sample:3");
    clickRow(view->view(), row);
    view->view()->sortByColumn(models::ChangeTableModel::Severity, Qt::DescendingOrder);
    const int moved = rowOf(*view, "range-grown", "unet 0 · sample:3");
    QVERIFY(moved != row);
    QCOMPARE(view->view()->currentIndex().row(), moved);
    view->copyRows();
    const QString text = QApplication::clipboard()->text();
    QVERIFY2(text.contains(QStringLiteral("unet 0 · sample:3")), qPrintable(text));
    QVERIFY(text.contains(u'\t'));
}

void TestCompareWindow::chartsFollowTheRow() {
    CompareWindow* window = compared(otherFile());
    panels::CompareView* view = window->view();
    CompareCharts* charts = view->charts();
    clickRow(view->view(), rowOf(*view, "range-grown", "unet 0 · sample:3"));
    QTRY_VERIFY(!charts->isBusy());
    QVERIFY2(charts->ranges(CompareCharts::Before)->summary().contains(QStringLiteral("64 to 160")),
             qPrintable(charts->ranges(CompareCharts::Before)->summary()));
    QVERIFY2(charts->ranges(CompareCharts::After)->summary().contains(QStringLiteral("64 to 192")),
             qPrintable(charts->ranges(CompareCharts::After)->summary()));
    QVERIFY(charts->title(CompareCharts::After).startsWith(QStringLiteral("after · wider.shapes.jsonl")));
    charts->tabs()->setCurrentIndex(1);
    QTRY_VERIFY(!charts->isBusy());
    QVERIFY(charts->sizeBatch(CompareCharts::After)->summary().contains(QStringLiteral("192")));
    QVERIFY(!charts->sizeBatch(CompareCharts::Before)->summary().contains(QStringLiteral("192")));
    charts->tabs()->setCurrentIndex(2);
    QTRY_VERIFY(!charts->isBusy());
    QVERIFY(charts->evolution(CompareCharts::Before)->summary().contains(QStringLiteral("sample")));
    // What only one capture has.
    clickRow(view->view(), rowOf(*view, "tensor-new", "unet 0 · step_index"));
    QCOMPARE(charts->placeholder(CompareCharts::Before), QStringLiteral("This capture does not have it."));
}

void TestCompareWindow::jumpsToTheTensor() {
    CompareWindow* window = compared(otherFile());
    panels::CompareView* view = window->view();
    const int row = rowOf(*view, "range-grown", "unet 0 · sample:3");
    clickRow(view->view(), row);
    QTest::keyClick(view->view(), Qt::Key_Return);
    const auto& selection = m_window->workspace().selection();
    QCOMPARE(selection.tensor(), std::optional(tensorOf(*m_window, "unet", "0", "sample")));
    QCOMPARE(selection.axis, std::optional(3));
    // What the open capture has not is said.
    clickRow(view->view(), rowOf(*view, "tensor-new", "unet 0 · step_index"));
    QTest::keyClick(view->view(), Qt::Key_Return);
    QCOMPARE(m_window->workspace().selection().graph,
             std::optional(test_support::graphNamed(captureOf(*m_window), "unet", "0")));
}

void TestCompareWindow::swapsAndReloads() {
    const QString file = otherFile();
    CompareWindow* window = compared(file);
    panels::CompareView* view = window->view();
    button(*window, QStringLiteral("Swap"))->click();
    settle(*m_window);
    QCOMPARE(view->names(), QStringLiteral("wider.shapes.jsonl  →  diffusion-pipeline.shapes.jsonl"));
    const int row = rowOf(*view, "range-shrunk", "unet 0 · sample:3");
    QVERIFY(row >= 0);
    clickRow(view->view(), row);
    QTest::keyClick(view->view(), Qt::Key_Return);
    QCOMPARE(m_window->workspace().selection().tensor(),
             std::optional(tensorOf(*m_window, "unet", "0", "sample")));
    QFile::remove(file);
    QVERIFY(QFile::copy(sampleFile(), file));
    button(*window, QStringLiteral("Reload"))->click();
    settle(*m_window);
    QCOMPARE(view->summary(), QStringLiteral("no differences"));
    QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner);
}

void TestCompareWindow::failuresAreSaid() {
    CompareWindow* window = compared(otherFile());
    const int rows = window->view()->model().rowCount();
    static_cast<void>(compared(m_folder.filePath("missing.jsonl")));
    QVERIFY(window->view()->messages()->isVisible());
    QVERIFY(window->view()->messages()->text().contains(QStringLiteral("missing.jsonl")));
    QCOMPARE(window->view()->model().rowCount(), rows);  // what was there stays
}

void TestCompareWindow::filesCanBeDropped() {
    CompareWindow* window = compared(sampleFile());
    QMimeData content;
    content.setUrls({QUrl::fromLocalFile(otherFile())});
    QDragEnterEvent enter({20, 20}, Qt::CopyAction, &content, Qt::LeftButton, {});
    QCoreApplication::sendEvent(window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({20, 20}, Qt::CopyAction, &content, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window, &drop);
    settle(*m_window);
    QVERIFY(window->view()->model().rowCount() > 0);
}

void TestCompareWindow::closingForgets() {
    CompareWindow* window = compared(otherFile());
    QTest::keyClick(window, Qt::Key_Escape);
    QTRY_VERIFY(m_window->compareWindow() == nullptr);
    QVERIFY(!m_window->comparison().other());
    QVERIFY(!m_window->comparison().compared());
    window = compared(otherFile());  // and it can be done again
    QVERIFY(window->view()->model().rowCount() > 0);
    m_window.reset();  // with the window open
}

void TestCompareWindow::keyboard() {
    CompareWindow* window = compared(otherFile());
    panels::CompareView* view = window->view();
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window));
    QTest::keyClick(window, Qt::Key_F, Qt::ControlModifier);
    QCOMPARE(window->focusWidget(), static_cast<QWidget*>(view->filter()));
    QTest::keyClick(view->filter(), Qt::Key_Down);
    QCOMPARE(window->focusWidget(), static_cast<QWidget*>(view->view()));
    QTest::keyClick(view->view(), Qt::Key_Down);
    QCOMPARE(view->view()->currentIndex().row(), 1);
    QTest::keyClick(window, Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QApplication::clipboard()->text().contains(u'\t'));
}

void TestCompareWindow::everyControlHasAName() {
    const CompareWindow* window = compared(otherFile());
    QStringList nameless;
    for (const QWidget* widget : window->findChildren<QWidget*>()) {
        const bool isControl = widget->inherits("QAbstractButton") || widget->inherits("QAbstractItemView") ||
                               widget->inherits("QLineEdit") || widget->inherits("QTabBar") ||
                               widget->inherits("QProgressBar") || widget->inherits("QSplitter");
        const QByteArray type = widget->metaObject()->className();
        if (isControl && type != "QTableCornerButton" && type != "QLineEditIconButton" &&
            !widget->objectName().startsWith(QStringLiteral("qt_")) && !widget->inherits("QHeaderView") &&
            !(widget->parentWidget() && widget->parentWidget()->inherits("QTabBar")) &&
            widget->accessibleName().isEmpty()) {
            nameless += QString::fromLatin1(type) + u' ' + widget->objectName();
        }
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
}

void TestCompareWindow::look_data() {
    QTest::addColumn<QString>("theme");
    QTest::addColumn<int>("chart");
    for (const QString& theme : {QStringLiteral("light"), QStringLiteral("dark")}) {
        for (int chart = 0; chart < 3; ++chart) {
            QTest::newRow(qPrintable(theme + u' ' + QString::number(chart))) << theme << chart;
        }
    }
}

void TestCompareWindow::look() {
    QFETCH(QString, theme);
    QFETCH(int, chart);
    widgets::applyTheme(*qApp, *widgets::themeFromName(theme));
    CompareWindow* window = compared(otherFile());
    window->resize(1000, 660);
    panels::CompareView* view = window->view();
    view->charts()->tabs()->setCurrentIndex(chart);
    clickRow(view->view(), rowOf(*view, "range-grown", "unet 0 · sample:3"));
    QTRY_VERIFY(!view->charts()->isBusy());
    QCoreApplication::processEvents();
    const QImage picture = window->grab().toImage();
    QVERIFY(picture.width() >= 1000);
    keepGrab(*window, QStringLiteral("compare-%1-%2").arg(chart).arg(theme));
    widgets::applyTheme(*qApp, widgets::ThemeChoice::light);
}

QTEST_MAIN(TestCompareWindow)
#include "tst_compare_window.moc"
