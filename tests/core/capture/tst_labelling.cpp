// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/capture/labelling.h"
#include "tests/core/capture/call_script.h"

using namespace dimscope;
using namespace dimscope::capture;
using test_support::addCall;

namespace {

/// Graph 0 of module m: batch sizes 1, ?, 4; graph 1 of one call.
std::shared_ptr<const Capture> recordedCapture() {
    CaptureBuilder builder;
    addCall(builder, "x:2", 1, {2, 9});
    addCall(builder, "x:2", kUnknownBatch, {6, 9});
    addCall(builder, "x:2", 4, {8, 9});
    addCall(builder, "y:1", 3, {3});
    return std::make_shared<const Capture>(builder.build());
}

QString batchesText(const Capture& capture, std::size_t graph = 0) {
    QStringList parts;
    for (const std::int64_t batchSize : *capture.graphs()[graph].batchSizes) {
        parts << (batchSize == kUnknownBatch ? QString("?") : QString::number(batchSize));
    }
    return parts.join(u' ');
}

QString codesText(const base::Diagnostics& diagnostics) {
    QStringList codes;
    for (const base::Diagnostic& diagnostic : diagnostics.items()) {
        codes << QString::fromStdString(diagnostic.code);
    }
    return codes.join(u' ');
}

GraphRelabels relabels(std::vector<Relabel> samples, const char* graph = "0", const char* module = "m") {
    GraphRelabels out{module, graph, {}};
    out.put(std::move(samples));
    return out;
}

}  // namespace

Q_DECLARE_METATYPE(dimscope::capture::Labelling)

class TestLabelling : public QObject {
    Q_OBJECT

 private slots:
    void applies_data() {
        QTest::addColumn<Labelling>("labelling");
        QTest::addColumn<QString>("batches");
        QTest::addColumn<QString>("codes");
        const BatchSizeSource half{BatchSizeSource::TensorAxis{"x", 0, 2}};
        const BatchSizeSource fifth{BatchSizeSource::TensorAxis{"x", 0, 5}};
        QTest::newRow("nothing stated") << Labelling{} << "1 ? 4"
                                        << "";
        QTest::newRow("source fills unknown ones only") << Labelling{half, {}} << "1 3 4"
                                                        << "";
        QTest::newRow("relabels change recorded ones") << Labelling{{}, {relabels({{0, 7}})}} << "7 ? 4"
                                                       << "";
        QTest::newRow("relabels give unknown ones") << Labelling{{}, {relabels({{1, 5}})}} << "1 5 4"
                                                    << "";
        QTest::newRow("a relabel wins over the source") << Labelling{half, {relabels({{1, 5}})}} << "1 5 4"
                                                        << "";
        QTest::newRow("relabelled samples need no source")
            << Labelling{fifth, {relabels({{1, 5}})}} << "1 5 4"
            << "";
        QTest::newRow("last sample") << Labelling{{}, {relabels({{2, 8}})}} << "1 ? 8"
                                     << "";
        QTest::newRow("behind the last") << Labelling{{}, {relabels({{2, 8}, {3, 1}})}} << "1 ? 8"
                                         << "relabel-out-of-range";
        QTest::newRow("before the first") << Labelling{{}, {relabels({{-1, 8}})}} << "1 ? 4"
                                          << "relabel-out-of-range";
        QTest::newRow("unknown graph") << Labelling{{}, {relabels({{0, 8}}, "7")}} << "1 ? 4"
                                       << "relabel-unmatched";
        QTest::newRow("unknown module") << Labelling{{}, {relabels({{0, 8}}, "0", "n")}} << "1 ? 4"
                                        << "relabel-unmatched";
    }

    void applies() {
        QFETCH(Labelling, labelling);
        const auto recorded = recordedCapture();
        base::Diagnostics diagnostics;
        const auto out = labelled(recorded, labelling, diagnostics);
        QTEST(batchesText(*out), "batches");
        QTEST(codesText(diagnostics), "codes");
        QCOMPARE(batchesText(*recorded), QString("1 ? 4"));
        QCOMPARE(batchesText(*out, 1), labelling.find("m", "1") != nullptr ? QString("9") : QString("3"));
        for (std::size_t i = 0; i < recorded->tensors().size(); ++i) {
            QCOMPARE(out->tensors()[i].columns.get(), recorded->tensors()[i].columns.get());
            QCOMPARE(out->tensors()[i].id, recorded->tensors()[i].id);
        }
    }

    void outOfRangeIsCounted() {
        base::Diagnostics diagnostics;
        (void)labelled(recordedCapture(), {{}, {relabels({{3, 1}, {4, 1}, {9, 2}}, "1")}}, diagnostics);
        QCOMPARE(diagnostics.items().size(), std::size_t(1));
        const base::Diagnostic& found = diagnostics.items()[0];
        QCOMPARE(found.where.graph, std::string("1"));
        QVERIFY(found.message.find("1 sample,") != std::string::npos);
        QVERIFY(found.message.find("sample 3 and 2 more") != std::string::npos);
    }

    void othersColumnsAreShared() {
        const auto recorded = recordedCapture();
        base::Diagnostics diagnostics;
        const auto out = labelled(recorded, {{}, {relabels({{0, 8}})}}, diagnostics);
        QCOMPARE(out->graphs()[1].batchSizes.get(), recorded->graphs()[1].batchSizes.get());
        QCOMPARE(labelled(recorded, {}, diagnostics).get(), recorded.get());
        QCOMPARE(labelled(nullptr, {}, diagnostics).get(), static_cast<const Capture*>(nullptr));
    }

    void listsWhatChanged() {
        const auto recorded = recordedCapture();
        const Labelling labelling{{}, {relabels({{0, 1}, {1, 3}, {2, 5}, {3, 5}})}};
        const std::vector<RelabelledSample> expected{{base::SampleId{1}, kUnknownBatch, 3},
                                                     {base::SampleId{2}, 4, 5}};
        QVERIFY(relabelledSamples(*recorded, base::GraphId{0}, labelling) == expected);
        QVERIFY(relabelledSamples(*recorded, base::GraphId{1}, labelling).empty());
    }

    void putsAndRemoves() {
        GraphRelabels graph = relabels({{5, 1}, {2, 3}, {5, 4}});
        QVERIFY((graph.samples == std::vector<Relabel>{{2, 3}, {5, 4}}));
        graph.put({{2, 9}});
        QCOMPARE(graph.find(2).value_or(0), 9);
        QVERIFY(!graph.find(3));
        graph.remove({7, 5});
        QVERIFY((graph.samples == std::vector<Relabel>{{2, 9}}));
        Labelling labelling;
        labelling.put(relabels({{0, 2}}, "1"));
        labelling.put(relabels({{0, 2}}, "0"));
        labelling.put(graph);
        QCOMPARE(labelling.relabels.size(), std::size_t(2));
        QCOMPARE(labelling.relabels[0], graph);
        graph.remove({2});
        labelling.put(graph);
        QCOMPARE(labelling.relabels.size(), std::size_t(1));
        QCOMPARE(labelling.find("m", "0"), static_cast<const GraphRelabels*>(nullptr));
    }
};

QTEST_APPLESS_MAIN(TestLabelling)
#include "tst_labelling.moc"
