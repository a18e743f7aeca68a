// SPDX-License-Identifier: GPL-3.0-or-later
// Evidence and findings in the window: what is clicked is selected everywhere, and labels that are corrected
// change what is shown.
#include <QTextBrowser>

#include "tests/gui/shell/shell_test.h"

using namespace dimscope;
using namespace dimscope::test;
using panels::EvidenceLink;

class TestEvidenceWindow : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { fixSurroundings(m_settings.path()); }
    void init() {
        failOnWarnings();
        m_window = std::make_unique<MainWindow>(MainWindow::Memory::none);
        m_window->resize(1400, 875);
        m_window->layoutOfPanels().reset();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->open({dataFile(QStringLiteral("captures/misleading.shapes.jsonl"))});
        settle(*m_window);
        QVERIFY(m_window->workspace().document());
    }
    void cleanup() { m_window.reset(); }

    void sampleOfThePageIsSelectedEverywhere();
    void findingIsJumpedTo();
    void moreFindingsBringTheViewUp();
    void relationOfThreeAxesIsASentence();
    void relabellingChangesVerdictAndAudit();
    void viewsHaveNames();
    void looks_data();
    void looks();

 private:
    panels::EvidencePanel& evidence() { return *m_window->layoutOfPanels().evidence(); }
    panels::FindingsPanel& findings() { return *m_window->layoutOfPanels().findings(); }
    QString page() { return evidence().page()->toPlainText(); }
    void click(const EvidenceLink& link) { emit evidence().page()->anchorClicked(QUrl(link.text())); }
    void selectAxis(const char* module, const char* path, int axis) {
        m_window->workspace().selectAxis(tensorOf(*m_window, module, "0", path), axis);
        settle(*m_window);
    }

    QTemporaryDir m_settings;
    std::unique_ptr<MainWindow> m_window;
};

void TestEvidenceWindow::sampleOfThePageIsSelectedEverywhere() {
    selectAxis("contradicted by (2,1)", "x", 0);
    QVERIFY2(page().contains(QStringLiteral("passed over sample 1")), qPrintable(page()));
    click({EvidenceLink::Kind::sample, 1, 0});
    settle(*m_window);
    QCOMPARE(m_window->workspace().selection().sample, std::optional(base::SampleId{1}));
    QCOMPARE(m_window->layoutOfPanels().samples()->view()->selectedRowNumbers(), QList<int>{1});
    const auto* line = m_window->findChild<widgets::ElidedLabel*>(QStringLiteral("selectionLine"));
    QCOMPARE(line->text(), QStringLiteral("x:0 · sample 1"));
}

void TestEvidenceWindow::findingIsJumpedTo() {
    findings().filter()->setText(QStringLiteral("module:\"short batch\" code:short tensor:x"));
    settle(*m_window);
    QCOMPARE(findings().model().rowCount(), 1);
    QVERIFY(m_window->layoutOfPanels().bringUp(QStringLiteral("findings")) != nullptr);
    findings().focusTarget()->setFocus();
    QTest::keyClick(findings().view(), Qt::Key_Return);
    settle(*m_window);
    const auto& selection = m_window->workspace().selection();
    QCOMPARE(selection.tensor(), std::optional(tensorOf(*m_window, "short batch", "0", "x")));
    QCOMPARE(selection.axis, std::optional(0));
    QCOMPARE(selection.sample, std::optional(base::SampleId{10}));
    QCOMPARE(m_window->layoutOfPanels().axes()->view()->selectedRowNumbers(), QList<int>{0});
    QCOMPARE(m_window->layoutOfPanels().samples()->view()->selectedRowNumbers(), QList<int>{10});
    QVERIFY2(page().contains(QStringLiteral("short-batch")), qPrintable(page()));
    QCOMPARE(evidence().summary(), QStringLiteral("x, axis 0"));
}

void TestEvidenceWindow::moreFindingsBringTheViewUp() {
    auto* dock = findings().parentWidget();
    dock->hide();
    click({EvidenceLink::Kind::findings, 0, 0});
    QVERIFY(dock->isVisible());
}

