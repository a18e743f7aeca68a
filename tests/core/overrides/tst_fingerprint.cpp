// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <random>
#include <string>

#include "core/overrides/overrides_file.h"
#include "tests/core/capture/call_script.h"

using namespace dimscope;
using capture::CallOrigin;
using capture::CaptureBuilder;
using test_support::addCall;
using test_support::layoutFrom;

namespace {

struct Call {
    const char* layout;
    std::int64_t batchSize;
    std::vector<std::int64_t> sizes;
    const char* module = "m";
};
using Calls = std::vector<Call>;

std::string fingerprint(const Calls& calls, const CallOrigin& origin = {}) {
    CaptureBuilder builder;
    builder.addSource({.name = "a.jsonl"});
    for (const Call& call : calls) {
        const auto layout = builder.layout(layoutFrom(call.layout, call.module), origin);
        builder.addCall(layout, call.batchSize, call.sizes, origin);
    }
    return overrides::fingerprintOf(builder.build()).value();
}

const Calls kCalls = {{"x:2 mask:1 flag=1>0:1", 1, {1, 8, 8, 3}},
                      {"x:2 mask:1 flag=1>0:1", 2, {2, 8, 8, 3}},
                      {"ids:1", 4, {5}, "other"}};

module::SampleMetadata summarySide(std::vector<module::Dim> shape, module::Sizes min, module::Sizes max) {
    auto spec =
        module::TensorSpec::fromParts(std::move(shape), std::move(min), std::move(max), "torch.float32");
    module::Locator locator({{std::string("x"), module::Container::mapping}}, module::Side::input);
    return {{{std::move(locator), spec.value()}}, {}, module::Strictness::strict, module::LlmPhase::none};
}

std::string summaryFingerprint(std::vector<module::Dim> shape, module::Sizes min, module::Sizes max) {
    CaptureBuilder builder;
    const auto source = builder.addSource({.name = "a.json"});
    builder.addSummary({"m", "0", summarySide(std::move(shape), std::move(min), std::move(max)), {}, {}},
                       {source, 0, "", ""});
    return overrides::fingerprintOf(builder.build()).value();
}

}  // namespace

class TestFingerprint : public QObject {
    Q_OBJECT

 private slots:
    void form() {
        const QString text = QString::fromStdString(fingerprint(kCalls));
        QVERIFY2(QRegularExpression("^xxh3:[0-9a-f]{32}$").match(text).hasMatch(), qPrintable(text));
        // Files hold fingerprints: this one must stay as it is.
        QCOMPARE(text, QString("xxh3:bf26425f41f94e53e619f3633dbc2e90"));
    }

