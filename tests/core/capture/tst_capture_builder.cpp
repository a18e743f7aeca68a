// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <string>

#include "tests/core/capture/call_script.h"

using namespace dimscope::capture;
using dimscope::base::JsonValue;
using dimscope::test_support::addCall;
using dimscope::test_support::graphsText;
using dimscope::test_support::layoutFrom;
namespace module = dimscope::module;

namespace {

using Sizes = std::vector<std::int64_t>;

Sizes columnOf(const Tensor& tensor, std::size_t axis) {
    const auto column = tensor.column(axis);
    return {column.begin(), column.end()};
}

CaptureBuilder::Summary summaryOf(const std::string& text, const std::string& graph,
                                  std::vector<Detail> details = {}) {
    const CallLayout layout = layoutFrom(text);
    return {layout.module, graph, layout.inputs, layout.outputs, std::move(details)};
}

}  // namespace

class TestCaptureBuilder : public QObject {
    Q_OBJECT

 private slots:
    void groups_data() {
        QTest::addColumn<QString>("calls");  // separated by ;
        QTest::addColumn<QString>("graphs");
        QTest::addColumn<int>("splits");  // diagnostics
        const auto row = [](const char* title, const char* calls, const char* graphs, int splits) {
            QTest::newRow(title) << calls << graphs << splits;
        };
        row("equal calls", "x:2 m:3>0:2; x:2 m:3>0:2", "0*2", 0);
        row("order of tensors", "x:2 m:3>0:2 1:1; m:3 x:2>1:1 0:2", "0*2", 0);
        row("order of other values", "x:2 a=1 b=2; x:2 b=2 a=1", "0*2", 0);
        row("rank of an input", "x:2>0:2; x:3>0:2; x:2>0:2", "0*2 1*1", 0);
        row("set of inputs", "x:2; x:2 y:1; y:1 x:2", "0*1 1*2", 0);
        row("another value", "x:2 flag=1; x:2 flag=2; x:2", "0*1 1*1 2*1", 0);
        row("index and key", "0:2; zero:2", "0*1 1*1", 0);
        row("dtype is not compared", "x:2; x:2:float16", "0*2", 0);
        row("other value among the outputs is not compared", "x:2>0:2 a=1; x:2>0:2 a=2", "0*2", 0);
        row("rank of an output", "x:2>0:2; x:2>0:3; x:2>0:2", "0*2 0/2*1", 1);
        row("set of outputs", "x:2>0:2; x:2>0:2 1:1; x:2>", "0*1 0/2*1 0/3*1", 2);
        row("one warning per split graph", "x:2>0:2; x:2>0:3; x:2>0:3; x:2>0:2; x:2>0:3", "0*2 0/2*3", 1);
        row("phases", "!prefill x:2; !decode x:2; !decode x:2",
            "0 (LLM phase prefill)*1 1 (LLM phase decode)*2", 0);
        row("a phase hides other values", "!decode x:2 a=1; !decode x:2 a=2", "0 (LLM phase decode)*2", 0);
        row("a phase does not hide tensors", "!prefill x:2; !prefill x:2 y:1; x:2",
            "0 (LLM phase prefill)*1 0 (LLM phase prefill)/2*1 1*1", 1);
        row("no tensors", ">; a=1>;>", "0*2 1*1", 0);
        row("scalars", "x:0>0:0; x:0>0:0", "0*2", 0);
    }

    void groups() {
        QFETCH(QString, calls);
        QFETCH(QString, graphs);
        QFETCH(int, splits);
        CaptureBuilder builder;
        for (const QString& call : calls.split(u';')) {
            addCall(builder, call.toStdString());
        }
        const Capture capture = builder.build();
        QCOMPARE(QString::fromStdString(graphsText(capture)), graphs);
        QCOMPARE(builder.diagnostics().items().size(), std::size_t(splits));
        for (const auto& diagnostic : builder.diagnostics().items()) {
            QCOMPARE(diagnostic.code, std::string("cannot-merge"));
            QCOMPARE(diagnostic.severity, dimscope::base::Severity::warning);
        }
        for (const Graph& graph : capture.graphs()) {
            const bool split = graphs.contains(QString::fromStdString(graph.name.substr(0, 1)) + "/2") ||
                               graphs.contains(QString::fromStdString(graph.name) + "/2") ||
                               graph.name.ends_with("/2");
            QCOMPARE(graph.cannotMerge, split);
        }
    }

