// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/overrides/what_if.h"
#include "override_script.h"
#include "tests/core/capture/call_script.h"

using namespace dimscope;
using namespace dimscope::overrides;
using dimscope::test_support::addCall;
using dimscope::test_support::judged;
using dimscope::test_support::Judged;
using dimscope::test_support::overridesFrom;

namespace {

Judged sample() {
    capture::CaptureBuilder builder;
    const std::string layout = "latents:2:float16 mask:2:int64 ids:1:int64";
    addCall(builder, layout, 1, {2, 4, 1, 7, 7});
    addCall(builder, layout, 2, {4, 4, 2, 9, 9});
    return judged(builder.build(), overridesFrom({"latents batch=2..16 4 @0x2"}));
}

QString text(const Judged& all, const WhatIfAnswer& answer) {
    QStringList out;
    for (const WhatIfTensor& tensor : answer.tensors) {
        QStringList limits;
        for (const std::string& limit : tensor.limits) {
            limits << QString::fromStdString(limit);
        }
        out << QString("%1 %2 %3 elements %4 bytes%5")
                   .arg(QString::fromStdString(all.capture.tensor(tensor.tensor).accessPath),
                        QString::fromStdString(module::sizesText(tensor.sizes)))
                   .arg(tensor.elements.value_or(0))
                   .arg(tensor.bytes.value_or(0))
                   .arg(limits.isEmpty() ? QString() : " (" + limits.join(", ") + ")");
    }
    return out.join("; ") + (answer.covered ? " covered" : " not covered");
}

}  // namespace

class TestWhatIf : public QObject {
    Q_OBJECT

 private slots:
    void answers_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("answer");
        const QString opt = "mask [8, 9] 72 elements 576 bytes; ids [9] 9 elements 72 bytes";
        QTest::newRow("batch size")
            << "4"
            << "latents [8, 4] 32 elements 64 bytes; mask [4, 9] 36 elements 288 bytes; "
               "ids [9] 9 elements 72 bytes covered";
        QTest::newRow("batch size by name") << "batch=8"
                                            << "latents [16, 4] 64 elements 128 bytes; " + opt + " covered";
        QTest::newRow("too large")
            << "16"
            << "latents [32, 4] 128 elements 256 bytes (axis 0: 32 is above the maximum "
               "16); mask [16, 9] 144 elements 1152 bytes (axis 0: 16 is above the "
               "maximum 8); ids [9] 9 elements 72 bytes not covered";
        QTest::newRow("a shape brings the others along") << "mask=2x8"
                                                         << "latents [4, 4] 16 elements 32 bytes; mask [2, "
                                                            "8] 16 elements 128 bytes; ids [8] 8 elements 64 "
                                                            "bytes covered";
        QTest::newRow("brackets and blanks") << "mask: [2, 8] ids=(8)"
                                             << "latents [4, 4] 16 elements 32 bytes; mask [2, 8] 16 "
                                                "elements 128 bytes; ids [8] 8 elements 64 "
                                                "bytes covered";
        QTest::newRow("fixed axis")
            << "latents=16x5"
            << "latents [16, 5] 80 elements 160 bytes (axis 1: 5 is not the fixed size "
               "4); " +
                   opt + " not covered";
        QTest::newRow("zero")
            << "ids=0"
            << "latents [16, 4] 64 elements 128 bytes; mask [8, 0] 0 elements 0 bytes (axis 1: "
               "0 is below the minimum 7); ids [0] 0 elements 0 bytes (axis 0: 0 is below the "
               "minimum 7) not covered";
    }
    void answers() {
        QFETCH(QString, typed);
        QFETCH(QString, answer);
        const auto question = parseWhatIf(typed.toStdString());
        QVERIFY2(question, question ? "" : question.error().text().c_str());
        const Judged all = sample();
        const auto found = answerWhatIf(all.capture, all.judgement, base::GraphId{0}, *question);
        QVERIFY(found);
        QCOMPARE(text(all, *found), answer);
    }

    void conflicts() {
        const Judged all = sample();
        const auto answer = [&](const char* typed) {
            return *answerWhatIf(all.capture, all.judgement, base::GraphId{0}, *parseWhatIf(typed));
        };
        const WhatIfAnswer two = answer("mask=2x8 ids=9");
        QVERIFY(!two.covered);
        QCOMPARE(two.conflicts, (std::vector<std::string>{"'d0' is 9 at ids:0 and 8 elsewhere"}));
        QCOMPARE(answer("latents=3x4").conflicts,
                 (std::vector<std::string>{"latents:0 is 3, no multiple of 2"}));
        QCOMPARE(answer("4 mask=2x8").conflicts,
                 (std::vector<std::string>{"'batch' is 2 at mask:0 and 4 elsewhere"}));
    }

    void limits() {
        const Judged all = sample();
        const auto found = answerWhatIf(all.capture, all.judgement, base::GraphId{0},
                                        *parseWhatIf("mask=9223372036854775807x9223372036854775807"));
        QVERIFY(found);
        QVERIFY(!found->tensors[1].elements && !found->tensors[1].bytes);
        QCOMPARE(found->tensors[1].limits.back(), std::string("more than 2147483647 elements"));
    }

    void refuses_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<int>("column");
        QTest::newRow("nothing") << "" << 1;
        QTest::newRow("blanks") << "  , " << 1;
        QTest::newRow("a word") << "4 large" << 3;
        QTest::newRow("no shape") << "ids=" << 5;
        QTest::newRow("no number") << "ids=8xa" << 5;
        QTest::newRow("negative") << "ids=-1" << 5;
        QTest::newRow("too large") << "ids=9223372036854775808" << 5;
        QTest::newRow("batch size 0") << "0" << 1;
    }
    void refuses() {
        QFETCH(QString, typed);
        QFETCH(int, column);
        const auto question = parseWhatIf(typed.toStdString());
        QVERIFY(!question);
        QCOMPARE(question.error().code, base::ErrorCode::badValue);
        QCOMPARE(question.error().where.column, std::optional(static_cast<std::uint64_t>(column)));
    }

    void refusesTensors() {
        const Judged all = sample();
        const auto code = [&](const char* typed) {
            return answerWhatIf(all.capture, all.judgement, base::GraphId{0}, *parseWhatIf(typed))
                .error()
                .code;
        };
        QCOMPARE(code("nobody=1"), base::ErrorCode::notFound);
        QCOMPARE(code("mask=1"), base::ErrorCode::rankMismatch);
    }
};

QTEST_APPLESS_MAIN(TestWhatIf)
#include "tst_what_if.moc"
