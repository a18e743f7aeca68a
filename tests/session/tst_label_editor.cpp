// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>

#include "core/capture/capture_builder.h"
#include "core/inference/analysis.h"
#include "core/overrides/overrides_file.h"
#include "tests/core/capture/call_script.h"
#include "tests/session/overrides_session.h"
#include "ui/session/label_editor.h"
#include "ui/session/labeller.h"

using namespace dimscope;
using capture::BatchSizeSource;
using capture::Relabel;
using session::LabelEditor;
using test_support::addCall;

namespace {

/// Graph 0: batch sizes 1, 2, 4, and a short last batch that says 4. Graph 1: two calls of unknown size.
test_support::SampleData labelsCapture() {
    capture::CaptureBuilder builder;
    addCall(builder, "x:2", 1, {2, 9});
    addCall(builder, "x:2", 2, {4, 9});
    addCall(builder, "x:2", 4, {8, 9});
    addCall(builder, "x:2", 4, {6, 9});
    addCall(builder, "y:2 z:1", capture::kUnknownBatch, {4, 5, 8});
    addCall(builder, "y:2 z:1", capture::kUnknownBatch, {3, 5, 6});
    test_support::SampleData data;
    data.capture = std::make_shared<const capture::Capture>(builder.build());
    data.analysis = std::make_shared<const inference::Analysis>(*inference::analyse(*data.capture));
    return data;
}

struct LabelSession : test::OverridesSession {
    explicit LabelSession(const test_support::SampleData& data = labelsCapture())
        : test::OverridesSession(data) {
        follow();
    }
    void follow() {
        QTRY_VERIFY_WITH_TIMEOUT(
            !labeller.isBusy() && !labeller.isSearching() && !labels.isBusy() && !judge.isBusy(), 60000);
    }
    [[nodiscard]] QString batches(std::uint32_t graph = 0) const {
        QStringList parts;
        for (const std::int64_t batchSize : *capture().graphs()[graph].batchSizes) {
            parts << (batchSize == capture::kUnknownBatch ? QString("?") : QString::number(batchSize));
        }
        return parts.join(u' ');
    }
    [[nodiscard]] const inference::Finding* shortBatch() const {
        for (const inference::Finding& finding : workspace.document()->analysis->graphs[0].findings) {
            if (finding.code == "short-batch") {
                return &finding;
            }
        }
        return nullptr;
    }

    LabelEditor labels{workspace, document.undoStack()};
    session::Labeller labeller{workspace, labels};
};

constexpr base::GraphId kFirst{0};

}  // namespace

class TstLabelEditor : public QObject {
    Q_OBJECT

 private slots:
    void sourceIsAStep() {
        LabelSession session;
        QSignalSpy documents(&session.workspace, &session::Workspace::documentChanged);
        session.labels.setSource({BatchSizeSource::Constant{3}});
        QCOMPARE(session.undoText(), QStringLiteral("Take 3 as the batch size of unlabelled samples"));
        session.follow();
        QCOMPARE(session.batches(1), QStringLiteral("3 3"));
        QCOMPARE(session.batches(0), QStringLiteral("1 2 4 4"));
        QVERIFY(documents.count() >= 1);
        session.labels.setSource({BatchSizeSource::Constant{3}});
        QCOMPARE(session.steps(), 1);
        session.document.undoStack().undo();
        session.follow();
        QCOMPARE(session.batches(1), QStringLiteral("? ?"));
        session.document.undoStack().redo();
        session.follow();
        QCOMPARE(session.batches(1), QStringLiteral("3 3"));
    }

    void verdictsFollow() {
        LabelSession session;
        const auto verdict = [&session](const char* path) {
            const auto id = test_support::tensorNamed(session.capture(), "m", "1", path);
            return session.workspace.document()->analysis->tensor(id).axes[0].verdict;
        };
        QVERIFY(verdict("y") == module::Verdict::dynamic);
        session.labels.setSource({BatchSizeSource::TensorAxis{"z", 0, 2}});
        session.follow();
        QVERIFY(verdict("y") == module::Verdict::batch);
        QVERIFY(verdict("z") == module::Verdict::batch);
    }

    void diagnosticsFollow() {
        LabelSession session;
        const auto count = [&session] { return session.workspace.document()->diagnostics.items().size(); };
        session.labels.setSource({BatchSizeSource::TensorAxis{"nothing", 0, 1}});
        session.follow();
        QCOMPARE(count(), std::size_t(1));
        session.labels.setSource({BatchSizeSource::TensorAxis{"y", 0, 4}});
        session.follow();
        QCOMPARE(count(), std::size_t(1));
        QCOMPARE(session.workspace.document()->diagnostics.items()[0].code,
                 std::string("batch-source-indivisible"));
        session.labels.setSource({});
        session.follow();
        QCOMPARE(count(), std::size_t(0));
    }

