// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

#include "tests/support/sample_data.h"
#include "ui/panels/findings_panel.h"
#include "ui/session/workspace.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/theme.h"

using namespace dimscope;
using Model = models::FindingTableModel;
using test_support::graphNamed;
using test_support::tensorNamed;

class TestFindingsPanel : public QObject {
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
        m_panel = std::make_unique<panels::FindingsPanel>(*m_workspace);
    }
    void cleanup() { m_panel.reset(); }

    void saysWhyItIsEmpty();
    void jumps_data();
    void jumps();
    void enterJumps();
    void filters();
    void severitiesAreSwitched();
    void currentFindingStaysOverFilter();
    void copiesRows();

 private:
    void open(const test_support::SampleData& data) {
        session::Document document;
        document.capture = data.capture;
        document.analysis = data.analysis;
        m_workspace->setDocument(std::make_shared<session::Document>(std::move(document)));
    }
    /// Row of the first finding with this code that the filter leaves.
    [[nodiscard]] int rowOf(const QString& code) const {
        for (int row = 0; row < m_panel->model().rowCount(); ++row) {
            if (m_panel->model().index(row, Model::Code).data().toString() == code) {
                return row;
            }
        }
        return -1;
    }

    test_support::SampleData m_pipeline = test_support::pipelineCapture();
    test_support::SampleData m_contradicted =
        test_support::singleTensorCapture({{1, {1}}, {2, {1}}, {2, {2}}});
    std::unique_ptr<session::Workspace> m_workspace;
    std::unique_ptr<panels::FindingsPanel> m_panel;
};

void TestFindingsPanel::saysWhyItIsEmpty() {
    QCOMPARE(m_panel->view()->emptyText(), QStringLiteral("Nothing is open."));
    open(test_support::singleTensorCapture({{1, {1}}, {2, {2}}, {3, {3}}}));
    QVERIFY(m_panel->view()->emptyText().startsWith(QStringLiteral("No findings")));
    QCOMPARE(m_panel->summary(), QStringLiteral("none"));
    open(m_contradicted);
    m_panel->filter()->setText(QStringLiteral("nonsense"));
    QCOMPARE(m_panel->view()->emptyText(), QStringLiteral("No finding fits the filter."));
    QCOMPARE(m_panel->summary(), QStringLiteral("0 of 3"));
}

void TestFindingsPanel::jumps_data() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("graph");
    QTest::addColumn<QStringList>("tensors");
    QTest::addColumn<int>("axis");
    QTest::addColumn<int>("sample");
    QTest::newRow("axis") << "module:decoder graph:prefill tensor:input_ids"
                          << "two-point"
                          << "0 (LLM phase prefill)" << QStringList{"input_ids"} << 0 << 0;
    QTest::newRow("class of axes") << "module:unet tensor:sample"
                                   << "shared"
                                   << "0" << QStringList{"sample", "output[0]"} << 0 << 0;
    QTest::newRow("tensor") << "module:vae tensor:output"
                            << "summary-only"
                            << "0" << QStringList{"output[0]"} << -1 << -1;
}

void TestFindingsPanel::jumps() {
    QFETCH(QString, filter);
    QFETCH(QString, code);
    QFETCH(QString, graph);
    QFETCH(QStringList, tensors);
    QFETCH(int, axis);
    QFETCH(int, sample);
    open(m_pipeline);
    m_panel->filter()->setText(filter);
    const int row = rowOf(code);
    QVERIFY(row >= 0);
    emit m_panel->view()->activated(m_panel->model().index(row, Model::Message));
    const session::Selection& selection = m_workspace->selection();
    const std::string module = filter.mid(7).section(u' ', 0, 0).toStdString();
    QCOMPARE(selection.graph, std::optional(graphNamed(*m_pipeline.capture, module, graph.toStdString())));
    QCOMPARE(selection.tensors.size(), static_cast<std::size_t>(tensors.size()));
    for (qsizetype i = 0; i < tensors.size(); ++i) {
        QCOMPARE(selection.tensors[static_cast<std::size_t>(i)],
                 tensorNamed(*m_pipeline.capture, module, graph.toStdString(), tensors[i].toStdString()));
    }
    QCOMPARE(selection.axis.value_or(-1), axis);
    QCOMPARE(selection.sample ? static_cast<int>(selection.sample->value) : -1, sample);
}

void TestFindingsPanel::enterJumps() {
    open(m_contradicted);
    m_panel->show();
    m_panel->focusTarget()->setFocus();
    m_panel->view()->selectRows({rowOf(QStringLiteral("contradicted"))});
    QVERIFY(!m_workspace->selection().axis);
    QTest::keyClick(m_panel->view(), Qt::Key_Return);
    QCOMPARE(m_workspace->selection().axis, std::optional(0));
    QCOMPARE(m_workspace->selection().sample, std::optional(base::SampleId{1}));
}

void TestFindingsPanel::filters() {
    open(m_contradicted);
    QCOMPARE(m_panel->summary(), QStringLiteral("3 of 3"));
    QTest::keyClicks(m_panel->filter(), QStringLiteral("code:short"));
    QCOMPARE(m_panel->summary(), QStringLiteral("1 of 3"));
    QCOMPARE(rowOf(QStringLiteral("short-batch")), 0);
    QTest::keyClick(m_panel->filter(), Qt::Key_Escape);
    QCOMPARE(m_panel->summary(), QStringLiteral("3 of 3"));
}

void TestFindingsPanel::severitiesAreSwitched() {
    open(m_contradicted);
    QToolButton* warnings = m_panel->button(base::Severity::warning);
    QCOMPARE(warnings->text(), QStringLiteral("▲ 2"));
    QCOMPARE(warnings->accessibleName(), QStringLiteral("Show 2 warnings"));
    QTest::mouseClick(warnings, Qt::LeftButton);
    QCOMPARE(m_panel->summary(), QStringLiteral("1 of 3"));
    QCOMPARE(rowOf(QStringLiteral("contradicted")), 0);
    QTest::mouseClick(warnings, Qt::LeftButton);
    QCOMPARE(m_panel->summary(), QStringLiteral("3 of 3"));
}

void TestFindingsPanel::currentFindingStaysOverFilter() {
    open(m_contradicted);
    m_panel->view()->selectRows({rowOf(QStringLiteral("short-batch"))});
    m_panel->filter()->setText(QStringLiteral("severity:warning"));
    QCOMPARE(m_panel->view()->currentIndex().row(), rowOf(QStringLiteral("short-batch")));
    m_panel->view()->sortByColumn(Model::Code, Qt::DescendingOrder);
    QCOMPARE(m_panel->view()->currentIndex().row(), 0);
}

void TestFindingsPanel::copiesRows() {
    open(m_contradicted);
    m_panel->view()->selectRows({0});
    m_panel->view()->copyRows();
    const QStringList lines = QApplication::clipboard()->text().split(u'\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY2(lines[0].startsWith(QStringLiteral("severity\tcode")), qPrintable(lines[0]));
    QVERIFY2(lines[1].startsWith(QStringLiteral("error\tcontradicted")), qPrintable(lines[1]));
    QVERIFY2(lines[1].endsWith(QStringLiteral("size 1 at batch size 2")), qPrintable(lines[1]));
}

QTEST_MAIN(TestFindingsPanel)
#include "tst_findings_panel.moc"
