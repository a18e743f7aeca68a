// SPDX-License-Identifier: GPL-3.0-or-later
// The export dialog: what it shows of each target, what it copies and saves, what it refuses.
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextEdit>

#include "tests/gui/shell/shell_test.h"
#include "ui/shell/export_dialog.h"
#include "ui/widgets/message_bar.h"

using namespace dimscope;
using namespace dimscope::test;
using shell::ExportDialog;

class TestExportDialog : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init() { failOnWarnings(); }

    void everyTargetIsShown();
    void previewIsTheExport_data();
    void previewIsTheExport();
    void graphs();
    void suggestedNames_data();
    void suggestedNames();
    void refusalIsASentence();
    void editsAreFollowed();
    void copies();
    void savesThroughTheDialog();
    void savingFailures();
    void largeGraphsAreWrittenOnAWorker();
    void emptyStates();
    void keyboard();
    void everyControlHasAName();
    void look_data();
    void look();

 private:
    using Judgement = std::shared_ptr<const overrides::Judgement>;
    [[nodiscard]] static Judgement judged(const test_support::SampleData& data,
                                          const overrides::OverrideSet& overrides = {});
    /// Overrides unet's sample with sizes; the shape stays open in axes 0, 2 and 3.
    [[nodiscard]] static overrides::OverrideSet sampleOverride(module::Sizes min, module::Sizes max);
    [[nodiscard]] std::unique_ptr<ExportDialog> make(Judgement judgement, QStringList inputs = {}) const;
    template <class Widget>
    [[nodiscard]] static Widget* part(ExportDialog& dialog, const char* accessibleName);
    [[nodiscard]] static QPushButton* button(ExportDialog& dialog, const QString& text);

    QTemporaryDir m_settings;
    test_support::SampleData m_data;
    base::GraphId m_unet;
};

void TestExportDialog::initTestCase() {
    fixSurroundings(m_settings.path());
    m_data = test_support::pipelineCapture();
    m_unet = test_support::graphNamed(*m_data.capture, "unet", "0");
}

TestExportDialog::Judgement TestExportDialog::judged(const test_support::SampleData& data,
                                                     const overrides::OverrideSet& overrides) {
    auto judgement = overrides::judge(*data.capture, *data.analysis, overrides);
    if (!judgement) {
        qFatal("%s", judgement.error().text().c_str());
    }
    return std::make_shared<const overrides::Judgement>(std::move(*judgement));
}

overrides::OverrideSet TestExportDialog::sampleOverride(module::Sizes min, module::Sizes max) {
    const auto data = test_support::pipelineCapture();
    const auto id = test_support::tensorNamed(*data.capture, "unet", "0", "sample");
    overrides::TensorOverride tensor{.locator = data.capture->tensor(id).locator,
                                     .name = {},
                                     .dtype = {},
                                     .shape = {"batch", std::int64_t{4}, "height", "width"},
                                     .min = min,
                                     .opt = max,
                                     .max = max,
                                     .batchAxis = 0,
                                     .batchMultiplier = 2,
                                     .note = {}};
    overrides::OverrideSet set;
    set.put({.module = "unet", .graph = "0", .tensors = {tensor}, .excludedSamples = {}});
    return set;
}

std::unique_ptr<ExportDialog> TestExportDialog::make(Judgement judgement, QStringList inputs) const {
    auto dialog = std::make_unique<ExportDialog>(m_data.capture, std::move(judgement), std::move(inputs));
    dialog->setGraph(m_unet);
    dialog->show();
    dialog->activateWindow();
    return dialog;
}

template <class Widget>
Widget* TestExportDialog::part(ExportDialog& dialog, const char* accessibleName) {
    for (Widget* widget : dialog.findChildren<Widget*>()) {
        if (widget->accessibleName() == QLatin1String(accessibleName)) {
            return widget;
        }
    }
    qFatal("no %s", accessibleName);
}

QPushButton* TestExportDialog::button(ExportDialog& dialog, const QString& text) {
    for (QPushButton* each : dialog.findChildren<QPushButton*>()) {
        if (each->text() == text) {
            return each;
        }
    }
    qFatal("no button %s", qPrintable(text));
}

