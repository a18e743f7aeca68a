// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/inference/range_batch_axes.h"
#include "core/overrides/edits.h"
#include "core/overrides/opt_choice.h"
#include "override_script.h"
#include "tests/core/capture/call_script.h"

using namespace dimscope;
using namespace dimscope::overrides;
using dimscope::test_support::addCall;
using dimscope::test_support::judged;
using dimscope::test_support::Judged;
using dimscope::test_support::overridesFrom;

namespace {

// Latents with guidance (x2), a mask of the batch size, two tensors of one length, an output of two batch
// axes.
capture::Capture sample() {
    capture::CaptureBuilder builder;
    const std::string layout = "latents:2:float16 mask:2 ids:1>0:2";
    addCall(builder, layout, 1, {2, 4, 1, 7, 7, 1, 3});
    addCall(builder, layout, 2, {4, 4, 2, 9, 9, 2, 6});
    addCall(builder, layout, 4, {8, 4, 4, 8, 8, 4, 12});
    addCall(builder, layout, 4, {8, 4, 4, 8, 8, 4, 12});
    return builder.build();
}

/// A graph that holds ranges only: "path min..max ...; ...". A path that starts with "out" is an output;
/// "batch" before a range makes it one of a batch axis.
capture::Capture rangesOf(const QString& tensors) {
    std::vector<module::SampleMetadata::TensorEntry> inputs;
    std::vector<module::SampleMetadata::TensorEntry> outputs;
    for (const QString& text : tensors.split(QStringLiteral("; "))) {
        const QStringList words = text.split(u' ');
        std::vector<module::Dim> shape;
        module::Sizes min;
        module::Sizes max;
        std::string prefix = "dim";
        for (const QString& word : words.mid(1)) {
            if (word == QStringLiteral("batch")) {
                prefix = "batch";
                continue;
            }
            const QStringList ends = word.split(QStringLiteral(".."));
            min.push_back(ends[0].toLongLong());
            max.push_back(ends[1].toLongLong());
            shape.push_back(min.back() == max.back() ? module::Dim(min.back())
                                                     : module::Dim(prefix + std::to_string(shape.size())));
        }
        const bool isOutput = words[0].startsWith(QStringLiteral("out"));
        const auto side = isOutput ? module::Side::output : module::Side::input;
        (isOutput ? outputs : inputs)
            .push_back({{{{words[0].toStdString(), module::Container::mapping}}, side},
                        *module::TensorSpec::fromParts(shape, min, max, "torch.float32")});
    }
    capture::CaptureBuilder builder;
    (void)builder.addSummary({"m",
                              "0",
                              {std::move(inputs), {}, module::Strictness::strict, {}},
                              {std::move(outputs), {}, module::Strictness::strict, {}},
                              {}},
                             {});
    return builder.build();
}

/// A step of editing: what one edit makes of the judged overrides of graph 0.
template <class Edit>
Judged after(const Judged& before, Edit edit) {
    const EditContext context{before.capture, before.analysis, before.judgement};
    OverrideSet set = before.set;
    set.put(edit(context, overridesOf(before.set, before.capture, base::GraphId{0})));
    return judged(before.capture, set);
}

}  // namespace

class TestEdits : public QObject {
    Q_OBJECT

 private slots:
    void accept() {
        const Judged start = judged(sample(), {});
        const Judged all = after(start, [&](const EditContext& context, GraphOverrides graph) {
            return acceptInferred(context, std::move(graph), {start.capture.graphs()[0].tensors, {}});
        });
        QCOMPARE(all.set.graphs.at(0).tensors.size(), std::size_t(4));
        QCOMPARE(all.problems(), QString());
        for (const capture::Tensor& tensor : all.capture.tensors()) {
            QCOMPARE(all.judgement.origins[tensor.id.value], SpecOrigin::overridden);
        }
        QCOMPARE(all.spec("latents"), start.spec("latents"));
        QCOMPARE(all.set.graphs[0].tensors[0].dtype, std::optional<std::string>("float16"));
        // One symbol cannot be x1 and x3.
        QCOMPARE(all.spec("output[0]"), QString("batch 1..4 opt 4, batch3 3..12 opt 12"));
    }

