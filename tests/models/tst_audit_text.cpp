// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "tests/support/sample_data.h"
#include "ui/models/audit_text.h"

using namespace dimscope;
using test_support::Call;

namespace {

const inference::AxisAnalysis& axisOf(const test_support::SampleData& data) {
    return data.analysis->tensors[0].axes[0];
}

}  // namespace

class TstAuditText : public QObject {
    Q_OBJECT

 private slots:
    void axes_data() {
        QTest::addColumn<QList<QPair<int, int>>>("calls");  // batch size, size
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("meaning");
        QTest::addColumn<bool>("differs");
        using Calls = QList<QPair<int, int>>;
        QTest::newRow("static at two batch sizes") << Calls{{1, 7}, {2, 7}} << "static · proven"
                                                   << "stayed the same at 2 batch sizes" << false;
        QTest::newRow("one batch size") << Calls{{2, 7}, {2, 7}} << "static · undetermined"
                                        << "only one batch size was seen" << false;
        QTest::newRow("no batch size") << Calls{{0, 7}, {0, 7}} << "static · undetermined"
                                       << "no batch size is known" << false;
        QTest::newRow("batch at three") << Calls{{1, 2}, {2, 4}, {3, 6}} << "batch ×2 · proven"
                                        << "holds at 3 batch sizes" << false;
        QTest::newRow("batch at two") << Calls{{1, 10}, {2, 20}} << "batch ×10 · weak"
                                      << "rests on two batch sizes" << false;
        QTest::newRow("dynamic at one batch size") << Calls{{2, 5}, {2, 6}} << "dynamic · proven"
                                                   << "two different sizes" << false;
        QTest::newRow("dynamic between batch sizes") << Calls{{1, 5}, {2, 6}} << "dynamic · weak"
                                                     << "may still decide" << false;
        QTest::newRow("dynamic without batch sizes") << Calls{{0, 5}, {0, 6}} << "dynamic · undetermined"
                                                     << "no batch size is known" << false;
        QTest::newRow("contradicted") << Calls{{1, 4}, {2, 4}, {2, 8}} << "dynamic · proven"
                                      << "two different sizes" << true;
    }
    void axes() {
        using Calls = QList<QPair<int, int>>;
        QFETCH(Calls, calls);
        QFETCH(QString, meaning);
        std::vector<Call> made;
        for (const auto& [batchSize, size] : calls) {
            made.push_back({batchSize, {size}});
        }
        const auto data = test_support::singleTensorCapture(made);
        QTEST(models::auditText(axisOf(data)), "text");
        QTEST(models::auditDiffers(axisOf(data)), "differs");
        const QString tip = models::auditToolTip(axisOf(data));
        QVERIFY2(tip.contains(meaning), qPrintable(tip));
        QCOMPARE(tip.contains(QStringLiteral("≠ AITune says")), models::auditDiffers(axisOf(data)));
    }

    void tensorNamesACommonMultiplierOnly() {
        const auto same = test_support::singleTensorCapture({{1, {2, 2}}, {2, {4, 4}}, {3, {6, 6}}});
        QCOMPARE(models::auditText(models::auditOf(same.analysis->tensors[0])),
                 QStringLiteral("batch ×2 · proven"));
        const auto different = test_support::singleTensorCapture({{1, {2, 3}}, {2, {4, 6}}, {3, {6, 9}}});
        QCOMPARE(models::auditText(models::auditOf(different.analysis->tensors[0])),
                 QStringLiteral("batch · proven"));
    }

    void tensorIsAsSureAsItsWeakestAxis() {
        const auto data = test_support::singleTensorCapture({{2, {2, 3}}, {2, {4, 3}}});
        QCOMPARE(models::auditText(models::auditOf(data.analysis->tensors[0])),
                 QStringLiteral("dynamic · undetermined"));
    }

    void longToolTipsAreCut() {
        const std::vector<std::int64_t> sizes(20, 3);
        const auto data = test_support::singleTensorCapture({{1, sizes}});
        const QString tip = models::auditToolTip(data.analysis->tensors[0]);
        QVERIFY2(tip.endsWith(QStringLiteral("and 4 more axes")), qPrintable(tip));
        QCOMPARE(tip.count(QStringLiteral("axis ")), 16);
    }
};

QTEST_APPLESS_MAIN(TstAuditText)
#include "tst_audit_text.moc"
