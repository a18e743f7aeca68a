// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/module/tensor_spec.h"
#include "core/overrides/axis_range.h"
#include "core/overrides/judgement.h"
#include "override_script.h"
#include "tests/core/capture/call_script.h"

using namespace dimscope;
using namespace dimscope::overrides;
using dimscope::test_support::addCall;
using dimscope::test_support::judged;
using dimscope::test_support::Judged;
using dimscope::test_support::overridesFrom;

namespace {

// Latents with guidance (x2), a mask of the batch size, two tensors of one length, a fixed one.
capture::Capture sample() {
    capture::CaptureBuilder builder;
    const std::string layout = "latents:2 mask:2 ids:1>0:2";
    addCall(builder, layout, 1, {2, 4, 1, 7, 7, 77, 3});
    addCall(builder, layout, 2, {4, 4, 2, 9, 9, 154, 3});
    addCall(builder, layout, 4, {8, 4, 4, 8, 8, 308, 3});
    return builder.build();
}

}  // namespace

class TestJudgement : public QObject {
    Q_OBJECT

 private slots:
    void withoutOverrides() {
        const Judged all = judged(sample(), {});
        QCOMPARE(all.spec("latents"), QString("batch 2..8 opt 8, 4 4..4 opt 4"));
        QCOMPARE(all.spec("mask"), QString("batch 1..4 opt 4, d0 7..9 opt 9"));
        QCOMPARE(all.spec("output[0]"), QString("batch 77..308 opt 308, 3 3..3 opt 3"));
        for (const SpecOrigin origin : all.judgement.origins) {
            QCOMPARE(origin, SpecOrigin::inferred);
        }
        QCOMPARE(all.judgement.graphCoverage[0].text(), std::string("all 3 samples"));
        QCOMPARE(all.judgement.names[0], std::string("latents"));
        QCOMPARE(all.judgement.dtypes[0], std::string("float32"));
        QVERIFY(all.judgement.problems.empty());
    }

    void othersFollow() {
        const Judged all = judged(sample(), overridesFrom({"latents n=2..16/8 4 @0x2"}));
        QCOMPARE(all.spec("latents"), QString("n 2..16 opt 8, 4 4..4 opt 4"));
        QCOMPARE(all.spec("mask"), QString("n 1..8 opt 4, d0 7..9 opt 9"));
        QCOMPARE(all.spec("output[0]"), QString("n 77..616 opt 308, 3 3..3 opt 3"));
        QCOMPARE(all.spec("ids"), QString("d0 7..9 opt 9"));
        const auto& origins = all.judgement.origins;
        QCOMPARE(origins[all.tensor("latents").value], SpecOrigin::overridden);
        QCOMPARE(origins[all.tensor("mask").value], SpecOrigin::follows);
        QCOMPARE(origins[all.tensor("ids").value], SpecOrigin::inferred);
        QVERIFY(all.judgement.problems.empty());
        const inference::EffectiveSpec& mask = all.judgement.spec(all.tensor("mask"));
        QCOMPARE(mask.batchMultiplier, std::optional<std::int64_t>(1));
        QCOMPARE(all.judgement.spec(all.tensor("latents")).multipliers[0], std::optional<std::int64_t>(2));
    }

    void whatMovesWithABatchAxisIsOne() {
        // One short batch, so that no axis is batch over all samples; both have the same sizes.
        capture::CaptureBuilder builder;
        for (const auto& [batch, size] : {std::pair(1, 2), {2, 4}, {4, 8}, {4, 6}}) {
            addCall(builder, "latents:1 mask:1 ids:1", batch, {size, size, size + 1});
        }
        const Judged all = judged(builder.build(), overridesFrom({"latents batch=2..8/8 @0x2"}));
        const inference::EffectiveSpec& mask = all.judgement.spec(all.tensor("mask"));
        QCOMPARE(all.spec("mask"), QString("batch 2..8 opt 8"));
        QCOMPARE(mask.batchAxis, std::optional<int>(0));
        QCOMPARE(mask.batchMultiplier, std::optional<std::int64_t>(2));
        QCOMPARE(mask.multipliers, std::vector<std::optional<std::int64_t>>{2});
        const inference::EffectiveSpec& ids = all.judgement.spec(all.tensor("ids"));
        QVERIFY(!ids.batchAxis && !ids.batchMultiplier);
        const Judged plain = judged(all.capture, overridesFrom({"latents batch=2..8/8"}));
        QVERIFY(!plain.judgement.spec(plain.tensor("mask")).batchAxis);
    }

    void lengthsFollow() {
        const Judged all = judged(sample(), overridesFrom({"ids seq=1..128/64"}));
        QCOMPARE(all.spec("mask"), QString("batch 1..4 opt 4, seq 1..128 opt 64"));
        const Judged fixed = judged(sample(), overridesFrom({"ids 9"}));
        QCOMPARE(fixed.spec("mask"), QString("batch 1..4 opt 4, 9 9..9 opt 9"));
        const Judged unnamed = judged(sample(), overridesFrom({"ids ?=7..9"}));
        QCOMPARE(unnamed.spec("mask"), QString("batch 1..4 opt 4, d0 7..9 opt 9"));
    }

