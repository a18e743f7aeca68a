// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the panels that have rules of their own: scope, details, problems, cell colours.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

#include "core/base/json_reader.h"
#include "tests/support/sample_data.h"
#include "ui/models/axis_table_model.h"
#include "ui/models/tensor_table_model.h"
#include "ui/panels/cell_runs.h"
#include "ui/panels/detail_tree_model.h"
#include "ui/panels/details_panel.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/tensor_scope.h"
#include "ui/session/workspace.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/theme.h"

using namespace dimscope;
using test_support::graphNamed;
using test_support::moduleNamed;
using test_support::tensorNamed;

namespace {

session::DocumentPtr documentOf(const test_support::SampleData& data) {
    session::Document document;
    document.title = QStringLiteral("test");
    document.capture = data.capture;
    document.analysis = data.analysis;
    document.diagnostics = data.diagnostics;
    return std::make_shared<session::Document>(std::move(document));
}

QModelIndex childNamed(const QAbstractItemModel& model, const QString& name, const QModelIndex& parent = {}) {
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        if (index.data().toString().startsWith(name)) {
            return index;
        }
    }
    return {};
}

}  // namespace

class TestPanels : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { widgets::installStyle(*qApp); }
    void init() {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
        m_data = test_support::pipelineCapture();
        m_workspace = std::make_unique<session::Workspace>();
    }

    void scopeFollowsASelectionThatLeaves();
    void scopeKeepsItsLevelOverReload_data();
    void scopeKeepsItsLevelOverReload();
    void detailsPassTheModelTester();
    void detailsShowFailures();
    void detailsSayWhoseTheyAre();
    void detailsUnfoldJson();
    void detailsOfNothing();
    void problemsLeadToTheirPlace_data();
    void problemsLeadToTheirPlace();
    void problemsLeadToACallByLine();
    void shapeIsColouredByVerdict();
    void verdictHasASign();

 private:
    const capture::Capture& capture() const { return *m_data.capture; }
    void open() { m_workspace->setDocument(documentOf(m_data)); }

    test_support::SampleData m_data;
    std::unique_ptr<session::Workspace> m_workspace;
};

void TestPanels::scopeFollowsASelectionThatLeaves() {
    panels::TensorScope scope(*m_workspace);
    open();
    QSignalSpy changed(&scope, &panels::TensorScope::scopeChanged);
    scope.setScope({moduleNamed(capture(), "unet"), std::nullopt, std::nullopt});
    QCOMPARE(changed.size(), 1);
    m_workspace->selectTensors({tensorNamed(capture(), "unet", "0", "sample")});
    QCOMPARE(changed.size(), 1);
    QVERIFY(!scope.scope().graph);
    m_workspace->selectTensors({tensorNamed(capture(), "text_encoder", "0", "input_ids")});
    QCOMPARE(changed.size(), 2);
    QCOMPARE(scope.scope().graph, std::optional(graphNamed(capture(), "text_encoder", "0")));

    scope.setScope({});
    m_workspace->selectTensors({tensorNamed(capture(), "unet", "0", "sample")});
    QVERIFY(scope.scope() == panels::TensorScope::Scope{});

    const auto graph = graphNamed(capture(), "unet", "0");
    scope.setScope({moduleNamed(capture(), "unet"), graph, module::Side::input});
    m_workspace->selectTensors({tensorNamed(capture(), "unet", "0", "output[0]")});
    QCOMPARE(scope.scope().graph, std::optional(graph));
    QVERIFY(!scope.scope().side);
}

void TestPanels::scopeKeepsItsLevelOverReload_data() {
    QTest::addColumn<QString>("level");
    QTest::newRow("whole capture") << "capture";
    QTest::newRow("module") << "module";
    QTest::newRow("graph") << "graph";
}

void TestPanels::scopeKeepsItsLevelOverReload() {
    QFETCH(QString, level);
    panels::TensorScope scope(*m_workspace);
    open();
    panels::TensorScope::Scope wanted;
    if (level != QStringLiteral("capture")) {
        wanted.module = moduleNamed(capture(), "unet");
    }
    if (level == QStringLiteral("graph")) {
        wanted.graph = graphNamed(capture(), "unet", "0");
    }
    scope.setScope(wanted);
    m_workspace->selectTensors({tensorNamed(capture(), "unet", "0", "timestep")});
    open();
    QVERIFY(scope.scope() == wanted);
    m_workspace->setDocument(nullptr);
    QVERIFY(!scope.scope().graph);
}

