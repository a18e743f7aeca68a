// SPDX-License-Identifier: GPL-3.0-or-later
// Resizing saved samples and testing predictions from the window; a stand-in answers for the other process.
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QSpinBox>

#include "tests/gui/shell/shell_test.h"
#include "ui/shell/resize_sample_dialog.h"
#include "ui/shell/sample_form.h"
#include "ui/shell/test_prediction_dialog.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/status_progress.h"

using namespace dimscope;
using namespace dimscope::test;
using Trial = models::TrialTableModel;

namespace {

constexpr int kPatience = 120000;  // milliseconds; a loaded machine starts LibTorch in seconds

QString tensor(const QString& path, const QString& semantic, int rows, int columns) {
    return QStringLiteral(
               "{\"access_path\": \"%1\", \"semantic_path\": %2, \"dtype\": \"torch.float32\", \"shape\": "
               "[%3, %4]}")
        .arg(path, semantic)
        .arg(rows)
        .arg(columns);
}

QString side(const QStringList& tensors) {
    return QStringLiteral(
               "{\"tensor_data\": [%1], \"other_data\": [], \"strict\": true, \"llm_phase\": null}")
        .arg(tensors.join(QStringLiteral(", ")));
}

/// A call with the arguments of args_kwargs.pt: `[0]` (2n, 3) and `mask` (times x n, 1); one output (rows,
/// 4).
QString call(int n, int rows, int times = 1) {
    return QStringLiteral("{\"module\": \"net\", \"batch_size\": %1, \"inputs\": %2, \"outputs\": %3}")
        .arg(n)
        .arg(side({tensor(QStringLiteral("[0]"), QStringLiteral("0"), 2 * n, 3),
                   tensor(QStringLiteral("mask"), QStringLiteral("\"mask\""), times * n, 1)}),
             side({tensor(QStringLiteral("output[0]"), QStringLiteral("0"), rows, 4)}));
}

QByteArray likeText() {
    QString text = QStringLiteral("{\"format\": \"dimscope.capture\", \"version\": 1}\n");
    for (const int n : {1, 2, 4}) {
        text += call(n, n) + u'\n';
    }
    return text.toUtf8();
}

QString ran(int n, int rows, int times = 1) {
    return QStringLiteral("print {\"call\":%1,\"seconds\":0.0125}").arg(call(n, rows, times));
}

}  // namespace

class TestTrialDialogs : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { fixSurroundings(m_folder.path()); }
    void init();
    void cleanup();

    void shapesStandBeforeWriting();
    void writesTheSample();
    void nothingIsWrittenOver();
    void faultsLeaveNoFile_data();
    void faultsLeaveNoFile();
    void cancelKillsAndLeavesNoFile();
    void otherSamplesAreRefused_data();
    void otherSamplesAreRefused();

    void predictionsAreHeldAgainstOutputs();
    void withoutAGraphNothingIsPredicted();
    void whatRanIsSavedAndOpened();
    void workerThatDiesIsToldAndTheWindowStays();
    void endlessModelEndsAtItsTime();
    void whatRanStaysWhenTheRestIsCancelled();
    void batchSizesAreParsed_data();
    void batchSizesAreParsed();
    void controlsHaveNames();
    void realTensorsGoThroughBothDialogs();
    void looks_data();
    void looks();

 private:
    static void answer(const QStringList& script) {
        qputenv("DIMSCOPE_TENSORS", DIMSCOPE_FAKE_WORKER);
        qputenv("FAKE_WORKER", script.join(u'\n').toUtf8());
    }
    [[nodiscard]] QString file(const QString& name) const { return m_files->filePath(name); }
    [[nodiscard]] static QString sample() { return dataFile(QStringLiteral("torch/args_kwargs.pt")); }
    template <class Dialog>
    Dialog* dialogOf(const char* action) {
        actionOf(*m_window, QLatin1String(action))->trigger();
        auto* dialog = m_window->findChild<Dialog*>();
        if (dialog == nullptr || !QTest::qWaitForWindowExposed(dialog)) {
            return nullptr;
        }
        dialog->form().setSample(sample());
        return QTest::qWaitFor([&] { return !dialog->form().isBusy(); }, kPatience) ? dialog : nullptr;
    }
    [[nodiscard]] QStringList leftOver() const {
        QStringList names =
            QDir(m_files->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
        names.removeAll(QStringLiteral("like.shapes.jsonl"));
        return names;
    }
    static QStringList rowTexts(const QAbstractItemModel& model, int row) {
        QStringList texts;
        for (int column = 0; column < model.columnCount(); ++column) {
            texts += model.index(row, column).data().toString();
        }
        return texts;
    }

    QTemporaryDir m_folder;
    std::unique_ptr<QTemporaryDir> m_files;
    std::unique_ptr<MainWindow> m_window;
};