void TestEvidenceWindow::relationOfThreeAxesIsASentence() {
    selectAxis("decoder", "attention_mask", 1);
    QVERIFY2(page().contains(QRegularExpression(
                 QStringLiteral("attention_mask axis 1 = (input_ids axis 1.*past_key axis 2|past_key axis 2.*"
                                "input_ids axis 1).* in all 9 samples"))),
             qPrintable(page()));
}

void TestEvidenceWindow::relabellingChangesVerdictAndAudit() {
    selectAxis("short batch", "x", 0);
    const auto tensor = tensorOf(*m_window, "short batch", "0", "x");
    const auto axis = [&]() -> const inference::AxisAnalysis& {
        return m_window->workspace().document()->analysis->tensor(tensor).axes[0];
    };
    QCOMPARE(axis().audit->verdict, module::Verdict::dynamic);
    const auto graph = *m_window->workspace().selection().graph;
    const auto& all = m_window->workspace().document()->analysis->graph(graph).findings;
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& finding) {
        return finding.code == "short-batch" && finding.tensor == tensor;
    });
    QVERIFY(found != all.end());
    click({EvidenceLink::Kind::relabel, static_cast<std::uint32_t>(found - all.begin()), 0});
    settle(*m_window);
    QCOMPARE(axis().audit->verdict, module::Verdict::batch);
    QVERIFY2(page().contains(QStringLiteral("▲ batch ×1 · proven")), qPrintable(page()));
    QVERIFY(!page().contains(QStringLiteral("short-batch")));
    actionOf(*m_window, QStringLiteral("undo"))->trigger();
    settle(*m_window);
    QCOMPARE(axis().audit->verdict, module::Verdict::dynamic);
    QVERIFY(page().contains(QStringLiteral("short-batch")));
}

void TestEvidenceWindow::viewsHaveNames() {
    for (const char* name : {"evidence", "findings"}) {
        QVERIFY(shell::PanelLayout::panelNames().contains(QLatin1String(name)));
        QWidget* panel = m_window->layoutOfPanels().bringUp(QLatin1String(name));
        QVERIFY(panel != nullptr && panel->isVisible());
    }
}

void TestEvidenceWindow::looks_data() {
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QSize>("size");
    for (const char* theme : {"light", "dark"}) {
        QTest::addRow("%s", theme) << theme << QSize(1400, 875);
        QTest::addRow("%s, small", theme) << theme << QSize(1024, 700);
    }
}

void TestEvidenceWindow::looks() {
    QFETCH(QString, theme);
    QFETCH(QSize, size);
    m_window->resize(size);
    m_window->layoutOfPanels().reset();
    m_window->setTheme(theme);
    selectAxis("contradicted by (2,1)", "x", 0);
    m_window->workspace().selectSample(base::SampleId{1});
    QVERIFY(m_window->layoutOfPanels().bringUp(QStringLiteral("evidence")) != nullptr);
    QVERIFY(m_window->layoutOfPanels().bringUp(QStringLiteral("findings")) != nullptr);
    settle(*m_window);
    const QString name = QStringLiteral("evidence-%1-%2").arg(theme).arg(size.width());
    keepGrab(*m_window, name);
    const QImage picture = evidence().page()->viewport()->grab().toImage();
    const QColor ground = evidence().page()->palette().color(QPalette::Base);
    int inked = 0;
    for (int y = 0; y < picture.height(); y += 2) {
        for (int x = 0; x < picture.width(); x += 2) {
            inked += picture.pixelColor(x, y) != ground ? 1 : 0;
        }
    }
    QVERIFY(inked > 500);
    evidence().setCurrentTab(panels::EvidencePanel::Replay);
    settle(*m_window);
    QCOMPARE(evidence().replay()->selectedRowNumbers(), QList<int>{1});
    keepGrab(evidence(), name + QStringLiteral("-replay"));
    m_window->setTheme(QStringLiteral("light"));
}

QTEST_MAIN(TestEvidenceWindow)
#include "tst_evidence_window.moc"
