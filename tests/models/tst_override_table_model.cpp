// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <limits>
#include <utility>

#include "tests/support/sample_data.h"
#include "ui/models/override_table_model.h"
#include "ui/models/roles.h"

using namespace dimscope;
using Model = models::OverrideTableModel;

namespace {

constexpr auto kMost = std::numeric_limits<std::int64_t>::max();

/// What the model asks for, as text.
class Edits : public QObject {
 public:
    explicit Edits(const Model& model) {
        connect(&model, &Model::dimEdited, this, [this](base::TensorId, int axis, const overrides::Dim& dim) {
            const QString text = std::holds_alternative<std::int64_t>(dim)
                                     ? QString::number(std::get<std::int64_t>(dim))
                                 : std::holds_alternative<std::string>(dim)
                                     ? QString::fromStdString(std::get<std::string>(dim))
                                     : QStringLiteral("?");
            m_all += QStringLiteral("dim %1 %2").arg(axis).arg(text);
        });
        connect(&model, &Model::boundEdited, this, [this](base::TensorId, int axis, int column, qint64 size) {
            m_all += QStringLiteral("bound %1 %2 %3").arg(axis).arg(column).arg(size);
        });
        connect(&model, &Model::optPicked, this,
                [this](base::TensorId, int axis, overrides::OptChoice choice) {
                    m_all += QStringLiteral("opt %1 %2").arg(axis).arg(static_cast<int>(choice));
                });
        connect(
            &model, &Model::batchEdited, this,
            [this](base::TensorId, std::optional<std::int64_t> axis, std::optional<std::int64_t> multiplier) {
                m_all += QStringLiteral("batch %1 %2").arg(axis.value_or(-1)).arg(multiplier.value_or(0));
            });
    }
    [[nodiscard]] QString taken() { return std::exchange(m_all, {}).join(u';'); }

 private:
    QStringList m_all;
};

}  // namespace

class TstOverrideTableModel : public QObject {
    Q_OBJECT

    test_support::SampleData m_data = test_support::pipelineCapture();
    models::Snapshot m_snapshot{m_data.capture, m_data.analysis};

    [[nodiscard]] base::TensorId named(const char* path) const {
        return test_support::tensorNamed(*m_data.capture, "unet", "0", path);
    }
    /// `sample` with a batch axis 0 times 2, a fixed axis, a symbol and an unnamed dynamic axis.
    [[nodiscard]] Model::Shown sample() const {
        Model::Shown shown;
        shown.tensor = named("sample");
        shown.override.locator = m_data.capture->tensor(shown.tensor).locator;
        shown.override.shape = {std::string("batch"), std::int64_t{4}, std::string("height"),
                                std::monostate()};
        shown.override.min = {2, 4, 64, 1};
        shown.override.opt = {8, 4, 96, 2};
        shown.override.max = {16, 4, 128, kMost};
        shown.override.batchAxis = 0;
        shown.override.batchMultiplier = 2;
        return shown;
    }
    [[nodiscard]] static QStringList row(const Model& model, int row) {
        QStringList texts;
        for (int column = 0; column < model.columnCount(); ++column) {
            texts += model.index(row, column).data().toString();
        }
        return texts;
    }

 private slots:
    void fillAndReset() {
        Model model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.setTensor(m_snapshot, sample());
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(model.tensor(), std::optional(named("sample")));
        model.setTensor(m_snapshot, Model::Shown{named("timestep"), {}, {}});
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(model.tensor());
        model.setTensor(m_snapshot, std::nullopt);
        QVERIFY(!model.tensor());
        model.setTensor({}, sample());
        QVERIFY(!model.tensor());
    }

    void anotherStateOfATensorIsNoReset() {
        Model model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTensor(m_snapshot, sample());
        QSignalSpy resets(&model, &Model::modelReset);
        QSignalSpy changes(&model, &Model::dataChanged);
        Model::Shown wider = sample();
        wider.override.max[0] = 32;
        model.setTensor(m_snapshot, wider);
        QCOMPARE(resets.size(), 0);
        QCOMPARE(changes.size(), 1);
        QCOMPARE(model.index(0, Model::Max).data().toString(), QStringLiteral("32"));
        model.setTensor(m_snapshot, Model::Shown{named("timestep"), {}, {}});
        QCOMPARE(resets.size(), 1);
    }

    void aWrongRankIsNotShown() {
        Model model;
        Model::Shown shown = sample();
        shown.override.opt.pop_back();
        model.setTensor(m_snapshot, shown);
        QVERIFY(!model.tensor());
        QCOMPARE(model.rowCount(), 0);
    }

