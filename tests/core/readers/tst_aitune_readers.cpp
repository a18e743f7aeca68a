// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>

#include "core/readers/flat_names.h"
#include "reader_texts.h"

using namespace dimscope;
using namespace dimscope::test;
using base::ErrorCode;
using base::Severity;

namespace {

readers::OpenedCapture sample(const std::string& name) {
    return opened(dataFile("aitune/" + name), name);
}

const capture::Module& moduleNamed(const capture::Capture& capture, const std::string& name) {
    for (const capture::Module& module : capture.modules()) {
        if (module.name == name) {
            return module;
        }
    }
    qFatal("no module %s", name.c_str());
}

const capture::Graph& graphNamed(const capture::Capture& capture, const std::string& module,
                                 const std::string& name) {
    for (const capture::GraphId id : moduleNamed(capture, module).graphs) {
        if (capture.graph(id).name == name) {
            return capture.graph(id);
        }
    }
    qFatal("no graph %s of %s", name.c_str(), module.c_str());
}

/// "input sample sample [batch0, 4] 2..8 ..." of one tensor.
QString tensorText(const capture::Capture& capture, capture::TensorId id) {
    const capture::Tensor& tensor = capture.tensor(id);
    return QString::fromStdString(std::string(name(tensor.side())) + " " + tensor.accessPath + " " +
                                  tensor.locator.semanticPathText() + " " +
                                  module::shapeText(tensor.summary->shape()) + " " +
                                  module::sizesText(tensor.summary->minShape()) + " " +
                                  module::sizesText(tensor.summary->maxShape()) + " " + tensor.dtype);
}

const capture::Detail* detailOf(const std::vector<capture::Detail>& details, const std::string& key) {
    const auto found = std::find_if(details.begin(), details.end(),
                                    [&](const capture::Detail& detail) { return detail.key == key; });
    return found == details.end() ? nullptr : &*found;
}

}  // namespace

class TestAituneReaders : public QObject {
    Q_OBJECT

