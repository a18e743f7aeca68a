// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "core/writers/csv_text.h"
#include "report_fixture.h"

using namespace dimscope;
using test_support::ReportData;
using writers::ReportFormat;

namespace {

using Record = std::map<std::string, std::string>;

/// Rows of cells by RFC 4180, strictly: ends the program at anything else.
std::vector<std::vector<std::string>> parsed(const std::string& text) {
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> row;
    std::size_t at = 0;
    while (at < text.size()) {
        std::string cell;
        if (text[at] == '"') {
            for (++at;; ++at) {
                if (at >= text.size()) {
                    qFatal("a quoted cell without end");
                }
                if (text[at] != '"') {
                    cell += text[at];
                } else if (text.substr(at, 2) == "\"\"") {
                    cell += text[at++];
                } else {
                    ++at;
                    break;
                }
            }
        } else {
            while (at < text.size() && text[at] != ',' && text[at] != '\r') {
                if (text[at] == '"' || text[at] == '\n') {
                    qFatal("a quote or line break in a bare cell at %zu", at);
                }
                cell += text[at++];
            }
        }
        row.push_back(cell);
        if (text.substr(at, 2) == "\r\n") {
            rows.push_back(std::exchange(row, {}));
            at += 2;
        } else if (at < text.size() && text[at] == ',') {
            ++at;
        } else {
            qFatal("neither a comma nor an end of line at %zu", at);
        }
    }
    return rows;
}

/// Rows by the names of the header.
std::vector<Record> recordsOf(const std::string& text) {
    const auto rows = parsed(text);
    std::vector<Record> out;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (rows[i].size() != rows[0].size()) {
            qFatal("row %zu has %zu cells", i, rows[i].size());
        }
        Record record;
        for (std::size_t cell = 0; cell < rows[i].size(); ++cell) {
            record[rows[0][cell]] = rows[i][cell];
        }
        out.push_back(std::move(record));
    }
    return out;
}

std::vector<Record> csv(const ReportData& data) {
    return recordsOf(test_support::reportText(ReportFormat::csv, data.input()));
}

Record rowOf(const std::vector<Record>& rows, const std::string& module, const std::string& path,
             const std::string& axis) {
    for (const Record& row : rows) {
        if (row.at("module") == module && row.at("access_path") == path && row.at("axis") == axis) {
            return row;
        }
    }
    qFatal("no row for %s:%s", path.c_str(), axis.c_str());
    Q_UNREACHABLE();
}

}  // namespace

class TestReportCsv : public QObject {
    Q_OBJECT

