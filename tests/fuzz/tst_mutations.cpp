// SPDX-License-Identifier: GPL-3.0-or-later
#include <zlib.h>

#include <QDir>
#include <QFile>
#include <QTest>
#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "capture_checks.h"
#include "core/overrides/importers.h"
#include "core/overrides/overrides_file.h"
#include "core/readers/reader.h"

using namespace dimscope;

namespace {

/// Samples beyond this are left to the long-running fuzzer.
constexpr qint64 kLargestSample = 16 * 1024;

std::string gzip(const std::string& text) {
    z_stream stream{};
    deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, static_cast<uLong>(text.size())) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

/// Changes texts in ways that readers must survive. The same seed gives the same texts.
class Mutator {
 public:
    explicit Mutator(unsigned seed) : m_random(seed) {}

    std::string mutate(std::string text, const std::string& other) {
        const std::size_t count = 1 + below(4);
        for (std::size_t i = 0; i < count && !text.empty(); ++i) {
            mutateOnce(text, other);
        }
        if (below(12) == 0) {
            text = gzip(text);
            if (below(2) == 0) {
                mutateOnce(text, other);
            }
        }
        return text;
    }

    /// Puts other values in the place of a few numbers, so that the text mostly stays JSON.
    std::string mutateValues(std::string text) {
        static const std::array<std::string, 14> kValues{"-1",
                                                         "0",
                                                         "9223372036854775807",
                                                         "9223372036854775808",
                                                         "1.5",
                                                         "1e300",
                                                         "NaN",
                                                         "null",
                                                         "{}",
                                                         "[]",
                                                         "[[1], [2], [3]]",
                                                         "\"\"",
                                                         "\"batch\"",
                                                         "\"output[0]\""};
        const std::size_t count = 1 + below(3);
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t begin = text.find_first_of("0123456789", below(text.size()));
            if (begin != std::string::npos) {
                const std::size_t end = std::min(text.find_first_not_of("0123456789", begin), text.size());
                text.replace(begin, end - begin, kValues[below(kValues.size())]);
            }
        }
        return text;
    }

    std::size_t below(std::size_t limit) {
        return limit == 0 ? 0 : static_cast<std::size_t>(m_random() % limit);
    }

 private:
    void mutateOnce(std::string& text, const std::string& other) {
        static const std::array<std::string, 26> kPieces{"-1",
                                                         "0",
                                                         "9223372036854775807",
                                                         "9223372036854775808",
                                                         "1e999",
                                                         "0.5",
                                                         "NaN",
                                                         "-Infinity",
                                                         "null",
                                                         "true",
                                                         "\"\"",
                                                         "\"batch0\"",
                                                         "\"dim1\"",
                                                         "\"\\u0000\"",
                                                         "\"\\ud800\"",
                                                         "[",
                                                         "]",
                                                         "{",
                                                         "}",
                                                         ",",
                                                         ":",
                                                         "\n",
                                                         "\xE9",
                                                         std::string(1, '\0'),
                                                         "\"tensor_data\"",
                                                         std::string(600, '[')};
        const std::size_t at = below(text.size());
        const std::size_t length = std::min(text.size() - at, 1 + below(below(4) == 0 ? 400 : 8));
        switch (below(8)) {
            case 0: text[at] = static_cast<char>(below(256)); break;
            case 1: text.erase(at, length); break;
            case 2: text.insert(below(text.size()), text.substr(at, length)); break;
            case 3: text.resize(at); break;
            case 4: text.insert(at, kPieces[below(kPieces.size())]); break;
            case 5: replaceToken(text, at, kPieces[below(kPieces.size())]); break;
            case 6:
                text[at] = static_cast<char>(static_cast<unsigned char>(text[at]) ^ (1U << below(8)));
                break;
            default: text.replace(at, length, other.substr(below(other.size()), length)); break;
        }
    }

    /// The number or text that starts at or behind a byte.
    static void replaceToken(std::string& text, std::size_t at, const std::string& piece) {
        const std::size_t begin = text.find_first_of("-0123456789\"", at);
        if (begin == std::string::npos) {
            return;
        }
        const std::size_t end = text.find_first_of(",]}:\n", begin);
        text.replace(begin, (end == std::string::npos ? text.size() : end) - begin, piece);
    }

    std::mt19937 m_random;
};

/// Texts of every form that shapes are imported from, but for files of the test data.
std::vector<std::string> shapeTexts() {
    return {
        R"({"format": "dimscope.overrides", "version": 1, "source": {"name": "n", "fingerprint": "xxh3:0"}, "graphs":
            [{"module": "unet", "graph": "0", "tensors": [{"side": "input", "semantic_path": ["a", 1], "access_path":
            "a[1]", "name": "x", "dtype": "float16", "shape": ["batch", 4, null], "min_shape": [2, 4, 1], "opt_shape":
            [2, 4, 8], "max_shape": [16, 4, 9], "batch_axis": 0, "batch_multiplier": 2, "note": "n", "more": [{}]}],
            "excluded_samples": [17, 3], "more": 1.5}, {"module": "unet", "graph": "1", "tensors": []}], "more": null})",
        R"([{"path": "sample", "shape": [{"type": "BatchDim", "name": "b", "min": 1, "max": 4, "opt": 2}, 4, 8, 8]},
            {"path": ["added_cond_kwargs", "time_ids"], "shape": [{"type": "DynamicDim", "name": "n", "min": 1, "max": 2,
            "opt": null}, 6]}])",
        R"({"format": "dimscope.records", "version": 1, "module": "unet", "graph": "0", "inputs": [{"name": "sample",
            "dtype": "float16", "shape": ["batch", 4, null, 8], "min_shape": [1, 4, 8, 8], "max_shape": [4, 4, 16, 8],
            "batch_axis": 0}], "outputs": []})"};
}