 private slots:
    void metadata_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("tensors");
        QTest::addColumn<int>("others");
        QTest::addColumn<QString>("graph");
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("tensor");
        QTest::newRow("text encoder") << "clip_text_encoder" << 2 << 2 << "0" << 0
                                      << "input input_ids input_ids [batch0, 77] [1, 77] [8, 77] torch.int64";
        QTest::newRow("scalar") << "unet_cfg" << 5 << 4 << "0" << 1
                                << "input timestep timestep [] [] [] torch.int64";
        QTest::newRow("doubled latents")
            << "unet_cfg" << 5 << 4 << "0" << 0
            << "input sample sample [batch0, 4, dim2, dim3] [2, 4, 64, 64] [8, 4, 128, 160] torch.float16";
        QTest::newRow("keys that are no identifiers")
            << "detector" << 2 << 6 << "0" << 1
            << "input pixel_mask pixel_mask [batch0, dim1, dim2] [1, 480, 640] [4, 800, 1216] torch.int64";
        QTest::newRow("attributes, prefill")
            << "llm_prefill" << 12 << 2 << "0 (LLM phase prefill)" << 3
            << "input past_key_values.layers[0].keys ('past_key_values', 'layers', 0, 'keys') "
               "[batch0, 8, 1024, 128] [1, 8, 1024, 128] [4, 8, 1024, 128] torch.bfloat16";
        QTest::newRow("decode") << "llm_decode" << 12 << 2 << "0 (LLM phase decode)" << 11
                                << "input cache_position cache_position [1] [1] [1] torch.int64";
    }

    void metadata() {
        QFETCH(QString, file);
        QFETCH(int, tensors);
        QFETCH(int, others);
        QFETCH(QString, graph);
        QFETCH(int, which);
        QFETCH(QString, tensor);
        const auto result = sample(file.toStdString() + ".json");
        const capture::Graph& found = graphNamed(*result.capture, file.toStdString(), graph.toStdString());
        QVERIFY(found.isSummary());
        QCOMPARE(static_cast<int>(found.tensors.size()), tensors);
        QCOMPARE(static_cast<int>(found.otherInputs.size()), others);
        QCOMPARE(tensorText(*result.capture, found.tensors[static_cast<std::size_t>(which)]), tensor);
        QCOMPARE(result.capture->sources()[0].format, std::string("aitune.metadata"));
        QVERIFY(result.diagnostics.empty());
    }

    void sideOfMetadata_data() {
        QTest::addColumn<QString>("paths");
        QTest::addColumn<bool>("output");
        QTest::newRow("element") << R"("access_path": "output[0]", "semantic_path": 0)" << true;
        QTest::newRow("root") << R"("access_path": "output", "semantic_path": [])" << true;
        QTest::newRow("attribute") << R"("access_path": "output.logits", "semantic_path": "logits")" << true;
        QTest::newRow("input called output")
            << R"("access_path": "output", "semantic_path": "output")" << false;
        QTest::newRow("element of an input called output")
            << R"("access_path": "output[0]", "semantic_path": ["output", 0])" << false;
        QTest::newRow("input called output_mask")
            << R"("access_path": "output_mask", "semantic_path": "output_mask")" << false;
        QTest::newRow("input") << R"("access_path": "x", "semantic_path": "x")" << false;
        QTest::newRow("flat output") << R"("name": "outputs_0")" << true;
        QTest::newRow("flat input") << R"("name": "kwargs_outputs")" << false;
    }

    void sideOfMetadata() {
        QFETCH(QString, paths);
        QFETCH(bool, output);
        const auto result =
            opened("{\"tensor_data\": [{" + paths.toStdString() +
                   ", \"shape\": [2], \"min_shape\": [2], \"max_shape\": [2], \"dtype\": null}], "
                   "\"other_data\": [], \"strict\": true, \"llm_phase\": null}");
        QCOMPARE(result.capture->tensors().at(0).side(), output ? module::Side::output : module::Side::input);
    }

    void moduleNames_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("module");
        QTest::newRow("plain") << "unet.json"
                               << "unet";
        QTest::newRow("packed") << "unet.v2.json.gz"
                                << "unet.v2";
        QTest::newRow("no ending") << "unet"
                                   << "unet";
        QTest::newRow("only an ending") << ".json"
                                        << ".json";
    }

    void moduleNames() {
        QFETCH(QString, file);
        QFETCH(QString, module);
        const auto result = opened(dataFile("aitune/unet_cfg.json"), file.toStdString());
        QCOMPARE(QString::fromStdString(result.capture->modules().at(0).name), module);
    }

    void flatNames_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("output");
        QTest::addColumn<QString>("path");
        QTest::newRow("positional") << "args_0" << false << "[\"args\",0]";
        QTest::newRow("nested positional") << "args_1_2" << false << "[\"args\",1,2]";
        QTest::newRow("keyword") << "kwargs_x" << false << "\"x\"";
        QTest::newRow("keyword with underscores")
            << "kwargs_encoder_hidden_states" << false << "\"encoder_hidden_states\"";
        QTest::newRow("element of a keyword") << "kwargs_x_0" << false << "[\"x\",0]";
        QTest::newRow("attribute") << "kwargs_t.data" << false << "[\"t\",\"data\"]";
        QTest::newRow("element of an attribute")
            << "kwargs_cache.layers_3.keys" << false << "[\"cache\",\"layers\",3,\"keys\"]";
        QTest::newRow("output") << "outputs_0" << true << "0";
        QTest::newRow("only output") << "outputs" << true << "[]";
        QTest::newRow("nested output") << "outputs_2_11" << true << "[2,11]";
        QTest::newRow("output by name") << "outputs_logits" << true << "\"logits\"";
        QTest::newRow("none of these") << "x" << false << "\"x\"";
        QTest::newRow("empty") << "" << false << "[]";
        QTest::newRow("too many digits for an index")
            << "kwargs_x_12345678901234567890" << false << "\"x_12345678901234567890\"";
        QTest::newRow("dots and bars only") << "kwargs_..__" << false << "\"__\"";
    }

    void flatNames() {
        QFETCH(QString, name);
        QFETCH(bool, output);
        QFETCH(QString, path);
        const auto json = readers::semanticPathOfFlatName(
            name.toStdString(), output ? module::Side::output : module::Side::input);
        QCOMPARE(QString::fromStdString(dumpJson(json)), path);
    }

    void reportOfAnOlderRelease() {
        const auto result = sample("tuning_report_v1.json");
        const capture::Capture& capture = *result.capture;
        const capture::Graph& graph = graphNamed(capture, "transformer", "0");
        QCOMPARE(graph.tensors.size(), std::size_t{5});
        QCOMPARE(
            tensorText(capture, graph.tensors[0]),
            QString("input args_0 ('args', 0) [batch0, 16, 128, 128] [2, 16, 128, 128] [4, 16, 128, 128] "
                    "torch.float16"));
        QCOMPARE(tensorText(capture, graph.tensors[1]),
                 QString("input kwargs_encoder_hidden_states encoder_hidden_states [batch0, dim1, 4096] "
                         "[2, 333, 4096] [4, 589, 4096] torch.float16"));
        QCOMPARE(tensorText(capture, graph.tensors[4]),
                 QString("output outputs_0 0 [batch0, 16, 128, 128] [2, 16, 128, 128] [4, 16, 128, 128] "
                         "torch.float16"));
        QCOMPARE(graph.otherInputs.size(), std::size_t{1});
        QCOMPARE(graph.otherInputs[0].locator.semanticPathText(), std::string("return_dict"));
        QCOMPARE(graph.otherInputs[0].value.str(), std::string("False"));
        const capture::Detail* backend = detailOf(graph.details, "selected_backend");
        QVERIFY(backend != nullptr);
        QCOMPARE(*backend->value.string(), std::string("TensorRTBackend()"));
        QVERIFY(detailOf(capture.details(), "schema_version") != nullptr);
        QVERIFY2(detailOf(capture.details(), "exception") == nullptr, "null says nothing");
    }

    void reportOfAnAheadOfTimeRun() {
        const auto result = sample("tuning_report_v3.json");
        const capture::Capture& capture = *result.capture;
        QCOMPARE(capture.modules().size(), std::size_t{3});
        QCOMPARE(capture.graphs().size(), std::size_t{5});
        QCOMPARE(capture.tensors().size(), std::size_t{35});
        QCOMPARE(graphNamed(capture, "text_encoder", "0").tensors.size(), std::size_t{17});
        QCOMPARE(graphNamed(capture, "text_encoder", "1").tensors.size(), std::size_t{4});
        const capture::Graph& unet = graphNamed(capture, "unet", "0");
        QCOMPARE(tensorText(capture, unet.tensors[0]),
                 QString("input sample sample [batch0, 4, dim2, dim3] [2, 4, 96, 128] [4, 4, 128, 160] "
                         "torch.float16"));
        QCOMPARE(detailOf(unet.details, "backend_builds")->severity, Severity::error);
        QCOMPARE(detailOf(graphNamed(capture, "unet", "1").details, "backend_builds")->severity,
                 Severity::note);
        const capture::Detail* shapes = detailOf(graphNamed(capture, "unet", "1").details, "dynamic_shapes");
        QVERIFY(shapes != nullptr && !shapes->value.array()->empty());
        const capture::Graph& decoder = graphNamed(capture, "decoder", "0");
        QCOMPARE(detailOf(decoder.details, "exception")->severity, Severity::error);
        QVERIFY(detailOf(decoder.details, "selected_backend") == nullptr);
        QCOMPARE(detailOf(moduleNamed(capture, "decoder").details, "exception")->severity, Severity::error);
        QVERIFY(decoder.line > 1);
        QVERIFY(result.diagnostics.empty());
    }

    void reportOfAJustInTimeRun() {
        const auto result = sample("tuning_report_v3_jit.json");
        const capture::Capture& capture = *result.capture;
        QCOMPARE(capture.modules().size(), std::size_t{5});
        QCOMPARE(capture.graphs().size(), std::size_t{5});
        QCOMPARE(capture.tensors().size(), std::size_t{24});
        const capture::Module& tuned = moduleNamed(capture, "TinyLlamaForCausalLM");
        QCOMPARE(tuned.graphs.size(), std::size_t{2});
        QVERIFY2(detailOf(capture.graph(tuned.graphs[0]).details, "selected_backend"),
                 "the tuned graph wins");
        QVERIFY(detailOf(tuned.details, "call_count") != nullptr);
        QCOMPARE(std::count_if(tuned.details.begin(), tuned.details.end(),
                               [](const capture::Detail& detail) { return detail.key == "num_parameters"; }),
                 std::ptrdiff_t{1});
        const capture::Module& neverCalled = moduleNamed(capture, "torch.nn.modules.dropout.Dropout");
        QVERIFY(neverCalled.graphs.empty());
        QCOMPARE(*detailOf(neverCalled.details, "state")->value.string(), std::string("init"));
        const capture::Graph& mlp = graphNamed(capture, "TinyLlamaForCausalLM.TinyLlamaMLP", "0");
        QCOMPARE(tensorText(capture, mlp.tensors[0]),
                 QString("input hidden_states hidden_states [dim0, dim1, 4096] [1, 1, 4096] [2, 12, 4096] "
                         "torch.bfloat16"));
    }

    void inspectedGraphThatDiffersStandsBeside() {
        std::string text = dataFile("aitune/tuning_report_v3_jit.json");
        const std::size_t at = text.find("\"max_shape\"");
        text.replace(text.find("31", at), 2, "32");
        const auto result = opened(text, "report.json");
        QCOMPARE(moduleNamed(*result.capture, "TinyLlamaForCausalLM").graphs.size(), std::size_t{3});
        QVERIFY(
            !graphNamed(*result.capture, "TinyLlamaForCausalLM", "0 (LLM phase prefill)/2").details.size());
    }

    void nonFiniteValues() {
        const auto result = sample("tuning_report_v3_nonfinite.json");
        const capture::Graph& graph = graphNamed(*result.capture, "classifier", "0");
        QCOMPARE(graph.otherInputs.at(0).value.str(), std::string("nan"));
        const capture::Detail* config = detailOf(result.capture->details(), "aitune_config");
        QCOMPARE(config->value.find("max_num_samples_stored")->number()->text, std::string("Infinity"));
    }

    /// Schema 2 was written with the paths of schema 3 for a week.
    void schemaIsToldByKeys() {
        const std::string three = dataFile("aitune/tuning_report_v3.json");
        const std::string two = replaced(three, "\"schema_version\": 3", "\"schema_version\": 2");
        QCOMPARE(contentOf(*opened(two).capture), contentOf(*opened(three).capture));
    }

    void otherOrderOfKeys() {
        const auto result = opened(
            "{\"modules\": [{\"graphs\": [{\"output_spec\": null, \"input_spec\": {\"tensor_data\": "
            "[{\"dtype\": null, "
            "\"max_shape\": [4], \"min_shape\": [2], \"shape\": [\"batch0\"], \"semantic_path\": \"x\", "
            "\"access_path\": "
            "\"x\"}], \"other_data\": [], \"strict\": true, \"llm_phase\": null}, \"graph_name\": \"7\"}], "
            "\"module_name\": \"late\"}], \"inspection_details\": null, \"schema_version\": 3}");
        const capture::Graph& graph = graphNamed(*result.capture, "late", "7");
        QCOMPARE(graph.tensors.size(), std::size_t{1});
        QCOMPARE(tensorText(*result.capture, graph.tensors[0]), QString("input x x [batch0] [2] [4] "));
    }

    void runThatHasNotBegun() {
        const auto result = opened("{\"schema_version\": 3, \"mode\": \"JIT\", \"modules\": []}");
        QVERIFY(result.capture->modules().empty());
        QCOMPARE(countOf(result.diagnostics, "no-shapes"), 1);
    }

    /// Cut at many bytes: a clear error, or a capture whose graphs are a part of the whole one's.
    void cutAnywhere_data() {
        QTest::addColumn<QString>("file");
        for (const char* file : {"tuning_report_v1.json", "tuning_report_v3_nonfinite.json", "unet_cfg.json",
                                 "tuning_report_v3_jit.json"}) {
            QTest::newRow(file) << file;
        }
    }

    void cutAnywhere() {
        QFETCH(QString, file);
        const std::string text = dataFile("aitune/" + file.toStdString());
        const std::size_t end = text.find_last_not_of(" \n");
        const std::size_t step = text.size() > 10000 ? 997 : 7;
        std::size_t tensors = 0;
        bool any = false;
        for (std::size_t size = 1; size <= end; size += step) {
            const auto result = readers::openText(text.substr(0, size), file.toStdString());
            if (!result) {
                QVERIFY2(!any, "more text must not give less");
                const ErrorCode code = result.error().code;
                QVERIFY2(code == ErrorCode::truncated || code == ErrorCode::unknownFormat ||
                             code == ErrorCode::syntax,
                         result.error().text().c_str());
                QVERIFY(result.error().where.line.has_value());
                continue;
            }
            any = true;
            QCOMPARE(countOf(result->diagnostics, "truncated"), 1);
            QVERIFY(!result->capture->sources()[0].complete);
            QVERIFY(result->capture->tensors().size() >= tensors);
            tensors = result->capture->tensors().size();
        }
        QVERIFY(any);
        QCOMPARE(tensors, opened(text).capture->tensors().size());
    }
};

QTEST_APPLESS_MAIN(TestAituneReaders)
#include "tst_aitune_readers.moc"
