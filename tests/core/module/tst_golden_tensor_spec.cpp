// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <optional>

#include "core/module/tensor_spec.h"
#include "tests/support/golden.h"

using namespace dimscope;
using namespace dimscope::module;
using base::JsonValue;
using base::Result;
using test::at;

namespace {

Result<TensorSpec> specOf(const JsonValue& observation) {
    return TensorSpec::fromSizes(test::sizesOf(at(observation, "shape")),
                                 "torch." + *at(observation, "dtype").string(),
                                 test::batchSizeOf(at(observation, "batch_size")));
}

/// Sees one more call; what went wrong as the golden files write it, or null.
JsonValue observe(std::optional<TensorSpec>& state, const JsonValue& observation) {
    const auto spec = specOf(observation);
    if (!spec) {
        return test::errorJson(spec.error(), "from_tensor");
    }
    if (!state) {
        state = *spec;
        return {};
    }
    const auto updated = state->updateShapesSeen(*spec);
    return updated ? JsonValue() : test::errorJson(updated.error(), "update");
}

JsonValue stateJson(const TensorSpec& spec) {
    JsonValue out = spec.toJson();
    out.set("multipliers", test::multipliersJson(spec.multipliers()));
    out.set("describe_short", spec.describe(InfoLevel::shortForm));
    out.set("describe_medium", spec.describe(InfoLevel::medium));
    out.set("describe_full", spec.describe(InfoLevel::full));
    out.set("has_batch", spec.hasBatchAxis());
    out.set("has_dynamic", spec.hasDynamicAxis());
    JsonValue::Array multipliers;
    const auto axes = spec.batchAxisMultipliers();
    for (const auto& [axis, multiplier] : *axes) {
        multipliers.emplace_back(JsonValue::Array{axis, multiplier});
    }
    out.set("batch_axis_multipliers", std::move(multipliers));
    out.set("min_batch_size", spec.minBatchSize() ? JsonValue(*spec.minBatchSize()) : JsonValue());
    out.set("max_batch_size", spec.maxBatchSize());
    return out;
}

std::optional<TensorSpec> specOfAll(const JsonValue& observations) {
    std::optional<TensorSpec> state;
    for (const JsonValue& observation : *observations.array()) {
        observe(state, observation);
    }
    return state;
}

TensorSpec specOfShape(const JsonValue& json) {
    std::vector<Dim> shape;
    for (const JsonValue& entry : *json.array()) {
        const std::string* symbol = entry.string();
        shape.push_back(symbol ? Dim(*symbol) : Dim(test::integerOf(entry)));
    }
    const Sizes bounds(shape.size(), 1);
    auto spec = TensorSpec::fromParts(std::move(shape), bounds, bounds, "");
    return *std::move(spec);
}

}  // namespace

