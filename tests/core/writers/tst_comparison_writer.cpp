// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/writers/comparison_writer.h"
#include "tests/core/compare/compare_script.h"
#include "tests/core/overrides/override_script.h"
#include "tests/support/schema_check.h"

using namespace dimscope;
using namespace dimscope::test_support;

namespace {

const QStringList kBefore = {"x:2 mask:1 > 0:1 | 1: 2 77 5 1; 2: 4 77 6 1; 4: 8 77 7 1"};

compare::Comparison compared(const Compared& before, const Compared& after) {
    return compare::compare(before.subject(), after.subject()).value();
}

QByteArray json(const Compared& before, const Compared& after) {
    QByteArray text;
    const auto comparison = compared(before, after);
    const auto written = writers::writeJsonComparison(
        comparison, {before.capture, {}}, {after.capture, {capture::BatchSizeSource::Constant{4}}},
        [&text](std::string_view piece) -> base::Result<void> {
            text.append(piece.data(), static_cast<qsizetype>(piece.size()));
            return {};
        });
    return written ? text : QByteArray("refused");
}

QString lines(const QStringList& before, const QStringList& after) {
    QString out;
    for (const std::string& line :
         writers::comparisonLines(compared(Compared(captureFrom(before)), Compared(captureFrom(after))))) {
        out += QString::fromStdString(line) + '\n';
    }
    return out;
}

}  // namespace

class TestComparisonWriter : public QObject {
    Q_OBJECT

 private slots:
    void text() {
        QCOMPARE(lines({"x:1 | 1: 2"}, {"x:1 | 1: 2"}), QString("no differences\n"));
        QCOMPARE(lines({"x:2 y:1 | 1: 2 7 1; 2: 4 7 1; 4: 8 7 1"},
                       {"x:2 y:1:int64 | 1: 2 8 1; 2: 4 8 1; 4: 8 8 1; 3: 6 8 1", "@n z:0 | 1:"}),
                 QString("m graph 0\n"
                         "  note: batch sizes: new 3; gone none [batch-sizes-changed]\n"
                         "  input x\n"
                         "    axis 1: warning: the size is 8 in every call, before it was 7 [size-changed]\n"
                         "  input y\n"
                         "    warning: the tensor is int64, before it was float32 [dtype-changed]\n"
                         "module n\n"
                         "  warning: the module is new: 1 graph, 1 call [module-new]\n"
                         "4 differences: 0 errors, 3 warnings, 1 note\n"));
    }

    void textOfOneTensorStandsTogether() {
        // What is said of overrides comes last, but under the tensor it speaks of.
        const auto stated = overridesFrom({"x batch=2..8 7 @0x2"});
        const Compared before(captureFrom({"x:2 | 1: 2 7; 2: 4 7; 4: 8 7", "@n z:1 | 1: 1"}), stated);
        const Compared after(captureFrom({"x:2 | 1: 2 7; 2: 4 7; 6: 12 7", "@n z:1 | 1: 2"}), stated);
        QStringList out;
        for (const std::string& line : writers::comparisonLines(compared(before, after))) {
            const QString text = QString::fromStdString(line);
            out << (text.endsWith(']') ? text.section('[', -1).chopped(1) : text);
        }
        QCOMPARE(out, (QStringList{"m graph 0", "batch-sizes-changed", "  input x", "range-grown",
                                   "coverage-lost", "n graph 0", "  input z", "size-changed",
                                   "4 differences: 1 error, 2 warnings, 1 note"}));
    }

    void jsonKeepsItsSchema_data() {
        QTest::addColumn<QStringList>("after");
        const auto row = [](const char* name, const QStringList& after) { QTest::newRow(name) << after; };
        row("equal", kBefore);
        row("nothing left", {});
        row("verdicts, ranges and dtypes", {"x:2 mask:1:int64 > 0:1 | 1: 2 1 5 3; 2: 5 2 6 4; 4: 8 3 7 5"});
        row("split", {"x:2 mask:1 flag=1 > 0:1 | 1: 2 77 5 1", "x:2 mask:1 flag=2 > 0:1 | 0: 2 77 5 1"});
        row("ranks and names", {"x:3 mesk:1 > 0:1 1:0 | 1: 2 77 1 5 1"});
        row("summary", {"!prefill x:2 mask:1 > 0:1 | summary batch0=2..8 77 dim0=5..7 1"});
        row("module", {"@n y:0 | 1:"});
    }
    void jsonKeepsItsSchema() {
        QFETCH(QStringList, after);
        const auto stated = overridesFrom({"x batch=2..8 77 @0x2"});
        const Compared left(captureFrom(kBefore), stated);
        const Compared right(captureFrom(after), stated);
        for (const QByteArray& text : {json(left, right), json(right, left)}) {
            const QString errors = schemaErrors("comparison", text);
            QVERIFY2(errors.isEmpty(), qPrintable(errors + text));
            QCOMPARE(QJsonDocument::fromJson(text).object().value("equal").toBool(), after == kBefore);
        }
    }

    void jsonSaysWhere() {
        const QByteArray text = json(Compared(captureFrom({"x:1 > 0:1 | 1: 2 7; 1: 3 7; 2: 3 7"})),
                                     Compared(captureFrom({"x:1 > 0:1 | 1: 2 8; 1: 9 8; 2: 3 8"})));
        const QJsonObject root = QJsonDocument::fromJson(text).object();
        QCOMPARE(root.value("format").toString(), QString("dimscope.comparison"));
        QCOMPARE(root.value("after").toObject().value("batch_size_source").toString(), QString("4"));
        QCOMPARE(root.value("summary").toObject().value("warning").toInt(), 2);
        const QJsonArray changes = root.value("changes").toArray();
        QCOMPARE(changes.size(), 2);
        const QJsonObject grown = changes[0].toObject();
        QCOMPARE(grown.value("code").toString(), QString("range-grown"));
        QCOMPARE(grown.value("module").toString(), QString("m"));
        QCOMPARE(grown.value("graph").toString(), QString("0"));
        QCOMPARE(grown.value("side").toString(), QString("input"));
        QCOMPARE(grown.value("semantic_path").toString(), QString("x"));
        QCOMPARE(grown.value("axis").toInt(-1), 0);
        QCOMPARE(grown.value("before").toObject(), (QJsonObject{{"min", 2}, {"max", 3}}));
        QCOMPARE(grown.value("after").toObject(), (QJsonObject{{"min", 2}, {"max", 9}}));
        const QJsonObject size = changes[1].toObject();
        QCOMPARE(size.value("side").toString(), QString("output"));
        QCOMPARE(size.value("semantic_path").toInt(-1), 0);
        QCOMPARE(size.value("before").toInt(), 7);
        QVERIFY(size.value("finding").isNull());
    }

    void errorsOfTheSinkEndIt() {
        const Compared one(captureFrom(kBefore));
        const auto written = writers::writeJsonComparison(
            {}, {one.capture, {}}, {one.capture, {}}, [](std::string_view) -> base::Result<void> {
                return base::Error{base::ErrorCode::writeFailed, "full", {}, {}, {}, {}};
            });
        QVERIFY(!written);
        QCOMPARE(written.error().code, base::ErrorCode::writeFailed);
    }
};

QTEST_APPLESS_MAIN(TestComparisonWriter)
#include "tst_comparison_writer.moc"
