// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSet>
#include <QTest>
#include <QXmlStreamReader>
#include <algorithm>
#include <functional>
#include <string>

#include "core/writers/html_text.h"
#include "core/writers/svg_scale.h"
#include "report_fixture.h"

using namespace dimscope;
using test_support::ReportData;
using writers::ReportFormat;

namespace {

using Maker = std::function<ReportData()>;

std::string page(const ReportData& data) {
    return test_support::reportText(ReportFormat::html, data.input());
}

/// What an XML parser finds in a page.
struct Parsed {
    QString error;
    QStringList texts;  ///< of elements, as a reader sees them
    QSet<QString> elements;
    QSet<QString> attributes;
    qsizetype circles = 0;
    qsizetype lanes = 0;
    qsizetype bars = 0;
    qsizetype rows = 0;
    qsizetype charts = 0;
};

Parsed parsed(const std::string& text) {
    Parsed out;
    QXmlStreamReader xml(QString::fromStdString(text));
    while (!xml.atEnd()) {
        const auto token = xml.readNext();
        if (token == QXmlStreamReader::StartElement) {
            out.elements.insert(xml.name().toString());
            for (const QXmlStreamAttribute& attribute : xml.attributes()) {
                out.attributes.insert(attribute.name().toString());
            }
            const QString kind = xml.attributes().value("class").toString();
            out.circles += kind == "h" ? 1 : 0;
            out.lanes += kind == "a" ? 1 : 0;
            out.rows += xml.name() == QStringLiteral("tr") ? 1 : 0;
            out.charts += xml.name() == QStringLiteral("svg") ? 1 : 0;
            out.bars += xml.attributes().value("rx") == QStringLiteral("2") && kind != "e" ? 1 : 0;
        } else if (token == QXmlStreamReader::Characters && !xml.isWhitespace()) {
            out.texts << xml.text().toString();
        }
    }
    if (xml.hasError()) {
        out.error =
            QStringLiteral("%1:%2: %3").arg(xml.lineNumber()).arg(xml.columnNumber()).arg(xml.errorString());
    }
    return out;
}

ReportData pipeline() {
    return test_support::judged(test_support::pipelineCapture(), test_support::pipelineOverrides());
}

}  // namespace

class TestReportHtml : public QObject {
    Q_OBJECT

 private slots:
    void texts() {
        QCOMPARE(writers::htmlText("<a b=\"c\">&'\n"),
                 std::string("&lt;a b=&quot;c&quot;&gt;&amp;&#39;\xe2\x90\x8a"));
        QCOMPARE(writers::htmlText("a\u202eb"), std::string("a[U+202E]b"));
        QCOMPARE(writers::htmlCode(""), std::string());
        QCOMPARE(writers::elided("abcdefghij", 10), std::string("abcdefghij"));
        QCOMPARE(writers::elided("abcdefghijk", 10), std::string("abcde…hijk"));
        QCOMPARE(writers::elided("ééééééé", 5), std::string("éé…éé"));
    }

    void scales() {
        const writers::SvgScale linear(writers::ScaleKind::linear, 0, 8, 100, 900);
        QCOMPARE(linear.at(0), 100.0);
        QCOMPARE(linear.at(2), 300.0);
        QCOMPARE(linear.at(20), 900.0);
        QCOMPARE(linear.ticks(4), (std::vector<double>{0, 2, 4, 6, 8}));
        QCOMPARE(writers::SvgScale(writers::ScaleKind::linear, 0, 2, 0, 1).ticks(8),
                 (std::vector<double>{0, 1, 2}));
        const writers::SvgScale logarithmic(writers::ScaleKind::logarithmic, 1, 256, 0, 800);
        QCOMPARE(logarithmic.at(16), 400.0);
        QCOMPARE(logarithmic.at(0), 0.0);
        QCOMPARE(logarithmic.ticks(4), (std::vector<double>{1, 4, 16, 64, 256}));
        QCOMPARE(writers::SvgScale(writers::ScaleKind::linear, 7, 7, 0, 10).at(7), 5.0);
        QCOMPARE(writers::coordinate(12.04), std::string("12"));
        QCOMPARE(writers::coordinate(12.06), std::string("12.1"));
        QCOMPARE(writers::shortNumber(4.0 / 3), std::string("1.333"));
        QCOMPARE(writers::shortNumber(123456), std::string("123456"));
    }

    void standsAlone_data() {
        QTest::addColumn<Maker>("make");
        QTest::newRow("pipeline") << Maker(pipeline);
        QTest::newRow("hostile names") << Maker(test_support::hostileReport);
        QTest::newRow("summary") << Maker(
            [] { return test_support::judged(test_support::summaryCapture(), {}); });
        QTest::newRow("scalar") << Maker([] {
            return test_support::judged(test_support::singleTensorCapture({{1, {}}, {2, {}}}), {});
        });
        QTest::newRow("empty") << Maker([] {
            return ReportData{
                {std::make_shared<capture::Capture>(), std::make_shared<inference::Analysis>(), {}},
                {},
                {},
                {}};
        });
        QTest::newRow("sizes from zero to the largest") << Maker([] {
            return test_support::judged(test_support::singleTensorCapture(
                                            {{1, {0}}, {2, {std::numeric_limits<std::int64_t>::max()}}}),
                                        {});
        });
        QTest::newRow("unknown batch sizes") << Maker([] {
            return test_support::judged(test_support::singleTensorCapture({{0, {4}}, {2, {8}}, {0, {4}}}),
                                        {});
        });
    }

