// SPDX-License-Identifier: GPL-3.0-or-later
#include <ATen/ATen.h>
#include <ATen/core/Dict.h>
#include <ATen/core/List.h>
#include <ATen/core/ivalue.h>
#include <torch/csrc/jit/frontend/function_schema_parser.h>

#include <QTest>

#include "core/libtorch/resize.h"
#include "core/libtorch/script_arguments.h"
#include "core/libtorch/values.h"
#include "core/readers/saved_value.h"
#include "suites.h"
#include "trees.h"

using namespace dimscope;
using c10::IValue;
using module::Value;

namespace {

IValue nested() {
    c10::impl::GenericDict options(c10::StringType::get(), c10::AnyType::get());
    options.insert("mask", at::ones({2, 3}, at::kBool));
    options.insert("scale", 0.5);
    c10::List<at::Tensor> list({at::zeros({1}), at::zeros({4, 2}, at::kHalf)});
    return c10::ivalue::Tuple::create(
        {options, list, IValue(), true, 7, "word", c10::Device("cpu"), c10::complex<double>(1, -2)});
}

libtorch::SampleCall callOf(std::vector<Value> roots) {
    libtorch::SampleCall call;
    for (const Value& root : roots) {
        call.roots.push_back(test::treeOf(root));
    }
    return call;
}

Value tensor(std::vector<std::int64_t> shape) {
    return module::TensorInfo{"torch.float32", std::move(shape), {}};
}

Value mapping(std::vector<std::pair<module::Accessor, Value>> items) {
    return Value::Mapping{std::move(items)};
}

Value tuple(std::vector<Value> items) {
    return Value::Sequence{Value::SequenceKind::tuple, std::move(items)};
}

}  // namespace