 private slots:
    void cells_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("cell");
        const auto row = [](const char* name, const char* text, const char* cell) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(cell);
        };
        row("plain", "sample", "sample");
        row("empty", "", "");
        row("comma", "a,b", "\"a,b\"");
        row("quotes", "x[\"y\"]", "\"x[\"\"y\"\"]\"");
        row("line break", "a\nb", "\"a\nb\"");
        row("formula", "=1+1", "'=1+1");
        row("plus", "+1", "'+1");
        row("minus", "-1", "'-1");
        row("at", "@SUM(A1)", "'@SUM(A1)");
        row("tab first", "\t=1", "\"'\t=1\"");
        row("carriage return first", "\r=1", "\"'\r=1\"");
        row("full-width equals", "＝1", "'＝1");
        row("apostrophe", "'a", "''a");
        row("formula inside", "a=1", "a=1");
        row("formula in quotes", "=\"a,b\"", "\"'=\"\"a,b\"\"\"");
        row("bell", "a\a", "a\xe2\x90\x87");
        row("delete", "a\x7f", "a\xe2\x90\xa1");
    }

    void cells() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, cell);
        QCOMPARE(QByteArray::fromStdString(writers::csvCell(text.toStdString())), cell);
    }

    void aRowPerAxis() {
        const ReportData data = test_support::judged(test_support::pipelineCapture(), {});
        const auto rows = csv(data);
        std::size_t expected = 0;
        for (const capture::Tensor& tensor : data.data.capture->tensors()) {
            expected += std::max<std::size_t>(tensor.rank, 1);
        }
        QCOMPARE(rows.size(), expected);
        const Record scalar = rowOf(rows, "unet", "timestep", "");
        QCOMPARE(scalar.at("rank"), std::string("0"));
        QCOMPARE(scalar.at("verdict"), std::string());
        QCOMPARE(scalar.at("samples"), std::string("24"));
        const Record hidden = rowOf(rows, "unet", "encoder_hidden_states", "0");
        QCOMPARE(hidden.at("verdict"), std::string("batch"));
        QCOMPARE(hidden.at("multiplier"), std::string("2"));
        QCOMPARE(hidden.at("symbol"), std::string("batch"));
        QCOMPARE(hidden.at("audit_verdict"), std::string("batch"));
        QCOMPARE(hidden.at("audit_multiplier"), std::string("2"));
        QCOMPARE(hidden.at("audit_strength"), std::string("proven"));
        QCOMPARE(rowOf(rows, "vae", "images", "0").at("audit_verdict"), std::string());
        QCOMPARE(hidden.at("override"), std::string("no"));
        QCOMPARE(hidden.at("effective_from"), std::string("inferred"));
    }

    void withoutOverrides() {
        const test_support::SampleData data = test_support::pipelineCapture();
        const auto rows = recordsOf(test_support::reportText(
            ReportFormat::csv, {*data.capture, *data.analysis, data.diagnostics, {}}));
        const Record row = rowOf(rows, "unet", "sample", "1");
        QCOMPARE(row.at("effective_kind"), std::string("fixed"));
        QCOMPARE(row.at("effective_min"), std::string("4"));
        QCOMPARE(row.at("name"), std::string("sample"));
        QCOMPARE(row.at("covered_samples"), std::string());
        QCOMPARE(row.at("counted_samples"), std::string());
        QCOMPARE(row.at("excluded_samples"), std::string("0"));
    }

    void overridesAndCoverage() {
        const auto rows =
            csv(test_support::judged(test_support::pipelineCapture(), test_support::pipelineOverrides()));
        const Record batch = rowOf(rows, "unet", "sample", "0");
        QCOMPARE(batch.at("verdict"), std::string("batch"));
        QCOMPARE(batch.at("override"), std::string("yes"));
        QCOMPARE(batch.at("effective_from"), std::string("override"));
        QCOMPARE(batch.at("name"), std::string("latents"));
        QCOMPARE(batch.at("effective_min"), std::string("2"));
        QCOMPARE(batch.at("effective_opt"), std::string("8"));
        QCOMPARE(batch.at("effective_max"), std::string("16"));
        QCOMPARE(batch.at("effective_multiplier"), std::string("2"));
        QCOMPARE(batch.at("excluded_samples"), std::string("2"));
        QCOMPARE(batch.at("samples"), std::string("24"));
        QCOMPARE(batch.at("counted_samples"), std::string("22"));
        QVERIFY(!batch.at("first_outside").empty());
        QCOMPARE(rowOf(rows, "unet", "sample", "2").at("effective_symbol"), std::string("height"));
        QCOMPARE(rowOf(rows, "unet", "sample", "3").at("effective_kind"), std::string("unnamed"));
        const Record follower = rowOf(rows, "unet", "encoder_hidden_states", "0");
        QCOMPARE(follower.at("effective_from"), std::string("symbol of an override"));
        QCOMPARE(follower.at("effective_max"), std::string("16"));
        QCOMPARE(follower.at("override"), std::string("no"));
    }

    void integersAreExact() {
        const std::int64_t largest = std::numeric_limits<std::int64_t>::max();
        const auto rows =
            csv(test_support::judged(test_support::singleTensorCapture({{1, {5}}, {3, {largest}}}), {}));
        QCOMPARE(rows.front().at("max"), std::string("9223372036854775807"));
        QCOMPARE(rows.front().at("effective_max"), std::string("9223372036854775807"));
    }

    void hostileNamesStayInTheirCells() {
        const ReportData data = test_support::hostileReport();
        const auto rows = csv(data);
        QCOMPARE(rows.size(), std::size_t{4});
        for (const Record& row : rows) {
            QVERIFY(row.at("module").starts_with("'=<script>"));
            for (const auto& [column, cell] : row) {
                QVERIFY2(cell.empty() || cell.find_first_of("=+-@") != 0, column.c_str());
            }
        }
    }

    void isStreamed() {
        const test_support::SampleData data = test_support::wideCapture(30, 100, 2);
        std::size_t largest = 0;
        std::size_t total = 0;
        QVERIFY(writers::writeReport(ReportFormat::csv, {*data.capture, *data.analysis, data.diagnostics, {}},
                                     [&](std::string_view piece) -> base::Result<void> {
                                         largest = std::max(largest, piece.size());
                                         total += piece.size();
                                         return {};
                                     }));
        QVERIFY(total > std::size_t{400} * 1024);
        QVERIFY(largest <= std::size_t{80} * 1024);
    }
};

QTEST_APPLESS_MAIN(TestReportCsv)
#include "tst_report_csv.moc"
