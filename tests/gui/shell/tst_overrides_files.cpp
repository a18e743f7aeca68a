// SPDX-License-Identifier: GPL-3.0-or-later
// Overrides as files that are large, gzipped, dropped, several at a time, or given up half-way.
#include <sys/stat.h>

#include <QDropEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QUndoStack>
#include <QUrl>

#include "core/overrides/overrides_file.h"
#include "tests/gui/shell/shell_test.h"

using namespace dimscope;
using namespace dimscope::test;
using overrides::GraphOverrides;
using overrides::OverrideSet;
using overrides::TensorOverride;
using widgets::MessageBar;

namespace {

/// More than is read or written on the GUI thread.
constexpr int kMany = 3000;

TensorOverride overrideOf(const std::string& path, std::int64_t max) {
    TensorOverride override;
    override.locator = {{{path, module::Container::mapping}}, module::Side::input};
    override.shape = {std::string("batch"), std::int64_t{16}};
    override.min = {1, 16};
    override.opt = override.max = {max, 16};
    override.batchAxis = 0;
    return override;
}

/// Overrides of graph 0 of `net`: of `x` up to `max`, and of others that no capture has.
OverrideSet overridesOf(std::int64_t max, int others = 0) {
    GraphOverrides graph{"net", "0", {overrideOf("x", max)}, {}, {}};
    for (int i = 0; i < others; ++i) {
        graph.tensors.push_back(overrideOf("other" + std::to_string(i), max));
    }
    OverrideSet set;
    set.put(std::move(graph));
    return set;
}

}  // namespace

class TestOverridesFiles : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { fixSurroundings(m_settings.path()); }
    void init();
    void cleanup() { m_window.reset(); }

    void opensGzippedOnesBesideACapture();
    void savesGzippedAsItWasOpened();
    void dropped_data();
    void dropped();
    void largeOnesAreReadOnAWorker();
    void openingCanBeGivenUp();
    void changesMadeWhileOpeningAreAskedAbout();
    void theNewestOpenWins();
    void anotherCaptureEndsOpening();
    void largeOnesAreSavedOnAWorker();
    void changesMadeWhileSavingStayUnsaved();
    void changedOnDiskIsAskedAbout_data();
    void changedOnDiskIsAskedAbout();
    void importsWaitForEachOther();
    void closingWhileOpening();
    void pipesAreNotOpened();
    void badFiles_data();
    void badFiles();
    void diskFull();
    void tenThousandStepsAndBack();

 private:
    [[nodiscard]] QString file(const char* name) const { return m_folder->filePath(QLatin1String(name)); }
    void write(const char* name, const OverrideSet& set) const {
        QVERIFY(overrides::writeOverrides(set, file(name).toStdString()));
    }
    /// Of x as stated; 0 where it has no override.
    [[nodiscard]] std::int64_t max() const {
        const GraphOverrides* graph = m_window->overrides().set()->find("net", "0");
        return graph == nullptr || graph->tensors.empty() ? 0 : graph->tensors.front().max.front();
    }
    void edit(std::int64_t max) {
        m_window->editor().setRange(tensorOf(*m_window, "net", "0", "x"), 0, {1, 2, max});
    }

    QTemporaryDir m_settings;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestOverridesFiles::init() {
    failOnWarnings();
    m_folder = std::make_unique<QTemporaryDir>();
    m_window = std::make_unique<MainWindow>(MainWindow::Memory::none);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    writeFile(file("c.shapes.jsonl"), captureText(QStringLiteral("net"), {1, 2, 4}));
    m_window->open({file("c.shapes.jsonl")});
    settle(*m_window);
}

void TestOverridesFiles::opensGzippedOnesBesideACapture() {
    write("a.overrides.json.gz", overridesOf(32));
    m_window->open({file("a.overrides.json.gz")});
    settle(*m_window);
    QCOMPARE(max(), std::int64_t{32});
    m_window->open({file("a.overrides.json.gz"), file("c.shapes.jsonl")});
    settle(*m_window);
    QCOMPARE(max(), std::int64_t{32});
    QVERIFY(m_window->messages()->isHidden());
    QVERIFY(m_window->windowTitle().contains(QStringLiteral("a.overrides.json.gz")));
}