void TestPanels::detailsPassTheModelTester() {
    panels::DetailTreeModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSource(documentOf(m_data), moduleNamed(capture(), "vae"), graphNamed(capture(), "vae", "0"));
    QVERIFY(model.rowCount() > 1);
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row, 0);
        for (int child = 0; child < model.rowCount(index); ++child) {
            QVERIFY(model.index(child, 1, index).data().isValid());
        }
    }
    QVERIFY(!model.index(-1, 0).isValid());
    QVERIFY(!model.index(0, 2).isValid());
    model.setSource(nullptr, {}, {});
    QCOMPARE(model.rowCount(), 0);
}

void TestPanels::detailsShowFailures() {
    panels::DetailsPanel panel(*m_workspace);
    open();
    m_workspace->selectGraph(graphNamed(capture(), "vae", "0"));
    QVERIFY2(panel.summary().contains(QStringLiteral("failure")), qPrintable(panel.summary()));
    m_workspace->selectGraph(graphNamed(capture(), "unet", "0"));
    QVERIFY(panel.summary().isEmpty());
}

void TestPanels::detailsSayWhoseTheyAre() {
    capture::Capture::Parts parts;
    for (const char* name : {"a.json", "b.json"}) {
        parts.sources.push_back({name, "aitune.report", 1, {}, true});
        parts.details.push_back({"schema_version",
                                 base::JsonValue(3),
                                 base::Severity::note,
                                 {static_cast<std::uint32_t>(parts.sources.size() - 1)}});
    }
    session::Document document;
    document.capture = std::make_shared<const capture::Capture>(std::move(parts));
    document.analysis = std::make_shared<const inference::Analysis>(*inference::analyse(*document.capture));
    panels::DetailTreeModel model;
    model.setSource(std::make_shared<const session::Document>(std::move(document)), {}, {});
    QStringList shown;
    for (int row = 0; row < model.rowCount(); ++row) {
        shown += model.index(row, panels::DetailTreeModel::Key).data().toString() + u' ' +
                 model.index(row, panels::DetailTreeModel::Value).data().toString();
    }
    QCOMPARE(shown, QStringList({"run a.json", "run b.json", "files 2"}));
    const QModelIndex second = model.index(1, panels::DetailTreeModel::Key);
    QCOMPARE(model.rowCount(second), 1);
}

void TestPanels::detailsUnfoldJson() {
    const auto parsed =
        base::parseJson("{\"text\": \"first\\nsecond\", \"list\": [1, [2, 3]], \"none\": null}");
    QVERIFY(parsed);
    capture::Capture::Parts parts;
    parts.details.push_back({"config", parsed.value(), base::Severity::note});
    session::Document document;
    document.capture = std::make_shared<capture::Capture>(std::move(parts));
    document.analysis = std::make_shared<inference::Analysis>();
    panels::DetailTreeModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSource(std::make_shared<session::Document>(std::move(document)), {}, {});
    const QModelIndex config =
        childNamed(model, QStringLiteral("config"), childNamed(model, QStringLiteral("run")));
    QVERIFY(config.isValid());
    QCOMPARE(config.siblingAtColumn(1).data().toString(), QStringLiteral("3 entries"));
    QCOMPARE(model.rowCount(config), 3);
    const QModelIndex text = childNamed(model, QStringLiteral("text"), config);
    QCOMPARE(text.siblingAtColumn(1).data().toString(), QStringLiteral("first …"));
    QCOMPARE(text.data(panels::DetailTreeModel::FullTextRole).toString(), QStringLiteral("first\nsecond"));
    const QModelIndex list = childNamed(model, QStringLiteral("list"), config);
    QCOMPARE(model.rowCount(list), 2);
    QCOMPARE(model.index(1, 1, list).data().toString(), QStringLiteral("[2, 3]"));
}

void TestPanels::detailsOfNothing() {
    panels::DetailsPanel panel(*m_workspace);
    panel.show();
    QCOMPARE(panel.view()->model()->rowCount(), 0);
    QVERIFY(panel.text()->toPlainText().isEmpty());
}

void TestPanels::problemsLeadToTheirPlace_data() {
    QTest::addColumn<QString>("tensor");
    QTest::addColumn<int>("axis");
    QTest::addColumn<int>("sample");
    QTest::newRow("graph") << QString() << -1 << -1;
    QTest::newRow("tensor") << QStringLiteral("timestep") << -1 << -1;
    QTest::newRow("axis") << QStringLiteral("sample") << 2 << -1;
    QTest::newRow("sample") << QStringLiteral("sample") << 0 << 6;
    QTest::newRow("sample out of range") << QStringLiteral("sample") << 0 << 100000;
}

