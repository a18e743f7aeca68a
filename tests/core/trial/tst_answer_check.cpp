// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/trial/answer_check.h"

using namespace dimscope;
using namespace dimscope::trial;

namespace {

ResizePlan plan() {
    const auto locator = [](const char* name) {
        return module::Locator({{std::string(name), module::Container::mapping}}, module::Side::input);
    };
    return {{{{locator("x"), "torch.float32", {2, 8}}, {{0, 2}}}, {{locator("t"), "torch.int64", {}}, {}}}};
}

AnswerCheck probeCheck() {
    return {ProbeTask{"m.pt", "s.pt", {1, 2, 4}, axesOf(plan()), {}}, plan()};
}
AnswerCheck batchCheck() {
    return {BatchTask{"s.pt", 3, axesOf(plan()), "", {}}, plan()};
}

QByteArray sideJson(const QByteArray& tensors) {
    return "{\"tensor_data\":[" + tensors + "],\"other_data\":[],\"strict\":false,\"llm_phase\":null}";
}
QByteArray tensorJson(const char* path, const char* dtype, const QByteArray& shape) {
    return QByteArray("{\"access_path\":\"") + path + "\",\"semantic_path\":\"" + path + "\",\"dtype\":\"" +
           dtype + "\",\"shape\":[" + shape + "]}";
}
/// A call whose input x has `first` rows.
QByteArray call(int batchSize, int first) {
    return "{\"call\":{\"module\":\"m\",\"batch_size\":" + QByteArray::number(batchSize) + ",\"inputs\":" +
           sideJson(tensorJson("t", "torch.int64", "") + "," +
                    tensorJson("x", "torch.float32", QByteArray::number(first) + ",8")) +
           ",\"outputs\":" + sideJson(tensorJson("y", "torch.float32", QByteArray::number(batchSize))) + "}}";
}
QByteArray failure(int batchSize) {
    return "{\"failure\":{\"batch_size\":" + QByteArray::number(batchSize) + ",\"message\":\"raised\"}}";
}
QByteArray progress(int done) {
    return "{\"progress\":{\"done\":" + QByteArray::number(done) + ",\"of\":3,\"text\":\"\"}}";
}
const QByteArray kDone = R"({"result":{}})";
const QByteArray kError = R"({"error":{"code":"truncated","message":"found half"}})";

using Lines = QList<QByteArray>;

/// Index of the line that is refused with badValue, or the number of lines.
int refusedAt(AnswerCheck& check, const Lines& lines) {
    for (int i = 0; i < lines.size(); ++i) {
        if (const auto taken = check.take(lines[i].toStdString()); !taken) {
            return taken.error().code == base::ErrorCode::badValue ? i : -1;
        }
    }
    return static_cast<int>(lines.size());
}

QByteArray timed(const QByteArray& answer, const char* seconds) {
    return answer.chopped(1) + ",\"seconds\":" + seconds + "}";
}

QByteArray resized(const QByteArray& x, const QByteArray& dtype = "torch.float32",
                   const QByteArray& more = {}) {
    return "{\"result\":{\"tensors\":[{\"path\":\"x\",\"dtype\":\"" + dtype + "\",\"shape\":[" + x +
           "]},{\"path\":\"t\",\"dtype\":\"torch.int64\",\"shape\":[]}" + more + "]}}";
}

}  // namespace

class TstAnswerCheck : public QObject {
    Q_OBJECT

 private slots:
    void probe() {
        AnswerCheck check = probeCheck();
        QCOMPARE(check.runningBatchSize(), std::nullopt);
        QCOMPARE(refusedAt(check, {progress(0)}), 1);
        QCOMPARE(check.runningBatchSize(), std::optional<std::int64_t>(1));
        QCOMPARE(
            refusedAt(check, {timed(call(1, 2), "0.5"), progress(1), failure(2), progress(2), call(4, 8)}),
            5);
        QCOMPARE(check.runningBatchSize(), std::nullopt);
        QVERIFY(!check.hasEnded());
        QVERIFY(!check.finish());
        QCOMPARE(refusedAt(check, {progress(3), kDone}), 2);
        QVERIFY(check.hasEnded());
        const auto outcome = check.finish();
        QVERIFY2(outcome, outcome ? "" : outcome.error().text().c_str());
        QCOMPARE(outcome->capture->sampleCount(), std::uint64_t{2});
        QCOMPARE(outcome->failures, (std::vector<Failure>{{2, "raised"}}));
        QCOMPARE(outcome->times, (std::vector<RunTime>{{1, 0.5}}));
    }

    void probeWithoutCalls() {
        AnswerCheck check = probeCheck();
        QCOMPARE(refusedAt(check, {failure(1), failure(2), failure(4), kDone}), 4);
        const auto outcome = check.finish();
        QVERIFY(outcome);
        QVERIFY(outcome->capture == nullptr);
        QCOMPARE(outcome->failures.size(), std::size_t{3});
    }

