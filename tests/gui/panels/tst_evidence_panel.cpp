// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAccessible>
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QTimer>
#include <QUndoStack>

#include "tests/support/sample_data.h"
#include "ui/panels/evidence_panel.h"
#include "ui/session/label_editor.h"
#include "ui/session/workspace.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/theme.h"

using namespace dimscope;
using panels::EvidenceLink;
using panels::EvidencePanel;
using test_support::graphNamed;
using test_support::tensorNamed;

namespace {

using Pairs = QList<QPair<int, int>>;  // batch size (0: unknown) and size

test_support::SampleData captureOf(const Pairs& calls) {
    std::vector<test_support::Call> made;
    for (const auto& [batchSize, size] : calls) {
        made.push_back({batchSize, {size}});
    }
    return test_support::singleTensorCapture(made);
}

}  // namespace

class TestEvidencePanel : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() {
        widgets::installStyle(*qApp);
        QAccessible::setActive(true);
    }
    void init() {
        QTest::failOnWarning(QRegularExpression(
            QStringLiteral("^(?!This plugin does not support (propagateSizeHints|raise))")));
        m_workspace = std::make_unique<session::Workspace>();
        m_scope = std::make_unique<panels::TensorScope>(*m_workspace);
        m_labels = std::make_unique<session::LabelEditor>(*m_workspace, m_stack);
        m_panel = std::make_unique<EvidencePanel>(*m_workspace, *m_scope, m_labels.get());
        m_panel->resize(300, 640);
        m_panel->show();
    }
    void cleanup() {
        m_panel.reset();
        m_labels.reset();
        m_scope.reset();
        m_stack.clear();
    }

    void saysWhatToDoWhereThereIsNothing();
    void misleadingCases_data();
    void misleadingCases();
    void verdictAndAuditStandSideBySide();
    void relationsAreSentences();
    void adviceSaysWhatToRecord();
    void sampleLinksSelect();
    void linksAreWorkedByKeys();
    void pathLeadsUp();
    void chosenGraphIsSpokenOfAsAWhole();
    void tensorLinksLeadToAxes();
    void summaryProvesNothing();
    void shortBatchIsRelabelled();
    void replayFollowsAndSelects();
    void pageStaysWhileSamplesAreLookedAt();
    void manySamplesAreCountedInTheBackground();
    void longListsAreCapped();
    void namesAreEscaped();
    void linksReadBack_data();
    void linksReadBack();
    void followsTheTheme();

 private:
    void open(const test_support::SampleData& data) {
        m_data = data;
        session::Document document;
        document.capture = data.capture;
        document.analysis = data.analysis;
        document.recorded = data.capture;
        m_workspace->setDocument(std::make_shared<session::Document>(std::move(document)));
    }
    void openAxis(const test_support::SampleData& data) {
        open(data);
        m_workspace->selectAxis(base::TensorId{0}, 0);
    }
    [[nodiscard]] QString text() const { return m_panel->page()->toPlainText(); }
    void click(const EvidenceLink& link) { emit m_panel->page()->anchorClicked(QUrl(link.text())); }

    QUndoStack m_stack;
    test_support::SampleData m_data;
    std::unique_ptr<session::Workspace> m_workspace;
    std::unique_ptr<panels::TensorScope> m_scope;
    std::unique_ptr<session::LabelEditor> m_labels;
    std::unique_ptr<EvidencePanel> m_panel;
};

void TestEvidencePanel::saysWhatToDoWhereThereIsNothing() {
    QCOMPARE(text(), QStringLiteral("Nothing is open."));
    open(captureOf({{1, 1}}));
    m_workspace->select({});
    QVERIFY2(text().startsWith(QStringLiteral("Select a graph")), qPrintable(text()));
    QVERIFY(m_panel->summary().isEmpty());
    m_panel->setCurrentTab(EvidencePanel::Replay);
    QVERIFY(m_panel->replay()->emptyText().startsWith(QStringLiteral("Select an axis")));
}

