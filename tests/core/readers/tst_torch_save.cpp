// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <string>
#include <vector>

#include "core/capture/capture.h"
#include "core/module/tensor_spec.h"
#include "core/readers/open_capture.h"
#include "core/readers/saved_calls.h"
#include "core/readers/torch_save_reader.h"
#include "reader_texts.h"

using namespace dimscope;

namespace {

std::string fixture(const QString& name) {
    return QStringLiteral(DIMSCOPE_TEST_DATA_DIR "/torch/%1").arg(name).toStdString();
}

// Python's C++ name of a dtype, and the sizes of one call: "x: torch.int64 [2, 3]".
QStringList tensorsOf(const capture::Capture& capture, const capture::Graph& graph,
                      std::uint32_t sample = 0) {
    QStringList out;
    for (const capture::TensorId id : graph.tensors) {
        const capture::Tensor& tensor = capture.tensor(id);
        out.append(QString::fromStdString(tensor.accessPath + ": " + tensor.dtypeAt({sample}) + " " +
                                          module::sizesText(tensor.sizesAt({sample}))));
    }
    return out;
}

QStringList othersOf(const capture::Graph& graph) {
    QStringList out;
    for (const auto& other : graph.otherInputs) {
        out.append(QString::fromStdString(other.locator.accessPath() + " = " + other.value.repr()));
    }
    return out;
}

const QStringList kZoo{
    "plain: torch.float32 [2, 3]",
    "scalar: torch.int64 []",
    "empty: torch.uint8 [0, 5]",
    "transposed: torch.float32 [3, 4]",
    "view: torch.float32 [2, 3]",
    "half: torch.float16 [2]",
    "bfloat: torch.bfloat16 [2]",
    "flags: torch.bool [3]",
    "complex: torch.complex64 [2]",
    "parameter: torch.float32 [6, 2]",
    "sparse: torch.float32 [3, 3, 5]",
    "compressed: torch.float32 [2, 2]",
    "quantised: torch.qint8 [2, 4]",
    "by_channel: torch.quint8 [2, 4]",
    "ordered[\"b\"]: torch.float32 [1]",
    "ordered[\"a\"]: torch.float32 [1, 1]",
    "defaulted[\"k\"][0]: torch.float32 [8]",
    "point[0]: torch.float32 [2, 2]",
    "data_class.latents: torch.float32 [1, 4, 8, 8]",
    "slotted.left: torch.float32 [9]",
    "array: torch.float32 [2, 5]",
    "encoding[\"input_ids\"]: torch.int64 [2, 77]",
    "result[\"logits\"]: torch.float16 [2, 7, 11]",
    "cache.key_cache[0]: torch.float32 [1, 2, 5, 4]",
    "cache.key_cache[1]: torch.float32 [1, 2, 5, 4]",
    "cache.value_cache[0]: torch.float32 [1, 2, 5, 4]",
    "cache.value_cache[1]: torch.float32 [1, 2, 5, 4]",
    "nested[0][0][\"deep\"]: torch.float32 [1, 2, 3]",
    "[5]: torch.float32 [5]",
    "third_version: torch.bfloat16 [2, 2]",
};

const QStringList kZooOthers{
    "some_set = {1, 2}",
    "frozen = {'x'}",
    "size[0] = 2",
    "size[1] = 3",
    "dtype = torch.float32",
    "device = cuda:1",
    "layout = torch.strided",
    "point[1] = 4",
    "data_class.scale = 1.5",
    "slotted.right = 3",
    "colour = shop.types.Colour.RED",
    "number = 0.25",
    "whole = -7",
    "words = <a NumPy array>",
    "cache._seen_tokens = 5",
    "none = None",
    "text = 'caf\u00e9'",
    "raw = <2 bytes>",
    "big = 1180591620717411303424",
    "negative = -1180591620717411303424",
    "small = -3",
    "ratio = 0.5",
    "yes = True",
    "complex_number = (1+2j)",
    "storage = <a storage>",
};

}  // namespace

class TestTorchSave : public QObject {
    Q_OBJECT

