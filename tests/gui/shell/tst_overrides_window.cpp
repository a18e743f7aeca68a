// SPDX-License-Identifier: GPL-3.0-or-later
// Overrides in the window, from the first edit to the saved file and back.
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>

#include "core/overrides/overrides_file.h"
#include "tests/gui/shell/shell_test.h"
#include "ui/charts/ranges_chart.h"
#include "ui/panels/overrides_panel.h"
#include "ui/panels/samples_panel.h"
#include "ui/session/recovery.h"
#include "ui/shell/export_dialog.h"
#include "ui/widgets/line_edit.h"

using namespace dimscope;
using namespace dimscope::test;
using widgets::MessageBar;

class TestOverridesWindow : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { fixSurroundings(m_settings.path()); }
    void init();
    void cleanup() { m_window.reset(); }

    void titleTellsFileAndUnsavedChanges();
    void undoAndRedoAreNamed();
    void namesAreUndoneFromTheirField_data();
    void namesAreUndoneFromTheirField();
    void tensorsTellWhereContractsComeFrom();
    void savesReopensAndCompares();
    void openWithACaptureAppliesAfterLoading();
    void reloadKeepsOverrides();
    void asksBeforeChangesAreLost_data();
    void asksBeforeChangesAreLost();
    void savingBeforeClosingAsksForAFile();
    void failedOpenAndSaveLoseNothing();
    void severalFilesOfOverridesAreRefused();
    void foreignOverridesAreSaidNotRefused();
    void importsShapesAsOneStep();
    void importSaysWhatItCouldNotPlace();
    void exportFollowsEdits();
    void bandMovedByKeysIsOneStepPerKey();
    void dragOfABandIsOneStep();
    void problemsOfOverridesLeadToTheirPlace();
    void keysOfTheRangesAreListed();
    void excludesSamplesAndBringsThemBack();
    void offersWhatACrashLeft_data();
    void offersWhatACrashLeft();

 private:
    [[nodiscard]] base::TensorId sample() const { return tensorOf(*m_window, "unet", "0", "sample"); }
    [[nodiscard]] QString file(const char* name) const { return m_folder->filePath(QLatin1String(name)); }
    /// Of the first axis of the first input of unet; "-" without an override.
    [[nodiscard]] QString firstRange() const;
    void edit(std::int64_t max);
    void answer(QMessageBox::StandardButton button);
    void openCapture();
    [[nodiscard]] bool isAsking() const {
        return m_window->findChild<QMessageBox*>("unsavedDialog") != nullptr;
    }

    QTemporaryDir m_settings;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestOverridesWindow::init() {
    failOnWarnings();
    m_folder = std::make_unique<QTemporaryDir>();
    m_window = std::make_unique<MainWindow>(MainWindow::Memory::none);
    showSample(*m_window);
}

QString TestOverridesWindow::firstRange() const {
    const auto stated = m_window->editor().stated(sample());
    return stated ? QStringLiteral("%1 %2 %3").arg(stated->min[0]).arg(stated->opt[0]).arg(stated->max[0])
                  : QStringLiteral("-");
}

void TestOverridesWindow::edit(std::int64_t max) {
    m_window->editor().setRange(sample(), 0, {2, 4, max});
    settle(*m_window);
}

void TestOverridesWindow::answer(QMessageBox::StandardButton button) {
    auto* dialog = m_window->findChild<QMessageBox*>(QStringLiteral("unsavedDialog"));
    QVERIFY(dialog != nullptr);
    QTest::mouseClick(dialog->button(button), Qt::LeftButton);
}

void TestOverridesWindow::openCapture() {
    writeFile(file("c.shapes.jsonl"), captureText(QStringLiteral("net"), {1, 2, 4}));
    m_window->open({file("c.shapes.jsonl")});
    settle(*m_window);
}

void TestOverridesWindow::titleTellsFileAndUnsavedChanges() {
    QVERIFY(!m_window->isWindowModified());
    QVERIFY(!actionOf(*m_window, QStringLiteral("saveOverrides"))->isEnabled());
    edit(16);
    QVERIFY(m_window->isWindowModified());
    m_window->overridesFiles().saveAs(file("a.overrides.json"));
    QVERIFY(!m_window->isWindowModified());
    QVERIFY(m_window->windowTitle().contains(QStringLiteral("a.overrides.json[*]")));
    edit(32);
    QVERIFY(m_window->isWindowModified());
    actionOf(*m_window, QStringLiteral("saveOverrides"))->trigger();
    QVERIFY(!m_window->isWindowModified());
    m_window->overrides().undoStack().undo();
    QVERIFY(m_window->isWindowModified());
    settle(*m_window);
}

