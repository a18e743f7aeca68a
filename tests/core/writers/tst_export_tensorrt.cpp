// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>

#include "core/base/json_reader.h"
#include "tests/core/writers/export_graphs.h"

using namespace dimscope;
using namespace dimscope::test;
using base::JsonValue;

Q_DECLARE_METATYPE(dimscope::test::ExportGraph)

namespace {

constexpr const char* kTrtexec = "trtexec";
constexpr const char* kPolygraphy = "polygraphy";
constexpr const char* kOnnxRuntime = "onnxruntime";
const QStringList kBounds = {"min", "opt", "max"};

ExportTensor x(const std::vector<ExportAxis>& axes) {
    return exportInput({"x"}, axes);
}

/// `name=2,4` per input that has axes, or all of them, as a target must read it.
QStringList expected(const ExportGraph& graph, const QString& bound) {
    QStringList out;
    for (const ExportTensor& tensor : graph.inputs) {
        const auto& spec = tensor.spec;
        QStringList sizes;
        for (const std::int64_t size : bound == "min" ? spec.min : bound == "opt" ? spec.opt : spec.max) {
            sizes << QString::number(size);
        }
        out << QString::fromStdString(tensor.name) + "=" + sizes.join(',');
    }
    return out;
}

/// What trtexec and ONNX Runtime read from a list: entries end at commas, names at the last colon, sizes are
/// whole numbers between `x`.
QStringList readList(const QString& list) {
    QStringList out;
    for (const QString& entry : list.split(',')) {
        const QString name = entry.left(entry.lastIndexOf(':'));
        const QString sizes = entry.mid(entry.lastIndexOf(':') + 1);
        out << name + "=" + (sizes == "scalar" ? QString() : QString(sizes).replace('x', ','));
    }
    return out;
}

ExportGraph withNames(const std::string& forbidden) {
    ExportGraph graph = graphOf({});
    for (const std::string& name : oddNames()) {
        if (name.find_first_of(forbidden) == std::string::npos) {
            graph.inputs.push_back(named(x({dynamicAxis(name, 1, 2, 3), fixedAxis(4)}), name));
        }
    }
    return graph;
}

}  // namespace

class TestExportTensorRt : public QObject {
    Q_OBJECT