void TestTrialDialogs::init() {
    failOnWarnings();
    m_files = std::make_unique<QTemporaryDir>();
    writeFile(file(QStringLiteral("like.shapes.jsonl")), likeText());
    m_window = std::make_unique<MainWindow>(MainWindow::Memory::none);
    m_window->resize(1200, 800);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    m_window->open({file(QStringLiteral("like.shapes.jsonl"))});
    settle(*m_window);
}

void TestTrialDialogs::cleanup() {
    m_window.reset();
    qunsetenv("DIMSCOPE_TENSORS");
    qunsetenv("FAKE_WORKER");
}

void TestTrialDialogs::shapesStandBeforeWriting() {
    auto* dialog = dialogOf<shell::ResizeSampleDialog>("resizeSample");
    QVERIFY(dialog);
    dialog->setBatchSize(8);
    QCOMPARE(dialog->model().rowCount(), 2);
    QCOMPARE(rowTexts(dialog->model(), 0), (QStringList{"[0]", "float32", "2×3", "16×3", "axis 0 ×2"}));
    QCOMPARE(rowTexts(dialog->model(), 1), (QStringList{"mask", "float32", "2×1", "8×1", "axis 0 ×1"}));
    QVERIFY(leftOver().isEmpty());
}

void TestTrialDialogs::writesTheSample() {
    const QString request = file(QStringLiteral("request"));
    answer({QStringLiteral("echo ") + request, QStringLiteral("write resized"),
            QStringLiteral("print {\"result\":{\"tensors\":["
                           "{\"path\":\"[0]\",\"dtype\":\"torch.float32\",\"shape\":[8,3]},"
                           "{\"path\":\"mask\",\"dtype\":\"torch.float32\",\"shape\":[4,1]}]}}")});
    auto* dialog = dialogOf<shell::ResizeSampleDialog>("resizeSample");
    QVERIFY(dialog);
    dialog->setBatchSize(4);
    const QSignalSpy written(dialog, &shell::ResizeSampleDialog::written);
    dialog->writeTo(file(QStringLiteral("out.pt")));
    QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, kPatience);
    QFile out(file(QStringLiteral("out.pt")));
    QVERIFY(out.open(QIODevice::ReadOnly));
    QCOMPARE(out.readAll(), QByteArray("resized"));
    QVERIFY(QFile::remove(request));
    QCOMPARE(leftOver(), QStringList{QStringLiteral("out.pt")});
    auto* messages = dialog->findChild<widgets::MessageBar*>();
    QVERIFY(messages->isVisible());
    dialog->setBatchSize(5);
    QVERIFY(!messages->isVisible());  // what it said is of another batch size
}

void TestTrialDialogs::nothingIsWrittenOver() {
    auto* dialog = dialogOf<shell::ResizeSampleDialog>("resizeSample");
    QVERIFY(dialog);
    for (const QString& path : {sample(), file(QStringLiteral("like.shapes.jsonl"))}) {
        dialog->writeTo(path);
        QVERIFY(!dialog->isRunning());
        QVERIFY(dialog->messages().text().contains(QStringLiteral("choose a new file")));
    }
}

void TestTrialDialogs::faultsLeaveNoFile_data() {
    QTest::addColumn<QStringList>("script");
    QTest::addColumn<QString>("said");
    QTest::newRow("crash") << QStringList{"write half", "signal 11"} << "signal";
    QTest::newRow("no answer") << QStringList{"write half", "exit 0"} << "no answer";
    QTest::newRow("other sizes") << QStringList{"write half",
                                                "print {\"result\":{\"tensors\":[{\"path\":\"[0]\",\"dtype\":"
                                                "\"torch.float32\",\"shape\":[9,3]}]}}"}
                                 << "worker";
    QTest::newRow("its own error") << QStringList{"print {\"error\":{\"code\":\"too-large\",\"message\":\"found "
                                                  "no memory\"}}"}
                                   << "no memory";
}