void TestExportDialog::everyTargetIsShown() {
    const auto dialog = make(judged(m_data));
    auto* list = part<QListWidget>(*dialog, "Targets");
    const auto& targets = writers::exportTargets();
    QCOMPARE(list->count(), static_cast<int>(targets.size()));
    for (int row = 0; row < list->count(); ++row) {
        const auto& target = targets[static_cast<std::size_t>(row)];
        list->setCurrentRow(row);
        QCOMPARE(dialog->target(), QString::fromStdString(std::string(target.id)));
        QCOMPARE(part<QLabel>(*dialog, "About the target")->text(),
                 QString::fromStdString(std::string(target.description)));
    }
    dialog->setTarget(QStringLiteral("no-such"));
    QCOMPARE(dialog->target(), QString::fromStdString(std::string(targets.back().id)));
}

void TestExportDialog::previewIsTheExport_data() {
    QTest::addColumn<QString>("id");
    for (const writers::ExportTarget& target : writers::exportTargets()) {
        const std::string id(target.id);
        QTest::newRow(id.c_str()) << QString::fromStdString(id);
    }
}

void TestExportDialog::previewIsTheExport() {
    QFETCH(QString, id);
    const auto judgement = judged(m_data);
    const auto dialog = make(judgement);
    dialog->setTarget(id);
    const auto graph = writers::exportGraph(*m_data.capture, *judgement, m_unet);
    const auto expected = writers::exportText(*writers::findExportTarget(id.toStdString()), graph);
    auto* notes = part<QTextEdit>(*dialog, "Notes");
    auto* preview = part<QPlainTextEdit>(*dialog, "Preview");
    QVERIFY(preview->isReadOnly());
    if (!expected) {
        QVERIFY(dialog->text().isEmpty());
        QVERIFY(notes->toPlainText().contains(QString::fromStdString(expected.error().found)));
        return;
    }
    QCOMPARE(dialog->text(), QString::fromStdString(expected->text));
    QCOMPARE(preview->toPlainText(), dialog->text());
    QCOMPARE(notes->isVisible(), !expected->notes.empty());
    for (const writers::ExportNote& note : expected->notes) {
        QVERIFY2(notes->toPlainText().contains(QString::fromStdString(note.text())), note.text().c_str());
    }
}

void TestExportDialog::graphs() {
    const auto dialog = make(judged(m_data));
    auto* graphs = part<QComboBox>(*dialog, "Graph");
    QCOMPARE(graphs->count(), static_cast<int>(m_data.capture->graphs().size()));
    QCOMPARE(graphs->currentText(), QStringLiteral("unet · graph 0"));
    dialog->setTarget(QStringLiteral("records"));
    QVERIFY(dialog->text().contains(QStringLiteral("timestep")));
    dialog->setGraph(test_support::graphNamed(*m_data.capture, "text_encoder", "0"));
    QVERIFY(dialog->text().contains(QStringLiteral("input_ids")));
    QVERIFY(!dialog->text().contains(QStringLiteral("timestep")));
    dialog->setGraph(base::GraphId{99});
    QCOMPARE(graphs->currentText(), QStringLiteral("text_encoder · graph 0"));
}

void TestExportDialog::suggestedNames_data() {
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("name");
    QTest::newRow("text") << "trtexec"
                          << "unet-0.trtexec.txt";
    QTest::newRow("json") << "records"
                          << "unet-0.records.json";
    QTest::newRow("python") << "torch-export"
                            << "unet-0.torch-export.py";
}

void TestExportDialog::suggestedNames() {
    QFETCH(QString, target);
    QFETCH(QString, name);
    const auto dialog = make(judged(m_data));
    dialog->setTarget(target);
    QCOMPARE(dialog->suggestedName(), name);
    const QRegularExpression portable(QStringLiteral("^[A-Za-z0-9_][A-Za-z0-9._-]*$"));
    for (const capture::Graph& graph : m_data.capture->graphs()) {
        dialog->setGraph(graph.id);
        QVERIFY2(portable.match(dialog->suggestedName()).hasMatch(), qPrintable(dialog->suggestedName()));
    }
}

