// SPDX-License-Identifier: GPL-3.0-or-later
// Editing overrides with the keyboard and the mouse, and what the panel says of them.
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

#include "tests/gui/panels/overrides_panel_test.h"
#include "ui/models/roles.h"
#include "ui/panels/overrides_panel.h"
#include "ui/panels/what_if_view.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/theme.h"

using namespace dimscope;
using Model = models::OverrideTableModel;
using panels::OverridesPanel;
using test::OverridesSession;
using test::Shown;

class TestOverridesPanel : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { widgets::installStyle(*qApp); }
    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support )")));
    }

    void saysWhyItIsEmpty();
    void aSummaryHasNoSamples();
    void aScalarHasNoAxes();
    void showsWhatIsInferred();
    void typedBoundsAreOneStepEach();
    void escapeCancels();
    void returnEditsAndTabGoesOn();
    void anUnchangedCellMakesNoOverride();
    void typingSurvivesAJudgement();
    void kindIsChosenByKey();
    void symbolsAreCompleted();
    void wordsUnfoldByKey();
    void tabGoesFromTopToBottom();
    void optIsPicked_data();
    void optIsPicked();
    void optIsPickedByMenuAndKey();
    void aSymbolIsRenamedEverywhere();
    void batchAxisIsChecked();
    void aSymbolsRangeChangesWhereverItStands();
    void namesAndNotes();
    void aNameIsTakenWhenTheTensorChanges();
    void acceptCopyAndReset();
    void problemsStandInTheRowAndBelow();
    void anOverrideOfAnotherRankShowsWhatCounts();
    void axisFollowsTheSelection();
    void whatIfAnswersWhileTyping();
    void whatIfFollowsTheOverrides();
    void controlsHaveNames();
    void outlivesTheEditor();
};

void TestOverridesPanel::saysWhyItIsEmpty() {
    session::Workspace workspace;
    session::OverridesDocument document;
    session::OverridesJudge judge(workspace, document);
    session::OverridesEditor editor(workspace, document, judge);
    OverridesPanel panel(workspace, document, judge, editor);
    panel.show();
    QCOMPARE(panel.view()->emptyText(), QStringLiteral("Nothing is open."));
    QVERIFY(!panel.nameEdit()->isEnabled());
    panel.setCurrentTab(OverridesPanel::WhatIf);
    QCOMPARE(panel.whatIf()->view()->emptyText(), QStringLiteral("Nothing is open."));
    const auto data = test_support::pipelineCapture();
    workspace.setDocument(test::documentOf(data));
    QCOMPARE(panel.view()->emptyText(), QStringLiteral("The samples are being looked at."));
    QTRY_VERIFY(!judge.isBusy());
    workspace.selectModule(test_support::moduleNamed(*data.capture, "unet"));
    QCOMPARE(panel.view()->emptyText(), QStringLiteral("Select a tensor to state its sizes."));
    QCOMPARE(panel.model().rowCount(), 0);
    QVERIFY(!panel.nameEdit()->isEnabled());
    workspace.setDocument(nullptr);
    QCOMPARE(panel.view()->emptyText(), QStringLiteral("Nothing is open."));
}

void TestOverridesPanel::aSummaryHasNoSamples() {
    OverridesSession all(test_support::summaryCapture());
    Shown shown(all);
    QVERIFY(shown.panel.model().rowCount() > 0);
    QCOMPARE(shown.panel.coverage(), QStringLiteral("A summary: there are no samples to be covered."));
    shown.type(0, Model::Symbol, QStringLiteral("rows"));
    shown.goTo(0, Model::Opt);
    QTest::keyClick(shown.panel.view(), Qt::Key_F2);
    QVERIFY(shown.cellEdit() != nullptr);
    QVERIFY(shown.cellEdit()->completer() == nullptr);
    QTest::keyClick(shown.cellEdit(), Qt::Key_Escape);
}

