// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QTest>

#include "tests/support/sample_data.h"
#include "ui/models/axis_table_model.h"
#include "ui/models/roles.h"

using namespace dimscope;
using models::AxisTableModel;

class TstAxisTableModel : public QObject {
    Q_OBJECT

    test_support::SampleData m_data = test_support::pipelineCapture();
    models::Snapshot m_snapshot{m_data.capture, m_data.analysis};

    [[nodiscard]] base::TensorId named(const char* path) const {
        return test_support::tensorNamed(*m_data.capture, "unet", "0", path);
    }

 private slots:
    void fillAndReset() {
        AxisTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.setTensor(m_snapshot, named("sample"));
        QCOMPARE(model.rowCount(), 4);
        model.setTensor(m_snapshot, named("timestep"));
        QCOMPARE(model.rowCount(), 0);
        model.setTensor(m_snapshot, base::TensorId{100000});
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(!model.tensor());
        model.setTensor({}, named("sample"));
        QCOMPARE(model.rowCount(), 0);
    }

    void cells_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("row");
        QTest::addColumn<QStringList>("texts");
        QTest::newRow("batch") << "encoder_hidden_states" << 0
                               << QStringList{"0",
                                              "batch",
                                              "batch",
                                              "2",
                                              "batch ×2 · proven",
                                              "2",
                                              "8",
                                              "3",
                                              "added_cond_kwargs[\"time_ids\"]:0"};
        QTest::newRow("flipped")
            << "sample" << 0
            << QStringList{
                   "0", "d0",         "dynamic (was batch until 6)", "–", "dynamic · proven", "2", "8",
                   "4", "output[0]:0"};
        QTest::newRow("static") << "sample" << 1 << QStringList{"1", "4", "static", "–", "static · proven",
                                                                "4", "4", "1",      "–"};
        QTest::newRow("dynamic") << "sample" << 2
                                 << QStringList{"2",  "d1", "dynamic", "–",          "dynamic · proven",
                                                "64", "96", "3",       "output[0]:2"};
    }
    void cells() {
        QFETCH(QString, path);
        QFETCH(int, row);
        AxisTableModel model;
        model.setTensor(m_snapshot, named(path.toUtf8()));
        QStringList texts;
        for (int column = 0; column < model.columnCount(); ++column) {
            texts += model.index(row, column).data().toString();
            QVERIFY(!model.index(row, column).data(Qt::ToolTipRole).toString().isEmpty());
            QVERIFY(!model.headerData(column, Qt::Horizontal).toString().isEmpty());
        }
        QTEST(texts, "texts");
        QCOMPARE(model.index(row, 0).data(models::AxisRole).toInt(), row);
    }

    void verdictTellsItsFlips() {
        AxisTableModel model;
        model.setTensor(m_snapshot, named("sample"));
        const QString tip = model.index(0, AxisTableModel::Verdict).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains("sample 6: batch → dynamic (3 / 1 = 3"), qPrintable(tip));
    }

    void auditThatDiffers() {
        const auto data = test_support::singleTensorCapture({{1, {1}}, {2, {1}}, {2, {2}}});
        AxisTableModel model;
        model.setTensor({data.capture, data.analysis}, base::TensorId{0});
        const QModelIndex audit = model.index(0, AxisTableModel::Audit);
        QCOMPARE(model.index(0, AxisTableModel::Verdict).data().toString(), QStringLiteral("batch"));
        QCOMPARE(audit.data().toString(), QStringLiteral("dynamic · proven"));
        QVERIFY(audit.data(models::AuditDiffersRole).toBool());
        QCOMPARE(audit.data(models::AuditVerdictsRole).value<QList<int>>(), (QList<int>{2}));
        const QString tip = audit.data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains("one batch size has two different sizes"), qPrintable(tip));
        QVERIFY2(tip.contains("AITune says batch ×1"), qPrintable(tip));
        QCOMPARE(audit.data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("audit dynamic proven, differs from the verdict"));
    }

    void summaryHasNoAudit() {
        const auto data = test_support::summaryCapture();
        AxisTableModel model;
        model.setTensor({data.capture, data.analysis}, base::TensorId{0});
        const QModelIndex audit = model.index(0, AxisTableModel::Audit);
        QCOMPARE(audit.data().toString(), QStringLiteral("–"));
        QVERIFY(!audit.data(models::AuditVerdictsRole).isValid());
        QVERIFY(!audit.data(models::AuditDiffersRole).toBool());
        QVERIFY(audit.data(Qt::ToolTipRole).toString().contains("summary"));
    }

    void summaryHasNoDistinctSizes() {
        const auto data = test_support::summaryCapture();
        AxisTableModel model;
        model.setTensor({data.capture, data.analysis}, base::TensorId{0});
        QCOMPARE(model.index(0, AxisTableModel::Distinct).data().toString(), QStringLiteral("–"));
        QVERIFY(!model.index(0, AxisTableModel::Distinct).data(models::SortRole).isValid());
        QCOMPARE(model.index(0, AxisTableModel::Multiplier).data().toString(), QStringLiteral("–"));
        QCOMPARE(model.index(0, AxisTableModel::SameAs).data().toString(), QStringLiteral("output[0]:0"));
    }

    void sameAsIsCapped() {
        const auto data = test_support::wideCapture(1, 60, 4);
        AxisTableModel model;
        const auto tensor = test_support::tensorNamed(*data.capture, "module0", "0", "layers[1].hidden");
        model.setTensor({data.capture, data.analysis}, tensor);
        const QString text = model.index(0, AxisTableModel::SameAs).data().toString();
        // 48 of 60 tensors have an axis 0; it is batch in all of them.
        QVERIFY2(text.endsWith("and 39 more"), qPrintable(text));
        QCOMPARE(text.count(':'), AxisTableModel::kNamedInSameAs);
    }

    void outOfRange() {
        AxisTableModel model;
        model.setTensor(m_snapshot, named("sample"));
        QVERIFY(!model.data({}).isValid());
        QVERIFY(!model.data(model.index(4, 0)).isValid());
        QVERIFY(!model.headerData(AxisTableModel::ColumnCount, Qt::Horizontal).isValid());
    }
};

QTEST_APPLESS_MAIN(TstAxisTableModel)
#include "tst_axis_table_model.moc"
