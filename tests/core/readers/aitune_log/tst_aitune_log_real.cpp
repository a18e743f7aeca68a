// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QTest>
#include <string>

#include "core/readers/aitune_log_reader.h"
#include "core/readers/open_capture.h"
#include "core/readers/reader.h"
#include "printed_capture.h"

using namespace dimscope;

namespace {

// Logs and tables that notebooks of AITune's repository printed; read in place where they are at hand.
QString samplesFolder() {
    const QString given = qEnvironmentVariable("DIMSCOPE_REAL_SAMPLES");
    return (given.isEmpty() ? QStringLiteral(DIMSCOPE_SOURCE_DIR "/../shared/samples/real") : given) +
           "/aitune/";
}

std::string contents(const QString& name) {
    QFile file(samplesFolder() + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

// The lines of `printed` that belong to a graph, without its head.
QString graphText(const QString& printed, const QString& head) {
    const qsizetype start = printed.indexOf(head);
    if (start < 0) {
        return "no graph " + head;
    }
    const qsizetype first = printed.indexOf('\n', start) + 1;
    qsizetype end = first;
    while (end < printed.size() && printed[end] == ' ') {
        end = printed.indexOf('\n', end) + 1;
    }
    return printed.mid(first, end - first);
}

const QString kWalkthrough = "sample_metadata_v0.5_access-path_tables.txt";
const QString kWalkthroughModule = "sample_metadata_v0.5_access-path_tables";

}  // namespace

class TestAituneLogReal : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() {
        if (!QDir(samplesFolder()).exists()) {
            QSKIP(qPrintable("no real logs in " + samplesFolder() + "; set DIMSCOPE_REAL_SAMPLES"));
        }
    }

    void counts_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("modules");
        QTest::addColumn<int>("graphs");
        QTest::addColumn<int>("tensors");
        QTest::addColumn<int>("others");
        QTest::newRow("resnet") << "jit_resnet_v0.3_tuning.log" << 1 << 1 << 2 << 0;
        QTest::newRow("stable diffusion") << "jit_sd15_v0.5_tuning.log" << 4 << 4 << 11 << 5;
        QTest::newRow("parakeet") << "jit_parakeet_ctc_v0.5_tuning.log" << 2 << 2 << 6 << 0;
        QTest::newRow("walkthrough") << kWalkthrough << 1 << 16 << 50 << 8;
    }
    void counts() {
        QFETCH(QString, name);
        QFETCH(int, modules);
        QFETCH(int, graphs);
        QFETCH(int, tensors);
        QFETCH(int, others);
        const std::string text = contents(name);
        QVERIFY(readers::probeAituneLog(text.substr(0, readers::kProbeBytes)));
        const ReadLog read = readLog(text, name.toStdString());
        QVERIFY2(!read.error, read.error ? read.error->text().c_str() : "");
        QCOMPARE(static_cast<int>(read.capture.modules().size()), modules);
        QCOMPARE(static_cast<int>(read.capture.graphs().size()), graphs);
        QCOMPARE(static_cast<int>(read.capture.tensors().size()), tensors);
        int values = 0;
        for (const capture::Graph& graph : read.capture.graphs()) {
            values += static_cast<int>(graph.otherInputs.size() + graph.otherOutputs.size());
            QVERIFY(graph.isSummary());
        }
        QCOMPARE(values, others);
        QVERIFY(read.capture.sources().at(0).complete);
    }

