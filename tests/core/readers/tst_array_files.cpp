// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy arrays and archives, and safetensors.
#include <QDir>
#include <QTest>
#include <string>

#include "../files/zip_bytes.h"
#include "core/module/tensor_spec.h"
#include "core/readers/open_capture.h"
#include "reader_texts.h"

using namespace dimscope;
using namespace std::string_literals;

namespace {

std::string npy(const std::string& header, int major = 1) {
    const std::size_t size = header.size();
    std::string out = "\x93NUMPY"s + static_cast<char>(major) + '\0';
    out += static_cast<char>(size & 0xFFU);
    out += static_cast<char>(size >> 8U);
    out += major == 1 ? ""s : std::string(2, '\0');
    return out + header;
}

std::string safetensors(const std::string& header, std::size_t data = 0) {
    std::string out;
    for (int i = 0; i < 8; ++i) {
        out += static_cast<char>(header.size() >> (8 * i));
    }
    return out + header + std::string(data, '\0');
}

QStringList tensorsOf(const readers::OpenedCapture& opened) {
    QStringList out;
    for (const capture::Tensor& tensor : opened.capture->tensors()) {
        out.append(QString::fromStdString(tensor.accessPath + ": " + tensor.dtype + " " +
                                          module::sizesText(tensor.sizesAt({0}))));
    }
    return out;
}

}  // namespace

class TestArrayFiles : public QObject {
    Q_OBJECT

