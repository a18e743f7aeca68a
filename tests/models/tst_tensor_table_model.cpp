// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "core/overrides/edits.h"
#include "core/overrides/judgement.h"
#include "tests/support/sample_data.h"
#include "ui/models/format.h"
#include "ui/models/roles.h"
#include "ui/models/tensor_table_model.h"

using namespace dimscope;
using models::TensorTableModel;

namespace {

models::Snapshot snapshotOf(const test_support::SampleData& data) {
    return {data.capture, data.analysis};
}

QStringList column(const TensorTableModel& model, int column) {
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row) {
        texts += model.index(row, column).data().toString();
    }
    return texts;
}

/// The capture judged with the inferred spec of unet's `sample` as an override.
std::shared_ptr<const overrides::Judgement> judgedWithOverride(const test_support::SampleData& data) {
    const auto nothing = overrides::judge(*data.capture, *data.analysis, {});
    const base::GraphId graph = test_support::graphNamed(*data.capture, "unet", "0");
    overrides::OverrideSet set;
    set.put(overrides::acceptInferred(
        {*data.capture, *data.analysis, *nothing}, {"unet", data.capture->graph(graph).name, {}, {}, {}},
        {{test_support::tensorNamed(*data.capture, "unet", "0", "sample")}, {}}));
    return std::make_shared<const overrides::Judgement>(
        *overrides::judge(*data.capture, *data.analysis, set));
}

}  // namespace

class TstTensorTableModel : public QObject {
    Q_OBJECT

    test_support::SampleData m_data = test_support::pipelineCapture();
    models::Snapshot m_snapshot = snapshotOf(m_data);

    [[nodiscard]] TensorTableModel::Scope unet() const {
        return {{}, test_support::graphNamed(*m_data.capture, "unet", "0"), {}};
    }

 private slots:
    void emptyModel() {
        TensorTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(!model.tensorAt(0));
        QVERIFY(!model.rowOfTensor(base::TensorId{0}));
        model.setFilter("x");
        model.sort(TensorTableModel::Path);
        QCOMPARE(model.rowCount(), 0);
    }