    void shapes_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("head");
        QTest::addColumn<QString>("tensors");
        QTest::newRow("ResNet")
            << "jit_resnet_v0.3_tuning.log"
            << "ResNet / 0 @"
            << "  in [0] [dim0, 3, 224, 224] [2, 3, 224, 224] [16, 3, 224, 224] torch.float32\n"
               "  out output [dim0, 1000] [2, 1000] [16, 1000] torch.float32\n";
        const QString diffusion = "jit_sd15_v0.5_tuning.log";
        QTest::newRow("CLIPTextModel")
            << diffusion << "CLIPTextModel / 0 @"
            << "  in [0] [dim0, 77] [1, 77] [2, 77] torch.int64\n"
               "  out output[\"last_hidden_state\"] [dim0, 77, 1024] [1, 77, 1024] [2, 77, 1024] "
               "torch.float16\n"
               "  out output[\"pooler_output\"] [dim0, 1024] [1, 1024] [2, 1024] torch.float16\n"
               "  in attention_mask = None\n";
        QTest::newRow("UNet2DConditionModel")
            << diffusion << "UNet2DConditionModel / 0 @"
            << "  in [0] [dim0, 4, 128, 128] [2, 4, 128, 128] [4, 4, 128, 128] torch.float16\n"
               "  in [1] [] [] [] torch.int64\n"
               "  in encoder_hidden_states [dim0, 77, 1024] [2, 77, 1024] [4, 77, 1024] torch.float16\n"
               "  out output[0] [dim0, 4, 128, 128] [2, 4, 128, 128] [4, 4, 128, 128] torch.float16\n"
               "  in added_cond_kwargs = None\n"
               "  in cross_attention_kwargs = None\n"
               "  in return_dict = False\n"
               "  in timestep_cond = None\n";
        QTest::newRow("Conv2d")
            << diffusion << "Conv2d / 0 @"
            << "  in [0] [dim0, 4, 128, 128] [1, 4, 128, 128] [2, 4, 128, 128] torch.float16\n"
               "  out output [dim0, 4, 128, 128] [1, 4, 128, 128] [2, 4, 128, 128] torch.float16\n";
        QTest::newRow("Decoder")
            << diffusion << "Decoder / 0 @"
            << "  in [0] [dim0, 4, 128, 128] [1, 4, 128, 128] [2, 4, 128, 128] torch.float16\n"
               "  out output [dim0, 3, 1024, 1024] [1, 3, 1024, 1024] [2, 3, 1024, 1024] torch.float16\n";
        const QString parakeet = "jit_parakeet_ctc_v0.5_tuning.log";
        QTest::newRow("ConvASRDecoder")
            << parakeet << "ConvASRDecoder / 0 @"
            << "  in encoder_output [dim0, 1024, 93] [1, 1024, 93] [64, 1024, 93] torch.float32\n"
               "  out output [dim0, 93, 1025] [1, 93, 1025] [64, 93, 1025] torch.float32\n";
        QTest::newRow("ConformerEncoder")
            << parakeet << "ConformerEncoder / 0 @"
            << "  in audio_signal [dim0, 80, 744] [1, 80, 744] [64, 80, 744] torch.float32\n"
               "  in length [dim0] [1] [64] torch.int64\n"
               "  out output[0] [dim0, 1024, 93] [1, 1024, 93] [64, 1024, 93] torch.float32\n"
               "  out output[1] [dim0] [1] [64] torch.int64\n";
        QTest::newRow("first table, without a title")
            << kWalkthrough << kWalkthroughModule + " / 0 @"
            << "  in input [2, 3, 4] [2, 3, 4] [2, 3, 4] torch.float32\n";
        QTest::newRow("table of nested paths, without a title")
            << kWalkthrough << kWalkthroughModule + " / 1 @"
            << "  in values[1] [1] [1] [1] torch.float32\n"
               "  in values[2][0] [2] [2] [2] torch.float32\n"
               "  in values[2][1] [3] [3] [3] torch.float32\n"
               "  in values[3][\"t\"] [4] [4] [4] torch.float32\n"
               "  in values[4].data [5] [5] [5] torch.float32\n"
               "  in t1 [1, 1] [1, 1] [1, 1] torch.float32\n"
               "  in t2[0] [2, 2] [2, 2] [2, 2] torch.float32\n"
               "  in t2[1] [3, 3] [3, 3] [3, 3] torch.float32\n"
               "  in t3.data [4, 4] [4, 4] [4, 4] torch.float32\n"
               "  in values[0] = 'first_arg'\n"
               "  in values[4].metadata = 'info'\n"
               "  in t3.metadata = 'xyz'\n"
               "  in last = 'other'\n";
        QTest::newRow("values that are no tensors")
            << kWalkthrough << kWalkthroughModule + " / Strict Mode (strict=True) @"
            << "  in values[3] [2, 2] [2, 2] [2, 2] torch.float32\n"
               "  in t [2, 3] [2, 3] [2, 3] torch.float32\n"
               "  in values[0] = 1\n"
               "  in values[1] = 2\n"
               "  in values[2] = 3\n"
               "  in other = 'abc'\n";
        QTest::newRow("drawn with dashes") << kWalkthrough << kWalkthroughModule + " / InfoLevel.MEDIUM @"
                                           << "  in x [2, 3] [2, 3] [2, 3]\n"
                                              "  in hidden_states [4, 5, 6] [4, 5, 6] [4, 5, 6]\n"
                                              "  in mask [2, 1] [2, 1] [2, 1]\n";
        QTest::newRow("several kinds of axes")
            << kWalkthrough << kWalkthroughModule + " / Updated Metadata (after seeing both samples) @"
            << "  in features[0] [batch0] [1] [2] torch.float32\n"
               "  in features[1] [dim0] [2] [5] torch.float32\n"
               "  in features[2] [dim0] [5] [15] torch.float32\n"
               "  in data [batch0, dim1] [1, 10] [2, 25] torch.float32\n";
        QTest::newRow("attributes")
            << kWalkthrough << kWalkthroughModule + " / After Sample 3 (batch=4, seq_len=20) @"
            << "  in inputs.input_ids [batch0, dim1] [1, 10] [4, 20] torch.int64\n"
               "  in inputs.attention_mask [batch0, dim1] [1, 10] [4, 20] torch.float32\n"
               "  in inputs.position_ids [batch0, dim1] [1, 10] [4, 20] torch.int64\n";
    }
    void shapes() {
        QFETCH(QString, name);
        QFETCH(QString, head);
        QFETCH(QString, tensors);
        const ReadLog read = readLog(contents(name), name.toStdString());
        QVERIFY(!read.error);
        QCOMPARE(graphText(QString::fromStdString(printed(read.capture)), head), tensors);
    }

    void namesTheGraphsOfTheWalkthrough() {
        const ReadLog read = readLog(contents(kWalkthrough), kWalkthrough.toStdString());
        QStringList names;
        for (const capture::Graph& graph : read.capture.graphs()) {
            names << QString::fromStdString(graph.name);
        }
        QCOMPARE(names.join("\n"),
                 QString("0\nExample 1 - Multiple tensor parameters\nExample 2 - Named tensors\n"
                         "Example 3 - Mixed types (strict=False)\nNon-Strict Mode (strict=False)\n"
                         "Strict Mode (strict=True)\n1\nInfoLevel.MEDIUM\nInfoLevel.FULL\n"
                         "Initial Metadata (batch_size=1)\nSecond Metadata (batch_size=2)\n"
                         "Updated Metadata (after seeing both samples)\nLearned Metadata\n"
                         "After Sample 1 (batch=1, seq_len=10)\nAfter Sample 2 (batch=2, seq_len=15)\n"
                         "After Sample 3 (batch=4, seq_len=20)"));
    }

    void keepsBackendsAndFailures() {
        const ReadLog read = readLog(contents("jit_resnet_v0.3_tuning.log"), "r.log");
        QVERIFY(!read.error);
        QStringList details;
        for (const capture::Detail& detail : read.capture.graphs().at(0).details) {
            details << QString::fromStdString(detail.key);
        }
        QCOMPARE(details.join(","), QString("number of parameters,num samples,device,failed_backend,"
                                            "selected_backend,names"));
    }

    void opensByContentAndWhenPasted() {
        const QString name = "jit_sd15_v0.5_tuning.log";
        const auto opened = readers::openCapture({(samplesFolder() + name).toStdString()});
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        QCOMPARE(QString::fromStdString(opened->capture->sources().at(0).format), QString("aitune.log"));
        QCOMPARE(opened->capture->tensors().size(), std::size_t{11});
        const auto pasted = readers::openText(contents(name), "pasted text");
        QVERIFY(pasted);
        QCOMPARE(pasted->capture->tensors().size(), std::size_t{11});
        const auto all = readers::openCapture({samplesFolder().toStdString()});
        QVERIFY2(all, all ? "" : all.error().text().c_str());
        QCOMPARE(all->capture->tensors().size(), std::size_t{11 + 2 + 6 + 50});
    }
};

QTEST_APPLESS_MAIN(TestAituneLogReal)
#include "tst_aitune_log_real.moc"