void TestOverridesPanel::aScalarHasNoAxes() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("timestep")});
    Shown shown(all);
    QCOMPARE(shown.panel.model().rowCount(), 0);
    QCOMPARE(shown.panel.view()->emptyText(), QStringLiteral("A scalar: it has no axes."));
    QVERIFY(shown.panel.nameEdit()->isEnabled());
}

void TestOverridesPanel::showsWhatIsInferred() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    QCOMPARE(shown.panel.model().rowCount(), 4);
    QCOMPARE(shown.cell(0, Model::Max), QStringLiteral("8"));
    QCOMPARE(shown.panel.summary(), QStringLiteral("sample · inferred"));
    QCOMPARE(shown.panel.coverage(), QStringLiteral("✓ covers all 24 samples"));
    QVERIFY(!shown.panel.problemsView()->isVisible());
    QCOMPARE(all.steps(), 0);
}

void TestOverridesPanel::typedBoundsAreOneStepEach() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    shown.type(2, Model::Max, QStringLiteral("9223372036854775807"));
    QCOMPARE(all.steps(), 1);
    QCOMPARE(shown.cell(2, Model::Max), QStringLiteral("9223372036854775807"));
    QCOMPARE(shown.panel.summary(), QStringLiteral("sample · overridden"));
    shown.type(2, Model::Max, QStringLiteral("80"));
    all.settle();
    QCOMPARE(all.steps(), 2);
    QVERIFY2(shown.panel.coverage().startsWith(QStringLiteral("■ covers ")),
             qPrintable(shown.panel.coverage()));
    QVERIFY2(shown.panel.coverage().contains(QStringLiteral("axis 2, size 96")),
             qPrintable(shown.panel.coverage()));
    all.document.undoStack().undo();
    all.document.undoStack().undo();
    all.settle();
    QCOMPARE(shown.cell(2, Model::Max), QStringLiteral("96"));
    QCOMPARE(shown.panel.coverage(), QStringLiteral("✓ covers all 24 samples"));
}

void TestOverridesPanel::escapeCancels() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    shown.type(2, Model::Max, QStringLiteral("777"), Qt::Key_Escape);
    QCOMPARE(all.steps(), 0);
    QCOMPARE(shown.cell(2, Model::Max), QStringLiteral("96"));
    QVERIFY(shown.panel.view()->hasFocus());
}

void TestOverridesPanel::returnEditsAndTabGoesOn() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    shown.goTo(2, Model::Min);
    QTest::keyClick(shown.panel.view(), Qt::Key_Return);
    QVERIFY(shown.cellEdit() != nullptr);
    QTest::keyClicks(shown.cellEdit(), QStringLiteral("32"));
    QTest::keyClick(shown.cellEdit(), Qt::Key_Tab);
    QTRY_COMPARE(shown.panel.view()->currentIndex().column(), int{Model::Opt});
    QCOMPARE(shown.cell(2, Model::Min), QStringLiteral("32"));
    QVERIFY(shown.cellEdit() != nullptr);
    QTest::keyClick(shown.cellEdit(), Qt::Key_Escape);
    QTRY_VERIFY(shown.cellEdit() == nullptr);
    // Arrows stay in the table, Tab leaves it.
    QTest::keyClick(shown.panel.view(), Qt::Key_Up);
    QTest::keyClick(shown.panel.view(), Qt::Key_Left);
    QCOMPARE(shown.panel.view()->currentIndex(), shown.panel.model().index(1, Model::Min));
    QTest::keyClick(shown.panel.view(), Qt::Key_Tab);
    QVERIFY(!shown.panel.view()->hasFocus());
    // A digit opens the cell and is taken.
    shown.goTo(2, Model::Max);
    QTest::keyClicks(shown.panel.view(), QStringLiteral("2"));
    QVERIFY(shown.cellEdit() != nullptr);
    QTest::keyClicks(shown.cellEdit(), QStringLiteral("56"));
    QTest::keyClick(shown.cellEdit(), Qt::Key_Return);
    QTRY_COMPARE(shown.cell(2, Model::Max), QStringLiteral("256"));
}

