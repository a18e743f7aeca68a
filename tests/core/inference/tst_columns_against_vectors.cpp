// SPDX-License-Identifier: GPL-3.0-or-later
// The answers of AITune in tests/data/golden, reached by way of the columns of a capture: calls go through
// CaptureBuilder and analyse instead of SampleMetadata::updateShapesSeen.
#include <QTest>
#include <cmath>

#include "core/capture/capture_builder.h"
#include "core/inference/analysis.h"
#include "core/inference/axis_analysis.h"
#include "tests/support/golden.h"

using namespace dimscope;
using base::JsonValue;
using test::at;

namespace {

std::int64_t batchColumnEntry(const JsonValue& sample) {
    return test::batchSizeOf(at(sample, "batch_size")).value_or(capture::kUnknownBatch);
}

/// Records a sample as a call that has only one side.
void record(capture::CaptureBuilder& builder, const JsonValue& sample,
            const module::SampleMetadata& metadata) {
    const bool isInput = *at(sample, "kind").string() == "inputs";
    std::vector<std::int64_t> sizes;
    for (const auto& entry : metadata.tensorData()) {
        sizes.insert(sizes.end(), entry.spec.minShape().begin(), entry.spec.minShape().end());
    }
    const capture::CallLayout layout{"m", isInput ? metadata : module::SampleMetadata{},
                                     isInput ? module::SampleMetadata{} : metadata};
    builder.addCall(builder.layout(layout, {}), batchColumnEntry(sample), sizes, {});
}

JsonValue tensorData(const capture::Capture& capture, const inference::Analysis& analysis) {
    JsonValue::Array out;
    for (const capture::Tensor& tensor : capture.tensors()) {
        JsonValue::Object entry{{"access_path", tensor.accessPath},
                                {"semantic_path", tensor.locator.semanticPath()}};
        const JsonValue spec = analysis.tensor(tensor.id).spec.toJson();
        entry.insert(entry.end(), spec.object()->begin(), spec.object()->end());
        out.emplace_back(std::move(entry));
    }
    return out;
}

JsonValue multipliers(const capture::Capture& capture, const inference::Analysis& analysis) {
    JsonValue::Array out;
    for (const capture::Tensor& tensor : capture.tensors()) {
        out.emplace_back(JsonValue::Object{
            {"access_path", tensor.accessPath},
            {"multipliers", test::multipliersJson(analysis.tensor(tensor.id).spec.multipliers())}});
    }
    return out;
}

}  // namespace

class TestColumnsAgainstVectors : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() {
        for (test::GoldenFamily* family : {&m_update, &m_equality, &m_order}) {
            const std::string failure = family->load();
            QVERIFY2(failure.empty(), failure.c_str());
        }
    }

    void updates_data() { m_update.addRows("cases"); }

    void updates() {
        QFETCH(int, index);
        const JsonValue& golden = m_update.replay("cases", index);
        capture::CaptureBuilder builder;
        for (const JsonValue& sample : *at(golden, "samples").array()) {
            const auto metadata = test::metadataOf(sample);
            QVERIFY(metadata);
            record(builder, sample, *metadata);
        }
        const capture::Capture capture = builder.build();
        if (capture.graphs().size() > 1) {
            return;  // AITune's update does not look at what keeps these calls apart
        }
        const auto analysis = inference::analyse(capture);
        QVERIFY(analysis);
        const JsonValue& last = at(golden, "steps").array()->back();
        QVERIFY(at(last, "error").isNull());
        const inference::GraphAnalysis& graph = analysis->graphs.at(0);
        const JsonValue actual =
            JsonValue::Object{{"error", nullptr},
                              {"tensors", multipliers(capture, *analysis)},
                              {"json", JsonValue::Object{{"tensor_data", tensorData(capture, *analysis)}}},
                              {"llm_phase", module::name(capture.graphs()[0].phase)},
                              {"has_batch_axis", graph.hasBatchAxis},
                              {"detected_dynamic_axis", graph.detectedDynamicAxis}};
        const QByteArray wrong = test::difference(last, actual);
        QVERIFY2(wrong.isEmpty(), wrong.constData());
        ++m_compared;
    }

    void someUpdatesWereCompared() { QVERIFY(m_compared > 0); }

    void grouping_data() { m_equality.addRows("cases"); }

    /// Calls share a graph exactly where AITune finds the first one by hash and ==, the first one on the
    /// left.
    void grouping() {
        QFETCH(int, index);
        const JsonValue& golden = m_equality.replay("cases", index);
        const JsonValue::Array& samples = *at(golden, "samples").array();
        for (const JsonValue& pair : *at(golden, "pairs").array()) {
            capture::CaptureBuilder builder;
            bool bothInputs = true;
            for (const char* key : {"left", "right"}) {
                const JsonValue& sample =
                    samples.at(static_cast<std::size_t>(test::integerOf(at(pair, key))));
                bothInputs = bothInputs && *at(sample, "kind").string() == "inputs";
                const auto metadata = test::metadataOf(sample);
                QVERIFY(metadata);
                record(builder, sample, *metadata);
            }
            if (!bothInputs) {
                continue;
            }
            const capture::Capture capture = builder.build();
            const bool oneGraph = capture.graphs().size() == 1 || capture.graphs()[0].cannotMerge;
            QCOMPARE(oneGraph, *at(pair, "equal").boolean() && *at(pair, "same_hash").boolean());
        }
    }

    void order_data() { m_order.addRows("cases"); }

    void order() {
        QFETCH(int, index);
        const JsonValue& golden = m_order.replay("cases", index);
        for (const JsonValue& one : *at(golden, "orders").array()) {
            std::vector<std::int64_t> batchSizes;
            std::vector<std::int64_t> sizes;
            for (const JsonValue& sample : *at(one, "order").array()) {
                batchSizes.push_back(
                    test::batchSizeOf(sample.array()->at(0)).value_or(capture::kUnknownBatch));
                sizes.push_back(test::integerOf(sample.array()->at(1)));
            }
            const inference::FoldedAxis axis = inference::analyseAxis(sizes, batchSizes);
            QCOMPARE(axis.analysis.min, test::integerOf(at(one, "min")));
            QCOMPARE(axis.analysis.max, test::integerOf(at(one, "max")));
            const JsonValue& shape = at(one, "shape");
            const auto verdict = shape.string() != nullptr ? module::verdictOf(module::Dim{*shape.string()})
                                                           : module::Verdict::fixed;
            QCOMPARE(axis.analysis.verdict, verdict.value());
            const JsonValue& multiplier = at(one, "multiplier");
            QCOMPARE(std::isnan(axis.state.multiplier), multiplier.isNull());
            QVERIFY(multiplier.isNull() || axis.state.multiplier == test::numberOfNode(multiplier));
        }
    }

 private:
    test::GoldenFamily m_update{"sample_update"};
    test::GoldenFamily m_equality{"sample_equality"};
    test::GoldenFamily m_order{"tensor_spec_order"};
    int m_compared = 0;
};

QTEST_APPLESS_MAIN(TestColumnsAgainstVectors)
#include "tst_columns_against_vectors.moc"
