// SPDX-License-Identifier: GPL-3.0-or-later
// Edits by id, what the judge makes of them, and samples that are taken out.
#include <QSignalSpy>
#include <QTest>

#include "tests/session/overrides_session.h"

using namespace dimscope;
using overrides::SampleUse;
using overrides::SpecOrigin;
using session::OverridesEditor;
using test::OverridesSession;
using Bound = OverridesEditor::Bound;
using Reach = OverridesEditor::Reach;

class TstOverridesEditor : public QObject {
    Q_OBJECT

 private slots:
    void nothingIsOpen() {
        session::Workspace workspace;
        session::OverridesDocument document;
        session::OverridesJudge judge(workspace, document);
        OverridesEditor editor(workspace, document, judge);
        QVERIFY(!editor.canEdit());
        editor.setBound(base::TensorId{0}, 0, Bound::max, 4);
        editor.acceptInferred(base::TensorId{0}, Reach::all);
        editor.reset(base::TensorId{0}, Reach::all);
        editor.setSamples(base::GraphId{0}, {1}, SampleUse::excluded);
        QCOMPARE(document.undoStack().count(), 0);
    }

    void aBoundChangesWhereverTheSymbolStands() {
        OverridesSession s;
        const auto sample = s.unet("sample");
        const auto output = s.unet("output[0]");
        s.editor.acceptInferred(sample, Reach::graph);
        s.settle();
        QCOMPARE(s.undoText(), QStringLiteral("Accept inferred values of graph 0 of unet"));
        s.editor.setBound(sample, 2, Bound::max, 256);
        QCOMPARE(s.undoText(), QStringLiteral("Set max of sample axis 2 to 256"));
        QCOMPARE(s.steps(), 2);
        QCOMPARE(s.editor.stated(sample)->max[2], 256);
        QCOMPARE(s.editor.stated(output)->max[2], 256);
        s.document.undoStack().undo();
        QVERIFY(s.editor.stated(sample)->max[2] != 256);
        QVERIFY(s.editor.stated(output)->max[2] != 256);
    }

    void whatFollowsHasNoOverride() {
        OverridesSession s;
        s.editor.setBound(s.unet("sample"), 2, Bound::max, 256);
        s.settle();
        const auto output = s.unet("output[0]");
        const auto& judgement = s.judge.judged()->judgement;
        QCOMPARE(judgement.origins[output.value], SpecOrigin::follows);
        QCOMPARE(judgement.spec(output).max[2], 256);
        QVERIFY(!s.editor.stated(output));
        QCOMPARE(s.editor.shown(output).max[2], 256);
    }

    void texts() {
        OverridesSession s;
        const auto sample = s.unet("sample");
        s.editor.setDim(sample, 2, std::string("height"));
        QCOMPARE(s.undoText(), QStringLiteral("Set symbol of sample axis 2 to height"));
        s.editor.setDim(sample, 3, std::monostate{});
        QCOMPARE(s.undoText(), QStringLiteral("Make sample axis 3 dynamic"));
        s.editor.setDim(sample, 3, std::int64_t{64});
        QCOMPARE(s.undoText(), QStringLiteral("Fix sample axis 3 at 64"));
        s.editor.setBound(sample, 2, Bound::opt, 72);
        QCOMPARE(s.undoText(), QStringLiteral("Set opt of sample axis 2 to 72"));
        s.editor.setRange(sample, 2, {8, 16, 32});
        QCOMPARE(s.undoText(), QStringLiteral("Set range of sample axis 2 to 8 … 16 … 32"));
        s.editor.setBatchAxis(sample, 0, 2);
        QCOMPARE(s.undoText(), QStringLiteral("Make axis 0 the batch axis of sample, times 2"));
        s.editor.setBatchAxis(sample, std::nullopt, 1);
        QCOMPARE(s.undoText(), QStringLiteral("Take the batch axis of sample away"));
        s.editor.setName(sample, "latents");
        QCOMPARE(s.undoText(), QStringLiteral("Set name of sample to latents"));
        s.editor.setNote(sample, "doubled");
        QCOMPARE(s.undoText(), QStringLiteral("Set note of sample"));
        s.editor.renameSymbol(sample, "height", "h");
        QCOMPARE(s.undoText(), QStringLiteral("Rename height to h"));
        s.editor.copyToSymbol(sample, 2);
        s.editor.reset(sample, Reach::tensor);
        QCOMPARE(s.undoText(), QStringLiteral("Reset sample"));
        s.editor.setSamples(s.unetGraph(), {6}, SampleUse::excluded);
        QCOMPARE(s.undoText(), QStringLiteral("Exclude sample 6"));
        s.editor.setSamples(s.unetGraph(), {6}, SampleUse::included);
        QCOMPARE(s.undoText(), QStringLiteral("Bring back sample 6"));
    }

