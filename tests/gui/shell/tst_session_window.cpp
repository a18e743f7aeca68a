// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions in the window: saved, opened again, and asked about.
#include <QDockWidget>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMessageBox>
#include <QPushButton>

#include "core/overrides/overrides_file.h"
#include "tests/gui/shell/shell_test.h"

using namespace dimscope;
using namespace dimscope::test;

class TestSessionWindow : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { fixSurroundings(m_settings.path()); }
    void init();
    void cleanup() { m_window.reset(); }

    void savesAndOpensAgain();
    void keepsOverridesThatNoFileHolds();
    void keepsOverridesThatAreNewerThanTheirFile();
    void namesOverridesThatAFileHolds();
    void keepsWhatItDoesNotKnow();
    void asksBeforeLabelsAreLost_data();
    void asksBeforeLabelsAreLost();
    void refusesTheFilesThatItNames();
    void failedSaveLosesNothing();
    void theBundledSampleHasNoFileToName();

 private:
    [[nodiscard]] QString file(const char* name) const { return m_folder->filePath(QLatin1String(name)); }
    [[nodiscard]] QByteArray saved() const {
        QFile read(file("s.dimscope.json"));
        return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray();
    }
    void openCapture();
    void relabel(std::int64_t batchSize);
    [[nodiscard]] std::int64_t batchSize(std::size_t sample) const {
        return m_window->workspace().document()->capture->graphs()[0].batchSizes->at(sample);
    }

    QTemporaryDir m_settings;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestSessionWindow::init() {
    failOnWarnings();
    m_folder = std::make_unique<QTemporaryDir>();
    m_window = std::make_unique<MainWindow>(MainWindow::Memory::none);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    openCapture();
}

void TestSessionWindow::openCapture() {
    writeFile(file("c.shapes.jsonl"), captureText(QStringLiteral("net"), {1, 2, 4}));
    m_window->open({file("c.shapes.jsonl")});
    settle(*m_window);
}

void TestSessionWindow::relabel(std::int64_t batchSize) {
    m_window->labels().relabel(base::GraphId{0}, {{1, batchSize}});
    settle(*m_window);
}

void TestSessionWindow::savesAndOpensAgain() {
    QVERIFY(!m_window->isWindowModified());
    relabel(3);
    QVERIFY(m_window->isWindowModified());
    m_window->workspace().selectAxis(m_window->workspace().document()->capture->tensors()[1].id, 1);
    m_window->workspace().selectSample(base::SampleId{2});
    m_window->workspace().setFilter(QStringLiteral("x"));
    m_window->layoutOfPanels().charts()->setCurrentChart(QStringLiteral("ranges"));
    m_window->findChild<QDockWidget*>(QStringLiteral("samplesDock"))->hide();
    settle(*m_window);
    m_window->sessionFiles().saveAs(file("s.dimscope.json"));
    QVERIFY(!m_window->isWindowModified());
    QCOMPARE(m_window->sessionFiles().path(), file("s.dimscope.json"));
    const QJsonObject text = QJsonDocument::fromJson(saved()).object();
    QCOMPARE(text.value(QStringLiteral("files")).toArray().at(0).toString(),
             QStringLiteral("c.shapes.jsonl"));

    m_window = std::make_unique<MainWindow>(MainWindow::Memory::none);
    m_window->show();
    m_window->open({file("s.dimscope.json")});
    settle(*m_window);
    QCOMPARE(batchSize(1), std::int64_t{3});
    QCOMPARE(m_window->labels().stated(base::GraphId{0}, base::SampleId{1}), std::optional<std::int64_t>(3));
    const session::Selection& selection = m_window->workspace().selection();
    QCOMPARE(selection.tensor()->value, 1U);
    QCOMPARE(selection.axis, std::optional<int>(1));
    QCOMPARE(selection.sample->value, 2U);
    QCOMPARE(m_window->workspace().filter(), QStringLiteral("x"));
    QCOMPARE(m_window->layoutOfPanels().charts()->currentChart(), QStringLiteral("ranges"));
    QVERIFY(m_window->findChild<QDockWidget*>(QStringLiteral("samplesDock"))->isHidden());
    QVERIFY(!m_window->isWindowModified());
    const QByteArray before = saved();
    actionOf(*m_window, QStringLiteral("saveSession"))->trigger();
    QCOMPARE(saved(), before);
}

void TestSessionWindow::keepsOverridesThatNoFileHolds() {
    m_window->editor().setSamples(base::GraphId{0}, {0}, overrides::SampleUse::excluded);
    settle(*m_window);
    QTRY_VERIFY(!m_window->judge().fingerprint().empty());
    QVERIFY(m_window->isWindowModified());
    m_window->sessionFiles().saveAs(file("s.dimscope.json"));
    QVERIFY(!m_window->isWindowModified());  // the session holds them
    const QJsonObject source = QJsonDocument::fromJson(saved())
                                   .object()
                                   .value(QStringLiteral("overrides"))
                                   .toObject()
                                   .value(QStringLiteral("source"))
                                   .toObject();
    QCOMPARE(source.value(QStringLiteral("fingerprint")).toString().toStdString(),
             m_window->judge().fingerprint());
    m_window->editor().setSamples(base::GraphId{0}, {1}, overrides::SampleUse::excluded);
    settle(*m_window);
    QVERIFY(m_window->isWindowModified());
    m_window->overrides().undoStack().undo();
    settle(*m_window);
    QVERIFY(!m_window->isWindowModified());
    const overrides::OverrideSet stated = *m_window->overrides().set();
    QVERIFY(!stated.empty());
    m_window = std::make_unique<MainWindow>(MainWindow::Memory::none);
    m_window->open({file("s.dimscope.json")});
    settle(*m_window);
    QCOMPARE(m_window->overrides().set()->graphs, stated.graphs);
    QCOMPARE(m_window->workspace().document()->exclusions->size(), std::size_t{1});
    QVERIFY(!m_window->isWindowModified());
}