void TestOverridesWindow::undoAndRedoAreNamed() {
    QAction* undo = actionOf(*m_window, QStringLiteral("undo"));
    QVERIFY(!undo->isEnabled());
    edit(16);
    edit(32);
    QVERIFY2(undo->text().contains(QStringLiteral("sample")), qPrintable(undo->text()));
    undo->trigger();
    QCOMPARE(firstRange(), QStringLiteral("2 4 16"));
    undo->trigger();
    QCOMPARE(firstRange(), QStringLiteral("-"));
    QVERIFY(!undo->isEnabled());
    QVERIFY(!m_window->isWindowModified());
    actionOf(*m_window, QStringLiteral("redo"))->trigger();
    QCOMPARE(firstRange(), QStringLiteral("2 4 16"));
    settle(*m_window);
}

void TestOverridesWindow::namesAreUndoneFromTheirField_data() {
    QTest::addColumn<bool>("isNote");
    QTest::newRow("name") << false;
    QTest::newRow("note") << true;
}

void TestOverridesWindow::namesAreUndoneFromTheirField() {
    QFETCH(bool, isNote);
    QVERIFY(m_window->layoutOfPanels().bringUp(QStringLiteral("overrides")) != nullptr);
    m_window->workspace().selectTensors({sample()});
    settle(*m_window);
    panels::OverridesPanel* panel = m_window->layoutOfPanels().overrides();
    QLineEdit* field = isNote ? panel->noteEdit() : panel->nameEdit();
    const auto stated = [&] {
        const auto found = m_window->editor().stated(sample());
        return !found ? std::string("-") : isNote ? found->note : found->name.value_or("-");
    };
    const auto* steps = &m_window->overrides().undoStack();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    field->setFocus();
    for (const char* text : {"one", "two"}) {
        field->selectAll();
        QTest::keyClicks(field, QLatin1String(text));
        QTest::keyClick(field, Qt::Key_Return);
        settle(*m_window);
    }
    QCOMPARE(stated(), std::string("two"));
    QCOMPARE(steps->count(), 2);
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
    settle(*m_window);
    QCOMPARE(stated(), std::string("one"));
    QCOMPARE(field->text(), QStringLiteral("one"));
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
    settle(*m_window);
    QCOMPARE(stated(), std::string("-"));
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    settle(*m_window);
    m_window->setFocus();  // what was undone and redone is no new edit
    QCOMPARE(stated(), std::string("one"));
    QCOMPARE(steps->count(), 2);
    QCOMPARE(steps->index(), 1);
    // What is not taken yet is undone in the field.
    field->setFocus();
    QTest::keyClicks(field, QStringLiteral("x"));
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(field->text(), QStringLiteral("one"));
    QCOMPARE(steps->index(), 1);
}

void TestOverridesWindow::tensorsTellWhereContractsComeFrom() {
    const models::TensorTableModel& tensors = m_window->findChild<panels::TensorsPanel*>()->model();
    const auto origins = [&tensors] {
        QStringList texts;
        for (int row = 0; row < tensors.rowCount(); ++row) {
            texts += tensors.index(row, models::TensorTableModel::Override).data().toString();
        }
        return texts;
    };
    m_window->workspace().selectTensors({sample()});
    settle(*m_window);
    QVERIFY(tensors.rowCount() > 1);
    QCOMPARE(origins().count(QStringLiteral("inferred")), tensors.rowCount());
    edit(16);
    QCOMPARE(origins().count(QStringLiteral("overridden")), 1);
    m_window->workspace().setFilter(QStringLiteral("override:overridden"));
    settle(*m_window);
    QCOMPARE(origins(), QStringList{QStringLiteral("overridden")});
    m_window->overrides().undoStack().undo();
    settle(*m_window);
    QVERIFY(origins().isEmpty());
    m_window->workspace().setFilter({});
    settle(*m_window);
    QCOMPARE(origins().count(QStringLiteral("inferred")), tensors.rowCount());
}