    void statedSymbolsAreFollowedToo() {
        // Length is not the batch, but the override says so.
        const Judged all = judged(sample(), overridesFrom({"ids batch=1..16"}));
        QCOMPARE(all.spec("latents"), QString("batch 2..32 opt 32, 4 4..4 opt 4"));
    }

    void wrongRankIsPassedOver() {
        const Judged all = judged(sample(), overridesFrom({"latents n=2..16"}));
        QCOMPARE(all.spec("latents"), QString("batch 2..8 opt 8, 4 4..4 opt 4"));
        QCOMPARE(all.judgement.origins[0], SpecOrigin::inferred);
        QCOMPARE(all.judgement.overrideOf[0], std::optional<std::uint32_t>(0));
    }

    void coverage() {
        const Judged all = judged(sample(), overridesFrom({"latents batch=2..4 4 @0x2", "ids seq=8..9"}));
        const auto text = [&](const char* path) {
            return all.judgement.tensorCoverage[all.tensor(path).value].text();
        };
        QCOMPARE(text("latents"), std::string("2 of 3 samples; first outside: sample 2, axis 0, size 8"));
        QCOMPARE(text("ids"), std::string("2 of 3 samples; first outside: sample 0, axis 0, size 7"));
        QCOMPARE(text("mask"), std::string("1 of 3 samples; first outside: sample 0, axis 1, size 7"));
        QCOMPARE(all.judgement.graphCoverage[0].text(),
                 std::string("1 of 3 samples; first outside: sample 0, axis 1, size 7"));
        QCOMPARE(all.problems(), QString("uncovered@latents:0[2] uncovered@ids:0[0]"));
    }

    void excludedSamplesDoNotCount() {
        const Judged all = judged(sample(), overridesFrom({"latents batch=2..4 4 @0x2"}, {2}));
        QCOMPARE(all.judgement.tensorCoverage[0].text(), std::string("all 2 samples"));
        QCOMPARE(all.spec("ids"), QString("d0 7..9 opt 9"));
        const Judged first = judged(sample(), overridesFrom({"latents batch=2..2 4 @0x2"}, {0}));
        QCOMPARE(first.judgement.tensorCoverage[0].text(),
                 std::string("0 of 2 samples; first outside: sample 1, axis 0, size 4"));
    }

    void summaries() {
        capture::CaptureBuilder builder;
        auto spec = module::TensorSpec::fromParts({std::string("batch0"), std::string("dim1")}, {1, 5},
                                                  {4, 9}, "torch.float32");
        const auto side = [&](module::Side of, const char* path) {
            return module::SampleMetadata({{{{{path, module::Container::mapping}}, of}, *spec}}, {},
                                          module::Strictness::strict, {});
        };
        (void)builder.addSummary(
            {"m", "0", side(module::Side::input, "x"), side(module::Side::output, "y"), {}}, {});
        const Judged all = judged(builder.build(), overridesFrom({"x n=2..16/8 len=5..9 @0x2"}));
        QCOMPARE(all.problems(), QString("uncovered@x:0"));
        QCOMPARE(all.judgement.tensorCoverage[0].text(), std::string());
        // The multiplier of y is not known, but its range is that of x.
        QCOMPARE(all.spec("output[\"y\"]"), QString("n 2..16 opt 8, d1 5..9 opt 9"));
    }

    void scaledRanges() {
        constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
        QCOMPARE(scaled({2, 4, 8}, 2, 1), (AxisRange{1, 2, 4}));
        QCOMPARE(scaled({3, 5, 9}, 2, 1), (AxisRange{2, 2, 4}));  // inwards
        QCOMPARE(scaled({1, 2, 4}, 1, 77), (AxisRange{77, 154, 308}));
        QCOMPARE(scaled({3, 3, 3}, 2, 1), (AxisRange{2, 2, 2}));  // never empty
        QCOMPARE(scaled({1, kMost, kMost}, 1, 2), (AxisRange{2, kMost, kMost}));
        QVERIFY(sameBase({2, 4, 8}, 2, {1, 2, 4}, 1));
        QVERIFY(!sameBase({2, 4, 8}, 2, {1, 2, 5}, 1));
        QVERIFY(!sameBase({kMost, kMost, kMost}, kMost, {1, 1, 2}, 1));
    }

    void cancelled() {
        base::CancelToken token;
        token.cancel();
        const capture::Capture capture = sample();
        const auto analysis = inference::analyse(capture);
        const auto result = judge(capture, *analysis, overridesFrom({"latents n=2..16 4"}), token);
        QVERIFY(!result);
        QCOMPARE(result.error().code, base::ErrorCode::cancelled);
    }
};

QTEST_APPLESS_MAIN(TestJudgement)
#include "tst_judgement.moc"
