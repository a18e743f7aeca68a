// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of trials: a sample at another batch size, outputs against what was predicted.
#include <QAbstractItemModelTester>
#include <QTest>

#include "core/capture/capture_builder.h"
#include "ui/models/resize_table_model.h"
#include "ui/models/roles.h"
#include "ui/models/trial_table_model.h"

using namespace dimscope;
using models::ResizeTableModel;
using Model = models::TrialTableModel;

namespace {

trial::OutputCheck check(std::int64_t batchSize, trial::Verdict verdict, std::optional<module::Sizes> real) {
    trial::OutputCheck out;
    out.batchSize = batchSize;
    out.accessPath = "output[0]";
    out.dtype = real ? "torch.float32" : "";
    out.real = std::move(real);
    out.verdict = verdict;
    return out;
}

module::Locator path(const char* name) {
    return {{{name, module::Container::mapping}}, module::Side::input};
}

}  // namespace

class TstTrialTableModel : public QObject {
    Q_OBJECT

 private slots:
    void rowsComeByBatchSize() {
        Model model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.setOutcome(
            {4, 1, 2},
            {check(1, trial::Verdict::holds, module::Sizes{1, 4}),
             check(2, trial::Verdict::missing, std::nullopt)},
            {.tensors = {}, .failures = {{4, "out of memory\nat::line 3\n"}}, .times = {{1, 0.0123}}});
        QCOMPARE(model.rowCount(), 3);
        QStringList texts;
        for (int row = 0; row < 3; ++row) {
            texts += model.index(row, Model::BatchSize).data().toString() + u' ' +
                     model.index(row, Model::Verdict).data().toString() + u' ' +
                     model.index(row, Model::Output).data().toString();
        }
        QCOMPARE(texts,
                 (QStringList{"4 ■ failed out of memory …", "1 ✓ ok output[0]", "2 ■ missing output[0]"}));
        QCOMPARE(model.findingCount(), 2);
        QCOMPARE(model.index(0, Model::Output).data(Qt::ToolTipRole).toString(),
                 QStringLiteral("out of memory\nat::line 3"));
        QCOMPARE(model.failureText(0), QStringLiteral("out of memory\nat::line 3"));
        QCOMPARE(model.failureText(1), QString());
        QCOMPARE(model.index(0, Model::Time).data().toString(), QStringLiteral("–"));
        QCOMPARE(model.index(1, Model::Time).data().toString(), QStringLiteral("12.3 ms"));
        QVERIFY(model.index(0, 0).data(models::SeverityRole).isValid());
        QVERIFY(!model.index(1, 0).data(models::SeverityRole).isValid());
        model.setOutcome({}, {}, {});
        QCOMPARE(model.rowCount(), 0);
    }

    void nothingPredictedIsNoFinding() {
        Model model;
        model.setOutcome({2}, {check(2, trial::Verdict::notPredicted, module::Sizes{5, 4})},
                         {.tensors = {}, .times = {{2, 61.5}}});
        QCOMPARE(model.index(0, Model::Time).data().toString(), QStringLiteral("61.50 s"));
        QCOMPARE(model.findingCount(), 0);
        QCOMPARE(model.index(0, Model::Verdict).data().toString(), QStringLiteral("not predicted"));
        QCOMPARE(model.index(0, Model::Real).data().toString(), QStringLiteral("5×4"));
    }

    void batchSizesWithoutOutputsHaveARow() {
        capture::CaptureBuilder builder;
        const capture::SourceId source = builder.addSource({.name = "probe", .format = "dimscope.capture"});
        const capture::CallOrigin origin{.source = source};
        const capture::LayoutId layout = builder.layout({"net", {}, {}}, origin);
        builder.addCall(layout, 1, {}, origin);
        const auto capture = std::make_shared<const capture::Capture>(builder.build());
        Model model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setOutcome({1, 2}, {}, {.tensors = {}, .capture = capture});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, Model::Verdict).data().toString(), QStringLiteral("ran"));
        QCOMPARE(model.index(0, Model::Output).data().toString(), QStringLiteral("no tensor was returned"));
        QCOMPARE(model.index(1, Model::Verdict).data().toString(), QStringLiteral("cancelled"));
        QCOMPARE(model.findingCount(), 0);
    }

    void resizedShapes() {
        ResizeTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        trial::ResizePlan plan;
        plan.tensors.push_back({{path("x"), "torch.float16", {2, 4}}, {{0, 2}}});
        plan.tensors.push_back({{path("step"), "torch.int64", {}}, {}});
        model.setPlan(plan, {{8, 4}, {}});
        QStringList texts;
        for (int row = 0; row < 2; ++row) {
            for (int column = 0; column < model.columnCount(); ++column) {
                texts += model.index(row, column).data().toString();
            }
        }
        QCOMPARE(texts, (QStringList{"x", "float16", "2×4", "8×4", "axis 0 ×2", "step", "int64", "scalar",
                                     "scalar", "–"}));
        QCOMPARE(model.index(1, ResizeTableModel::Then).data(models::SecondaryRole), QVariant(true));
        model.setPlan(plan, {});
        QCOMPARE(model.index(0, ResizeTableModel::Then).data().toString(), QStringLiteral("–"));
        model.setPlan({}, {});
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_GUILESS_MAIN(TstTrialTableModel)
#include "tst_trial_table_model.moc"