    void acceptedSummariesStateNoMultiplier() {
        capture::CaptureBuilder builder;
        const auto spec = module::TensorSpec::fromParts({std::string("batch0"), std::int64_t{4}}, {2, 4},
                                                        {8, 4}, "torch.float32");
        const auto side = [&](module::Side of, const char* path) {
            return module::SampleMetadata({{{{{path, module::Container::mapping}}, of}, *spec}}, {},
                                          module::Strictness::strict, {});
        };
        (void)builder.addSummary(
            {"m", "0", side(module::Side::input, "x"), side(module::Side::output, "y"), {}}, {});
        const Judged start = judged(builder.build(), {});
        const Judged all = after(start, [&](const EditContext& context, GraphOverrides graph) {
            return acceptInferred(context, std::move(graph), {start.capture.graphs()[0].tensors, {}});
        });
        QCOMPARE(all.problems(), QString());
        for (const TensorOverride& override : all.set.graphs.at(0).tensors) {
            QCOMPARE(override.batchAxis, std::optional<std::int64_t>(0));
            QVERIFY(!override.batchMultiplier);
        }
        QCOMPARE(all.judgement.effective, start.judgement.effective);
        const Judged told = after(all, [&](const EditContext& context, GraphOverrides graph) {
            return setBatchAxis(context, std::move(graph), start.tensor("x"), 0, 2);
        });
        QCOMPARE(told.judgement.spec(start.tensor("x")).batchMultiplier, std::optional<std::int64_t>(2));
    }

    void rangesGetBatchAxes_data() {
        QTest::addColumn<QString>("tensors");  // "path min..max min..max; ..."
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("expected");  // "path:axis xk"
        const auto row = [](const char* name, const char* tensors, const char* source, const char* expected) {
            QTest::newRow(name) << tensors << source << expected;
        };
        row("multiples follow", "ids 1..8 7..77; latents 2..16 4..4; out 1..8", "ids:0",
            "ids:0 x1, latents:0 x2, output[\"out\"]:0 x1");
        row("a divisor", "latents 2..16; ids 1..8", "latents:0/2", "latents:0 x2, ids:0 x1");
        row("any axis of the source", "x 5..9 1..8; y 3..3 2..16", "x:1", "x:1 x1, y:1 x2");
        row("the first axis that fits", "x 1..8; y 1..8 1..8", "x:0", "x:0 x1, y:0 x1");
        row("both ends must fit", "x 1..8; y 2..15; z 2..24; w 3..24", "x:0", "x:0 x1, w:0 x3");
        row("fixed sizes are no batch", "x 1..8; y 4..4", "x:0", "x:0 x1");
        row("a source of one size", "x 4..4; y 4..4", "x:0", "");
        row("a size 0", "x 0..4; y 0..4", "x:0", "");
        row("no multiple of the divisor", "x 2..7; y 1..3", "x:0/2", "");
        row("no such axis", "x 1..8", "x:1", "");
        row("no such tensor", "x 1..8", "y:0", "");
        row("a batch axis is known", "x 1..8; y batch 1..8", "x:0", "");
    }

    void rangesGetBatchAxes() {
        QFETCH(QString, tensors);
        QFETCH(QString, source);
        QFETCH(QString, expected);
        const Judged start = judged(rangesOf(tensors), {});
        const auto parsed = capture::BatchSizeSource::parse(source.toStdString());
        const auto axes = inference::rangeBatchAxes(
            start.capture, base::GraphId{0}, std::get<capture::BatchSizeSource::TensorAxis>(parsed->from));
        QStringList found;
        for (const inference::RangeBatchAxis& axis : axes) {
            found += QStringLiteral("%1:%2 x%3")
                         .arg(QString::fromStdString(start.capture.tensor(axis.tensor).accessPath))
                         .arg(axis.axis)
                         .arg(axis.multiplier);
        }
        QCOMPARE(found.join(QStringLiteral(", ")), expected);
        const Judged told = after(start, [&](const EditContext& context, GraphOverrides graph) {
            return stateBatchAxes(context, std::move(graph), axes);
        });
        QCOMPARE(told.problems(), QString());
        for (const inference::RangeBatchAxis& axis : axes) {
            const inference::EffectiveSpec& spec = told.judgement.spec(axis.tensor);
            QCOMPARE(spec.batchAxis, std::optional<std::size_t>(static_cast<std::size_t>(axis.axis)));
            QCOMPARE(spec.batchMultiplier, std::optional<std::int64_t>(axis.multiplier));
            QCOMPARE(spec.min, start.judgement.spec(axis.tensor).min);
            QCOMPARE(spec.max, start.judgement.spec(axis.tensor).max);
        }
    }