    void refusal() {
        AnswerCheck check = probeCheck();
        QCOMPARE(refusedAt(check, {kError}), 1);
        QVERIFY(check.hasEnded());
        QCOMPARE(check.finish().error().code, base::ErrorCode::truncated);
    }

    void lies_data() {
        QTest::addColumn<Lines>("lines");
        QTest::addColumn<int>("refused");  // index of the line
        QTest::newRow("malformed JSON") << Lines{"{\"call\":"} << 0;
        QTest::newRow("text") << Lines{"loading model..."} << 0;
        QTest::newRow("batch size not asked for") << Lines{call(3, 6)} << 0;
        QTest::newRow("failure not asked for") << Lines{failure(3)} << 0;
        QTest::newRow("other order") << Lines{call(2, 4)} << 0;
        QTest::newRow("the same twice") << Lines{call(1, 2), call(1, 2)} << 1;
        QTest::newRow("ran and failed") << Lines{call(1, 2), failure(1)} << 1;
        QTest::newRow("one more") << Lines{call(1, 2), call(2, 4), call(4, 8), call(4, 8)} << 3;
        QTest::newRow("wrong sizes") << Lines{call(1, 3)} << 0;
        QTest::newRow("result too early") << Lines{call(1, 2), kDone} << 1;
        QTest::newRow("tensors in a probe") << Lines{failure(1), failure(2), failure(4), resized("6,8")} << 3;
        QTest::newRow("more after the result")
            << Lines{failure(1), failure(2), failure(4), kDone, progress(3)} << 4;
        QTest::newRow("result after an error") << Lines{kError, kDone} << 1;
        QTest::newRow("progress of another request")
            << Lines{R"({"progress":{"done":0,"of":4,"text":""}})"} << 0;
        QTest::newRow("progress ahead") << Lines{progress(2)} << 0;
        QTest::newRow("call without outputs") << Lines{R"({"call":{"module":"m","batch_size":1}})"} << 0;
        QTest::newRow("call of unknown batch size")
            << Lines{call(1, 2).replace("\"batch_size\":1", "\"batch_size\":null")} << 0;
        QTest::newRow("negative size") << Lines{call(1, -2)} << 0;
        QTest::newRow("summary in the place of a call")
            << Lines{R"({"call":{"module":"m","summary":true}})"} << 0;
        QTest::newRow("header in the place of a call")
            << Lines{R"({"call":{"format":"dimscope.capture","version":1}})"} << 0;
    }

    void lies() {
        QFETCH(Lines, lines);
        QFETCH(int, refused);
        AnswerCheck check = probeCheck();
        QCOMPARE(refusedAt(check, lines), refused);
    }

    void batch_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<int>("refused");
        QTest::newRow("as planned") << resized("6,8") << 1;
        QTest::newRow("other size") << resized("3,8") << 0;
        QTest::newRow("other rank") << resized("6") << 0;
        QTest::newRow("other dtype") << resized("6,8", "torch.float16") << 0;
        QTest::newRow("one tensor more")
            << resized("6,8", "torch.float32", R"(,{"path":"z","dtype":"torch.int64","shape":[]})") << 0;
        QTest::newRow("no tensors") << kDone << 0;
        QTest::newRow("a call") << call(3, 6) << 0;
        QTest::newRow("a failure") << failure(3) << 0;
    }

    void batch() {
        QFETCH(QByteArray, line);
        QFETCH(int, refused);
        AnswerCheck check = batchCheck();
        QCOMPARE(refusedAt(check, {line}), refused);
        QCOMPARE(check.hasEnded(), refused == 1);
        if (refused == 1) {
            QCOMPARE(check.finish()->tensors[0].sizes, (module::Sizes{6, 8}));
        }
    }

    void earlyEnd() {
        AnswerCheck check = probeCheck();
        QVERIFY(!check.finishEarly("signal 11"));
        QCOMPARE(refusedAt(check, {progress(0), call(1, 2), progress(1)}), 3);
        const auto outcome = check.finishEarly("signal 11");
        QVERIFY(outcome);
        QCOMPARE(outcome->capture->sampleCount(), std::uint64_t{1});
        QCOMPARE(outcome->failures.size(), std::size_t{2});
        QVERIFY((outcome->failures[0] == Failure{2, "signal 11"}));
        QCOMPARE(outcome->failures[1].batchSize, std::int64_t{4});
        AnswerCheck batchTask = batchCheck();
        QCOMPARE(refusedAt(batchTask, {R"({"progress":{"done":0,"of":1,"text":""}})"}), 1);
        QVERIFY(!batchTask.finishEarly("signal 11"));
    }
};

QTEST_APPLESS_MAIN(TstAnswerCheck)
#include "tst_answer_check.moc"