void TestOverridesFiles::savesGzippedAsItWasOpened() {
    write("a.overrides.json.gz", overridesOf(32));
    m_window->open({file("a.overrides.json.gz")});
    settle(*m_window);
    edit(8);
    actionOf(*m_window, QStringLiteral("saveOverrides"))->trigger();
    settle(*m_window);
    QVERIFY(!m_window->isWindowModified());
    QFile saved(file("a.overrides.json.gz"));
    QVERIFY(saved.open(QIODevice::ReadOnly));
    QVERIFY(saved.read(2) == QByteArray("\x1f\x8b"));
    const auto read = overrides::readOverrides(file("a.overrides.json.gz").toStdString());
    QVERIFY(read && read->graphs.at(0).tensors.at(0).max.at(0) == 8);
}

void TestOverridesFiles::dropped_data() {
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QStringList>("modules");
    QTest::newRow("overrides") << QStringList{"a.overrides.json"} << QStringList{"net"};
    QTest::newRow("gzipped") << QStringList{"a.overrides.json.gz"} << QStringList{"net"};
    QTest::newRow("with a capture") << QStringList{"a.overrides.json", "d.shapes.jsonl"}
                                    << QStringList{"two"};
}

void TestOverridesFiles::dropped() {
    QFETCH(QStringList, names);
    QFETCH(QStringList, modules);
    write("a.overrides.json", overridesOf(32));
    write("a.overrides.json.gz", overridesOf(32));
    writeFile(file("d.shapes.jsonl"), captureText(QStringLiteral("two"), {1, 2}));
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& name : names) {
        urls += QUrl::fromLocalFile(m_folder->filePath(name));
    }
    data.setUrls(urls);
    QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &drop);
    QVERIFY(drop.isAccepted());
    settle(*m_window);
    QCOMPARE(max(), std::int64_t{32});
    QStringList shown;
    for (const capture::Module& module : captureOf(*m_window).modules()) {
        shown += QString::fromStdString(module.name);
    }
    QCOMPARE(shown, modules);
}

void TestOverridesFiles::largeOnesAreReadOnAWorker() {
    write("large.overrides.json", overridesOf(32, kMany));
    m_window->open({file("large.overrides.json")});
    QVERIFY(m_window->overridesFiles().isBusy());
    QCOMPARE(max(), std::int64_t{0});
    settle(*m_window);
    QCOMPARE(max(), std::int64_t{32});
    QVERIFY(!m_window->isWindowModified());
    QCOMPARE(m_window->judge().judged()->judgement.problems.size(), std::size_t{kMany});  // unmatched
}

void TestOverridesFiles::openingCanBeGivenUp() {
    write("large.overrides.json", overridesOf(32, kMany));
    edit(8);
    settle(*m_window);
    m_window->overridesFiles().openNow(file("large.overrides.json"));
    m_window->overridesFiles().cancel();
    QVERIFY(!m_window->overridesFiles().isBusy());
    settle(*m_window);
    QCOMPARE(max(), std::int64_t{8});
    QVERIFY(m_window->isWindowModified());
    QVERIFY(m_window->statusBar()->currentMessage().contains(QStringLiteral("as they were")));
}

void TestOverridesFiles::changesMadeWhileOpeningAreAskedAbout() {
    write("large.overrides.json", overridesOf(32, kMany));
    m_window->open({file("large.overrides.json")});
    edit(8);
    settle(*m_window);
    auto* dialog = m_window->findChild<QMessageBox*>(QStringLiteral("unsavedDialog"));
    QVERIFY(dialog != nullptr);
    QCOMPARE(max(), std::int64_t{8});
    QTest::mouseClick(dialog->button(QMessageBox::Discard), Qt::LeftButton);
    settle(*m_window);
    QCOMPARE(max(), std::int64_t{32});
}

void TestOverridesFiles::theNewestOpenWins() {
    write("large.overrides.json", overridesOf(32, kMany));
    write("small.overrides.json", overridesOf(8));
    m_window->open({file("large.overrides.json")});
    m_window->open({file("small.overrides.json")});
    settle(*m_window);
    QCOMPARE(max(), std::int64_t{8});
    QVERIFY(m_window->findChild<QMessageBox*>(QStringLiteral("unsavedDialog")) == nullptr);
}

