// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QTest>

#include "tests/support/sample_data.h"
#include "ui/models/replay_table_model.h"
#include "ui/models/roles.h"

using namespace dimscope;
using models::ReplayTableModel;

class TstReplayTableModel : public QObject {
    Q_OBJECT

    test_support::SampleData m_flips =
        test_support::singleTensorCapture({{1, {1}}, {2, {1}}, {2, {2}}, {0, {5}}});
    models::Snapshot m_snapshot{m_flips.capture, m_flips.analysis};

 private slots:
    void fillAndReset() {
        ReplayTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.setAxis(m_snapshot, base::TensorId{0}, 0);
        QCOMPARE(model.rowCount(), 4);
        model.setAxis(m_snapshot, base::TensorId{0}, std::nullopt);
        QCOMPARE(model.rowCount(), 0);
        model.setAxis(m_snapshot, base::TensorId{0}, 7);
        QCOMPARE(model.rowCount(), 0);
        const auto summary = test_support::summaryCapture();
        model.setAxis({summary.capture, summary.analysis}, base::TensorId{0}, 0);
        QCOMPARE(model.rowCount(), 0);
        model.setAxis({}, {}, {});
        QCOMPARE(model.rowCount(), 0);
    }

    void rows_data() {
        QTest::addColumn<int>("row");
        QTest::addColumn<QStringList>("texts");
        QTest::newRow("first") << 0 << QStringList{"0", "1", "1", "1", "static", ""};
        QTest::newRow("passed over") << 1 << QStringList{"1", "2", "1", "0.5", "static", ""};
        QTest::newRow("flip to batch")
            << 2 << QStringList{"2", "2", "2", "1", "batch", "static → batch: 2 / 2 = 1, still x1"};
        QTest::newRow("flip to dynamic, unknown batch size")
            << 3 << QStringList{"3", "–", "5", "–", "dynamic", "batch → dynamic: batch size unknown"};
    }
    void rows() {
        QFETCH(int, row);
        ReplayTableModel model;
        model.setAxis(m_snapshot, base::TensorId{0}, 0);
        QStringList texts;
        for (int column = 0; column < model.columnCount(); ++column) {
            const QModelIndex index = model.index(row, column);
            texts += index.data().toString();
            QVERIFY(!index.data(Qt::ToolTipRole).toString().isEmpty());
            QVERIFY(!model.headerData(column, Qt::Horizontal).toString().isEmpty());
            QCOMPARE(index.data(models::SampleIdRole).toInt(), row);
        }
        QTEST(texts, "texts");
    }

    void excludedSamplesArePassedOver() {
        const inference::Exclusions exclusions{{base::GraphId{0}, {1, 3}}};
        const auto analysis = inference::analyse(*m_flips.capture, exclusions);
        QVERIFY(analysis);
        ReplayTableModel model;
        model.setAxis({m_flips.capture, std::make_shared<inference::Analysis>(analysis.value()),
                       std::make_shared<inference::Exclusions>(exclusions)},
                      base::TensorId{0}, 0);
        QVERIFY(model.index(1, ReplayTableModel::Why).data().toString().startsWith("excluded"));
        QVERIFY(model.index(1, ReplayTableModel::Size).data(models::SecondaryRole).toBool());
        QCOMPARE(model.index(3, ReplayTableModel::Verdict).data().toString(), QStringLiteral("batch"));
    }

    void outOfRange() {
        ReplayTableModel model;
        model.setAxis(m_snapshot, base::TensorId{0}, 0);
        QVERIFY(!model.data({}).isValid());
        QVERIFY(!model.data(model.index(4, 0)).isValid());
        QVERIFY(!model.headerData(ReplayTableModel::ColumnCount, Qt::Horizontal).isValid());
    }
};

QTEST_APPLESS_MAIN(TstReplayTableModel)
#include "tst_replay_table_model.moc"