void TestOverridesPanel::anUnchangedCellMakesNoOverride() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    for (const int column : {int{Model::Symbol}, int{Model::Min}, int{Model::Opt}, int{Model::Max}}) {
        shown.type(2, column, shown.cell(2, column));
    }
    QCOMPARE(all.steps(), 0);
}

void TestOverridesPanel::typingSurvivesAJudgement() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    shown.goTo(2, Model::Max);
    QTest::keyClick(shown.panel.view(), Qt::Key_F2);
    QVERIFY(shown.cellEdit() != nullptr);
    shown.cellEdit()->selectAll();
    QTest::keyClicks(shown.cellEdit(), QStringLiteral("12"));
    all.editor.setBound(all.unet("sample"), 2, session::OverridesEditor::Bound::max, 200);
    all.settle();
    QVERIFY(shown.cellEdit() != nullptr);
    QCOMPARE(shown.cellEdit()->text(), QStringLiteral("12"));
    QCOMPARE(shown.cell(2, Model::Max), QStringLiteral("200"));
    QTest::keyClick(shown.cellEdit(), Qt::Key_Return);
    QTRY_COMPARE(shown.cell(2, Model::Max), QStringLiteral("12"));
}

void TestOverridesPanel::kindIsChosenByKey() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    shown.goTo(2, Model::Kind);
    QTest::keyClick(shown.panel.view(), Qt::Key_F2);
    auto* box = shown.panel.view()->findChild<QComboBox*>();
    QVERIFY(box != nullptr);
    QTRY_VERIFY(box->view()->isVisible());
    QTest::keyClick(box->view(), Qt::Key_Down);
    QTest::keyClick(box->view(), Qt::Key_Return);
    QTRY_COMPARE(shown.cell(2, Model::Kind), QStringLiteral("dynamic"));
    QCOMPARE(all.steps(), 1);
    QTRY_VERIFY(shown.panel.view()->hasFocus());
    // Its first letter chooses as well.
    QTest::keyClicks(shown.panel.view(), QStringLiteral("f"));
    QTRY_COMPARE(shown.cell(2, Model::Kind), QStringLiteral("fixed"));
    QCOMPARE(shown.cell(2, Model::Symbol), QStringLiteral("96"));
    QCOMPARE(all.steps(), 2);
}

void TestOverridesPanel::symbolsAreCompleted() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    shown.type(2, Model::Symbol, QStringLiteral("height"));
    all.settle();
    QCOMPARE(shown.cell(2, Model::Symbol), QStringLiteral("height"));
    shown.goTo(3, Model::Symbol);
    QTest::keyClick(shown.panel.view(), Qt::Key_F2);
    QVERIFY(shown.cellEdit() != nullptr);
    shown.cellEdit()->selectAll();
    QTest::keyClicks(shown.cellEdit(), QStringLiteral("he"));
    QCompleter* completer = shown.cellEdit()->completer();
    QVERIFY(completer != nullptr);
    QCOMPARE(completer->currentCompletion(), QStringLiteral("height"));
    QTRY_VERIFY(completer->popup()->isVisible());
    QTest::keyClick(completer->popup(), Qt::Key_Down);
    QTest::keyClick(completer->popup(), Qt::Key_Return);
    QTRY_COMPARE(shown.cell(3, Model::Symbol), QStringLiteral("height"));
    QTRY_VERIFY(shown.cellEdit() == nullptr);
}