    void cells() {
        Model model;
        model.setTensor(m_snapshot, sample());
        QCOMPARE(row(model, 0),
                 (QStringList{"0", "symbol", "batch", "2", "8", "16", "batch", "×2", "d0 2…8"}));
        QCOMPARE(row(model, 1), (QStringList{"1", "fixed", "4", "4", "4", "4", "", "–", "4"}));
        QCOMPARE(row(model, 2),
                 (QStringList{"2", "symbol", "height", "64", "96", "128", "", "–", "d1 64…96"}));
        QCOMPARE(row(model, 3),
                 (QStringList{"3", "dynamic", "?", "1", "2", "9223372036854775807", "", "–", "d2 64…160"}));
        QCOMPARE(model.index(0, Model::Batch).data(Qt::CheckStateRole).toInt(), int{Qt::Checked});
        QCOMPARE(model.index(1, Model::Batch).data(Qt::CheckStateRole).toInt(), int{Qt::Unchecked});
        QCOMPARE(model.index(3, Model::Max).data(Qt::EditRole).toString(),
                 QStringLiteral("9223372036854775807"));
        QCOMPARE(model.index(1, Model::Batch).data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("batch no"));
    }

    void whatCanBeEdited_data() {
        QTest::addColumn<int>("row");
        QTest::addColumn<int>("column");
        QTest::addColumn<bool>("editable");
        QTest::newRow("axis") << 0 << int{Model::Axis} << false;
        QTest::newRow("inferred") << 0 << int{Model::Seen} << false;
        QTest::newRow("kind") << 1 << int{Model::Kind} << true;
        QTest::newRow("symbol of a fixed axis") << 1 << int{Model::Symbol} << true;
        QTest::newRow("min of a fixed axis") << 1 << int{Model::Min} << false;
        QTest::newRow("min of a symbol") << 2 << int{Model::Min} << true;
        QTest::newRow("opt of a dynamic axis") << 3 << int{Model::Opt} << true;
        QTest::newRow("multiplier of the batch axis") << 0 << int{Model::Multiplier} << true;
        QTest::newRow("multiplier elsewhere") << 2 << int{Model::Multiplier} << false;
        QTest::newRow("batch is checked, not typed") << 0 << int{Model::Batch} << false;
    }
    void whatCanBeEdited() {
        QFETCH(int, row);
        QFETCH(int, column);
        Model model;
        model.setTensor(m_snapshot, sample());
        const Qt::ItemFlags flags = model.index(row, column).flags();
        QTEST(flags.testFlag(Qt::ItemIsEditable), "editable");
        QCOMPARE(flags.testFlag(Qt::ItemIsUserCheckable), column == Model::Batch);
    }

