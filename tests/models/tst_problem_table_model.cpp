// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QTest>

#include "tests/support/sample_data.h"
#include "ui/models/problem_table_model.h"
#include "ui/models/roles.h"

using namespace dimscope;
using models::ProblemTableModel;

namespace {

base::Diagnostics someDiagnostics() {
    base::Diagnostics diagnostics;
    base::SourceLocation line10;
    line10.file = "a.jsonl";
    line10.line = 10;
    line10.column = 3;
    diagnostics.add({base::Severity::note, "passed-over", "a file of no known format", line10});
    base::SourceLocation line9 = line10;
    line9.line = 9;
    diagnostics.add({base::Severity::warning, "cut-off", "the file is cut off", line9});
    base::SourceLocation tensor;
    tensor.module = "unet";
    tensor.graph = "0";
    tensor.tensor = "sample";
    tensor.axis = 2;
    tensor.sample = 6;
    diagnostics.add({base::Severity::error, "contradicted", "first\nsecond", tensor});
    return diagnostics;
}

QStringList column(const ProblemTableModel& model, int column) {
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row) {
        texts += model.index(row, column).data().toString();
    }
    return texts;
}

}  // namespace

class TstProblemTableModel : public QObject {
    Q_OBJECT

    test_support::SampleData m_data = test_support::pipelineCapture();
    models::Snapshot m_snapshot{m_data.capture, m_data.analysis};