    void relabelsAndRestores() {
        LabelSession session;
        session.labels.relabel(kFirst, {{3, 3}});
        QCOMPARE(session.undoText(), QStringLiteral("Relabel sample 3 as batch size 3"));
        session.follow();
        QCOMPARE(session.batches(), QStringLiteral("1 2 4 3"));
        QCOMPARE(session.labels.stated(kFirst, base::SampleId{3}).value_or(0), 3);
        QVERIFY(!session.labels.stated(kFirst, base::SampleId{2}));
        session.labels.restoreRecorded(kFirst, {2, 3});
        QCOMPARE(session.undoText(), QStringLiteral("Restore the recorded batch sizes of 2 samples"));
        session.follow();
        QCOMPARE(session.batches(), QStringLiteral("1 2 4 4"));
        QVERIFY(session.labels.labelling()->relabels.empty());
        session.document.undoStack().undo();
        session.document.undoStack().undo();
        session.follow();
        QVERIFY(session.labels.labelling()->relabels.empty());
        session.document.undoStack().redo();
        session.follow();
        QCOMPARE(session.batches(), QStringLiteral("1 2 4 3"));
    }

    void whatSaysNothingIsNoStep() {
        LabelSession session;
        session.labels.relabel(kFirst, {});
        session.labels.relabel(kFirst, {{3, 4}});
        session.labels.relabel(kFirst, {{3, 0}, {-1, 2}, {4, 2}});
        session.labels.restoreRecorded(kFirst, {0, 1});
        session.labels.setSource({});
        QCOMPARE(session.steps(), 0);
        session.labels.relabel(kFirst, {{3, 3}});
        session.labels.relabel(kFirst, {{3, 4}});
        QCOMPARE(session.steps(), 2);
        QVERIFY(session.labels.labelling()->relabels.empty());
    }

    void proposedByTheFinding() {
        LabelSession session;
        QVERIFY(session.shortBatch() != nullptr);
        QCOMPARE(session.labels.relabelProposed(kFirst, *session.shortBatch()), std::size_t(1));
        session.follow();
        QCOMPARE(session.batches(), QStringLiteral("1 2 4 3"));
        QVERIFY(session.shortBatch() == nullptr);
    }

    void proposedOfTheGraph() {
        LabelSession session;
        QSignalSpy told(&session.labels, &LabelEditor::proposed);
        session.labels.relabelProposed(kFirst);
        QVERIFY(session.labels.isBusy());
        session.follow();
        QCOMPARE(session.batches(), QStringLiteral("1 2 4 3"));
        QCOMPARE(told.count(), 1);
        QCOMPARE(told[0][1].value<std::size_t>(), std::size_t(1));
        session.labels.relabelProposed(kFirst);
        session.follow();
        QCOMPARE(told[1][1].value<std::size_t>(), std::size_t(0));
        QCOMPARE(session.steps(), 1);
    }

    void theLastStateWins() {
        LabelSession session;
        for (std::int64_t i = 1; i <= 20; ++i) {
            session.labels.setSource({BatchSizeSource::Constant{i}});
        }
        session.follow();
        QCOMPARE(session.batches(1), QStringLiteral("20 20"));
        QCOMPARE(session.workspace.document()->labels, *session.labels.labelling());
    }

    void selectionStays() {
        LabelSession session;
        session.workspace.selectAxis(test_support::tensorNamed(session.capture(), "m", "1", "z"), 0);
        session.workspace.selectSample(base::SampleId{1});
        const session::Selection before = session.workspace.selection();
        session.labels.setSource({BatchSizeSource::Constant{2}});
        session.follow();
        QCOMPARE(session.workspace.selection(), before);
    }

    void overridesAreNotDirty() {
        LabelSession session;
        QSignalSpy dirty(&session.document, &session::OverridesDocument::dirtyChanged);
        session.labels.relabel(kFirst, {{3, 3}});
        session.follow();
        QVERIFY(!session.document.isDirty());
        QVERIFY(session.labels.isDirty());
        QCOMPARE(dirty.count(), 0);
        session.editor.setSamples(kFirst, {0}, overrides::SampleUse::excluded);
        session.settle();
        QVERIFY(session.document.isDirty());
        session.labels.setSaved();
        session.document.undoStack().undo();
        QVERIFY(!session.document.isDirty());
        QVERIFY(!session.labels.isDirty());
        session.document.undoStack().undo();
        QVERIFY(!session.document.isDirty());
        QVERIFY(session.labels.isDirty());
        session.document.undoStack().redo();
        QVERIFY(!session.labels.isDirty());
        session.follow();
    }

