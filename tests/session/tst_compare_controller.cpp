// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "tests/session/overrides_session.h"
#include "ui/session/compare_controller.h"

using namespace dimscope;
using namespace dimscope::test;
using session::CompareController;
using session::CompareOrder;

namespace {

/// A capture of one tensor `x` [size, 3], a call per pair of batch size (0: unknown) and size.
QByteArray captureText(const QList<std::pair<int, int>>& calls) {
    QByteArray text = "{\"format\": \"dimscope.capture\", \"version\": 1}\n";
    for (const auto& [batchSize, size] : calls) {
        text +=
            QString(R"({"module": "m", "batch_size": %1, "inputs": {"tensor_data": [{"access_path": "x", )"
                    R"("semantic_path": "x", "dtype": "torch.float32", "shape": [%2, 3]}], "other_data": )"
                    R"([], "strict": true, "llm_phase": null}, "outputs": {"tensor_data": [], )"
                    R"("other_data": [], "strict": true, "llm_phase": null}})")
                .arg(batchSize == 0 ? QString("null") : QString::number(batchSize))
                .arg(size)
                .toUtf8() +
            "\n";
    }
    return text;
}

QStringList codes(const CompareController& controller) {
    QStringList out;
    if (controller.compared()) {
        for (const compare::Change& change : controller.compared()->comparison.changes) {
            out << QString::fromUtf8(compare::name(change.code).data());
        }
    }
    return out;
}

/// The capture with (1, 2), (2, 4), (4, 8), open; and something to compare it with.
struct Session : OverridesSession {
    Session()
        : OverridesSession(test_support::singleTensorCapture({{1, {2, 3}}, {2, {4, 3}}, {4, {8, 3}}})) {}
    void settleAll() {
        settle();
        QTRY_VERIFY_WITH_TIMEOUT(!controller.isBusy(), 60000);
    }
    CompareController controller{workspace, judge};
};

}  // namespace

class TstCompareController : public QObject {
    Q_OBJECT

 private slots:
    void compares() {
        Session session;
        QSignalSpy changed(&session.controller, &CompareController::comparedChanged);
        QSignalSpy loaded(&session.controller, &CompareController::loaded);
        QVERIFY(!session.controller.compared());
        session.controller.start({file("b.jsonl", {{1, 2}, {2, 4}, {4, 8}, {8, 16}})});
        session.settleAll();
        QCOMPARE(loaded.count(), 1);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(codes(session.controller), (QStringList{"batch-sizes-changed", "range-grown"}));
        QCOMPARE(session.controller.compared()->before.title, QString("test.shapes.jsonl"));
        QCOMPARE(session.controller.compared()->after.title, QString("b.jsonl"));
    }

    void swaps() {
        Session session;
        session.controller.start({file("b.jsonl", {{1, 2}, {2, 4}, {4, 8}, {8, 16}})});
        session.settleAll();
        session.controller.swap();
        session.settleAll();
        QCOMPARE(session.controller.order(), CompareOrder::otherFirst);
        QCOMPARE(codes(session.controller), (QStringList{"batch-sizes-changed", "range-shrunk"}));
        QCOMPARE(session.controller.compared()->before.title, QString("b.jsonl"));
        session.controller.swap();
        session.settleAll();
        QCOMPARE(codes(session.controller), (QStringList{"batch-sizes-changed", "range-grown"}));
    }

    void reloads() {
        Session session;
        session.controller.start({file("b.jsonl", {{1, 2}, {2, 4}, {4, 8}, {8, 16}})});
        session.settleAll();
        QVERIFY(!session.controller.compared()->comparison.equal());
        static_cast<void>(file("b.jsonl", {{1, 2}, {2, 4}, {4, 8}}));
        session.controller.reload();
        session.settleAll();
        QVERIFY(session.controller.compared()->comparison.equal());
    }

    void failuresLeaveWhatWasThere() {
        Session session;
        session.controller.start({file("b.jsonl", {{1, 2}, {2, 4}, {4, 8}, {8, 16}})});
        session.settleAll();
        const auto before = session.controller.compared();
        QSignalSpy failed(&session.controller, &CompareController::failed);
        session.controller.start({m_folder.filePath("missing.jsonl")});
        session.settleAll();
        QCOMPARE(failed.count(), 1);
        QCOMPARE(failed.at(0).at(0).value<base::Error>().code, base::ErrorCode::fileMissing);
        QCOMPARE(session.controller.compared(), before);
    }

