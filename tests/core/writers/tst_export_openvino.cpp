// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>

#include "core/base/json_reader.h"
#include "tests/core/writers/export_graphs.h"

using namespace dimscope;
using namespace dimscope::test;
using base::JsonLayout;
using base::JsonValue;

Q_DECLARE_METATYPE(dimscope::test::ExportGraph)

namespace {

constexpr const char* kOpenVino = "openvino";

ExportTensor x(const std::vector<ExportAxis>& axes) {
    return exportInput({"x"}, axes);
}

QByteArray spaced(const JsonValue& value) {
    return QByteArray::fromStdString(base::dumpJson(value, JsonLayout::spaced));
}

/// What the snippet does to a model: shapes and layouts by name.
JsonValue appliedBy(const std::string& text) {
    return pythonValue(text, "ov.as_json(with_shapes(ov.Model()))");
}

}  // namespace

class TestExportOpenVino : public QObject {
    Q_OBJECT

 private slots:
    void text() {
        const QString text = QString::fromStdString(textOf(kOpenVino, diffusionGraph()));
        QVERIFY2(
            text.startsWith(R"(# Module "unet", graph "0". Syntax checked against OpenVINO 2025 (05bc9aa).
import openvino as ov

partial_shapes = {
    'sample': ov.PartialShape("[2..8,4,64..128,64..128]"),
    'timestep': ov.PartialShape("[]"),
    'options["mask"]': ov.PartialShape("[1..4,1..512]"),
    'states[1]': ov.PartialShape("[1..4,77]"),
}
layouts = {
    'options["mask"]': ov.Layout("[N,?]"),
    'states[1]': ov.Layout("[N,?]"),
}
)"),
            qPrintable(text));
    }

    void runs_data() {
        QTest::addColumn<ExportGraph>("graph");
        QTest::addColumn<QString>("applied");
        QTest::newRow("batch on axis 1")
            << graphOf({x({fixedAxis(3), batchAxis(1, 1, 4, 4), dynamicAxis({}, 0, 5, 9)})})
            << R"({"shapes": {"x": "[3,1..4,0..9]"}, "layouts": {"x": "[?,N,?]"}})";
        QTest::newRow("no batch axis")
            << graphOf({x({fixedAxis(0)})}) << R"({"shapes": {"x": "[0]"}, "layouts": {}})";
        QTest::newRow("scalar") << graphOf({x({})}) << R"({"shapes": {"x": "[]"}, "layouts": {}})";
        QTest::newRow("two batch axes") << graphOf({x({batchAxis(1, 1, 4, 4), batchAxis(1, 1, 4, 4)})})
                                        << R"({"shapes": {"x": "[1..4,1..4]"}, "layouts": {}})";
        QTest::newRow("multiplier 2")
            << graphOf({x({batchAxis(2, 2, 8, 8)})}) << R"({"shapes": {"x": "[2..8]"}, "layouts": {}})";
        QTest::newRow("multiplier not known")
            << graphOf({x({batchAxis({}, 1, 4, 4)})}) << R"({"shapes": {"x": "[1..4]"}, "layouts": {}})";
    }

    void runs() {
        QFETCH(ExportGraph, graph);
        QFETCH(QString, applied);
        const auto expected = base::parseJson(applied.toStdString());
        QVERIFY(expected);
        QCOMPARE(spaced(appliedBy(textOf(kOpenVino, graph))), spaced(*expected));
    }

    void oddNamesRun() {
        ExportGraph graph = graphOf({});
        graph.module = "a\nb";
        JsonValue::Object shapes;
        JsonValue::Object layouts;
        for (const std::string& name : oddNames()) {
            graph.inputs.push_back(named(x({batchAxis(1, 1, 2, 2)}), name));
            shapes.emplace_back(name, "[1..2]");
            layouts.emplace_back(name, "[N]");
        }
        const JsonValue expected = JsonValue::Object{{"shapes", shapes}, {"layouts", layouts}};
        QCOMPARE(spaced(appliedBy(textOf(kOpenVino, graph))), spaced(expected));
    }

    void notes() {
        QCOMPARE(
            notesOf(kOpenVino, diffusionGraph()),
            (QStringList{"sample:0: this axis is 2 times the batch size, which N cannot say, so this input "
                         "gets no layout",
                         "OpenVINO has no opt sizes: they are left out"}));
        QCOMPARE(notesOf(kOpenVino, graphOf({x({batchAxis(1, 1, 4, 4), batchAxis(2, 2, 8, 8)})})),
                 QStringList{"x:1: a second batch axis: a layout has one N, so this input gets no layout"});
        QCOMPARE(notesOf(kOpenVino, graphOf({x({batchAxis({}, 1, 4, 4)})})),
                 QStringList{"x:0: the size of this axis per batch size is not known, so this input gets no "
                             "layout"});
    }

    void refuses() {
        QCOMPARE(refusalDiffers(kOpenVino, graphOf({}), "", {}), QString());
        QCOMPARE(refusalDiffers(kOpenVino, graphOf({named(x({fixedAxis(1)}), "")}), "x", {}), QString());
    }
};

QTEST_APPLESS_MAIN(TestExportOpenVino)
#include "tst_export_openvino.moc"