    void rangesProposeTheirBatch_data() {
        QTest::addColumn<QString>("tensors");
        QTest::addColumn<QString>("expected");  // "path:axis tensors least..most"
        const auto row = [](const char* name, const char* tensors, const char* expected) {
            QTest::newRow(name) << tensors << expected;
        };
        row("nothing varies", "x 4..4", "");
        row("most followers first", "mask 1..8 7..77; latents 2..16; out 1..8",
            "mask:0 3 1..8, latents:0 1 2..16, mask:1 1 7..77");
        row("equal effects are one", "a 1..8; b 1..8", "a:0 2 1..8");
        row("outputs are no source", "x 4..4; out 1..8", "");
        row("a batch axis is known", "x batch 1..8", "");
        row("at most six", "a 1..3; b 1..5; c 1..7; d 1..11; e 1..13; f 1..17; g 1..19",
            "a:0 1 1..3, b:0 1 1..5, c:0 1 1..7, d:0 1 1..11, e:0 1 1..13, f:0 1 1..17");
    }

    void rangesProposeTheirBatch() {
        QFETCH(QString, tensors);
        QFETCH(QString, expected);
        const capture::Capture capture = rangesOf(tensors);
        const auto candidates = inference::rangeBatchCandidates(capture);
        QVERIFY(candidates);
        QStringList found;
        for (const inference::RangeBatchCandidate& candidate : *candidates) {
            QCOMPARE(candidate, inference::rangeBatchOf(capture, candidate.source));
            found += QStringLiteral("%1 %2 %3..%4")
                         .arg(QString::fromStdString(capture::BatchSizeSource{candidate.source}.text()))
                         .arg(candidate.tensors)
                         .arg(candidate.least)
                         .arg(candidate.most);
        }
        QCOMPARE(found.join(QStringLiteral(", ")), expected);
        base::CancelToken cancel;
        cancel.cancel();
        if (!expected.isEmpty()) {
            QCOMPARE(inference::rangeBatchCandidates(capture, cancel).error().code,
                     base::ErrorCode::cancelled);
        }
        QVERIFY(inference::rangeBatchCandidates(sample())->empty());  // it has samples
    }

    void acceptOneAxis() {
        const Judged start = judged(sample(), overridesFrom({"mask n=1..16 seq=1..64"}));
        const Judged one = after(start, [&](const EditContext& context, GraphOverrides graph) {
            return acceptInferred(context, std::move(graph), {{start.tensor("mask")}, 0});
        });
        QCOMPARE(one.spec("mask"), QString("batch 1..4 opt 4, seq 1..64 opt 64"));
        QCOMPARE(one.set.graphs[0].tensors[0].batchAxis, std::optional<std::int64_t>(0));
    }

    void rangeGoesWhereTheSymbolStands() {
        const Judged start = judged(
            sample(), overridesFrom({"latents n=2..8 4 @0x2", "mask n=1..4 seq=7..9 @0", "ids seq=7..9"}));
        QCOMPARE(start.problems(), QString());
        const Judged batch = after(start, [&](const EditContext& context, GraphOverrides graph) {
            return setRange(context, std::move(graph), start.tensor("latents"), 0, {2, 8, 32});
        });
        QCOMPARE(batch.spec("latents"), QString("n 2..32 opt 8, 4 4..4 opt 4"));
        QCOMPARE(batch.spec("mask"), QString("n 1..16 opt 4, seq 7..9 opt 9"));
        QCOMPARE(batch.problems(), QString());
        const Judged length = after(start, [&](const EditContext& context, GraphOverrides graph) {
            return setRange(context, std::move(graph), start.tensor("ids"), 0, {1, 8, 128});
        });
        QCOMPARE(length.spec("mask"), QString("n 1..4 opt 4, seq 1..128 opt 8"));
    }

    void rangeOfATensorWithoutOverride() {
        const Judged start = judged(sample(), {});
        const Judged edited = after(start, [&](const EditContext& context, GraphOverrides graph) {
            return setRange(context, std::move(graph), start.tensor("mask"), 1, {1, 8, 16});
        });
        QCOMPARE(edited.set.graphs[0].tensors.size(), std::size_t(1));
        QCOMPARE(edited.spec("mask"), QString("batch 1..4 opt 4, d0 1..16 opt 8"));
        QCOMPARE(edited.spec("ids"), QString("d0 1..16 opt 8"));  // follows
        QCOMPARE(edited.judgement.origins[start.tensor("ids").value], SpecOrigin::follows);
    }

