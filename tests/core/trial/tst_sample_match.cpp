// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/capture/capture_builder.h"
#include "core/trial/sample_match.h"
#include "tests/core/capture/call_script.h"

using namespace dimscope;
using namespace dimscope::trial;

namespace {

capture::Capture captureOf(const QString& layout) {
    capture::CaptureBuilder builder;
    test_support::addCall(builder, layout.toStdString(), 1, {}, {});
    return builder.build();
}

}  // namespace

class TstSampleMatch : public QObject {
    Q_OBJECT

 private slots:
    void matches_data() {
        QTest::addColumn<QString>("recorded");
        QTest::addColumn<QString>("saved");
        QTest::addColumn<QString>("expected");  // indices of inputs, or the difference
        const auto row = [](const char* recorded, const char* saved, const char* expected) {
            QTest::addRow("%s <- %s", recorded, saved) << recorded << saved << expected;
        };
        row("x:2 mask:1", "mask:1 x:2", "1 0");
        row("0:2 mask:1", "mask:1 0:2", "1 0");
        row("x:2 y:2:int64", "x:2:float16 y:2", "0 1");  // equal paths: a dtype is no difference

        // Positions stand for the parameters that no keyword names, in their order.
        row("x:2 mask:1", "0:2 mask:1", "0 1");
        row("x:2 mask:1", "0:2 1:1", "0 1");
        row("x:2 mask:1 t:0", "0:2 1:0 mask:1", "0 2 1");
        row("x:2 t:0", "0:2 2:0", "0 1");  // [1] is no tensor
        row("x:2 t:0", "1:2 5:0", "0 1");
        row("x/0:2 x/1:2 y:1", "0/0:2 0/1:2 1:1", "0 1 2");
        row("x/a/0:2 y:1", "0/a/0:2 y:1", "0 1");
        row("x:2 x2:2", "1:2 0:2", "1 0");
        row("x:2:float16", "0:2", "0");

        // *args and **kwargs
        row("args/0:2 args/1:1", "0:2 1:1", "0 1");
        row("args/1:2", "1:2", "0");
        row("x:3 rest/0:2 rest/1:1", "1:3 2:2 3:1", "0 1 2");
        row("x:3 kwargs/mask:2", "0:3 mask:2", "0 1");
        row("args/0:3 kwargs/mask:2", "0:3 mask:2", "0 1");
        row("kwargs/a/0:2 kwargs/b:1", "b:1 a/0:2", "1 0");

        row("x:2 mask:1", "0:2", "the sample has no mask");
        row("x:2", "0:2 1:1", "the graph has no input [1]");
        row("x:2", "y:2", "the graph has no input y");
        row("x:3", "x:2", "x has rank 2 in the sample and 3 in the graph");
        row("x:3", "0:2", "[0] (as x) has rank 2 in the sample and 3 in the graph");
        row("x:2:int64", "0:2", "[0] (as x) is torch.float32 in the sample and torch.int64 in the graph");
        row("0:2", "x:2", "the graph has no input x");
        row("x:2", "", "the sample has no x");
        row("", "x:2", "the graph has no input x");
    }

    void matches() {
        QFETCH(QString, recorded);
        QFETCH(QString, saved);
        QFETCH(QString, expected);
        const capture::Capture like = captureOf(recorded);
        const auto sample = savedSample(captureOf(saved));
        QVERIFY(sample);
        const std::vector<capture::Tensor> inputs = inputsOf(like, like.graphs().front());
        const auto order = matchInputs(inputs, *sample);
        QStringList text;
        if (order) {
            for (const std::size_t at : *order) {
                text << QString::number(at);
            }
        }
        QCOMPARE(order ? text.join(' ') : QString::fromStdString(inputDifference(inputs, *sample)), expected);
    }
};

QTEST_GUILESS_MAIN(TstSampleMatch)
#include "tst_sample_match.moc"