void TestTrialDialogs::faultsLeaveNoFile() {
    QFETCH(QStringList, script);
    QFETCH(QString, said);
    answer(script);
    auto* dialog = dialogOf<shell::ResizeSampleDialog>("resizeSample");
    QVERIFY(dialog);
    dialog->writeTo(file(QStringLiteral("out.pt")));
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->isRunning(), kPatience);
    QVERIFY2(dialog->messages().isVisible() && dialog->messages().text().contains(said),
             qPrintable(dialog->messages().text()));
    QCOMPARE(leftOver(), QStringList());
}

void TestTrialDialogs::cancelKillsAndLeavesNoFile() {
    answer({QStringLiteral("write half"), QStringLiteral("hang")});
    auto* dialog = dialogOf<shell::ResizeSampleDialog>("resizeSample");
    QVERIFY(dialog);
    dialog->writeTo(file(QStringLiteral("out.pt")));
    QVERIFY(dialog->isRunning());
    dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Close)->click();
    QTRY_VERIFY(m_window->findChild<shell::ResizeSampleDialog*>() == nullptr);
    QTRY_COMPARE(leftOver(), QStringList());
    QVERIFY(m_window->isVisible());
}

void TestTrialDialogs::otherSamplesAreRefused_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("said");
    QTest::newRow("other paths") << "torch/unet_bs1.pt"
                                 << "found no graph with the inputs of the sample";
    QTest::newRow("several calls") << "torch/samples.pt"
                                   << "samples.pt";
    QTest::newRow("missing") << "torch/nowhere.pt"
                             << "no such file";
    QTest::newRow("no saved arguments") << "aitune/detector.json"
                                        << "detector.json";
}

void TestTrialDialogs::otherSamplesAreRefused() {
    QFETCH(QString, name);
    QFETCH(QString, said);
    auto* dialog = dialogOf<shell::ResizeSampleDialog>("resizeSample");
    QVERIFY(dialog);
    dialog->form().setSample(dataFile(name));
    QTRY_VERIFY(!dialog->form().isBusy());
    const auto* note = dialog->findChild<QLabel*>(QStringLiteral("sampleNote"));
    QVERIFY2(note->text().startsWith(u'■') && note->text().contains(said), qPrintable(note->text()));
    QVERIFY(!dialog->form().plan());
    QCOMPARE(dialog->model().rowCount(), 0);
}

void TestTrialDialogs::predictionsAreHeldAgainstOutputs() {
    answer({ran(1, 1), ran(2, 5),
            QStringLiteral("print {\"failure\":{\"batch_size\":4,\"message\":\"shape '[2, 3]' "
                           "is invalid\\nTraceback\"}}"),
            QStringLiteral("print {\"result\":{}}")});
    auto* dialog = dialogOf<shell::TestPredictionDialog>("testPrediction");
    QVERIFY(dialog);
    dialog->setModelFile(file(QStringLiteral("model.pt")));
    dialog->run();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->isRunning(), kPatience);
    QVERIFY2(!dialog->messages().isVisible(), qPrintable(dialog->messages().text()));
    QCOMPARE(dialog->model().rowCount(), 3);
    QCOMPARE(rowTexts(dialog->model(), 0),
             (QStringList{"1", "✓ ok", "output[0]", "[1, 4]", "1×4", "float32", "12.5 ms"}));
    QCOMPARE(rowTexts(dialog->model(), 1),
             (QStringList{"2", "■ other size", "output[0]", "[2, 4]", "5×4", "float32", "12.5 ms"}));
    QCOMPARE(rowTexts(dialog->model(), 2),
             (QStringList{"4", "■ failed", "shape '[2, 3]' is invalid …", "", "", "", "–"}));
    QCOMPARE(dialog->model().findingCount(), 2);
    auto* table = dialog->findChild<widgets::TableView*>();
    const auto* failure = dialog->findChild<QPlainTextEdit*>(QStringLiteral("failureText"));
    QCOMPARE(table->currentIndex().row(), 1);  // the first row to look at; it ran
    QVERIFY(!failure->isVisible());
    QTest::keyClick(table, Qt::Key_Down);
    QTRY_VERIFY(failure->isVisible());
    QCOMPARE(failure->toPlainText(), QStringLiteral("shape '[2, 3]' is invalid\nTraceback"));
    const auto* summary = dialog->findChild<QLabel*>(QStringLiteral("trialSummary"));
    QCOMPARE(summary->text(), QStringLiteral("■ 2 rows are not as predicted, or failed"));
}

