// SPDX-License-Identifier: GPL-3.0-or-later
// The widgets that know no domain.
#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QFont>
#include <QHeaderView>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <QTreeView>
#include <QVBoxLayout>
#include <cmath>

#include "ui/widgets/badge_delegate.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/panel_frame.h"
#include "ui/widgets/status_progress.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/text_page.h"
#include "ui/widgets/text_runs.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/theme_colors.h"

using namespace dimscope::widgets;

namespace {

void fill(QStandardItemModel& model, int rows, const QStringList& columns) {
    model.clear();
    model.setHorizontalHeaderLabels(columns);
    for (int row = 0; row < rows; ++row) {
        QList<QStandardItem*> items;
        for (const QString& column : columns) {
            items += new QStandardItem(column + QString::number(row));
        }
        model.appendRow(items);
    }
}

/// WCAG contrast of two colours, from 1 to 21.
double contrast(const QColor& a, const QColor& b) {
    const auto luminance = [](const QColor& color) {
        const auto part = [](double value) {
            return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * part(color.redF()) + 0.7152 * part(color.greenF()) + 0.0722 * part(color.blueF());
    };
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

}  // namespace

class TestWidgets : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() {
        QApplication::setFont(QFont(QStringLiteral("DejaVu Sans"), 9));
        installStyle(*qApp);
        QAccessible::setActive(true);
    }
    void init() {
        QTest::failOnWarning(QRegularExpression(
            QStringLiteral("^(?!This plugin does not support (propagateSizeHints|raise))")));
    }

    void themesAreReadable_data();
    void themesAreReadable();
    void themeNames();
    void longTextsLoseTheirMiddle();
    void iconsFollowThePalette();
    void counts();
    void runsElide();
    void tableKeepsACurrentIndex();
    void tableCopiesInVisualOrder();
    void tableSaysWhyItIsEmpty();
    void columnsSurviveAnotherSetOfColumns();
    void columnsRefuseNonsense_data();
    void columnsRefuseNonsense();
    void lastColumnCannotBeHidden();
    void filterKeys();
    void progressShowsOnlyLongWork();
    void progressWithoutEnd();
    void messageChoicesActOnce();
    void messageOfAnyLengthStaysSmall();
    void titleBarGivesWayToItsTitle();
    void focusShowsOnWhatIsEmpty();
    void badgesHaveToolTipsOfTheirOwn_data();
    void badgesHaveToolTipsOfTheirOwn();
};

void TestWidgets::themesAreReadable_data() {
    QTest::addColumn<int>("choice");
    QTest::newRow("light") << static_cast<int>(ThemeChoice::light);
    QTest::newRow("dark") << static_cast<int>(ThemeChoice::dark);
}

void TestWidgets::themesAreReadable() {
    QFETCH(int, choice);
    const QPalette palette = themePalette(static_cast<ThemeChoice>(choice));
    const ThemeColors colors = ThemeColors::of(palette);
    QCOMPARE(colors.dark, static_cast<ThemeChoice>(choice) == ThemeChoice::dark);
    for (const auto role : {QPalette::Base, QPalette::Highlight}) {
        const QColor ground = palette.color(role);
        QVERIFY(contrast(palette.color(QPalette::Text), ground) >= 7);
        for (const QColor& color :
             {colors.fixed, colors.batch, colors.dynamic, colors.warning, colors.error, colors.secondary}) {
            const QByteArray what = color.name().toLatin1() + " on " + ground.name().toLatin1();
            QVERIFY2(contrast(color, ground) >= (role == QPalette::Base ? 4.5 : 3), what.constData());
        }
    }
    QVERIFY(contrast(palette.color(QPalette::PlaceholderText), palette.color(QPalette::Base)) >= 4.5);
    QVERIFY(contrast(palette.color(QPalette::PlaceholderText), palette.color(QPalette::Window)) >= 4.5);
}

void TestWidgets::longTextsLoseTheirMiddle() {
    const QString longest(2000, QLatin1Char('a'));
    QCOMPARE(shortened(longest), longest);
    const QString text = QStringLiteral("begin") + QString(1000000, QLatin1Char('a')) + QStringLiteral("end");
    const QString cut = shortened(text);
    QVERIFY(cut.size() < 2100);
    QVERIFY(cut.startsWith(QStringLiteral("begin")));
    QVERIFY(cut.endsWith(QStringLiteral("end")));
    QVERIFY(cut.contains(QChar(0x2026)));
    ElidedLabel label;
    label.setFullText(text);
    QCOMPARE(label.text(), cut);
}

void TestWidgets::themeNames() {
    for (const auto choice : {ThemeChoice::system, ThemeChoice::light, ThemeChoice::dark}) {
        QCOMPARE(themeFromName(themeName(choice)), std::optional(choice));
    }
    QVERIFY(!themeFromName(QStringLiteral("mauve")));
    QVERIFY(!themeFromName(QString()));
}

void TestWidgets::iconsFollowThePalette() {
    const auto darkest = [] {
        const QImage image = icon(QStringLiteral("open")).pixmap(16, 16).toImage();
        int value = 255;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                const QColor color = image.pixelColor(x, y);
                value = color.alpha() > 200 ? std::min(value, color.lightness()) : value;
            }
        }
        return value;
    };
    applyTheme(*qApp, ThemeChoice::light);
    QVERIFY(darkest() < 100);
    applyTheme(*qApp, ThemeChoice::dark);
    QVERIFY(darkest() > 150);
    applyTheme(*qApp, ThemeChoice::light);
}