void TestOverridesPanel::wordsUnfoldByKey() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    all.editor.setBound(all.unet("sample"), 3, session::OverridesEditor::Bound::opt, 100);
    all.settle();
    Shown shown(all);
    shown.goTo(3, Model::Opt);
    QTest::keyClick(shown.panel.view(), Qt::Key_F2);
    QVERIFY(shown.cellEdit() != nullptr);
    QAbstractItemView* words = shown.cellEdit()->completer()->popup();
    QTest::keyClick(shown.cellEdit(), Qt::Key_Down, Qt::AltModifier);
    QTRY_VERIFY(words->isVisible());
    QCOMPARE(words->model()->rowCount(), 3);
    QTest::keyClick(words, Qt::Key_Down);
    QTest::keyClick(words, Qt::Key_Down);
    QTest::keyClick(words, Qt::Key_Return);
    QTRY_VERIFY(shown.cellEdit() == nullptr);
    all.settle();
    QCOMPARE(shown.cell(3, Model::Opt), QStringLiteral("96"));
    QCOMPARE(all.undoText(), QStringLiteral("Set opt of sample axis 3 to 96"));
}

void TestOverridesPanel::tabGoesFromTopToBottom() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    all.editor.setBound(all.unet("sample"), 2, session::OverridesEditor::Bound::max, 80);
    all.settle();
    Shown shown(all);
    shown.goTo(2, Model::Max);
    shown.panel.nameEdit()->setFocus();
    const QList<QWidget*> stops{shown.panel.noteEdit(),
                                shown.panel.view(),
                                shown.panel.problemsView(),
                                shown.button(QStringLiteral("Accept inferred")),
                                shown.button(QStringLiteral("Axis")),
                                shown.button(QStringLiteral("Reset"))};
    for (QWidget* stop : stops) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), stop);
    }
}

void TestOverridesPanel::optIsPicked_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("opt");
    QTest::newRow("a number") << "80"
                              << "80";
    QTest::newRow("largest") << "largest"
                             << "160";
    QTest::newRow("median") << "median"
                            << "96";
    QTest::newRow("most frequent") << "most frequent"
                                   << "64";
}

void TestOverridesPanel::optIsPicked() {
    QFETCH(QString, typed);
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    all.editor.setBound(all.unet("sample"), 3, session::OverridesEditor::Bound::opt, 100);
    all.settle();
    Shown shown(all);
    QCOMPARE(shown.cell(3, Model::Opt), QStringLiteral("100"));
    shown.type(3, Model::Opt, typed);
    all.settle();
    QTEST(shown.cell(3, Model::Opt), "opt");
    QCOMPARE(all.steps(), 2);
}

void TestOverridesPanel::optIsPickedByMenuAndKey() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    shown.goTo(3, Model::Max);
    shown.trigger(QStringLiteral("Axis"), QStringLiteral("Opt: median size seen"));
    all.settle();
    QCOMPARE(shown.cell(3, Model::Opt), QStringLiteral("96"));
    QTest::keyClick(shown.panel.view(), Qt::Key_T, Qt::ControlModifier);
    all.settle();
    QCOMPARE(shown.cell(3, Model::Opt), QStringLiteral("64"));
    QTest::keyClick(shown.panel.view(), Qt::Key_L, Qt::ControlModifier);
    all.settle();
    QCOMPARE(shown.cell(3, Model::Opt), QStringLiteral("160"));
    QCOMPARE(all.steps(), 3);
}

void TestOverridesPanel::aSymbolIsRenamedEverywhere() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    shown.goTo(2, Model::Max);
    QTest::keyClick(shown.panel.view(), Qt::Key_F2, Qt::ShiftModifier);
    auto* dialog = shown.panel.findChild<QInputDialog*>(QStringLiteral("renameSymbolDialog"));
    QVERIFY(dialog != nullptr);
    QCOMPARE(dialog->textValue(), shown.cell(2, Model::Symbol));
    dialog->setTextValue(QStringLiteral("height"));
    dialog->accept();
    all.settle();
    QCOMPARE(shown.cell(2, Model::Symbol), QStringLiteral("height"));
    all.workspace.selectTensors({all.unet("output[0]")});
    QCOMPARE(shown.cell(2, Model::Symbol), QStringLiteral("height"));
    QCOMPARE(all.steps(), 1);
}

