// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <limits>
#include <string>

#include "core/base/json_reader.h"
#include "core/records/tensor_record.h"

using namespace dimscope::records;
using dimscope::base::ErrorCode;
using dimscope::base::parseJson;

Q_DECLARE_METATYPE(ErrorCode)

namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

}  // namespace

class TestRecords : public QObject {
    Q_OBJECT

 private slots:
    void dtypes() {
        for (const DType dtype : kDTypes) {
            const auto bare = parseDType(name(dtype));
            const auto torch = parseDType(torchName(dtype));
            QVERIFY(bare && *bare == dtype);
            QVERIFY(torch && *torch == dtype);
        }
        QCOMPARE(torchName(DType::boolean), std::string("torch.bool"));
        QCOMPARE(name(DType::float16), std::string_view("float16"));
    }

    void refusedDtypes_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("bfloat16") << "torch.bfloat16";
        QTest::newRow("uint16") << "uint16";
        QTest::newRow("complex") << "torch.complex64";
        QTest::newRow("float8") << "torch.float8_e4m3fn";
        QTest::newRow("another prefix") << "numpy.float32";
        QTest::newRow("prefix twice") << "torch.torch.float32";
        QTest::newRow("upper case") << "FLOAT32";
        QTest::newRow("only the prefix") << "torch.";
        QTest::newRow("empty") << "";
    }

    void refusedDtypes() {
        QFETCH(QString, text);
        const auto dtype = parseDType(text.toStdString());
        QVERIFY(!dtype);
        QCOMPARE(dtype.error().code, ErrorCode::badValue);
    }

    void specs() {
        const auto spec = TensorSpec::create("x", DType::int8, {Dim{}, Dim{std::int64_t{1}}, Dim{"n"}});
        QVERIFY(spec);
        QCOMPARE(spec->rank(), std::size_t(3));
        QCOMPARE(TensorSpec::create("", DType::int8, {}).error().code, ErrorCode::badValue);
        QCOMPARE(TensorSpec::create("x", DType::int8, {Dim{""}}).error().code, ErrorCode::badValue);
        QCOMPARE(TensorSpec::create("x", DType::int8, {Dim{std::int64_t{0}}}).error().code,
                 ErrorCode::badSize);
    }

    void refusedJson_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<int>("column");
        const auto row = [](const char* title, const char* text, ErrorCode code, const char* pointer,
                            int column) { QTest::newRow(title) << text << code << pointer << column; };
        row("no object", "[1]", ErrorCode::wrongType, "", 1);
        row("missing key", "{'name':'x','dtype':'bool','shape':[],'min_shape':[],'max_shape':[]}",
            ErrorCode::missingKey, "", 1);
        row("name is a number",
            "{'name':3,'dtype':'bool','shape':[],'min_shape':[],'max_shape':[],'batch_axis':null}",
            ErrorCode::wrongType, "/name", 9);
        row("unknown dtype",
            "{'name':'x','dtype':'bfloat16','shape':[],'min_shape':[],'max_shape':[],'batch_axis':null}",
            ErrorCode::badValue, "/dtype", 21);
        row("fractional size",
            "{'name':'x','dtype':'bool','shape':[2,1.5],'min_shape':[],'max_shape':[],'batch_axis':null}",
            ErrorCode::wrongType, "/shape/1", 39);
        row("size beyond 64 bits",
            "{'name':'x','dtype':'bool','shape':['n'],'min_shape':[9223372036854775808],'max_shape':[1],"
            "'batch_axis':null}",
            ErrorCode::badSize, "/min_shape/0", 55);
        row("batch axis beyond int",
            "{'name':'x','dtype':'bool','shape':['n'],'min_shape':[1],'max_shape':[1],'batch_axis':"
            "4294967296}",
            ErrorCode::indexError, "/batch_axis", 87);
        row("shape is null",
            "{'name':'x','dtype':'bool','shape':null,'min_shape':[],'max_shape':[],'batch_axis':null}",
            ErrorCode::wrongType, "/shape", 36);
    }

    void refusedJson() {
        QFETCH(QString, text);
        QFETCH(ErrorCode, code);
        QFETCH(QString, pointer);
        QFETCH(int, column);
        const auto json = parseJson(text.replace(u'\'', u'"').toStdString());
        QVERIFY(json);
        dimscope::base::SourceLocation where;
        where.file = "x.json";
        const auto tuned = TunedTensorSpec::fromJson(*json, where);
        QVERIFY(!tuned);
        QCOMPARE(tuned.error().code, code);
        QCOMPARE(tuned.error().where.file, std::string("x.json"));
        QCOMPARE(QString::fromStdString(tuned.error().where.pointer), pointer);
        QCOMPARE(tuned.error().where.column.value_or(0), std::uint64_t(column));
    }

    void bounds_data() {
        QTest::addColumn<qint64>("min");
        QTest::addColumn<qint64>("max");
        QTest::addColumn<bool>("fixed");
        QTest::addColumn<bool>("ok");
        QTest::newRow("open") << qint64(1) << qint64(4) << false << true;
        QTest::newRow("degenerate") << qint64(4) << qint64(4) << false << true;
        QTest::newRow("largest") << qint64(1) << qint64(kLargest) << false << true;
        QTest::newRow("fixed") << qint64(4) << qint64(4) << true << true;
        QTest::newRow("fixed, wider") << qint64(4) << qint64(5) << true << false;
        QTest::newRow("fixed, narrower") << qint64(3) << qint64(4) << true << false;
        QTest::newRow("min above max") << qint64(5) << qint64(4) << false << false;
        QTest::newRow("zero") << qint64(0) << qint64(4) << false << false;
        QTest::newRow("negative") << qint64(-4) << qint64(-1) << false << false;
    }

    void bounds() {
        QFETCH(qint64, min);
        QFETCH(qint64, max);
        QFETCH(bool, fixed);
        QFETCH(bool, ok);
        const auto spec =
            TensorSpec::create("x", DType::float32, {fixed ? Dim{std::int64_t{4}} : Dim{std::string("n")}});
        QVERIFY(spec);
        const auto tuned = TunedTensorSpec::fromSpec(*spec, {min}, {max}, 0);
        QCOMPARE(tuned.has_value(), ok);
        if (tuned) {
            QCOMPARE(tuned->minBatchSize().value(), std::int64_t(min));
            QCOMPARE(tuned->maxBatchSize().value(), std::int64_t(max));
        } else {
            QCOMPARE(tuned.error().code, ErrorCode::badSize);
        }
        QCOMPARE(TunedTensorSpec::fromSpec(*spec, {4, 4}, {4}, {}).error().code, ErrorCode::rankMismatch);
        QCOMPARE(TunedTensorSpec::fromSpec(*spec, {4}, {4}, 1).error().code, ErrorCode::indexError);
        QCOMPARE(TunedTensorSpec::fromSpec(*spec, {4}, {4}, -1).error().code, ErrorCode::indexError);
    }

    void artifacts() {
        const auto tuned = [](std::string tensor, std::int64_t min, std::int64_t max,
                              std::optional<int> axis) {
            auto spec = TensorSpec::create(std::move(tensor), DType::float32, {Dim{"n"}});
            return TunedTensorSpec::fromSpec(std::move(*spec), {min}, {max}, axis).value();
        };
        const auto limit = [](std::vector<TunedTensorSpec> in, std::vector<TunedTensorSpec> out) {
            return ArtifactSpec::create(std::move(in), std::move(out)).value().maxBatchSize();
        };
        QCOMPARE(limit({tuned("x", 1, 8, 0)}, {tuned("x", 1, 4, 0)}), std::optional<std::int64_t>(4));
        QCOMPARE(limit({tuned("x", 1, 8, 0)}, {tuned("y", 2, 4, 0)}), std::nullopt);
        QCOMPARE(limit({tuned("x", 1, 8, 0)}, {tuned("y", 1, 4, {})}), std::nullopt);
        QCOMPARE(limit({}, {}), std::nullopt);
        const auto twice = ArtifactSpec::create({}, {tuned("y", 1, 4, 0), tuned("y", 1, 4, 0)});
        QVERIFY(!twice);
        QCOMPARE(twice.error().code, ErrorCode::badValue);
    }
};

QTEST_APPLESS_MAIN(TestRecords)
#include "tst_records.moc"