    void fillResetScopeFilterSort() {
        TensorTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSnapshot(m_snapshot);
        QCOMPARE(model.rowCount(), static_cast<int>(m_data.capture->tensors().size()));
        model.setScope(unet());
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(model.sourceRowCount(), 5);
        model.setFilter("verdict:batch");
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.sourceRowCount(), 5);
        model.sort(TensorTableModel::Path, Qt::DescendingOrder);
        QCOMPARE(column(model, TensorTableModel::Path),
                 (QStringList{"encoder_hidden_states", "added_cond_kwargs[\"time_ids\"]"}));
        model.setFilter({});
        QCOMPARE(model.rowCount(), 5);
        model.setSnapshot(snapshotOf(test_support::summaryCapture()));
        QCOMPARE(model.rowCount(), 2);
        model.setSnapshot({});
        QCOMPARE(model.rowCount(), 0);
    }

    void scopes_data() {
        QTest::addColumn<QString>("module");
        QTest::addColumn<QString>("graph");
        QTest::addColumn<int>("side");
        QTest::addColumn<int>("rows");
        QTest::newRow("module") << "decoder"
                                << "" << -1 << 6;
        QTest::newRow("graph") << "decoder"
                               << "0 (LLM phase prefill)" << -1 << 3;
        QTest::newRow("inputs") << "decoder"
                                << "0 (LLM phase prefill)" << 0 << 2;
        QTest::newRow("outputs") << "unet"
                                 << "0" << 1 << 1;
    }
    void scopes() {
        QFETCH(QString, module);
        QFETCH(QString, graph);
        QFETCH(int, side);
        TensorTableModel::Scope scope;
        scope.module = test_support::moduleNamed(*m_data.capture, module.toStdString());
        if (!graph.isEmpty()) {
            scope.graph =
                test_support::graphNamed(*m_data.capture, module.toStdString(), graph.toStdString());
        }
        if (side >= 0) {
            scope.side = static_cast<module::Side>(side);
        }
        TensorTableModel model;
        model.setSnapshot(m_snapshot, scope);
        QTEST(model.rowCount(), "rows");
    }

    void scopeOutOfRangeIsEmpty() {
        TensorTableModel model;
        model.setSnapshot(m_snapshot, {{}, base::GraphId{1000}, {}});
        QCOMPARE(model.rowCount(), 0);
    }

    void cells_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("text");
        QTest::newRow("shape") << "encoder_hidden_states" << int{TensorTableModel::Shape}
                               << "[batch×2, 77, 2048]";
        QTest::newRow("min") << "sample" << int{TensorTableModel::Min} << "2×4×64×64";
        QTest::newRow("max") << "sample" << int{TensorTableModel::Max} << "8×4×96×160";
        QTest::newRow("scalar") << "timestep" << int{TensorTableModel::Shape} << "scalar";
        QTest::newRow("dtype") << "sample" << int{TensorTableModel::Dtype} << "float16";
        QTest::newRow("samples") << "sample" << int{TensorTableModel::Samples} << "24";
        QTest::newRow("verdict") << "sample" << int{TensorTableModel::Verdicts} << "dynamic";
        QTest::newRow("audit") << "sample" << int{TensorTableModel::Audit} << "dynamic · proven";
        QTest::newRow("audit of batch axes")
            << "encoder_hidden_states" << int{TensorTableModel::Audit} << "batch ×2 · proven";
        QTest::newRow("audit of a scalar") << "timestep" << int{TensorTableModel::Audit} << "–";
        QTest::newRow("side") << "output[0]" << int{TensorTableModel::Side} << "output";
        QTest::newRow("module") << "sample" << int{TensorTableModel::Module} << "unet";
    }
    void cells() {
        QFETCH(QString, path);
        QFETCH(int, column);
        TensorTableModel model;
        model.setSnapshot(m_snapshot, unet());
        const auto id = test_support::tensorNamed(*m_data.capture, "unet", "0", path.toStdString());
        const auto row = model.rowOfTensor(id);
        QVERIFY(row.has_value());
        QCOMPARE(model.tensorAt(*row), std::optional(id));
        const QModelIndex index = model.index(*row, column);
        QTEST(index.data().toString(), "text");
        QCOMPARE(index.data(models::TensorIdRole).toUInt(), id.value);
        QVERIFY(!index.data(Qt::ToolTipRole).toString().isEmpty());
        QVERIFY(!index.data(Qt::AccessibleTextRole).toString().isEmpty());
    }

    void summaryHasNoSamples() {
        const auto data = test_support::summaryCapture();
        TensorTableModel model;
        model.setSnapshot(snapshotOf(data));
        const QModelIndex samples = model.index(0, TensorTableModel::Samples);
        QCOMPARE(samples.data().toString(), QStringLiteral("–"));
        QVERIFY(samples.data(Qt::ToolTipRole).toString().contains("no samples in this file"));
        QCOMPARE(samples.data(Qt::AccessibleTextRole).toString(), QStringLiteral("no samples"));
        QCOMPARE(samples.data(models::SortRole).toULongLong(), 0ULL);
    }

    void auditSortsByWhatNeedsALook() {
        TensorTableModel model;
        model.setSnapshot(m_snapshot, {test_support::moduleNamed(*m_data.capture, "decoder"), {}, {}});
        model.sort(TensorTableModel::Audit, Qt::DescendingOrder);
        QCOMPARE(column(model, TensorTableModel::Audit),
                 (QStringList{"dynamic · undetermined", "dynamic · undetermined", "static · undetermined",
                              "batch ×1, dynamic · weak", "batch ×1, dynamic · weak", "dynamic · proven"}));
    }

    void auditThatDiffersIsSpoken() {
        const auto data = test_support::singleTensorCapture({{1, {1, 3}}, {2, {1, 3}}, {2, {2, 3}}});
        TensorTableModel model;
        model.setSnapshot(snapshotOf(data));
        const QModelIndex audit = model.index(0, TensorTableModel::Audit);
        QVERIFY(audit.data(models::AuditDiffersRole).toBool());
        QCOMPARE(audit.data(models::AuditVerdictsRole).value<QList<int>>(), (QList<int>{2}));
        QCOMPARE(audit.data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("audit dynamic · proven, differs from the verdict"));
        QVERIFY(audit.data(Qt::ToolTipRole)
                    .toString()
                    .contains("axis 0: dynamic · proven  ≠ AITune says batch ×1"));
    }

    void verdictsRole() {
        TensorTableModel model;
        model.setSnapshot(m_snapshot, unet());
        QCOMPARE(model.index(0, 0).data(models::VerdictsRole).value<QList<int>>(), (QList<int>{2, 0, 2, 2}));
    }

    void originsOfContracts() {
        TensorTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSnapshot(m_snapshot, unet());
        QCOMPARE(column(model, TensorTableModel::Override), QStringList(5, models::noValue()));
        QVERIFY(!model.index(0, TensorTableModel::Override).data(models::OriginRole).isValid());
        QSignalSpy changed(&model, &TensorTableModel::dataChanged);
        QSignalSpy reordered(&model, &TensorTableModel::rowsReordered);
        model.setJudgement(judgedWithOverride(m_data));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(reordered.count(), 0);
        QCOMPARE(column(model, TensorTableModel::Override),
                 (QStringList{"overridden", "inferred", "inferred", "inferred", "follows"}));
        const QModelIndex cell = model.index(0, TensorTableModel::Override);
        QCOMPARE(cell.data(models::OriginRole).toInt(),
                 int{static_cast<int>(overrides::SpecOrigin::overridden)});
        QCOMPARE(cell.data(Qt::AccessibleTextRole).toString(), QStringLiteral("override overridden"));
        QVERIFY2(cell.data(Qt::ToolTipRole).toString().endsWith("\ncovers all 24 samples"),
                 qPrintable(cell.data(Qt::ToolTipRole).toString()));

        model.sort(TensorTableModel::Override, Qt::DescendingOrder);
        QCOMPARE(column(model, TensorTableModel::Override),
                 (QStringList{"overridden", "follows", "inferred", "inferred", "inferred"}));
        model.setFilter("override:over");
        QCOMPARE(column(model, TensorTableModel::Path), QStringList{"sample"});
        model.setFilter("-override:inferred");
        QCOMPARE(model.rowCount(), 2);
        reordered.clear();
        model.setJudgement(std::make_shared<const overrides::Judgement>(
            *overrides::judge(*m_data.capture, *m_data.analysis, {})));
        QCOMPARE(reordered.count(), 1);
        QCOMPARE(model.rowCount(), 0);
        model.setFilter("override:inferred");
        QCOMPARE(model.rowCount(), 5);
        reordered.clear();
        model.setJudgement(std::make_shared<const overrides::Judgement>(
            *overrides::judge(*m_data.capture, *m_data.analysis, {})));
        QCOMPARE(reordered.count(), 0);  // the same origins: rows stay
        model.setJudgement(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void sortsByRawValues_data() {
        QTest::addColumn<int>("column");
        QTest::addColumn<QStringList>("paths");
        // layers[i].hidden of ranks 0 1 2 3 4 0 1 2 3 4 0, output[0] of rank 1
        QTest::newRow("path") << int{TensorTableModel::Path}
                              << QStringList{"layers[0].hidden", "layers[1].hidden",  "layers[2].hidden",
                                             "layers[3].hidden", "layers[4].hidden",  "layers[5].hidden",
                                             "layers[6].hidden", "layers[7].hidden",  "layers[8].hidden",
                                             "layers[9].hidden", "layers[10].hidden", "output[0]"};
        QTest::newRow("shape: rank, then sizes, equal ones in order")
            << int{TensorTableModel::Shape}
            << QStringList{"layers[0].hidden", "layers[5].hidden", "layers[10].hidden", "layers[1].hidden",
                           "layers[6].hidden", "output[0]",        "layers[2].hidden",  "layers[7].hidden",
                           "layers[3].hidden", "layers[8].hidden", "layers[4].hidden",  "layers[9].hidden"};
        QTest::newRow("dtype: float16 first, then in order")
            << int{TensorTableModel::Dtype}
            << QStringList{"layers[1].hidden", "layers[2].hidden", "layers[4].hidden",  "layers[5].hidden",
                           "layers[7].hidden", "layers[8].hidden", "layers[10].hidden", "output[0]",
                           "layers[0].hidden", "layers[3].hidden", "layers[6].hidden",  "layers[9].hidden"};
    }
    void sortsByRawValues() {
        QFETCH(int, column);
        const auto data = test_support::wideCapture(1, 12, 1);
        TensorTableModel model;
        model.setSnapshot(snapshotOf(data));
        model.sort(column);
        QTEST(::column(model, TensorTableModel::Path), "paths");
    }

    void minSortsByElements() {
        TensorTableModel model;
        model.setSnapshot(m_snapshot, unet());
        model.sort(TensorTableModel::Min);
        double before = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            const double elements = model.index(row, TensorTableModel::Min).data(models::SortRole).toDouble();
            QVERIFY(elements >= before);
            before = elements;
        }
        QCOMPARE(before, 2.0 * 77 * 2048);
    }

    void descendingKeepsEqualRowsInOrder() {
        TensorTableModel model;
        model.setSnapshot(m_snapshot, unet());
        model.sort(TensorTableModel::Module, Qt::DescendingOrder);
        QCOMPARE(column(model, TensorTableModel::Path).front(), QStringLiteral("sample"));
        QCOMPARE(column(model, TensorTableModel::Path).back(), QStringLiteral("output[0]"));
    }

    void outOfRange() {
        TensorTableModel model;
        model.setSnapshot(m_snapshot);
        QVERIFY(!model.data({}).isValid());
        QVERIFY(!model.data(model.index(model.rowCount(), 0)).isValid());
        QVERIFY(!model.index(0, TensorTableModel::ColumnCount).isValid());
        QVERIFY(!model.tensorAt(-1));
        QVERIFY(!model.tensorAt(model.rowCount()));
        QVERIFY(!model.rowOfTensor(base::TensorId{4000000000U}));
        QVERIFY(!model.headerData(-1, Qt::Horizontal).isValid());
        QVERIFY(!model.headerData(TensorTableModel::ColumnCount, Qt::Horizontal).isValid());
        QVERIFY(!model.headerData(model.rowCount(), Qt::Vertical).isValid());
    }

    void everyColumnHasAHeader() {
        TensorTableModel model;
        for (int column = 0; column < model.columnCount(); ++column) {
            QVERIFY(!model.headerData(column, Qt::Horizontal).toString().isEmpty());
            QVERIFY(!model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
        }
    }

    void largeTableIsOrderedInTheBackground() {
        const auto data = test_support::wideCapture(3, 1000, 1);
        TensorTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSnapshot(snapshotOf(data));
        QVERIFY(!model.isBusy());
        QCOMPARE(model.rowCount(), 3000);

        QSignalSpy busy(&model, &TensorTableModel::busyChanged);
        QSignalSpy reordered(&model, &TensorTableModel::rowsReordered);
        model.setFilter("layers[1");  // the old rows stay until the new ones are there
        QVERIFY(model.isBusy());
        QCOMPARE(model.rowCount(), 3000);
        model.setFilter("layers[99");
        model.sort(TensorTableModel::Path, Qt::DescendingOrder);
        QTRY_VERIFY(!model.isBusy());
        QCOMPARE(busy.count(), 2);
        QCOMPARE(reordered.count(), 1);      // the newest request only
        QCOMPARE(model.rowCount(), 3 * 10);  // 99 and 990 to 998; 999 is an output
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("layers[998].hidden"));
        QVERIFY(!model.rowOfTensor(base::TensorId{0}));

        model.setScope({test_support::moduleNamed(*data.capture, "module1"), {}, {}});
        QTRY_VERIFY(!model.isBusy());
        QCOMPARE(model.rowCount(), 10);
    }

    void destroyedWhileBusy() {
        const auto data = test_support::wideCapture(3, 1000, 1);
        for (int round = 0; round < 20; ++round) {
            auto model = std::make_unique<TensorTableModel>();
            model->setSnapshot(snapshotOf(data));
            model->setFilter(QString::number(round));
            model->sort(TensorTableModel::Path);
            QVERIFY(model->isBusy());
        }
        QCoreApplication::processEvents();
    }
};

QTEST_GUILESS_MAIN(TstTensorTableModel)
#include "tst_tensor_table_model.moc"
