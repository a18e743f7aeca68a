// SPDX-License-Identifier: GPL-3.0-or-later
#include <ATen/ATen.h>

#include <QTest>

#include "core/libtorch/resize.h"
#include "core/libtorch/values.h"
#include "suites.h"
#include "tests/support/golden.h"
#include "tests/support/golden_metadata.h"
#include "trees.h"

using namespace dimscope;
using namespace dimscope::module;
using base::JsonValue;
using base::Result;
using libtorch::TensorTree;

namespace {

TensorTree treeOfSample(const JsonValue& sample) {
    return test::treeOf(test::valueOfNode(test::at(sample, "root")));
}

Result<SampleMetadata> metadataOf(const JsonValue& sample) {
    const auto strictness = *test::at(sample, "strict").boolean() ? Strictness::strict : Strictness::lenient;
    const auto batchSize = test::batchSizeOf(test::at(sample, "batch_size"));
    return *test::at(sample, "kind").string() == "inputs"
               ? libtorch::fromInputs(treeOfSample(sample), strictness, batchSize)
               : libtorch::fromOutputs(treeOfSample(sample), strictness, batchSize);
}

TensorTree sourceOf(const JsonValue& golden, const JsonValue& request) {
    const auto source = static_cast<std::size_t>(test::integerOf(test::at(request, "source")));
    return treeOfSample(test::at(golden, "samples").array()->at(source));
}

QByteArray checkMakeBatch(const JsonValue& golden, const SampleMetadata& metadata) {
    for (const JsonValue& request : *test::at(golden, "make_batch").array()) {
        JsonValue actual = JsonValue::Object{{"source", test::at(request, "source")},
                                             {"batch_size", test::at(request, "batch_size")}};
        const auto batch = libtorch::makeBatch(metadata, sourceOf(golden, request),
                                               test::integerOf(test::at(request, "batch_size")));
        actual.set(batch ? "result" : "error",
                   batch ? test::nodeOfValue(batch->value()) : test::errorJson(batch.error()));
        if (const QByteArray wrong = test::difference(request, actual); !wrong.isEmpty()) {
            return "make_batch " + wrong;
        }
    }
    return {};
}

QByteArray checkMaxBatchSize(const JsonValue& golden, const SampleMetadata& metadata) {
    for (const JsonValue& request : *test::at(golden, "update_max_batch_size").array()) {
        JsonValue actual = JsonValue::Object{{"source", test::at(request, "source")},
                                             {"max_batch_size", test::at(request, "max_batch_size")}};
        SampleMetadata widened = metadata;
        const auto updated = libtorch::updateMaxBatchSize(
            widened, sourceOf(golden, request), test::integerOf(test::at(request, "max_batch_size")));
        if (updated) {
            actual.set("tensor_data", test::at(widened.toJson(), "tensor_data"));
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

/// The golden vectors of core/module, replayed with real tensors.
class TestGoldenTensors : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void initTestCase() {
        for (test::GoldenFamily* family : {&m_metadata, &m_update, &m_batch}) {
            const std::string failure = family->load();
            QVERIFY2(failure.empty(), failure.c_str());
        }
    }

    void metadata_data() { m_metadata.addRows("cases"); }

    void metadata() {
        QFETCH(int, index);
        const JsonValue& golden = m_metadata.replay("cases", index);
        const auto metadata = metadataOf(golden);
        QVERIFY2(metadata, metadata ? "" : metadata.error().text().c_str());
        const QByteArray wrong =
            test::difference(test::at(golden, "expect"), test::expectationJson(*metadata));
        QVERIFY2(wrong.isEmpty(), wrong.constData());
    }

    void metadataErrors_data() { m_metadata.addRows("errors"); }

    void metadataErrors() {
        QFETCH(int, index);
        const JsonValue& golden = m_metadata.replay("errors", index);
        const auto metadata = metadataOf(golden);
        QVERIFY(!metadata);
        const QByteArray wrong =
            test::difference(test::at(golden, "error"), test::errorJson(metadata.error()));
        QVERIFY2(wrong.isEmpty(), wrong.constData());
    }

    void nonfinite_data() { m_metadata.addRows("nonfinite"); }

    void nonfinite() {
        QFETCH(int, index);
        const JsonValue& golden = m_metadata.replay("nonfinite", index);
        const auto metadata = metadataOf(golden);
        QVERIFY2(metadata, metadata ? "" : metadata.error().text().c_str());
        QCOMPARE(base::dumpJson(metadata->toJson(), base::JsonLayout::spaced),
                 *test::at(golden, "json_text").string());
    }

    void updates_data() { m_update.addRows("cases"); }

    void updates() {
        QFETCH(int, index);
        const JsonValue& golden = m_update.replay("cases", index);
        const JsonValue::Array& samples = *test::at(golden, "samples").array();
        const JsonValue::Array& steps = *test::at(golden, "steps").array();
        QCOMPARE(samples.size(), steps.size());
        auto metadata = metadataOf(samples.at(0));
        QVERIFY(metadata);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const auto sample = metadataOf(samples[i]);
            QVERIFY(sample);
            const auto updated = i == 0 ? Result<void>() : metadata->updateShapesSeen(*sample);
            JsonValue actual = test::stepJson(*metadata);
            actual.set("error", updated ? JsonValue() : test::errorJson(updated.error(), "update"));
            const QByteArray wrong = test::difference(steps[i], actual);
            QVERIFY2(wrong.isEmpty(), wrong.constData());
        }
        const QByteArray batch = checkMakeBatch(golden, *metadata);
        QVERIFY2(batch.isEmpty(), batch.constData());
        const QByteArray widened = checkMaxBatchSize(golden, *metadata);
        QVERIFY2(widened.isEmpty(), widened.constData());
    }

    void batchTensor_data() { m_batch.addRows("cases"); }

    void batchTensor() {
        QFETCH(int, index);
        const JsonValue& golden = m_batch.replay("cases", index);
        const TensorInfo info = test::tensorOfNode(test::at(golden, "tensor"));
        const at::Tensor tensor = test::tensorOf(info);
        JsonValue dict = JsonValue::Object{{"shape", test::at(golden, "shape")},
                                           {"min_shape", test::sizesJson(info.shape)},
                                           {"max_shape", test::sizesJson(info.shape)},
                                           {"dtype", info.dtype}};
        JsonValue::Array multipliers;
        for (const JsonValue& multiplier : *test::at(golden, "multipliers").array()) {
            multipliers.push_back(multiplier.isNull() ? JsonValue(base::JsonNumber{"NaN"}) : multiplier);
        }
        dict.set("batch_axis_multipliers", std::move(multipliers));
        const auto spec = TensorSpec::fromDict(dict);
        QVERIFY2(spec, spec ? "" : spec.error().text().c_str());
        const std::vector<double> before = test::valuesOf(tensor);
        const auto resized =
            libtorch::batchTensor(tensor, *spec, test::integerOf(test::at(golden, "batch_size")));
        QCOMPARE(test::valuesOf(tensor), before);
        if (!resized) {
            const QByteArray wrong =
                test::difference(test::at(golden, "error"), test::errorJson(resized.error()));
            QVERIFY2(wrong.isEmpty(), wrong.constData());
            return;
        }
        const TensorInfo expected = test::tensorOfNode(test::at(golden, "result"));
        QCOMPARE(libtorch::infoOf(*resized).dtype, expected.dtype);
        QCOMPARE(resized->sizes().vec(), expected.shape);
        QCOMPARE(test::valuesOf(*resized), expected.values);
    }

    void cleanupTestCase() {
        for (const test::GoldenFamily* family : {&m_metadata, &m_update, &m_batch}) {
            QVERIFY(family->report());
        }
    }

 private:
    test::GoldenFamily m_metadata{"sample_metadata"};
    test::GoldenFamily m_update{"sample_update"};
    test::GoldenFamily m_batch{"batch_tensor"};
};

std::unique_ptr<QObject> dimscope::test::makeGoldenTensorsTest() {
    return std::make_unique<TestGoldenTensors>();
}
#include "tst_golden_tensors.moc"
