// SPDX-License-Identifier: GPL-3.0-or-later
// Batch sizes that are stated for samples in the window.
#include <QClipboard>
#include <QInputDialog>
#include <QSpinBox>

#include "tests/gui/shell/shell_test.h"
#include "ui/shell/export_dialog.h"

using namespace dimscope;
using namespace dimscope::test;

class TestRelabel : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { fixSurroundings(m_folder.path()); }
    void init() {
        failOnWarnings();
        m_window = std::make_unique<MainWindow>(MainWindow::Memory::none);
        m_window->resize(1400, 875);
        m_window->layoutOfPanels().reset();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->open({dataFile(QStringLiteral("captures/misleading.shapes.jsonl"))});
        settle(*m_window);
        m_window->workspace().selectAxis(tensorOf(*m_window, "short batch", "0", "x"), 0);
        settle(*m_window);
        QVERIFY(samples().graph());
    }
    void cleanup() { m_window.reset(); }

    void selectedRowsGetABatchSize();
    void restoredRowsAreAsRecorded();
    void sizesSay();
    void nothingToSay();
    void exportFollows();
    void reachableByKeyAndMenu();
    void notWithoutSamples();
    void summaryAndCopyTell();
    void looks_data();
    void looks();

 private:
    panels::SamplesPanel& samples() { return *m_window->layoutOfPanels().samples(); }
    QString batch(int row) { return samples().model().index(row, 1).data().toString(); }
    void trigger(const char* name) {
        actionOf(*m_window, QLatin1String(name))->trigger();
        settle(*m_window);
    }
    void state(const QString& batchSize) {
        trigger("setBatchSize");
        auto* dialog = m_window->findChild<QInputDialog*>(QStringLiteral("batchSizeDialog"));
        QVERIFY(dialog);
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        auto* number = dialog->findChild<QSpinBox*>();
        QCOMPARE(number->accessibleName(), QStringLiteral("Batch size"));
        number->selectAll();
        QTest::keyClicks(number, batchSize);
        QTest::keyClick(number, Qt::Key_Return);
        settle(*m_window);
        QTRY_VERIFY(m_window->findChild<QInputDialog*>() == nullptr);
    }
    QString message() { return m_window->statusBar()->currentMessage(); }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestRelabel::selectedRowsGetABatchSize() {
    const QString before = batch(2);
    samples().view()->selectRows({2, 4});
    state(QStringLiteral("77"));
    QCOMPARE(batch(2), QStringLiteral("✎ 77"));
    QCOMPARE(batch(4), QStringLiteral("✎ 77"));
    QCOMPARE(samples().model().relabelledCount(), std::size_t{2});
    QCOMPARE(samples().selectedSamples(), (std::vector<std::uint32_t>{2, 4}));  // the selection stays
    QCOMPARE(m_window->workspace().selection().axis, std::optional(0));
    trigger("undo");  // one step for all rows
    QCOMPARE(batch(2), before);
    QCOMPARE(samples().model().relabelledCount(), std::size_t{0});
    trigger("redo");
    QCOMPARE(batch(4), QStringLiteral("✎ 77"));
}

void TestRelabel::restoredRowsAreAsRecorded() {
    const QString before = batch(4);
    QVERIFY(!actionOf(*m_window, QStringLiteral("restoreBatchSize"))->isEnabled());
    samples().view()->selectRows({2, 4});
    state(QStringLiteral("77"));
    QVERIFY(actionOf(*m_window, QStringLiteral("restoreBatchSize"))->isEnabled());
    samples().view()->selectRows({0});
    trigger("restoreBatchSize");
    QCOMPARE(message(), QStringLiteral("Select relabelled rows (✎) in Samples first."));
    samples().view()->selectRows({0, 4});
    trigger("restoreBatchSize");
    QCOMPARE(batch(4), before);
    QCOMPARE(batch(2), QStringLiteral("✎ 77"));
    trigger("undo");
    QCOMPARE(batch(4), QStringLiteral("✎ 77"));
}

void TestRelabel::sizesSay() {
    const auto tensor = tensorOf(*m_window, "short batch", "0", "x");
    const auto audit = [&] {
        return m_window->workspace().document()->analysis->tensor(tensor).axes[0].audit->verdict;
    };
    QCOMPARE(audit(), module::Verdict::dynamic);
    trigger("relabelProposed");
    QCOMPARE(message(), QStringLiteral("1 sample relabelled as its sizes say."));
    QVERIFY(samples().model().isRelabelled(base::SampleId{10}));
    QCOMPARE(audit(), module::Verdict::batch);
    trigger("undo");
    QCOMPARE(audit(), module::Verdict::dynamic);
}

