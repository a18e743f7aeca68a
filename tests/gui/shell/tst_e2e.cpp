// SPDX-License-Identifier: GPL-3.0-or-later
// One user's way through a real window on a real X server: open, select, filter, zoom, and see it.
#include <QFileDialog>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMouseEvent>
#include <QScreen>
#include <QTemporaryDir>
#include <QWheelEvent>
#include <optional>

#include "tests/gui/shell/shell_test.h"
#include "ui/charts/ranges_chart.h"
#include "ui/models/override_table_model.h"
#include "ui/panels/overrides_panel.h"

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
    void editsDragsUndoesSavesReloads();

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

namespace {

/// A mouse event as the widget gets it; the X server's own pointer, whose events come late, stays where it
/// is.
void sendMouse(QWidget& to, QEvent::Type type, QPoint at, Qt::MouseButtons held) {
    QMouseEvent event(type, at, to.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                      held, Qt::NoModifier);
    QCoreApplication::sendEvent(&to, &event);
}

/// The rightmost place in the topmost row of a chart where the mouse can grab a handle.
std::optional<QPoint> grabbable(QWidget& chart) {
    for (int y = 4; y < chart.height(); y += 4) {
        for (int x = chart.width() - 4; x > 0; x -= 3) {
            sendMouse(chart, QEvent::MouseMove, {x, y}, Qt::NoButton);
            if (chart.cursor().shape() == Qt::SizeHorCursor) {
                return QPoint(x, y + 4);  // not at the very edge of the row
            }
        }
    }
    return std::nullopt;
}

}  // namespace

void TestEndToEnd::editsDragsUndoesSavesReloads() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("unet.overrides.json"));
    MainWindow window(MainWindow::Memory::none);
    window.resize(1400, 875);
    window.layoutOfPanels().reset();
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.activateWindow();
    window.open({sampleFile()});
    QTRY_VERIFY(window.workspace().document());
    settle(window);
    const auto sample = tensorOf(window, "unet", "0", "sample");
    window.workspace().selectTensors({sample});
    settle(window);

    // A maximum, by keyboard.
    panels::OverridesPanel* panel = window.layoutOfPanels().overrides();
    panel->view()->setFocus();
    panel->view()->setCurrentIndex(panel->model().index(0, models::OverrideTableModel::Max));
    QTest::keyClick(panel->view(), Qt::Key_F2);
    auto* cell = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(cell != nullptr);
    cell->selectAll();
    QTest::keyClicks(cell, QStringLiteral("16"));
    QTest::keyClick(cell, Qt::Key_Return);
    settle(window);
    QCOMPARE(window.editor().stated(sample)->max[0], std::int64_t{16});
    QVERIFY(panel->coverage().contains(QStringLiteral("24")));

    // The same bound, by dragging its handle in the chart.
    actionOf(window, QStringLiteral("chart.ranges"))->trigger();
    settle(window);
    charts::RangesChart* chart = window.layoutOfPanels().charts()->ranges();
    const auto handle = grabbable(*chart);
    QVERIFY2(handle, "no handle was found under the mouse");
    sendMouse(*chart, QEvent::MouseButtonPress, *handle, Qt::LeftButton);
    sendMouse(*chart, QEvent::MouseMove, *handle + QPoint(20, 0), Qt::LeftButton);
    sendMouse(*chart, QEvent::MouseMove, *handle + QPoint(40, 0), Qt::LeftButton);
    sendMouse(*chart, QEvent::MouseButtonRelease, *handle + QPoint(40, 0), Qt::NoButton);
    settle(window);
    const std::int64_t dragged = window.editor().stated(sample)->max[0];
    QVERIFY2(dragged > 16, qPrintable(QString::number(dragged)));
    QCOMPARE(window.overrides().undoStack().count(), 2);
    keepGrab(window, QStringLiteral("e2e-overrides"));

    // All of it undone, and done again.
    QTest::keySequence(&window, QKeySequence::Undo);
    QTest::keySequence(&window, QKeySequence::Undo);
    settle(window);
    QVERIFY(window.overrides().set()->empty());
    QVERIFY(!window.isWindowModified());
    QTest::keySequence(&window, QKeySequence(QStringLiteral("Ctrl+Shift+Z")));
    QTest::keySequence(&window, QKeySequence(QStringLiteral("Ctrl+Shift+Z")));
    settle(window);
    QCOMPARE(window.editor().stated(sample)->max[0], dragged);

    // Saved, reloaded, and opened by another window.
    window.overridesFiles().saveAs(path);
    QVERIFY(!window.isWindowModified());
    const auto saved = *window.overrides().set();
    QTest::keySequence(&window, QKeySequence(Qt::Key_F5));
    settle(window);
    QVERIFY(*window.overrides().set() == saved);
    QVERIFY(window.close());
    MainWindow other(MainWindow::Memory::none);
    other.show();
    other.open({sampleFile(), path});
    QTRY_VERIFY(other.workspace().document());
    settle(other);
    QCOMPARE(other.editor().stated(tensorOf(other, "unet", "0", "sample"))->max[0], dragged);
    QVERIFY(other.close());
}

QTEST_MAIN(TestEndToEnd)
#include "tst_e2e.moc"
