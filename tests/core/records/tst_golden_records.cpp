// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "core/base/json_reader.h"
#include "core/records/tensor_record.h"

using namespace dimscope;
using base::JsonValue;

namespace {

std::string goldenDirectory() {
    const char* given = std::getenv("DIMSCOPE_GOLDEN_DIR");
    return given != nullptr && *given != '\0' ? given : DIMSCOPE_TEST_DATA_DIR "/golden";
}

JsonValue number(std::optional<std::int64_t> value) {
    return value ? JsonValue(*value) : JsonValue();
}

/// What the records say, in the form of the vectors' `expect`.
JsonValue answerFor(const JsonValue& spec) {
    const auto tuned = records::TunedTensorSpec::fromJson(spec);
    JsonValue answer{JsonValue::Object{}};
    answer.set("valid", tuned.has_value());
    if (tuned) {
        answer.set("min_batch_size", number(tuned->minBatchSize()));
        answer.set("max_batch_size", number(tuned->maxBatchSize()));
    }
    return answer;
}

std::optional<std::vector<records::TunedTensorSpec>> sideOf(const JsonValue& specs) {
    std::vector<records::TunedTensorSpec> side;
    for (const JsonValue& spec : *specs.array()) {
        auto tuned = records::TunedTensorSpec::fromJson(spec);
        if (!tuned) {
            return std::nullopt;
        }
        side.push_back(std::move(*tuned));
    }
    return side;
}

}  // namespace

class TestGoldenRecords : public QObject {
    Q_OBJECT

 private slots:
    void tunedTensorSpec() {
        const std::string family = "tuned_tensor_spec";
        std::ifstream file(goldenDirectory() + "/" + family + ".json", std::ios::binary);
        QVERIFY2(file, "the family's file cannot be opened");
        std::stringstream text;
        text << file.rdbuf();
        const auto vectors = base::parseJson(text.str());
        QVERIFY2(vectors, vectors ? "" : vectors.error().text().c_str());
        QCOMPARE(*vectors->find("family")->string(), family);
        std::size_t count = 0;
        for (const auto& [key, value] : *vectors->object()) {
            if (key == "specs") {
                count += replay(value, &TestGoldenRecords::checkSpec);
            } else if (key == "artifacts") {
                count += replay(value, &TestGoldenRecords::checkArtifact);
            } else {
                QVERIFY2(key == "format" || key == "family", key.c_str());
            }
        }
        std::printf("golden %s %s %zu\n", goldenDirectory().c_str(), family.c_str(), count);
        std::fflush(stdout);
        QVERIFY2(count > 0, "the family has no cases");
        QVERIFY2(m_wrong.empty(), m_wrong.c_str());
    }

 private:
    std::size_t replay(const JsonValue& cases, void (TestGoldenRecords::*check)(const JsonValue&)) {
        for (const JsonValue& one : *cases.array()) {
            (this->*check)(one);
        }
        return cases.array()->size();
    }

    void compare(const JsonValue& one, const JsonValue& answer, const std::set<std::string>& known) {
        const std::string id = *one.find("id")->string();
        for (const auto& [key, value] : *one.object()) {
            if (!known.contains(key)) {
                m_wrong += id + ": nothing checks \"" + key + "\"\n";
            }
        }
        const JsonValue& expected = *one.find("expect");
        const bool sameKeys = answer.object()->size() == expected.object()->size();
        const bool sameValues =
            std::all_of(expected.object()->begin(), expected.object()->end(), [&](const auto& member) {
                const JsonValue* value = answer.find(member.first);
                return value != nullptr && *value == member.second;
            });
        if (!sameKeys || !sameValues) {
            m_wrong += id + ": " + base::dumpJson(answer) + " instead of " + base::dumpJson(expected) + "\n";
        }
    }

    void checkSpec(const JsonValue& one) {
        const JsonValue& spec = *one.find("spec");
        compare(one, answerFor(spec), {"id", "spec", "expect"});
        const auto tuned = records::TunedTensorSpec::fromJson(spec);
        if (!tuned) {
            return;
        }
        const auto again = records::TunedTensorSpec::fromJson(tuned->toJson());
        if (!again || !(*again == *tuned)) {
            m_wrong += *one.find("id")->string() + ": written as " + base::dumpJson(tuned->toJson()) + "\n";
        }
    }

    void checkArtifact(const JsonValue& one) {
        auto inputs = sideOf(*one.find("inputs"));
        auto outputs = sideOf(*one.find("outputs"));
        if (!inputs || !outputs) {
            m_wrong += *one.find("id")->string() + ": a single spec is refused\n";
            return;
        }
        const auto artifact = records::ArtifactSpec::create(std::move(*inputs), std::move(*outputs));
        JsonValue answer{JsonValue::Object{}};
        answer.set("valid", artifact.has_value());
        if (artifact) {
            answer.set("max_batch_size", number(artifact->maxBatchSize()));
        }
        compare(one, answer, {"id", "inputs", "outputs", "expect"});
    }

    std::string m_wrong;
};

QTEST_APPLESS_MAIN(TestGoldenRecords)
#include "tst_golden_records.moc"
