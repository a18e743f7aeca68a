// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "tests/support/sample_data.h"
#include "ui/models/tensor_filter.h"

using namespace dimscope;

class TstTensorFilter : public QObject {
    Q_OBJECT

    test_support::SampleData m_data = test_support::pipelineCapture();

 private slots:
    void accepts_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QStringList>("accepted");  // module/path, in the capture's order
        const QStringList unet{"unet/sample", "unet/timestep", "unet/encoder_hidden_states",
                               "unet/added_cond_kwargs[\"time_ids\"]", "unet/output[0]"};
        QTest::newRow("part of a path") << "hidden" << QStringList{"unet/encoder_hidden_states"};
        QTest::newRow("case") << "ENCODER_HIDDEN" << QStringList{"unet/encoder_hidden_states"};
        QTest::newRow("quotes of an access path")
            << "kwargs[\"time" << QStringList{"unet/added_cond_kwargs[\"time_ids\"]"};
        QTest::newRow("semantic path")
            << "\"('added_cond_kwargs', 'time\"" << QStringList{"unet/added_cond_kwargs[\"time_ids\"]"};
        QTest::newRow("module as text") << "unet" << unet;
        QTest::newRow("module") << "module:unet" << unet;
        QTest::newRow("two words") << "module:unet verdict:batch"
                                   << QStringList{"unet/encoder_hidden_states",
                                                  "unet/added_cond_kwargs[\"time_ids\"]"};
        QTest::newRow("verdict cut short")
            << "module:unet verdict:dyn" << QStringList{"unet/sample", "unet/output[0]"};
        QTest::newRow("absent verdict")
            << "module:unet -verdict:dynamic -verdict:batch" << QStringList{"unet/timestep"};
        QTest::newRow("dtype") << "dtype:bfloat16" << QStringList{"decoder/output[0]", "decoder/output[0]"};
        QTest::newRow("dtype is no part of another") << "dtype:float16 module:decoder" << QStringList{};
        QTest::newRow("dtype with torch")
            << "dtype:torch.float32" << QStringList{"vae/images", "vae/output[0]"};
        QTest::newRow("audit's verdict")
            << "module:unet audit:dynamic" << QStringList{"unet/sample", "unet/output[0]"};
        QTest::newRow("audit's strength") << "module:decoder side:input audit:undetermined"
                                          << QStringList{"decoder/input_ids", "decoder/cache_position"};
        QTest::newRow("no audit of a summary") << "-audit:proven -audit:weak -audit:undetermined"
                                               << QStringList{"unet/timestep", "vae/images", "vae/output[0]"};
        QTest::newRow("code of a finding")
            << "finding:two-point" << QStringList{"decoder/input_ids", "decoder/output[0]"};
        QTest::newRow("finding that lists axes")
            << "module:unet finding:shared" << QStringList{"unet/sample", "unet/output[0]"};
        QTest::newRow("severity of findings")
            << "module:vae finding:note" << QStringList{"vae/images", "vae/output[0]"};
        QTest::newRow("finding that is absent") << "module:unet side:input -finding:shared"
                                                << QStringList{"unet/timestep", "unet/encoder_hidden_states",
                                                               "unet/added_cond_kwargs[\"time_ids\"]"};
        QTest::newRow("side") << "side:out module:unet" << QStringList{"unet/output[0]"};
        QTest::newRow("key in capitals") << "SIDE:Output module:unet" << QStringList{"unet/output[0]"};
        QTest::newRow("graph number")
            << "module:decoder graph:1 side:output" << QStringList{"decoder/output[0]"};
        QTest::newRow("graph text") << "graph:prefill side:output" << QStringList{"decoder/output[0]"};
        QTest::newRow("unknown key is text") << "sample:0" << QStringList{};
        QTest::newRow("key without value")
            << "module:vae verdict:" << QStringList{"vae/images", "vae/output[0]"};
        QTest::newRow("lone minus") << "module:vae -" << QStringList{"vae/images", "vae/output[0]"};
        QTest::newRow("unclosed quote")
            << "module:\"text_enc" << QStringList{"text_encoder/input_ids", "text_encoder/output[0]"};
        QTest::newRow("nothing fits") << "attn" << QStringList{};
    }
    void accepts() {
        QFETCH(QString, filter);
        const auto parsed = models::TensorFilter::parse(filter);
        const auto fits = parsed.testFor({m_data.capture, m_data.analysis});
        QStringList accepted;
        for (const capture::Tensor& tensor : m_data.capture->tensors()) {
            if (fits(tensor.id)) {
                const auto module = m_data.capture->graph(tensor.graph).module;
                accepted +=
                    QString::fromStdString(m_data.capture->module(module).name + "/" + tensor.accessPath);
            }
        }
        QTEST(accepted, "accepted");
    }

    void contradictions_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<bool>("isFit");
        QTest::newRow("differs") << "audit:differs" << true;
        QTest::newRow("does not differ") << "-audit:differs" << false;
        QTest::newRow("verdict") << "verdict:batch" << true;
        QTest::newRow("audit") << "audit:batch" << false;
        QTest::newRow("code") << "finding:contradicted" << true;
        QTest::newRow("severity") << "finding:error" << true;
        QTest::newRow("other code") << "finding:coincidence" << false;
    }
    void contradictions() {
        QFETCH(QString, filter);
        const auto data = test_support::singleTensorCapture({{1, {1}}, {2, {1}}, {2, {2}}});
        const auto fits = models::TensorFilter::parse(filter).testFor({data.capture, data.analysis});
        QTEST(fits(base::TensorId{0}), "isFit");
    }

    void emptyTexts_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<bool>("isEmpty");
        QTest::newRow("empty") << "" << true;
        QTest::newRow("blanks") << " \t\n" << true;
        QTest::newRow("key only") << "dtype:" << true;
        QTest::newRow("empty quotes") << "\"\"" << true;
        QTest::newRow("a word") << "x" << false;
    }
    void emptyTexts() {
        QFETCH(QString, filter);
        QTEST(models::TensorFilter::parse(filter).isEmpty(), "isEmpty");
    }

    void quotedBlanks() {
        QCOMPARE(models::TensorFilter::parse("module:\"text encoder\""),
                 models::TensorFilter::parse("  module:\"text encoder\"  "));
        QVERIFY(!(models::TensorFilter::parse("module:\"text encoder\"") ==
                  models::TensorFilter::parse("module:text encoder")));
    }
};

QTEST_APPLESS_MAIN(TstTensorFilter)
#include "tst_tensor_filter.moc"