 private slots:
    void fillResetSort() {
        ProblemTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.setProblems(m_snapshot, someDiagnostics());
        // The capture reports a failed build beside them.
        QCOMPARE(column(model, ProblemTableModel::Code),
                 (QStringList{"passed-over", "cut-off", "contradicted", "failed_build"}));
        QCOMPARE(model.count(base::Severity::note), 1U);
        QCOMPARE(model.count(base::Severity::warning), 1U);
        QCOMPARE(model.count(base::Severity::error), 2U);
        model.sort(ProblemTableModel::Severity, Qt::DescendingOrder);
        QCOMPARE(column(model, ProblemTableModel::Severity),
                 (QStringList{"error", "error", "warning", "note"}));
        model.sort(ProblemTableModel::Place);
        QVERIFY(model.place(0).line == 9U);  // as a number: 9 before 10
        model.sort(-1);
        QCOMPARE(column(model, ProblemTableModel::Code).front(), QStringLiteral("passed-over"));
        model.setProblems({}, {});
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.count(base::Severity::error), 0U);
    }

    void cells() {
        ProblemTableModel model;
        model.setProblems(m_snapshot, someDiagnostics());
        QCOMPARE(model.index(0, ProblemTableModel::Place).data().toString(), QStringLiteral("a.jsonl:10:3"));
        QCOMPARE(model.index(2, ProblemTableModel::Message).data().toString(), QStringLiteral("first"));
        QCOMPARE(model.index(2, ProblemTableModel::Message).data(Qt::ToolTipRole).toString(),
                 QStringLiteral("first\nsecond"));
        const QString build = model.index(3, ProblemTableModel::Message).data().toString();
        QVERIFY2(build.contains("out of memory"), qPrintable(build));
    }

    void leadsToTheCapture() {
        ProblemTableModel model;
        model.setProblems(m_snapshot, someDiagnostics());
        const QModelIndex index = model.index(2, 0);
        const auto tensor = test_support::tensorNamed(*m_data.capture, "unet", "0", "sample");
        QCOMPARE(index.data(models::TensorIdRole).toUInt(), tensor.value);
        QCOMPARE(index.data(models::GraphIdRole).toUInt(), m_data.capture->tensor(tensor).graph.value);
        QCOMPARE(index.data(models::AxisRole).toInt(), 2);
        QCOMPARE(index.data(models::SampleIdRole).toInt(), 6);
        QCOMPARE(index.data(models::SeverityRole).toInt(), static_cast<int>(base::Severity::error));
        QVERIFY(!model.index(0, 0).data(models::ModuleIdRole).isValid());
        const auto vae = test_support::moduleNamed(*m_data.capture, "vae");
        QCOMPARE(model.index(3, 0).data(models::ModuleIdRole).toUInt(), vae.value);
    }

    void problemsOfOverridesStandFirst() {
        const auto tensor = test_support::tensorNamed(*m_data.capture, "unet", "0", "sample");
        overrides::Problem problem;
        problem.severity = base::Severity::error;
        problem.code = "out-of-order";
        problem.message = "min is above max";
        problem.module = "unet";
        problem.graph = "0";
        problem.tensor = m_data.capture->tensor(tensor).locator;
        problem.axis = 1;
        problem.samples = {3, 5};
        problem.graphId = m_data.capture->tensor(tensor).graph;
        problem.tensorId = tensor;
        overrides::Problem lost = problem;
        lost.severity = base::Severity::warning;
        lost.graphId.reset();
        lost.tensorId.reset();
        ProblemTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setProblems(m_snapshot, someDiagnostics(), {problem, lost});
        QCOMPARE(model.rowCount(), 6);
        QCOMPARE(model.count(base::Severity::error), 3U);
        QCOMPARE(model.count(base::Severity::warning), 2U);
        const QModelIndex first = model.index(0, 0);
        QCOMPARE(first.siblingAtColumn(ProblemTableModel::Code).data().toString(),
                 QStringLiteral("out-of-order"));
        QCOMPARE(first.data(models::TensorIdRole).toUInt(), tensor.value);
        QCOMPARE(first.data(models::AxisRole).toInt(), 1);
        QCOMPARE(first.data(models::SampleIdRole).toInt(), 3);
        QVERIFY(!model.index(1, 0).data(models::TensorIdRole).isValid());

        model.setOverrideProblems(m_snapshot, {problem});
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.count(base::Severity::error), 1U);
        QCOMPARE(model.count(base::Severity::note), 0U);
        model.setOverrideProblems({}, {});
        QCOMPARE(model.rowCount(), 0);
    }

    void manyOfAKindAreCounted() {
        overrides::Problem problem;
        problem.severity = base::Severity::warning;
        problem.code = "unmatched";
        problem.message = "the capture has no such tensor";
        problem.module = "unet";
        problem.graph = "0";
        std::vector<overrides::Problem> problems(1000, problem);
        ProblemTableModel model;
        model.setOverrideProblems(m_snapshot, problems);
        QCOMPARE(model.rowCount(), 1000);
        problems.resize(200000, problem);
        problem.severity = base::Severity::error;
        problem.code = "uncovered";
        problems.push_back(problem);
        model.setOverrideProblems(m_snapshot, problems);
        QCOMPARE(model.rowCount(), 1002);
        QCOMPARE(model.count(base::Severity::warning), 200000U);
        QCOMPARE(model.count(base::Severity::error), 1U);
        QStringList texts;
        for (int row = 0; row < model.rowCount(); ++row) {
            texts += model.index(row, ProblemTableModel::Message).data().toString();
        }
        QCOMPARE(texts.count(QStringLiteral("and 199000 more of this kind")), 1);
    }

    void unknownNamesLeadNowhere() {
        base::SourceLocation where;
        where.module = "gone";
        base::Diagnostics diagnostics;
        diagnostics.add({base::Severity::note, "x", "y", where});
        ProblemTableModel model;
        model.setProblems(m_snapshot, diagnostics);
        QVERIFY(!model.index(0, 0).data(models::ModuleIdRole).isValid());
        QVERIFY(!model.index(0, 0).data(models::TensorIdRole).isValid());
    }

    void droppedOnesAreCounted() {
        base::Diagnostics diagnostics;
        for (std::size_t i = 0; i < base::Diagnostics::kKeptPerCode + 5; ++i) {
            diagnostics.add({base::Severity::warning, "many", "m", {}});
        }
        ProblemTableModel model;
        model.setProblems({}, diagnostics);
        QCOMPARE(model.rowCount(), static_cast<int>(base::Diagnostics::kKeptPerCode) + 1);
        QCOMPARE(model.count(base::Severity::warning), std::uint64_t{base::Diagnostics::kKeptPerCode + 5});
        const QModelIndex last = model.index(model.rowCount() - 1, ProblemTableModel::Message);
        QVERIFY(last.data().toString().contains("5 more"));
        QCOMPARE(last.data(models::SeverityRole).toInt(), static_cast<int>(base::Severity::warning));
    }

    void outOfRange() {
        ProblemTableModel model;
        model.setProblems(m_snapshot, someDiagnostics());
        QVERIFY(!model.data({}).isValid());
        QVERIFY(!model.data(model.index(4, 0)).isValid());
        QCOMPARE(model.place(-1), base::SourceLocation{});
        QCOMPARE(model.place(4), base::SourceLocation{});
        QVERIFY(!model.headerData(ProblemTableModel::ColumnCount, Qt::Horizontal).isValid());
    }
};

QTEST_APPLESS_MAIN(TstProblemTableModel)
#include "tst_problem_table_model.moc"