    void numbersFollowModules() {
        CaptureBuilder builder;
        const LayoutId late = builder.layout(layoutFrom("x:1", "a"), {});
        const LayoutId early = builder.layout(layoutFrom("x:2", "a"), {});
        const LayoutId other = builder.layout(layoutFrom("x:3", "b"), {});
        (void)builder.layout(layoutFrom("x:4", "c"), {});  // never called
        builder.addCall(early, 1, Sizes{1, 1}, {});
        builder.addCall(other, 1, Sizes{1, 1, 1}, {});
        builder.addCall(late, 1, Sizes{1}, {});
        const Capture capture = builder.build();
        QCOMPARE(graphsText(capture), std::string("a.0*1 b.0*1 a.1*1"));
        QCOMPARE(capture.modules().size(), std::size_t(3));
        QCOMPARE(capture.modules()[0].graphs, (std::vector<GraphId>{{0}, {2}}));
        QVERIFY(capture.modules()[2].graphs.empty());
        QCOMPARE(capture.sampleCount(), std::uint64_t(3));
        QCOMPARE(capture.axisCount(), std::uint64_t(6));
    }

    void columns() {
        CaptureBuilder builder;
        addCall(builder, "x:2 y:1>0:1", 2, {2, 8, 5, 20});
        addCall(builder, "y:1 x:2>0:1", kUnknownBatch, {6, 4, 9, 21});
        addCall(builder, "x:2:float16 y:1>0:1", 4, {7, 8, 9, 22});
        const Capture capture = builder.build();
        const Graph& graph = capture.graphs().front();
        QCOMPARE(*graph.batchSizes, (Sizes{2, kUnknownBatch, 4}));
        QCOMPARE(graph.tensors.size(), std::size_t(3));
        const Tensor& x = capture.tensor(graph.tensors[0]);
        const Tensor& y = capture.tensor(graph.tensors[1]);
        const Tensor& out = capture.tensor(graph.tensors[2]);
        QCOMPARE(x.accessPath, std::string("x"));
        QCOMPARE(x.rank, std::size_t(2));
        QCOMPARE(x.graph, graph.id);
        QCOMPARE(columnOf(x, 0), (Sizes{2, 4, 7}));
        QCOMPARE(columnOf(x, 1), (Sizes{8, 9, 8}));
        QCOMPARE(columnOf(y, 0), (Sizes{5, 6, 9}));
        QCOMPARE(columnOf(out, 0), (Sizes{20, 21, 22}));
        QCOMPARE(columnOf(out, 1), Sizes{});
        QCOMPARE(out.side(), module::Side::output);
        QCOMPARE(x.sizesAt({1}), (Sizes{4, 9}));
        QCOMPARE(x.dtype, std::string("torch.float32"));
        QCOMPARE(x.dtypeAt({1}), std::string("torch.float32"));
        QCOMPARE(x.dtypeAt({2}), std::string("torch.float16"));
        QCOMPARE(y.otherDtypes.size(), std::size_t(0));
    }

    void origins() {
        CaptureBuilder builder;
        const SourceId first = builder.addSource({"a.jsonl", "dimscope.capture", 1, "", true});
        const SourceId second = builder.addSource({"b.jsonl", "dimscope.capture", 1, "", true});
        builder.source(second).complete = false;
        addCall(builder, "x:1", 1, {1}, {first, 2, "", ""});
        addCall(builder, "x:1", 1, {1}, {first, 3, "2026-01-01T00:00:00Z", ""});
        addCall(builder, "x:1", 1, {1}, {second, 0, "", "warm"});
        addCall(builder, "x:1", 1, {1}, {first, 9, "2026-01-02T00:00:00Z", "hot"});
        const Capture capture = builder.build();
        QVERIFY(capture.sources()[0].complete && !capture.sources()[1].complete);
        const Graph& graph = capture.graphs().front();
        QCOMPARE(graph.line, std::uint64_t(2));
        const auto origin = [&](std::uint32_t sample) { return graph.originOf({sample}); };
        QCOMPARE(origin(0).source, first);
        QCOMPARE(origin(0).line, std::uint64_t(2));
        QVERIFY(origin(0).time.empty() && origin(0).label.empty());
        QCOMPARE(origin(1).time, std::string("2026-01-01T00:00:00Z"));
        QCOMPARE(origin(2).source, second);
        QCOMPARE(origin(2).line, std::uint64_t(0));
        QCOMPARE(origin(2).label, std::string("warm"));
        QCOMPARE(origin(3).source, first);
        QCOMPARE(origin(3).line, std::uint64_t(9));
        QCOMPARE(origin(3).label, std::string("hot"));
    }

