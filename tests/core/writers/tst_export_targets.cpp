// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTest>
#include <algorithm>
#include <string>

#include "core/inference/effective_spec.h"
#include "tests/core/writers/export_graphs.h"
#include "tests/support/sample_data.h"

using namespace dimscope;
using namespace dimscope::test;
using overrides::Judgement;
using overrides::Problem;

namespace {

const QStringList kIds = {"aitune-json", "aitune-python", "records",     "trtexec", "polygraphy",
                          "triton",      "torch-export",  "onnxruntime", "openvino"};

/// Texts that stand behind a command: a comment in front of them would hide them.
bool isForShell(const QString& target) {
    return target == "trtexec" || target == "polygraphy";
}

Judgement judgementOf(const test_support::SampleData& data) {
    Judgement out;
    for (const capture::Tensor& tensor : data.capture->tensors()) {
        out.effective.push_back(inference::inferredSpec(data.analysis->tensors[tensor.id.value]));
        out.names.push_back("name of " + tensor.accessPath);
        out.dtypes.push_back(overrides::bareDtype(tensor.dtype));
    }
    return out;
}

Problem problem(std::string code, base::Severity severity, std::string graph) {
    Problem out;
    out.code = std::move(code);
    out.severity = severity;
    out.module = "unet";
    out.graph = std::move(graph);
    out.tensor = exportInput({"sample"}, {}).locator;
    out.axis = 2;
    out.message = "the size 96 lies outside 64 to 80";
    return out;
}

}  // namespace

class TestExportTargets : public QObject {
    Q_OBJECT

 private slots:
    void ids() {
        QStringList ids;
        for (const writers::ExportTarget& target : writers::exportTargets()) {
            ids << QString::fromUtf8(target.id.data(), static_cast<qsizetype>(target.id.size()));
            QCOMPARE(writers::findExportTarget(target.id), &target);
            QVERIFY(!target.title.empty() && !target.description.empty());
            QVERIFY(target.suffix.starts_with('.'));
        }
        QCOMPARE(ids, kIds);
        QVERIFY(!writers::findExportTarget("Triton"));
        QVERIFY(!writers::findExportTarget(""));
    }

