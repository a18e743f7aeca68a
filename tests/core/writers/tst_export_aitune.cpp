// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>

#include "core/base/json_reader.h"
#include "core/module/dynamic_shapes.h"
#include "tests/core/writers/export_graphs.h"

using namespace dimscope;
using namespace dimscope::test;
using base::JsonLayout;
using base::JsonValue;

Q_DECLARE_METATYPE(dimscope::test::ExportGraph)

namespace {

constexpr const char* kJson = "aitune-json";
constexpr const char* kPython = "aitune-python";

/// A path, then what its shape must be: sizes, and `name:min:opt:max` of dimensions.
QString shapesText(const module::DynamicShapes& shapes) {
    QStringList out;
    for (const auto& entry : shapes.entries()) {
        QStringList dims;
        for (const auto& dim : entry.shape) {
            if (const auto* size = std::get_if<std::int64_t>(&dim)) {
                dims << QString::number(*size);
                continue;
            }
            const auto& named = std::get<module::DynamicDim>(dim);
            dims << QString("%1%2:%3:%4:%5")
                        .arg(named.kind == module::DimKind::batch ? "*" : "")
                        .arg(QString::fromStdString(named.name))
                        .arg(named.min)
                        .arg(named.opt.value_or(0))
                        .arg(named.max);
        }
        QStringList path;
        for (const auto& accessor : entry.path) {
            const auto* name = std::get_if<std::string>(&accessor);
            path << (name ? QString::fromStdString(*name)
                          : QString::number(std::get<std::int64_t>(accessor)));
        }
        out << path.join('/') + "(" + dims.join(", ") + ")";
    }
    return out.join("; ");
}

ExportTensor attribute(std::string parameter, std::string name, const std::vector<ExportAxis>& axes) {
    ExportTensor out = exportInput({parameter}, axes);
    out.locator = module::Locator(
        {{std::move(parameter), module::Container::mapping}, {std::move(name), module::Container::object}},
        module::Side::input);
    out.name = out.locator.accessPath();
    return out;
}

ExportTensor under(const std::string& name, const std::vector<ExportAxis>& axes) {
    return exportInput({name}, axes);
}

}  // namespace

class TestExportAitune : public QObject {
    Q_OBJECT

 private slots:
    void readsBack_data() {
        QTest::addColumn<ExportGraph>("graph");
        QTest::addColumn<QString>("shapes");
        QTest::newRow("doubled latents, scalar, nested paths, two batch dimensions")
            << diffusionGraph()
            << "sample(*batch2:2:4:8, 4, d0:64:96:128, d0:64:96:128); timestep(); "
               "options/mask(*batch:1:2:4, d1:1:512:512); states/1(*batch:1:2:4, 77)";
        QTest::newRow("two batch axes in one tensor")
            << graphOf({under("x", {batchAxis(1, 1, 4, 4), batchAxis(2, 2, 8, 8), fixedAxis(3)})})
            << "x(*batch:1:4:4, *batch2:2:8:8, 3)";
        QTest::newRow("a symbol that looks like a generated name")
            << graphOf({under("x", {batchAxis(2, 2, 8, 8), dynamicAxis("batch2", 1, 5, 9)})})
            << "x(*batch2_2:2:8:8, batch2:1:5:9)";
        QTest::newRow("an axis whose range has one size is a whole number")
            << graphOf({under("x", {batchAxis(1, 4, 4, 4), dynamicAxis("d0", 7, 7, 7)})}) << "x(4, 7)";
        QTest::newRow("unnamed axes get names of their own")
            << graphOf({under("x", {dynamicAxis({}, 1, 2, 3), dynamicAxis({}, 1, 2, 3)}),
                        under("y", {dynamicAxis({}, 1, 2, 3)})})
            << "x(dim0:1:2:3, dim1:1:2:3); y(dim0_2:1:2:3)";
        QTest::newRow("batch axes of a summary share a name where ranges are equal")
            << graphOf({under("x", {batchAxis({}, 1, 4, 4)}), under("y", {batchAxis({}, 1, 4, 4)}),
                        under("z", {batchAxis({}, 2, 8, 8)})})
            << "x(*batch:1:4:4); y(*batch:1:4:4); z(*batch_2:2:8:8)";
        QTest::newRow("an axis that is the batch size itself beside a doubled one")
            << graphOf({under("x", {batchAxis(2, 2, 8, 8), dynamicAxis("batch", 1, 4, 4)})})
            << "x(*batch2:2:8:8, *batch:1:4:4)";
        QTest::newRow("a batch symbol on a tensor without a batch axis is no batch dimension")
            << graphOf({under("x", {batchAxis(1, 1, 2, 4)}), under("y", {dynamicAxis("batch", 1, 2, 4)})})
            << "x(*batch:1:2:4); y(batch_2:1:2:4)";
        QTest::newRow("nor beside a batch axis of another symbol")
            << graphOf({under("x", {batchAxis(1, 1, 2, 4)}),
                        under("y", {dynamicAxis("batch", 1, 2, 4), {"b", 2, 4, 8, true, 2}})})
            << "x(*batch:1:2:4); y(batch_2:1:2:4, *b2:2:4:8)";
        QTest::newRow("fixed axis of size 0") << graphOf({under("x", {fixedAxis(0)})}) << "x(0)";
    }