void TestOverridesWindow::savesReopensAndCompares() {
    edit(16);
    m_window->overridesFiles().saveAs(file("a.overrides.json"));
    const session::OverrideSetPtr saved = m_window->overrides().set();
    QVERIFY(!saved->fingerprint.empty());
    m_window->overrides().startNew();
    QCOMPARE(firstRange(), QStringLiteral("-"));
    m_window->open({file("a.overrides.json")});
    settle(*m_window);
    QCOMPARE(firstRange(), QStringLiteral("2 4 16"));
    QCOMPARE(*m_window->overrides().set(), *saved);
    QVERIFY(!m_window->isWindowModified());
    QVERIFY(m_window->messages()->isHidden());
}

void TestOverridesWindow::openWithACaptureAppliesAfterLoading() {
    openCapture();
    const base::TensorId x = tensorOf(*m_window, "net", "0", "x");
    m_window->editor().setRange(x, 0, {1, 2, 8});
    m_window->overridesFiles().saveAs(file("c.overrides.json"));
    settle(*m_window);
    m_window->openSample();
    settle(*m_window);
    QVERIFY(m_window->overrides().set()->empty());
    m_window->open({file("c.overrides.json"), file("c.shapes.jsonl")});
    settle(*m_window);
    QCOMPARE(m_window->workspace().document()->paths, QStringList{file("c.shapes.jsonl")});
    QCOMPARE(m_window->overrides().path(), file("c.overrides.json"));
    QCOMPARE(m_window->judge().judged()->judgement.spec(x).max[0], 8);
    QVERIFY(!m_window->isWindowModified());
}

void TestOverridesWindow::reloadKeepsOverrides() {
    openCapture();
    const base::TensorId x = tensorOf(*m_window, "net", "0", "x");
    m_window->editor().setRange(x, 0, {1, 2, 8});
    settle(*m_window);
    m_window->reload();
    settle(*m_window);
    QVERIFY(!isAsking());
    QVERIFY(m_window->isWindowModified());
    QCOMPARE(m_window->judge().judged()->judgement.spec(x).max[0], 8);
    m_window->overrides().undoStack().undo();
    settle(*m_window);
    QVERIFY(m_window->overrides().set()->empty());
}

void TestOverridesWindow::asksBeforeChangesAreLost_data() {
    QTest::addColumn<QString>("step");
    QTest::newRow("open another capture") << "open";
    QTest::newRow("open other overrides") << "overrides";
    QTest::newRow("close the document") << "close";
    QTest::newRow("quit") << "quit";
}

void TestOverridesWindow::asksBeforeChangesAreLost() {
    QFETCH(QString, step);
    writeFile(file("c.shapes.jsonl"), captureText(QStringLiteral("net"), {1, 2}));
    QVERIFY(overrides::writeOverrides({}, file("empty.overrides.json").toStdString()));
    edit(16);
    m_window->overridesFiles().saveAs(file("a.overrides.json"));
    edit(32);
    const auto act = [&] {
        if (step == QStringLiteral("open")) {
            m_window->open({file("c.shapes.jsonl")});
        } else if (step == QStringLiteral("overrides")) {
            m_window->open({file("empty.overrides.json")});
        } else {
            actionOf(*m_window, step)->trigger();
        }
    };
    act();
    QVERIFY(isAsking());
    answer(QMessageBox::Cancel);
    settle(*m_window);
    QVERIFY(!isAsking());
    QVERIFY(m_window->isVisible());
    QCOMPARE(firstRange(), QStringLiteral("2 4 32"));
    QVERIFY(m_window->isWindowModified());

    act();
    answer(QMessageBox::Save);
    settle(*m_window);
    QVERIFY(!m_window->isWindowModified());
    const auto saved = overrides::readOverrides(file("a.overrides.json").toStdString());
    QVERIFY(saved);
    QCOMPARE(saved->graphs.front().tensors.front().max.front(), 32);
    QCOMPARE(m_window->isVisible(), step != QStringLiteral("quit"));
    if (step != QStringLiteral("quit")) {
        QVERIFY(m_window->overrides().set()->empty());
    }
}

void TestOverridesWindow::savingBeforeClosingAsksForAFile() {
    edit(16);
    QVERIFY(!m_window->close());
    answer(QMessageBox::Save);
    auto* dialog = m_window->findChild<QDialog*>(QStringLiteral("saveOverridesDialog"));
    QVERIFY(dialog != nullptr);
    dialog->reject();
    QVERIFY(m_window->isVisible());
    QVERIFY(!m_window->close());
    answer(QMessageBox::Discard);
    QVERIFY(!m_window->isVisible());
}