void TestWidgets::counts() {
    QLocale::setDefault(QLocale::c());
    QCOMPARE(counted(0, QStringLiteral("one"), QStringLiteral("%1 many")), QStringLiteral("0 many"));
    QCOMPARE(counted(1, QStringLiteral("one"), QStringLiteral("%1 many")), QStringLiteral("one"));
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    QCOMPARE(counted(1234567, QStringLiteral("one"), QStringLiteral("%1 many")),
             QStringLiteral("1,234,567 many"));
    QLocale::setDefault(QLocale::c());
}

void TestWidgets::runsElide() {
    const TextRuns runs{{QStringLiteral("[batch"), Qt::red}, {QStringLiteral(", 4096]"), Qt::black}};
    QCOMPARE(plainText(runs), QStringLiteral("[batch, 4096]"));
    const QFont font = QApplication::font();
    const int width = runsWidth(runs, font);
    QVERIFY(width > 40);
    const auto inked = [&](int room) {
        QImage image(width + 40, 20, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        drawRuns(painter, QRect(0, 0, room, 20), runs, font, Qt::black);
        painter.end();
        int last = -1;
        for (int x = 0; x < image.width(); ++x) {
            for (int y = 0; y < 20; ++y) {
                last = image.pixelColor(x, y).lightness() < 200 ? x : last;
            }
        }
        return last;
    };
    QVERIFY(inked(width + 30) > width - 6);
    QVERIFY(inked(width / 2) <= width / 2 + 1);
    QVERIFY(inked(width / 2) > 0);
}

void TestWidgets::tableKeepsACurrentIndex() {
    QStandardItemModel model;
    TableView view(QStringLiteral("Things"));
    view.setModel(&model);
    QVERIFY(!view.currentIndex().isValid());
    fill(model, 3, {QStringLiteral("a"), QStringLiteral("b")});
    QVERIFY(view.currentIndex().isValid());
    QVERIFY(view.selectedRowNumbers().isEmpty());
    view.selectRows({2, 0});
    QCOMPARE(view.selectedRowNumbers(), (QList<int>{0, 2}));
    QCOMPARE(view.currentIndex().row(), 2);
    fill(model, 1, {QStringLiteral("a")});
    QCOMPARE(view.currentIndex().row(), 0);
    view.selectRows({5});
    QVERIFY(view.selectedRowNumbers().isEmpty());
}

void TestWidgets::tableCopiesInVisualOrder() {
    QStandardItemModel model;
    fill(model, 4, {QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
    TableView view(QStringLiteral("Things"));
    view.setModel(&model);
    QList<int> copiedRows;
    QList<int> copiedColumns;
    view.setRowsToText([&](const QList<int>& rows, const QList<int>& columns) {
        copiedRows = rows;
        copiedColumns = columns;
        return QStringLiteral("copied");
    });
    QVERIFY(!view.canCopyRows());
    view.selectRows({3, 1});
    view.horizontalHeader()->moveSection(2, 0);
    view.horizontalHeader()->setSectionHidden(1, true);
    QTest::keySequence(&view, QKeySequence::Copy);
    QCOMPARE(copiedRows, (QList<int>{1, 3}));
    QCOMPARE(copiedColumns, (QList<int>{2, 0}));
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("copied"));
}

void TestWidgets::tableSaysWhyItIsEmpty() {
    QStandardItemModel model;
    TableView view(QStringLiteral("Things"));
    view.setModel(&model);
    view.resize(300, 200);
    const QImage without = view.grab().toImage();
    view.setEmptyText(QStringLiteral("Nothing here."));
    QCOMPARE(view.accessibleDescription(), QStringLiteral("Nothing here."));
    QVERIFY(view.grab().toImage() != without);
}

void TestWidgets::columnsSurviveAnotherSetOfColumns() {
    QStandardItemModel model;
    fill(model, 1, {QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
    TableView view(QStringLiteral("Things"));
    view.setModel(&model);
    QMenu menu;
    view.fillColumnMenu(menu, 0);
    for (QAction* action : menu.actions()) {
        if (action->text() == QStringLiteral("b")) {
            action->trigger();
        }
    }
    QVERIFY(view.horizontalHeader()->isSectionHidden(1));
    fill(model, 1, {QStringLiteral("a"), QStringLiteral("x")});
    QCOMPARE(view.horizontalHeader()->hiddenSectionCount(), 0);
    fill(model, 1, {QStringLiteral("b"), QStringLiteral("a"), QStringLiteral("c")});
    QVERIFY(view.horizontalHeader()->isSectionHidden(0));

    TableView other(QStringLiteral("Others"));
    other.setModel(&model);
    other.restoreColumnState(view.columnState());
    QVERIFY(other.horizontalHeader()->isSectionHidden(0));
    other.resetColumns();
    QCOMPARE(other.horizontalHeader()->hiddenSectionCount(), 0);
}

void TestWidgets::columnsRefuseNonsense_data() {
    QTest::addColumn<QJsonObject>("state");
    const auto column = [](const QJsonValue& width, const QJsonValue& position) {
        return QJsonObject{{QStringLiteral("a"), QJsonObject{{QStringLiteral("width"), width},
                                                             {QStringLiteral("position"), position}}}};
    };
    QTest::newRow("nothing") << QJsonObject();
    QTest::newRow("negative width") << column(-5, 0);
    QTest::newRow("endless width") << column(2000000000, 0);
    QTest::newRow("text") << column(QStringLiteral("wide"), QStringLiteral("left"));
    QTest::newRow("far position") << column(50, 1000000);
    QTest::newRow("negative position") << column(50, -3);
}

void TestWidgets::columnsRefuseNonsense() {
    QFETCH(QJsonObject, state);
    QStandardItemModel model;
    fill(model, 1, {QStringLiteral("a"), QStringLiteral("b")});
    TableView view(QStringLiteral("Things"));
    view.setModel(&model);
    view.restoreColumnState(state);
    QCOMPARE(view.horizontalHeader()->count(), 2);
    QVERIFY(view.horizontalHeader()->sectionSize(0) > 20);
    QVERIFY(view.horizontalHeader()->sectionSize(0) < 4001);
}

void TestWidgets::lastColumnCannotBeHidden() {
    QStandardItemModel model;
    fill(model, 1, {QStringLiteral("a")});
    TableView view(QStringLiteral("Things"));
    view.setModel(&model);
    QMenu menu;
    view.fillColumnMenu(menu, 0);
    for (const QAction* action : menu.actions()) {
        if (action->isCheckable()) {
            QVERIFY(!action->isEnabled());
        }
    }
}

void TestWidgets::filterKeys() {
    FilterEdit edit;
    QSignalSpy left(&edit, &FilterEdit::leaveRequested);
    QTest::keyClicks(&edit, QStringLiteral("attn"));
    QTest::keyClick(&edit, Qt::Key_Return);
    QCOMPARE(left.size(), 1);
    QTest::keyClick(&edit, Qt::Key_Escape);
    QCOMPARE(edit.text(), QString());
    QCOMPARE(left.size(), 1);
    QTest::keyClick(&edit, Qt::Key_Escape);
    QCOMPARE(left.size(), 2);
}

void TestWidgets::progressShowsOnlyLongWork() {
    QWidget window;
    auto* progress = new StatusProgress(&window);
    window.show();
    QSignalSpy cancelled(progress, &StatusProgress::cancelRequested);
    progress->begin(QStringLiteral("Loading"));
    progress->finish();
    QTest::qWait(StatusProgress::kDelayMs + 60);
    QVERIFY(!progress->isVisible());
    progress->begin(QStringLiteral("Loading"));
    QVERIFY(!progress->isVisible());
    QTRY_VERIFY(progress->isVisible());
    QTest::mouseClick(progress->findChild<QToolButton*>(), Qt::LeftButton);
    QCOMPARE(cancelled.size(), 1);
    progress->finish();
    QVERIFY(!progress->isVisible());
}

void TestWidgets::progressWithoutEnd() {
    StatusProgress progress;
    progress.begin(QStringLiteral("Loading"));
    auto* bar = progress.findChild<QProgressBar*>();
    QCOMPARE(bar->maximum(), 0);
    progress.setProgress(0.5, QStringLiteral("half"));
    QCOMPARE(bar->value(), bar->maximum() / 2);
    progress.setProgress(7, {});
    QCOMPARE(bar->value(), bar->maximum());
}

void TestWidgets::messageChoicesActOnce() {
    MessageBar bar(QStringLiteral("Message"));
    int acted = 0;
    bar.showMessage(MessageBar::Kind::warning, QStringLiteral("one"),
                    {{QStringLiteral("Do it"), [&] { ++acted; }}});
    QVERIFY(bar.isVisible());
    QTest::mouseClick(bar.findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(acted, 1);
    QVERIFY(!bar.isVisible());
    // A choice may show the next message itself.
    bar.showMessage(MessageBar::Kind::error, QStringLiteral("two"),
                    {{QStringLiteral("Again"),
                      [&] { bar.showMessage(MessageBar::Kind::error, QStringLiteral("three"), {}); }}});
    for (auto* button : bar.findChildren<QPushButton*>()) {
        if (button->text() == QStringLiteral("Again")) {
            button->click();
        }
    }
    QCOMPARE(bar.text(), QStringLiteral("three"));
    QVERIFY(bar.isVisible());
    QTest::keyClick(&bar, Qt::Key_Escape);
    QVERIFY(!bar.isVisible());
}

void TestWidgets::messageOfAnyLengthStaysSmall() {
    MessageBar bar(QStringLiteral("Message"));
    bar.resize(600, 40);
    bar.showMessage(MessageBar::Kind::error, QString(20000, u'x'));
    QCoreApplication::processEvents();
    QVERIFY(bar.sizeHint().height() < 260);
    QVERIFY(bar.minimumSizeHint().width() < 500);
    QCOMPARE(bar.text().size(), 20000);
}

void TestWidgets::titleBarGivesWayToItsTitle() {
    PanelTitleBar bar(QStringLiteral("Tensors"));
    bar.setSummary(QString(300, u'n'));
    bar.resize(220, bar.sizeHint().height());
    bar.show();
    QVERIFY(bar.width() == 220);
    const auto labels = bar.findChildren<QLabel*>();
    for (const QLabel* label : labels) {
        QVERIFY(label->geometry().right() < bar.width());
        if (label->text() == QStringLiteral("Tensors")) {
            QVERIFY(label->width() >= label->sizeHint().width());
        }
    }
}

void TestWidgets::focusShowsOnWhatIsEmpty() {
    QWidget window;
    auto* layout = new QVBoxLayout(&window);
    QStandardItemModel model;
    auto* table = new TableView(QStringLiteral("empty"));
    table->setModel(&model);
    table->setEmptyText(QStringLiteral("nothing"));
    auto* page = new TextPage;
    auto* other = new QLineEdit;
    for (QWidget* widget : QList<QWidget*>{table, page, other}) {
        layout->addWidget(widget);
    }
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    for (QAbstractScrollArea* view : QList<QAbstractScrollArea*>{table, page}) {
        other->setFocus();
        const QColor before = view->viewport()->grab().toImage().pixelColor(0, 0);
        view->setFocus(Qt::TabFocusReason);
        QTest::keyClick(view, Qt::Key_Shift);
        window.setAttribute(Qt::WA_KeyboardFocusChange);
        const QColor focused = view->viewport()->grab().toImage().pixelColor(0, 0);
        QVERIFY2(before != focused, view->metaObject()->className());
        QCOMPARE(focused, view->palette().color(QPalette::Link));
    }
}

void TestWidgets::badgesHaveToolTipsOfTheirOwn_data() {
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("fromRight");  // of the place pointed at
    QTest::addColumn<QString>("toolTip");
    QTest::newRow("first badge") << 400 << 15 << "first";
    QTest::newRow("second badge") << 400 << 45 << "second";
    QTest::newRow("text") << 400 << 390 << "the whole row";
    QTest::newRow("no room for the second badge") << 90 << 45 << "the whole row";
}

void TestWidgets::badgesHaveToolTipsOfTheirOwn() {
    QFETCH(int, width);
    QFETCH(int, fromRight);
    QStandardItemModel model;
    fill(model, 1, {QStringLiteral("a name that takes more than half of a narrow row")});
    model.item(0)->setToolTip(QStringLiteral("the whole row"));
    QTreeView view;
    view.setModel(&model);
    BadgeDelegate delegate([](const QModelIndex& index, const ThemeColors& colors) {
        BadgeDelegate::Row row;
        row.text.append({index.data().toString(), {}, TextRun::Face::normal});
        row.badges.append(
            {QStringLiteral("1"), colors.note, BadgeDelegate::Frame::rounded, QStringLiteral("first")});
        row.badges.append(
            {QStringLiteral("■22"), colors.error, BadgeDelegate::Frame::none, QStringLiteral("second")});
        return row;
    });
    QStyleOptionViewItem option;
    option.widget = &view;
    option.font = view.font();
    option.palette = view.palette();
    option.rect = QRect(0, 0, width, 24);
    const QPoint place(width - fromRight, 12);
    QHelpEvent event(QEvent::ToolTip, place, view.mapToGlobal(place));
    QToolTip::hideText();
    QVERIFY(delegate.helpEvent(&event, &view, option, model.index(0, 0)));
    QTEST(QToolTip::text(), "toolTip");
}

QTEST_MAIN(TestWidgets)
#include "tst_widgets.moc"