void TestOverridesFiles::anotherCaptureEndsOpening() {
    write("large.overrides.json", overridesOf(32, kMany));
    m_window->open({file("large.overrides.json")});
    actionOf(*m_window, QStringLiteral("close"))->trigger();
    settle(*m_window);
    QVERIFY(m_window->overrides().set()->empty());
    QVERIFY(m_window->overrides().path().isEmpty());
}

void TestOverridesFiles::largeOnesAreSavedOnAWorker() {
    write("large.overrides.json", overridesOf(32, kMany));
    m_window->open({file("large.overrides.json")});
    settle(*m_window);
    edit(8);
    m_window->overridesFiles().saveAs(file("b.overrides.json"));
    QVERIFY(m_window->overridesFiles().isBusy());
    QVERIFY(m_window->isWindowModified());
    settle(*m_window);
    QVERIFY(!m_window->isWindowModified());
    const auto read = overrides::readOverrides(file("b.overrides.json").toStdString());
    QVERIFY(read && read->graphs.at(0).tensors.size() == std::size_t{kMany} + 1);
    QVERIFY(*read == *m_window->overrides().set());
}

void TestOverridesFiles::changesMadeWhileSavingStayUnsaved() {
    write("large.overrides.json", overridesOf(32, kMany));
    m_window->open({file("large.overrides.json")});
    settle(*m_window);
    edit(8);
    m_window->overridesFiles().saveAs(file("b.overrides.json"));
    edit(64);
    settle(*m_window);
    QVERIFY(m_window->isWindowModified());
    QCOMPARE(max(), std::int64_t{64});
    m_window->overrides().undoStack().undo();
    settle(*m_window);
    QVERIFY(!m_window->isWindowModified());  // that is what was saved
}

void TestOverridesFiles::changedOnDiskIsAskedAbout_data() {
    QTest::addColumn<QString>("answer");
    QTest::addColumn<qint64>("inFile");
    QTest::newRow("replace") << QStringLiteral("&Replace") << qint64{64};
    QTest::newRow("cancel") << QString() << qint64{9};
}

void TestOverridesFiles::changedOnDiskIsAskedAbout() {
    QFETCH(QString, answer);
    QFETCH(qint64, inFile);
    write("a.overrides.json", overridesOf(32));
    m_window->open({file("a.overrides.json")});
    settle(*m_window);
    edit(8);
    settle(*m_window);
    m_window->overridesFiles().save();  // nobody else has written it: not asked
    settle(*m_window);
    QVERIFY(!m_window->isWindowModified());
    write("a.overrides.json", overridesOf(9, 2));
    edit(64);
    settle(*m_window);
    m_window->overridesFiles().save();
    auto* dialog = m_window->findChild<QMessageBox*>(QStringLiteral("changedOverridesDialog"));
    QVERIFY(dialog);
    QVERIFY(m_window->isWindowModified());
    if (answer.isEmpty()) {
        dialog->reject();
    } else {
        for (QAbstractButton* button : dialog->buttons()) {
            if (button->text() == answer) {
                button->click();
                break;
            }
        }
    }
    settle(*m_window);
    const auto read = overrides::readOverrides(file("a.overrides.json").toStdString());
    QVERIFY(read);
    QCOMPARE(read->graphs.at(0).tensors.at(0).max.at(0), inFile);
    QCOMPARE(m_window->isWindowModified(), answer.isEmpty());
}

void TestOverridesFiles::importsWaitForEachOther() {
    writeFile(file("one.json"), R"([{"x": [[1, 16], [2, 16], [8, 16]]}])");
    writeFile(file("two.json"), R"([{"x": [[1, 16], [2, 16], [16, 16]]}])");
    m_window->overridesFiles().importShapes(file("one.json"));
    m_window->overridesFiles().importShapes(file("two.json"));
    settle(*m_window);
    QCOMPARE(max(), std::int64_t{16});
    QCOMPARE(m_window->overrides().undoStack().count(), 2);
    m_window->overrides().undoStack().undo();
    QCOMPARE(max(), std::int64_t{8});
    settle(*m_window);
}

void TestOverridesFiles::closingWhileOpening() {
    write("large.overrides.json", overridesOf(32, kMany));
    m_window->open({file("large.overrides.json")});
    m_window->close();
    QVERIFY(!m_window->isVisible());
    m_window.reset();
    QCoreApplication::processEvents();
}

