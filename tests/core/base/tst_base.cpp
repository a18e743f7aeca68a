// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>

#include "core/base/cancel_token.h"
#include "core/base/diagnostic.h"
#include "core/base/ids.h"
#include "core/base/result.h"

using namespace dimscope::base;

class TestBase : public QObject {
    Q_OBJECT

 private slots:
    void errorText_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("text");
        QTest::newRow("all parts") << "a.jsonl" << 3 << "expected a size"
                                   << "a.jsonl:3:7: found -4; expected a size; correct the line";
        QTest::newRow("no file") << "" << 3 << "expected a size"
                                 << "line 3:7: found -4; expected a size; correct the line";
        QTest::newRow("no line") << "a.jsonl" << 0 << "expected a size"
                                 << "a.jsonl: found -4; expected a size; correct the line";
        QTest::newRow("no place") << "" << 0 << ""
                                  << "found -4; correct the line";
    }

    void errorText() {
        QFETCH(QString, file);
        QFETCH(int, line);
        QFETCH(QString, expected);
        QFETCH(QString, text);
        Error error{ErrorCode::badSize, "found -4", expected.toStdString(), "correct the line", {}, {}};
        error.where.file = file.toStdString();
        if (line > 0) {
            error.where.line = static_cast<std::uint64_t>(line);
            error.where.column = 7;
        }
        QCOMPARE(QString::fromStdString(error.text()), text);
        QCOMPARE(QString::fromStdString(std::move(error).withContext("reading a").text()),
                 text + " [reading a]");
    }

    void placesInACapture() {
        SourceLocation where;
        where.module = "unet";
        where.graph = "0";
        where.tensor = "sample";
        where.axis = 2;
        QCOMPARE(where.text(), std::string("unet graph 0 sample:2"));
    }

    void codesHaveDistinctNames() {
        QStringList names;
        for (int code = 0; code <= static_cast<int>(ErrorCode::internal); ++code) {
            const std::string_view text = name(static_cast<ErrorCode>(code));
            names << QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
        }
        QCOMPARE(QStringList(names).removeDuplicates(), qsizetype(0));
    }

    void diagnosticsStaySmall() {
        Diagnostics diagnostics;
        for (int i = 0; i < 1000; ++i) {
            diagnostics.add({Severity::warning, "odd", "number " + std::to_string(i), {}});
        }
        diagnostics.add({Severity::error, "rare", "once", {}});
        QCOMPARE(diagnostics.items().size(), Diagnostics::kKeptPerCode + 1);
        QCOMPARE(diagnostics.count(Severity::warning), std::uint64_t(1000));
        QCOMPARE(diagnostics.count(Severity::error), std::uint64_t(1));
        QCOMPARE(diagnostics.dropped().at("odd"), std::uint64_t(1000 - Diagnostics::kKeptPerCode));

        Diagnostics both;
        both.add({Severity::warning, "odd", "first", {}});
        both.append(diagnostics);
        QCOMPARE(both.count(Severity::warning), std::uint64_t(1001));
        QCOMPARE(both.dropped().at("odd"), std::uint64_t(1001 - Diagnostics::kKeptPerCode));
    }

    void resultsHoldOneOfTwo() {
        const Result<int> good = 3;
        QVERIFY(good && *good == 3);
        const Result<int> bad = Error{ErrorCode::notFound, "nothing", "", "", {}, {}};
        QVERIFY(!bad && bad.error().code == ErrorCode::notFound);
        QVERIFY(Result<void>());
        QVERIFY(!Result<void>(bad.error()));
    }

    void copiesOfATokenAreOne() {
        const CancelToken token;
        const CancelToken copy = token;
        QVERIFY(!copy.cancelled());
        token.cancel();
        QVERIFY(copy.cancelled());
        QVERIFY(!CancelToken().cancelled());
    }

    void idsOfDifferentKindsDoNotMix() {
        static_assert(!std::is_convertible_v<ModuleId, GraphId>);
        QVERIFY(GraphId{1} < GraphId{2});
        QVERIFY(GraphId{2} == GraphId{2});
    }
};

QTEST_APPLESS_MAIN(TestBase)
#include "tst_base.moc"