    void dims() {
        const Judged start = judged(sample(), overridesFrom({"ids seq=1..64/32"}));
        const auto dim = [&](const Dim& value) {
            return after(start,
                         [&](const EditContext& context, GraphOverrides graph) {
                             return setDim(context, std::move(graph), start.tensor("mask"), 1, value);
                         })
                .spec("mask");
        };
        QCOMPARE(dim(std::int64_t{9}), QString("batch 1..4 opt 4, 9 9..9 opt 9"));
        QCOMPARE(dim(Dim()), QString("batch 1..4 opt 4, ? 1..64 opt 32"));
        QCOMPARE(dim(std::string("seq")), QString("batch 1..4 opt 4, seq 1..64 opt 32"));
        QCOMPARE(dim(std::string("own")), QString("batch 1..4 opt 4, own 1..64 opt 32"));
    }

    void copies() {
        const Judged start = judged(sample(), overridesFrom({"latents n=2..16/8 4 @0x2"}));
        const Judged copied = after(start, [&](const EditContext& context, GraphOverrides graph) {
            return copyToSymbol(context, std::move(graph), start.tensor("latents"), 0);
        });
        QCOMPARE(copied.set.graphs[0].tensors.size(), std::size_t(3));  // not ids
        QCOMPARE(copied.spec("mask"), QString("n 1..8 opt 4, d0 7..9 opt 9"));
        QCOMPARE(copied.spec("output[0]"), QString("n 1..8 opt 4, n3 3..24 opt 12"));
        QCOMPARE(copied.judgement.origins[start.tensor("mask").value], SpecOrigin::overridden);
        QCOMPARE(copied.problems(), QString());
    }

    void resets() {
        const Judged start = judged(sample(), overridesFrom({"mask n=1..8 seq=7..9 @0", "ids seq=7..9"}));
        const Judged without = after(start, [&](const EditContext& context, GraphOverrides graph) {
            return reset(context, std::move(graph), {start.tensor("mask")});
        });
        QCOMPARE(without.set.graphs[0].tensors.size(), std::size_t(1));
        const Judged nothing = after(without, [&](const EditContext& context, GraphOverrides graph) {
            return reset(context, std::move(graph), {start.tensor("ids")});
        });
        QVERIFY(nothing.set.graphs.empty());
    }

    void manyTensorsOfOneSymbol() {
        capture::CaptureBuilder builder;
        std::string layout;
        constexpr std::size_t kTensors = 1500;
        for (std::size_t i = 0; i < kTensors; ++i) {
            layout += (i == 0 ? "t" : " t") + std::to_string(i) + ":1";
        }
        addCall(builder, layout, 1, std::vector<std::int64_t>(kTensors, 7));
        addCall(builder, layout, 1, std::vector<std::int64_t>(kTensors, 9));
        const Judged start = judged(builder.build(), overridesFrom({"t5 seq=1..64/32"}));
        const Judged copied = after(start, [&](const EditContext& context, GraphOverrides graph) {
            return copyToSymbol(context, std::move(graph), start.tensor("t5"), 0);
        });
        QCOMPARE(copied.set.graphs[0].tensors.size(), kTensors);
        QCOMPARE(copied.spec("t1499"), QString("seq 1..64 opt 32"));
        const Judged without = after(copied, [&](const EditContext& context, GraphOverrides graph) {
            std::vector<base::TensorId> tensors = context.capture.graphs()[0].tensors;
            tensors.pop_back();
            return reset(context, std::move(graph), tensors);
        });
        QCOMPARE(without.set.graphs[0].tensors.size(), std::size_t(1));
        QCOMPARE(without.set.graphs[0].tensors[0].locator.accessPath(), std::string("t1499"));
    }

    void namesNotesAndBatchAxes() {
        const Judged start = judged(sample(), {});
        const base::TensorId mask = start.tensor("mask");
        const Judged edited = after(start, [&](const EditContext& context, GraphOverrides graph) {
            graph = setName(context, std::move(graph), mask, "m");
            graph = setNote(context, std::move(graph), mask, "why");
            return setBatchAxis(context, std::move(graph), mask, 1, 2);
        });
        const TensorOverride& override = edited.set.graphs[0].tensors[0];
        QCOMPARE(override.targetName(), std::string("m"));
        QCOMPARE(override.note, std::string("why"));
        QCOMPARE(override.batchAxis, std::optional<std::int64_t>(1));
        QCOMPARE(override.batchMultiplier, std::int64_t{2});
    }