void TestExportDialog::refusalIsASentence() {
    const auto dialog = make(judged(m_data, sampleOverride({9, 4, 64, 64}, {8, 4, 128, 160})));
    dialog->setTarget(QStringLiteral("trtexec"));
    QVERIFY(dialog->text().isEmpty());
    QVERIFY(!button(*dialog, QStringLiteral("&Copy"))->isEnabled());
    QVERIFY(!button(*dialog, QStringLiteral("&Save as…"))->isEnabled());
    auto* notes = part<QTextEdit>(*dialog, "Notes");
    QVERIFY(notes->isVisible());
    QVERIFY2(notes->toPlainText().startsWith(QStringLiteral("■")), qPrintable(notes->toPlainText()));
    QVERIFY2(notes->toPlainText().contains(QStringLiteral("min-above-max")),
             qPrintable(notes->toPlainText()));
    QVERIFY(!part<QPlainTextEdit>(*dialog, "Preview")->placeholderText().isEmpty());
}

void TestExportDialog::editsAreFollowed() {
    const auto dialog = make(judged(m_data));
    dialog->setTarget(QStringLiteral("records"));
    const QString before = dialog->text();
    QVERIFY(!before.contains(QStringLiteral("4096")));
    dialog->setJudgement(judged(m_data, sampleOverride({2, 4, 64, 64}, {16, 4, 4096, 4096})));
    QVERIFY(dialog->text().contains(QStringLiteral("4096")));
    QCOMPARE(dialog->graph(), std::optional(m_unet));
    QCOMPARE(dialog->target(), QStringLiteral("records"));
    dialog->setJudgement(judged(m_data));
    QCOMPARE(dialog->text(), before);
}

void TestExportDialog::copies() {
    const auto dialog = make(judged(m_data));
    dialog->setTarget(QStringLiteral("records"));
    QTest::mouseClick(button(*dialog, QStringLiteral("&Copy")), Qt::LeftButton);
    QCOMPARE(QApplication::clipboard()->text(), dialog->text());
}

void TestExportDialog::savesThroughTheDialog() {
    QTemporaryDir folder;
    const auto dialog = make(judged(m_data));
    dialog->setTarget(QStringLiteral("records"));
    dialog->setFolder(folder.path());
    QSignalSpy saved(dialog.get(), &ExportDialog::saved);
    QTest::mouseClick(button(*dialog, QStringLiteral("&Save as…")), Qt::LeftButton);
    auto* files = dialog->findChild<QFileDialog*>(QStringLiteral("saveExportDialog"));
    QVERIFY(files);
    static_cast<QDialog*>(files)->accept();
    QCOMPARE(saved.count(), 1);
    const QString path = folder.filePath(QStringLiteral("unet-0.records.json"));
    QCOMPARE(saved[0][0].toString(), path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()), dialog->text());
}

void TestExportDialog::savingFailures() {
    QTemporaryDir folder;
    const QString input = folder.filePath(QStringLiteral("capture.jsonl"));
    writeFile(input, "precious");
    const auto dialog = make(judged(m_data), {input});
    dialog->setTarget(QStringLiteral("records"));
    QSignalSpy saved(dialog.get(), &ExportDialog::saved);
    auto* message = dialog->findChild<widgets::MessageBar*>();
    for (const QString& path : {input, folder.filePath(QStringLiteral("missing/out.json"))}) {
        dialog->save(path);
        QVERIFY(message->isVisible());
        QCOMPARE(message->kind(), widgets::MessageBar::Kind::error);
        QVERIFY2(message->text().contains(path), qPrintable(message->text()));
    }
    QFile file(input);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("precious"));
    QCOMPARE(saved.count(), 0);
    dialog->save(folder.filePath(QStringLiteral("out.json")));
    QCOMPARE(saved.count(), 1);
    QVERIFY(!message->isVisible());
}