void TestOverridesPanel::batchAxisIsChecked() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("encoder_hidden_states")});
    Shown shown(all);
    QCOMPARE(shown.cell(0, Model::Multiplier), QStringLiteral("×2"));
    shown.goTo(0, Model::Batch);
    QTest::keyClick(shown.panel.view(), Qt::Key_Space);
    QCOMPARE(shown.cell(0, Model::Multiplier), QStringLiteral("–"));
    QCOMPARE(all.steps(), 1);
    QTest::keyClick(shown.panel.view(), Qt::Key_Return);
    QCOMPARE(shown.cell(0, Model::Multiplier), QStringLiteral("×2"));
    const QRect box = shown.panel.view()->visualRect(shown.panel.model().index(1, Model::Batch));
    QTest::mouseClick(shown.panel.view()->viewport(), Qt::LeftButton, {}, box.center());
    QCOMPARE(shown.cell(0, Model::Multiplier), QStringLiteral("–"));
    QCOMPARE(shown.cell(1, Model::Multiplier), QStringLiteral("×1"));
}

void TestOverridesPanel::aSymbolsRangeChangesWhereverItStands() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    shown.type(2, Model::Max, QStringLiteral("128"));
    all.settle();
    all.workspace.selectTensors({all.unet("output[0]")});
    QCOMPARE(shown.panel.summary(), QStringLiteral("output[0] · follows d0, d1, d2"));
    QCOMPARE(shown.cell(2, Model::Max), QStringLiteral("128"));
    all.workspace.selectTensors({all.unet("sample")});
    shown.goTo(2, Model::Max);
    shown.trigger(QStringLiteral("Axis"), QStringLiteral("Copy range to symbol"));
    all.settle();
    QCOMPARE(all.steps(), 2);
    all.workspace.selectTensors({all.unet("output[0]")});
    QCOMPARE(shown.panel.summary(), QStringLiteral("output[0] · overridden"));
    shown.type(2, Model::Max, QStringLiteral("256"));
    all.settle();
    QCOMPARE(all.steps(), 3);
    all.workspace.selectTensors({all.unet("sample")});
    QCOMPARE(shown.cell(2, Model::Max), QStringLiteral("256"));
    all.document.undoStack().undo();
    QCOMPARE(shown.cell(2, Model::Max), QStringLiteral("128"));
}

void TestOverridesPanel::namesAndNotes() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    QCOMPARE(shown.panel.nameEdit()->placeholderText(), QStringLiteral("sample"));
    shown.panel.nameEdit()->setFocus();
    QTest::keyClicks(shown.panel.nameEdit(), QStringLiteral("latents "));
    QTest::keyClick(shown.panel.nameEdit(), Qt::Key_Return);
    QCOMPARE(all.steps(), 1);
    QCOMPARE(all.editor.stated(all.unet("sample"))->name, std::optional<std::string>("latents"));
    shown.panel.noteEdit()->setFocus();
    QCOMPARE(all.steps(), 1);
    QTest::keyClicks(shown.panel.noteEdit(), QStringLiteral("as agreed"));
    QTest::keyClick(shown.panel.noteEdit(), Qt::Key_Escape);
    QCOMPARE(shown.panel.noteEdit()->text(), QString());
    QCOMPARE(all.steps(), 1);
    all.document.undoStack().undo();
    QCOMPARE(shown.panel.nameEdit()->text(), QString());
}

void TestOverridesPanel::aNameIsTakenWhenTheTensorChanges() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    shown.panel.noteEdit()->setFocus();
    QTest::keyClicks(shown.panel.noteEdit(), QStringLiteral("as agreed"));
    all.workspace.selectTensors({all.unet("output[0]")});
    QCOMPARE(shown.panel.noteEdit()->text(), QString());
    QVERIFY(all.editor.stated(all.unet("sample")));
    QCOMPARE(all.editor.stated(all.unet("sample"))->note, std::string("as agreed"));
    QVERIFY(!all.editor.stated(all.unet("output[0]")));
}