    void renames() {
        const GraphOverrides graph = overridesFrom({"mask n=1..4 seq=7..9", "ids seq=7..9"}).graphs[0];
        const GraphOverrides renamed = renameSymbol(graph, "seq", "length");
        QCOMPARE(renamed.tensors[0].shape, (std::vector<Dim>{std::string("n"), std::string("length")}));
        QCOMPARE(renamed.tensors[1].shape, (std::vector<Dim>{std::string("length")}));
    }

    void renamesWhatAnAxisIsCalled() {
        // Stated on mask: ids follows, and no override is made for it.
        const Judged stated = judged(sample(), overridesFrom({"mask n=1..8 seq=7..9"}));
        const Judged renamed = after(stated, [&](const EditContext& context, GraphOverrides graph) {
            return renameSymbol(context, std::move(graph), stated.tensor("ids"), 0, "length");
        });
        QCOMPARE(renamed.spec("mask"), QString("n 1..8 opt 8, length 7..9 opt 9"));
        QCOMPARE(renamed.spec("ids"), QString("length 7..9 opt 9"));
        QCOMPARE(renamed.set.graphs[0].tensors.size(), std::size_t(1));
        // Inferred only: one override, which the others follow.
        const Judged nothing = judged(sample(), {});
        const Judged named = after(nothing, [&](const EditContext& context, GraphOverrides graph) {
            return renameSymbol(context, std::move(graph), nothing.tensor("ids"), 0, "length");
        });
        QCOMPARE(named.set.graphs[0].tensors.size(), std::size_t(1));
        QCOMPARE(named.spec("mask"), QString("batch 1..4 opt 4, length 7..9 opt 9"));
        // A fixed axis has no symbol to rename.
        const Judged fixed = after(nothing, [&](const EditContext& context, GraphOverrides graph) {
            return renameSymbol(context, std::move(graph), nothing.tensor("latents"), 1, "c");
        });
        QVERIFY(fixed.set.graphs.empty());
    }

    void repairsAnotherRank() {
        const Judged start = judged(sample(), overridesFrom({"mask n=1..8"}));
        const Judged edited = after(start, [&](const EditContext& context, GraphOverrides graph) {
            return setRange(context, std::move(graph), start.tensor("mask"), 1, {1, 2, 3});
        });
        QCOMPARE(edited.spec("mask"), QString("n 1..8 opt 8, d0 1..3 opt 2"));
    }

    void samples() {
        GraphOverrides graph{"m", "0", {}, {}, {}};
        graph = setSamples(graph, {3, 1, 3}, SampleUse::excluded);
        QCOMPARE(graph.excludedSamples, (std::vector<std::int64_t>{1, 3}));
        graph = setSamples(graph, {3, 7}, SampleUse::included);
        QCOMPARE(graph.excludedSamples, (std::vector<std::int64_t>{1}));
    }

    void symbols() {
        const Judged all = judged(sample(), overridesFrom({"ids seq=1..64"}));
        const EditContext context{all.capture, all.analysis, all.judgement};
        QCOMPARE(symbolsOf(context, base::GraphId{0}), (std::vector<std::string>{"batch", "seq"}));
    }

    void optChoices() {
        const capture::Capture capture = sample();
        const auto opt = [&](OptChoice choice, const inference::Exclusions& without = {}) {
            return optSize(capture, base::TensorId{0}, 0, choice, without).value_or(-1);
        };
        QCOMPARE(opt(OptChoice::largest), std::int64_t{8});
        QCOMPARE(opt(OptChoice::median), std::int64_t{4});  // 2 4 8 8: the lower middle one
        QCOMPARE(opt(OptChoice::mostFrequent), std::int64_t{8});
        QCOMPARE(opt(OptChoice::largest, {{base::GraphId{0}, {2, 3}}}), std::int64_t{4});
        QCOMPARE(opt(OptChoice::mostFrequent, {{base::GraphId{0}, {2}}}), std::int64_t{8});  // one each
        QVERIFY(!optSize(capture, base::TensorId{0}, 2, OptChoice::largest, {}));
    }
};

QTEST_APPLESS_MAIN(TestEdits)
#include "tst_edits.moc"
