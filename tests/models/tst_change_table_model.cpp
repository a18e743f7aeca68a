// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "core/compare/comparison.h"
#include "tests/support/sample_data.h"
#include "ui/models/change_table_model.h"
#include "ui/models/roles.h"

using namespace dimscope;
using models::ChangeTableModel;

namespace {

using Changes = std::vector<compare::Change>;

compare::Change change(compare::Code code, base::Severity severity, const char* module, const char* path,
                       std::optional<int> axis, base::JsonValue before, base::JsonValue after,
                       const char* message) {
    compare::Change out;
    out.code = code;
    out.severity = severity;
    out.module = module;
    out.graph = "0";
    if (path != nullptr) {
        out.tensor = module::Locator({{std::string(path), module::Container::mapping}}, module::Side::input);
    }
    out.axis = axis;
    out.before = std::move(before);
    out.after = std::move(after);
    out.message = message;
    return out;
}

ChangeTableModel::ChangesPtr someChanges() {
    using base::JsonValue;
    using base::Severity;
    using compare::Code;
    const auto range = [](int min, int max) { return JsonValue::Object{{"min", min}, {"max", max}}; };
    return std::make_shared<const Changes>(Changes{
        change(Code::rangeGrown, Severity::warning, "unet", "sample", 10, range(2, 8), range(2, 16), "grew"),
        change(Code::coverageLost, Severity::error, "unet", "sample", 2, "covered", "2 samples",
               "no longer\ncovered"),
        change(Code::batchSizesChanged, Severity::note, "vae", nullptr, {}, JsonValue::Array{1, 2},
               JsonValue::Array{1, 4}, "new 4; gone 2"),
        change(Code::tensorNew, Severity::warning, "vae", "Mask", {}, {}, "float32 [7]", "new"),
    });
}

QStringList column(const ChangeTableModel& model, int column) {
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row) {
        texts += model.index(row, column).data().toString();
    }
    return texts;
}

}  // namespace

class TstChangeTableModel : public QObject {
    Q_OBJECT

 private slots:
    void texts() {
        ChangeTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(model.change(0) == nullptr);
        const auto changes = someChanges();
        model.setChanges(changes);
        QCOMPARE(column(model, ChangeTableModel::Place),
                 (QStringList{"unet 0 · sample:10", "unet 0 · sample:2", "vae 0", "vae 0 · Mask"}));
        QCOMPARE(column(model, ChangeTableModel::Kind),
                 (QStringList{"range-grown", "coverage-lost", "batch-sizes-changed", "tensor-new"}));
        QCOMPARE(column(model, ChangeTableModel::Before), (QStringList{"2..8", "covered", "1, 2", "–"}));
        QCOMPARE(column(model, ChangeTableModel::After),
                 (QStringList{"2..16", "2 samples", "1, 4", "float32 [7]"}));
        QCOMPARE(column(model, ChangeTableModel::Message).at(1), QString("no longer covered"));
        QCOMPARE(model.count(base::Severity::warning), 2U);
        QCOMPARE(model.change(2), &(*changes)[2]);
        QVERIFY(model.change(4) == nullptr);
        QVERIFY(model.change(-1) == nullptr);
        const QModelIndex cell = model.index(1, ChangeTableModel::Severity);
        QCOMPARE(cell.data(models::SeverityRole).toInt(), static_cast<int>(base::Severity::error));
        QCOMPARE(cell.data(Qt::AccessibleTextRole).toString(), QString("severity error"));
        QVERIFY(!model.data(model.index(9, 0)).isValid());
        for (int section = 0; section < ChangeTableModel::ColumnCount; ++section) {
            QVERIFY(!model.headerData(section, Qt::Horizontal).toString().isEmpty());
            QVERIFY(!model.headerData(section, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
        }
        model.setChanges(nullptr);
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.count(base::Severity::error), 0U);
    }

    void sorts_data() {
        QTest::addColumn<int>("by");
        QTest::addColumn<Qt::SortOrder>("order");
        QTest::addColumn<QString>("messages");
        const auto row = [](const char* name, int by, Qt::SortOrder order, const char* messages) {
            QTest::newRow(name) << by << order << messages;
        };
        row("as compared", -1, Qt::AscendingOrder, "grew|no longer covered|new 4; gone 2|new");
        row("worst first", ChangeTableModel::Severity, Qt::DescendingOrder,
            "no longer covered|grew|new|new 4; gone 2");
        row("axis 2 before axis 10", ChangeTableModel::Place, Qt::AscendingOrder,
            "no longer covered|grew|new 4; gone 2|new");
        row("kinds", ChangeTableModel::Kind, Qt::AscendingOrder, "new 4; gone 2|no longer covered|grew|new");
    }
    void sorts() {
        QFETCH(int, by);
        QFETCH(Qt::SortOrder, order);
        QFETCH(QString, messages);
        ChangeTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setChanges(someChanges());
        model.sort(by, order);
        QCOMPARE(column(model, ChangeTableModel::Message).join('|'), messages);
    }

    void filters_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<int>("rows");
        QTest::newRow("nothing") << "" << 4;
        QTest::newRow("module") << "vae" << 2;
        QTest::newRow("severity") << "warning" << 2;
        QTest::newRow("kind") << "range-grown" << 1;
        QTest::newRow("whatever the case") << "mask" << 1;
        QTest::newRow("two words") << "warning vae" << 1;
        QTest::newRow("excluded") << "-warning" << 2;
        QTest::newRow("in quotes") << "\"no longer\"" << 1;
        QTest::newRow("none") << "nowhere" << 0;
    }
    void filters() {
        QFETCH(QString, filter);
        QFETCH(int, rows);
        ChangeTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setChanges(someChanges());
        model.setFilter(filter);
        QCOMPARE(model.rowCount(), rows);
        model.setFilter({});
        QCOMPARE(model.rowCount(), 4);
    }

    void manyAreOrderedOnAWorker() {
        Changes many;
        for (int i = 0; i < 5000; ++i) {
            many.push_back(
                change(compare::Code::tensorNew, base::Severity::warning, "m", "x", i, {}, i, "new"));
        }
        ChangeTableModel model;
        model.setChanges(std::make_shared<const Changes>(std::move(many)));
        QSignalSpy reordered(&model, &ChangeTableModel::rowsReordered);
        model.sort(ChangeTableModel::Place, Qt::DescendingOrder);
        QVERIFY(model.isBusy());
        QTRY_COMPARE(reordered.size(), 1);
        QCOMPARE(model.index(0, ChangeTableModel::Place).data().toString(), QString("m 0 · x:4999"));
    }
};

QTEST_GUILESS_MAIN(TstChangeTableModel)
#include "tst_change_table_model.moc"
