// SPDX-License-Identifier: GPL-3.0-or-later
// A dock that makes its panel when it is needed.
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include "ui/widgets/late_dock.h"
#include "ui/widgets/panel_frame.h"

using namespace dimscope::widgets;

namespace {

class Panel : public PanelFrame {
 public:
    Panel() : PanelFrame(QStringLiteral("Notes"), QStringLiteral("notes")) { setContent(new QLabel); }
};

}  // namespace

class TestLateDock : public QObject {
    Q_OBJECT

 private slots:
    void holdsAnEmptyFrameFirst();
    void makesThePanelOnce();
    void takesAPanelThatIsThere();
};

void TestLateDock::holdsAnEmptyFrameFirst() {
    int calls = 0;
    const LateDock dock(QStringLiteral("Notes"), QStringLiteral("notes"), [&calls] {
        ++calls;
        return new Panel;
    });
    QCOMPARE(calls, 0);
    QCOMPARE(dock.madePanel(), nullptr);
    QCOMPARE(dock.objectName(), QStringLiteral("notesDock"));
    QCOMPARE(dock.accessibleName(), QStringLiteral("Notes"));
    QCOMPARE(dock.windowTitle(), QStringLiteral("Notes"));
    const auto* title = qobject_cast<PanelTitleBar*>(dock.titleBarWidget());
    QVERIFY(title != nullptr);
    QCOMPARE(title->title(), QStringLiteral("Notes"));
    QCOMPARE(dock.widget()->findChildren<QLabel*>().size(), 0);
}

void TestLateDock::makesThePanelOnce() {
    int calls = 0;
    LateDock dock(QStringLiteral("Notes"), QStringLiteral("notes"), [&calls] {
        ++calls;
        return new Panel;
    });
    const QSignalSpy made(&dock, &LateDock::made);
    PanelFrame* panel = dock.panel();
    QCOMPARE(dock.widget(), static_cast<QWidget*>(panel));
    QCOMPARE(dock.titleBarWidget(), static_cast<QWidget*>(panel->titleBar()));
    QCOMPARE(dock.panel(), panel);
    QCOMPARE(dock.madePanel(), panel);
    QCOMPARE(calls, 1);
    QCOMPARE(made.size(), 1);
    QCOMPARE(dock.findChildren<PanelTitleBar*>().size(), 1);  // the empty frame is gone
}

void TestLateDock::takesAPanelThatIsThere() {
    auto* panel = new Panel;
    LateDock dock(panel);
    QCOMPARE(dock.madePanel(), static_cast<PanelFrame*>(panel));
    QCOMPARE(dock.panel(), static_cast<PanelFrame*>(panel));
    QCOMPARE(dock.panelName(), QStringLiteral("notes"));
    QCOMPARE(dock.windowTitle(), QStringLiteral("Notes"));
}

QTEST_MAIN(TestLateDock)
#include "tst_late_dock.moc"