void TestTrialDialogs::withoutAGraphNothingIsPredicted() {
    answer({ran(2, 5, 2), QStringLiteral("print {\"result\":{}}")});
    auto* dialog = dialogOf<shell::TestPredictionDialog>("testPrediction");
    QVERIFY(dialog);
    auto* graphs = dialog->findChild<QComboBox*>();
    graphs->setCurrentIndex(graphs->count() - 1);
    QVERIFY(!dialog->form().graph());
    QVERIFY(!dialog->form().plan());  // the batch size of the sample is not known
    auto* own = dialog->form().findChild<QSpinBox*>();
    QVERIFY(own->isEnabled());
    own->setValue(1);
    QVERIFY(dialog->form().plan());
    dialog->setModelFile(file(QStringLiteral("model.pt")));
    dialog->setBatchSizes(QStringLiteral("2"));
    dialog->run();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->isRunning(), kPatience);
    QCOMPARE(dialog->model().findingCount(), 0);
    QCOMPARE(dialog->findChild<QLabel*>(QStringLiteral("trialSummary"))->text(),
             QStringLiteral("It ran at every batch size; nothing was predicted."));
}

void TestTrialDialogs::whatRanIsSavedAndOpened() {
    answer({ran(1, 1), ran(2, 2), QStringLiteral("print {\"result\":{}}")});
    auto* dialog = dialogOf<shell::TestPredictionDialog>("testPrediction");
    QVERIFY(dialog);
    dialog->setModelFile(file(QStringLiteral("model.pt")));
    dialog->setBatchSizes(QStringLiteral("1 2"));
    dialog->run();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->isRunning(), kPatience);
    dialog->saveTo(file(QStringLiteral("like.shapes.jsonl")));
    QVERIFY(dialog->messages().text().contains(QStringLiteral("choose a new file")));
    dialog->saveTo(file(QStringLiteral("trial.shapes.jsonl")));
    QVERIFY(QFile::exists(file(QStringLiteral("trial.shapes.jsonl"))));
    for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
        if (button->text().contains(QStringLiteral("pen as Capture"))) {
            button->click();
        }
    }
    QTRY_COMPARE(captureOf(*m_window).sampleCount(), std::uint64_t(2));
    settle(*m_window);
    QCOMPARE(captureOf(*m_window).modules()[0].name, std::string("net"));
}

void TestTrialDialogs::workerThatDiesIsToldAndTheWindowStays() {
    answer({QStringLiteral("error terminate called"), QStringLiteral("signal 6")});
    auto* dialog = dialogOf<shell::TestPredictionDialog>("testPrediction");
    QVERIFY(dialog);
    dialog->setModelFile(file(QStringLiteral("model.pt")));
    dialog->run();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->isRunning(), kPatience);
    QVERIFY2(dialog->messages().text().contains(QStringLiteral("signal")),
             qPrintable(dialog->messages().text()));
    QCOMPARE(dialog->model().rowCount(), 0);
    QVERIFY(m_window->workspace().document());
}

void TestTrialDialogs::endlessModelEndsAtItsTime() {
    answer({QStringLiteral("print {\"progress\":{\"done\":0,\"of\":3,\"text\":\"batch size 1\"}}"),
            QStringLiteral("hang")});
    auto* dialog = dialogOf<shell::TestPredictionDialog>("testPrediction");
    QVERIFY(dialog);
    dialog->setModelFile(file(QStringLiteral("model.pt")));
    dialog->setTimeLimit(1);
    dialog->run();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->isRunning(), kPatience);
    QCOMPARE(dialog->model().rowCount(), 3);  // the others were not tried
    QCOMPARE(dialog->model().findingCount(), 3);
    QCOMPARE(dialog->model().index(0, Trial::Verdict).data().toString(), QStringLiteral("■ failed"));
}