void TestOverridesWindow::failedOpenAndSaveLoseNothing() {
    edit(16);
    m_window->overridesFiles().saveAs(file("no/such/folder/a.overrides.json"));
    QCOMPARE(m_window->messages()->kind(), MessageBar::Kind::error);
    QVERIFY(m_window->messages()->text().contains(QStringLiteral("no/such/folder")));
    QVERIFY(m_window->isWindowModified());

    writeFile(file("bad.overrides.json"),
              "{\"format\": \"dimscope.overrides\", \"version\": 1,\n \"graphs\": 7}\n");
    m_window->open({file("bad.overrides.json")});
    answer(QMessageBox::Discard);
    settle(*m_window);
    QVERIFY(!m_window->messages()->isHidden());
    QVERIFY2(m_window->messages()->text().contains(QStringLiteral("bad.overrides.json:2")),
             qPrintable(m_window->messages()->text()));
    QCOMPARE(firstRange(), QStringLiteral("2 4 16"));
    QVERIFY(m_window->isWindowModified());

    m_window->open({file("missing.shapes.jsonl")});
    answer(QMessageBox::Discard);
    settle(*m_window);
    QCOMPARE(firstRange(), QStringLiteral("2 4 16"));
    QVERIFY(m_window->isWindowModified());
}

void TestOverridesWindow::severalFilesOfOverridesAreRefused() {
    for (const char* name : {"a.overrides.json", "b.overrides.json"}) {
        QVERIFY(overrides::writeOverrides({}, file(name).toStdString()));
    }
    m_window->open({file("a.overrides.json"), file("b.overrides.json"), sampleFile()});
    QCOMPARE(m_window->messages()->kind(), MessageBar::Kind::error);
    QVERIFY(m_window->messages()->text().contains(QStringLiteral("b.overrides.json")));
    QVERIFY(m_window->overrides().path().isEmpty());
    settle(*m_window);
}

void TestOverridesWindow::foreignOverridesAreSaidNotRefused() {
    edit(16);
    overrides::OverrideSet other = *m_window->overrides().set();
    other.sourceName = "other.shapes.jsonl";
    other.fingerprint = "xxh3:00000000000000000000000000000000";
    QVERIFY(overrides::writeOverrides(other, file("other.overrides.json").toStdString()));
    m_window->overrides().startNew();
    QTRY_VERIFY(!m_window->judge().fingerprint().empty());
    m_window->open({file("other.overrides.json")});
    settle(*m_window);
    QVERIFY(!m_window->messages()->isHidden());
    QCOMPARE(m_window->messages()->kind(), MessageBar::Kind::information);
    QVERIFY(m_window->messages()->text().contains(QStringLiteral("other.shapes.jsonl")));
    QCOMPARE(firstRange(), QStringLiteral("2 4 16"));
}

void TestOverridesWindow::importsShapesAsOneStep() {
    writeFile(file("profile.json"), R"([{"sample": [[2, 4, 8, 8], [4, 4, 16, 16], [32, 4, 64, 64]]}])");
    m_window->overridesFiles().importShapes(file("profile.json"));
    settle(*m_window);
    QCOMPARE(firstRange(), QStringLiteral("2 4 32"));
    QCOMPARE(m_window->overrides().undoStack().count(), 1);
    QVERIFY(m_window->overrides().undoStack().undoText().contains(QStringLiteral("profile.json")));
    m_window->overrides().undoStack().undo();
    QVERIFY(m_window->overrides().set()->empty());
    settle(*m_window);
}

void TestOverridesWindow::importSaysWhatItCouldNotPlace() {
    writeFile(file("profile.json"), R"([{"sample": [[2, 4, 8, 8], [4, 4, 16, 16], [32, 4, 64, 64]],
                                         "nobody": [[1], [2], [3]]}])");
    m_window->overridesFiles().importShapes(file("profile.json"));
    settle(*m_window);
    QCOMPARE(firstRange(), QStringLiteral("2 4 32"));
    QCOMPARE(m_window->messages()->kind(), MessageBar::Kind::warning);
    QVERIFY(m_window->messages()->text().contains(QStringLiteral("nobody")));

    writeFile(file("nonsense.json"), "[1, 2");
    m_window->overridesFiles().importShapes(file("nonsense.json"));
    settle(*m_window);
    QCOMPARE(m_window->messages()->kind(), MessageBar::Kind::error);
    QVERIFY(m_window->messages()->text().contains(QStringLiteral("nonsense.json:1")));
    QCOMPARE(m_window->overrides().undoStack().count(), 1);
}

