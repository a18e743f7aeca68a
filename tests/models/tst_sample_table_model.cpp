// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QTest>

#include "tests/support/sample_data.h"
#include "ui/models/roles.h"
#include "ui/models/sample_table_model.h"
#include "ui/models/tsv.h"

using namespace dimscope;
using models::SampleTableModel;
using Field = SampleTableModel::Field;

namespace {

QStringList headers(const SampleTableModel& model) {
    QStringList texts;
    for (int column = 0; column < model.columnCount(); ++column) {
        texts += model.headerData(column, Qt::Horizontal).toString();
    }
    return texts;
}

QList<int> samples(const SampleTableModel& model) {
    QList<int> ids;
    for (int row = 0; row < model.rowCount(); ++row) {
        ids += static_cast<int>(model.sampleAt(row)->value);
    }
    return ids;
}

}  // namespace

class TstSampleTableModel : public QObject {
    Q_OBJECT

    test_support::SampleData m_data = test_support::pipelineCapture();
    models::Snapshot m_snapshot{m_data.capture, m_data.analysis};

    [[nodiscard]] base::GraphId graph(const char* module, const char* name) const {
        return test_support::graphNamed(*m_data.capture, module, name);
    }
    [[nodiscard]] base::TensorId unet(const char* path) const {
        return test_support::tensorNamed(*m_data.capture, "unet", "0", path);
    }