void TestSessionWindow::keepsOverridesThatAreNewerThanTheirFile() {
    m_window->editor().setSamples(base::GraphId{0}, {0}, overrides::SampleUse::excluded);
    settle(*m_window);
    m_window->overridesFiles().saveAs(file("o.overrides.json"));
    settle(*m_window);
    m_window->editor().setSamples(base::GraphId{0}, {1}, overrides::SampleUse::excluded);
    settle(*m_window);
    m_window->sessionFiles().saveAs(file("s.dimscope.json"));
    m_window = std::make_unique<MainWindow>(MainWindow::Memory::none);
    m_window->open({file("s.dimscope.json")});
    settle(*m_window);
    QVERIFY(!m_window->isWindowModified());
    m_window->sessionFiles().saveAs(file("s.dimscope.json"));  // again: the file is still older
    const QJsonObject text = QJsonDocument::fromJson(saved()).object();
    QVERIFY(text.value(QStringLiteral("overrides")).isObject());
    QCOMPARE(text.value(QStringLiteral("overrides_file")).toString(), QStringLiteral("o.overrides.json"));
    QVERIFY(actionOf(*m_window, QStringLiteral("saveOverrides"))->isEnabled());
}

void TestSessionWindow::namesOverridesThatAFileHolds() {
    m_window->editor().setSamples(base::GraphId{0}, {0}, overrides::SampleUse::excluded);
    settle(*m_window);
    m_window->overridesFiles().saveAs(file("o.overrides.json"));
    settle(*m_window);
    m_window->sessionFiles().saveAs(file("s.dimscope.json"));
    const QJsonObject text = QJsonDocument::fromJson(saved()).object();
    QCOMPARE(text.value(QStringLiteral("overrides")).toString(), QStringLiteral("o.overrides.json"));
}

void TestSessionWindow::keepsWhatItDoesNotKnow() {
    writeFile(file("s.dimscope.json"),
              "{\"format\": \"dimscope.session\", \"version\": 1, \"files\": [\"c.shapes.jsonl\"], "
              "\"ticket\": \"PERF-7\"}");
    m_window->open({file("s.dimscope.json")});
    settle(*m_window);
    relabel(3);
    actionOf(*m_window, QStringLiteral("saveSession"))->trigger();
    const QJsonObject text = QJsonDocument::fromJson(saved()).object();
    QCOMPARE(text.value(QStringLiteral("ticket")).toString(), QStringLiteral("PERF-7"));
    QVERIFY(text.contains(QStringLiteral("relabels")));
}

void TestSessionWindow::asksBeforeLabelsAreLost_data() {
    QTest::addColumn<int>("button");
    QTest::addColumn<bool>("closes");
    QTest::addColumn<bool>("isSaved");
    QTest::newRow("save") << int(QMessageBox::Save) << true << true;
    QTest::newRow("discard") << int(QMessageBox::Discard) << true << false;
    QTest::newRow("cancel") << int(QMessageBox::Cancel) << false << false;
}

void TestSessionWindow::asksBeforeLabelsAreLost() {
    QFETCH(int, button);
    QFETCH(bool, closes);
    QFETCH(bool, isSaved);
    m_window->sessionFiles().saveAs(file("s.dimscope.json"));
    const QByteArray before = saved();
    QVERIFY(!before.isEmpty());
    relabel(3);
    QVERIFY(!m_window->close());
    auto* dialog = m_window->findChild<QMessageBox*>(QStringLiteral("unsavedSessionDialog"));
    QVERIFY(dialog != nullptr);
    QTest::mouseClick(dialog->button(static_cast<QMessageBox::StandardButton>(button)), Qt::LeftButton);
    QCOMPARE(m_window->isVisible(), !closes);
    QCOMPARE(saved() != before, isSaved);
}

void TestSessionWindow::refusesTheFilesThatItNames() {
    relabel(3);
    QFile capture(file("c.shapes.jsonl"));
    QVERIFY(capture.open(QIODevice::ReadOnly));
    const QByteArray before = capture.readAll();
    m_window->sessionFiles().saveAs(file("c.shapes.jsonl"));
    capture.seek(0);
    QCOMPARE(capture.readAll(), before);
    QVERIFY(m_window->messages()->isVisible());
    QVERIFY(m_window->isWindowModified());
}

void TestSessionWindow::failedSaveLosesNothing() {
    relabel(3);
    m_window->sessionFiles().saveAs(file("missing/s.dimscope.json"));
    QVERIFY(m_window->messages()->isVisible());
    QVERIFY(m_window->isWindowModified());
    QVERIFY(m_window->sessionFiles().path().isEmpty());
}

void TestSessionWindow::theBundledSampleHasNoFileToName() {
    QVERIFY(actionOf(*m_window, QStringLiteral("saveSession"))->isEnabled());
    m_window->openSample();
    settle(*m_window);
    QVERIFY(!actionOf(*m_window, QStringLiteral("saveSession"))->isEnabled());
    QVERIFY(!actionOf(*m_window, QStringLiteral("saveSessionAs"))->isEnabled());
    m_window->labels().relabel(base::GraphId{0}, {{1, 3}});
    settle(*m_window);
    QVERIFY(m_window->close());
}

QTEST_MAIN(TestSessionWindow)
#include "tst_session_window.moc"