/// The cases in which AITune's rule misleads.
void TestEvidencePanel::misleadingCases_data() {
    QTest::addColumn<Pairs>("calls");
    QTest::addColumn<QStringList>("texts");  // that the page holds
    QTest::newRow("contradicted by (2,1)")
        << Pairs{{1, 1}, {2, 1}, {2, 2}}
        << QStringList{"AITune  ▲ batch ×1",
                       "audit  ≠ ~ dynamic · proven",
                       "passed over sample 1",
                       "2 for size = 1 × batch size: 0, 2",
                       "1 against it: 1",
                       "■ contradicted",
                       "▲ order-dependent",
                       "Batch size 2 was seen with size 1 (sample 1) and size 2 (sample 2)",
                       "sample 2: ■ static → ▲ batch"};
    QTest::newRow("contradicted by (2,4)")
        << Pairs{{1, 4}, {2, 4}, {2, 8}}
        << QStringList{"▲ batch ×4", "≠ ~ dynamic · proven", "passed over sample 1", "1 against it: 1"};
    QTest::newRow("contradicted by (4,4)")
        << Pairs{{2, 4}, {4, 4}, {1, 2}}
        << QStringList{"▲ batch ×2", "≠ ~ dynamic · weak", "passed over sample 1", "1 against it: 1"};
    QTest::newRow("unknown batch size while static")
        << Pairs{{1, 4}, {0, 4}, {2, 8}}
        << QStringList{"▲ batch ×4", "≠ ~ dynamic · weak",
                       "passed over the samples of unknown batch size (1)", "1 of unknown batch size: 1",
                       "● known-samples-agree"};
    QTest::newRow("unknown batch size last")
        << Pairs{{1, 4}, {2, 8}, {0, 4}}
        << QStringList{
               "AITune  ~ dynamic", "They agree.",           "Yet 2 of 3 samples have size = 4 × batch size.",
               "▲ unknown-batch",   "● known-samples-agree", "sample 2: ▲ batch → ~ dynamic"};
    QTest::newRow("two points") << Pairs{{1, 10}, {2, 20}}
                                << QStringList{"▲ batch ×10 · weak", "They agree.", "● two-point",
                                               "Record next"};
    QTest::newRow("half") << Pairs{{2, 1}, {4, 2}} << QStringList{"~ dynamic · weak", "● proportional"};
    QTest::newRow("plus four") << Pairs{{1, 5}, {2, 6}, {4, 8}}
                               << QStringList{"~ dynamic · weak", "● affine"};
    QTest::newRow("one batch size") << Pairs{{2, 7}, {2, 7}, {2, 7}}
                                    << QStringList{"■ static · undetermined", "▲ single-batch-size",
                                                   "3 for size = 7", "It never changes"};
    QTest::newRow("no batch size known")
        << Pairs{{0, 7}, {0, 9}} << QStringList{"~ dynamic · undetermined", "2 of unknown batch size: 0, 1"};
}

void TestEvidencePanel::misleadingCases() {
    QFETCH(Pairs, calls);
    QFETCH(QStringList, texts);
    openAxis(captureOf(calls));
    QString shown = text();
    shown.replace(QChar::Nbsp, u' ').replace(u'\n', u' ');
    shown.replace(QStringLiteral("AITune    "), QStringLiteral("AITune  "));
    for (const QString& part : texts) {
        QVERIFY2(shown.simplified().contains(part.simplified()), qPrintable(part + "\n in\n" + shown));
    }
    QCOMPARE(m_panel->summary(), QStringLiteral("x, axis 0"));
    QCOMPARE(m_panel->page()->accessibleName(), QStringLiteral("Evidence of x, axis 0"));
    const QString name =
        QString::fromLatin1(QTest::currentDataTag()).replace(QRegularExpression("[^a-z0-9]+"), "-");
    QDir().mkpath(QStringLiteral(DIMSCOPE_GRAB_DIR));
    QVERIFY(m_panel->grab().save(QStringLiteral(DIMSCOPE_GRAB_DIR "/evidence-%1.png").arg(name)));
}

