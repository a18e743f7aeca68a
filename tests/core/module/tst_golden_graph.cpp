// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>

#include "core/module/graph_spec.h"
#include "tests/support/golden.h"

using namespace dimscope;
using namespace dimscope::module;
using base::JsonValue;
using test::at;

namespace {

/// Refusal of a single dimension as the golden files write it, or null.
JsonValue dimensionError(const JsonValue& definitions) {
    for (const JsonValue& definition : *definitions.array()) {
        for (const JsonValue& dim : *at(definition, "shape").array()) {
            const auto read =
                dim.object() ? DynamicDim::fromJson(dim) : base::Result<DynamicDim>(DynamicDim());
            if (!read) {
                return test::errorJson(read.error(), "dimension");
            }
        }
    }
    return {};
}

base::Result<SampleMetadata> inputsOf(const JsonValue& observation) {
    return SampleMetadata::fromInputs(test::valueOfNode(at(observation, "root")), Strictness::strict,
                                      test::batchSizeOf(at(observation, "batch_size")));
}

JsonValue tensorsJson(const GraphSpec& graph) {
    JsonValue::Array out;
    for (const SampleMetadata::TensorEntry& input : graph.inputSpec().tensorData()) {
        const ShapeRange shapes = graph.effectiveInputShapes(input);
        out.emplace_back(JsonValue::Object{{"path", input.locator.semanticPath()},
                                           {"name", engineTensorName(input.locator, Side::input)},
                                           {"shape", at(input.spec.toJson(), "shape")},
                                           {"min", test::sizesJson(shapes.min)},
                                           {"opt", test::sizesJson(shapes.opt)},
                                           {"max", test::sizesJson(shapes.max)}});
    }
    return out;
}

}  // namespace

class TestGoldenGraph : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() {
        const std::string failure = m_graph.load();
        QVERIFY2(failure.empty(), failure.c_str());
    }

    void names_data() { m_graph.addRows("names"); }

    void names() {
        QFETCH(int, index);
        const JsonValue& golden = m_graph.replay("names", index);
        const auto locator = Locator::fromPaths("", at(golden, "path"), Side::input);
        QVERIFY(locator);
        const JsonValue actual = JsonValue::Object{{"path", at(golden, "path")},
                                                   {"input", engineTensorName(*locator, Side::input)},
                                                   {"output", engineTensorName(*locator, Side::output)}};
        const QByteArray wrong = test::difference(golden, actual);
        QVERIFY2(wrong.isEmpty(), wrong.constData());
    }

    void definitions_data() { m_graph.addRows("definitions"); }

    void definitions() {
        QFETCH(int, index);
        const JsonValue& golden = m_graph.replay("definitions", index);
        const JsonValue& definitions = at(golden, "definitions");
        JsonValue actual = JsonValue::Object{{"definitions", definitions}};
        const auto shapes = DynamicShapes::fromJson(definitions);
        JsonValue error = dimensionError(definitions);
        if (error.isNull() && !shapes) {
            error = test::errorJson(shapes.error(), "definitions");
        }
        QCOMPARE(error.isNull(), shapes.has_value());
        actual.set(shapes ? "json" : "error", shapes ? shapes->toJson() : error);
        const QByteArray wrong = test::difference(golden, actual);
        QVERIFY2(wrong.isEmpty(), wrong.constData());
    }

    void graphs_data() { m_graph.addRows("graphs"); }

    void graphs() {
        QFETCH(int, index);
        const JsonValue& golden = m_graph.replay("graphs", index);
        const JsonValue::Array& observations = *at(golden, "observations").array();
        auto first = inputsOf(observations.at(0));
        auto definitions = DynamicShapes::fromJson(at(golden, "definitions"));
        QVERIFY(first && definitions);
        GraphSpec graph("0", *std::move(first), {}, *std::move(definitions));
        for (std::size_t i = 1; i < observations.size(); ++i) {
            const auto next = inputsOf(observations[i]);
            QVERIFY(next && graph.updateShapesSeen(*next, {}));
        }
        const auto min = graph.minBatchSize();
        const auto max = graph.maxBatchSize(BatchRange::raw);
        const auto normalised = graph.maxBatchSize(BatchRange::normalised);
        QVERIFY(min && max && normalised);
        const JsonValue actual =
            JsonValue::Object{{"id", at(golden, "id")},
                              {"observations", at(golden, "observations")},
                              {"definitions", at(golden, "definitions")},
                              {"tensors", tensorsJson(graph)},
                              {"profile", profileJson(graph.tensorRtProfile())},
                              {"min_batch_size", *min ? JsonValue(**min) : JsonValue()},
                              {"max_batch_size", *max},
                              {"max_batch_size_normalized", *normalised},
                              {"has_batch_axis", graph.inputSpec().hasBatchAxis()},
                              {"tensor_data", at(graph.inputSpec().toJson(), "tensor_data")}};
        const QByteArray wrong = test::difference(golden, actual);
        QVERIFY2(wrong.isEmpty(), wrong.constData());
    }

    void recordedChecks_data() { m_graph.addRows("recorded_checks"); }

    void recordedChecks() {
        QFETCH(int, index);
        const JsonValue& golden = m_graph.replay("recorded_checks", index);
        const auto definitions = DynamicShapes::fromJson(at(golden, "definitions"));
        const auto call = inputsOf(golden);
        QVERIFY(definitions && call);
        JsonValue actual =
            JsonValue::Object{{"root", at(golden, "root")}, {"definitions", at(golden, "definitions")}};
        const auto resolved = definitions->resolve(*call);
        if (resolved) {
            JsonValue::Array paths;
            for (const Locator& locator : *resolved) {
                paths.push_back(locator.semanticPath());
            }
            actual.set("resolved", std::move(paths));
        } else {
            actual.set("error", test::errorJson(resolved.error()));
        }
        const QByteArray wrong = test::difference(golden, actual);
        QVERIFY2(wrong.isEmpty(), wrong.constData());
    }

    void cleanupTestCase() { QVERIFY(m_graph.report()); }

 private:
    test::GoldenFamily m_graph{"graph"};
};

QTEST_APPLESS_MAIN(TestGoldenGraph)
#include "tst_golden_graph.moc"
