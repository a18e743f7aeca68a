// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <limits>
#include <string>

#include "core/base/json_reader.h"
#include "core/module/batch_plan.h"
#include "core/module/graph_spec.h"

using namespace dimscope;
using namespace dimscope::module;
using base::ErrorCode;

namespace {

SampleMetadata call(std::vector<std::pair<std::string, Sizes>> tensors, BatchSize batchSize,
                    Side side = Side::input) {
    std::vector<SampleMetadata::TensorEntry> entries;
    for (auto& [name, sizes] : tensors) {
        auto spec = TensorSpec::fromSizes(sizes, "torch.float32", batchSize);
        entries.push_back({Locator({{name, Container::mapping}}, side), *std::move(spec)});
    }
    return SampleMetadata(std::move(entries), {}, Strictness::strict, LlmPhase::none);
}

QString codeName(const base::Error& error) {
    return QString::fromUtf8(base::name(error.code).data());
}

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

}  // namespace

class TestGraphSpec : public QObject {
    Q_OBJECT

 private slots:
    void inputsStayWidenedWhereOutputsDiffer() {
        GraphSpec graph("0", call({{"x", {1, 3}}}, 1), call({{"y", {1}}}, 1, Side::output));
        const auto updated =
            graph.updateShapesSeen(call({{"x", {2, 3}}}, 2), call({{"y", {2, 2}}}, 2, Side::output));
        QVERIFY(!updated && updated.error().code == ErrorCode::valueError);
        QVERIFY(graph.inputSpec().hasBatchAxis());
        QVERIFY(!graph.outputSpec().detectedDynamicAxis());
        const auto refused =
            graph.updateShapesSeen(call({{"z", {9, 3}}}, 9), call({{"y", {9}}}, 9, Side::output));
        QVERIFY(!refused);
        QCOMPARE(graph.inputSpec().tensorData().at(0).spec.maxShape(), (Sizes{2, 3}));
        QVERIFY(!graph.outputSpec().detectedDynamicAxis());
    }

    void collidingEngineNamesKeepTheLast() {
        const GraphSpec graph("0", call({{"a.b", {1}}, {"c", {3}}, {"a_b", {2}}}, 1), {});
        QCOMPARE(QString::fromStdString(base::dumpJson(profileJson(graph.tensorRtProfile()))),
                 QString("{\"input_a_b\":[[2],[2],[2]],\"input_c\":[[3],[3],[3]]}"));
    }

    void batchAxisWithoutMultiplierIsAnError() {
        auto spec = TensorSpec::fromParts({std::string("batch_size")}, {1}, {4}, "");
        QVERIFY(spec);
        const SampleMetadata inputs({{Locator({{std::string("x"), Container::mapping}}, Side::input), *spec}},
                                    {}, Strictness::strict, LlmPhase::none);
        const GraphSpec graph("0", inputs, {});
        const auto size = graph.maxBatchSize(BatchRange::raw);
        QVERIFY(!size && size.error().code == ErrorCode::valueError);
        QVERIFY(!graph.minBatchSize());
    }