void TestEvidencePanel::verdictAndAuditStandSideBySide() {
    open(test_support::pipelineCapture());
    m_workspace->selectTensors({tensorNamed(*m_data.capture, "unet", "0", "encoder_hidden_states")});
    const QString shown = text();
    QVERIFY2(shown.contains(QStringLiteral("▲ batch ×2 · proven")), qPrintable(shown));
    QVERIFY2(shown.contains(QStringLiteral("axis 2")), qPrintable(shown));
    QCOMPARE(m_panel->summary(), QStringLiteral("encoder_hidden_states"));
}

void TestEvidencePanel::relationsAreSentences() {
    open(test_support::pipelineCapture());
    m_workspace->selectAxis(tensorNamed(*m_data.capture, "unet", "0", "sample"), 2);
    QVERIFY2(text().contains(QStringLiteral("equal in all 24 samples: sample axis 2, output[0] axis 2")),
             qPrintable(text()));
    m_workspace->selectAxis(tensorNamed(*m_data.capture, "unet", "0", "sample"), 3);
    QVERIFY(!text().contains(QStringLiteral("sample axis 2")));
}

void TestEvidencePanel::adviceSaysWhatToRecord() {
    openAxis(captureOf({{1, 10}, {2, 20}}));
    QVERIFY2(text().contains(QStringLiteral("Record next")), qPrintable(text()));
    QVERIFY2(text().contains(QStringLiteral("batch size 3")), qPrintable(text()));
    QVERIFY2(text().contains(QStringLiteral("settles two-point")), qPrintable(text()));
    openAxis(captureOf({{1, 1}, {2, 2}, {3, 3}}));
    QVERIFY(!text().contains(QStringLiteral("Record next")));
}

void TestEvidencePanel::sampleLinksSelect() {
    openAxis(captureOf({{1, 1}, {2, 1}, {2, 2}}));
    click({EvidenceLink::Kind::sample, 1, 0});
    QCOMPARE(m_workspace->selection().sample, std::optional(base::SampleId{1}));
    QCOMPARE(m_workspace->selection().axis, std::optional(0));
}

void TestEvidencePanel::linksAreWorkedByKeys() {
    openAxis(captureOf({{1, 1}, {2, 1}, {2, 2}}));
    QApplication::setActiveWindow(m_panel.get());
    m_panel->focusTarget()->setFocus();
    for (int i = 0; i < 40 && !m_workspace->selection().sample; ++i) {
        QTest::keyClick(m_panel->page(), Qt::Key_Tab);
        if (m_panel->page()->textCursor().selectedText() == QStringLiteral("1")) {
            QTest::keyClick(m_panel->page(), Qt::Key_Return);
        }
    }
    QCOMPARE(m_workspace->selection().sample, std::optional(base::SampleId{1}));
}

void TestEvidencePanel::pathLeadsUp() {
    open(test_support::pipelineCapture());
    const auto tensor = tensorNamed(*m_data.capture, "unet", "0", "sample");
    const auto graph = graphNamed(*m_data.capture, "unet", "0");
    m_workspace->selectAxis(tensor, 0);
    QVERIFY2(text().startsWith(QStringLiteral("unet › graph 0 › sample › axis 0")), qPrintable(text()));
    click({EvidenceLink::Kind::tensor, tensor.value, 0});
    QCOMPARE(m_panel->summary(), QStringLiteral("sample"));
    click({EvidenceLink::Kind::graph, graph.value, 0});
    QCOMPARE(m_panel->summary(), QStringLiteral("graph 0"));
    QVERIFY2(text().contains(QStringLiteral("24 samples, 0 of unknown batch size; batch sizes 1, 2, 4")),
             qPrintable(text()));
    click({EvidenceLink::Kind::module, m_data.capture->graph(graph).module.value, 0});
    QCOMPARE(m_panel->summary(), QStringLiteral("unet"));
    QVERIFY(text().contains(QStringLiteral("Findings across graphs")));
    m_workspace->selectAxis(tensor, 1);
    QCOMPARE(m_panel->summary(), QStringLiteral("sample, axis 1"));
}

