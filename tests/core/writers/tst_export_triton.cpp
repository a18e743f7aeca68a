// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>

#include "tests/core/writers/export_graphs.h"

using namespace dimscope;
using namespace dimscope::test;

Q_DECLARE_METATYPE(dimscope::test::ExportGraph)

namespace {

constexpr const char* kTriton = "triton";

ExportTensor x(const std::vector<ExportAxis>& axes, std::string dtype = "float16") {
    return exportInput({"x"}, axes, std::move(dtype));
}

QByteArray protoc(const QString& mode, const QByteArray& input, QString& failure) {
    return outputOf("protoc",
                    {mode + "=inference.ModelConfig",
                     "--proto_path=" DIMSCOPE_SOURCE_DIR "/tests/core/writers", "export_model_config.proto"},
                    input, failure);
}

/// The text as protobuf's own parser understands it, written by protobuf; what went wrong.
QString parsed(const std::string& text) {
    QString failure;
    const QByteArray bytes = protoc("--encode", QByteArray::fromStdString(text), failure);
    const QByteArray back = failure.isEmpty() ? protoc("--decode", bytes, failure) : QByteArray();
    return failure.isEmpty() ? QString::fromUtf8(back) : failure;
}

/// The triton text has no note but the one on what is to be added.
QStringList remarks(const ExportGraph& graph) {
    QStringList notes = notesOf(kTriton, graph);
    if (notes.value(notes.size() - 1) == "backend or platform, which Triton requires, is for you to add") {
        notes.removeLast();
    }
    return notes;
}

}  // namespace

class TestExportTriton : public QObject {
    Q_OBJECT