void TestOverridesWindow::exportFollowsEdits() {
    m_window->workspace().selectTensors({sample()});
    actionOf(*m_window, QStringLiteral("exportContract"))->trigger();
    auto* dialog = m_window->findChild<shell::ExportDialog*>();
    QVERIFY(dialog != nullptr);
    QCOMPARE(dialog->graph(), m_window->workspace().selection().graph);
    const QString before = dialog->text();
    QVERIFY(!before.isEmpty());
    edit(4096);
    QTRY_VERIFY(!dialog->isBusy());
    QVERIFY(dialog->text() != before);
    QVERIFY2(dialog->text().contains(QStringLiteral("4096")), qPrintable(dialog->text()));
    m_window->overrides().undoStack().undo();
    settle(*m_window);
    QTRY_COMPARE(dialog->text(), before);
}

void TestOverridesWindow::bandMovedByKeysIsOneStepPerKey() {
    actionOf(*m_window, QStringLiteral("chart.ranges"))->trigger();
    m_window->workspace().selectAxis(sample(), 0);
    settle(*m_window);
    charts::RangesChart* chart = m_window->layoutOfPanels().charts()->ranges();
    const std::int64_t max = m_window->judge().judged()->judgement.spec(sample()).max[0];
    chart->setFocus();
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(chart, Qt::Key_H);
    }
    QTest::keyClick(chart, Qt::Key_Right);
    settle(*m_window);
    QCOMPARE(m_window->overrides().undoStack().count(), 1);
    QCOMPARE(m_window->editor().stated(sample())->max[0], max + 1);
    actionOf(*m_window, QStringLiteral("undo"))->trigger();
    settle(*m_window);
    QCOMPARE(firstRange(), QStringLiteral("-"));
    QVERIFY(!m_window->isWindowModified());
    QCOMPARE(m_window->judge().judged()->judgement.spec(sample()).max[0], max);
}

void TestOverridesWindow::excludesSamplesAndBringsThemBack() {
    m_window->workspace().selectTensors({sample()});
    settle(*m_window);
    panels::SamplesPanel* panel = m_window->layoutOfPanels().samples();
    const auto verdict = [&] {
        return m_window->workspace().document()->analysis->tensor(sample()).axes[0].verdict;
    };
    QVERIFY(verdict() == inference::Verdict::dynamic);
    QVERIFY(!actionOf(*m_window, QStringLiteral("includeSamples"))->isEnabled());
    // The sixth call had a batch of 3, not the 4 that was recorded.
    clickRow(panel->view(), 6);
    QTest::keyClick(panel->view(), Qt::Key_Delete);
    settle(*m_window);
    QVERIFY(verdict() == inference::Verdict::batch);
    QVERIFY(panel->model().isExcluded(base::SampleId{6}));
    QVERIFY(panel->model().index(6, 2).data().toString().contains(QStringLiteral("excluded")));
    QVERIFY(panel->model()
                .index(6, 0)
                .data(Qt::AccessibleTextRole)
                .toString()
                .contains(QStringLiteral("excluded")));
    QCOMPARE(m_window->judge().judged()->judgement.graphCoverage[1].samples, std::uint64_t{23});
    QVERIFY(m_window->isWindowModified());
    keepGrab(*m_window, QStringLiteral("excluded-sample"));

    clickRow(panel->view(), 6);
    QTest::keyClick(panel->view(), Qt::Key_Insert);
    settle(*m_window);
    QVERIFY(verdict() == inference::Verdict::dynamic);
    QVERIFY(m_window->overrides().set()->empty());
    m_window->overrides().undoStack().undo();
    settle(*m_window);
    QVERIFY(panel->model().isExcluded(base::SampleId{6}));
    m_window->overrides().undoStack().undo();
    settle(*m_window);
    QVERIFY(!m_window->isWindowModified());

    panel->view()->selectAll();
    QTest::keyClick(panel->view(), Qt::Key_Delete);
    settle(*m_window);
    QVERIFY(m_window->overrides().set()->empty());  // one sample stays
}

