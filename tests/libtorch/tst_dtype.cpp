// SPDX-License-Identifier: GPL-3.0-or-later
#include <ATen/ATen.h>

#include <QTest>
#include <set>
#include <sstream>

#include "core/libtorch/dtype.h"
#include "core/libtorch/tensor_tree.h"
#include "suites.h"

using namespace dimscope;
using at::ScalarType;

class TestDtype : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void tableIsWhole() {
        // The last two enumerators are Undefined and NumOptions.
        QCOMPARE(libtorch::kScalarTypes.size(), static_cast<std::size_t>(ScalarType::NumOptions) - 1);
        const std::set<ScalarType> all(libtorch::kScalarTypes.begin(), libtorch::kScalarTypes.end());
        QCOMPARE(all.size(), libtorch::kScalarTypes.size());
        QVERIFY(all.count(ScalarType::Undefined) == 0 && all.count(ScalarType::NumOptions) == 0);
    }

    void namesComeBack() {
        std::set<std::string_view> names;
        for (const ScalarType type : libtorch::kScalarTypes) {
            const std::string_view name = libtorch::torchName(type);
            QVERIFY2(name.starts_with("torch."), c10::toString(type));
            const auto again = libtorch::scalarType(name);
            QVERIFY(again);
            QCOMPARE(*again, type);
            names.insert(name);
        }
        QCOMPARE(names.size(), libtorch::kScalarTypes.size());
        QVERIFY(libtorch::torchName(ScalarType::Undefined).empty());
        QVERIFY(libtorch::torchName(ScalarType::NumOptions).empty());
    }

    void unknownNamesAreRefused_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"", "torch.", "float32", "torch.uint16", "torch.float8_e4m3fn",
                                 "torch.Float", "torch.float32 "}) {
            QTest::newRow(name) << QString(name);
        }
    }
    void unknownNamesAreRefused() {
        QFETCH(QString, name);
        const auto type = libtorch::scalarType(name.toStdString());
        QVERIFY(!type);
        QCOMPARE(type.error().code, base::ErrorCode::badValue);
    }

    void recordsComeBack() {
        for (const records::DType type : records::kDTypes) {
            const ScalarType scalar = libtorch::scalarType(type);
            QCOMPARE(libtorch::recordType(scalar), std::optional(type));
            QCOMPARE(std::string(libtorch::torchName(scalar)), records::torchName(type));
        }
    }

    void recordsAgreeWithTheirOwnParser() {
        int without = 0;
        for (const ScalarType type : libtorch::kScalarTypes) {
            const auto parsed = records::parseDType(libtorch::torchName(type));
            const auto record = libtorch::recordType(type);
            QCOMPARE(record.has_value(), parsed.has_value());
            if (record) {
                QCOMPARE(*record, *parsed);
            } else {
                ++without;
            }
        }
        QCOMPARE(without, 9);
        QVERIFY(!libtorch::recordType(ScalarType::Undefined));
        QVERIFY(!libtorch::recordType(ScalarType::NumOptions));
    }

    void storageClassesAreOnesOfTheirOwn() {
        std::set<std::string_view> classes;
        for (const ScalarType type : libtorch::kScalarTypes) {
            const std::string_view name = libtorch::storageClass(type);
            if (!name.empty()) {
                QVERIFY2(name.ends_with("Storage"), c10::toString(type));
                classes.insert(name);
            }
        }
        QCOMPARE(classes.size(), libtorch::kScalarTypes.size() - 1);
        QVERIFY(libtorch::storageClass(ScalarType::ComplexHalf).empty());
    }

    void infoOfATensor() {
        const module::TensorInfo info = libtorch::infoOf(at::empty({2, 0, 3}, at::kBFloat16));
        QCOMPARE(info.dtype, std::string("torch.bfloat16"));
        QCOMPARE(info.shape, (std::vector<std::int64_t>{2, 0, 3}));
        QVERIFY(info.values.empty());
    }
};

std::unique_ptr<QObject> dimscope::test::makeDtypeTest() {
    return std::make_unique<TestDtype>();
}
#include "tst_dtype.moc"