    void noNameIsNoOverride() {
        OverridesSession s;
        s.editor.setName(s.unet("sample"), "");
        s.editor.setNote(s.unet("sample"), "");
        QCOMPARE(s.steps(), 0);
    }

    void draggingIsOneStep() {
        OverridesSession s;
        for (int max = 130; max < 160; ++max) {
            s.editor.setBound(s.unet("sample"), 2, Bound::max, max, OverridesEditor::Steps::merged);
        }
        QCOMPARE(s.steps(), 1);
        QCOMPARE(s.undoText(), QStringLiteral("Set max of sample axis 2 to 159"));
        s.editor.endMerging();
        s.editor.setBound(s.unet("sample"), 2, Bound::max, 200, OverridesEditor::Steps::merged);
        QCOMPARE(s.steps(), 2);
    }

    void acceptAndReset_data() {
        QTest::addColumn<int>("reach");
        QTest::addColumn<int>("tensors");
        QTest::newRow("tensor") << static_cast<int>(Reach::tensor) << 1;
        QTest::newRow("graph") << static_cast<int>(Reach::graph) << 5;
        QTest::newRow("all") << static_cast<int>(Reach::all) << -1;
    }

    void acceptAndReset() {
        QFETCH(int, reach);
        QFETCH(int, tensors);
        OverridesSession s;
        const auto all = static_cast<int>(s.capture().tensors().size());
        s.editor.acceptInferred(s.unet("sample"), static_cast<Reach>(reach));
        s.settle();
        int overridden = 0;
        for (const auto& graph : s.document.set()->graphs) {
            overridden += static_cast<int>(graph.tensors.size());
        }
        QCOMPARE(overridden, tensors < 0 ? all : tensors);
        QCOMPARE(s.judge.judged()->judgement.problems.size(), std::size_t{0});
        s.editor.reset(s.unet("sample"), static_cast<Reach>(reach));
        QCOMPARE(s.steps(), 2);
        QVERIFY(s.document.set()->empty());
        s.document.undoStack().undo();
        QVERIFY(!s.document.set()->empty());
    }

    void acceptsOneAxis() {
        OverridesSession s;
        const auto sample = s.unet("sample");
        s.editor.setBound(sample, 2, Bound::max, 256);
        s.editor.setBound(sample, 3, Bound::max, 256);
        const auto inferred = s.judge.judged()->analysis->tensor(sample).axes[2].max;
        s.settle();
        s.editor.acceptInferred(sample, Reach::axis, 2);
        QCOMPARE(s.undoText(), QStringLiteral("Accept inferred values of sample axis 2"));
        QCOMPARE(s.editor.stated(sample)->max[2], inferred);
        QCOMPARE(s.editor.stated(sample)->max[3], 256);
    }

    void resetKeepsExcludedSamples() {
        OverridesSession s;
        s.editor.setSamples(s.unetGraph(), {6}, SampleUse::excluded);
        s.editor.acceptInferred(s.unet("sample"), Reach::graph);
        s.settle();
        s.editor.reset(s.unet("sample"), Reach::all);
        QCOMPARE(s.document.set()->find("unet", "0")->excludedSamples, std::vector<std::int64_t>{6});
        QVERIFY(s.document.set()->find("unet", "0")->tensors.empty());
    }

    void coverageAndProblemsFollow() {
        OverridesSession s;
        QSignalSpy judged(&s.judge, &session::OverridesJudge::judgedChanged);
        const auto sample = s.unet("sample");
        const auto whole = s.judge.judged()->judgement.tensorCoverage[sample.value];
        QCOMPARE(whole.covered, std::uint64_t{24});
        s.editor.setBound(sample, 0, Bound::max, 4);
        s.settle();
        QVERIFY(judged.count() >= 1);
        const auto& judgement = s.judge.judged()->judgement;
        QVERIFY(judgement.tensorCoverage[sample.value].covered < 24);
        QCOMPARE(judgement.tensorCoverage[sample.value].firstOutside->axis, 0);
        QVERIFY(std::any_of(judgement.problems.begin(), judgement.problems.end(),
                            [](const overrides::Problem& problem) { return problem.code == "uncovered"; }));
        QCOMPARE(s.judge.judged()->set, s.document.set());
    }