    void excludedSamplesStayOut() {
        LabelSession session;
        session.editor.setSamples(kFirst, {3}, overrides::SampleUse::excluded);
        session.settle();
        std::vector<bool> out;  // at every document on the way
        connect(&session.workspace, &session::Workspace::documentChanged, &session.workspace, [&] {
            const auto shown = session.workspace.document();
            out.push_back(shown->exclusions && !shown->exclusions->empty() &&
                          shown->analysis->graph(kFirst).batchSizes.size() == 3);
        });
        session.labels.relabel(kFirst, {{0, 7}});
        session.follow();
        QVERIFY(!out.empty());
        QVERIFY(std::find(out.begin(), out.end(), false) == out.end());
        const auto document = session.workspace.document();
        QVERIFY(document->exclusions != nullptr);
        QCOMPARE(inference::excludedOf(*document->exclusions, kFirst).size(), std::size_t(1));
        QVERIFY((document->analysis->graph(kFirst).batchSizes == std::vector<std::int64_t>{2, 4, 7}));
        session.document.undoStack().undo();
        session.document.undoStack().undo();
        session.follow();
        QVERIFY(session.workspace.document()->exclusions->empty());
        QVERIFY((session.workspace.document()->analysis->graph(kFirst).batchSizes ==
                 std::vector<std::int64_t>{1, 2, 4}));
    }

    void exclusionsChangeAfterRelabelling() {
        LabelSession session;
        session.editor.setSamples(kFirst, {3}, overrides::SampleUse::excluded);
        session.settle();
        session.labels.relabel(kFirst, {{0, 7}});
        session.follow();
        session.editor.setSamples(kFirst, {3}, overrides::SampleUse::included);
        session.follow();
        const auto expected = inference::analyse(session.capture());
        const inference::Analysis& shown = *session.workspace.document()->analysis;
        QVERIFY((shown.graph(kFirst).batchSizes == std::vector<std::int64_t>{2, 4, 7}));
        QVERIFY(shown.graph(kFirst).batchSizes == expected->graph(kFirst).batchSizes);
        const auto tensor = test_support::tensorNamed(session.capture(), "m", "0", "x");
        QCOMPARE(shown.graph(kFirst).findings.size(), expected->graph(kFirst).findings.size());
        QVERIFY(shown.tensor(tensor).axes[0].audit == expected->tensor(tensor).axes[0].audit);
    }

    void fingerprintIsOfTheRecording() {
        LabelSession session;
        QTRY_VERIFY(!session.judge.fingerprint().empty());
        const std::string before = session.judge.fingerprint();
        QSignalSpy known(&session.judge, &session::OverridesJudge::fingerprintKnown);
        session.labels.setSource({BatchSizeSource::Constant{2}});
        session.labels.relabel(kFirst, {{3, 3}});
        session.follow();
        QCOMPARE(session.judge.fingerprint(), before);
        QCOMPARE(session.document.fingerprint(), before);
        QCOMPARE(known.count(), 0);
        QVERIFY(before != *overrides::fingerprintOf(session.capture()));
    }

    void candidatesAreFound() {
        LabelSession session;
        const auto& candidates = session.labeller.candidates();
        QVERIFY(!candidates.empty());
        QCOMPARE(candidates[0].source.text(), std::string("y:0"));
        QCOMPARE(candidates[0].fills, std::uint64_t(2));
        session.workspace.setDocument(nullptr);
        QVERIFY(session.labeller.candidates().empty());
    }

    void nothingIsOpen() {
        session::Workspace workspace;
        QUndoStack stack;
        LabelEditor labels(workspace, stack);
        session::Labeller labeller(workspace, labels);
        QVERIFY(!labels.canEdit());
        labels.setSource({BatchSizeSource::Constant{2}});
        labels.relabel(kFirst, {{0, 1}});
        labels.restoreRecorded(kFirst, {0});
        labels.relabelProposed(kFirst);
        QVERIFY(!labels.isBusy());
        QVERIFY(!labeller.isBusy());
        QCOMPARE(stack.count(), 0);
    }

    void anotherRecordingStartsAnew() {
        LabelSession session;
        session.labels.relabel(kFirst, {{3, 3}});
        session.follow();
        QSignalSpy dirty(&session.labels, &LabelEditor::dirtyChanged);
        session.document.startNew();
        session.labels.start({});
        session.workspace.setDocument(test::documentOf(labelsCapture()));
        QVERIFY(!session.labels.isDirty());
        QCOMPARE(dirty.count(), 1);
        session.follow();
        QCOMPARE(session.batches(), QStringLiteral("1 2 4 4"));
    }
};

QTEST_GUILESS_MAIN(TstLabelEditor)
#include "tst_label_editor.moc"