    void edits_data() {
        QTest::addColumn<int>("row");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("edit");
        QTest::newRow("symbol") << 2 << int{Model::Symbol} << " rows "
                                << "dim 2 rows";
        QTest::newRow("a number is a fixed size") << 2 << int{Model::Symbol} << "77"
                                                  << "dim 2 77";
        QTest::newRow("dynamic") << 2 << int{Model::Symbol} << "?"
                                 << "dim 2 ?";
        QTest::newRow("the same symbol") << 2 << int{Model::Symbol} << "height"
                                         << "";
        QTest::newRow("no symbol") << 2 << int{Model::Symbol} << "  "
                                   << "refused";
        QTest::newRow("a size beyond 64 bits") << 2 << int{Model::Symbol} << "9223372036854775808"
                                               << "refused";
        QTest::newRow("min") << 2 << int{Model::Min} << " 32 "
                             << "bound 2 3 32";
        QTest::newRow("the same min") << 2 << int{Model::Min} << "64"
                                      << "";
        QTest::newRow("the same multiplier") << 0 << int{Model::Multiplier} << "2"
                                             << "";
        QTest::newRow("min 0") << 2 << int{Model::Min} << "0"
                               << "bound 2 3 0";
        QTest::newRow("largest max") << 2 << int{Model::Max} << "9223372036854775807"
                                     << "bound 2 5 9223372036854775807";
        QTest::newRow("beyond 64 bits") << 2 << int{Model::Max} << "9223372036854775808"
                                        << "refused";
        QTest::newRow("negative") << 2 << int{Model::Min} << "-1"
                                  << "refused";
        QTest::newRow("no number") << 2 << int{Model::Max} << "many"
                                   << "refused";
        QTest::newRow("fixed axis") << 1 << int{Model::Max} << "8"
                                    << "refused";
        QTest::newRow("opt") << 2 << int{Model::Opt} << "80"
                             << "bound 2 4 80";
        QTest::newRow("opt largest") << 2 << int{Model::Opt} << "largest"
                                     << "opt 2 0";
        QTest::newRow("opt median") << 2 << int{Model::Opt} << "Median"
                                    << "opt 2 1";
        QTest::newRow("opt most frequent") << 2 << int{Model::Opt} << "most frequent"
                                           << "opt 2 2";
        QTest::newRow("words are for opt only") << 2 << int{Model::Max} << "largest"
                                                << "refused";
        QTest::newRow("multiplier") << 0 << int{Model::Multiplier} << QStringLiteral("×4") << "batch 0 4";
        QTest::newRow("multiplier with x") << 0 << int{Model::Multiplier} << "x3"
                                           << "batch 0 3";
        QTest::newRow("multiplier 0") << 0 << int{Model::Multiplier} << "0"
                                      << "refused";
        QTest::newRow("kind to fixed") << 2 << int{Model::Kind} << "0"
                                       << "dim 2 96";
        QTest::newRow("kind to symbol") << 3 << int{Model::Kind} << "1"
                                        << "dim 3 d2";
        QTest::newRow("kind to dynamic") << 2 << int{Model::Kind} << "2"
                                         << "dim 2 ?";
        QTest::newRow("the same kind") << 2 << int{Model::Kind} << "1"
                                       << "";
        QTest::newRow("no kind") << 2 << int{Model::Kind} << "3"
                                 << "refused";
    }
    void edits() {
        QFETCH(int, row);
        QFETCH(int, column);
        QFETCH(QString, typed);
        Model model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTensor(m_snapshot, sample());
        Edits all(model);
        const bool isTaken = model.setData(model.index(row, column), typed);
        const QString edit = all.taken();
        QVERIFY(isTaken || edit.isEmpty());
        QTEST(isTaken ? edit : QStringLiteral("refused"), "edit");
    }

    void batchAxisMoves() {
        Model model;
        model.setTensor(m_snapshot, sample());
        Edits all(model);
        QVERIFY(model.setData(model.index(0, Model::Batch), Qt::Unchecked, Qt::CheckStateRole));
        QCOMPARE(all.taken(), QStringLiteral("batch -1 1"));
        QVERIFY(model.setData(model.index(2, Model::Batch), Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(all.taken(), QStringLiteral("batch 2 1"));
        QVERIFY(model.setData(model.index(0, Model::Batch), Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(all.taken(), QString());
        QVERIFY(!model.setData(model.index(0, Model::Batch), Qt::Checked, Qt::EditRole));
    }

    void theWorstProblemOfARowIsItsSign() {
        Model model;
        Model::Shown shown = sample();
        overrides::Problem problem;
        problem.severity = base::Severity::warning;
        problem.message = "opt was never seen";
        problem.axis = 2;
        shown.problems.push_back(problem);
        problem.severity = base::Severity::error;
        problem.message = "min is above max";
        shown.problems.push_back(problem);
        model.setTensor(m_snapshot, shown);
        const QModelIndex axis = model.index(2, Model::Axis);
        QCOMPARE(axis.data(models::SeverityRole).toInt(), static_cast<int>(base::Severity::error));
        QCOMPARE(axis.data(Qt::ToolTipRole).toString(),
                 QStringLiteral("opt was never seen\nmin is above max"));
        QVERIFY(!model.index(1, Model::Axis).data(models::SeverityRole).isValid());
    }

    void outOfRange() {
        Model model;
        model.setTensor(m_snapshot, sample());
        QVERIFY(!model.data({}).isValid());
        QVERIFY(!model.data(model.index(4, 0)).isValid());
        QVERIFY(!model.setData({}, 1));
        QCOMPARE(model.flags({}), Qt::ItemFlags(Qt::NoItemFlags));
        QCOMPARE(model.rowCount(model.index(0, 0)), 0);
        QCOMPARE(model.columnCount(model.index(0, 0)), 0);
        QVERIFY(!model.headerData(Model::ColumnCount, Qt::Horizontal).isValid());
        QVERIFY(!model.headerData(0, Qt::Vertical).isValid());
    }
};

QTEST_APPLESS_MAIN(TstOverrideTableModel)
#include "tst_override_table_model.moc"
