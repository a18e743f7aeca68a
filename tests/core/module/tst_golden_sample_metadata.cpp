// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <array>
#include <string>
#include <string_view>

#include "core/module/exact_sample_metadata.h"
#include "core/module/sample_metadata.h"
#include "tests/support/golden.h"
#include "tests/support/golden_metadata.h"

using namespace dimscope;
using namespace dimscope::module;
using base::JsonValue;
using test::at;

class TestGoldenSampleMetadata : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() {
        for (test::GoldenFamily* family : {&m_metadata, &m_equality}) {
            const std::string failure = family->load();
            QVERIFY2(failure.empty(), failure.c_str());
        }
    }

    void cases_data() { m_metadata.addRows("cases"); }

    void cases() {
        QFETCH(int, index);
        const JsonValue& golden = m_metadata.replay("cases", index);
        const auto metadata = test::metadataOf(golden);
        QVERIFY2(metadata, metadata ? "" : metadata.error().text().c_str());
        const QByteArray wrong = test::difference(at(golden, "expect"), test::expectationJson(*metadata));
        QVERIFY2(wrong.isEmpty(), wrong.constData());
    }

    void comesBackFromJson_data() { m_metadata.addRows("cases"); }

    void comesBackFromJson() {
        QFETCH(int, index);
        const JsonValue& golden = m_metadata.replay("cases", index);
        const Side side = *at(golden, "kind").string() == "inputs" ? Side::input : Side::output;
        const JsonValue& json = at(at(golden, "expect"), "json");
        const auto read = SampleMetadata::fromJson(json, side);
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        const QByteArray wrong = test::difference(json, read->toJson());
        QVERIFY2(wrong.isEmpty(), wrong.constData());
        const auto metadata = test::metadataOf(golden);
        QVERIFY(metadata);
        const auto again = SampleMetadata::fromDict(metadata->toDict(), side);
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QVERIFY(again->toDict() == metadata->toDict());
        QVERIFY(*again == *metadata);
    }

    void errors_data() { m_metadata.addRows("errors"); }

    void errors() {
        QFETCH(int, index);
        const JsonValue& golden = m_metadata.replay("errors", index);
        const auto metadata = test::metadataOf(golden);
        QVERIFY(!metadata);
        const QByteArray wrong = test::difference(at(golden, "error"), test::errorJson(metadata.error()));
        QVERIFY2(wrong.isEmpty(), wrong.constData());
    }

    void nonfinite_data() { m_metadata.addRows("nonfinite"); }

    void nonfinite() {
        QFETCH(int, index);
        const JsonValue& golden = m_metadata.replay("nonfinite", index);
        const auto metadata = test::metadataOf(golden);
        QVERIFY2(metadata, metadata ? "" : metadata.error().text().c_str());
        QCOMPARE(base::dumpJson(metadata->toJson(), base::JsonLayout::spaced),
                 *at(golden, "json_text").string());
        QCOMPARE(metadata->describe(InfoLevel::shortForm), *at(golden, "describe_short").string());
    }

    void equality_data() { m_equality.addRows("cases"); }

    void equality() {
        QFETCH(int, index);
        const JsonValue& golden = m_equality.replay("cases", index);
        const JsonValue::Array& samples = *at(golden, "samples").array();
        QVERIFY(!at(golden, "pairs").array()->empty());
        for (const JsonValue& pair : *at(golden, "pairs").array()) {
            const auto side = [&](std::string_view key) -> const JsonValue& {
                return samples.at(static_cast<std::size_t>(test::integerOf(at(pair, key))));
            };
            const QByteArray wrong = comparePair(pair, side("left"), side("right"));
            QVERIFY2(wrong.isEmpty(), wrong.constData());
        }
    }

    void cleanupTestCase() {
        for (const test::GoldenFamily* family : {&m_metadata, &m_equality}) {
            QVERIFY(family->report());
        }
    }

 private:
    /// What a pair of samples says. Equal hashes of unequal samples are chance, and taken over.
    static QByteArray comparePair(const JsonValue& pair, const JsonValue& left, const JsonValue& right) {
        const auto one = test::metadataOf(left);
        const auto other = test::metadataOf(right);
        if (!one || !other) {
            return "a sample was refused";
        }
        const bool equal = recordsInto(*one, *other);
        const bool reversed = recordsInto(*other, *one);
        const bool sameHash = one->hash() == other->hash();
        JsonValue actual =
            JsonValue::Object{{"left", at(pair, "left")},
                              {"right", at(pair, "right")},
                              {"equal", equal},
                              {"equal_reversed", reversed},
                              {"same_hash", equal ? JsonValue(sameHash) : at(pair, "same_hash")}};
        if (pair.find("exact_equal")) {
            const auto exactOne = ExactSampleMetadata::fromInputs(test::valueOfNode(at(left, "root")));
            const auto exactOther = ExactSampleMetadata::fromInputs(test::valueOfNode(at(right, "root")));
            const bool exact = exactOne == exactOther;
            const bool exactHash = exactOne.hash() == exactOther.hash();
            actual.set("exact_equal", exact);
            actual.set("exact_same_hash", exact ? JsonValue(exactHash) : at(pair, "exact_same_hash"));
        }
        return (*one == *other) == (equal && reversed) ? test::difference(pair, actual)
                                                       : QByteArray("== is not symmetric");
    }

    test::GoldenFamily m_metadata{"sample_metadata"};
    test::GoldenFamily m_equality{"sample_equality"};
};

QTEST_APPLESS_MAIN(TestGoldenSampleMetadata)
#include "tst_golden_sample_metadata.moc"