void TestPanels::problemsLeadToTheirPlace() {
    QFETCH(QString, tensor);
    QFETCH(int, axis);
    QFETCH(int, sample);
    base::Diagnostic diagnostic{base::Severity::warning, "test", "something", {}};
    diagnostic.where.module = "unet";
    diagnostic.where.graph = "0";
    diagnostic.where.tensor = tensor.toStdString();
    if (axis >= 0) {
        diagnostic.where.axis = axis;
    }
    if (sample >= 0) {
        diagnostic.where.sample = static_cast<std::uint64_t>(sample);
    }
    m_data.diagnostics = {};
    m_data.diagnostics.add(diagnostic);
    panels::ProblemsPanel panel(*m_workspace);
    open();
    m_workspace->selectGraph(graphNamed(capture(), "text_encoder", "0"));
    emit panel.view()->activated(panel.view()->model()->index(0, 1));
    const session::Selection& selection = m_workspace->selection();
    QCOMPARE(selection.graph, std::optional(graphNamed(capture(), "unet", "0")));
    if (!tensor.isEmpty()) {
        QCOMPARE(selection.tensor(),
                 std::optional(tensorNamed(capture(), "unet", "0", tensor.toStdString().c_str())));
    }
    QCOMPARE(selection.axis.value_or(-1), axis);
    QCOMPARE(selection.sample.has_value(), sample == 6);
}

void TestPanels::problemsLeadToACallByLine() {
    const auto& graph = capture().graph(graphNamed(capture(), "unet", "0"));
    const auto origin = graph.originOf(base::SampleId{5});
    QVERIFY(origin.line > 0);
    base::Diagnostic diagnostic{base::Severity::note, "test", "something", {}};
    diagnostic.where.file = capture().sources()[origin.source.value].name;
    diagnostic.where.line = origin.line;
    m_data.diagnostics = {};
    m_data.diagnostics.add(diagnostic);
    panels::ProblemsPanel panel(*m_workspace);
    open();
    m_workspace->selectGraph(graphNamed(capture(), "vae", "0"));
    emit panel.view()->activated(panel.view()->model()->index(0, 1));
    QCOMPARE(m_workspace->selection().graph, std::optional(graph.id));
    QCOMPARE(m_workspace->selection().sample, std::optional(base::SampleId{5}));
}

void TestPanels::shapeIsColouredByVerdict() {
    models::TensorTableModel model;
    model.setSnapshot({m_data.capture, m_data.analysis},
                      {std::nullopt, graphNamed(capture(), "unet", "0"), std::nullopt});
    QTRY_VERIFY(!model.isBusy());
    const auto row = model.rowOfTensor(tensorNamed(capture(), "unet", "0", "encoder_hidden_states"));
    QVERIFY(row);
    const QModelIndex shape = model.index(*row, models::TensorTableModel::Shape);
    const auto colors = widgets::ThemeColors::of(QApplication::palette());
    const widgets::TextRuns runs = panels::shapeRuns(shape, colors);
    QCOMPARE(widgets::plainText(runs), shape.data().toString());
    QVERIFY(runs.size() > 3);
    QCOMPARE(runs[1].color, colors.batch);
    QVERIFY(!runs[3].color.isValid());
    const auto scalar = model.rowOfTensor(tensorNamed(capture(), "unet", "0", "timestep"));
    const QModelIndex scalarShape = model.index(*scalar, models::TensorTableModel::Shape);
    QCOMPARE(widgets::plainText(panels::shapeRuns(scalarShape, colors)), scalarShape.data().toString());
}

void TestPanels::verdictHasASign() {
    models::AxisTableModel model;
    model.setTensor({m_data.capture, m_data.analysis}, tensorNamed(capture(), "unet", "0", "sample"));
    const auto colors = widgets::ThemeColors::of(QApplication::palette());
    const auto textOf = [&](int row) {
        return widgets::plainText(
            panels::verdictRuns(model.index(row, models::AxisTableModel::Verdict), colors));
    };
    QVERIFY(textOf(0).startsWith(QStringLiteral("~ dynamic")));
    QVERIFY(textOf(1).startsWith(QStringLiteral("■ static")));
    QCOMPARE(panels::verdictRuns(model.index(0, models::AxisTableModel::Verdict), colors)[0].color,
             colors.dynamic);
}

QTEST_MAIN(TestPanels)
#include "tst_panels.moc"
