// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>

#include "tests/support/sample_data.h"
#include "ui/session/workspace.h"

using namespace dimscope;
using session::Document;
using session::DocumentPtr;
using session::Selection;
using session::Workspace;
using test_support::graphNamed;
using test_support::moduleNamed;
using test_support::tensorNamed;

namespace {

DocumentPtr documentOf(const test_support::SampleData& data) {
    auto document = std::make_shared<Document>();
    document->capture = data.capture;
    document->analysis = data.analysis;
    return document;
}

}  // namespace

class TstWorkspace : public QObject {
    Q_OBJECT

    DocumentPtr m_document = documentOf(test_support::pipelineCapture());

    [[nodiscard]] const capture::Capture& capture() const { return *m_document->capture; }
    [[nodiscard]] base::TensorId unet(const char* path) const {
        return tensorNamed(capture(), "unet", "0", path);
    }

 private slots:
    void emptyWorkspace() {
        Workspace workspace;
        QSignalSpy selections(&workspace, &Workspace::selectionChanged);
        QVERIFY(!workspace.document());
        workspace.selectGraph(base::GraphId{0});
        workspace.selectTensors({base::TensorId{0}});
        workspace.selectAxis(base::TensorId{0}, 0);
        workspace.selectSample(base::SampleId{0});
        QCOMPARE(workspace.selection(), Selection{});
        QCOMPARE(selections.count(), 0);
    }

    void firstGraphAndTensorAtFirst() {
        Workspace workspace;
        QStringList order;
        connect(&workspace, &Workspace::documentChanged, this, [&] { order += "document"; });
        connect(&workspace, &Workspace::selectionChanged, this, [&] { order += "selection"; });
        workspace.setDocument(m_document);
        QCOMPARE(order, (QStringList{"document", "selection"}));
        QCOMPARE(workspace.selection().module, std::optional(moduleNamed(capture(), "text_encoder")));
        QCOMPARE(workspace.selection().graph, std::optional(graphNamed(capture(), "text_encoder", "0")));
        QCOMPARE(workspace.selection().tensor(),
                 std::optional(tensorNamed(capture(), "text_encoder", "0", "input_ids")));
        QVERIFY(!workspace.selection().axis);
        QVERIFY(!workspace.selection().sample);
        workspace.setDocument({});
        QCOMPARE(workspace.selection(), Selection{});
    }

    void signalsOnlyForAChange() {
        Workspace workspace;
        workspace.setDocument(m_document);
        QSignalSpy selections(&workspace, &Workspace::selectionChanged);
        workspace.selectTensors({unet("sample")});
        workspace.selectTensors({unet("sample")});
        workspace.select(workspace.selection());
        QCOMPARE(selections.count(), 1);
        QSignalSpy filters(&workspace, &Workspace::filterChanged);
        workspace.setFilter("attn");
        workspace.setFilter("attn");
        QCOMPARE(filters.count(), 1);
        QCOMPARE(workspace.filter(), QStringLiteral("attn"));
    }

    void tensorBringsGraphAndModule() {
        Workspace workspace;
        workspace.setDocument(m_document);
        workspace.selectTensors({unet("timestep"), unet("sample")});
        QCOMPARE(workspace.selection().graph, std::optional(graphNamed(capture(), "unet", "0")));
        QCOMPARE(workspace.selection().module, std::optional(moduleNamed(capture(), "unet")));
        QCOMPARE(workspace.selection().tensor(), std::optional(unet("timestep")));
        QCOMPARE(workspace.selection().tensors.size(), std::size_t{2});
    }

    void tensorsOfOtherGraphsAndDoublesGo() {
        Workspace workspace;
        workspace.setDocument(m_document);
        workspace.selectTensors({unet("sample"), tensorNamed(capture(), "vae", "0", "images"), unet("sample"),
                                 base::TensorId{100000}});
        QCOMPARE(workspace.selection().tensors, std::vector{unet("sample")});
    }

    void moduleAlone() {
        Workspace workspace;
        workspace.setDocument(m_document);
        workspace.selectModule(moduleNamed(capture(), "decoder"));
        QCOMPARE(workspace.selection().module, std::optional(moduleNamed(capture(), "decoder")));
        QVERIFY(!workspace.selection().graph);
        QVERIFY(workspace.selection().tensors.empty());
        workspace.selectModule(base::ModuleId{1000});
        QCOMPARE(workspace.selection(), Selection{});
    }

    void graphBringsItsFirstTensorOfTheSide() {
        Workspace workspace;
        workspace.setDocument(m_document);
        const auto graph = graphNamed(capture(), "unet", "0");
        workspace.selectGraph(graph);
        QCOMPARE(workspace.selection().tensor(), std::optional(unet("sample")));
        workspace.selectGraph(graph, module::Side::output);
        QCOMPARE(workspace.selection().tensor(), std::optional(unet("output[0]")));
        QCOMPARE(workspace.selection().side, std::optional(module::Side::output));
    }