    void readsBack() {
        QFETCH(ExportGraph, graph);
        QFETCH(QString, shapes);
        const std::string text = textOf(kJson, graph);
        const auto json = base::parseJson(text);
        QVERIFY2(json, text.c_str());
        const auto read = module::DynamicShapes::fromJson(*json);
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QCOMPARE(shapesText(*read), shapes);
        QCOMPARE(read->toJson(), *json);
    }

    void pythonSaysTheSame_data() { readsBack_data(); }

    void pythonSaysTheSame() {
        QFETCH(ExportGraph, graph);
        const std::string text = textOf(kPython, graph);
        const JsonValue ran = pythonValue(text, "__import__('aitune.torch').torch.as_json(dynamic_shapes)");
        const auto expected = base::parseJson(textOf(kJson, graph));
        QVERIFY(expected);
        QCOMPARE(QByteArray::fromStdString(base::dumpJson(ran, JsonLayout::indented)),
                 QByteArray::fromStdString(base::dumpJson(*expected, JsonLayout::indented)));
    }

    void pythonText() {
        QCOMPARE(QString::fromStdString(textOf(kPython, diffusionGraph())),
                 QString(R"(# Module "unet", graph "0". Syntax checked against AITune 0.6.0-dev (b83c28b).
from aitune.torch import BatchDim, DynamicDim

batch2 = BatchDim('batch2', min=2, opt=4, max=8)
d0 = DynamicDim('d0', min=64, opt=96, max=128)
batch = BatchDim('batch', min=1, opt=2, max=4)
d1 = DynamicDim('d1', min=1, opt=512, max=512)

dynamic_shapes = {
    'sample': (batch2, 4, d0, d0),
    'timestep': (),
    ('options', 'mask'): (batch, d1),
    ('states', 1): (batch, 77),
}
)"));
    }

    void oddNamesAndSymbols() {
        ExportGraph graph = graphOf({});
        graph.module = "a\nb\"c\"";
        for (const std::string& name : oddNames()) {
            graph.inputs.push_back(exportInput({name, name}, {dynamicAxis(name, 1, 2, 3)}));
        }
        for (const char* symbol : {"class", "__debug__", "DynamicDim", "2d", "é", "_", "dim"}) {
            graph.inputs.push_back(exportInput({std::string("s") + symbol}, {dynamicAxis(symbol, 1, 2, 3)}));
        }
        const JsonValue ran =
            pythonValue(textOf(kPython, graph), "__import__('aitune.torch').torch.as_json(dynamic_shapes)");
        const auto expected = base::parseJson(textOf(kJson, graph));
        QVERIFY(expected);
        QCOMPARE(expected->array()->size(), graph.inputs.size());
        QCOMPARE(QByteArray::fromStdString(base::dumpJson(ran, JsonLayout::indented)),
                 QByteArray::fromStdString(base::dumpJson(*expected, JsonLayout::indented)));
    }

    void notes() {
        QCOMPARE(notesOf(kJson, diffusionGraph()),
                 QStringList{"AITune takes one range per name, so it does not learn that batch2, batch are "
                             "multiples of one batch size"});
        QCOMPARE(notesOf(kPython, graphOf({under("x", {batchAxis({}, 1, 4, 4)})})),
                 QStringList{"x:0: the size of this batch axis per batch size is not known, so its relation "
                             "to other batch axes is not said"});
    }

    void refuses_data() {
        QTest::addColumn<ExportGraph>("graph");
        QTest::addColumn<QString>("tensor");
        QTest::addColumn<int>("axis");
        QTest::newRow("no inputs") << graphOf({}) << "" << -1;
        QTest::newRow("a positional input without a name")
            << graphOf({under("x", {}), exportInput({0}, {fixedAxis(2)})}) << "[0]" << -1;
        QTest::newRow("the root as an input") << graphOf({exportInput({}, {fixedAxis(2)})})
                                              << QString::fromStdString(exportInput({}, {}).name) << -1;
        QTest::newRow("dynamic from 0")
            << graphOf({under("x", {fixedAxis(2), dynamicAxis("d0", 0, 5, 5)})}) << "x" << 1;
        QTest::newRow("one symbol, two ranges")
            << graphOf({under("x", {dynamicAxis("d0", 1, 5, 5)}), under("y", {dynamicAxis("d0", 1, 5, 6)})})
            << "y" << 0;
        QTest::newRow("one symbol, two opts")
            << graphOf({under("x", {dynamicAxis("d0", 1, 4, 5)}), under("y", {dynamicAxis("d0", 1, 5, 5)})})
            << "y" << 0;
        QTest::newRow("a key and an attribute of one name")
            << graphOf({exportInput({"x", "a"}, {fixedAxis(2)}), attribute("x", "a", {fixedAxis(3)})})
            << "x.a" << -1;
    }

    void refuses() {
        QFETCH(ExportGraph, graph);
        QFETCH(QString, tensor);
        QFETCH(int, axis);
        const auto number = axis < 0 ? std::nullopt : std::optional(axis);
        for (const char* target : {kJson, kPython}) {
            QCOMPARE(refusalDiffers(target, graph, tensor.toStdString(), number), QString());
        }
    }
};

QTEST_APPLESS_MAIN(TestExportAitune)
#include "tst_export_aitune.moc"
