// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <limits>
#include <string>

#include "core/base/json_reader.h"
#include "core/module/exact_sample_metadata.h"
#include "core/module/leaves.h"
#include "core/module/sample_metadata.h"
#include "core/module/value.h"

using namespace dimscope;
using namespace dimscope::module;
using base::ErrorCode;

Q_DECLARE_METATYPE(dimscope::module::Value)

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Value list(std::vector<Value> items) {
    return Value::Sequence{Value::SequenceKind::list, std::move(items)};
}

Value tuple(std::vector<Value> items) {
    return Value::Sequence{Value::SequenceKind::tuple, std::move(items)};
}

Value dict(std::vector<std::pair<Accessor, Value>> items) {
    return Value::Mapping{std::move(items)};
}

Value text(const char* characters) {
    return std::string(characters);
}

Value whole(std::int64_t value) {
    return value;
}

Value tensor(std::vector<std::int64_t> shape) {
    return TensorInfo{"torch.float32", std::move(shape), {}};
}

QStringList paths(const Value& root, Side side = Side::input) {
    QStringList out;
    for (const Leaf& leaf : findLeaves(root, side)) {
        out << QString::fromStdString(leaf.locator.accessPath());
    }
    return out;
}

Locator locatorOf(const char* accessPath, const char* semanticPath) {
    const auto json = base::parseJson(semanticPath);
    const auto locator = Locator::fromPaths(accessPath, *json, Side::input);
    return *locator;
}

}  // namespace

class TestValue : public QObject {
    Q_OBJECT

 private slots:
    void comparesAsPython_data() {
        QTest::addColumn<Value>("left");
        QTest::addColumn<Value>("right");
        QTest::addColumn<bool>("equal");
        const auto row = [](const char* title, const Value& left, const Value& right, bool equal) {
            QTest::newRow(title) << left << right << equal;
        };
        row("1 and True", whole(1), true, true);
        row("1 and 1.0", whole(1), 1.0, true);
        row("0.0 and -0.0", 0.0, -0.0, true);
        row("2^53 + 1 and its double", whole(9007199254740993), 9007199254740992.0, false);
        row("2^63 as integer and double", Value::BigInt{"9223372036854775808"}, 9223372036854775808.0, true);
        row("not a number", kNan, kNan, false);
        row("None and False", Value(), false, false);
        row("text and number", text("1"), whole(1), false);
        row("list and tuple", list({whole(1)}), tuple({whole(1)}), false);
        row("equal lists", list({whole(1), text("a")}), list({true, text("a")}), true);
        row("lists of other length", list({whole(1)}), list({}), false);
        row("mappings in another order", dict({{"a", whole(1)}, {"b", whole(2)}}),
            dict({{"b", whole(2)}, {"a", 1.0}}), true);
        row("mappings with other keys", dict({{"a", whole(1)}}), dict({{"b", whole(1)}}), false);
        row("opaque values", Value::Opaque{"<A>"}, Value::Opaque{"<A>"}, true);
        row("other opaque values", Value::Opaque{"<A>"}, Value::Opaque{"<B>"}, false);
        row("opaque and text", Value::Opaque{"a"}, text("a"), false);
    }

    void comparesAsPython() {
        QFETCH(Value, left);
        QFETCH(Value, right);
        QFETCH(bool, equal);
        QCOMPARE(left.equals(right), equal);
        QCOMPARE(right.equals(left), equal);
        QVERIFY(!equal || left.hash() == right.hash());
    }

    void prints_data() {
        QTest::addColumn<Value>("value");
        QTest::addColumn<QString>("str");
        QTest::addColumn<QString>("json");
        const auto row = [](const char* title, const Value& value, const char* str, const char* json) {
            QTest::newRow(title) << value << str << json;
        };
        row("None", Value(), "None", "null");
        row("True", true, "True", "true");
        row("float", 1.0, "1.0", "1.0");
        row("small float", 1e-5, "1e-05", "1e-05");
        row("large float", 1e16, "1e+16", "1e+16");
        row("not a number", kNan, "nan", "NaN");
        row("minus infinity", -std::numeric_limits<double>::infinity(), "-inf", "-Infinity");
        row("big integer", Value::BigInt{"18446744073709551616"}, "18446744073709551616",
            "18446744073709551616");
        row("text", text("it's"), "it's", "\"it's\"");
        row("list", list({whole(1), text("it's"), text("a")}), "[1, \"it's\", 'a']", "[1,\"it's\",\"a\"]");
        row("tuple of one", tuple({whole(1)}), "(1,)", "[1]");
        row("empty tuple", tuple({}), "()", "[]");
        row("mapping whose keys collide as text",
            dict({{std::int64_t(1), whole(7)}, {"a", Value()}, {"1", whole(8)}}), "{1: 7, 'a': None, '1': 8}",
            "{\"1\":8,\"a\":null}");
        row("opaque", Value::Opaque{"<torch.device>"}, "<torch.device>", "\"<torch.device>\"");
    }

    void prints() {
        QFETCH(Value, value);
        QFETCH(QString, str);
        QFETCH(QString, json);
        QCOMPARE(QString::fromStdString(value.str()), str);
        QCOMPARE(QString::fromStdString(base::dumpJson(value.toJson())), json);
    }

    void findsLeavesDepthFirst() {
        const Value root = dict({{"b", list({whole(1), dict({{"k", tensor({2})}})})},
                                 {"empty", list({})},
                                 {"a", Value()},
                                 {"gone", Value::Ignored{}},
                                 {"o", Value::Object{{{"z", whole(1)}, {"a", whole(2)}}}}});
        QCOMPARE(paths(root), (QStringList{"b[0]", "b[1][\"k\"]", "a", "o.z", "o.a"}));
        QCOMPARE(paths(tensor({1}), Side::output), QStringList{"output"});
        QCOMPARE(paths(Value::Ignored{}), QStringList{});
    }