    void sideGoesWithATensorOfTheOther() {
        Workspace workspace;
        workspace.setDocument(m_document);
        workspace.selectGraph(graphNamed(capture(), "unet", "0"), module::Side::output);
        workspace.selectTensors({unet("sample")});
        QVERIFY(!workspace.selection().side);
        workspace.selectGraph(graphNamed(capture(), "unet", "0"), module::Side::input);
        workspace.selectTensors({unet("timestep")});
        QCOMPARE(workspace.selection().side, std::optional(module::Side::input));
    }

    void axis() {
        Workspace workspace;
        workspace.setDocument(m_document);
        workspace.selectTensors({unet("timestep"), unet("sample")});
        workspace.selectAxis(unet("sample"), 3);
        QCOMPARE(workspace.selection().tensors, (std::vector{unet("sample"), unet("timestep")}));
        QCOMPARE(workspace.selection().axis, std::optional(3));
        workspace.selectTensors({unet("sample")});
        QCOMPARE(workspace.selection().axis, std::optional(3));
        workspace.selectTensors({unet("timestep")});
        QVERIFY(!workspace.selection().axis);
        workspace.selectAxis(unet("sample"), 4);
        QVERIFY(!workspace.selection().axis);
        workspace.selectAxis(unet("sample"), -1);
        QVERIFY(!workspace.selection().axis);
    }

    void sample() {
        Workspace workspace;
        workspace.setDocument(m_document);
        workspace.selectGraph(graphNamed(capture(), "unet", "0"));
        workspace.selectSample(base::SampleId{23});
        QCOMPARE(workspace.selection().sample, std::optional(base::SampleId{23}));
        workspace.selectTensors({unet("timestep")});
        QCOMPARE(workspace.selection().sample, std::optional(base::SampleId{23}));
        workspace.selectSample(base::SampleId{24});
        QVERIFY(!workspace.selection().sample);
        workspace.selectSample(base::SampleId{0});
        workspace.selectGraph(graphNamed(capture(), "text_encoder", "0"));
        QVERIFY(!workspace.selection().sample);
        workspace.selectGraph(graphNamed(capture(), "vae", "0"));
        workspace.selectSample(base::SampleId{0});
        QVERIFY(!workspace.selection().sample);
    }

    void reloadKeepsTheSelectionByName() {
        Workspace workspace;
        workspace.setDocument(m_document);
        Selection selection;
        selection.tensors = {unet("output[0]"), unet("timestep")};
        selection.axis = 2;
        selection.sample = base::SampleId{7};
        workspace.select(selection);
        workspace.setFilter("x");
        QSignalSpy selections(&workspace, &Workspace::selectionChanged);
        workspace.setDocument(documentOf(test_support::pipelineCapture()));
        QCOMPARE(selections.count(), 1);
        QCOMPARE(workspace.selection().tensors, (std::vector{unet("output[0]"), unet("timestep")}));
        QCOMPARE(workspace.selection().axis, std::optional(2));
        QCOMPARE(workspace.selection().sample, std::optional(base::SampleId{7}));
        QCOMPARE(workspace.filter(), QStringLiteral("x"));
    }

    void reloadWithOtherIds() {
        Workspace workspace;
        workspace.setDocument(documentOf(test_support::longCapture(10)));
        const auto& before = *workspace.document()->capture;
        Selection selection;
        selection.tensors = {tensorNamed(before, "unet", "0", "output[0]"),
                             tensorNamed(before, "unet", "0", "mask")};
        selection.axis = 1;
        selection.sample = base::SampleId{9};
        workspace.select(selection);
        workspace.setDocument(m_document);  // has no mask, and other ids
        QCOMPARE(workspace.selection().tensors, std::vector{unet("output[0]")});
        QCOMPARE(workspace.selection().axis, std::optional(1));
        QCOMPARE(workspace.selection().sample, std::optional(base::SampleId{9}));
    }

    void reloadWithoutTheTensor() {
        Workspace workspace;
        workspace.setDocument(documentOf(test_support::longCapture(10)));
        workspace.selectAxis(tensorNamed(*workspace.document()->capture, "unet", "0", "mask"), 1);
        workspace.setDocument(m_document);
        QCOMPARE(workspace.selection().tensors, std::vector{unet("sample")});
        QVERIFY(!workspace.selection().axis);
    }

    void reloadOfSomethingElse() {
        Workspace workspace;
        workspace.setDocument(m_document);
        workspace.selectTensors({unet("sample")});
        const auto other = documentOf(test_support::summaryCapture());
        workspace.setDocument(other);
        QCOMPARE(workspace.selection().tensor(),
                 std::optional(tensorNamed(*other->capture, "detector", "0", "images")));
    }

    void wholeModuleStaysWhole() {
        Workspace workspace;
        workspace.setDocument(m_document);
        workspace.selectModule(moduleNamed(capture(), "decoder"));
        workspace.setDocument(documentOf(test_support::pipelineCapture()));
        QVERIFY(!workspace.selection().graph);
        QCOMPARE(workspace.selection().module, std::optional(moduleNamed(capture(), "decoder")));
    }
};

QTEST_APPLESS_MAIN(TstWorkspace)
#include "tst_workspace.moc"