    void definitionsSayWhereTheyAreWrong_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("pointer");
        const auto row = [](const char* title, const char* shape, const char* code, const char* pointer) {
            QTest::newRow(title) << QString("[{\"path\": \"x\", \"shape\":\n[%1]}]").arg(shape) << code << 2
                                 << pointer;
        };
        row("bound that is no integer", "{\"type\": \"BatchDim\", \"name\": \"b\", \"min\": 1.5, \"max\": 2}",
            "user-input", "/0/shape/0/min");
        row("bound that is missing", "{\"type\": \"BatchDim\", \"name\": \"b\", \"max\": 2}", "missing-key",
            "/0/shape/0");
        row("unknown type", "{\"type\": \"Dim\", \"name\": \"b\", \"min\": 1, \"max\": 2}", "bad-value",
            "/0/shape/0/type");
        row("min equal to max", "{\"type\": \"BatchDim\", \"name\": \"b\", \"min\": 2, \"max\": 2}",
            "user-input", "/0/shape/0");
        row("opt above max", "{\"type\": \"BatchDim\", \"name\": \"b\", \"min\": 1, \"max\": 2, \"opt\": 3}",
            "user-input", "/0/shape/0");
        row("boolean size", "true", "user-input", "/0/shape/0");
        QTest::newRow("one-step array") << "[{\"path\": [\"x\"],\n\"shape\": []}]"
                                        << "user-input" << 1 << "/0/path";
        QTest::newRow("path twice") << "[{\"path\": \"x\", \"shape\": []},\n{\"path\": \"x\", \"shape\": []}]"
                                    << "user-input" << 1 << "";
        QTest::newRow("no array") << "{}"
                                  << "wrong-type" << 1 << "";
    }

    void definitionsSayWhereTheyAreWrong() {
        QFETCH(QString, json);
        QFETCH(QString, code);
        QFETCH(int, line);
        QFETCH(QString, pointer);
        const auto parsed = base::parseJson(json.toStdString());
        QVERIFY2(parsed, parsed ? "" : parsed.error().text().c_str());
        const auto shapes = DynamicShapes::fromJson(*parsed);
        QVERIFY(!shapes);
        QCOMPARE(codeName(shapes.error()), code);
        QCOMPARE(shapes.error().where.line.value_or(0), std::uint64_t(line));
        QCOMPARE(QString::fromStdString(shapes.error().where.pointer), pointer);
    }

    void batchPlans_data() {
        QTest::addColumn<qint64>("size");
        QTest::addColumn<qint64>("batchSize");
        QTest::addColumn<qint64>("target");
        QTest::addColumn<bool>("repeats");
        QTest::newRow("same") << qint64(4) << qint64(2) << qint64(4) << false;
        QTest::newRow("cut") << qint64(6) << qint64(2) << qint64(4) << false;
        QTest::newRow("repeat") << qint64(2) << qint64(4) << qint64(8) << true;
        QTest::newRow("nothing to repeat") << qint64(0) << qint64(4) << qint64(0) << true;
        QTest::newRow("to nothing") << qint64(4) << qint64(0) << qint64(0) << false;
        QTest::newRow("negative cuts from the end") << qint64(5) << qint64(-1) << qint64(3) << false;
        QTest::newRow("negative beyond the start") << qint64(3) << qint64(-9) << qint64(0) << false;
        QTest::newRow("huge without memory")
            << qint64(1) << qint64(1000000000000) << qint64(2000000000000) << true;
    }

    void batchPlans() {
        QFETCH(qint64, size);
        QFETCH(qint64, batchSize);
        QFETCH(qint64, target);
        QFETCH(bool, repeats);
        const auto spec = TensorSpec::fromParts({std::string("batch0")}, {1}, {8}, "", {2.0});
        QVERIFY(spec);
        const auto plan = planBatch(*spec, Sizes{size}, batchSize);
        QVERIFY(plan);
        QCOMPARE(plan->size(), std::size_t(1));
        QCOMPARE(qint64(plan->at(0).target), target);
        QCOMPARE(plan->at(0).way == AxisResize::Way::repeatFirst, repeats);
        if (target > 1) {
            QCOMPARE(qint64(plan->at(0).sourceIndex(target - 1)), repeats ? 0 : target - 1);
        }
        const auto resized = applyPlan(TensorInfo{"", {size}, {}}, *plan);
        QVERIFY(resized);
        QCOMPARE(qint64(resized->shape.at(0)), target);
    }

    void batchPlansRefuse() {
        const auto spec =
            TensorSpec::fromParts({std::int64_t(3), std::string("batch1")}, {3, 1}, {3, 8}, "", {3.0, 2.0});
        QVERIFY(spec);
        const auto beyond = planBatch(*spec, Sizes{3, 1}, kLargest);
        QVERIFY(!beyond && beyond.error().code == ErrorCode::overflow);
        const auto rank = planBatch(*spec, Sizes{3}, 1);
        QVERIFY(!rank && rank.error().code == ErrorCode::indexError);
        const auto plan = planBatch(*spec, Sizes{3, 1}, kMostValues);
        QVERIFY(plan);
        const auto large = applyPlan(TensorInfo{"", {3, 1}, {1, 2, 3}}, *plan);
        QVERIFY(!large && large.error().code == ErrorCode::tooLarge);
    }

    void makeBatchNeedsTheTensors() {
        auto spec = TensorSpec::fromParts({std::string("batch0")}, {1}, {8}, "", {1.0});
        QVERIFY(spec);
        const SampleMetadata metadata(
            {{Locator({{std::string("x"), Container::mapping}}, Side::input), *spec}}, {}, Strictness::strict,
            LlmPhase::none);
        const Value number = Value::Mapping{{{std::string("x"), std::int64_t(1)}}};
        const Value nothing = Value::Mapping{};
        const auto noTensor = metadata.makeBatch(number, 2);
        QVERIFY(!noTensor && noTensor.error().code == ErrorCode::attributeError);
        const auto noValue = metadata.makeBatch(nothing, 2);
        QVERIFY(!noValue && noValue.error().code == ErrorCode::notFound);
    }
};

QTEST_APPLESS_MAIN(TestGraphSpec)
#include "tst_graph_spec.moc"