void TestOverridesWindow::dragOfABandIsOneStep() {
    actionOf(*m_window, QStringLiteral("chart.ranges"))->trigger();
    m_window->workspace().selectAxis(sample(), 0);
    settle(*m_window);
    charts::RangesChart* chart = m_window->layoutOfPanels().charts()->ranges();
    // What a drag tells at its end; the drag itself is tested with the chart.
    emit chart->bandChanged(sample(), 0, 2, 6, 64);
    settle(*m_window);
    QCOMPARE(firstRange(), QStringLiteral("2 6 64"));
    QCOMPARE(m_window->overrides().undoStack().count(), 1);
    m_window->overrides().undoStack().undo();
    QVERIFY(!m_window->isWindowModified());
    settle(*m_window);
}

void TestOverridesWindow::problemsOfOverridesLeadToTheirPlace() {
    panels::ProblemsPanel* panel = m_window->layoutOfPanels().problems();
    const int before = panel->model().rowCount();
    m_window->editor().setRange(sample(), 0, {1, 1, 1});
    settle(*m_window);
    QVERIFY(panel->model().rowCount() > before);
    int row = 0;
    while (row < panel->model().rowCount() &&
           panel->model().index(row, models::ProblemTableModel::Code).data().toString() !=
               QStringLiteral("uncovered")) {
        ++row;
    }
    QVERIFY(row < panel->model().rowCount());
    m_window->workspace().selectTensors({tensorOf(*m_window, "unet", "0", "timestep")});
    emit panel->view()->activated(panel->model().index(row, 0));
    QCOMPARE(m_window->workspace().selection().tensor(), sample());
    QCOMPARE(m_window->workspace().selection().axis, std::optional(0));
    QVERIFY(m_window->workspace().selection().sample);
    m_window->overrides().undoStack().undo();
    settle(*m_window);
    QCOMPARE(panel->model().rowCount(), before);
}

void TestOverridesWindow::keysOfTheRangesAreListed() {
    actionOf(*m_window, QStringLiteral("shortcuts"))->trigger();
    const auto* dialog = m_window->findChild<QDialog*>(QStringLiteral("shortcutsDialog"));
    QVERIFY(dialog != nullptr);
    const auto* model = dialog->findChild<widgets::TableView*>()->model();
    QStringList keys;
    for (int row = 0; row < model->rowCount(); ++row) {
        keys += model->index(row, 0).data().toString() + u' ' + model->index(row, 2).data().toString();
    }
    for (const char* key : {"Ranges H", "Ranges Home, End", "Ranges Esc", "Edit Ctrl+Z", "File Ctrl+S",
                            "File Ctrl+I", "File Ctrl+Alt+E"}) {
        QVERIFY2(keys.contains(QLatin1String(key)), key);
    }
}

void TestOverridesWindow::offersWhatACrashLeft_data() {
    QTest::addColumn<QString>("choice");
    QTest::newRow("restore") << "Restore";
    QTest::newRow("discard") << "Discard";
}

void TestOverridesWindow::offersWhatACrashLeft() {
    QFETCH(QString, choice);
    const QString folder = session::Recovery::defaultFolder();
    QDir(folder).removeRecursively();
    edit(16);
    {
        // A copy of this run's, as a run that ends without its destructors leaves it.
        session::Recovery recovery(m_window->overrides(), m_window->labels(), file("recovery"));
        QTRY_VERIFY(!m_window->judge().fingerprint().empty());
        edit(24);
        QTRY_VERIFY(QDir(file("recovery")).entryList({QStringLiteral("*.json")}).size() == 1);
        QVERIFY(QDir().mkpath(folder));
        const QString name = QDir(file("recovery")).entryList({QStringLiteral("*.json")}).front();
        QVERIFY(QFile::copy(file("recovery") + u'/' + name, folder + u'/' + name));
    }
    m_window = std::make_unique<MainWindow>(MainWindow::Memory::settings);
    showSample(*m_window);
    QTRY_VERIFY(!m_window->recoveryOffer()->isHidden());
    for (auto* button : m_window->recoveryOffer()->findChildren<QAbstractButton*>()) {
        if (button->text() == choice) {
            button->click();
            break;
        }
    }
    settle(*m_window);
    QVERIFY(m_window->recoveryOffer()->isHidden());
    const bool isRestored = choice == QStringLiteral("Restore");
    QCOMPARE(m_window->isWindowModified(), isRestored);
    QCOMPARE(firstRange(), isRestored ? QStringLiteral("2 4 24") : QStringLiteral("-"));
    m_window.reset();
    QVERIFY(QDir(folder).entryList({QStringLiteral("*.json")}).isEmpty());
}

QTEST_MAIN(TestOverridesWindow)
#include "tst_overrides_window.moc"