class TestGoldenTensorSpec : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() {
        for (test::GoldenFamily* family : {&m_steps, &m_merge, &m_order, &m_matches}) {
            const std::string failure = family->load();
            QVERIFY2(failure.empty(), failure.c_str());
        }
    }

    void steps_data() { m_steps.addRows("cases"); }

    void steps() {
        QFETCH(int, index);
        const JsonValue& golden = m_steps.replay("cases", index);
        const JsonValue::Array& observations = *at(golden, "observations").array();
        const JsonValue::Array& steps = *at(golden, "steps").array();
        QCOMPARE(observations.size(), steps.size());
        std::optional<TensorSpec> state;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            JsonValue error = observe(state, observations[i]);
            JsonValue actual = state ? stateJson(*state) : JsonValue(JsonValue::Object{});
            actual.set("error", std::move(error));
            const QByteArray wrong = test::difference(steps[i], actual);
            QVERIFY2(wrong.isEmpty(), wrong.constData());
        }
    }

    void merge_data() { m_merge.addRows("cases"); }

    void merge() {
        QFETCH(int, index);
        const JsonValue& golden = m_merge.replay("cases", index);
        auto left = specOfAll(at(golden, "left_observations"));
        const auto right = specOfAll(at(golden, "right_observations"));
        QVERIFY(left && right);
        JsonValue actual = JsonValue::Object{{"id", at(golden, "id")},
                                             {"left_observations", at(golden, "left_observations")},
                                             {"right_observations", at(golden, "right_observations")},
                                             {"left", stateJson(*left)},
                                             {"right", stateJson(*right)}};
        const auto updated = left->updateShapesSeen(*right);
        if (updated) {
            actual.set("result", stateJson(*left));
        }
        actual.set("error", updated ? JsonValue() : test::errorJson(updated.error(), "update"));
        const QByteArray wrong = test::difference(golden, actual);
        QVERIFY2(wrong.isEmpty(), wrong.constData());
    }

    void order_data() { m_order.addRows("cases"); }

    void order() {
        QFETCH(int, index);
        const JsonValue& golden = m_order.replay("cases", index);
        const std::size_t calls = at(golden, "bag").array()->size();
        QVERIFY(!at(golden, "orders").array()->empty());
        for (const JsonValue& outcome : *at(golden, "orders").array()) {
            std::optional<TensorSpec> state;
            QCOMPARE(at(outcome, "order").array()->size(), calls);
            for (const JsonValue& call : *at(outcome, "order").array()) {
                observe(state, JsonValue::Object{{"batch_size", call.array()->at(0)},
                                                 {"shape", JsonValue::Array{call.array()->at(1)}},
                                                 {"dtype", "float32"}});
            }
            QVERIFY(state);
            const JsonValue json = state->toJson();
            const JsonValue actual =
                JsonValue::Object{{"order", at(outcome, "order")},
                                  {"shape", at(json, "shape").array()->at(0)},
                                  {"min", state->minShape().at(0)},
                                  {"max", state->maxShape().at(0)},
                                  {"multiplier", test::multipliersJson(state->multipliers()).array()->at(0)}};
            const QByteArray wrong = test::difference(outcome, actual);
            QVERIFY2(wrong.isEmpty(), wrong.constData());
        }
    }

    void matches_data() { m_matches.addRows("matches"); }

    void matches() {
        QFETCH(int, index);
        const JsonValue& golden = m_matches.replay("matches", index);
        const TensorSpec left = specOfShape(at(golden, "left"));
        const TensorSpec right = specOfShape(at(golden, "right"));
        const JsonValue actual = JsonValue::Object{{"left", at(golden, "left")},
                                                   {"right", at(golden, "right")},
                                                   {"matches", left.matches(right)},
                                                   {"matches_reversed", right.matches(left)},
                                                   {"equal", left == right}};
        const QByteArray wrong = test::difference(golden, actual);
        QVERIFY2(wrong.isEmpty(), wrong.constData());
        QVERIFY(!(left == right) || left.hash() == right.hash());
    }

    void predicates_data() { m_matches.addRows("predicates"); }

    void predicates() {
        QFETCH(int, index);
        const JsonValue& golden = m_matches.replay("predicates", index);
        const TensorSpec spec = specOfShape(at(golden, "shape"));
        const JsonValue actual = JsonValue::Object{{"shape", at(golden, "shape")},
                                                   {"has_batch", spec.hasBatchAxis()},
                                                   {"has_dynamic", spec.hasDynamicAxis()}};
        const QByteArray wrong = test::difference(golden, actual);
        QVERIFY2(wrong.isEmpty(), wrong.constData());
    }

    void wholeNumbers_data() { m_matches.addRows("is_int"); }

    void wholeNumbers() {
        QFETCH(int, index);
        const JsonValue& golden = m_matches.replay("is_int", index);
        const double printed = test::numberOfNode(at(golden, "value"));
        double value = printed;
        if (golden.find("numerator")) {
            value =
                test::numberOfNode(at(golden, "numerator")) / test::numberOfNode(at(golden, "denominator"));
            QCOMPARE(value, printed);
        }
        const auto whole = isInt(value);
        if (whole) {
            QCOMPARE(JsonValue(*whole) == at(golden, "is_int"), true);
        } else {
            const QByteArray wrong = test::difference(at(golden, "error"), test::errorJson(whole.error()));
            QVERIFY2(wrong.isEmpty(), wrong.constData());
        }
    }

    void cleanupTestCase() {
        for (const test::GoldenFamily* family : {&m_steps, &m_merge, &m_order, &m_matches}) {
            QVERIFY(family->report());
        }
    }

 private:
    test::GoldenFamily m_steps{"tensor_spec"};
    test::GoldenFamily m_merge{"tensor_spec_merge"};
    test::GoldenFamily m_order{"tensor_spec_order"};
    test::GoldenFamily m_matches{"matches"};
};

QTEST_APPLESS_MAIN(TestGoldenTensorSpec)
#include "tst_golden_tensor_spec.moc"
