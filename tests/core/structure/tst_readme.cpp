// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <string>
#include <vector>

#include "core/inference/axis_analysis.h"
#include "core/overrides/overrides_file.h"
#include "core/readers/open_capture.h"
#include "core/readers/reader.h"

using namespace dimscope;

namespace {

// What stands between fences with that language behind the opening one.
QStringList codeBlocks(const QString& text, const QString& language) {
    QStringList blocks;
    QString block;
    bool inside = false;
    bool wanted = false;
    for (const QString& line : text.split('\n')) {
        if (line.startsWith("```")) {
            if (inside && wanted) {
                blocks << block;
            }
            wanted = !inside && line.mid(3) == language;
            inside = !inside;
            block.clear();
        } else if (inside) {
            block += line + '\n';
        }
    }
    return blocks;
}

}  // namespace

/// Holds core/README.md to what the core does.
class TestReadme : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() {
        QFile file(QStringLiteral(DIMSCOPE_SOURCE_DIR "/core/README.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        m_text = QString::fromUtf8(file.readAll());
    }

    void capturesOpen() {
        const QStringList blocks = codeBlocks(m_text, "json");
        QCOMPARE(blocks.size(), 3);
        const auto calls = readers::openText(blocks[0].toStdString(), "readme");
        QVERIFY2(calls, calls ? "" : calls.error().text().c_str());
        QVERIFY(calls->diagnostics.empty());
        QCOMPARE(calls->capture->sampleCount(), std::uint64_t{1});
        QCOMPARE(calls->capture->tensors().size(), std::size_t{2});
        const QString header = blocks[0].section('\n', 0, 0) + '\n';
        const auto summary = readers::openText((header + blocks[1]).toStdString(), "readme");
        QVERIFY2(summary, summary ? "" : summary.error().text().c_str());
        QCOMPARE(summary->capture->graphs().size(), std::size_t{1});
        QVERIFY(summary->capture->graphs()[0].isSummary());
    }

    void overridesOpen() {
        const QString block = codeBlocks(m_text, "json").value(2);
        const auto overrides = overrides::parseOverrides(block.toStdString(), "readme");
        QVERIFY2(overrides, overrides ? "" : overrides.error().text().c_str());
        QCOMPARE(overrides->graphs.size(), std::size_t{1});
        QCOMPARE(overrides->graphs[0].tensors.size(), std::size_t{1});
        QVERIFY(overrides->graphs[0].tensors[0].extra.empty() && overrides->graphs[0].extra.empty());
        QVERIFY(overrides->extra.empty() && overrides->sourceExtra.empty());
    }

    void printedFormsOpen() {
        int opened = 0;
        for (const QString& block : codeBlocks(m_text, "")) {
            if (!block.contains("torch.")) {
                continue;
            }
            const auto log = readers::openText(block.toStdString(), "readme");
            QVERIFY2(log, log ? "" : log.error().text().c_str());
            QCOMPARE(QString::fromStdString(log->capture->sources().at(0).format), QString("aitune.log"));
            QCOMPARE(log->capture->tensors().size(), std::size_t{1});
            ++opened;
        }
        QCOMPARE(opened, 3);
    }

    void verdictsAreTrue() {
        static const QRegularExpression kRow(
            "^\\| ((?:\\([0-9?]+,[0-9]+\\) ?)+)\\| (static|dynamic|batch x(\\d+)) \\|",
            QRegularExpression::MultilineOption);
        static const QRegularExpression kCall("\\(([0-9?]+),([0-9]+)\\)");
        int rows = 0;
        for (auto row = kRow.globalMatch(m_text); row.hasNext();) {
            const auto match = row.next();
            std::vector<std::int64_t> sizes;
            std::vector<std::int64_t> batchSizes;
            for (auto call = kCall.globalMatch(match.captured(1)); call.hasNext();) {
                const auto pair = call.next();
                batchSizes.push_back(pair.captured(1) == "?" ? capture::kUnknownBatch
                                                             : pair.captured(1).toLongLong());
                sizes.push_back(pair.captured(2).toLongLong());
            }
            const inference::AxisAnalysis axis = inference::analyseAxis(sizes, batchSizes).analysis;
            QString verdict = QString::fromStdString(std::string(module::name(axis.verdict)));
            if (axis.verdict == module::Verdict::batch) {
                verdict += QString(" x%1").arg(axis.multiplier.value_or(0));
            }
            QVERIFY2(verdict == match.captured(2), qPrintable(match.captured(0) + " is " + verdict));
            ++rows;
        }
        QCOMPARE(rows, 9);
    }

    void namesEveryFormatAndFolder() {
        for (const readers::Format& format : readers::formats()) {
            const QString id = QString::fromUtf8(format.id.data(), static_cast<qsizetype>(format.id.size()));
            QVERIFY2(m_text.contains("`" + id + "`"), qPrintable(id));
        }
        for (const char* folder :
             {"base", "files", "module", "records", "capture", "readers", "inference", "series", "writers"}) {
            QVERIFY2(m_text.contains(QString("| `%1/` |").arg(folder)), folder);
        }
    }

 private:
    QString m_text;
};

QTEST_APPLESS_MAIN(TestReadme)
#include "tst_readme.moc"