    void visitsUserObjectsByTheirOwnRule() {
        const Value inner = Value::UserObject{Value::Visit::everything, {{"n", whole(3)}}};
        const Value cache = Value::UserObject{Value::Visit::onlyTensors,
                                              {{"seen", whole(4)},
                                               {"z", tensor({1})},
                                               {"_hidden", tensor({9})},
                                               {"a", list({tensor({2}), text("t")})},
                                               {"inner", inner}}};
        QCOMPARE(paths(dict({{"x", whole(1)}, {"cache", cache}})),
                 (QStringList{"x", "cache.a[0]", "cache.inner.n", "cache.z"}));
    }

    void readsAndWritesAtPaths() {
        Value root =
            dict({{"x", list({whole(1), tuple({whole(2)})})}, {"o", Value::Object{{{"f", whole(3)}}}}});
        const Locator inTuple = locatorOf("x[1][0]", "[\"x\", 1, 0]");
        const Locator field = locatorOf("o.f", "[\"o\", \"f\"]");
        QVERIFY(setValueAt(root, inTuple, text("new")));
        QVERIFY(setValueAt(root, field, list({})));
        QCOMPARE(root.str(), std::string("{'x': [1, ('new',)], 'o': (f=[])}"));
        const auto found = valueAt(root, inTuple);
        QVERIFY(found && (*found)->equals(text("new")));
        QVERIFY(setValueAt(root, Locator(), whole(5)));
        QVERIFY(root.equals(whole(5)));
    }

    void refusesPathsThatLeadNowhere_data() {
        QTest::addColumn<QString>("accessPath");
        QTest::addColumn<QString>("semanticPath");
        QTest::addColumn<QString>("code");
        QTest::newRow("index at the end") << "x[1]"
                                          << "[\"x\", 1]"
                                          << "index-error";
        QTest::newRow("negative index") << "x[-1]"
                                        << "[\"x\", -1]"
                                        << "index-error";
        QTest::newRow("key of a list") << "x[\"a\"]"
                                       << "[\"x\", \"a\"]"
                                       << "type-error";
        QTest::newRow("missing key") << "y"
                                     << "\"y\""
                                     << "not-found";
        QTest::newRow("missing attribute") << "o.g"
                                           << "[\"o\", \"g\"]"
                                           << "attribute-error";
        QTest::newRow("attribute of a list") << "x.f"
                                             << "[\"x\", \"f\"]"
                                             << "attribute-error";
        QTest::newRow("item of a leaf") << "x[0][0]"
                                        << "[\"x\", 0, 0]"
                                        << "type-error";
    }

    void refusesPathsThatLeadNowhere() {
        QFETCH(QString, accessPath);
        QFETCH(QString, semanticPath);
        QFETCH(QString, code);
        Value root = dict({{"x", list({whole(1)})}, {"o", Value::Object{{{"f", whole(3)}}}}});
        const std::string before = root.repr();
        const auto json = base::parseJson(semanticPath.toStdString());
        const auto locator = Locator::fromPaths(accessPath.toStdString(), *json, Side::input);
        QVERIFY(locator);
        const auto done = setValueAt(root, *locator, whole(9));
        QVERIFY(!done);
        QCOMPARE(QString::fromUtf8(base::name(done.error().code).data()), code);
        QCOMPARE(root.repr(), before);
        QVERIFY(!valueAt(root, *locator));
    }

    void phaseFollowsTheLastCachePosition() {
        const auto phase = [](Value position) {
            const auto metadata = SampleMetadata::fromInputs(dict({{"cache_position", std::move(position)}}),
                                                             Strictness::lenient, std::nullopt);
            return metadata ? std::string(name(metadata->llmPhase()))
                            : std::string(base::name(metadata.error().code));
        };
        const auto values = [](std::vector<std::int64_t> shape, std::vector<double> data) {
            return TensorInfo{"torch.int64", std::move(shape), std::move(data)};
        };
        QCOMPARE(phase(values({1}, {0})), std::string("prefill"));
        QCOMPARE(phase(list({values({1}, {0}), values({1}, {3})})), std::string("decode"));
        QCOMPARE(phase(values({2, 1}, {0, 1})), std::string("prefill"));
        QCOMPARE(phase(values({1, 2}, {0, 1})), std::string("value-error"));
        QCOMPARE(phase(values({4}, {})), std::string());
        QCOMPARE(phase(text("")), std::string("index-error"));
        QCOMPARE(phase(1.5), std::string("type-error"));
        QCOMPARE(phase(list({})), std::string());
    }

    void exactMetadataComparesShapes() {
        const auto exact = [](std::vector<std::int64_t> shape, Value other) {
            return ExactSampleMetadata::fromInputs(
                dict({{"x", tensor(std::move(shape))}, {"n", std::move(other)}}));
        };
        QVERIFY(exact({1, 2}, whole(1)) == exact({1, 2}, 1.0));
        QCOMPARE(exact({1, 2}, whole(1)).hash(), exact({1, 2}, true).hash());
        QVERIFY(!(exact({1, 2}, whole(1)) == exact({1, 3}, whole(1))));
        QVERIFY(!(exact({1, 2}, whole(1)) == exact({1, 2}, whole(2))));
    }
};

QTEST_APPLESS_MAIN(TestValue)
#include "tst_value.moc"
