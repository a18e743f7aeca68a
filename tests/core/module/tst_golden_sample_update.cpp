// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>

#include "core/module/batch_plan.h"
#include "core/module/sample_metadata.h"
#include "tests/support/golden.h"
#include "tests/support/golden_metadata.h"

using namespace dimscope;
using namespace dimscope::module;
using base::JsonValue;
using base::Result;
using test::at;

namespace {

Value sourceOf(const JsonValue& golden, const JsonValue& request) {
    const auto source = static_cast<std::size_t>(test::integerOf(at(request, "source")));
    return test::valueOfNode(at(at(golden, "samples").array()->at(source), "root"));
}

QByteArray checkMakeBatch(const JsonValue& golden, const SampleMetadata& metadata) {
    for (const JsonValue& request : *at(golden, "make_batch").array()) {
        JsonValue actual =
            JsonValue::Object{{"source", at(request, "source")}, {"batch_size", at(request, "batch_size")}};
        const auto batch =
            metadata.makeBatch(sourceOf(golden, request), test::integerOf(at(request, "batch_size")));
        actual.set(batch ? "result" : "error",
                   batch ? test::nodeOfValue(*batch) : test::errorJson(batch.error()));
        if (const QByteArray wrong = test::difference(request, actual); !wrong.isEmpty()) {
            return "make_batch " + wrong;
        }
    }
    return {};
}

QByteArray checkMaxBatchSize(const JsonValue& golden, const SampleMetadata& metadata) {
    for (const JsonValue& request : *at(golden, "update_max_batch_size").array()) {
        JsonValue actual = JsonValue::Object{{"source", at(request, "source")},
                                             {"max_batch_size", at(request, "max_batch_size")}};
        SampleMetadata widened = metadata;
        const auto updated = widened.updateMaxBatchSize(sourceOf(golden, request),
                                                        test::integerOf(at(request, "max_batch_size")));
        if (updated) {
            actual.set("tensor_data", at(widened.toJson(), "tensor_data"));
            actual.set("multipliers", test::allMultipliersJson(widened));
        } else {
            actual.set("error", test::errorJson(updated.error()));
            if (!(widened.toDict() == metadata.toDict())) {
                return "a failed update changed the metadata";
            }
        }
        if (const QByteArray wrong = test::difference(request, actual); !wrong.isEmpty()) {
            return "update_max_batch_size " + wrong;
        }
    }
    return {};
}

}  // namespace

class TestGoldenSampleUpdate : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() {
        for (test::GoldenFamily* family : {&m_update, &m_batch}) {
            const std::string failure = family->load();
            QVERIFY2(failure.empty(), failure.c_str());
        }
    }

    void updates_data() { m_update.addRows("cases"); }

    void updates() {
        QFETCH(int, index);
        const JsonValue& golden = m_update.replay("cases", index);
        const JsonValue::Array& samples = *at(golden, "samples").array();
        const JsonValue::Array& steps = *at(golden, "steps").array();
        QCOMPARE(samples.size(), steps.size());
        auto metadata = test::metadataOf(samples.at(0));
        QVERIFY(metadata);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const auto sample = test::metadataOf(samples[i]);
            QVERIFY(sample);
            const auto updated = i == 0 ? Result<void>() : metadata->updateShapesSeen(*sample);
            JsonValue actual = test::stepJson(*metadata);
            actual.set("error", updated ? JsonValue() : test::errorJson(updated.error(), "update"));
            const QByteArray wrong = test::difference(steps[i], actual);
            QVERIFY2(wrong.isEmpty(), wrong.constData());
        }
        QCOMPARE(QString::fromStdString(metadata->describe(InfoLevel::full)),
                 QString::fromStdString(*at(golden, "final_describe_full").string()));
        const QByteArray batch = checkMakeBatch(golden, *metadata);
        QVERIFY2(batch.isEmpty(), batch.constData());
        const QByteArray widened = checkMaxBatchSize(golden, *metadata);
        QVERIFY2(widened.isEmpty(), widened.constData());
    }

    void batchTensor_data() { m_batch.addRows("cases"); }

    void batchTensor() {
        QFETCH(int, index);
        const JsonValue& golden = m_batch.replay("cases", index);
        const TensorInfo tensor = test::tensorOfNode(at(golden, "tensor"));
        JsonValue dict = JsonValue::Object{{"shape", at(golden, "shape")},
                                           {"min_shape", test::sizesJson(tensor.shape)},
                                           {"max_shape", test::sizesJson(tensor.shape)},
                                           {"dtype", tensor.dtype}};
        JsonValue::Array multipliers;
        for (const JsonValue& multiplier : *at(golden, "multipliers").array()) {
            multipliers.push_back(multiplier.isNull() ? JsonValue(base::JsonNumber{"NaN"}) : multiplier);
        }
        dict.set("batch_axis_multipliers", std::move(multipliers));
        const auto spec = TensorSpec::fromDict(dict);
        QVERIFY2(spec, spec ? "" : spec.error().text().c_str());
        const auto plan = planBatch(*spec, tensor.shape, test::integerOf(at(golden, "batch_size")));
        if (!plan) {
            const QByteArray wrong = test::difference(at(golden, "error"), test::errorJson(plan.error()));
            QVERIFY2(wrong.isEmpty(), wrong.constData());
            return;
        }
        const auto resized = applyPlan(tensor, *plan);
        QVERIFY(resized);
        const TensorInfo expected = test::tensorOfNode(at(golden, "result"));
        QCOMPARE(resized->dtype, expected.dtype);
        QCOMPARE(resized->shape, expected.shape);
        QCOMPARE(resized->values, expected.values);
    }

    void cleanupTestCase() {
        for (const test::GoldenFamily* family : {&m_update, &m_batch}) {
            QVERIFY(family->report());
        }
    }

 private:
    test::GoldenFamily m_update{"sample_update"};
    test::GoldenFamily m_batch{"batch_tensor"};
};

QTEST_APPLESS_MAIN(TestGoldenSampleUpdate)
#include "tst_golden_sample_update.moc"