    void graphOfACapture() {
        const auto data = test_support::pipelineCapture();
        Judgement judgement = judgementOf(data);
        judgement.problems = {problem("uncovered", base::Severity::error, "0"),
                              problem("off-grid", base::Severity::warning, "0"),
                              problem("duplicate-name", base::Severity::error, "1")};
        const auto id = test_support::graphNamed(*data.capture, "unet", "0");
        const ExportGraph graph = writers::exportGraph(*data.capture, judgement, id);
        QCOMPARE(graph.module, std::string("unet"));
        QCOMPARE(graph.graph, std::string("0"));
        QCOMPARE(graph.errors.size(), std::size_t{1});
        QCOMPARE(graph.errors.front().code, std::string("uncovered"));
        std::vector<const ExportTensor*> tensors;
        for (const ExportTensor& tensor : graph.inputs) {
            QVERIFY(tensor.locator.side() == module::Side::input);
            tensors.push_back(&tensor);
        }
        for (const ExportTensor& tensor : graph.outputs) {
            QVERIFY(tensor.locator.side() == module::Side::output);
            tensors.push_back(&tensor);
        }
        const capture::Graph& source = data.capture->graph(id);
        QCOMPARE(tensors.size(), source.tensors.size());
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            const capture::Tensor& tensor = data.capture->tensor(source.tensors[i]);
            QCOMPARE(tensors[i]->locator.accessPath(), tensor.accessPath);
            QCOMPARE(tensors[i]->name, judgement.names[tensor.id.value]);
            QCOMPARE(tensors[i]->dtype, judgement.dtypes[tensor.id.value]);
            QVERIFY(tensors[i]->spec == judgement.effective[tensor.id.value]);
        }
        QCOMPARE(graph.otherInputs.size(), source.otherInputs.size());
    }

    void uncoveredIsANote_data() {
        QTest::addColumn<QString>("target");
        for (const QString& id : kIds) {
            QTest::newRow(qPrintable(id)) << id;
        }
    }

    void uncoveredIsANote() {
        QFETCH(QString, target);
        ExportGraph graph = diffusionGraph();
        graph.inputs.erase(graph.inputs.begin() + 1);  // the scalar, which Triton refuses
        const std::string text = textOf(target.toStdString(), graph);
        const QStringList notes = notesOf(target.toStdString(), graph);
        graph.errors = {problem("uncovered", base::Severity::error, "0")};
        QCOMPARE(textOf(target.toStdString(), graph), text);
        QCOMPARE(notesOf(target.toStdString(), graph),
                 QStringList{"sample:2: the size 96 lies outside 64 to 80"} + notes);
    }

    void brokenRuleRefuses_data() { uncoveredIsANote_data(); }

    void brokenRuleRefuses() {
        QFETCH(QString, target);
        ExportGraph graph = diffusionGraph();
        graph.errors = {problem("uncovered", base::Severity::error, "0"),
                        problem("symbol-conflict", base::Severity::error, "0")};
        QCOMPARE(refusalDiffers(target.toStdString(), graph, "sample", 2), QString());
        graph.errors.back().tensor.reset();
        graph.errors.back().axis.reset();
        QCOMPARE(refusalDiffers(target.toStdString(), graph, "", {}), QString());
    }

    void firstAndLastLine_data() { uncoveredIsANote_data(); }

    void firstAndLastLine() {
        QFETCH(QString, target);
        ExportGraph graph = diffusionGraph();
        graph.inputs.erase(graph.inputs.begin() + 1);
        graph.module = "a\n\"b";
        const std::string text = textOf(target.toStdString(), graph);
        QVERIFY(text.ends_with('\n') && !text.ends_with("\n\n"));
        if (writers::findExportTarget(target.toStdString())->suffix != ".json") {
            const std::string line = "# Module \"a\\n\\\"b\", graph \"0\". Syntax checked against ";
            const std::size_t at = isForShell(target) ? text.rfind('\n', text.size() - 2) + 1 : 0;
            QVERIFY2(text.find(line) == at, text.c_str());
        }
    }

    void equalNames_data() { uncoveredIsANote_data(); }

    void equalNames() {
        QFETCH(QString, target);
        const bool byName = !QStringList{"aitune-json", "aitune-python", "torch-export"}.contains(target);
        ExportGraph graph = diffusionGraph();
        graph.inputs.erase(graph.inputs.begin() + 1);
        graph.inputs[2].name = graph.inputs[0].name;
        const QString differs =
            refusalDiffers(target.toStdString(), graph, graph.inputs[2].locator.accessPath(), {});
        QVERIFY2(differs.isEmpty() == byName, qPrintable(differs));
        graph.inputs[2].name = "another";
        graph.outputs.push_back(graph.outputs[0]);
        const bool readsOutputs = target == "triton" || target == "records";
        QCOMPARE(
            refusalDiffers(target.toStdString(), graph, graph.outputs[0].locator.accessPath(), {}).isEmpty(),
            readsOutputs);
    }

    void tensThousandsOfInputs_data() { uncoveredIsANote_data(); }

    /// Inputs with a name of their own each for one axis, and an axis without a name.
    void tensThousandsOfInputs() {
        QFETCH(QString, target);
        constexpr int kInputs = 30000;
        std::vector<ExportTensor> inputs;
        for (int i = 0; i < kInputs; ++i) {
            inputs.push_back(
                exportInput({"x" + std::to_string(i)},
                            {batchAxis(1, 1, 2, 4), dynamicAxis("s" + std::to_string(i), 1, 2, 9),
                             dynamicAxis({}, 2, 3, 5)}));
        }
        const ExportGraph graph = graphOf(std::move(inputs));
        // The square of the inputs would take minutes, beyond what this program may take in all.
        QVERIFY(textOf(target.toStdString(), graph).size() > kInputs);
    }

    void noteText() {
        QCOMPARE((writers::ExportNote{"x", 1, "why"}.text()), std::string("x:1: why"));
        QCOMPARE((writers::ExportNote{"x", {}, "why"}.text()), std::string("x: why"));
        QCOMPARE((writers::ExportNote{"", {}, "why"}.text()), std::string("why"));
    }

    void readmeNamesEveryTarget() {
        QFile readme(DIMSCOPE_SOURCE_DIR "/core/README.md");
        QVERIFY(readme.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(readme.readAll());
        const QString section = text.mid(text.indexOf("\n## Exports\n")).section("\n## ", 1, 1);
        for (const QString& id : kIds) {
            QVERIFY2(section.contains("\n| `" + id + "` |"), qPrintable(id));
        }
        QCOMPARE(section.count("\n| `"), kIds.size());
    }
};

QTEST_APPLESS_MAIN(TestExportTargets)
#include "tst_export_targets.moc"