    void oneSourceIsKeptOnce() {
        CaptureBuilder builder;
        (void)builder.addSource({"a", "", 0, "", true});
        const SourceId second = builder.addSource({"b", "", 0, "", true});
        for (int i = 0; i < 5; ++i) {
            addCall(builder, "x:1", 1, {1}, {second, 0, "", ""});
        }
        const Capture capture = builder.build();
        const Graph& graph = capture.graphs().front();
        QCOMPARE(graph.calls->sources.size(), std::size_t(1));
        QVERIFY(graph.calls->lines.empty());
        QVERIFY(graph.calls->times.empty());
        QCOMPARE(graph.originOf({4}).source, second);
    }

    void splitDiagnosticLeadsToItsPlace() {
        CaptureBuilder builder;
        const SourceId source = builder.addSource({"a.jsonl", "dimscope.capture", 1, "", true});
        addCall(builder, "x:2>0:2", 1, {}, {source, 2, "", ""});
        addCall(builder, "x:2>0:3", 1, {}, {source, 7, "", ""});
        (void)builder.build();
        const auto& where = builder.diagnostics().items().at(0).where;
        QCOMPARE(where.file, std::string("a.jsonl"));
        QCOMPARE(where.line.value_or(0), std::uint64_t(7));
        QCOMPARE(where.module, std::string("m"));
        QCOMPARE(where.graph, std::string("0/2"));
        QVERIFY(builder.diagnostics().items().at(0).message.find("rank 3") != std::string::npos);
    }

    void summaries() {
        CaptureBuilder builder;
        const auto add = [&](const std::string& text, const std::string& graph,
                             std::vector<Detail> details = {}) {
            return builder.addSummary(summaryOf(text, graph, std::move(details)), {});
        };
        const GraphId named = add("x:2 m:1>0:2", "0", {{"backend", JsonValue("a"), {}}});
        const GraphId again =
            add("m:1 x:2>0:2", "0", {{"backend", JsonValue("b"), {}}, {"calls", JsonValue(3), {}}});
        const GraphId namesake = add("x:3>0:2", "0");
        const GraphId numbered = add("x:2", "");
        const GraphId numberedAgain = add("x:2", "");
        const GraphId phase = add("!decode x:2", "");
        QCOMPARE(again, named);
        QCOMPARE(numberedAgain, numbered);
        QVERIFY(namesake != named && numbered != namesake);
        addCall(builder, "x:4");
        const Capture capture = builder.build();
        QCOMPARE(graphsText(capture), std::string("0*0 0/2*0 0/3*0 1 (LLM phase decode)*0 2*1"));
        const Graph& graph = capture.graph(named);
        QVERIFY(graph.isSummary());
        QCOMPARE(graph.details.size(), std::size_t(2));
        QCOMPARE(graph.details[0].value, JsonValue("a"));
        QCOMPARE(graph.details[1].key, std::string("calls"));
        QCOMPARE(capture.graph(phase).phase, module::LlmPhase::decode);
        const Tensor& x = capture.tensor(graph.tensors[1]);  // of two orders the one that is first as text
        QCOMPARE(x.accessPath, std::string("x"));
        QVERIFY(x.summary.has_value());
        QCOMPARE(x.rank, std::size_t(2));
        QCOMPARE(columnOf(x, 0), Sizes{});
        QCOMPARE(graph.originOf({0}).line, std::uint64_t(0));
    }