void TestRelabel::nothingToSay() {
    trigger("relabelProposed");
    trigger("relabelProposed");
    QCOMPARE(message(), QStringLiteral("No sample of the graph has a batch size that its sizes contradict."));
    QCOMPARE(m_window->overrides().undoStack().count(), 1);
}

void TestRelabel::exportFollows() {
    trigger("exportContract");
    auto* dialog = m_window->findChild<shell::ExportDialog*>();
    QVERIFY(dialog);
    dialog->setTarget(QStringLiteral("torch-export"));
    const QString before = dialog->text();
    QVERIFY(!before.isEmpty());
    trigger("relabelProposed");
    QCOMPARE(m_window->findChild<shell::ExportDialog*>(), dialog);
    QVERIFY(dialog->isVisible());
    QTRY_VERIFY(!dialog->text().isEmpty() && dialog->text() != before);
    trigger("undo");
    QTRY_COMPARE(dialog->text(), before);
    dialog->close();
}

void TestRelabel::reachableByKeyAndMenu() {
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    samples().view()->selectRows({3});
    samples().view()->setFocus();
    QTest::keyClick(samples().view(), Qt::Key_F2);
    auto* dialog = m_window->findChild<QInputDialog*>(QStringLiteral("batchSizeDialog"));
    QVERIFY(dialog);
    QVERIFY2(dialog->labelText().contains(QStringLiteral("sample 3 (recorded: %1)").arg(batch(3))),
             qPrintable(dialog->labelText()));
    QTest::keyClick(dialog, Qt::Key_Escape);
    settle(*m_window);
    QCOMPARE(samples().model().relabelledCount(), std::size_t{0});
    for (const char* name : {"setBatchSize", "restoreBatchSize", "relabelProposed"}) {
        QVERIFY(samples().view()->actions().contains(actionOf(*m_window, QLatin1String(name))));
    }
}

void TestRelabel::notWithoutSamples() {
    samples().view()->clearSelection();
    trigger("setBatchSize");
    QCOMPARE(message(), QStringLiteral("Select rows in Samples first."));
    m_window->open({dataFile(QStringLiteral("aitune/tuning_report_v3.json"))});
    settle(*m_window);
    for (const char* name : {"setBatchSize", "restoreBatchSize", "relabelProposed"}) {
        QVERIFY(!actionOf(*m_window, QLatin1String(name))->isEnabled());
    }
}

void TestRelabel::summaryAndCopyTell() {
    const QString before = batch(2);
    samples().view()->selectRows({2});
    state(QStringLiteral("77"));
    QVERIFY2(samples().summary().contains(QStringLiteral(", 1 relabelled · graph 0")),
             qPrintable(samples().summary()));
    samples().view()->copyRows();
    const QStringList lines = QApplication::clipboard()->text().split(u'\n');
    QVERIFY(lines[0].split(u'\t').contains(QStringLiteral("recorded")));
    const auto cell = [&](const QString& column) {
        return lines[1].split(u'\t').value(lines[0].split(u'\t').indexOf(column));
    };
    QCOMPARE(cell(QStringLiteral("batch")), QStringLiteral("✎ 77"));
    QCOMPARE(cell(QStringLiteral("recorded")), before);
}

void TestRelabel::looks_data() {
    QTest::addColumn<QString>("theme");
    QTest::newRow("light") << "light";
    QTest::newRow("dark") << "dark";
}

void TestRelabel::looks() {
    QFETCH(QString, theme);
    m_window->resize(1024, 700);
    m_window->layoutOfPanels().reset();
    m_window->setTheme(theme);
    trigger("relabelProposed");
    m_window->workspace().selectSample(base::SampleId{10});
    settle(*m_window);
    QVERIFY(samples().model().rowOfSample(base::SampleId{10}));
    keepGrab(*m_window, QStringLiteral("relabel-") + theme);
    trigger("setBatchSize");
    auto* dialog = m_window->findChild<QInputDialog*>(QStringLiteral("batchSizeDialog"));
    QVERIFY(dialog && QTest::qWaitForWindowExposed(dialog));
    keepGrab(*dialog, QStringLiteral("relabel-dialog-") + theme);
    dialog->reject();
    m_window->setTheme(QStringLiteral("light"));
}

QTEST_MAIN(TestRelabel)
#include "tst_relabel.moc"
