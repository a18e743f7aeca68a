// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>

#include "core/inference/analysis.h"
#include "core/readers/open_capture.h"
#include "core/writers/native_writer.h"
#include "reader_texts.h"

using namespace dimscope;
using namespace std::string_literals;

namespace {

readers::OpenedCapture openFixture(const std::string& name) {
    auto opened = readers::openCapture({DIMSCOPE_TEST_DATA_DIR "/torch/" + name});
    if (!opened) {
        qFatal("%s", opened.error().text().c_str());
    }
    return *std::move(opened);
}

// One tensor a line, with its multipliers.
QStringList tensorsOf(const capture::Capture& capture, const capture::Graph& graph) {
    QStringList out;
    for (const capture::TensorId id : graph.tensors) {
        const capture::Tensor& tensor = capture.tensor(id);
        const module::TensorSpec& spec = *tensor.summary;
        out.append(QString::fromStdString(tensor.accessPath + ": " + spec.describe(module::InfoLevel::full) +
                                          " x" + base::dumpJson(spec.multipliersJson())));
    }
    return out;
}

std::string nativeText(const capture::Capture& capture) {
    std::string out;
    const auto written =
        writers::writeNativeCapture(capture, [&out](std::string_view text) -> base::Result<void> {
            out += text;
            return {};
        });
    return written ? out : written.error().text();
}

const QStringList kInputs{
    "sample: shape=[batch0, 4, dim2] min_shape=[2, 4, 64] max_shape=[8, 4, 96] dtype=torch.float16 "
    "x[2.0,4.0,null]",
    "opts[1].mask.data: shape=[batch0] min_shape=[1] max_shape=[4] dtype=torch.bool x[1.0]"};
const QString kOutput =
    "output[0]: shape=[batch0, 77] min_shape=[1, 77] max_shape=[4, 77] dtype=None x[1.0,77.0]";

}  // namespace

class TestAitunePersisted : public QObject {
    Q_OBJECT

 private slots:
    void inputs_data() {
        QTest::addColumn<QString>("file");
        QTest::newRow("to_dict") << "aitune_unet.pt";
        QTest::newRow("enumeration by number") << "aitune_numbers.pt";
        QTest::newRow("the object itself") << "aitune_object.pt";
    }
    void inputs() {
        QFETCH(QString, file);
        const readers::OpenedCapture opened = openFixture(file.toStdString());
        const capture::Capture& capture = *opened.capture;
        QCOMPARE(capture.modules().size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(capture.modules().front().name), file.chopped(3));
        QCOMPARE(capture.graphs().size(), std::size_t{1});
        const capture::Graph& graph = capture.graphs().front();
        QVERIFY(graph.isSummary());
        QCOMPARE(tensorsOf(capture, graph), kInputs);
        QCOMPARE(graph.strictness, module::Strictness::strict);
        QCOMPARE(graph.otherInputs.size(), std::size_t{2});
        QCOMPARE(graph.otherInputs[0].value.repr(), "True"s);
        QCOMPARE(graph.otherInputs[1].value.repr(), "(0.5, None)"s);
        const auto& steps = capture.tensors()[1].locator.steps();
        QCOMPARE(steps[1].container, module::Container::sequence);
        QCOMPARE(steps[2].container, module::Container::object);
        QCOMPARE(steps[3].container, module::Container::userObject);
        QVERIFY(opened.diagnostics.empty());
    }

    void outputsGoByTheirPaths() {
        const readers::OpenedCapture opened = openFixture("aitune_output.pt");
        QCOMPARE(tensorsOf(*opened.capture, opened.capture->graphs().front()), QStringList{kOutput});
        QCOMPARE(opened.capture->tensors().front().side(), module::Side::output);
    }

    void bothSides() {
        const readers::OpenedCapture opened = openFixture("aitune_pair.pt");
        QCOMPARE(opened.capture->graphs().size(), std::size_t{1});
        QCOMPARE(tensorsOf(*opened.capture, opened.capture->graphs().front()),
                 kInputs + QStringList{kOutput});
    }

