// SPDX-License-Identifier: GPL-3.0-or-later
// Damaged and hostile files of torch.save, NumPy and safetensors: every outcome is a sound capture or an
// error with its place.
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <string>

#include "../../fuzz/capture_checks.h"
#include "../files/zip_bytes.h"
#include "core/readers/open_capture.h"
#include "reader_texts.h"

using namespace dimscope;
using base::ErrorCode;

namespace {

const std::string kNone = "\x80\x02N.";
// A dict with one tensor of shape [2, 3].
const std::string kTensor =
    "\x80\x02}U\x01xctorch._utils\n_rebuild_tensor_v2\n((U\x07storagectorch\nHalfStorage\nU\x01"
    "0U\x03"
    "cpuK\x06tQK" +
    std::string(1, '\0') + "K\x02K\x03\x86K\x03K\x01\x86\x89NtRs.";

QStringList fixtures() {
    return QDir(QStringLiteral(DIMSCOPE_TEST_DATA_DIR "/torch"))
        .entryList({"*.pt", "*.pkl", "*.npy", "*.npz", "*.safetensors"}, QDir::Files, QDir::Name);
}

base::Result<readers::OpenedCapture> open(const std::string& bytes, const std::string& name,
                                          const std::string& format = {}) {
    readers::OpenOptions options;
    options.format = format;
    options.savedSamples = module::Strictness::strict;
    return readers::openText(bytes, name, options);
}

}  // namespace

class TestSavedFaults : public QObject {
    Q_OBJECT

 private slots:
    void cuts_data() { addFixtures(); }
    void cuts() {
        QFETCH(QString, file);
        const std::string whole = test::dataFile("torch/" + file.toStdString());
        // Every cut of a small file; of larger ones some two hundred.
        const std::size_t step = std::max<std::size_t>(1, whole.size() / 200);
        for (std::size_t size = 1; size < whole.size(); size += step) {
            const auto outcome = open(whole.substr(0, size), file.toStdString());
            const std::string fault = test::faultOf(outcome);
            QVERIFY2(fault.empty(), (fault + " at " + std::to_string(size)).c_str());
        }
    }