 private slots:
    void trtexecText() {
        QCOMPARE(
            QString::fromStdString(textOf(kTrtexec, diffusionGraph())),
            QString(R"(--minShapes='sample:2x4x64x64,timestep:scalar,options["mask"]:1x1,states[1]:1x77' \
--optShapes='sample:4x4x96x96,timestep:scalar,options["mask"]:2x512,states[1]:2x77' \
--maxShapes='sample:8x4x128x128,timestep:scalar,options["mask"]:4x512,states[1]:4x77'
# Module "unet", graph "0". Syntax checked against trtexec of TensorRT 11.1.
)"));
    }

    void polygraphyText() {
        ExportGraph graph = diffusionGraph();
        graph.inputs.resize(2);
        QCOMPARE(QString::fromStdString(textOf(kPolygraphy, graph)),
                 QString(R"(--trt-min-shapes 'sample:[2,4,64,64]' 'timestep:[]' \
--trt-opt-shapes 'sample:[4,4,96,96]' 'timestep:[]' \
--trt-max-shapes 'sample:[8,4,128,128]' 'timestep:[]'
# Module "unet", graph "0". Syntax checked against Polygraphy 0.49.27.
)"));
    }

    void onnxRuntimeText() {
        ExportGraph graph = diffusionGraph();
        graph.inputs.resize(2);
        QCOMPARE(QString::fromStdString(textOf(kOnnxRuntime, graph)),
                 QString(R"(# Module "unet", graph "0". Syntax checked against ONNX Runtime 1.21.0.

tensorrt_options = {
    "trt_profile_min_shapes": 'sample:2x4x64x64',
    "trt_profile_opt_shapes": 'sample:4x4x96x96',
    "trt_profile_max_shapes": 'sample:8x4x128x128',
}
)"));
    }

    void trtexecReadsBack_data() {
        QTest::addColumn<ExportGraph>("graph");
        QTest::newRow("doubled latents and a scalar") << diffusionGraph();
        QTest::newRow("odd names") << withNames(",'");
        QTest::newRow("two batch axes")
            << graphOf({x({batchAxis(1, 1, 2, 4), batchAxis(2, 2, 4, 8), fixedAxis(3)})});
        QTest::newRow("from 0, up to the largest int")
            << graphOf({x({dynamicAxis("d0", 0, 1, 2147483647), fixedAxis(0)})});
    }

    void trtexecReadsBack() {
        QFETCH(ExportGraph, graph);
        const QStringList words = shellWords(textOf(kTrtexec, graph));
        QCOMPARE(words.size(), 3);
        for (qsizetype i = 0; i < 3; ++i) {
            const QString flag = "--" + kBounds[i] + "Shapes=";
            QVERIFY2(words[i].startsWith(flag), qPrintable(words[i]));
            QCOMPARE(readList(words[i].mid(flag.size())), expected(graph, kBounds[i]));
        }
    }

    void polygraphyReadsBack_data() {
        QTest::addColumn<ExportGraph>("graph");
        QTest::newRow("doubled latents and a scalar") << diffusionGraph();
        QTest::newRow("odd names") << withNames("");
        QTest::newRow("a line break in a name") << graphOf({named(x({fixedAxis(2)}), "a\nb")});
    }

    void polygraphyReadsBack() {
        QFETCH(ExportGraph, graph);
        const QStringList words = shellWords(textOf(kPolygraphy, graph));
        const qsizetype inputs = static_cast<qsizetype>(graph.inputs.size());
        QCOMPARE(words.size(), 3 * (inputs + 1));
        for (qsizetype i = 0; i < 3; ++i) {
            const QStringList part = words.mid(i * (inputs + 1), inputs + 1);
            QCOMPARE(part.front(), "--trt-" + kBounds[i] + "-shapes");
            QStringList read;
            for (const QString& word : part.mid(1)) {
                const qsizetype colon = word.lastIndexOf(':');
                QCOMPARE(word[colon + 1], QChar('['));
                QVERIFY(word.endsWith(']'));
                read << word.left(colon) + "=" + word.mid(colon + 2).chopped(1);
            }
            QCOMPARE(read, expected(graph, kBounds[i]));
        }
    }

    void onnxRuntimeReadsBack_data() {
        QTest::addColumn<ExportGraph>("graph");
        ExportGraph diffusion = diffusionGraph();
        diffusion.inputs.erase(diffusion.inputs.begin() + 1);
        QTest::newRow("doubled latents") << diffusion;
        QTest::newRow("odd names") << withNames(",:");
        QTest::newRow("two batch axes")
            << graphOf({x({batchAxis(1, 1, 2, 4), batchAxis(2, 2, 4, 8), fixedAxis(3)})});
    }

    void onnxRuntimeReadsBack() {
        QFETCH(ExportGraph, graph);
        const JsonValue options = pythonValue(textOf(kOnnxRuntime, graph), "tensorrt_options");
        QVERIFY2(options.object() && options.object()->size() == 3, base::dumpJson(options).c_str());
        for (const QString& bound : kBounds) {
            const JsonValue* value = options.find("trt_profile_" + bound.toStdString() + "_shapes");
            QVERIFY(value);
            QCOMPARE(readList(QString::fromStdString(*value->string())), expected(graph, bound));
        }
    }

    void shapeTensorsAreNoted_data() {
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<int>("rank");
        QTest::addColumn<bool>("noted");
        QTest::newRow("whole number") << "int64" << 0 << true;
        QTest::newRow("list of whole numbers") << "int32" << 1 << true;
        QTest::newRow("table of whole numbers") << "int64" << 2 << false;
        QTest::newRow("list of bytes") << "uint8" << 1 << false;
        QTest::newRow("real number") << "float32" << 0 << false;
        QTest::newRow("dtype not known") << "" << 1 << false;
    }

    /// In a profile TensorRT takes values of such inputs in place of sizes.
    void shapeTensorsAreNoted() {
        QFETCH(QString, dtype);
        QFETCH(int, rank);
        QFETCH(bool, noted);
        const std::vector<ExportAxis> axes(static_cast<std::size_t>(rank), fixedAxis(3));
        const ExportGraph graph =
            graphOf({exportInput({"x"}, {dynamicAxis("d0", 1, 2, 4)}, "float16"),
                     named(exportInput({"target"}, axes, dtype.toStdString()), "target")});
        for (const char* target : {kTrtexec, kPolygraphy, kOnnxRuntime}) {
            const QStringList found = notesOf(target, graph).filter("shape tensor");
            QCOMPARE(found.size(), noted ? 1 : 0);
            QVERIFY(!noted || found.front().contains("target"));
        }
    }

    void notes() {
        const QString together =
            "a profile has a range per axis: that axes move together, as those of batch "
            "do, is not said";
        const QString values =
            "timestep: if the model takes its values for sizes (a shape tensor), a profile has these values "
            "in "
            "place of its sizes: write them by hand, a capture holds none";
        QCOMPARE(notesOf(kTrtexec, diffusionGraph()), (QStringList{values, together}));
        QCOMPARE(notesOf(kPolygraphy, diffusionGraph()), (QStringList{values, together}));
        QCOMPARE(
            notesOf(kOnnxRuntime, diffusionGraph()),
            (QStringList{"timestep: a scalar has no shape in these options: it is left out, as inputs of "
                         "fixed shape may be",
                         values, together}));
        const QString volume =
            "x: the maximum has more than 2147483647 elements, which many layers of "
            "TensorRT do not take";
        const ExportGraph fits = graphOf({x({fixedAxis(2147483647), dynamicAxis("d0", 0, 0, 1)})});
        const ExportGraph large = graphOf({x({fixedAxis(46341), dynamicAxis("d0", 1, 1, 46341)})});
        for (const char* target : {kTrtexec, kPolygraphy, kOnnxRuntime}) {
            QCOMPARE(notesOf(target, fits), QStringList());
            QCOMPARE(notesOf(target, large), QStringList{volume});
        }
        QCOMPARE(notesOf(kTrtexec, graphOf({x({fixedAxis(2)})})),
                 QStringList{"no input has a range: trtexec takes these flags only for a model with dynamic "
                             "inputs"});
    }

    void refuses_data() {
        QTest::addColumn<QString>("target");
        QTest::addColumn<ExportGraph>("graph");
        QTest::addColumn<QString>("tensor");
        QTest::addColumn<int>("axis");
        const std::vector<ExportAxis> axes = {fixedAxis(3), dynamicAxis("d0", 1, 2, 3)};
        const ExportGraph huge = graphOf({x({fixedAxis(2), dynamicAxis("d0", 1, 2, 2147483648)})});
        const auto withName = [&](std::string name) { return graphOf({named(x(axes), std::move(name))}); };
        for (const char* target : {kTrtexec, kPolygraphy, kOnnxRuntime}) {
            QTest::addRow("%s: no inputs", target) << target << graphOf({}) << "" << -1;
            QTest::addRow("%s: empty name", target) << target << withName("") << "x" << -1;
            QTest::addRow("%s: NUL", target) << target << withName(std::string("a\0b", 3)) << "x" << -1;
        }
        for (const char* target : {kTrtexec, kOnnxRuntime}) {
            QTest::addRow("%s: comma", target) << target << withName("a,b") << "x" << -1;
            QTest::addRow("%s: beyond an int", target) << target << huge << "x" << 1;
        }
        QTest::newRow("trtexec: single quote") << kTrtexec << withName("it's") << "x" << -1;
        QTest::newRow("trtexec: wildcard") << kTrtexec << withName("a*") << "x" << -1;
        QTest::newRow("polygraphy: looks like an option") << kPolygraphy << withName("-x") << "x" << -1;
        QTest::newRow("onnxruntime: colon") << kOnnxRuntime << withName("onnx::Conv_1") << "x" << -1;
        QTest::newRow("onnxruntime: scalars only") << kOnnxRuntime << graphOf({x({})}) << "" << -1;
    }

    void refuses() {
        QFETCH(QString, target);
        QFETCH(ExportGraph, graph);
        QFETCH(QString, tensor);
        QFETCH(int, axis);
        const auto number = axis < 0 ? std::nullopt : std::optional(axis);
        QCOMPARE(refusalDiffers(target.toStdString(), graph, tensor.toStdString(), number), QString());
    }
};

QTEST_APPLESS_MAIN(TestExportTensorRt)
#include "tst_export_tensorrt.moc"