void TestTrialDialogs::whatRanStaysWhenTheRestIsCancelled() {
    answer({QStringLiteral("print {\"progress\":{\"done\":0,\"of\":3,\"text\":\"batch size 1\"}}"), ran(1, 1),
            QStringLiteral("print {\"progress\":{\"done\":1,\"of\":3,\"text\":\"batch size 2\"}}"),
            QStringLiteral("hang")});
    auto* dialog = dialogOf<shell::TestPredictionDialog>("testPrediction");
    QVERIFY(dialog);
    dialog->setModelFile(file(QStringLiteral("model.pt")));
    auto* progress = dialog->findChild<widgets::StatusProgress*>();
    QVERIFY(progress);
    dialog->run();
    const auto says = [&](const QString& text) {
        for (const QLabel* label : progress->findChildren<QLabel*>()) {
            if (label->text().contains(text)) {
                return true;
            }
        }
        return false;
    };
    QTRY_VERIFY_WITH_TIMEOUT(says(QStringLiteral("batch size 2")), kPatience);
    emit progress->cancelRequested();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->isRunning(), kPatience);
    QCOMPARE(dialog->model().rowCount(), 3);
    QCOMPARE(rowTexts(dialog->model(), 0).mid(0, 2), (QStringList{"1", "✓ ok"}));
    QCOMPARE(rowTexts(dialog->model(), 1).mid(0, 2), (QStringList{"2", "cancelled"}));
    QCOMPARE(rowTexts(dialog->model(), 2).mid(0, 2), (QStringList{"4", "cancelled"}));
    QCOMPARE(dialog->model().findingCount(), 0);
    QVERIFY(dialog->messages().text().contains(QStringLiteral("cancelled")));
}

void TestTrialDialogs::batchSizesAreParsed_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<qlonglong>>("expected");
    QTest::newRow("commas") << "1, 2,4" << QList<qlonglong>{1, 2, 4};
    QTest::newRow("blanks") << " 8  1 " << QList<qlonglong>{8, 1};
    QTest::newRow("nothing") << " , " << QList<qlonglong>{};
    QTest::newRow("zero") << "0" << QList<qlonglong>{};
    QTest::newRow("twice") << "1, 1" << QList<qlonglong>{};
    QTest::newRow("a word") << "1, two" << QList<qlonglong>{};
    QTest::newRow("beyond 64 bits") << "9223372036854775808" << QList<qlonglong>{};
}

void TestTrialDialogs::batchSizesAreParsed() {
    QFETCH(QString, text);
    QFETCH(QList<qlonglong>, expected);
    const auto sizes = shell::TestPredictionDialog::parseBatchSizes(text);
    QCOMPARE(sizes.has_value(), !expected.isEmpty());
    if (sizes) {
        QCOMPARE(QList<qlonglong>(sizes->begin(), sizes->end()), expected);
    }
}

void TestTrialDialogs::controlsHaveNames() {
    for (QDialog* dialog : {static_cast<QDialog*>(dialogOf<shell::ResizeSampleDialog>("resizeSample")),
                            static_cast<QDialog*>(dialogOf<shell::TestPredictionDialog>("testPrediction"))}) {
        QVERIFY(dialog);
        for (const QWidget* widget : dialog->findChildren<QWidget*>()) {
            const bool isPart = qobject_cast<const QLineEdit*>(widget) != nullptr &&
                                qobject_cast<const QSpinBox*>(widget->parentWidget()) != nullptr;
            if (widget->isVisible() && widget->focusPolicy() != Qt::NoFocus && !isPart) {
                QVERIFY2(!widget->accessibleName().isEmpty() ||
                             qobject_cast<const QPushButton*>(widget) != nullptr,
                         widget->metaObject()->className());
            }
        }
        dialog->close();
    }
}