    void standsAlone() {
        QFETCH(Maker, make);
        const std::string text = page(make());
        QCOMPARE(page(make()), text);
        const Parsed content = parsed(text);
        QVERIFY2(content.error.isEmpty(), qPrintable(content.error));
        for (const char* absent : {"http", "href", "src=", "url(", "@import", "<script", "nan", "inf\""}) {
            QVERIFY2(text.find(absent) == std::string::npos, absent);
        }
        const QSet<QString> known = {"html",  "head",  "meta",  "title",  "style", "body",   "h1",
                                     "h2",    "h3",    "p",     "div",    "span",  "strong", "b",
                                     "i",     "code",  "ul",    "li",     "dl",    "dt",     "dd",
                                     "table", "thead", "tbody", "tr",     "th",    "td",     "section",
                                     "svg",   "path",  "rect",  "circle", "text",  "footer"};
        QVERIFY2((content.elements - known).isEmpty(),
                 qPrintable((content.elements - known).values().join(' ')));
        for (const QString& attribute : content.attributes) {
            QVERIFY2(!attribute.startsWith("on"), qPrintable(attribute));
        }
        QVERIFY(text.find("prefers-color-scheme:dark") != std::string::npos);
        QVERIFY(text.find("@media print") != std::string::npos);
    }

    void hostileNamesAreText() {
        const std::string text = page(test_support::hostileReport());
        QVERIFY(text.find("alert('x')") == std::string::npos);
        QVERIFY(text.find("\u202e") == std::string::npos);
        for (const char c : text) {
            QVERIFY(static_cast<unsigned char>(c) >= 0x20 || c == '\n');
        }
        QCOMPARE(text.find("</style>"), text.rfind("</style>"));
        const Parsed content = parsed(text);
        const auto shown = std::count_if(content.texts.begin(), content.texts.end(), [](const QString& part) {
            return part.contains("<script>alert('x')</script>|`a`\\|*b*_c_ \"q\" &amp; ]]>");
        });
        QVERIFY2(shown >= 12, qPrintable(QString::number(shown)));
    }

    void saysWhatWasFound() {
        const Parsed content = parsed(page(pipeline()));
        for (const char* part :
             {"Shape report", "latents", "guidance doubles the latents", "[batch, 4, height, ?]",
              "▲ batch x2", "samples 6, 9", "uncovered", "unmatched", "■ 16 of 22", "to [8, 4, 96, 160]",
              "What to record next", "output[0]:2", "step", "override", "symbol of an override", "summary"}) {
            const bool found =
                std::any_of(content.texts.begin(), content.texts.end(),
                            [part](const QString& text) { return text.contains(QString::fromUtf8(part)); });
            QVERIFY2(found, part);
        }
        // sample:0, :2, :3 and encoder_hidden_states:0 of unet, one each of text_encoder, prefill (two) and
        // decode
        QCOMPARE(content.lanes, qsizetype{8});
        QCOMPARE(content.circles, qsizetype{8});
    }

    void withoutOverridesNothingIsSaidOfThem() {
        const test_support::SampleData data = test_support::singleTensorCapture({{1, {4}}, {2, {8}}});
        const std::string text = test_support::reportText(
            ReportFormat::html, {*data.capture, *data.analysis, data.diagnostics, {}});
        QVERIFY(text.find("verride") == std::string::npos);
        QVERIFY(text.find("overed") == std::string::npos);
        QVERIFY(text.find("ffective") == std::string::npos);
    }

    void aMillionSamplesStayAPage() {
        const std::string text = page(test_support::judged(test_support::longCapture(1000000), {}));
        QVERIFY2(text.size() < std::size_t{100} * 1024, qPrintable(QString::number(text.size())));
        QVERIFY(parsed(text).error.isEmpty());
        QVERIFY(text.find("1,000,000") != std::string::npos);
    }

    void fiveThousandTensorsStayReadable() {
        const test_support::SampleData data = test_support::wideCapture(50, 100, 8);
        std::size_t largest = 0;
        std::string text;
        QVERIFY(writers::writeReport(ReportFormat::html,
                                     {*data.capture, *data.analysis, data.diagnostics, {}},
                                     [&](std::string_view piece) -> base::Result<void> {
                                         largest = std::max(largest, piece.size());
                                         text += piece;
                                         return {};
                                     }));
        QVERIFY2(largest <= std::size_t{128} * 1024, qPrintable(QString::number(largest)));
        QVERIFY2(text.size() < std::size_t{3} * 1024 * 1024, qPrintable(QString::number(text.size())));
        const Parsed content = parsed(text);
        QVERIFY2(content.error.isEmpty(), qPrintable(content.error));
        QVERIFY(content.rows > 5000);
        QVERIFY(content.lanes > 8 && content.lanes <= 96);
        QVERIFY(content.bars > 32 && content.bars <= 640);
        QVERIFY(text.find("No charts here") != std::string::npos);
        QVERIFY(text.find("The first 32 of ") != std::string::npos);
        QVERIFY(text.find("Not drawn: ") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestReportHtml)
#include "tst_report_html.moc"
