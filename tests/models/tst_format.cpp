// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <limits>

#include "tests/support/sample_data.h"
#include "ui/models/format.h"
#include "ui/models/natural_order.h"

using namespace dimscope;
using test_support::Call;

class TstFormat : public QObject {
    Q_OBJECT

 private slots:
    void sizes_data() {
        QTest::addColumn<QList<qint64>>("sizes");
        QTest::addColumn<QString>("text");
        QTest::newRow("scalar") << QList<qint64>{} << "scalar";
        QTest::newRow("one axis") << QList<qint64>{7} << "7";
        QTest::newRow("four axes") << QList<qint64>{2, 4, 64, 64} << "2×4×64×64";
        QTest::newRow("zero") << QList<qint64>{0, 3} << "0×3";
        QTest::newRow("largest") << QList<qint64>{std::numeric_limits<qint64>::max()}
                                 << "9223372036854775807";
    }
    void sizes() {
        QFETCH(QList<qint64>, sizes);
        const std::vector<std::int64_t> values(sizes.begin(), sizes.end());
        QTEST(models::sizesText(values), "text");
    }

    void numbersIgnoreTheLocale() {
        QLocale::setDefault(QLocale(QLocale::German));
        QCOMPARE(models::numberText(std::int64_t{1234567}), QStringLiteral("1234567"));
        QCOMPARE(models::numberText(1234.5), QStringLiteral("1234.5"));
        QLocale::setDefault(QLocale::c());
    }

    void doubles_data() {
        QTest::addColumn<double>("number");
        QTest::addColumn<QString>("text");
        QTest::newRow("whole") << 2.0 << "2";
        QTest::newRow("half") << 1.5 << "1.5";
        QTest::newRow("third") << 1.0 / 3 << "0.333333";
        QTest::newRow("unknown") << std::numeric_limits<double>::quiet_NaN() << "–";
    }
    void doubles() {
        QFETCH(double, number);
        QTEST(models::numberText(number), "text");
    }

    void dtypes_data() {
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<QString>("text");
        QTest::newRow("torch") << "torch.float16"
                               << "float16";
        QTest::newRow("bare") << "int64"
                              << "int64";
        QTest::newRow("unknown") << ""
                                 << "–";
        QTest::newRow("prefix inside") << "my.torch.thing"
                                       << "my.torch.thing";
    }
    void dtypes() {
        QFETCH(QString, dtype);
        QTEST(models::dtypeText(dtype.toStdString()), "text");
    }

    void symbolicShapes_data() {
        QTest::addColumn<QList<QList<qint64>>>("calls");  // batch size, then sizes
        QTest::addColumn<QString>("shape");
        QTest::addColumn<QString>("verdicts");
        using Calls = QList<QList<qint64>>;
        QTest::newRow("scalar") << Calls{{1}, {2}} << "scalar"
                                << "static";
        QTest::newRow("static") << Calls{{1, 3}, {2, 3}} << "[3]"
                                << "static";
        QTest::newRow("batch") << Calls{{1, 1, 3}, {2, 2, 3}} << "[batch, 3]"
                               << "batch";
        QTest::newRow("batch x2") << Calls{{1, 2, 4, 64, 64}, {2, 4, 4, 96, 72}} << "[batch×2, 4, d0, d1]"
                                  << "batch, dynamic";
        QTest::newRow("unknown batch") << Calls{{0, 1}, {0, 2}} << "[d0]"
                                       << "dynamic";
    }
    void symbolicShapes() {
        QFETCH(QList<QList<qint64>>, calls);
        std::vector<Call> made;
        for (const QList<qint64>& call : calls) {
            made.push_back({call.front(), {call.begin() + 1, call.end()}});
        }
        const auto data = test_support::singleTensorCapture(made);
        QTEST(models::symbolicShape(data.analysis->tensors.front()), "shape");
        QTEST(models::verdictsText(data.analysis->tensors.front()), "verdicts");
    }

    void summaryShape() {
        const auto data = test_support::summaryCapture();
        const auto& images = data.analysis->tensors.front();
        QCOMPARE(models::symbolicShape(images), QStringLiteral("[batch, 3, d0, d1]"));
        QCOMPARE(models::minText(images), QStringLiteral("1×3×480×640"));
        QCOMPARE(models::maxText(images), QStringLiteral("8×3×800×1333"));
    }

    void verdictThatFlippedTwice() {
        const auto data = test_support::singleTensorCapture({{1, {1}}, {2, {2}}, {2, {1}}});
        QCOMPARE(models::verdictText(data.analysis->tensors.front().axes.front()),
                 QStringLiteral("dynamic (was batch until 2)"));
    }

    void batchSizes_data() {
        QTest::addColumn<QList<qint64>>("sizes");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << QList<qint64>{} << "";
        QTest::newRow("three") << QList<qint64>{1, 2, 4} << "1, 2, 4";
        QTest::newRow("six") << QList<qint64>{1, 2, 3, 4, 5, 6} << "1, 2, 3, 4, 5, 6";
        QTest::newRow("seven") << QList<qint64>{1, 2, 3, 4, 5, 6, 7} << "1, 2, 3, 4, 5, … 7";
    }
    void batchSizes() {
        QFETCH(QList<qint64>, sizes);
        const std::vector<std::int64_t> values(sizes.begin(), sizes.end());
        QTEST(models::batchSizesText(values), "text");
    }

    void graphNames() {
        const auto data = test_support::pipelineCapture();
        const auto id = test_support::graphNamed(*data.capture, "decoder", "1 (LLM phase decode)");
        QCOMPARE(models::graphText(data.capture->graph(id)), QStringLiteral("1 · decode"));
        const auto plain = test_support::graphNamed(*data.capture, "unet", "0");
        QCOMPARE(models::graphText(data.capture->graph(plain)), QStringLiteral("0"));
    }

    void naturalOrder_data() {
        QTest::addColumn<QString>("left");
        QTest::addColumn<QString>("right");
        QTest::addColumn<int>("sign");
        QTest::newRow("equal") << "a1"
                               << "a1" << 0;
        QTest::newRow("numbers") << "layers[2]"
                                 << "layers[10]" << -1;
        QTest::newRow("prefix") << "layer"
                                << "layer1" << -1;
        QTest::newRow("case") << "Beta"
                              << "alpha" << 1;
        QTest::newRow("case only") << "A"
                                   << "a" << -1;
        QTest::newRow("leading zeros") << "a007"
                                       << "a8" << -1;
        QTest::newRow("zeros only differ") << "a01"
                                           << "a1" << -1;
        QTest::newRow("beyond 64 bits") << "99999999999999999999998"
                                        << "99999999999999999999999" << -1;
        QTest::newRow("empty") << ""
                               << "a" << -1;
        QTest::newRow("number before letter") << "1"
                                              << "a" << -1;
    }
    void naturalOrder() {
        QFETCH(QString, left);
        QFETCH(QString, right);
        QFETCH(int, sign);
        const auto order = models::naturalOrder(left.toStdString(), right.toStdString());
        QCOMPARE(order < 0 ? -1 : order > 0 ? 1 : 0, sign);
        const auto back = models::naturalOrder(right.toStdString(), left.toStdString());
        QCOMPARE(back < 0 ? -1 : back > 0 ? 1 : 0, -sign);
    }
};

QTEST_APPLESS_MAIN(TstFormat)
#include "tst_format.moc"