void TestOverridesFiles::pipesAreNotOpened() {
    QCOMPARE(::mkfifo(QFile::encodeName(file("pipe")).constData(), 0600), 0);
    m_window->overridesFiles().openNow(file("pipe"));
    QVERIFY(!m_window->overridesFiles().isBusy());
    QVERIFY(m_window->messages()->text().contains(QStringLiteral("pipe")));
    m_window->messages()->hide();
    m_window->overridesFiles().importShapes(file("pipe"));
    QVERIFY(!m_window->overridesFiles().isBusy());
    QCOMPARE(m_window->messages()->kind(), MessageBar::Kind::error);
}

void TestOverridesFiles::badFiles_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("zeros") << QByteArray(1 << 20, '\0');
    QTest::newRow("cut") << QByteArray(R"({"format": "dimscope.overrides", "version": 1, "graphs": [{"mod)");
    QTest::newRow("deep") << R"({"format": "dimscope.overrides", "version": 1, "graphs": )" +
                                 QByteArray(1 << 20, '[');
    QTest::newRow("cut gzip") << QByteArray("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10);
    QTest::newRow("no UTF-8") << QByteArray("{\"format\": \"dimscope.overrides\", \"\xff\": 1}");
    QTest::newRow("beyond 64 bits") << QByteArray(
        R"({"format": "dimscope.overrides", "version": 1, "graphs": [{"module": "net",
            "graph": "0", "tensors": [{"side": "input", "semantic_path": "x", "shape": [1e400],
            "min_shape": [1], "max_shape": [99999999999999999999]}]}]})");
}

void TestOverridesFiles::badFiles() {
    QFETCH(QByteArray, content);
    writeFile(file("bad.overrides.json"), content);
    edit(8);
    settle(*m_window);
    for (const bool isImport : {false, true}) {
        m_window->messages()->hide();
        if (isImport) {
            m_window->overridesFiles().importShapes(file("bad.overrides.json"));
        } else {
            m_window->overridesFiles().openNow(file("bad.overrides.json"));
        }
        settle(*m_window);
        QVERIFY(m_window->messages()->isVisible());
        QCOMPARE(m_window->messages()->kind(), MessageBar::Kind::error);
        QVERIFY2(m_window->messages()->text().contains(QStringLiteral("bad.overrides.json")),
                 qPrintable(m_window->messages()->text()));
        QVERIFY(m_window->messages()->text().size() < 2000);
        QCOMPARE(max(), std::int64_t{8});
    }
}

void TestOverridesFiles::diskFull() {
    if (!QFile::exists(QStringLiteral("/dev/full"))) {
        QSKIP("there is no /dev/full");
    }
    edit(8);
    m_window->overridesFiles().saveAs(QStringLiteral("/dev/full"));
    settle(*m_window);
    QCOMPARE(m_window->messages()->kind(), MessageBar::Kind::error);
    QVERIFY(m_window->isWindowModified());
    QVERIFY(m_window->overrides().path().isEmpty());
}

void TestOverridesFiles::tenThousandStepsAndBack() {
    constexpr int kSteps = 10000;
    write("many.overrides.json", overridesOf(32, 20));
    m_window->open({file("many.overrides.json")});
    settle(*m_window);
    QUndoStack& steps = m_window->overrides().undoStack();
    for (int i = 0; i < kSteps; ++i) {
        edit(100 + i);
        if (i % 500 == 0) {
            QCoreApplication::processEvents();
        }
    }
    QCOMPARE(steps.count(), kSteps);
    settle(*m_window);
    QCOMPARE(m_window->judge().judged()->judgement.spec(tensorOf(*m_window, "net", "0", "x")).max[0],
             std::int64_t{100 + kSteps - 1});
    for (int i = 0; i < kSteps; ++i) {
        steps.undo();
        if (i % 500 == 0) {
            QCoreApplication::processEvents();
        }
    }
    settle(*m_window);
    QCOMPARE(max(), std::int64_t{32});
    QVERIFY(!m_window->isWindowModified());
    QCOMPARE(m_window->judge().judged()->judgement.spec(tensorOf(*m_window, "net", "0", "x")).max[0],
             std::int64_t{32});
}

QTEST_MAIN(TestOverridesFiles)
#include "tst_overrides_files.moc"
