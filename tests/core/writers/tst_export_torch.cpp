// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>

#include "core/base/json_reader.h"
#include "tests/core/writers/export_graphs.h"

using namespace dimscope;
using namespace dimscope::test;
using base::JsonLayout;
using base::JsonValue;
using module::Container;

Q_DECLARE_METATYPE(dimscope::test::ExportGraph)

namespace {

constexpr const char* kTorch = "torch-export";

ExportTensor x(const std::vector<ExportAxis>& axes) {
    return exportInput({"x"}, axes);
}

module::Locator locator(std::vector<module::Step> steps) {
    return {std::move(steps), module::Side::input};
}

JsonValue shapesOf(const std::string& text) {
    return pythonValue(text, "__import__('torch.export').export.as_json(dynamic_shapes)");
}

QByteArray spaced(const JsonValue& value) {
    return QByteArray::fromStdString(base::dumpJson(value, JsonLayout::spaced));
}

}  // namespace

class TestExportTorch : public QObject {
    Q_OBJECT

 private slots:
    void text() {
        QCOMPARE(QString::fromStdString(textOf(kTorch, diffusionGraph())),
                 QString(R"(# Module "unet", graph "0". Syntax checked against PyTorch 2.6 and 2.14.
from torch.export import Dim

batch = Dim("batch", min=1, max=4)
d0 = Dim("d0", min=64, max=128)
d1 = Dim("d1", min=1, max=512)

dynamic_shapes = {
    'sample': (2 * batch, 4, d0, d0),
    'timestep': None,
    'options': {
        'mask': (batch, d1),
    },
    'states': [
        None,
        (batch, 77),
    ],
}
)"));
    }

    void runs_data() {
        QTest::addColumn<ExportGraph>("graph");
        QTest::addColumn<QString>("shapes");
        QTest::newRow("doubled latents, a scalar, a dict and a list")
            << diffusionGraph()
            << R"({"sample": {"shape": [["2*batch", 2, 8], 4, ["d0", 64, 128], ["d0", 64, 128]]}, "timestep": null, )"
               R"("options": {"mask": {"shape": [["batch", 1, 4], ["d1", 1, 512]]}}, )"
               R"("states": [null, {"shape": [["batch", 1, 4], 77]}]})";
        QTest::newRow("two batch axes in one tensor, one axis")
            << graphOf({x({batchAxis(1, 1, 4, 4), batchAxis(3, 3, 12, 12)}),
                        exportInput({"y"}, {batchAxis(1, 1, 4, 4)})})
            << R"({"x": {"shape": [["batch", 1, 4], ["3*batch", 3, 12]]}, "y": {"shape": [["batch", 1, 4]]}})";
        QTest::newRow("products alone")
            << graphOf({x({batchAxis(2, 2, 8, 8)})}) << R"({"x": {"shape": [["2*batch", 2, 8]]}})";
        QTest::newRow("fixed only") << graphOf({x({fixedAxis(3), dynamicAxis("d0", 4, 4, 4)})})
                                    << R"({"x": {"shape": [3, 4]}})";
        QTest::newRow("unnamed axes") << graphOf({x({dynamicAxis({}, 1, 2, 3), dynamicAxis({}, 1, 2, 3)})})
                                      << R"({"x": {"shape": [["dim0", 1, 3], ["dim1", 1, 3]]}})";
        QTest::newRow("batch axes of a summary")
            << graphOf({x({batchAxis({}, 1, 4, 4)}), exportInput({"y"}, {batchAxis({}, 2, 8, 8)})})
            << R"({"x": {"shape": [["batch", 1, 4]]}, "y": {"shape": [["batch_2", 2, 8]]}})";
        ExportAxis doubled = batchAxis(2, 2, 8, 8);
        doubled.dim = std::string("N");
        QTest::newRow("a symbol that sympy takes for a function")
            << graphOf({x({doubled, dynamicAxis("S", 1, 2, 3)})})
            << R"({"x": {"shape": [["2*N_dim", 2, 8], ["S", 1, 3]]}})";
        QTest::newRow("symbols that are no variables")
            << graphOf(
                   {x({dynamicAxis("class", 1, 2, 3), dynamicAxis("a b", 1, 2, 3),
                       dynamicAxis("a-b", 1, 2, 3), dynamicAxis("größe", 1, 2, 3), dynamicAxis("2d", 1, 2, 3),
                       dynamicAxis("Dim", 1, 2, 3), dynamicAxis("图", 1, 2, 3)})})
            << R"({"x": {"shape": [["class_", 1, 3], ["a_b", 1, 3], ["a_b_2", 1, 3], ["gr__e", 1, 3], )"
               R"(["_2d", 1, 3], ["Dim_2", 1, 3], ["dim", 1, 3]]}})";
        QTest::newRow("from 0") << graphOf({x({dynamicAxis("d0", 0, 2, 2)})})
                                << R"({"x": {"shape": [["d0", 0, 2]]}})";
    }

    void runs() {
        QFETCH(ExportGraph, graph);
        QFETCH(QString, shapes);
        const auto expected = base::parseJson(shapes.toStdString());
        QVERIFY(expected);
        QCOMPARE(spaced(shapesOf(textOf(kTorch, graph))), spaced(*expected));
    }

    void containersAreWhole() {
        const module::Step root{std::string("x"), Container::mapping};
        ExportGraph graph = graphOf({exportInput({"x", 1, "a"}, {fixedAxis(2)})});
        graph.otherInputs = {
            locator({root, {std::int64_t{2}, Container::sequence}}),
            locator({root, {std::int64_t{1}, Container::sequence}, {std::string("b"), Container::mapping}}),
            // A data class is one leaf to torch.export.
            locator({root, {std::int64_t{3}, Container::sequence}, {std::string("f"), Container::object}}),
            locator({root, {std::int64_t{3}, Container::sequence}, {std::string("g"), Container::object}}),
            locator({root, {std::int64_t{1} << 40, Container::sequence}}),
            locator({{std::string("flag"), Container::mapping}}),
            locator({{std::string("z"), Container::mapping}, {std::int64_t{0}, Container::sequence}})};
        const auto expected =
            base::parseJson(R"({"x": [null, {"a": {"shape": [2]}, "b": null}, null, null]})");
        QVERIFY(expected);
        QCOMPARE(spaced(shapesOf(textOf(kTorch, graph))), spaced(*expected));
    }

    void oddPaths() {
        ExportGraph graph = graphOf({});
        graph.module = "a\nb";
        JsonValue::Object expected;
        for (const std::string& name : oddNames()) {
            graph.inputs.push_back(exportInput({name, name}, {fixedAxis(2)}));
            expected.emplace_back(
                name, JsonValue::Object{{name, JsonValue::Object{{"shape", JsonValue::Array{2}}}}});
        }
        QCOMPARE(spaced(shapesOf(textOf(kTorch, graph))), spaced(expected));
    }

    void notes() {
        QCOMPARE(
            notesOf(kTorch, diffusionGraph()),
            (QStringList{"sample inputs must have sizes of 2 or more on dynamic axes: torch.export takes 0 "
                         "and 1 for fixed",
                         "torch.export has no opt sizes: they are left out",
                         "states[1]: a list and a tuple look the same in a capture: the list written "
                         "here must be a tuple where the call passes one"}));
        QCOMPARE(notesOf(kTorch, graphOf({x({fixedAxis(2)})})), QStringList());
        QCOMPARE(notesOf(kTorch, graphOf({x({batchAxis({}, 1, 4, 4)})})).first(),
                 QString("x:0: the size of this batch axis per batch size is not known, so its relation to "
                         "other batch axes is not said"));
    }

    void refuses_data() {
        QTest::addColumn<ExportGraph>("graph");
        QTest::addColumn<QString>("tensor");
        QTest::addColumn<int>("axis");
        QTest::newRow("no inputs") << graphOf({}) << "" << -1;
        QTest::newRow("no name") << graphOf({exportInput({0}, {fixedAxis(2)})}) << "[0]" << -1;
        QTest::newRow("bounds that the multiplier does not divide")
            << graphOf({x({fixedAxis(1), batchAxis(2, 2, 7, 7)})}) << "x" << 1;
        QTest::newRow("batch sizes that differ")
            << graphOf({x({batchAxis(1, 1, 4, 4)}), exportInput({"y"}, {batchAxis(2, 2, 6, 6)})}) << "y" << 0;
        QTest::newRow("one symbol, two ranges")
            << graphOf({x({dynamicAxis("d0", 1, 4, 4), dynamicAxis("d0", 1, 5, 5)})}) << "x" << 1;
        QTest::newRow("at most 1") << graphOf({x({dynamicAxis("d0", 0, 1, 1)})}) << "x" << 0;
        ExportTensor attribute = x({fixedAxis(2)});
        attribute.locator =
            locator({{std::string("x"), Container::mapping}, {std::string("data"), Container::object}});
        QTest::newRow("an attribute") << graphOf({attribute}) << "x.data" << -1;
        ExportTensor far = x({fixedAxis(2)});
        far.locator =
            locator({{std::string("x"), Container::mapping}, {std::int64_t{65536}, Container::sequence}});
        QTest::newRow("an index beyond any list") << graphOf({far}) << "x[65536]" << -1;
        QTest::newRow("a list and a dict at once")
            << graphOf({exportInput({"x", 0}, {fixedAxis(2)}), exportInput({"x", "a"}, {fixedAxis(2)})})
            << R"(x["a"])" << -1;
        QTest::newRow("a tensor and a container at once")
            << graphOf({x({fixedAxis(2)}), exportInput({"x", 0}, {fixedAxis(2)})}) << "x[0]" << -1;
    }

    void refuses() {
        QFETCH(ExportGraph, graph);
        QFETCH(QString, tensor);
        QFETCH(int, axis);
        const auto number = axis < 0 ? std::nullopt : std::optional(axis);
        QCOMPARE(refusalDiffers(kTorch, graph, tensor.toStdString(), number), QString());
    }
};

QTEST_APPLESS_MAIN(TestExportTorch)
#include "tst_export_torch.moc"
