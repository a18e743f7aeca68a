// SPDX-License-Identifier: GPL-3.0-or-later
// Keyboard and screen reader: names, shortcuts, and that no menu entry does nothing.
#include <QAbstractItemView>
#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QSplitterHandle>
#include <QTabBar>
#include <QTextBrowser>
#include <QToolButton>
#include <algorithm>

#include "tests/gui/shell/shell_test.h"
#include "ui/panels/overrides_panel.h"
#include "ui/shell/actions.h"
#include "ui/widgets/late_dock.h"
#include "ui/widgets/panel_frame.h"

using namespace dimscope;
using namespace dimscope::test;

namespace {

/// Parts that Qt makes itself and that no user meets by name.
bool isPartOfAControl(const QWidget& widget) {
    const QByteArray type = widget.metaObject()->className();
    static const QSet<QByteArray> kParts{
        "QScrollBar", "QSplitterHandle",   "QTableCornerButton",     "QMenu",      "QLineEditIconButton",
        "QSizeGrip",  "QToolBarExtension", "QDockWidgetTitleButton", "QRubberBand"};
    return kParts.contains(type) || widget.objectName().startsWith(QStringLiteral("qt_")) ||
           type.startsWith("QToolBarHandle") || type == "QDialogButtonBox";
}

bool isControl(const QWidget& widget) {
    return widget.focusPolicy() != Qt::NoFocus || widget.inherits("QAbstractButton") ||
           widget.inherits("QAbstractItemView") || widget.inherits("QLineEdit") ||
           widget.inherits("QDockWidget") || widget.inherits("QProgressBar") || widget.inherits("QToolBar");
}

/// QObject tells only its own kin how many slots hear a signal.
struct Receivers : QAction {
    static int count(const QAction& action) {
        return (action.*&Receivers::receivers)(SIGNAL(triggered(bool)));
    }
};

int receiversOf(const QAction& action) {
    return Receivers::count(action);
}

void collect(QAccessibleInterface* item, int depth, int* count, QStringList* nameless) {
    if (item == nullptr || !item->isValid() || depth > 12) {
        return;
    }
    ++*count;
    const auto role = item->role();
    const bool needsName = role == QAccessible::PushButton || role == QAccessible::PageTab ||
                           role == QAccessible::Table || role == QAccessible::Tree ||
                           role == QAccessible::EditableText || role == QAccessible::MenuItem;
    if (needsName && item->text(QAccessible::Name).isEmpty() && !item->state().invisible) {
        *nameless +=
            QString::number(role) + QStringLiteral(" ") +
            (item->object() ? QString::fromLatin1(item->object()->metaObject()->className()) : QString());
    }
    for (int i = 0; i < std::min(item->childCount(), 60); ++i) {
        collect(item->child(i), depth + 1, count, nameless);
    }
}

}  // namespace

class TestWindowAccess : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { fixSurroundings(m_settings.path()); }
    void init() {
        failOnWarnings();
        m_window = std::make_unique<MainWindow>(MainWindow::Memory::none);
        showSample(*m_window);
    }
    void cleanup() { m_window.reset(); }

    void everyControlHasAName();
    void everythingCanBeReadAloud();
    void tablesAlwaysHaveACurrentIndex();
    void shortcutsAreUnique();
    void everyEntryIsConnected();
    void shortcutsDialogListsAll();
    void aboutNamesVersionAndLicence();
    void docksAreNamedAsTheirPanels();
    void panelsAreReachedByKey();
    void tablesAreWorkedByKeys();

 private:
    QTemporaryDir m_settings;
    std::unique_ptr<MainWindow> m_window;
};