 private slots:
    void files_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("format");
        QTest::addColumn<QStringList>("tensors");
        QTest::newRow("big endian") << "array.npy"
                                    << "numpy.npy" << QStringList{"[0]: torch.int16 [2, 5]"};
        QTest::newRow("Fortran order") << "fortran.npy"
                                       << "numpy.npy" << QStringList{"[0]: torch.float64 [2, 3]"};
        QTest::newRow("positional") << "positional_bs2.npz"
                                    << "numpy.npz"
                                    << QStringList{"[0]: torch.float16 [2, 3]", "[1]: torch.bool [2]"};
        QTest::newRow("named and packed")
            << "named.npz"
            << "numpy.npz" << QStringList{"x: torch.float32 [4, 8]", "scalar: torch.int64 []"};
        QTest::newRow("safetensors") << "model.safetensors"
                                     << "safetensors"
                                     << QStringList{"[\"a.weight\"]: torch.bfloat16 [2, 3]",
                                                    "mask: torch.bool []", "odd: F7 [0, 4]"};
    }
    void files() {
        QFETCH(QString, file);
        QFETCH(QString, format);
        QFETCH(QStringList, tensors);
        const auto opened = readers::openCapture(
            {QStringLiteral(DIMSCOPE_TEST_DATA_DIR "/torch/%1").arg(file).toStdString()});
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        QCOMPARE(tensorsOf(*opened), tensors);
        QCOMPARE(QString::fromStdString(opened->capture->sources().front().format), format);
        QVERIFY(opened->capture->sources().front().complete);
        QCOMPARE(opened->capture->sampleCount(), std::uint64_t{1});
    }

    void batchSizeOfTheName() {
        const auto opened = readers::openText(test::dataFile("torch/positional_bs2.npz"), "net_bs2.npz");
        QVERIFY(opened);
        QCOMPARE(*opened->capture->graphs().front().batchSizes, std::vector<std::int64_t>{2});
        QCOMPARE(opened->capture->modules().front().name, "net"s);
    }

    void whatTorchHasNoTypeForIsAValue() {
        readers::OpenOptions options;
        options.savedSamples = module::Strictness::strict;
        const auto opened = readers::openText(test::dataFile("torch/named.npz"), "named.npz", options);
        QVERIFY(opened);
        const auto& others = opened->capture->graphs().front().otherInputs;
        QCOMPARE(others.size(), std::size_t{2});
        QCOMPARE(others[0].value.repr(), "array(shape=[1], dtype=<U1)"s);
        QCOMPARE(others[1].value.repr(), "array(shape=[3], dtype=record)"s);
    }

    void metadataAreDetails() {
        const auto opened = readers::openText(test::dataFile("torch/model.safetensors"), "model.safetensors");
        QVERIFY(opened);
        const auto& details = opened->capture->modules().front().details;
        QCOMPARE(details.size(), std::size_t{1});
        QCOMPARE(details[0].key, "__metadata__"s);
        QCOMPARE(base::dumpJson(details[0].value), "{\"format\":\"pt\"}"s);
    }

    void cutElements_data() {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QByteArray(text.data(), static_cast<qsizetype>(text.size()));
        };
        row("array", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}") + "12345678901");
        row("safetensors",
            safetensors(R"({"x": {"dtype": "F32", "shape": [3], "data_offsets": [0, 12]}})", 11));
    }
    void cutElements() {
        QFETCH(QByteArray, bytes);
        const auto cut = readers::openText(bytes.toStdString(), "cut");
        QVERIFY2(cut, cut ? "" : cut.error().text().c_str());
        QVERIFY(!cut->capture->sources().front().complete);
        QCOMPARE(test::countOf(cut->diagnostics, "truncated"), 1);
        QCOMPARE(cut->capture->tensors().front().sizesAt({0}), module::Sizes{3});
        const auto whole = readers::openText(bytes.toStdString() + "x", "whole");
        QVERIFY(whole);
        QVERIFY(whole->capture->sources().front().complete);
    }

    void faults_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("byte");
        const auto row = [](const char* name, const std::string& text, const char* code, int byte) {
            QTest::newRow(name) << QByteArray(text.data(), static_cast<qsizetype>(text.size())) << code
                                << byte;
        };
        row("array cut in its header", npy("{'descr': '<f4'").substr(0, 20), "truncated", 20);
        row("array of version 9", npy("{}", 9), "bad-value", 6);
        row("array of no dict", npy("(1, 2)"), "syntax", 16);
        row("array of no literal", npy("{'descr': open('x')}"), "syntax", 20);
        row("array without a shape", npy("{'descr': '<f4'}"), "missing-key", 10);
        row("array without a type", npy("{'shape': (1,)}"), "missing-key", 10);
        row("array of a negative size", npy("{'descr': '<f4', 'shape': (-1,)}"), "bad-size", 10);
        row("array of a size beyond 64 bits", npy("{'descr': '<f4', 'shape': (9223372036854775808,)}"),
            "syntax", 37);
        row("array of nested brackets", npy("{'descr': " + std::string(100, '(') + "}"), "syntax", 40);
        row("array with a huge header", "\x93NUMPY\x02\0\xff\xff\xff\x7f{}"s, "too-large", 8);
        row("array of text", npy("{'descr': '<U4', 'shape': (1,)}"), "no-shapes", 0);
        row("archive with a name twice",
            test::zipOf({{"x.npy", npy("{'descr': '<f4', 'shape': (1,)}")},
                         {"x.npy", npy("{'descr': '<f4', 'shape': (1,)}")}}),
            "duplicate-key", 0);
        row("array of a type that is no UTF-8", npy("{'descr': [('\xe9', '<f4')], 'shape': (1,)}"),
            "encoding", 10);
        row("archive with a name that is no UTF-8",
            test::zipOf({{"\xe9.npy", npy("{'descr': '<f4', 'shape': (1,)}")}}), "encoding", 0);
        row("archive with another file", test::zipOf({{"x.npy", "text"}}), "truncated", 4);
        row("archive with a damaged array", test::zipOf({{"x.npy", "texttext"}}), "syntax", 0);
        row("safetensors cut in its header", safetensors(R"({"x": {"dtype": "F32"}})").substr(0, 20),
            "truncated", 20);
        row("safetensors of no JSON", safetensors("{x}"), "syntax", 9);
        row("safetensors without a type", safetensors(R"({"x": {"shape": [1], "data_offsets": [0, 1]}})"),
            "missing-key", 14);
        row("safetensors without a shape", safetensors(R"({"x": {"dtype": "F32", "data_offsets": [0, 1]}})"),
            "missing-key", 14);
        row("safetensors of a negative size",
            safetensors(R"({"x": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 1]}})"), "bad-size", 41);
        row("safetensors of a size beyond 64 bits",
            safetensors(R"({"x": {"dtype": "F32", "shape": [9223372036854775808], "data_offsets": [0, 1]}})"),
            "bad-size", 41);
        row("safetensors of bad offsets",
            safetensors(R"({"x": {"dtype": "F32", "shape": [1], "data_offsets": [4, 1]}})"), "bad-value", 61);
        row("safetensors with a name twice", safetensors(R"({"x": 1, "x": 1})"), "duplicate-key", 17);
        row("safetensors of another member", safetensors(R"({"x": 1})"), "wrong-type", 14);
        row("safetensors without tensors", safetensors(R"({"__metadata__": {}})"), "no-shapes", 0);
    }
    void faults() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, code);
        QFETCH(int, byte);
        const auto opened = readers::openText(bytes.toStdString(), "bad");
        QVERIFY(!opened);
        QCOMPARE(QString::fromUtf8(base::name(opened.error().code).data()), code);
        QCOMPARE(static_cast<int>(opened.error().where.byte.value_or(999999)), byte);
        QCOMPARE(opened.error().where.file, "bad"s);
    }

    void newerHeaders() {
        const auto opened = readers::openText(
            npy("{'descr': '<f4', 'fortran_order': False, 'shape': (), }\n", 3) + "1234", "new.npy");
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        QCOMPARE(tensorsOf(*opened), QStringList{"[0]: torch.float32 []"});
    }

    // Public files, read in place where they are at hand.
    void realFiles() {
        const QString given = qEnvironmentVariable("DIMSCOPE_REAL_SAMPLES");
        const QString folder =
            given.isEmpty() ? QStringLiteral(DIMSCOPE_SOURCE_DIR "/../shared/samples/real") : given;
        if (!QDir(folder + "/numpy").exists()) {
            QSKIP(qPrintable("no real files in " + folder + "; set DIMSCOPE_REAL_SAMPLES"));
        }
        const auto tensors = [&folder](const char* name) {
            const auto opened = readers::openCapture({(folder + name).toStdString()});
            return opened ? tensorsOf(*opened) : QStringList(QString::fromStdString(opened.error().text()));
        };
        QCOMPARE(tensors("/numpy/tch_linear_in.npy"), QStringList{"[0]: torch.float32 [2, 257]"});
        QCOMPARE(tensors("/numpy/candle_test.npz"),
                 (QStringList{"x: torch.int64 [10]", "x_plus_one: torch.int64 [10]"}));
        QCOMPARE(tensors("/safetensors/jfk-codes.safetensors"),
                 QStringList{"codes: torch.int64 [1, 2, 828]"});
        const QStringList all = tensors("/safetensors/overall.safetensors");
        QCOMPARE(all.size(), 9);
        QVERIFY2(all.contains("H: torch.uint16 [6]"), qPrintable(all.join("; ")));
    }
};

QTEST_APPLESS_MAIN(TestArrayFiles)
#include "tst_array_files.moc"
