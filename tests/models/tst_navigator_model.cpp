// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QTest>

#include "tests/support/sample_data.h"
#include "ui/models/navigator_model.h"
#include "ui/models/roles.h"

using namespace dimscope;
using models::NavigatorModel;

namespace {

/// The tree as lines, a dash per level, badges behind.
void describe(const NavigatorModel& model, const QModelIndex& parent, const QString& indent,
              QStringList& lines) {
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        lines += indent + index.data().toString() + " [" + index.data(models::BadgeRole).toString() + "]";
        describe(model, index, indent + "-", lines);
    }
}

}  // namespace

class TstNavigatorModel : public QObject {
    Q_OBJECT

    test_support::SampleData m_data = test_support::pipelineCapture();
    models::Snapshot m_snapshot{m_data.capture, m_data.analysis};

 private slots:
    void fillAndReset() {
        NavigatorModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.setSnapshot(m_snapshot, "pipeline.shapes.jsonl");
        QCOMPARE(model.rowCount(), 1);
        const auto summary = test_support::summaryCapture();
        model.setSnapshot({summary.capture, summary.analysis}, "detector.json");
        QCOMPARE(model.rowCount(model.index(0, 0)), 1);
        model.setSnapshot({}, {});
        QCOMPARE(model.rowCount(), 0);
    }

    void tree() {
        NavigatorModel model;
        model.setSnapshot(m_snapshot, "pipeline.shapes.jsonl");
        QStringList lines;
        describe(model, {}, {}, lines);
        const QStringList expected{"pipeline.shapes.jsonl [78]",
                                   "-text_encoder [1]",
                                   "--graph 0 · batch 1, 2, 4 [8]",
                                   "---inputs [1]",
                                   "---outputs [1]",
                                   "-unet [1]",
                                   "--graph 0 · batch 1, 2, 4 [24]",
                                   "---inputs [4]",
                                   "---outputs [1]",
                                   "-decoder [2]",
                                   "--graph 0 · prefill · batch 1, 2 [6]",
                                   "---inputs [2]",
                                   "---outputs [1]",
                                   "--graph 1 · decode [40]",
                                   "---inputs [2]",
                                   "---outputs [1]",
                                   "-vae [1]",
                                   "--graph 0 · summary [–]",
                                   "---inputs [1]",
                                   "---outputs [1]"};
        QCOMPARE(lines, expected);
    }

    void indexesById() {
        NavigatorModel model;
        model.setSnapshot(m_snapshot, "t");
        for (const auto& module : m_data.capture->modules()) {
            const QModelIndex index = model.indexOf(module.id);
            QCOMPARE(index.data().toString(), QString::fromStdString(module.name));
            QCOMPARE(index.data(models::ModuleIdRole).toUInt(), module.id.value);
            QVERIFY(!index.data(models::GraphIdRole).isValid());
            QCOMPARE(index.parent(), model.index(0, 0));
            for (const base::GraphId graph : module.graphs) {
                const QModelIndex graphIndex = model.indexOf(graph);
                QCOMPARE(graphIndex.data(models::GraphIdRole).toUInt(), graph.value);
                QCOMPARE(graphIndex.parent(), index);
                const QModelIndex side = model.indexOf(graph, module::Side::output);
                QCOMPARE(side.parent(), graphIndex);
                QCOMPARE(side.data(models::SideRole).toInt(), 1);
                QCOMPARE(side.data(models::ModuleIdRole).toUInt(), module.id.value);
            }
        }
        QVERIFY(!model.indexOf(base::ModuleId{100}).isValid());
        QVERIFY(!model.indexOf(base::GraphId{100}).isValid());
    }

    void toolTipsAndAccessibleTexts() {
        NavigatorModel model;
        model.setSnapshot(m_snapshot, "t");
        const auto decode =
            model.indexOf(test_support::graphNamed(*m_data.capture, "decoder", "1 (LLM phase decode)"));
        QVERIFY(decode.data(Qt::ToolTipRole).toString().contains("40 of them with unknown batch size"));
        QCOMPARE(decode.data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("graph 1 · decode, 40 samples, findings: 1 warning, 2 notes"));
        const auto summary = model.indexOf(test_support::graphNamed(*m_data.capture, "vae", "0"));
        QVERIFY(summary.data(Qt::ToolTipRole).toString().contains("no samples in this file"));
    }

    void findingsAreCounted_data() {
        QTest::addColumn<QString>("row");
        QTest::addColumn<QList<qulonglong>>("counts");  // notes, warnings, errors
        QTest::newRow("capture") << "capture" << QList<qulonglong>{0, 2, 1};
        QTest::newRow("module") << "module" << QList<qulonglong>{0, 2, 1};
        QTest::newRow("graph") << "graph" << QList<qulonglong>{0, 2, 1};
        QTest::newRow("inputs") << "inputs" << QList<qulonglong>{0, 2, 1};
        QTest::newRow("outputs") << "outputs" << QList<qulonglong>{0, 0, 0};
    }
    void findingsAreCounted() {
        QFETCH(QString, row);
        const auto data = test_support::singleTensorCapture({{1, {1}}, {2, {1}}, {2, {2}}});
        NavigatorModel model;
        model.setSnapshot({data.capture, data.analysis}, "t");
        const QMap<QString, QModelIndex> indexes{
            {"capture", model.index(0, 0)},
            {"module", model.indexOf(base::ModuleId{0})},
            {"graph", model.indexOf(base::GraphId{0})},
            {"inputs", model.indexOf(base::GraphId{0}, module::Side::input)},
            {"outputs", model.indexOf(base::GraphId{0}, module::Side::output)}};
        QTEST(indexes[row].data(models::FindingCountsRole).value<QList<qulonglong>>(), "counts");
    }

    void outOfRange() {
        NavigatorModel model;
        model.setSnapshot(m_snapshot, "t");
        QVERIFY(!model.data({}).isValid());
        QVERIFY(!model.index(1, 0).isValid());
        QVERIFY(!model.index(0, 1).isValid());
        QVERIFY(!model.index(2, 0, model.indexOf(base::GraphId{0})).isValid());
        QVERIFY(!model.headerData(1, Qt::Horizontal).isValid());
    }
};

QTEST_APPLESS_MAIN(TstNavigatorModel)
#include "tst_navigator_model.moc"