    void flips_data() { addFixtures(); }
    void flips() {
        QFETCH(QString, file);
        const std::string whole = test::dataFile("torch/" + file.toStdString());
        const std::size_t step = std::max<std::size_t>(1, whole.size() / 400);
        for (std::size_t at = 0; at < whole.size(); at += step) {
            // One of three flips for each byte, in turn: under the sanitizers all of them take minutes.
            static constexpr std::array kFlips{0x01U, 0x80U, 0xFFU};
            const unsigned flip = kFlips[(at / step) % kFlips.size()];
            std::string bytes = whole;
            bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ flip);
            const std::string fault = test::faultOf(open(bytes, file.toStdString()));
            QVERIFY2(fault.empty(), (fault + " at " + std::to_string(at)).c_str());
        }
    }

    void archives_data() {
        QTest::addColumn<QByteArray>("archive");
        QTest::addColumn<QString>("code");
        const auto row = [](const char* name, const std::string& archive, const char* code) {
            QTest::newRow(name) << QByteArray(archive.data(), static_cast<qsizetype>(archive.size())) << code;
        };
        row("right", test::zipOf({{"a/data.pkl", kTensor}}), "");
        row("no data.pkl", test::zipOf({{"a/other.pkl", kNone}}), "unknown-format");
        row("data.pkl too deep", test::zipOf({{"a/b/data.pkl", kNone}}), "unknown-format");
        row("several", test::zipOf({{"a/data.pkl", kNone}, {"b/data.pkl", kTensor}}), "bad-value");
        row("twice the same", test::zipOf({{"a/data.pkl", kNone}, {"a/data.pkl", kTensor}}), "bad-value");
        row("bytes behind the pickle", test::zipOf({{"a/data.pkl", kTensor + "x"}}), "syntax");
        row("wrong checksum", test::zipOf({{.name = "a/data.pkl", .content = kTensor, .badChecksum = true}}),
            "syntax");
        row("absurd size",
            test::zipOf({{.name = "a/data.pkl", .content = kTensor, .statedSize = 0xFFFFFFF0U}}), "syntax");
        row("encrypted", test::zipOf({{.name = "a/data.pkl", .content = kTensor, .flags = 1}}), "bad-value");
        row("cut pickle", test::zipOf({{"a/data.pkl", kTensor.substr(0, 30)}}), "truncated");
        row("empty pickle", test::zipOf({{"a/data.pkl", ""}}), "truncated");
        row("a program", test::zipOf({{"a/data.pkl", kTensor}, {"a/code/__torch__.py", "x"}}), "no-shapes");
    }
    void archives() {
        QFETCH(QByteArray, archive);
        QFETCH(QString, code);
        const auto opened = open(archive.toStdString(), "a.pt", "torch.save");
        QCOMPARE(opened ? QString() : QString::fromUtf8(base::name(opened.error().code).data()), code);
        if (!opened) {
            QCOMPARE(opened.error().where.file, std::string("a.pt"));
        }
    }

    void errorsNameThePickleInTheArchive() {
        const auto opened = open(test::zipOf({{"model/data.pkl", "\x80\x02N\x99."}}), "a.pt");
        QVERIFY(!opened);
        QCOMPARE(opened.error().where.byte.value_or(0), std::uint64_t{3});
        QVERIFY(opened.error().text().find("[in model/data.pkl]") != std::string::npos);
    }

    // A file of 2 GB whose tensors are a hole: only its list and its pickle are read.
    void hugeFileOpensAtOnce() {
        QTemporaryDir folder;
        QFile file(folder.filePath("huge_bs8.pt"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (const test::ZipPiece& piece :
             test::zipPieces({{"huge/data.pkl", kTensor},
                              {.name = "huge/data/0", .content = "", .hole = 2000000000U},
                              {"huge/version", "3\n"}})) {
            file.write(piece.bytes.data(), static_cast<qint64>(piece.bytes.size()));
            QVERIFY(file.resize(file.pos() + piece.hole));
            QVERIFY(file.seek(file.size()));
        }
        file.close();
        QVERIFY(file.size() > 2000000000);
        QElapsedTimer timer;
        timer.start();
        const auto opened = readers::openCapture({file.fileName().toStdString()});
        const qint64 took = timer.elapsed();
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->capture->tensors().front().sizesAt({0}), (module::Sizes{2, 3}));
        QCOMPARE(opened->capture->sources().front().bytes, static_cast<std::uint64_t>(file.size()));
        qInfo("2 GB opened in %lld ms", static_cast<long long>(took));
        // Reading it whole takes seconds; this takes a few milliseconds even on a loaded machine.
        QVERIFY2(took < 250, qPrintable(QString::number(took)));
    }

    // The same for the older stream, whose storages follow the pickles.
    void hugeStreamOpensAtOnce() {
        QTemporaryDir folder;
        QFile file(folder.filePath("huge.pt"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const std::string head = test::dataFile("torch/zoo_legacy.pt");
        file.write(head.data(), static_cast<qint64>(head.size()));
        QVERIFY(file.resize(2000000000));
        file.close();
        QElapsedTimer timer;
        timer.start();
        const auto opened = readers::openCapture({file.fileName().toStdString()});
        const qint64 took = timer.elapsed();
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        QVERIFY2(took < 250, qPrintable(QString::number(took)));
    }

 private:
    static void addFixtures() {
        QTest::addColumn<QString>("file");
        const QStringList files = fixtures();
        QVERIFY(files.size() > 10);
        for (const QString& file : files) {
            QTest::newRow(qPrintable(file)) << file;
        }
    }
};

QTEST_APPLESS_MAIN(TestSavedFaults)
#include "tst_saved_faults.moc"