 private slots:
    void batching() {
        const ExportGraph graph =
            graphOf({exportInput({"ids"}, {batchAxis(1, 1, 2, 8), dynamicAxis("d0", 1, 77, 77)}, "int64"),
                     exportInput({"scale"}, {batchAxis(1, 1, 2, 8)}, "bfloat16")});
        QCOMPARE(
            QString::fromStdString(textOf(kTriton, graph)),
            QString(
                R"(# Module "unet", graph "0". Syntax checked against Triton's model_config.proto, server API 1.34.
max_batch_size: 4
input [
  {
    name: "ids"
    data_type: TYPE_INT64
    dims: [ -1 ]
  },
  {
    name: "scale"
    data_type: TYPE_BF16
    dims: [ 1 ]
    reshape { shape: [ ] }
  }
]
output [
  {
    name: "output[0]"
    data_type: TYPE_FP16
    dims: [ 4 ]
  }
]
)"));
        QCOMPARE(parsed(textOf(kTriton, graph)), QString(R"(max_batch_size: 4
input {
  name: "ids"
  data_type: TYPE_INT64
  dims: -1
}
input {
  name: "scale"
  data_type: TYPE_BF16
  dims: 1
  reshape {
  }
}
output {
  name: "output[0]"
  data_type: TYPE_FP16
  dims: 4
}
)"));
        QCOMPARE(remarks(graph),
                 QStringList{"Triton has no ranges: -1 takes any size, also outside min to max"});
    }

    void noBatching_data() {
        QTest::addColumn<ExportGraph>("graph");
        QTest::addColumn<QString>("note");
        const QString none = "%1: max_batch_size is 0, no batching: this tensor %2";
        const auto row = [&](const char* name, const ExportGraph& graph, const char* place, const char* why) {
            QTest::newRow(name) << graph << none.arg(place, why);
        };
        const std::vector<ExportAxis> good = {batchAxis(1, 1, 2, 4), fixedAxis(4)};
        row("multiplier 2", graphOf({x({batchAxis(2, 2, 8, 8), fixedAxis(4)})}), "x:0",
            "has a batch axis of 2 times the batch size");
        row("batch on axis 1", graphOf({x({fixedAxis(4), batchAxis(1, 1, 4, 4)})}), "x:1",
            "has its batch axis at 1, not at 0");
        row("no batch axis", graphOf({x(good), exportInput({"y"}, {fixedAxis(4), fixedAxis(4)})}), "y",
            "has no batch axis");
        row("multiplier not known", graphOf({x({batchAxis({}, 1, 4, 4), fixedAxis(4)})}), "x:0",
            "has a batch axis whose size per batch size is not known");
        row("two batch axes", graphOf({x({batchAxis(1, 1, 4, 4), batchAxis(1, 1, 4, 4)})}), "x:0",
            "has a second batch axis");
        row("batch sizes from 2", graphOf({x({batchAxis(1, 2, 4, 4), fixedAxis(4)})}), "x:0",
            "starts at batch size 2, and Triton batches from 1");
        row("batch sizes from 0", graphOf({x({batchAxis(1, 0, 4, 4), fixedAxis(4)})}), "x:0",
            "starts at batch size 0, and Triton batches from 1");
        row("batch sizes beyond an int", graphOf({x({batchAxis(1, 1, 4, 2147483648), fixedAxis(4)})}), "x:0",
            "has a batch size beyond 2147483647");
        ExportGraph output = graphOf({x(good)});
        output.outputs = {exportOutput({0}, {fixedAxis(4), fixedAxis(4)})};
        row("an output without batch axis", output, "output[0]", "has no batch axis");
    }

    void noBatching() {
        QFETCH(ExportGraph, graph);
        QFETCH(QString, note);
        const QString back = parsed(textOf(kTriton, graph));
        QVERIFY2(back.startsWith("input {\n"), qPrintable(back));
        // Every axis is there: the graphs above have two per tensor.
        const auto tensors = static_cast<qsizetype>(graph.inputs.size() + graph.outputs.size());
        QCOMPARE(back.count("  dims: "), 2 * tensors);
        QVERIFY2(remarks(graph).contains(note), qPrintable(remarks(graph).join('\n')));
    }

    void smallestMaximum() {
        ExportGraph graph = graphOf({x({batchAxis(1, 1, 16, 16), fixedAxis(4)})});
        QVERIFY(parsed(textOf(kTriton, graph)).startsWith("max_batch_size: 4\n"));
        graph.outputs = {exportOutput({0}, {batchAxis(1, 1, 32, 32), fixedAxis(4)})};
        QVERIFY(parsed(textOf(kTriton, graph)).startsWith("max_batch_size: 16\n"));
        QCOMPARE(remarks(graph), QStringList());
    }

    void oddNamesParse() {
        ExportGraph graph = graphOf({});
        std::vector<std::string> names = oddNames();
        names.push_back(std::string("\n\t\x01\x7f\0", 5));
        for (const std::string& name : names) {
            graph.inputs.push_back(named(x({batchAxis(1, 1, 2, 4), dynamicAxis(name, 1, 2, 3)}), name));
        }
        graph.module = "a\nb: \"c\"";
        QString failure;
        const QByteArray bytes =
            protoc("--encode", QByteArray::fromStdString(textOf(kTriton, graph)), failure);
        QCOMPARE(failure, QString());
        for (const std::string& name : names) {
            QByteArray field("\x0a");
            field.append(static_cast<char>(name.size()));
            QVERIFY2(bytes.contains(field + QByteArray::fromStdString(name)), name.c_str());
        }
    }

    void dtypes_data() {
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<QString>("type");
        const std::vector<std::pair<const char*, const char*>> rows = {
            {"bool", "BOOL"},     {"uint8", "UINT8"},  {"uint16", "UINT16"}, {"uint32", "UINT32"},
            {"uint64", "UINT64"}, {"int8", "INT8"},    {"int16", "INT16"},   {"int32", "INT32"},
            {"int64", "INT64"},   {"float16", "FP16"}, {"float32", "FP32"},  {"float64", "FP64"},
            {"bfloat16", "BF16"}};
        for (const auto& [dtype, type] : rows) {
            QTest::newRow(dtype) << dtype << QString("TYPE_") + type;
        }
    }

    void dtypes() {
        QFETCH(QString, dtype);
        QFETCH(QString, type);
        const QString back = parsed(textOf(kTriton, graphOf({x({fixedAxis(3)}, dtype.toStdString())})));
        QVERIFY2(back.startsWith("input {\n  name: \"x\"\n  data_type: " + type + "\n  dims: 3\n}\n"),
                 qPrintable(back));
    }

    void refuses_data() {
        QTest::addColumn<ExportGraph>("graph");
        QTest::addColumn<QString>("tensor");
        QTest::addColumn<int>("axis");
        QTest::newRow("no inputs") << graphOf({}) << "" << -1;
        ExportGraph noOutputs = graphOf({x({fixedAxis(3)})});
        noOutputs.outputs.clear();
        QTest::newRow("no outputs") << noOutputs << "" << -1;
        QTest::newRow("a scalar") << diffusionGraph() << "timestep" << -1;
        QTest::newRow("fixed size 0") << graphOf({x({fixedAxis(1), fixedAxis(0)})}) << "x" << 1;
        QTest::newRow("complex64") << graphOf({x({fixedAxis(1)}, "complex64")}) << "x" << -1;
        QTest::newRow("no dtype") << graphOf({x({fixedAxis(1)}, "")}) << "x" << -1;
        QTest::newRow("empty name") << graphOf({named(x({fixedAxis(1)}), "")}) << "x" << -1;
        ExportGraph output = graphOf({x({fixedAxis(3)})});
        output.outputs = {exportOutput({0}, {}), exportOutput({1}, {fixedAxis(3)})};
        QTest::newRow("a scalar output") << output << "output[0]" << -1;
    }

    void refuses() {
        QFETCH(ExportGraph, graph);
        QFETCH(QString, tensor);
        QFETCH(int, axis);
        const auto number = axis < 0 ? std::nullopt : std::optional(axis);
        QCOMPARE(refusalDiffers(kTriton, graph, tensor.toStdString(), number), QString());
    }
};

QTEST_APPLESS_MAIN(TestExportTriton)
#include "tst_export_triton.moc"