void TestEvidencePanel::chosenGraphIsSpokenOfAsAWhole() {
    open(test_support::pipelineCapture());
    const auto graph = graphNamed(*m_data.capture, "unet", "0");
    m_scope->setScope({{}, graph, {}});
    QCOMPARE(m_panel->summary(), QStringLiteral("graph 0"));
    QVERIFY2(text().contains(QStringLiteral("encoder_hidden_states batch ×2 · proven")), qPrintable(text()));
    const auto timestep = tensorNamed(*m_data.capture, "unet", "0", "timestep");
    click({EvidenceLink::Kind::tensor, timestep.value, 0});
    QCOMPARE(m_panel->summary(), QStringLiteral("timestep"));
    QCOMPARE(m_workspace->selection().tensor(), std::optional(timestep));
    const auto other = graphNamed(*m_data.capture, "text_encoder", "0");
    click({EvidenceLink::Kind::graph, other.value, 0});
    QCOMPARE(m_panel->summary(), QStringLiteral("graph 0"));
    QCOMPARE(m_workspace->selection().graph, std::optional(other));
    m_scope->setScope({test_support::moduleNamed(*m_data.capture, "unet"), {}, {}});
    QCOMPARE(m_panel->summary(), QStringLiteral("unet"));
    m_scope->setScope({});  // the whole capture: the page stays
    QCOMPARE(m_panel->summary(), QStringLiteral("unet"));
}

void TestEvidencePanel::tensorLinksLeadToAxes() {
    open(captureOf({{1, 1}, {2, 1}, {2, 2}}));
    click({EvidenceLink::Kind::axis, 0, 0});
    QCOMPARE(m_workspace->selection().axis, std::optional(0));
    QCOMPARE(m_panel->summary(), QStringLiteral("x, axis 0"));
}

void TestEvidencePanel::summaryProvesNothing() {
    openAxis(test_support::summaryCapture());
    QVERIFY2(text().contains(QStringLiteral("no samples, so that there is nothing to audit")),
             qPrintable(text()));
    QVERIFY2(text().contains(QStringLiteral("summary-only")), qPrintable(text()));
    m_panel->setCurrentTab(EvidencePanel::Replay);
    QVERIFY(m_panel->replay()->emptyText().startsWith(QStringLiteral("No samples in this file")));
    QVERIFY(!m_panel->isBusy());
}

void TestEvidencePanel::shortBatchIsRelabelled() {
    openAxis(captureOf({{4, 4}, {8, 8}, {8, 8}, {8, 5}}));
    QVERIFY2(text().contains(QStringLiteral("Relabel it as its size says")), qPrintable(text()));
    const auto& findings = m_data.analysis->graphs[0].findings;
    const auto found = std::find_if(findings.begin(), findings.end(),
                                    [](const auto& finding) { return finding.code == "short-batch"; });
    QVERIFY(found != findings.end());
    click({EvidenceLink::Kind::relabel, static_cast<std::uint32_t>(found - findings.begin()), 0});
    QCOMPARE(m_labels->stated(base::GraphId{0}, base::SampleId{3}), std::optional<std::int64_t>(5));
    QCOMPARE(m_stack.count(), 1);
}

void TestEvidencePanel::replayFollowsAndSelects() {
    openAxis(captureOf({{1, 1}, {2, 1}, {2, 2}}));
    QCOMPARE(m_panel->replay()->model()->rowCount(), 0);  // nobody looks
    click({EvidenceLink::Kind::replay, 0, 0});
    QCOMPARE(m_panel->currentTab(), EvidencePanel::Replay);
    QCOMPARE(m_panel->replay()->model()->rowCount(), 3);
    m_workspace->selectSample(base::SampleId{2});
    QCOMPARE(m_panel->replay()->selectedRowNumbers(), QList<int>{2});
    m_panel->replay()->selectRow(1);
    QCOMPARE(m_workspace->selection().sample, std::optional(base::SampleId{1}));
}