    void staysEqual_data() {
        QTest::addColumn<QString>("other");
        const auto row = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QString::fromStdString(text);
        };
        row("the same", fingerprint(kCalls));
        row("modules the other way round", fingerprint({kCalls[2], kCalls[0], kCalls[1]}));
        row("modules interleaved", fingerprint({kCalls[0], kCalls[2], kCalls[1]}));
        row("tensors in another order", fingerprint({{"mask:1 flag=1 x:2>0:1", 1, {8, 1, 8, 3}},
                                                     {"flag=1 mask:1 x:2>0:1", 2, {8, 2, 8, 3}},
                                                     kCalls[2]}));
        row("lines, times and labels", fingerprint(kCalls, {{}, 7, "2026-11-30T20:11:52Z", "warm-up"}));
    }

    void staysEqual() {
        QFETCH(QString, other);
        QCOMPARE(other, QString::fromStdString(fingerprint(kCalls)));
    }

    void changes_data() {
        QTest::addColumn<QString>("other");
        const auto row = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QString::fromStdString(text);
        };
        const auto changed = [&](const char* name, std::size_t call, auto change) {
            Calls calls = kCalls;
            change(calls[call]);
            row(name, fingerprint(calls));
        };
        for (std::size_t at = 0; at < 4; ++at) {
            changed(qPrintable(QString("size %1").arg(at)), 1, [at](Call& call) { ++call.sizes[at]; });
        }
        changed("batch size", 0, [](Call& call) { call.batchSize = 3; });
        changed("batch size not known", 0, [](Call& call) { call.batchSize = capture::kUnknownBatch; });
        changed("dtype", 2, [](Call& call) { call.layout = "ids:1:int64"; });
        changed("dtype of a later call", 1,
                [](Call& call) { call.layout = "x:2:float16 mask:1 flag=1>0:1"; });
        changed("name of a tensor", 2, [](Call& call) { call.layout = "id:1"; });
        changed("index for a name", 2, [](Call& call) { call.layout = "0:1"; });
        changed("side of a tensor", 2, [](Call& call) { call.layout = ">ids:1"; });
        changed("name of a module", 2, [](Call& call) { call.module = "others"; });
        changed("rank", 2, [](Call& call) {
            call.layout = "ids:2";
            call.sizes = {5, 5};
        });
        changed("another value", 2, [](Call& call) { call.layout = "ids:1 flag=2"; });
        changed("phase", 2, [](Call& call) { call.layout = "!decode ids:1"; });
        row("order of calls", fingerprint({kCalls[1], kCalls[0], kCalls[2]}));
        row("a call less", fingerprint({kCalls[0], kCalls[2]}));
        row("a call again", fingerprint({kCalls[0], kCalls[1], kCalls[1], kCalls[2]}));
        row("a module less", fingerprint({kCalls[0], kCalls[1]}));
        row("nothing", fingerprint({}));
    }

    void changes() {
        QFETCH(QString, other);
        QVERIFY(other != QString::fromStdString(fingerprint(kCalls)));
    }

    void summaries() {
        const std::string plain = summaryFingerprint({std::string("dim0"), std::int64_t{4}}, {1, 4}, {8, 4});
        QCOMPARE(summaryFingerprint({std::string("dim0"), std::int64_t{4}}, {1, 4}, {8, 4}), plain);
        QVERIFY(summaryFingerprint({std::string("batch0"), std::int64_t{4}}, {1, 4}, {8, 4}) != plain);
        QVERIFY(summaryFingerprint({std::string("dim0"), std::int64_t{4}}, {2, 4}, {8, 4}) != plain);
        QVERIFY(summaryFingerprint({std::string("dim0"), std::int64_t{4}}, {1, 4}, {9, 4}) != plain);
        QVERIFY(summaryFingerprint({std::string("dim0"), std::string("4")}, {1, 4}, {8, 4}) != plain);
    }

    void anyOrderOfTensors() {
        std::mt19937 random(20261202);
        for (int round = 0; round < 50; ++round) {
            const auto calls = test_support::randomCalls(random, 1 + static_cast<std::size_t>(round));
            CaptureBuilder plain;
            CaptureBuilder permuted;
            for (const auto& call : calls) {
                plain.addCall(plain.layout(call.layout, {}), call.batchSize, call.sizes, {});
                const auto other = test_support::permuted(call, random);
                permuted.addCall(permuted.layout(other.layout, {}), other.batchSize, other.sizes, {});
            }
            QCOMPARE(overrides::fingerprintOf(permuted.build()).value(),
                     overrides::fingerprintOf(plain.build()).value());
        }
    }

    void cancels() {
        CaptureBuilder builder;
        addCall(builder, "x:1");
        const base::CancelToken cancel;
        const capture::Capture made = builder.build();
        QVERIFY(overrides::fingerprintOf(made, cancel));
        cancel.cancel();
        const auto result = overrides::fingerprintOf(made, cancel);
        QVERIFY(!result);
        QCOMPARE(result.error().code, base::ErrorCode::cancelled);
    }
};

QTEST_APPLESS_MAIN(TestFingerprint)
#include "tst_fingerprint.moc"