void TestOverridesPanel::acceptCopyAndReset() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    QVERIFY(!shown.button(QStringLiteral("Reset"))->isEnabled());
    shown.trigger(QStringLiteral("Accept inferred"), QStringLiteral("This graph"));
    all.settle();
    QVERIFY(all.editor.stated(all.unet("output[0]")));
    shown.trigger(QStringLiteral("Reset"), QStringLiteral("This tensor"));
    all.settle();
    QVERIFY(!all.editor.stated(all.unet("sample")));
    QVERIFY(all.editor.stated(all.unet("output[0]")));
    shown.type(2, Model::Max, QStringLiteral("1000"));
    shown.goTo(2, Model::Max);
    shown.trigger(QStringLiteral("Accept inferred"), QStringLiteral("This axis"));
    QCOMPARE(shown.cell(2, Model::Max), QStringLiteral("96"));
    shown.trigger(QStringLiteral("Reset"), QStringLiteral("Everything"));
    QVERIFY(all.document.set()->empty());
    QCOMPARE(all.steps(), 5);
    QVERIFY(!shown.button(QStringLiteral("Reset"))->isEnabled());
    shown.goTo(1, Model::Max);
    const QList<QAction*> actions = shown.button(QStringLiteral("Axis"))->menu()->actions();
    QVERIFY(!actions.back()->isEnabled());  // copying: the axis is fixed
}

void TestOverridesPanel::problemsStandInTheRowAndBelow() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    shown.type(2, Model::Min, QStringLiteral("500"));
    all.settle();
    QVERIFY(shown.panel.problemsView()->isVisible());
    QVERIFY(shown.panel.problemsView()->model()->rowCount() > 0);
    const QModelIndex axis = shown.panel.model().index(2, Model::Axis);
    QCOMPARE(axis.data(models::SeverityRole).toInt(), static_cast<int>(base::Severity::error));
    QVERIFY(!shown.panel.model().index(1, Model::Axis).data(models::SeverityRole).isValid());
    all.workspace.selectAxis(all.unet("sample"), 0);
    emit shown.panel.problemsView()->activated(shown.panel.problemsView()->model()->index(0, 0));
    QCOMPARE(all.workspace.selection().axis, std::optional(2));
}

void TestOverridesPanel::anOverrideOfAnotherRankShowsWhatCounts() {
    OverridesSession all;
    overrides::GraphOverrides graph;
    graph.module = "unet";
    graph.graph = "0";
    overrides::TensorOverride stated;
    stated.locator = all.capture().tensor(all.unet("sample")).locator;
    stated.shape = {std::int64_t{7}};
    stated.min = stated.opt = stated.max = {7};
    graph.put(stated);
    all.document.change(QStringLiteral("Import"), {graph});
    all.settle();
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    QCOMPARE(shown.panel.model().rowCount(), 4);
    QCOMPARE(shown.cell(2, Model::Max), QStringLiteral("96"));
    QVERIFY(shown.panel.problemsView()->isVisible());
}

void TestOverridesPanel::axisFollowsTheSelection() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    all.workspace.selectAxis(all.unet("sample"), 3);
    QCOMPARE(shown.panel.view()->currentIndex().row(), 3);
    QTest::keyClick(shown.panel.view(), Qt::Key_Up);
    QCOMPARE(all.workspace.selection().axis, std::optional(2));
}