 private slots:
    void fillResetSort() {
        SampleTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.columnCount(), 2);
        model.setGraph(m_snapshot, graph("unet", "0"), {unet("sample"), unet("timestep")});
        QCOMPARE(model.rowCount(), 24);
        QCOMPARE(headers(model), (QStringList{"#", "batch", "sample", "timestep", "line", "time", "label"}));
        model.sort(1, Qt::DescendingOrder);
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("4"));
        model.setGraph(m_snapshot, graph("text_encoder", "0"), {});
        QCOMPARE(headers(model), (QStringList{"#", "batch", "line"}));
        QCOMPARE(model.rowCount(), 8);
        model.setGraph({}, {}, {});
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.columnCount(), 2);
    }

    void cells() {
        SampleTableModel model;
        model.setGraph(m_snapshot, graph("unet", "0"), {unet("sample"), unet("timestep")});
        const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(cell(6, 0), QStringLiteral("6"));
        QCOMPARE(cell(6, 1), QStringLiteral("1"));
        QCOMPARE(cell(6, 2), QStringLiteral("3×4×64×64"));
        QCOMPARE(cell(6, 3), QStringLiteral("scalar"));
        QCOMPARE(cell(6, 5), QStringLiteral("2026-11-30T20:11:06Z"));
        QCOMPARE(cell(6, 6), QStringLiteral("last batch of the epoch"));
        QCOMPARE(cell(5, 6), QStringLiteral("–"));
        QCOMPARE(cell(0, 4), QStringLiteral("10"));
        const QString tip = model.index(6, 2).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains("axis 0: 3 / 1 = 3"), qPrintable(tip));
        QCOMPARE(model.index(6, 2).data(models::SampleIdRole).toInt(), 6);
        QCOMPARE(model.index(6, 2).data(models::TensorIdRole).toUInt(), unet("sample").value);
        QVERIFY(!model.index(6, 1).data(models::TensorIdRole).isValid());
    }

    void unknownBatchSize() {
        SampleTableModel model;
        model.setGraph(m_snapshot, graph("decoder", "1 (LLM phase decode)"), {});
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("–"));
        QVERIFY(model.index(0, 1).data(Qt::ToolTipRole).toString().contains("does not say"));
        QCOMPARE(model.index(0, 1).data(models::SortRole).toLongLong(), 0LL);
    }

    /// Recorded 2, 4, unknown, unknown; sample 1 is stated as 3, sample 2 as 5, the source says 7.
    [[nodiscard]] static models::Snapshot relabelled() {
        const auto data = test_support::singleTensorCapture(
            {{2, {10}}, {4, {9}}, {capture::kUnknownBatch, {10}}, {capture::kUnknownBatch, {9}}});
        auto labels = std::make_shared<capture::Labelling>();
        labels->source.from = capture::BatchSizeSource::Constant{7};
        labels->put({"m", "0", {{1, 3}, {2, 5}, {99, 1}}});
        base::Diagnostics ignored;
        const auto capture = capture::labelled(data.capture, *labels, ignored);
        const auto analysis = std::make_shared<const inference::Analysis>(*inference::analyse(*capture));
        return {capture, analysis, {}, {}, data.capture, labels};
    }

    void relabelledSamplesAreMarked_data() {
        QTest::addColumn<int>("row");
        QTest::addColumn<bool>("isRelabelled");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("tip");
        QTest::addColumn<QString>("spoken");
        QTest::addColumn<QString>("recorded");
        QTest::newRow("recorded") << 0 << false << "2"
                                  << "2"
                                  << "batch 2"
                                  << "2";
        QTest::newRow("relabelled") << 1 << true << "✎ 3"
                                    << "relabelled: 3; the recording says 4"
                                    << "batch 3, relabelled, recorded 4"
                                    << "4";
        QTest::newRow("unknown, relabelled") << 2 << true << "✎ 5"
                                             << "relabelled: 5; the recording does not say the batch size"
                                             << "batch 5, relabelled, recorded –"
                                             << "–";
        QTest::newRow("of the source") << 3 << false << "7"
                                       << "7, as the batch size source says (7); the recording does not"
                                       << "batch 7"
                                       << "–";
    }
    void relabelledSamplesAreMarked() {
        QFETCH(int, row);
        SampleTableModel model;
        model.setGraph(relabelled(), base::GraphId{0}, {});
        QCOMPARE(model.relabelledCount(), std::size_t{2});
        const QModelIndex batch = model.index(row, 1);
        QTEST(model.isRelabelled(*model.sampleAt(row)), "isRelabelled");
        QTEST(batch.data().toString(), "text");
        QTEST(batch.data(Qt::ToolTipRole).toString(), "tip");
        QTEST(batch.data(Qt::AccessibleTextRole).toString(), "spoken");
        const int last = model.columnCount() - 1;
        QCOMPARE(model.headerData(last, Qt::Horizontal).toString(), QStringLiteral("recorded"));
        QTEST(model.index(row, last).data().toString(), "recorded");
        QTEST(!model.index(row, last).data(models::SecondaryRole).toBool(), "isRelabelled");
    }

    void relabelledRowsAsText() {
        SampleTableModel model;
        model.setGraph(relabelled(), base::GraphId{0}, {base::TensorId{0}});
        const std::vector<int> rows{0, 1};
        const std::vector<int> columns{0, 1, 2, model.columnCount() - 1};
        QCOMPARE(models::toTsv(model, rows, columns),
                 QStringLiteral("#\tbatch\tx\trecorded\n0\t2\t10\t2\n1\t✎ 3\t9\t4\n"));
    }

    void recordedColumnSortsAndGoes() {
        SampleTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const models::Snapshot snapshot = relabelled();
        model.setGraph(snapshot, base::GraphId{0}, {});
        model.sort(model.columnCount() - 1, Qt::DescendingOrder);
        QCOMPARE(samples(model), (QList<int>{1, 0, 2, 3}));
        model.sort(1, Qt::AscendingOrder);
        QCOMPARE(samples(model), (QList<int>{0, 1, 2, 3}));
        model.setGraph({snapshot.recorded,
                        snapshot.analysis,
                        {},
                        {},
                        snapshot.recorded,
                        std::make_shared<const capture::Labelling>()},
                       base::GraphId{0}, {});
        QCOMPARE(model.relabelledCount(), std::size_t{0});
        QVERIFY(!headers(model).contains(QStringLiteral("recorded")));
        QVERIFY(!model.isRelabelled(base::SampleId{1}));
    }

    void summaryHasNoRows() {
        SampleTableModel model;
        model.setGraph(m_snapshot, graph("vae", "0"),
                       {test_support::tensorNamed(*m_data.capture, "vae", "0", "images")});
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(!model.sampleAt(0));
        QVERIFY(!model.rowOfSample(base::SampleId{0}));
    }

    void tensorsOfOtherGraphsAreLeftOut() {
        SampleTableModel model;
        model.setGraph(m_snapshot, graph("text_encoder", "0"), {unet("sample"), base::TensorId{100000}});
        QCOMPARE(headers(model), (QStringList{"#", "batch", "line"}));
    }

    void tensorColumnsAreCapped() {
        const auto data = test_support::wideCapture(1, 100, 2);
        std::vector<base::TensorId> all;
        for (const auto& tensor : data.capture->tensors()) {
            all.push_back(tensor.id);
        }
        SampleTableModel model;
        model.setGraph({data.capture, data.analysis}, base::GraphId{0}, all);
        QCOMPARE(model.columnCount(), static_cast<int>(SampleTableModel::kTensorColumns) + 3);
    }

    void sortsByRawValues_data() {
        QTest::addColumn<int>("column");
        QTest::addColumn<bool>("descending");
        QTest::addColumn<QList<int>>("order");
        // (batch size, sizes) of the calls: (2, 10) (1, 9) (?, 10) (2, 9) (1, 100)
        QTest::newRow("index") << 0 << false << QList<int>{0, 1, 2, 3, 4};
        QTest::newRow("index down") << 0 << true << QList<int>{4, 3, 2, 1, 0};
        QTest::newRow("batch, unknown first") << 1 << false << QList<int>{2, 1, 4, 0, 3};
        QTest::newRow("batch down, equal ones in order") << 1 << true << QList<int>{0, 3, 1, 4, 2};
        QTest::newRow("sizes as numbers") << 2 << false << QList<int>{1, 3, 0, 2, 4};
        QTest::newRow("sizes down") << 2 << true << QList<int>{4, 0, 2, 1, 3};
        QTest::newRow("line") << 3 << true << QList<int>{4, 3, 2, 1, 0};
        QTest::newRow("no such column") << 9 << false << QList<int>{0, 1, 2, 3, 4};
        QTest::newRow("unsorted") << -1 << false << QList<int>{0, 1, 2, 3, 4};
    }
    void sortsByRawValues() {
        QFETCH(int, column);
        QFETCH(bool, descending);
        const auto data = test_support::singleTensorCapture(
            {{2, {10}}, {1, {9}}, {capture::kUnknownBatch, {10}}, {2, {9}}, {1, {100}}});
        SampleTableModel model;
        model.setGraph({data.capture, data.analysis}, base::GraphId{0}, {base::TensorId{0}});
        model.sort(column, descending ? Qt::DescendingOrder : Qt::AscendingOrder);
        QTEST(samples(model), "order");
        for (int row = 0; row < model.rowCount(); ++row) {
            QCOMPARE(model.rowOfSample(*model.sampleAt(row)), std::optional(row));
        }
    }

    void textColumnsSort() {
        SampleTableModel model;
        model.setGraph(m_snapshot, graph("unet", "0"), {});
        const int label = static_cast<int>(headers(model).indexOf("label"));
        model.sort(label, Qt::DescendingOrder);
        QCOMPARE(model.sampleAt(0)->value, 6U);
        const int time = static_cast<int>(headers(model).indexOf("time"));
        model.sort(time, Qt::DescendingOrder);
        QCOMPARE(model.sampleAt(0)->value, 23U);
    }

    void manySamples() {
        const auto data = test_support::longCapture(200000);
        const auto tensor = test_support::tensorNamed(*data.capture, "unet", "0", "sample");
        SampleTableModel model;
        model.setGraph({data.capture, data.analysis}, base::GraphId{0}, {tensor});
        QVERIFY(!model.isBusy());  // the order of the calls costs nothing
        QCOMPARE(model.rowCount(), 200000);
        QCOMPARE(model.rowOfSample(base::SampleId{199999}), std::optional(199999));
        model.sort(2, Qt::DescendingOrder);
        QVERIFY(model.isBusy());
        QTRY_VERIFY_WITH_TIMEOUT(!model.isBusy(), 60000);
        QCOMPARE(model.rowCount(), 200000);
        const auto& sizes = data.capture->tensor(tensor);
        for (int row = 1; row < model.rowCount(); row += 997) {
            QVERIFY(sizes.sizesAt(*model.sampleAt(row - 1)) >= sizes.sizesAt(*model.sampleAt(row)));
        }
    }

    void outOfRange() {
        SampleTableModel model;
        model.setGraph(m_snapshot, graph("unet", "0"), {});
        QVERIFY(!model.data({}).isValid());
        QVERIFY(!model.data(model.index(24, 0)).isValid());
        QVERIFY(!model.sampleAt(-1));
        QVERIFY(!model.sampleAt(24));
        QVERIFY(!model.rowOfSample(base::SampleId{24}));
        QVERIFY(!model.headerData(model.columnCount(), Qt::Horizontal).isValid());
    }
};

QTEST_GUILESS_MAIN(TstSampleTableModel)
#include "tst_sample_table_model.moc"
