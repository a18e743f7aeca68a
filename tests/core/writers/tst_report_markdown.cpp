// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <string>
#include <vector>

#include "core/writers/markdown_text.h"
#include "report_fixture.h"

using namespace dimscope;
using test_support::ReportData;
using writers::ReportFormat;

namespace {

std::string markdown(const ReportData& data) {
    return test_support::reportText(ReportFormat::markdown, data.input());
}

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    for (const QByteArray& line : QByteArray::fromStdString(text).split('\n')) {
        lines.push_back(line.toStdString());
    }
    return lines;
}

/// Pipes that end a cell.
std::ptrdiff_t bars(const std::string& line) {
    return std::count(line.begin(), line.end(), '|');
}

}  // namespace

class TestReportMarkdown : public QObject {
    Q_OBJECT

 private slots:
    void texts_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("plain");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char* name, const char* text, const char* plain, const char* code) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(plain) << QByteArray(code);
        };
        row("plain", "sample", "sample", "`sample`");
        row("empty", "", "", "");
        row("underscores in a word", "input_ids_2", "input_ids_2", "`input_ids_2`");
        row("emphasis", "_a_ *b*", "\\_a\\_ \\*b\\*", "`_a_ *b*`");
        row("path", "kw[\"a\"]", "kw\\[\"a\"\\]", "`kw[\"a\"]`");
        row("pipe", "a|b", "a&#124;b", "<code>a&#124;b</code>");
        row("escaped pipe", "a\\|b", "a&#92;&#124;b", "<code>a&#92;&#124;b</code>");
        row("backticks", "`a`", "\\`a\\`", "<code>&#96;a&#96;</code>");
        row("HTML", "<b>&lt;", "&#60;b&#62;&#38;lt;", "<code>&#60;b&#62;&#38;lt;</code>");
        row("line break", "a\nb",
            "a\xe2\x90\x8a"
            "b",
            "`a\xe2\x90\x8a"
            "b`");
        row("mention", "@someone", "&#64;someone", "`@someone`");
        row("blanks at the edges", " a", " a", "<code> a</code>");
        row("strike", "~~a~~", "\\~\\~a\\~\\~", "`~~a~~`");
    }

    void texts() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, plain);
        QFETCH(QByteArray, code);
        QCOMPARE(QByteArray::fromStdString(writers::markdownText(text.toStdString())), plain);
        QCOMPARE(QByteArray::fromStdString(writers::markdownCode(text.toStdString())), code);
    }

    void everyRowFitsItsTable() {
        for (const ReportData& data :
             {test_support::judged(test_support::pipelineCapture(), test_support::pipelineOverrides()),
              test_support::hostileReport()}) {
            std::ptrdiff_t columns = 0;
            int tables = 0;
            for (const std::string& line : linesOf(markdown(data))) {
                if (!line.starts_with('|')) {
                    columns = 0;
                    continue;
                }
                tables += columns == 0 ? 1 : 0;
                columns = columns == 0 ? bars(line) : columns;
                QVERIFY2(bars(line) == columns, line.c_str());
                QVERIFY2(line.ends_with('|'), line.c_str());
            }
            QVERIFY(tables >= 5);
        }
    }

    void saysWhatWasFound() {
        const QString text = QString::fromStdString(markdown(
            test_support::judged(test_support::pipelineCapture(), test_support::pipelineOverrides())));
        QVERIFY(text.startsWith("# Shape report\n"));
        for (const char* part :
             {"\n## Summary\n", "\n## Problems\n", "\n## `unet`, graph `0`\n", "\n- Samples: 24\n",
              "\n- Excluded: samples 6, 9\n", "the first outside is sample 4, where sample:3 is 128\n",
              "\n## `vae`, graph `0`\n", "\n- Samples: none: the file holds a summary\n",
              "| input | `sample` | `torch.float16` | ▲ batch x2, ■ 4, \\~ d0, \\~ d1 |",
              "| `[batch, 4, height, ?]` | [2, 4, 64, 64] | [8, 4, 96, 96] | [16, 4, 160, 100] | "
              "**override** |",
              "| axis 0, x2 | guidance doubles the latents |",
              "| **error** | `uncovered` | `unet graph 0 sample:3` |"}) {
            QVERIFY2(text.contains(part), part);
        }
    }

    void saysWhatTheAuditFound() {
        const QString text =
            QString::fromStdString(markdown(test_support::judged(test_support::pipelineCapture(), {})));
        // Said of both axes in the same words, and once here.
        const QString row = "| note | `step` | `sample:2`, `output[0]:2` | all 3 sizes from 64 to 96 ";
        QCOMPARE(text.count(row), 1);
        QVERIFY(text.indexOf(row) > text.indexOf("## `unet`, graph `0`"));
        const QString two = QString::fromStdString(
            markdown(test_support::judged(test_support::singleTensorCapture({{1, {4}}, {2, {8}}}), {})));
        QVERIFY2(two.contains("\nWhat to record next:\n\n- record batch size 3 (settles two-point)\n"),
                 qPrintable(two));
    }

    void findingsNameTheirClassOfAxes() {
        const test_support::SampleData data = test_support::singleTensorCapture(
            {{1, {5, 5, 5, 5, 5}}, {1, {6, 6, 6, 6, 6}}, {2, {7, 7, 7, 7, 7}}});
        inference::Analysis analysis = *data.analysis;
        inference::Finding whole = {"odd", base::Severity::note, "is odd", {}, {}, {}, {}, {}, {}};
        whole.graph = base::GraphId{0};
        analysis.graphs[0].findings.push_back(whole);
        const writers::ReportInput input{*data.capture, analysis, data.diagnostics, {}};
        const QString marked =
            QString::fromStdString(test_support::reportText(ReportFormat::markdown, input));
        QVERIFY2(marked.contains("`shared` | `x:0`, `x:1`, `x:2`, `x:3` and 1 more |"), qPrintable(marked));
        QVERIFY2(marked.contains("`odd` | as a whole |"), qPrintable(marked));
        const QString page = QString::fromStdString(test_support::reportText(ReportFormat::html, input));
        QVERIFY2(page.contains("<code>x:2</code>, <code>x:3</code> and 1 more</td>"), qPrintable(page));
        QVERIFY2(page.contains("<td>as a whole</td>"), qPrintable(page));
    }

    void findingsAreLimited() {
        test_support::SampleData data = test_support::singleTensorCapture({{1, {4}}, {2, {8}}});
        inference::Analysis analysis = *data.analysis;
        inference::Finding finding = {"odd", base::Severity::note, "is odd", {}, {}, {}, {}, {}, {}};
        analysis.graphs[0].findings.clear();
        for (std::uint32_t i = 0; i < 205; ++i) {
            finding.samples = {i};
            analysis.graphs[0].findings.push_back(finding);
        }
        finding.severity = base::Severity::warning;
        finding.message = "matters";
        analysis.graphs[0].findings.push_back(finding);
        const writers::ReportInput input{*data.capture, analysis, data.diagnostics, {}};
        for (const ReportFormat format : {ReportFormat::markdown, ReportFormat::html}) {
            const QString text = QString::fromStdString(test_support::reportText(format, input));
            QCOMPARE(text.count("is odd"), 199);
            QVERIFY(text.contains("6 more are left out here"));
            QVERIFY(text.contains("matters") && text.indexOf("matters") < text.indexOf("is odd"));
        }
    }

    void withoutOverridesNothingIsSaidOfThem() {
        const test_support::SampleData data = test_support::singleTensorCapture({{1, {4}}, {2, {8}}});
        const std::string text = test_support::reportText(
            ReportFormat::markdown, {*data.capture, *data.analysis, data.diagnostics, {}});
        QVERIFY(text.find("verride") == std::string::npos);
        QVERIFY(text.find("Effective") == std::string::npos);
        QVERIFY(text.find("## Problems\n\nNone.\n") != std::string::npos);
        QVERIFY(text.find("| input | `x` | `torch.float32` | ▲ batch x4 | [4] | [8] |") != std::string::npos);
    }

    void hostileNamesDoNotAct() {
        const std::string text = markdown(test_support::hostileReport());
        for (const char* sign : {"<script", "</script", "</style", "&amp;", "`a`", "\r", "\x01", "\x7f"}) {
            QVERIFY2(text.find(sign) == std::string::npos, sign);
        }
        QVERIFY(text.find('\0') == std::string::npos);
        QVERIFY(text.find("&#60;script&#62;") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestReportMarkdown)
#include "tst_report_markdown.moc"