void TestExportDialog::largeGraphsAreWrittenOnAWorker() {
    const auto data = test_support::wideCapture(1, 3000, 3);
    const auto judgement = judged(data);
    ExportDialog dialog(data.capture, judgement, {});
    dialog.show();
    dialog.setTarget(QStringLiteral("records"));
    QVERIFY(dialog.isBusy());
    QVERIFY(!button(dialog, QStringLiteral("&Save as…"))->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 60000);
    const auto graph = writers::exportGraph(*data.capture, *judgement, base::GraphId{0});
    const auto expected = writers::exportText(*writers::findExportTarget("records"), graph);
    QVERIFY(expected.has_value());
    QCOMPARE(dialog.text(), QString::fromStdString(expected->text));
    QVERIFY(button(dialog, QStringLiteral("&Save as…"))->isEnabled());
    // Closed in the middle of the work.
    dialog.setTarget(QStringLiteral("openvino"));
}

void TestExportDialog::emptyStates() {
    ExportDialog none(nullptr, nullptr, {});
    none.show();
    QVERIFY(part<QPlainTextEdit>(none, "Preview")->placeholderText().contains(QStringLiteral("no graph")));
    QVERIFY(!none.graph());
    QVERIFY(none.suggestedName().isEmpty());
    const auto waiting = make(nullptr);
    QVERIFY(!part<QPlainTextEdit>(*waiting, "Preview")->placeholderText().isEmpty());
    QVERIFY(!button(*waiting, QStringLiteral("&Copy"))->isEnabled());
    waiting->setTarget(QStringLiteral("records"));
    waiting->setJudgement(judged(m_data));
    QVERIFY(!waiting->text().isEmpty());
    QVERIFY(button(*waiting, QStringLiteral("&Copy"))->isEnabled());
}

void TestExportDialog::keyboard() {
    const auto dialog = make(judged(m_data));
    auto* list = part<QListWidget>(*dialog, "Targets");
    QTRY_VERIFY(list->hasFocus());
    QTest::keyClick(list, Qt::Key_Down);
    QCOMPARE(list->currentRow(), 1);
    QSet<QWidget*> visited;
    for (int step = 0; step < 12; ++step) {
        visited.insert(QApplication::focusWidget());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    for (QWidget* wanted : std::initializer_list<QWidget*>{
             list, part<QComboBox>(*dialog, "Graph"), part<QPlainTextEdit>(*dialog, "Preview"),
             button(*dialog, QStringLiteral("&Copy")), button(*dialog, QStringLiteral("&Save as…"))}) {
        QVERIFY2(visited.contains(wanted), qPrintable(wanted->accessibleName()));
    }
    QTest::keyClick(dialog.get(), Qt::Key_Escape);
    QVERIFY(!dialog->isVisible());
}

void TestExportDialog::everyControlHasAName() {
    const auto dialog = make(judged(m_data));
    for (QWidget* widget : dialog->findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible()) {
            continue;
        }
        QAccessibleInterface* told = QAccessible::queryAccessibleInterface(widget);
        QVERIFY2(told && !told->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
    }
}

void TestExportDialog::look_data() {
    QTest::addColumn<QString>("target");
    QTest::addColumn<bool>("broken");
    QTest::addColumn<QSize>("size");
    QTest::newRow("json") << "aitune-json" << false << QSize(900, 600);
    QTest::newRow("trtexec") << "trtexec" << false << QSize(1024, 700);
    QTest::newRow("refused") << "trtexec" << true << QSize(900, 600);
    QTest::newRow("small") << "openvino" << false << QSize(640, 420);
}

void TestExportDialog::look() {
    QFETCH(QString, target);
    QFETCH(bool, broken);
    QFETCH(QSize, size);
    const auto judgement =
        broken ? judged(m_data, sampleOverride({9, 4, 64, 64}, {8, 4, 128, 160})) : judged(m_data);
    for (const auto theme : {widgets::ThemeChoice::light, widgets::ThemeChoice::dark}) {
        widgets::applyTheme(*qApp, theme);
        const auto dialog = make(judgement);
        dialog->setTarget(target);
        dialog->resize(size);
        QCoreApplication::processEvents();
        QVERIFY2(dialog->width() <= 1024 && dialog->height() <= 700, "fits a small screen");
        keepGrab(*dialog, QStringLiteral("export-%1-%2")
                              .arg(QLatin1String(QTest::currentDataTag()), widgets::themeName(theme)));
    }
    widgets::applyTheme(*qApp, widgets::ThemeChoice::light);
}

QTEST_MAIN(TestExportDialog)
#include "tst_export_dialog.moc"