void TestWindowAccess::everyControlHasAName() {
    QStringList nameless;
    for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
        const bool isMenuBarButton = widget->parentWidget() == m_window->menuBar();
        if (isControl(*widget) && !isPartOfAControl(*widget) && !isMenuBarButton &&
            widget->accessibleName().isEmpty() && widget->windowTitle().isEmpty()) {
            const QString parent =
                widget->parentWidget()
                    ? widget->parentWidget()->objectName() +
                          QString::fromLatin1(widget->parentWidget()->metaObject()->className())
                    : QString();
            nameless += QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName() +
                        QStringLiteral(" in ") + parent;
        }
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
}

void TestWindowAccess::everythingCanBeReadAloud() {
    int count = 0;
    QStringList nameless;
    collect(QAccessible::queryAccessibleInterface(m_window.get()), 0, &count, &nameless);
    QVERIFY(count > 200);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
}

void TestWindowAccess::tablesAlwaysHaveACurrentIndex() {
    const auto check = [this] {
        for (auto* table : m_window->findChildren<widgets::TableView*>()) {
            if (table->model() != nullptr && table->model()->rowCount() > 0) {
                QVERIFY2(table->currentIndex().isValid(), qPrintable(table->accessibleName()));
            }
        }
    };
    check();
    for (const char* filter : {"sample", "nothing at all", "", "verdict:batch", ""}) {
        m_window->workspace().setFilter(QLatin1String(filter));
        settle(*m_window);
        check();
    }
    m_window->open({dataFile(QStringLiteral("aitune/tuning_report_v3.json"))});
    settle(*m_window);
    check();
}

void TestWindowAccess::shortcutsAreUnique() {
    QHash<QString, QString> owner;
    QStringList doubles;
    for (const QAction* action : m_window->findChildren<QAction*>()) {
        for (const QKeySequence& key : action->shortcuts()) {
            const QString text = key.toString(QKeySequence::PortableText);
            if (owner.contains(text)) {
                doubles +=
                    text + QStringLiteral(": ") + owner.value(text) + QStringLiteral(", ") + action->text();
            }
            owner.insert(text, action->text());
        }
    }
    QVERIFY(owner.size() > 15);
    QVERIFY2(doubles.isEmpty(), qPrintable(doubles.join(u'\n')));
    // Mnemonics within a menu, too.
    for (const QAction* menu : m_window->menuBar()->actions()) {
        QSet<QChar> letters;
        for (const QAction* action : menu->menu()->actions()) {
            const qsizetype mark = action->text().indexOf(u'&');
            if (mark >= 0) {
                const QChar letter = action->text().at(mark + 1).toLower();
                QVERIFY2(!letters.contains(letter), qPrintable(menu->text() + u' ' + action->text()));
                letters.insert(letter);
            }
        }
    }
}

void TestWindowAccess::everyEntryIsConnected() {
    QList<QMenu*> menus;
    for (const QAction* action : m_window->menuBar()->actions()) {
        menus += action->menu();
    }
    int entries = 0;
    while (!menus.isEmpty()) {
        QMenu* menu = menus.takeFirst();
        for (QAction* action : menu->actions()) {
            if (action->menu() != nullptr) {
                menus += action->menu();
                continue;
            }
            if (action->isSeparator()) {
                continue;
            }
            ++entries;
            // Dock entries and entries of a group act through their owners.
            const bool acts = action->actionGroup() != nullptr ||
                              qobject_cast<QDockWidget*>(action->parent()) || receiversOf(*action) > 0;
            QVERIFY2(acts, qPrintable(action->text()));
            QVERIFY2(!action->text().isEmpty(), qPrintable(menu->title()));
        }
    }
    QVERIFY(entries > 25);
}

void TestWindowAccess::shortcutsDialogListsAll() {
    actionOf(*m_window, QStringLiteral("shortcuts"))->trigger();
    auto* dialog = m_window->findChild<QDialog*>(QStringLiteral("shortcutsDialog"));
    QVERIFY(dialog);
    QTRY_VERIFY(dialog->isVisible());
    const auto* table = dialog->findChild<widgets::TableView*>();
    QStringList keys;
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        keys += table->model()->index(row, 2).data().toString();
    }
    for (const auto& entry : shell::shortcutsOf(*m_window)) {
        QVERIFY2(keys.contains(entry.shortcut), qPrintable(entry.text));
    }
    keepGrab(*dialog, QStringLiteral("shortcuts-light"));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(m_window->findChild<QDialog*>(QStringLiteral("shortcutsDialog")) == nullptr);
}