class TestValues : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void treeOfScriptValues() {
        const auto value = libtorch::valueOf(nested());
        QVERIFY(value);
        const auto metadata = module::SampleMetadata::fromOutputs(*value, module::Strictness::strict, 2);
        QVERIFY(metadata);
        QStringList tensors;
        for (const auto& entry : metadata->tensorData()) {
            tensors << QString::fromStdString(entry.locator.accessPath() + " " +
                                              entry.spec.describe(module::InfoLevel::medium));
        }
        QCOMPARE(tensors, (QStringList{"output[0][\"mask\"] shape=[2, 3] dtype=torch.bool",
                                       "output[1][0] shape=[1] dtype=torch.float32",
                                       "output[1][1] shape=[4, 2] dtype=torch.float16"}));
        QStringList others;
        for (const auto& entry : metadata->otherData()) {
            others << QString::fromStdString(entry.value.str());
        }
        QCOMPARE(others, (QStringList{"0.5", "None", "True", "7", "word", "cpu", "(1-2j)"}));
    }

    void undefinedTensorIsNone() {
        const auto value = libtorch::valueOf(IValue(at::Tensor()));
        QVERIFY(value && value->as<Value::None>());
    }

    void deepValuesAreRefused() {
        IValue value(1);
        for (std::size_t i = 0; i <= readers::SavedValueLimits::kDeepest; ++i) {
            value = IValue(c10::ivalue::Tuple::create({value}));
        }
        const auto tree = libtorch::treeOf(value);
        QVERIFY(!tree);
        QCOMPARE(tree.error().code, base::ErrorCode::tooDeep);
    }

    void onlyCachePositionIsRead() {
        for (const auto& [first, phase] :
             {std::pair(0.0, module::LlmPhase::prefill), std::pair(5.0, module::LlmPhase::decode)}) {
            const auto tree =
                test::treeOf(mapping({{"cache_position", module::TensorInfo{"torch.int64", {2}, {first, 1}}},
                                      {"x", module::TensorInfo{"torch.float32", {1}, {3}}}}));
            const Value value = tree.value();
            const auto& items = value.as<Value::Mapping>()->items;
            QCOMPARE(items[0].second.as<module::TensorInfo>()->values, std::vector<double>{first});
            QVERIFY(items[1].second.as<module::TensorInfo>()->values.empty());
            const auto metadata = libtorch::fromInputs(tree, module::Strictness::strict, std::nullopt);
            QVERIFY(metadata);
            QCOMPARE(metadata->llmPhase(), phase);
        }
    }

    void treesShareMemoryAndReplaceTensors() {
        const at::Tensor ones = at::ones({2});
        libtorch::TensorTree tree;
        tree.setRoot(mapping({{"x", tree.hold(ones)}}));
        const auto leaves = tree.leaves(module::Side::input);
        QCOMPARE(leaves.size(), std::size_t{1});
        QVERIFY(leaves[0].tensor.is_alias_of(ones));
        libtorch::TensorTree other = tree;
        QVERIFY(other.setTensorAt(leaves[0].locator, at::zeros({3})));
        QCOMPARE(other.tensorAt(leaves[0].locator)->size(0), 3);
        QCOMPARE(tree.tensorAt(leaves[0].locator)->size(0), 2);
        const module::Locator missing({{std::string("y"), module::Container::mapping}}, module::Side::input);
        QCOMPARE(tree.tensorAt(missing).error().code, base::ErrorCode::notFound);
    }

    void cutsAreViewsAndRepeatsAreCopies() {
        const auto spec = module::TensorSpec::fromParts({std::string("batch0"), 2}, {4, 2}, {8, 2},
                                                        "torch.float32", {2, 1});
        QVERIFY(spec);
        const at::Tensor source = at::arange(8, at::kFloat).reshape({4, 2}).requires_grad_();
        const auto cut = libtorch::batchTensor(source, *spec, 1);
        QVERIFY(cut && cut->is_alias_of(source) && !cut->requires_grad());
        QCOMPARE(test::valuesOf(*cut), (std::vector<double>{0, 1, 2, 3}));
        const auto more = libtorch::batchTensor(source, *spec, 3);
        QVERIFY(more && !more->is_alias_of(source) && more->is_contiguous());
        QCOMPARE(test::valuesOf(*more), (std::vector<double>{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}));
        const auto huge = libtorch::batchTensor(source, *spec, std::int64_t{1} << 50);
        QVERIFY(!huge);
        QCOMPARE(huge.error().code, base::ErrorCode::tooLarge);
    }

    void bindsArguments_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<QString>("outcome");
        const char* const kOutcomes[] = {"x y",     "x y",     "x y flag", "x y",      "an object",
                                         "missing", "unknown", "twice",    "too many", "wrong type"};
        for (int i = 0; i < 10; ++i) {
            QTest::addRow("%d %s", i, kOutcomes[i]) << i << QString(kOutcomes[i]);
        }
    }
    void bindsArguments() {
        QFETCH(int, index);
        QFETCH(QString, outcome);
        const c10::FunctionSchema schema =
            torch::jit::parseSchema("forward(Any self, Tensor x, Tensor[] y, *, bool flag=False) -> Tensor");
        const Value x = tensor({2, 3});
        const Value y = Value::Sequence{Value::SequenceKind::list, {tensor({1}), tensor({4})}};
        const std::vector<std::vector<Value>> calls = {{tuple({x, y})},
                                                       {mapping({{"y", y}, {"x", x}})},
                                                       {tuple({x}), mapping({{"flag", true}, {"y", y}})},
                                                       {tuple({x, tuple({tensor({1})})}), mapping({})},
                                                       {Value::Object{{{"x", x}, {"y", y}}}},
                                                       {tuple({x})},
                                                       {tuple({x, y}), mapping({{"z", x}})},
                                                       {tuple({x, y}), mapping({{"x", x}})},
                                                       {tuple({x, y, true, x})},
                                                       {tuple({y, y})}};
        const auto bound = libtorch::bindArguments(callOf(calls[static_cast<std::size_t>(index)]), schema);
        if (index > 4) {
            QVERIFY(!bound);
            QCOMPARE(bound.error().code, base::ErrorCode::typeError);
            return;
        }
        QVERIFY2(bound, bound ? "" : bound.error().text().c_str());
        QCOMPARE(bound->stack.size(), std::size_t{3});
        QVERIFY(bound->stack[0].isTensor() && bound->stack[1].isTensorList() && bound->stack[2].isBool());
        QCOMPARE(bound->stack[2].toBool(), outcome.endsWith("flag"));
        QStringList names;
        for (const auto& [name, node] : bound->byName.structure().as<Value::Mapping>()->items) {
            names << QString::fromStdString(std::get<std::string>(name));
        }
        QCOMPARE(names.join(' '), index == 4 ? QString("x y") : outcome);
        for (const auto& leaf : bound->byName.leaves(module::Side::input)) {
            QVERIFY(leaf.tensor.defined());
        }
    }

    void makesValuesOfTypes_data() {
        QTest::addColumn<QString>("type");
        QTest::addColumn<int>("node");
        QTest::addColumn<bool>("fits");
        const auto row = [](const char* type, int node, bool fits) {
            QTest::addRow("%s of %d", type, node) << QString(type) << node << fits;
        };
        // Nodes: 0 None, 1 True, 2 an integer, 3 a float, 4 text, 5 a tensor, 6 a list of integers, 7 a dict,
        // 8 a dtype, 9 a device.
        row("Tensor?", 0, true), row("Tensor?", 5, true), row("Tensor", 0, false), row("Tensor", 3, false);
        row("bool", 1, true), row("bool", 2, false), row("int", 2, true), row("int", 1, true);
        row("int", 3, false), row("int", 8, true), row("float", 3, true), row("float", 2, true);
        row("float", 4, false), row("str", 4, true), row("str", 2, false), row("int[]", 6, true);
        row("float[]", 6, true), row("Tensor[]", 6, false), row("(int, int)", 6, true);
        row("(int, int, int)", 6, false), row("Dict(str, Tensor)", 7, true), row("Dict(str, int)", 7, false);
        row("Dict(int, Tensor)", 7, false), row("Device", 9, true), row("Device", 8, false);
        row("Any", 0, true), row("Any", 6, true), row("Any", 7, true), row("Any", 5, true);
        row("Scalar", 2, true), row("Scalar", 4, false);
    }
    void makesValuesOfTypes() {
        QFETCH(QString, type);
        QFETCH(int, node);
        QFETCH(bool, fits);
        const std::vector<Value> nodes = {
            Value::None{},
            true,
            std::int64_t{3},
            0.5,
            std::string("word"),
            tensor({2}),
            Value::Sequence{Value::SequenceKind::list, {std::int64_t{1}, std::int64_t{2}}},
            mapping({{"a", tensor({1})}}),
            Value::Opaque{"torch.float16"},
            Value::Opaque{"cpu"}};
        const auto tree = test::treeOf(nodes[static_cast<std::size_t>(node)]);
        const auto schema = torch::jit::parseSchema("f(" + type.toStdString() + " x) -> ()");
        const c10::TypePtr wanted = schema.arguments()[0].type();
        const auto made = libtorch::ivalueOf(tree, tree.structure(), wanted);
        QCOMPARE(made.has_value(), fits);
        if (fits) {
            QVERIFY(made->type()->isSubtypeOf(*wanted));
        } else {
            QCOMPARE(made.error().code, base::ErrorCode::typeError);
        }
    }
};

std::unique_ptr<QObject> dimscope::test::makeValuesTest() {
    return std::make_unique<TestValues>();
}
#include "tst_values.moc"
