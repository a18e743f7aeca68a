// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/capture/capture_builder.h"
#include "core/trial/prediction.h"
#include "tests/core/capture/call_script.h"

using namespace dimscope;
using namespace dimscope::trial;

namespace {

using Sizes = std::vector<std::int64_t>;

struct Call {
    const char* layout;
    std::int64_t batchSize;
    Sizes sizes;
};

capture::Capture captureOf(const std::vector<Call>& calls) {
    capture::CaptureBuilder builder;
    std::uint64_t line = 0;
    for (const Call& call : calls) {
        const capture::CallOrigin origin{{}, ++line, {}, {}};
        test_support::addCall(builder, call.layout, call.batchSize, call.sizes, origin);
    }
    return builder.build();
}

/// Output 0 is [batch x2, 8, 16..64], output 1 a scalar.
Prediction prediction() {
    const auto recorded = captureOf({{"x:1 > 0:3 1:0", 1, {1, 2, 8, 16}},
                                     {"x:1 > 0:3 1:0", 2, {2, 4, 8, 64}},
                                     {"x:1 > 0:3 1:0", 4, {4, 8, 8, 20}}});
    const auto analysis = inference::analyse(recorded);
    return predictOutputs(recorded, *analysis, base::GraphId{0});
}

QString checkText(const OutputCheck& check) {
    return QString("%1 %2: %3")
        .arg(check.batchSize)
        .arg(QString::fromStdString(check.accessPath), QString::fromStdString(check.text()));
}

}  // namespace

class TstPrediction : public QObject {
    Q_OBJECT

 private slots:
    void predictsTheContract() {
        const Prediction predicted = prediction();
        QCOMPARE(predicted.outputs.size(), std::size_t{2});
        QCOMPARE(predicted.outputs[0].text(3), std::string("[6, 8, 16..64]"));
        QCOMPARE(predicted.outputs[1].text(3), std::string("[]"));
    }

    void axes_data() {
        QTest::addColumn<PredictedAxis>("axis");
        QTest::addColumn<qint64>("batchSize");
        QTest::addColumn<qint64>("size");
        QTest::addColumn<bool>("holds");
        QTest::addColumn<QString>("text");
        using V = inference::Verdict;
        const PredictedAxis fixed{V::fixed, {}, 8, 8};
        const PredictedAxis batch{V::batch, 2, 2, 8};
        const PredictedAxis unknown{V::batch, {}, 2, 8};
        const PredictedAxis dynamic{V::dynamic, {}, 16, 64};
        const qint64 most = std::numeric_limits<qint64>::max();
        QTest::newRow("static") << fixed << qint64(5) << qint64(8) << true << "8";
        QTest::newRow("static, other") << fixed << qint64(5) << qint64(9) << false << "8";
        QTest::newRow("batch beyond what was seen") << batch << qint64(50) << qint64(100) << true << "100";
        QTest::newRow("batch, other") << batch << qint64(3) << qint64(3) << false << "6";
        QTest::newRow("batch, no multiplier") << unknown << qint64(3) << qint64(7) << true << "any";
        QTest::newRow("batch beyond 64 bits") << batch << most << qint64(7) << false << "beyond 64 bits";
        QTest::newRow("dynamic, smallest") << dynamic << qint64(1) << qint64(16) << true << "16..64";
        QTest::newRow("dynamic, largest") << dynamic << qint64(1) << qint64(64) << true << "16..64";
        QTest::newRow("dynamic, below") << dynamic << qint64(1) << qint64(15) << false << "16..64";
        QTest::newRow("dynamic, above") << dynamic << qint64(1) << qint64(65) << false << "16..64";
    }

    void axes() {
        QFETCH(PredictedAxis, axis);
        QFETCH(qint64, batchSize);
        QFETCH(qint64, size);
        QFETCH(bool, holds);
        QFETCH(QString, text);
        QCOMPARE(axis.holds(size, batchSize), holds);
        QCOMPARE(QString::fromStdString(axis.text(batchSize)), text);
    }

    void comparesTrials() {
        const auto trials = captureOf({{"x:1 > 0:3 1:0", 3, {3, 6, 8, 30}},
                                       {"x:1 > 0:3 1:0", 8, {8, 8, 9, 30}},
                                       {"x:1 > 0:2", 2, {2, 4, 8}},
                                       {"x:1 > 0:3 1:0 2:1", 1, {1, 2, 8, 16, 7}}});
        QStringList texts;
        QStringList findings;
        for (const OutputCheck& check : checkOutputs(prediction(), trials)) {
            texts << checkText(check);
            findings << (check.isFinding() ? "1" : "0");
        }
        QCOMPARE(texts,
                 (QStringList{"3 output[0]: ok", "3 output[1]: ok",
                              "8 output[0]: axis 0: predicted 16, found 8; axis 1: predicted 8, found 9",
                              "8 output[1]: ok", "2 output[0]: other rank", "2 output[1]: missing",
                              "1 output[0]: ok", "1 output[1]: ok", "1 output[2]: unexpected"}));
        QCOMPARE(findings.join(""), QString("001011001"));
    }

    void withoutPrediction() {
        const auto checks = checkOutputs(std::nullopt, captureOf({{"x:1 > 0:1", 3, {3, 6}}}));
        QCOMPARE(checks.size(), std::size_t{1});
        QCOMPARE(checks[0].verdict, Verdict::notPredicted);
        QVERIFY(!checks[0].isFinding());
        QCOMPARE(*checks[0].real, Sizes{6});
    }

    void nothingRan() { QVERIFY(checkOutputs(prediction(), captureOf({})).empty()); }
};

Q_DECLARE_METATYPE(dimscope::trial::PredictedAxis)

QTEST_APPLESS_MAIN(TstPrediction)
#include "tst_prediction.moc"