    void cancelLeavesWhatWasThere() {
        Session session;
        QSignalSpy cancelled(&session.controller, &CompareController::cancelled);
        QSignalSpy loaded(&session.controller, &CompareController::loaded);
        session.controller.start({file("b.jsonl", {{1, 2}})});
        session.controller.cancel();
        QVERIFY(!session.controller.isLoading());
        QTRY_COMPARE(cancelled.count(), 1);
        session.settleAll();
        QCOMPARE(loaded.count(), 0);
        QVERIFY(!session.controller.compared());
    }

    void closes() {
        Session session;
        session.controller.start({file("b.jsonl", {{1, 2}})});
        session.settleAll();
        session.controller.close();
        QVERIFY(!session.controller.compared());
        QVERIFY(!session.controller.other());
        QSignalSpy started(&session.controller, &CompareController::started);
        session.controller.reload();  // there is nothing to read again
        QCOMPARE(started.count(), 0);
    }

    void followsTheOpenCapture() {
        Session session;
        session.controller.start({file("b.jsonl", {{1, 2}, {2, 4}, {4, 8}, {8, 16}})});
        session.settleAll();
        session.workspace.setDocument(documentOf(
            test_support::singleTensorCapture({{1, {2, 3}}, {2, {4, 3}}, {4, {8, 3}}, {8, {16, 3}}})));
        session.settleAll();
        QCOMPARE(codes(session.controller), QStringList());
        QVERIFY(session.controller.compared()->comparison.equal());
        session.workspace.setDocument(nullptr);
        session.settleAll();
        QVERIFY(!session.controller.compared());
    }

    void followsOverridesAndExclusions() {
        Session session;
        session.controller.start({file("b.jsonl", {{1, 2}, {2, 4}, {4, 8}, {8, 16}})});
        session.settleAll();
        session.editor.acceptInferred(base::TensorId{0}, session::OverridesEditor::Reach::tensor);
        session.settleAll();
        QVERIFY2(codes(session.controller).contains("coverage-lost"),
                 qPrintable(codes(session.controller).join(' ')));
        session.document.undoStack().undo();
        session.settleAll();
        QVERIFY(!codes(session.controller).contains("coverage-lost"));
        const qsizetype before = codes(session.controller).size();
        session.editor.setSamples(base::GraphId{0}, {2}, overrides::SampleUse::excluded);
        session.settleAll();
        QVERIFY(session.controller.compared()->before.exclusions);
        QVERIFY(codes(session.controller).size() > before);
    }

    void statedBatchSizesCountForBoth() {
        OverridesSession session(test_support::singleTensorCapture({{0, {4, 3}}, {0, {4, 3}}}));
        CompareController controller(session.workspace, session.judge);
        controller.start({file("b.jsonl", {{0, 4}})});
        QTRY_VERIFY(!controller.isBusy() && controller.compared());
        QVERIFY(controller.compared()->comparison.equal());
        auto labelled = std::make_shared<session::Document>(*session.workspace.document());
        labelled->labels.source = {capture::BatchSizeSource::Constant{4}};
        base::Diagnostics diagnostics;
        labelled->capture = capture::withBatchSizes(labelled->capture, labelled->labels.source, diagnostics);
        labelled->analysis =
            std::make_shared<const inference::Analysis>(inference::analyse(*labelled->capture).value());
        session.workspace.setDocument(labelled);
        QTRY_VERIFY(!controller.isBusy() && controller.compared() &&
                    controller.compared()->before.capture == labelled->capture);
        QVERIFY2(controller.compared()->comparison.equal(), qPrintable(codes(controller).join(' ')));
    }

 private:
    [[nodiscard]] QString file(const char* name, const QList<std::pair<int, int>>& calls) const {
        QFile file(m_folder.filePath(name));
        const QByteArray text = captureText(calls);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName()
                                                                                  : QString();
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TstCompareController)
#include "tst_compare_controller.moc"