/// What is wrong with an outcome: an error without a sentence or file, or overrides that do not come back as
/// they were written. Empty where nothing is.
template <class T>
std::string faultOfShapes(const base::Result<T>& result, const overrides::OverrideSet& set) {
    if (!result) {
        const base::Error& error = result.error();
        return error.found.empty() || error.where.file.empty() ? "an error that says nothing: " + error.text()
                                                               : "";
    }
    const std::string text = overrides::overridesText(set);
    const auto again = overrides::parseOverrides(text, "written");
    return !again                                     ? again.error().text()
           : overrides::overridesText(*again) != text ? "written otherwise again"
                                                      : "";
}

}  // namespace

class TestMutations : public QObject {
    Q_OBJECT

    struct Sample {
        QString name;
        std::string text;
    };
    std::vector<Sample> m_samples;

    void addFolder(const QString& path) {
        const QDir folder(path);
        for (const QString& name : folder.entryList(QDir::Files, QDir::Name)) {
            QFile file(folder.filePath(name));
            if (name.endsWith(".md") || name.endsWith(".py") || name.endsWith(".expected") ||
                !file.open(QIODevice::ReadOnly)) {
                continue;
            }
            // Of a large capture the first lines.
            m_samples.push_back({name, file.read(kLargestSample).toStdString()});
        }
    }

 private slots:
    void initTestCase() {
        const QString data = QStringLiteral(DIMSCOPE_TEST_DATA_DIR);
        addFolder(data + "/aitune");
        addFolder(data + "/logs");
        addFolder(data + "/torch");
        addFolder(QStringLiteral(DIMSCOPE_SOURCE_DIR) + "/resources/samples");
        QVERIFY(m_samples.size() > 10);
    }

    void opensOrRefuses() {
        Mutator mutator(20261130);
        const int rounds = qEnvironmentVariableIntValue("DIMSCOPE_FUZZ_ROUNDS");
        int opened = 0;
        int refused = 0;
        for (int round = 0; round < (rounds > 0 ? rounds : 60); ++round) {
            for (const Sample& sample : m_samples) {
                const std::string& other = m_samples[mutator.below(m_samples.size())].text;
                const std::string text = mutator.mutate(sample.text, other);
                readers::OpenOptions options;
                if (mutator.below(8) == 0) {
                    options.format = readers::formats()[mutator.below(readers::formats().size())].id;
                }
                const auto result = readers::openText(text, "mutated", options);
                ++(result ? opened : refused);
                const std::string fault = test::faultOf(result);
                if (!fault.empty()) {
                    const QString place = QDir::temp().filePath("dimscope-mutation");
                    QFile file(place);
                    if (file.open(QIODevice::WriteOnly)) {
                        file.write(text.data(), static_cast<qint64>(text.size()));
                    }
                    QFAIL(qPrintable(QString("%1, round %2 (text in %3): %4")
                                         .arg(sample.name)
                                         .arg(round)
                                         .arg(place, QString::fromStdString(fault))));
                }
            }
        }
        qInfo("%d opened, %d refused", opened, refused);
        QVERIFY2(opened > 0 && refused > 0, "mutations that are all harmless or all fatal test little");
    }

    void importsOrRefuses() {
        QFile report(QStringLiteral(DIMSCOPE_TEST_DATA_DIR "/aitune/tuning_report_v3.json"));
        QFile profiles(QStringLiteral(DIMSCOPE_TEST_DATA_DIR "/aitune/tensorrt_profiles.json"));
        QVERIFY(report.open(QIODevice::ReadOnly) && profiles.open(QIODevice::ReadOnly));
        const std::string reportText = report.readAll().toStdString();
        const auto opened = readers::openText(reportText, "report.json");
        QVERIFY(opened);
        const auto analysis = inference::analyse(*opened->capture);
        std::vector<std::string> texts = shapeTexts();
        texts.push_back(profiles.readAll().toStdString());
        Mutator mutator(20261202);
        const int rounds = qEnvironmentVariableIntValue("DIMSCOPE_FUZZ_ROUNDS");
        int imported = 0;
        int refused = 0;
        for (int round = 0; round < (rounds > 0 ? rounds : 60) * 20; ++round) {
            for (const std::string& text : texts) {
                const std::string mutated = round % 2 == 0
                                                ? mutator.mutateValues(text)
                                                : mutator.mutate(text, texts[mutator.below(texts.size())]);
                const auto read = overrides::parseOverrides(mutated, "mutated");
                const auto result =
                    overrides::importOverrides(mutated, "mutated", *opened->capture, *analysis);
                ++(result ? imported : refused);
                std::string fault = faultOfShapes(read, read ? *read : overrides::OverrideSet());
                if (fault.empty()) {
                    fault = faultOfShapes(result, result ? result->overrides : overrides::OverrideSet());
                }
                QVERIFY2(fault.empty(), (fault + " from:\n" + mutated).c_str());
            }
        }
        qInfo("%d imported, %d refused", imported, refused);
        QVERIFY2(imported > 0 && refused > 0, "mutations that are all harmless or all fatal test little");
    }
};

QTEST_APPLESS_MAIN(TestMutations)
#include "tst_mutations.moc"
