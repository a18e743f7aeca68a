// SPDX-License-Identifier: GPL-3.0-or-later
// One user's way through a real window on a real X server: open, select, filter, zoom, and see it.
#include <QFileDialog>
#include <QGuiApplication>
#include <QLineEdit>
#include <QScreen>
#include <QWheelEvent>

#include "tests/gui/shell/shell_test.h"

using namespace dimscope;
using namespace dimscope::test;

class TestEndToEnd : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() {
        QCOMPARE(QGuiApplication::platformName(), QStringLiteral("xcb"));
        fixSurroundings(m_settings.path());
    }
    void opensSelectsFiltersZooms();

 private:
    /// What the X server shows of a widget.
    static QImage seen(QWidget& widget) {
        QCoreApplication::processEvents();
        const QPoint corner = widget.mapToGlobal(QPoint());
        return widget.screen()
            ->grabWindow(0, corner.x(), corner.y(), widget.width(), widget.height())
            .toImage();
    }

    QTemporaryDir m_settings;
};

void TestEndToEnd::opensSelectsFiltersZooms() {
    MainWindow window(MainWindow::Memory::settings);
    window.resize(1200, 760);
    window.layoutOfPanels().reset();
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.activateWindow();
    const QImage empty = seen(window);

    // Open, through the dialog.
    actionOf(window, QStringLiteral("open"))->trigger();
    auto* dialog = window.findChild<QFileDialog*>(QStringLiteral("openDialog"));
    QVERIFY(dialog);
    QVERIFY(QTest::qWaitForWindowExposed(dialog));
    auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    name->setText(sampleFile());
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_VERIFY(window.workspace().document());
    settle(window);
    QTRY_VERIFY(window.findChild<QFileDialog*>(QStringLiteral("openDialog")) == nullptr);
    QVERIFY(seen(window) != empty);

    // Select a tensor with the mouse.
    auto& layout = window.layoutOfPanels();
    window.workspace().selectGraph(test_support::graphNamed(captureOf(window), "unet", "0"));
    settle(window);
    const auto sample = tensorOf(window, "unet", "0", "sample");
    clickRow(layout.tensors()->view(), *layout.tensors()->model().rowOfTensor(sample));
    settle(window);
    QCOMPARE(window.workspace().selection().tensor(), std::optional(sample));
    QCOMPARE(layout.axes()->summary(), QStringLiteral("sample"));
    QCOMPARE(layout.axes()->view()->model()->rowCount(), 4);
    const QImage selected = seen(*layout.tensors());

    // Filter with the keyboard.
    auto* filter = window.findChild<widgets::FilterEdit*>(QStringLiteral("filter"));
    filter->setFocus();
    QTest::keyClicks(filter, QStringLiteral("verdict:dynamic"));
    settle(window);
    const int fits = layout.tensors()->model().rowCount();
    QVERIFY(fits > 0 && fits < layout.tensors()->model().sourceRowCount());
    QVERIFY(seen(*layout.tensors()) != selected);
    QTest::keyClick(filter, Qt::Key_Escape);
    settle(window);

    // Zoom with the wheel, then pick a sample in the chart.
    charts::EvolutionChart* chart = layout.charts()->evolution();
    const QImage whole = seen(*chart);
    const auto all = *chart->visibleSamples();
    const QPoint middle(chart->width() / 2, chart->height() / 3);
    for (int notch = 0; notch < 4; ++notch) {
        QWheelEvent wheel(middle, chart->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, {},
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(chart, &wheel);
    }
    settle(window);
    const auto part = *chart->visibleSamples();
    QVERIFY(part.last - part.first < all.last - all.first);
    QTRY_VERIFY(seen(*chart) != whole);
    QTest::mouseClick(chart, Qt::LeftButton, {}, middle);
    QVERIFY(window.workspace().selection().sample);
    const auto picked = window.workspace().selection().sample->value;
    QVERIFY(picked >= part.first && picked <= part.last);
    QCOMPARE(layout.samples()->view()->selectedRowNumbers(), QList<int>{static_cast<int>(picked)});
    keepGrab(window, QStringLiteral("e2e"));
    QVERIFY(window.close());
}

QTEST_MAIN(TestEndToEnd)
#include "tst_e2e.moc"