    void orderOfRepeatedSummariesDoesNotCount() {
        for (const auto& [first, second] :
             {std::pair{"x:2 m:1>0:2", "m:1 x:2>0:2"}, {"m:1 x:2>0:2", "x:2 m:1>0:2"}}) {
            CaptureBuilder builder;
            (void)builder.addSummary(summaryOf(first, "0"), {});
            (void)builder.addSummary(summaryOf(second, "0"), {});
            const Capture capture = builder.build();
            QCOMPARE(graphsText(capture), std::string("0*0"));
            QCOMPARE(capture.tensors().front().accessPath, std::string("m"));
            QCOMPARE(capture.tensors().back().accessPath, std::string("output[0]"));
        }
    }

    void formsOfCalls() {
        CaptureBuilder builder;
        addCall(builder, "!decode x:1 y:1 a=1>0:1");
        addCall(builder, "!decode x:1 y:1 a=1>0:1");
        addCall(builder, "!decode y:1 x:1 a=1>0:1");
        addCall(builder, "!decode x:1 y:1 a=2>0:1");
        addCall(builder, "!decode x:1 y:1 a=1>0:1 b=3");
        const Capture capture = builder.build();
        QCOMPARE(graphsText(capture), std::string("0 (LLM phase decode)*5"));
        const CallColumns& calls = *capture.graphs().front().calls;
        QCOMPARE(calls.forms.size(), std::size_t(3));
        QVERIFY(!calls.formAt({0}) && !calls.formAt({1}));
        const CallForm& order = calls.forms.at(calls.formAt({2}).value());
        QCOMPARE(order.places, (std::vector<CallForm::Place>{{1, "y"}, {0, "x"}, {2, "output[0]"}}));
        QVERIFY(!order.otherInputs && !order.otherOutputs);
        const CallForm& input = calls.forms.at(calls.formAt({3}).value());
        QVERIFY(input.places.empty() && !input.otherOutputs);
        QCOMPARE(input.otherInputs.value().at(0).value.str(), std::string("2"));
        const CallForm& output = calls.forms.at(calls.formAt({4}).value());
        QVERIFY(output.places.empty() && !output.otherInputs);
        QCOMPARE(output.otherOutputs.value().at(0).value.str(), std::string("3"));
    }

    void summariesThatDiffer_data() {
        QTest::addColumn<QString>("second");
        QTest::newRow("dtype") << "x:2:float16 f=1>0:2";
        QTest::newRow("other value") << "x:2 f=2>0:2";
        QTest::newRow("output") << "x:2 f=1>1:2";
        QTest::newRow("phase") << "!decode x:2 f=1>0:2";
    }

    void summariesThatDiffer() {
        QFETCH(QString, second);
        CaptureBuilder builder;
        (void)builder.addSummary(summaryOf("x:2 f=1>0:2", "0"), {});
        (void)builder.addSummary(summaryOf(second.toStdString(), "0"), {});
        QCOMPARE(graphsText(builder.build()), std::string("0*0 0/2*0"));
    }

    void builderIsEmptyAfterwards() {
        CaptureBuilder builder;
        (void)builder.addSource({"a", "", 0, "", true});
        builder.addDetail({"mode", JsonValue("JIT"), {}});
        builder.addModuleDetail(builder.module("quiet"), {"calls", JsonValue(0), {}});
        QCOMPARE(builder.module("quiet"), builder.module("quiet"));
        addCall(builder, "x:2>0:2");
        addCall(builder, "x:2>0:3");
        const Capture first = builder.build();
        QCOMPARE(first.details().size(), std::size_t(1));
        QCOMPARE(first.modules()[0].name, std::string("quiet"));
        QCOMPARE(first.modules()[0].details.size(), std::size_t(1));
        QCOMPARE(builder.diagnostics().items().size(), std::size_t(1));
        const Capture second = builder.build();
        QVERIFY(second.graphs().empty() && second.modules().empty() && second.sources().empty() &&
                second.details().empty() && second.tensors().empty());
        addCall(builder, "x:2>0:3");
        QCOMPARE(graphsText(builder.build()), std::string("0*1"));
    }
};

QTEST_APPLESS_MAIN(TestCaptureBuilder)
#include "tst_capture_builder.moc"