    void tunedModule() {
        const readers::OpenedCapture opened = openFixture("aitune_state_dict.pt");
        const capture::Capture& capture = *opened.capture;
        QCOMPARE(capture.modules().size(), std::size_t{1});
        QCOMPARE(capture.modules().front().name, "text_encoder"s);
        QCOMPARE(capture.graphs().size(), std::size_t{2});
        const capture::Graph& first = capture.graphs()[0];
        QCOMPARE(first.name, "7"s);
        QCOMPARE(tensorsOf(capture, first), kInputs + QStringList{kOutput});
        QCOMPARE(first.details.size(), std::size_t{1});
        QCOMPARE(first.details[0].key, "selected_backend"s);
        QCOMPARE(base::dumpJson(first.details[0].value), "\"TensorRTBackend\""s);
        const capture::Graph& second = capture.graphs()[1];
        QCOMPARE(second.name, "0 (LLM phase prefill)"s);
        QCOMPARE(second.strictness, module::Strictness::lenient);
        QCOMPARE(tensorsOf(capture, second),
                 QStringList{
                     "input_ids: shape=[dim0, 1] min_shape=[1, 1] max_shape=[2, 1] dtype=torch.int64 xnull"});
    }

    void multipliersAreShown() {
        const readers::OpenedCapture opened = openFixture("aitune_pair.pt");
        const auto analysis = inference::analyse(*opened.capture);
        QVERIFY(analysis);
        const auto& tensors = analysis->tensors;
        QCOMPARE(tensors[0].axes[0].multiplier, std::optional<std::int64_t>(2));
        QVERIFY(!tensors[0].axes[1].multiplier);
        QVERIFY(!tensors[0].axes[2].multiplier);
        QCOMPARE(tensors[1].axes[0].multiplier, std::optional<std::int64_t>(1));
        const inference::GraphAnalysis& graph = analysis->graphs.front();
        QCOMPARE(graph.minBatchSize, std::optional<std::int64_t>(1));
        QCOMPARE(graph.maxBatchSize, std::optional<std::int64_t>(4));
        QCOMPARE(graph.rawMaxBatchSize, std::int64_t{8});
        const auto summaryOnly =
            std::find_if(graph.findings.begin(), graph.findings.end(),
                         [](const auto& finding) { return finding.code == "summary-only"; });
        QVERIFY(summaryOnly != graph.findings.end());
        QVERIFY(summaryOnly->message.find("multiplier of axis") == std::string::npos);
    }

    void multipliersSurviveWritingAndReading() {
        const readers::OpenedCapture opened = openFixture("aitune_pair.pt");
        const readers::OpenedCapture again = test::opened(nativeText(*opened.capture));
        QCOMPARE(tensorsOf(*again.capture, again.capture->graphs().front()), kInputs + QStringList{kOutput});
    }

    // The same shapes with other multipliers are another graph; with the same ones the same graph.
    void repeatsAreOneGraph() {
        const std::string folder = DIMSCOPE_TEST_DATA_DIR "/torch/";
        const auto opened = readers::openCapture({folder + "aitune_pair.pt", folder + "aitune_pair.pt"});
        QVERIFY(opened);
        QCOMPARE(opened->capture->graphs().size(), std::size_t{1});
        const std::string text = nativeText(*opened->capture);
        const std::string other = test::replaced(text, "[2.0, 4.0, null]", "[1.0, 4.0, null]");
        const readers::OpenedCapture both = test::opened(text + other);
        QCOMPARE(both.capture->graphs().size(), std::size_t{2});
    }

    void faults_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("code");
        QTest::newRow("attribute missing") << "_bs_multipliers"
                                           << "_xs_multipliers"
                                           << "missing-key";
        QTest::newRow("path missing") << "_access_path"
                                      << "_xccess_path"
                                      << "missing-key";
        QTest::newRow("unknown container") << "USER_TYPE"
                                           << "USED_TYPE"
                                           << "bad-value";
        QTest::newRow("symbol in the bounds") << "K\x01\x61"
                                              << "Na"
                                              << "bad-size";
    }
    void faults() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, code);
        std::string pickle = test::dataFile("torch/aitune_object.pkl");
        for (std::size_t at = 0; (at = pickle.find(from.toStdString(), at)) != std::string::npos; ++at) {
            pickle.replace(at, static_cast<std::size_t>(from.size()), to.toStdString());
        }
        const auto opened = readers::openText(pickle, "broken.pt");
        QVERIFY(!opened);
        QCOMPARE(QString::fromUtf8(base::name(opened.error().code).data()), code);
        QVERIFY(opened.error().where.byte.has_value());
    }
};

QTEST_APPLESS_MAIN(TestAitunePersisted)
#include "tst_aitune_persisted.moc"