void TestEvidencePanel::pageStaysWhileSamplesAreLookedAt() {
    openAxis(captureOf({{1, 1}, {2, 1}, {2, 2}}));
    QSignalSpy changed(m_panel->page(), &QTextEdit::textChanged);
    m_workspace->selectSample(base::SampleId{2});
    QCOMPARE(changed.size(), 0);
    m_workspace->selectSample(std::nullopt);
    QCOMPARE(changed.size(), 0);
}

void TestEvidencePanel::manySamplesAreCountedInTheBackground() {
    const auto data = test_support::longCapture(EvidencePanel::kCountedAtOnce + 1);
    openAxis(data);
    QVERIFY(m_panel->isBusy());
    QVERIFY2(text().contains(QStringLiteral("Counting the samples")), qPrintable(text()));
    m_workspace->selectAxis(base::TensorId{0}, 2);  // the newest wins
    QTRY_VERIFY(!m_panel->isBusy());
    QVERIFY(!text().contains(QStringLiteral("Counting the samples")));
    QCOMPARE(m_panel->summary(), QStringLiteral("sample, axis 2"));
    QVERIFY2(text().contains(QStringLiteral("Samples for and against")), qPrintable(text()));
    openAxis(data);
    m_workspace->setDocument(nullptr);  // nothing arrives afterwards
    QTest::qWait(50);
    QCOMPARE(text(), QStringLiteral("Nothing is open."));
}

void TestEvidencePanel::longListsAreCapped() {
    Pairs calls;
    for (int i = 0; i < 500; ++i) {
        calls.append({1 + i % 2, 100 + i});
    }
    openAxis(captureOf(calls));
    QVERIFY2(text().contains(QStringLiteral("60 of 500 different pairs are shown")), qPrintable(text()));
    QVERIFY2(text().contains(QRegularExpression(QStringLiteral("and 4\\d\\d more"))), qPrintable(text()));
}

void TestEvidencePanel::namesAreEscaped() {
    open(test_support::pipelineCapture());
    m_workspace->selectTensors(
        {tensorNamed(*m_data.capture, "unet", "0", "added_cond_kwargs[\"time_ids\"]")});
    QVERIFY2(text().startsWith(QStringLiteral("unet › graph 0 › added_cond_kwargs[\"time_ids\"]")),
             qPrintable(text()));
}

void TestEvidencePanel::linksReadBack_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isLink");
    QTest::newRow("sample") << "sample:6" << true;
    QTest::newRow("axis") << "axis:3:2" << true;
    QTest::newRow("relabel") << "relabel:0" << true;
    QTest::newRow("no number") << "sample:x" << false;
    QTest::newRow("unknown") << "https://example.org" << false;
    QTest::newRow("empty") << "" << false;
}

void TestEvidencePanel::linksReadBack() {
    QFETCH(QString, text);
    const auto link = EvidenceLink::parse(text);
    QTEST(link.has_value(), "isLink");
    if (link) {
        QCOMPARE(link->text(), text);
    }
}

void TestEvidencePanel::followsTheTheme() {
    openAxis(captureOf({{1, 1}, {2, 1}, {2, 2}}));
    const QString light = m_panel->page()->toHtml();
    widgets::applyTheme(*qApp, widgets::ThemeChoice::dark);
    QTRY_VERIFY(m_panel->page()->toHtml() != light);
    QVERIFY(m_panel->grab().save(QStringLiteral(DIMSCOPE_GRAB_DIR "/evidence-dark.png")));
    widgets::applyTheme(*qApp, widgets::ThemeChoice::light);
    QTRY_COMPARE(m_panel->page()->toHtml(), light);
}

QTEST_MAIN(TestEvidencePanel)
#include "tst_evidence_panel.moc"