void TestTrialDialogs::realTensorsGoThroughBothDialogs() {
#ifdef DIMSCOPE_TENSORS_PROGRAM
    qputenv("DIMSCOPE_TENSORS", DIMSCOPE_TENSORS_PROGRAM);
    auto* resize = dialogOf<shell::ResizeSampleDialog>("resizeSample");
    QVERIFY(resize);
    resize->setBatchSize(3);
    const QSignalSpy written(resize, &shell::ResizeSampleDialog::written);
    resize->writeTo(file(QStringLiteral("real_bs3.pt")));
    QTRY_VERIFY_WITH_TIMEOUT(!resize->isRunning(), kPatience);
    QVERIFY2(written.count() == 1, qPrintable(resize->messages().text()));
    resize->close();
    QTRY_VERIFY(m_window->findChild<shell::ResizeSampleDialog*>() == nullptr);

    const QString model = file(QStringLiteral("model.pt"));
    const QString script = file(QStringLiteral("model.py"));  // TorchScript reads its source
    writeFile(script,
              "import sys, torch\n"
              "class Net(torch.nn.Module):\n"
              "    def forward(self, x, mask, scale: float = 1.0):\n"
              "        if mask.size(0) > 4:\n"
              "            raise ValueError('at most four')\n"
              "        return (x[:mask.size(0)].sum(1, keepdim=True) * torch.ones(1, 4),)\n"
              "torch.jit.script(Net()).save(sys.argv[1])\n");
    QProcess python;
    python.start(QStringLiteral("/usr/bin/python3"), {script, model});
    QVERIFY(python.waitForFinished(kPatience));
    if (!QFile::exists(model)) {
        QFAIL(python.readAllStandardError().constData());
    }
    auto* test = dialogOf<shell::TestPredictionDialog>("testPrediction");
    QVERIFY(test);
    test->form().setSample(file(QStringLiteral("real_bs3.pt")));
    QTRY_VERIFY(!test->form().isBusy());
    test->setModelFile(model);
    test->setBatchSizes(QStringLiteral("1, 4, 8"));
    test->run();
    QTRY_VERIFY_WITH_TIMEOUT(!test->isRunning(), kPatience);
    QVERIFY2(!test->messages().isVisible(), qPrintable(test->messages().text()));
    QCOMPARE(test->model().rowCount(), 3);
    QCOMPARE(rowTexts(test->model(), 0).mid(0, 2), (QStringList{"1", "✓ ok"}));
    QCOMPARE(rowTexts(test->model(), 1).mid(0, 2), (QStringList{"4", "✓ ok"}));
    QCOMPARE(rowTexts(test->model(), 2).mid(0, 2), (QStringList{"8", "■ failed"}));
    QVERIFY2(rowTexts(test->model(), 2)[2].contains(QStringLiteral("at most four")),
             qPrintable(rowTexts(test->model(), 2)[2]));
#else
    QSKIP("built without LibTorch");
#endif
}

void TestTrialDialogs::looks_data() {
    QTest::addColumn<bool>("isDark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestTrialDialogs::looks() {
    QFETCH(bool, isDark);
    widgets::applyTheme(*qApp, isDark ? widgets::ThemeChoice::dark : widgets::ThemeChoice::light);
    const QString theme = isDark ? QStringLiteral("dark") : QStringLiteral("light");
    auto* resize = dialogOf<shell::ResizeSampleDialog>("resizeSample");
    QVERIFY(resize);
    resize->setBatchSize(8);
    keepGrab(*resize, QStringLiteral("resize-sample-") + theme);
    resize->close();
    answer({ran(1, 1), ran(2, 5),
            QStringLiteral("print {\"failure\":{\"batch_size\":4,\"message\":\"shape '[2, 3]' is "
                           "invalid\\nTraceback of TorchScript:\\n  forward\"}}"),
            QStringLiteral("print {\"result\":{}}")});
    auto* test = dialogOf<shell::TestPredictionDialog>("testPrediction");
    QVERIFY(test);
    keepGrab(*test, QStringLiteral("test-prediction-empty-") + theme);
    test->setModelFile(file(QStringLiteral("model.pt")));
    test->run();
    QTRY_VERIFY_WITH_TIMEOUT(!test->isRunning(), kPatience);
    auto* table = test->findChild<widgets::TableView*>();
    table->setCurrentIndex(test->model().index(2, Trial::Output));
    QCoreApplication::processEvents();
    keepGrab(*test, QStringLiteral("test-prediction-") + theme);
    test->close();
    widgets::applyTheme(*qApp, widgets::ThemeChoice::light);
}

QTEST_MAIN(TestTrialDialogs)
#include "tst_trial_dialogs.moc"
