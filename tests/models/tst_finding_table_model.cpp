// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/sample_data.h"
#include "ui/models/finding_table_model.h"
#include "ui/models/roles.h"

using namespace dimscope;
using models::FindingFilter;
using models::FindingTableModel;

namespace {

QStringList column(const FindingTableModel& model, int column) {
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row) {
        texts += model.index(row, column).data().toString();
    }
    return texts;
}

models::Snapshot snapshotOf(const test_support::SampleData& data) {
    return {data.capture, data.analysis};
}

/// A capture of `count` modules with `perGraph` findings each.
models::Snapshot manyFindings(std::size_t count, std::size_t perGraph) {
    const auto data = test_support::wideCapture(count, 2, 1);
    auto analysis = std::make_shared<inference::Analysis>(*data.analysis);
    for (const capture::Graph& graph : data.capture->graphs()) {
        auto& findings = analysis->graphs[graph.id.value].findings;
        findings.clear();
        for (std::size_t i = 0; i < perGraph; ++i) {
            inference::Finding finding;
            finding.code = i % 2 == 0 ? "two-point" : "order-dependent";
            finding.severity = static_cast<base::Severity>(i % 3);
            finding.message = "sentence " + std::to_string(perGraph - i);
            finding.graph = graph.id;
            finding.tensor = graph.tensors.front();
            findings.push_back(finding);
        }
    }
    return {data.capture, analysis};
}

}  // namespace

class TstFindingTableModel : public QObject {
    Q_OBJECT

    /// A contradiction: one error and two warnings on axis 0 of `x`.
    test_support::SampleData m_contradicted =
        test_support::singleTensorCapture({{1, {1}}, {2, {1}}, {2, {2}}});
    test_support::SampleData m_pipeline = test_support::pipelineCapture();