void TestWindowAccess::aboutNamesVersionAndLicence() {
    actionOf(*m_window, QStringLiteral("about"))->trigger();
    auto* dialog = m_window->findChild<QDialog*>(QStringLiteral("aboutDialog"));
    QVERIFY(dialog);
    QTRY_VERIFY(dialog->isVisible());
    QString text;
    for (const auto* label : dialog->findChildren<QLabel*>()) {
        text += label->text();
    }
    QVERIFY(text.contains(QStringLiteral(DIMSCOPE_VERSION)));
    QVERIFY(text.contains(QStringLiteral("General Public License")));
    keepGrab(*dialog, QStringLiteral("about-light"));
    QTest::keyClick(dialog, Qt::Key_Escape);
}

void TestWindowAccess::docksAreNamedAsTheirPanels() {
    MainWindow window(MainWindow::Memory::none);
    window.resize(1400, 875);
    const auto& docks = window.layoutOfPanels().docks();
    const auto missing = [&docks] {
        return std::count_if(docks.begin(), docks.end(),
                             [](const auto* dock) { return dock->madePanel() == nullptr; });
    };
    QVERIFY(missing() > 0);  // the window comes up before these are made
    window.show();
    QTRY_COMPARE(missing(), 0);
    for (widgets::LateDock* dock : docks) {
        QCOMPARE(dock->windowTitle(), dock->panel()->title());
        QCOMPARE(dock->panelName(), dock->panel()->objectName());
        QVERIFY(dock->panel()->focusTarget() != nullptr);
    }
}

void TestWindowAccess::panelsAreReachedByKey() {
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    auto& layout = m_window->layoutOfPanels();
    layout.navigator()->view()->setFocus();
    QList<QWidget*> reached;
    for (int i = 0; i < 8; ++i) {
        QTest::keyClick(m_window.get(), Qt::Key_F6);
        reached += m_window->focusWidget();
    }
    QVERIFY(reached.contains(layout.tensors()->view()));
    QVERIFY(reached.contains(layout.axes()->view()));
    QVERIFY(reached.contains(layout.samples()->view()));
    QVERIFY(reached.contains(layout.problems()->view()));
    QVERIFY(reached.contains(layout.evidence()->page()));
    QVERIFY(!reached.contains(layout.details()->view()));  // lies behind the evidence
    QVERIFY(reached.contains(layout.charts()->evolution()));
    QVERIFY(reached.contains(layout.overrides()->view()));
    QCOMPARE(reached.back(), static_cast<QWidget*>(layout.navigator()->view()));
    QTest::keyClick(m_window.get(), Qt::Key_F6, Qt::ShiftModifier);
    QCOMPARE(m_window->focusWidget(), static_cast<QWidget*>(layout.problems()->view()));
}

void TestWindowAccess::tablesAreWorkedByKeys() {
    auto* view = m_window->layoutOfPanels().tensors()->view();
    view->setFocus();
    const auto before = m_window->workspace().selection().tensor();
    QTest::keyClick(view, Qt::Key_Down);
    QVERIFY(m_window->workspace().selection().tensor() != before);
    QCOMPARE(view->selectedRowNumbers(), QList<int>{1});
    QTest::keyClick(view, Qt::Key_Up);
    QCOMPARE(m_window->workspace().selection().tensor(), before);
    QTest::keyClick(view, Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(m_window->workspace().selection().tensors.size(), std::size_t{2});
}

QTEST_MAIN(TestWindowAccess)
#include "tst_window_access.moc"