    void picksOpt_data() {
        QTest::addColumn<int>("choice");
        QTest::addColumn<int>("opt");
        QTest::newRow("largest") << static_cast<int>(overrides::OptChoice::largest) << 9;
        QTest::newRow("median") << static_cast<int>(overrides::OptChoice::median) << 3;
        QTest::newRow("most frequent") << static_cast<int>(overrides::OptChoice::mostFrequent) << 2;
    }

    void picksOpt() {
        QFETCH(int, choice);
        QFETCH(int, opt);
        OverridesSession s(test_support::singleTensorCapture(
            {{1, {2}}, {1, {2}}, {1, {3}}, {1, {5}}, {1, {9}}, {1, {4096}}}));
        const auto x = test_support::tensorNamed(s.capture(), "m", "0", "x");
        s.editor.setSamples(s.capture().tensor(x).graph, {5}, SampleUse::excluded);
        s.settle();
        s.editor.pickOpt(x, 0, static_cast<overrides::OptChoice>(choice));
        s.settle();
        QCoreApplication::processEvents();
        QCOMPARE(s.editor.shown(x).opt[0], opt);
        QCOMPARE(s.editor.shown(x).max[0], 9);
    }

    void excludedSamplesLeaveTheAnalysis() {
        OverridesSession s;
        const auto sample = s.unet("sample");
        s.workspace.selectTensors({sample});
        s.workspace.selectSample(base::SampleId{3});
        const auto before = s.workspace.selection();
        const auto whole = s.workspace.document()->analysis;
        QCOMPARE(whole->tensor(sample).axes[0].verdict, module::Verdict::dynamic);
        s.editor.setSamples(s.unetGraph(), {6}, SampleUse::excluded);
        s.settle();
        QCOMPARE(s.workspace.document()->analysis->tensor(sample).axes[0].verdict, module::Verdict::batch);
        QCOMPARE(s.workspace.document()->exclusions->at(s.unetGraph()), std::vector<std::uint32_t>{6});
        QCOMPARE(s.workspace.selection(), before);
        s.document.undoStack().undo();
        s.settle();
        QCOMPARE(s.workspace.document()->analysis, whole);
        QVERIFY(s.workspace.document()->exclusions->empty());
    }

    void anotherCaptureIsJudgedWithTheSameOverrides() {
        OverridesSession s;
        s.editor.setSamples(s.unetGraph(), {6}, SampleUse::excluded);
        s.settle();
        s.workspace.setDocument(test::documentOf(test_support::pipelineCapture()));
        QVERIFY(!s.judge.judged());
        s.settle();
        QCOMPARE(s.judge.judged()->exclusions->at(s.unetGraph()), std::vector<std::uint32_t>{6});
        s.workspace.setDocument(nullptr);
        QVERIFY(!s.judge.judged());
        QVERIFY(!s.editor.canEdit());
    }

    void fingerprintIsOfTheCapture() {
        OverridesSession s;
        QTRY_VERIFY(!s.judge.fingerprint().empty());
        const std::string first = s.judge.fingerprint();
        QCOMPARE(s.document.fingerprint(), first);
        QSignalSpy known(&s.judge, &session::OverridesJudge::fingerprintKnown);
        s.workspace.setDocument(test::documentOf(test_support::longCapture(10)));
        QVERIFY(s.judge.fingerprint().empty());
        QTRY_COMPARE(known.count(), 1);
        QVERIFY(s.judge.fingerprint() != first);
    }

    void endsWhileItWorks() {
        for (int i = 0; i < 20; ++i) {
            session::Workspace workspace;
            session::OverridesDocument document;
            session::OverridesJudge judge(workspace, document);
            workspace.setDocument(test::documentOf(m_long));
            document.change("x", {{"unet", "0", {}, {1, 2, 3}, {}}});
        }
    }

    void aMillionSamplesDoNotBlock() {
        OverridesSession s(m_long);
        const auto sample = s.unet("sample");
        const session::JudgedPtr before = s.judge.judged();
        s.editor.setBound(sample, 2, Bound::max, 100);
        s.editor.setSamples(s.unetGraph(), {5}, SampleUse::excluded);
        QVERIFY(s.judge.isBusy());  // the samples are looked at elsewhere, not in the calls above
        QCOMPARE(s.judge.judged(), before);
        s.settle();
        QCOMPARE(s.judge.judged()->judgement.graphCoverage[s.unetGraph().value].samples,
                 std::uint64_t{999'999});
    }

 private:
    test_support::SampleData m_long = test_support::longCapture(1'000'000);
};

QTEST_GUILESS_MAIN(TstOverridesEditor)
#include "tst_overrides_editor.moc"