 private slots:
    void fillResetFilterSort() {
        FindingTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.sort(FindingTableModel::Code);
        model.setFilter(FindingFilter::parse("x"));
        model.setFilter({});
        model.setSnapshot(snapshotOf(m_contradicted));
        QCOMPARE(column(model, FindingTableModel::Code),
                 (QStringList{"contradicted", "order-dependent", "short-batch"}));
        model.sort(FindingTableModel::Code, Qt::DescendingOrder);
        QCOMPARE(column(model, FindingTableModel::Code),
                 (QStringList{"short-batch", "order-dependent", "contradicted"}));
        model.setFilter(FindingFilter::parse("severity:warning"));
        QCOMPARE(column(model, FindingTableModel::Code), (QStringList{"short-batch", "order-dependent"}));
        QCOMPARE(model.counts().total(), 3U);
        model.setSnapshot(snapshotOf(m_pipeline));
        model.setSnapshot({});
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.counts().total(), 0U);
    }

    void errorsComeFirst() {
        FindingTableModel model;
        model.setSnapshot(snapshotOf(m_pipeline));
        int before = 2;
        for (int row = 0; row < model.rowCount(); ++row) {
            const int severity = model.index(row, 0).data(models::SeverityRole).toInt();
            QVERIFY(severity <= before);
            before = severity;
        }
        QCOMPARE(before, 0);
    }

    void cells_data() {
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("text");
        QTest::newRow("severity") << int{FindingTableModel::Severity} << "error";
        QTest::newRow("code") << int{FindingTableModel::Code} << "contradicted";
        QTest::newRow("module") << int{FindingTableModel::Module} << "m";
        QTest::newRow("graph") << int{FindingTableModel::Graph} << "0";
        QTest::newRow("side") << int{FindingTableModel::Side} << "input";
        QTest::newRow("tensor") << int{FindingTableModel::Tensor} << "x";
        QTest::newRow("axis") << int{FindingTableModel::Axis} << "0";
        QTest::newRow("samples") << int{FindingTableModel::Samples} << "1";
        QTest::newRow("sentence") << int{FindingTableModel::Message}
                                  << "AITune says batch x1, but 1 sample breaks it: size 1 at batch size 2";
    }
    void cells() {
        QFETCH(int, column);
        FindingTableModel model;
        model.setSnapshot(snapshotOf(m_contradicted));
        const QModelIndex index = model.index(0, column);
        QTEST(index.data().toString(), "text");
        QVERIFY(!index.data(Qt::ToolTipRole).toString().isEmpty());
        QVERIFY(index.data(Qt::AccessibleTextRole).toString().endsWith(index.data().toString()));
        QVERIFY(!model.headerData(column, Qt::Horizontal).toString().isEmpty());
        QVERIFY(!model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
        QCOMPARE(index.data(models::TensorIdRole).toUInt(), 0U);
        QCOMPARE(index.data(models::AxisRole).toInt(), 0);
        QCOMPARE(index.data(models::SampleIdRole).toUInt(), 1U);
    }

    void classOfAxes() {
        FindingTableModel model;
        model.setSnapshot(snapshotOf(m_pipeline));
        model.setFilter(FindingFilter::parse("code:shared module:unet tensor:sample"));
        QVERIFY(model.rowCount() > 0);
        QVERIFY(column(model, FindingTableModel::Tensor).contains("sample:2, output[0]:2"));
        QCOMPARE(model.index(0, FindingTableModel::Axis).data().toString(), QStringLiteral("–"));
        QCOMPARE(model.index(0, FindingTableModel::Side).data().toString(), QStringLiteral("–"));
        QCOMPARE(model.index(0, 0).data(models::TensorIdRole).toUInt(),
                 test_support::tensorNamed(*m_pipeline.capture, "unet", "0", "sample").value);
    }

    void filters_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QStringList>("codes");
        const QStringList all{"contradicted", "order-dependent", "short-batch"};
        QTest::newRow("nothing") << "" << all;
        QTest::newRow("severity") << "severity:err" << QStringList{"contradicted"};
        QTest::newRow("code") << "code:order" << QStringList{"order-dependent"};
        QTest::newRow("code from its start only") << "code:batch" << QStringList{};
        QTest::newRow("text of a code") << "batch -code:order" << QStringList{"contradicted", "short-batch"};
        QTest::newRow("text of the sentence") << "breaks" << QStringList{"contradicted"};
        QTest::newRow("quoted text") << "\"another order\"" << QStringList{"order-dependent"};
        QTest::newRow("module") << "module:m" << all;
        QTest::newRow("other module") << "module:unet" << QStringList{};
        QTest::newRow("graph") << "graph:0" << all;
        QTest::newRow("tensor") << "tensor:x" << all;
        QTest::newRow("other tensor") << "tensor:output" << QStringList{};
        QTest::newRow("turned round") << "-severity:warning" << QStringList{"contradicted"};
    }
    void filters() {
        QFETCH(QString, filter);
        FindingTableModel model;
        model.setSnapshot(snapshotOf(m_contradicted));
        model.setFilter(FindingFilter::parse(filter));
        QTEST(column(model, FindingTableModel::Code), "codes");
    }

    void severitiesAreSwitchedOff() {
        FindingTableModel model;
        model.setSnapshot(snapshotOf(m_contradicted));
        FindingFilter filter;
        QVERIFY(filter.isEmpty());
        filter.hide(base::Severity::warning);
        QVERIFY(!filter.isEmpty());
        model.setFilter(filter);
        QCOMPARE(column(model, FindingTableModel::Code), QStringList{"contradicted"});
        filter.show(base::Severity::warning);
        filter.hide(base::Severity::error);
        model.setFilter(filter);
        QCOMPARE(column(model, FindingTableModel::Code), (QStringList{"order-dependent", "short-batch"}));
    }

    void sortsEveryColumn() {
        FindingTableModel model;
        model.setSnapshot(snapshotOf(m_pipeline));
        const int rows = model.rowCount();
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (int by = 0; by < model.columnCount(); ++by) {
            model.sort(by, Qt::AscendingOrder);
            const QString first = model.index(0, by).data().toString();
            model.sort(by, Qt::DescendingOrder);
            QCOMPARE(model.rowCount(), rows);
            QVERIFY2(model.index(0, by).data().toString() != first || by == FindingTableModel::Side,
                     qPrintable(model.headerData(by, Qt::Horizontal).toString()));
        }
    }

    void manyAreOrderedInTheBackground() {
        FindingTableModel model;
        model.setSnapshot(manyFindings(10, 1000));
        QCOMPARE(model.rowCount(), 10000);
        QSignalSpy reordered(&model, &FindingTableModel::rowsReordered);
        model.setFilter(FindingFilter::parse("code:two"));
        model.sort(FindingTableModel::Message);
        QVERIFY(model.isBusy());
        QTRY_VERIFY(!model.isBusy());
        QCOMPARE(reordered.count(), 1);
        QCOMPARE(model.rowCount(), 5000);
        QCOMPARE(model.index(0, FindingTableModel::Message).data().toString(), QStringLiteral("sentence 2"));
        const auto number = model.numberAt(0);
        QVERIFY(number.has_value());
        QCOMPARE(model.rowOfNumber(*number), std::optional(0));
    }

    void outOfRange() {
        FindingTableModel model;
        model.setSnapshot(snapshotOf(m_contradicted));
        QVERIFY(!model.data({}).isValid());
        QVERIFY(!model.data(model.index(3, 0)).isValid());
        QVERIFY(!model.findingAt(-1));
        QVERIFY(!model.findingAt(3));
        QVERIFY(model.findingAt(0).has_value());
        QVERIFY(!model.numberAt(3));
        QVERIFY(!model.headerData(FindingTableModel::ColumnCount, Qt::Horizontal).isValid());
    }
};

QTEST_GUILESS_MAIN(TstFindingTableModel)
#include "tst_finding_table_model.moc"
