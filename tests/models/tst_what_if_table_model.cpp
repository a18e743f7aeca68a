// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QTest>
#include <limits>

#include "tests/support/sample_data.h"
#include "ui/models/roles.h"
#include "ui/models/what_if_table_model.h"

using namespace dimscope;
using Model = models::WhatIfTableModel;

class TstWhatIfTableModel : public QObject {
    Q_OBJECT

    test_support::SampleData m_data = test_support::pipelineCapture();
    models::Snapshot m_snapshot{m_data.capture, m_data.analysis};

    [[nodiscard]] overrides::WhatIfAnswer answer() const {
        const auto named = [&](const char* path) {
            return test_support::tensorNamed(*m_data.capture, "unet", "0", path);
        };
        overrides::WhatIfAnswer answer;
        answer.tensors.push_back({named("sample"), {8, 4, 64, 64}, 131072, 262144, {}});
        answer.tensors.push_back(
            {named("timestep"), {}, 1, std::nullopt, {"axis 0: 9 is above the maximum 8", "too large"}});
        answer.tensors.push_back({named("output[0]"), {2, 4, 1, 1}, std::nullopt, std::nullopt, {}});
        return answer;
    }

 private slots:
    void fillAndReset() {
        Model model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.setAnswer(m_snapshot, answer());
        QCOMPARE(model.rowCount(), 3);
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void cells_data() {
        QTest::addColumn<int>("row");
        QTest::addColumn<QStringList>("texts");
        QTest::newRow("fits") << 0 << QStringList{"✓ fits", "sample", "8×4×64×64", "131072", "256 KiB", ""};
        QTest::newRow("breaks two limits")
            << 1 << QStringList{"■ no", "timestep", "scalar",
                                "1",    "–",        "axis 0: 9 is above the maximum 8; too large"};
        QTest::newRow("beyond 64 bits")
            << 2 << QStringList{"✓ fits", "output[0]", "2×4×1×1", "beyond 64 bits", "–", ""};
    }
    void cells() {
        QFETCH(int, row);
        Model model;
        model.setAnswer(m_snapshot, answer());
        QStringList texts;
        for (int column = 0; column < model.columnCount(); ++column) {
            texts += model.index(row, column).data().toString();
        }
        QTEST(texts, "texts");
    }

    void roles() {
        Model model;
        model.setAnswer(m_snapshot, answer());
        QCOMPARE(model.index(0, Model::Bytes).data(Qt::ToolTipRole).toString(),
                 QStringLiteral("262144 bytes"));
        QCOMPARE(model.index(0, 0).data(models::TensorIdRole).toUInt(),
                 test_support::tensorNamed(*m_data.capture, "unet", "0", "sample").value);
        QVERIFY(!model.index(0, 0).data(models::SeverityRole).isValid());
        QCOMPARE(model.index(1, 0).data(models::SeverityRole).toInt(),
                 static_cast<int>(base::Severity::error));
    }

    void bytes_data() {
        QTest::addColumn<quint64>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << quint64{0} << "0 B";
        QTest::newRow("below a KiB") << quint64{1023} << "1023 B";
        QTest::newRow("a KiB") << quint64{1024} << "1 KiB";
        QTest::newRow("a fraction") << quint64{1536} << "1.5 KiB";
        QTest::newRow("a GiB") << (quint64{3} << 30) << "3 GiB";
        QTest::newRow("the most") << std::numeric_limits<quint64>::max() << "16 EiB";
    }
    void bytes() {
        QFETCH(quint64, bytes);
        QTEST(Model::bytesText(bytes), "text");
    }

    void outOfRange() {
        Model model;
        model.setAnswer(m_snapshot, answer());
        QVERIFY(!model.data({}).isValid());
        QVERIFY(!model.data(model.index(3, 0)).isValid());
        QVERIFY(!model.headerData(Model::ColumnCount, Qt::Horizontal).isValid());
        QCOMPARE(model.rowCount(model.index(0, 0)), 0);
    }
};

QTEST_APPLESS_MAIN(TstWhatIfTableModel)
#include "tst_what_if_table_model.moc"