 private slots:
    void everyKindOfValue_data() {
        QTest::addColumn<QString>("file");
        for (const int protocol : {2, 3, 4, 5}) {
            QTest::addRow("protocol %d", protocol) << QString("zoo_protocol%1.pt").arg(protocol);
        }
        QTest::newRow("legacy stream") << "zoo_legacy.pt";
    }
    void everyKindOfValue() {
        QFETCH(QString, file);
        readers::OpenOptions options;
        options.savedSamples = module::Strictness::strict;
        const auto opened = readers::openCapture({fixture(file)}, options);
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->capture->graphs().size(), std::size_t{1});
        const capture::Graph& graph = opened->capture->graphs().front();
        QCOMPARE(tensorsOf(*opened->capture, graph), kZoo);
        QCOMPARE(othersOf(graph), kZooOthers);
        QCOMPARE(graph.strictness, module::Strictness::strict);
        QCOMPARE(opened->diagnostics.items().size(), std::size_t{0});
        const capture::Source& source = opened->capture->sources().front();
        QCOMPARE(source.format, std::string("torch.save"));
        QCOMPARE(static_cast<qint64>(source.bytes), QFile(QString::fromStdString(fixture(file))).size());
        QVERIFY(source.xxh3.empty());
    }

    void tensorsOnlyUnlessAsked() {
        const auto opened = readers::openCapture({fixture("zoo_protocol2.pt")});
        QVERIFY(opened);
        const capture::Graph& graph = opened->capture->graphs().front();
        QCOMPARE(tensorsOf(*opened->capture, graph), kZoo);
        QCOMPARE(othersOf(graph), QStringList());
        QCOMPARE(graph.strictness, module::Strictness::lenient);
    }

    void arguments_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QStringList>("tensors");
        QTest::newRow("positional") << "positional.pt"
                                    << QStringList{"[0]: torch.float32 [2, 3]", "[1]: torch.int64 [2]"};
        QTest::newRow("positional and keywords")
            << "args_kwargs.pt" << QStringList{"[0]: torch.float32 [2, 3]", "mask: torch.float32 [2, 1]"};
        QTest::newRow("the same in a dict")
            << "args_kwargs_dict.pt"
            << QStringList{"[0]: torch.float32 [2, 3]", "mask: torch.float32 [2, 1]"};
        QTest::newRow("one tensor") << "alone.pt" << QStringList{"[0]: torch.float32 [4, 5]"};
        QTest::newRow("list of tensors")
            << "tensors.pt" << QStringList{"[0]: torch.float32 [4, 5]", "[1]: torch.float32 [4]"};
        QTest::newRow("data class") << "data_class.pt" << QStringList{".latents: torch.float32 [2, 4, 8, 8]"};
        QTest::newRow("plain pickle") << "tensor.pkl" << QStringList{"x: torch.float64 [3, 4]"};
    }
    void arguments() {
        QFETCH(QString, file);
        QFETCH(QStringList, tensors);
        const auto opened = readers::openCapture({fixture(file)});
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->capture->graphs().size(), std::size_t{1});
        QCOMPARE(tensorsOf(*opened->capture, opened->capture->graphs().front()), tensors);
        QCOMPARE(opened->capture->sampleCount(), std::uint64_t{1});
    }

    void positionalArgumentsAreItemsOfASequence() {
        const auto opened = readers::openCapture({fixture("args_kwargs.pt")});
        QVERIFY(opened);
        const auto& tensors = opened->capture->tensors();
        QCOMPARE(tensors[0].locator.steps().front().container, module::Container::sequence);
        QCOMPARE(tensors[1].locator.steps().front().container, module::Container::mapping);
    }

    void listOfSamples() {
        const auto opened = readers::openCapture({fixture("samples.pt")});
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        const capture::Capture& capture = *opened->capture;
        QCOMPARE(capture.graphs().size(), std::size_t{1});
        QCOMPARE(capture.graphs().front().samples, std::size_t{3});
        QCOMPARE(tensorsOf(capture, capture.graphs().front(), 2), QStringList{"x: torch.float32 [4, 8]"});
    }

    void severalFilesAreOneGraph() {
        const auto opened =
            readers::openCapture({fixture("unet_bs1.pt"), fixture("unet_bs2.pt"), fixture("unet_bs4.pt")});
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        const capture::Capture& capture = *opened->capture;
        QCOMPARE(capture.modules().size(), std::size_t{1});
        QCOMPARE(capture.modules().front().name, std::string("unet"));
        QCOMPARE(capture.graphs().size(), std::size_t{1});
        const capture::Graph& graph = capture.graphs().front();
        QCOMPARE(*graph.batchSizes, (std::vector<std::int64_t>{1, 2, 4}));
        QCOMPARE(capture.tensors()[0].sizesAt({2}), (module::Sizes{8, 4, 64, 64}));
        QCOMPARE(graph.originOf({2}).source.value, 2U);
        // As recorded, no batch size is known: the name is no recording.
        QCOMPARE(*opened->recorded->graphs().front().batchSizes, (std::vector<std::int64_t>{0, 0, 0}));
    }

    void statedBatchSizesComeBeforeThoseOfNames() {
        readers::OpenOptions options;
        options.batchSizes = *capture::BatchSizeSource::parse("sample:0/2");
        const std::vector<std::filesystem::path> files{fixture("unet_bs1.pt"), fixture("unet_bs4.pt")};
        const auto byAxis = readers::openCapture(files, options);
        QVERIFY(byAxis);
        QCOMPARE(*byAxis->capture->graphs().front().batchSizes, (std::vector<std::int64_t>{1, 4}));
        options.batchSizes = *capture::BatchSizeSource::parse("16");
        const auto constant = readers::openCapture(files, options);
        QVERIFY(constant);
        QCOMPARE(*constant->capture->graphs().front().batchSizes, (std::vector<std::int64_t>{16, 16}));
        // Where the axis tells nothing, the name does, and nothing stays unknown.
        for (const char* source : {"sample:0/3", "absent:0"}) {
            options.batchSizes = *capture::BatchSizeSource::parse(source);
            const auto fallback = readers::openCapture(files, options);
            QVERIFY(fallback);
            QCOMPARE(*fallback->capture->graphs().front().batchSizes, (std::vector<std::int64_t>{1, 4}));
            QVERIFY(fallback->diagnostics.empty());
        }
    }

    void names_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("module");
        QTest::addColumn<int>("batchSize");
        QTest::newRow("none") << "unet.pt"
                              << "unet" << 0;
        QTest::newRow("bs behind") << "unet_bs4.pt"
                                   << "unet" << 4;
        QTest::newRow("batch behind a dash") << "unet-batch12.pth"
                                             << "unet" << 12;
        QTest::newRow("in front") << "bs2_unet.pt"
                                  << "unet" << 2;
        QTest::newRow("inside") << "unet.bs2.fp16.pt"
                                << "unet.fp16" << 2;
        QTest::newRow("capitals") << "unet_BS8.npz"
                                  << "unet" << 8;
        QTest::newRow("numbered samples") << "unet_bs4_007.pt"
                                          << "unet" << 4;
        QTest::newRow("gzipped") << "unet_bs4.pt.gz"
                                 << "unet" << 4;
        QTest::newRow("nothing else") << "bs4.pt"
                                      << "module" << 4;
        QTest::newRow("part of a word") << "jobs4.pt"
                                        << "jobs4" << 0;
        QTest::newRow("no number") << "batch.pt"
                                   << "batch" << 0;
        QTest::newRow("zero") << "unet_bs0.pt"
                              << "unet_bs0" << 0;
        QTest::newRow("letters behind") << "unet_bs4x.pt"
                                        << "unet_bs4x" << 0;
        QTest::newRow("beyond 64 bits") << "u_bs99999999999999999999.pt"
                                        << "u_bs99999999999999999999" << 0;
        QTest::newRow("first counts") << "u_bs2_bs4.pt"
                                      << "u_bs4" << 2;
        QTest::newRow("standard input") << "-"
                                        << "stdin" << 0;
    }
    void names() {
        QFETCH(QString, name);
        QFETCH(QString, module);
        QFETCH(int, batchSize);
        const readers::SavedName found = readers::savedName(name.toStdString());
        QCOMPARE(QString::fromStdString(found.module), module);
        QCOMPARE(found.batchSize.value_or(0), std::int64_t{batchSize});
    }

    void namesAtOtherBatchSizes_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        QTest::newRow("replaced") << "unet_bs4.pt"
                                  << "unet_bs16.pt";
        QTest::newRow("in front") << "BATCH2-unet.v1.pth"
                                  << "BATCH16-unet.v1.pt";
        QTest::newRow("numbered") << "unet_bs004_7.pt"
                                  << "unet_bs16_7.pt";
        QTest::newRow("without") << "unet.pt"
                                 << "unet_bs16.pt";
        QTest::newRow("a part of a word") << "absbs4.pt"
                                          << "absbs4_bs16.pt";
    }
    void namesAtOtherBatchSizes() {
        QFETCH(QString, name);
        QFETCH(QString, expected);
        const std::string made = readers::nameAtBatchSize(name.toStdString(), 16);
        QCOMPARE(QString::fromStdString(made), expected);
        QCOMPARE(readers::savedName(made).batchSize, std::optional<std::int64_t>(16));
    }

    void textPickles() {
        readers::OpenOptions options;
        options.format = "torch.save";
        for (int protocol = 0; protocol <= 5; ++protocol) {
            options.savedSamples = module::Strictness::strict;
            const auto opened =
                readers::openCapture({fixture(QString("plain_protocol%1.pkl").arg(protocol))}, options);
            QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
            const capture::Graph& graph = opened->capture->graphs().front();
            QCOMPARE(tensorsOf(*opened->capture, graph), QStringList{"array: torch.float64 [3, 2]"});
            QCOMPARE(othersOf(graph),
                     (QStringList{"words[0] = 'a'", "words[1] = \"it's\"", "words[2] = '\u20ac'",
                                  "numbers[0] = 1", "numbers[1] = -1", "numbers[2] = 255", "numbers[3] = 256",
                                  "numbers[4] = 65536", "numbers[5] = 1099511627776",
                                  "numbers[6] = -1208925819614629174706176", "numbers[7] = 0.5",
                                  "numbers[8] = True", "set = {4}", "bytes = <1 bytes>", "t[0] = 1"}));
        }
    }

    void gzippedAndFromMemory() {
        const auto opened = readers::openText(test::dataFile("torch/unet_bs2.pt"), "unet_bs2.pt");
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->capture->sources().front().xxh3.size(), std::size_t{32});
        QCOMPARE(*opened->capture->graphs().front().batchSizes, std::vector<std::int64_t>{2});
    }

    // A folder may hold what is no recording: it is passed over, and says what it would have run.
    void folderWithOtherFiles() {
        QTemporaryDir folder;
        QVERIFY(QFile::copy(QString::fromStdString(fixture("unet_bs2.pt")), folder.filePath("unet_bs2.pt")));
        QVERIFY(QFile::copy(QString::fromStdString(fixture("no_tensor.pt")), folder.filePath("a_config.pt")));
        QVERIFY(QFile::copy(QString::fromStdString(fixture("unet_bs4.pt")), folder.filePath("unet_bs4.pt")));
        QFile evil(folder.filePath("evil.pkl"));
        QVERIFY(evil.open(QIODevice::WriteOnly) && evil.write("\x80\x02"
                                                              "cos\nsystem\n(U\x02idtR.") > 0);
        evil.close();
        const auto opened = readers::openCapture({folder.path().toStdString()});
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->files.size(), std::size_t{2});
        QCOMPARE(opened->capture->sources().size(), std::size_t{2});
        QCOMPARE(*opened->capture->graphs().front().batchSizes, (std::vector<std::int64_t>{2, 4}));
        QCOMPARE(test::countOf(opened->diagnostics, "passed-over"), 2);
        QVERIFY(opened->diagnostics.items()[1].message.find("refers to os.system: not executed") !=
                std::string::npos);
    }

    void cutStorages() {
        const std::string whole = test::dataFile("torch/zoo_legacy.pt");
        const auto opened = readers::openText(whole, "zoo.pt");
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        QCOMPARE(test::countOf(opened->diagnostics, "truncated"), 0);
        QVERIFY(opened->capture->sources().front().complete);
        const auto cut = readers::openText(whole.substr(0, whole.size() - 1), "zoo.pt");
        QVERIFY2(cut, cut ? "" : cut.error().text().c_str());
        QCOMPARE(test::countOf(cut->diagnostics, "truncated"), 1);
        QVERIFY(!cut->capture->sources().front().complete);
    }

    void noTensor() {
        const auto opened = readers::openCapture({fixture("no_tensor.pt")});
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, base::ErrorCode::noShapes);
        QVERIFY(opened.error().where.file.ends_with("no_tensor.pt"));
    }

    // Public files, read in place where they are at hand.
    void realFiles() {
        const QString given = qEnvironmentVariable("DIMSCOPE_REAL_SAMPLES");
        const QString folder =
            (given.isEmpty() ? QStringLiteral(DIMSCOPE_SOURCE_DIR "/../shared/samples/real") : given) +
            "/torch-save/";
        if (!QDir(folder).exists()) {
            QSKIP(qPrintable("no real files in " + folder + "; set DIMSCOPE_REAL_SAMPLES"));
        }
        const auto tensors = [&folder](const char* name) {
            const auto opened = readers::openCapture({(folder + name).toStdString()});
            return opened ? tensorsOf(*opened->capture, opened->capture->graphs().front())
                          : QStringList(QString::fromStdString(opened.error().text()));
        };
        QCOMPARE(tensors("candle_test.pt"), QStringList{"test: torch.int64 [2, 4]"});
        QCOMPARE(tensors("candle_fortran_tensor_3d.pth"),
                 QStringList{"tensor_fortran: torch.int64 [2, 3, 4]"});
        for (const char* name : {"navigator_identity_scripted.pt", "navigator_identity_traced.pt"}) {
            for (const char* format : {"", "torch.save"}) {
                readers::OpenOptions options;
                options.format = format;
                const auto opened = readers::openCapture({(folder + name).toStdString()}, options);
                QVERIFY(!opened);
                QCOMPARE(opened.error().code, base::ErrorCode::noShapes);
                QVERIFY(opened.error().found.find("TorchScript") != std::string::npos);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestTorchSave)
#include "tst_torch_save.moc"