void TestOverridesPanel::whatIfAnswersWhileTyping() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("encoder_hidden_states")});
    Shown shown(all);
    shown.panel.setCurrentTab(OverridesPanel::WhatIf);
    panels::WhatIfView& whatIf = *shown.panel.whatIf();
    QVERIFY(whatIf.edit()->placeholderText().contains(QStringLiteral("encoder_hidden_states=8x")));
    QCOMPARE(whatIf.sentence(), QString());
    QCOMPARE(shown.panel.focusTarget(), whatIf.edit());
    whatIf.edit()->setFocus();
    QTest::keyClicks(whatIf.edit(), QStringLiteral("4"));
    QVERIFY2(whatIf.sentence().startsWith(QStringLiteral("✓ covered")), qPrintable(whatIf.sentence()));
    QCOMPARE(whatIf.model().rowCount(),
             static_cast<int>(all.capture().graph(all.unetGraph()).tensors.size()));
    QTest::keyClicks(whatIf.edit(), QStringLiteral("0"));
    QVERIFY2(whatIf.sentence().startsWith(QStringLiteral("■ not covered")), qPrintable(whatIf.sentence()));
    QTest::keyClicks(whatIf.edit(), QStringLiteral(" nonsense"));
    QVERIFY(whatIf.sentence().startsWith(QStringLiteral("■ ")));
    QCOMPARE(whatIf.model().rowCount(), 0);
    QTest::keyClick(whatIf.edit(), Qt::Key_Escape);
    QCOMPARE(whatIf.sentence(), QString());
    QTest::keyClicks(whatIf.edit(), QStringLiteral("2"));
    QTest::keyClick(whatIf.edit(), Qt::Key_Down);
    QVERIFY(whatIf.view()->hasFocus());
    const auto sample = all.unet("sample");
    for (int row = 0; row < whatIf.model().rowCount(); ++row) {
        const QModelIndex index = whatIf.model().index(row, 0);
        if (index.data(models::TensorIdRole).toUInt() == sample.value) {
            emit whatIf.view()->activated(index);
        }
    }
    QCOMPARE(all.workspace.selection().tensor(), std::optional(sample));
}

void TestOverridesPanel::whatIfFollowsTheOverrides() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    shown.panel.setCurrentTab(OverridesPanel::WhatIf);
    panels::WhatIfView& whatIf = *shown.panel.whatIf();
    whatIf.edit()->setText(QStringLiteral("sample=2x4x200x64"));
    QVERIFY2(whatIf.sentence().startsWith(QStringLiteral("■ not covered")), qPrintable(whatIf.sentence()));
    all.editor.setBound(all.unet("sample"), 2, session::OverridesEditor::Bound::max, 256);
    all.settle();
    QVERIFY2(whatIf.sentence().startsWith(QStringLiteral("✓ covered")), qPrintable(whatIf.sentence()));
}

void TestOverridesPanel::controlsHaveNames() {
    OverridesSession all;
    all.workspace.selectTensors({all.unet("sample")});
    Shown shown(all);
    for (const int column : {int{Model::Kind}, int{Model::Symbol}, int{Model::Opt}, int{Model::Max}}) {
        shown.goTo(2, column);
        QTest::keyClick(shown.panel.view(), Qt::Key_F2);
        QWidget* editor = shown.panel.view()->indexWidget(shown.panel.view()->currentIndex());
        QVERIFY(editor != nullptr);
        QVERIFY2(editor->accessibleName().endsWith(QStringLiteral("of axis 2")),
                 qPrintable(editor->accessibleName()));
        QCoreApplication::processEvents();
        if (auto* popup = QApplication::activePopupWidget()) {
            QTest::keyClick(popup, Qt::Key_Escape);
        }
        QTest::keyClick(editor, Qt::Key_Escape);
        QTRY_VERIFY(shown.panel.view()->hasFocus());
    }
}

void TestOverridesPanel::outlivesTheEditor() {
    auto all = std::make_unique<OverridesSession>();
    all->workspace.selectTensors({all->unet("sample")});
    session::Workspace& workspace = all->workspace;
    auto editor = std::make_unique<session::OverridesEditor>(workspace, all->document, all->judge);
    OverridesPanel panel(workspace, all->document, all->judge, *editor);
    panel.show();
    QVERIFY(QTest::qWaitForWindowActive(&panel));
    panel.nameEdit()->setFocus();
    QTest::keyClicks(panel.nameEdit(), QStringLiteral("late"));
    editor.reset();
    panel.hide();
    QCOMPARE(all->steps(), 0);
}

QTEST_MAIN(TestOverridesPanel)
#include "tst_overrides_panel.moc"
