// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/trial/answer.h"
#include "core/trial/request.h"

using namespace dimscope;
using namespace dimscope::trial;

namespace {

QString codeAndPlace(const base::Error& error) {
    return QString("%1 %2")
        .arg(QString::fromUtf8(base::name(error.code).data()), QString::fromStdString(error.where.pointer))
        .trimmed();
}

}  // namespace

/// Requests and answers written and read back, and what is refused.
class TstTrialProtocol : public QObject {
    Q_OBJECT

 private slots:
    void batchTask() {
        const Request task =
            BatchTask{"in \"ü\".pt", 7, {{"x", {{0, 2}, {2, 1}}}, {"t", {}}}, "out.pt", 1000};
        const std::string line = requestLine(task);
        QVERIFY(line.ends_with('\n') && line.find('\n') + 1 == line.size());
        const auto read = readRequest(line);
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QVERIFY(*read == task);
        const Request shapesOnly = BatchTask{"in.pt", 1, {}, "", {}};
        QVERIFY(requestLine(shapesOnly).find("\"out\":null") != std::string::npos);
        QVERIFY(*readRequest(requestLine(shapesOnly)) == shapesOnly);
    }

    void probeTask() {
        const Request task = ProbeTask{"model.pt", "in.pt", {1, 2, 4}, {{"x", {{0, 1}}}}, {}};
        const auto read = readRequest(requestLine(task));
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QVERIFY(*read == task);
    }

    void badRequests_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("empty") << QByteArray() << "empty-file";
        QTest::newRow("no JSON") << QByteArray("hello") << "syntax";
        QTest::newRow("no object") << QByteArray("[1]") << "wrong-type";
        QTest::newRow("no protocol") << QByteArray("{}") << "bad-value /protocol";
        QTest::newRow("other protocol") << QByteArray(R"({"protocol":2})") << "bad-value /protocol";
        QTest::newRow("no task") << QByteArray(R"({"protocol":1})") << "missing-key";
        QTest::newRow("other task") << QByteArray(R"({"protocol":1,"task":"sing"})") << "bad-value /task";
        const auto batch = [](const char* rest) {
            return QByteArray(R"({"protocol":1,"task":"batch","sample":"a",)") + rest + "}";
        };
        QTest::newRow("no batch size")
            << batch(R"("resize":[],"out":null,"memory_limit":null)") << "missing-key";
        QTest::newRow("batch size 0") << batch(R"("batch_size":0,"resize":[],"out":null,"memory_limit":null)")
                                      << "bad-value /batch_size";
        QTest::newRow("batch size 1.5")
            << batch(R"("batch_size":1.5,"resize":[],"out":null,"memory_limit":null)")
            << "bad-value /batch_size";
        QTest::newRow("resize is text")
            << batch(R"("batch_size":1,"resize":"x","out":null,"memory_limit":null)") << "wrong-type /resize";
        QTest::newRow("axis without multiplier")
            << batch(R"("batch_size":1,"resize":[{"path":"x","axes":[[0]]}],"out":null,"memory_limit":null)")
            << "bad-value /resize/0/axes";
        QTest::newRow("negative axis")
            << batch(
                   R"("batch_size":1,"resize":[{"path":"x","axes":[[-1,1]]}],"out":null,"memory_limit":null)")
            << "bad-value /resize/0/axes";
        QTest::newRow("multiplier 0")
            << batch(
                   R"("batch_size":1,"resize":[{"path":"x","axes":[[0,0]]}],"out":null,"memory_limit":null)")
            << "bad-value /resize/0/axes";
        QTest::newRow("out is a number")
            << batch(R"("batch_size":1,"resize":[],"out":3,"memory_limit":null)") << "wrong-type /out";
        QTest::newRow("negative limit") << batch(R"("batch_size":1,"resize":[],"out":null,"memory_limit":-1)")
                                        << "bad-value /memory_limit";
    }

    void badRequests() {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        const auto read = readRequest(text.toStdString());
        QVERIFY(!read);
        QCOMPARE(codeAndPlace(read.error()), expected);
    }

    void answers() {
        const auto back = [](const Answer& answer) { return readAnswer(answerLine(answer)); };
        const auto progress = back(Progress{1, 3, "batch size 2"});
        QVERIFY(progress);
        QCOMPARE(std::get<Progress>(*progress).done, std::int64_t{1});
        QCOMPARE(std::get<Progress>(*progress).of, std::int64_t{3});
        QCOMPARE(std::get<Progress>(*progress).text, std::string("batch size 2"));
        const auto failure = back(Failure{4, "line\nbreak \"quoted\""});
        QVERIFY(failure);
        QVERIFY((std::get<Failure>(*failure) == Failure{4, "line\nbreak \"quoted\""}));
        const auto timed = back(RecordedCall{R"({"module":"m"})", 0.25});
        QVERIFY(timed);
        QCOMPARE(std::get<RecordedCall>(*timed).seconds, std::optional(0.25));
        const auto call = back(RecordedCall{R"({"module":"m","batch_size":12345678901234567})"});
        QVERIFY(call);
        QCOMPARE(std::get<RecordedCall>(*call).line,
                 std::string(R"({"module":"m","batch_size":12345678901234567})"));
        const auto done = back(Done{{{"x", "torch.float16", {2, 3}}, {"t", "torch.int64", {}}}});
        QVERIFY(done);
        QCOMPARE(std::get<Done>(*done).tensors.size(), std::size_t{2});
        QVERIFY((std::get<Done>(*done).tensors[0] == ResizedTensor{"x", "torch.float16", {2, 3}}));
    }

    void errors() {
        base::Error error{base::ErrorCode::truncated,
                          "found half a file",
                          "expected a whole one",
                          "load it again",
                          {.file = "a.pt", .byte = 70, .tensor = "x", .axis = 2},
                          {}};
        const auto read = readAnswer(answerLine(Refusal{error}));
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QVERIFY(std::get<Refusal>(*read).error == error);
    }

    void everyCodeComesBack() {
        for (int i = 0; i <= static_cast<int>(base::ErrorCode::internal); ++i) {
            const auto code = static_cast<base::ErrorCode>(i);
            const auto read = readAnswer(answerLine(Refusal{{code, "f", {}, {}, {}, {}}}));
            QVERIFY(read);
            QCOMPARE(std::get<Refusal>(*read).error.code, code);
        }
    }

    void messagesAreMadeFit() {
        const auto bytes = readAnswer(answerLine(Failure{1, "caf\xe9"}));
        QVERIFY2(bytes, bytes ? "" : bytes.error().text().c_str());
        QCOMPARE(std::get<Failure>(*bytes).message, std::string("caf\xef\xbf\xbd"));
        const auto cut = readAnswer(answerLine(Failure{1, std::string(1000000, 'a')}));
        QVERIFY(cut);
        QVERIFY(std::get<Failure>(*cut).message.size() <= AnswerLimits::kLongestMessage + 3);
    }

    void badAnswers_data() {
        QTest::addColumn<QByteArray>("line");
        for (const char* line :
             {"",
              "hello",
              "1",
              "[]",
              "{}",
              R"({"progress":1})",
              R"({"progress":{"done":1}})",
              R"({"progress":{"done":-1,"of":2,"text":""}})",
              R"({"progress":{"done":3,"of":2,"text":""}})",
              R"({"progress":{"done":1,"of":2,"text":7}})",
              R"({"call":"x"})",
              R"({"call":{},"seconds":-1})",
              R"({"call":{},"seconds":"1"})",
              R"({"call":{},"seconds":1e999})",
              R"({"call":{},"second":1})",
              R"({"call":{},"seconds":1,"more":1})",
              R"({"call":{}, "result":{}})",
              R"({"failure":{"batch_size":"1","message":"m"}})",
              R"({"failure":{"batch_size":1}})",
              R"({"result":[]})",
              R"({"result":{"tensors":{}}})",
              R"({"result":{"tensors":[{}]}})",
              R"({"result":{"tensors":[{"path":"x","dtype":"d","shape":[-1]}]}})",
              R"({"result":{"tensors":[{"path":"x","dtype":"d","shape":[1.5]}]}})",
              R"({"result":{"tensors":[{"path":"x","dtype":"d","shape":[9223372036854775808]}]}})",
              R"({"error":"no"})",
              R"({"error":{"code":"no-such-code","message":"m"}})",
              R"({"error":{"code":"internal"}})",
              R"({"surprise":{}})",
              R"({"result":{}} {"result":{}})"}) {
            QTest::addRow("%s", line) << QByteArray(line);
        }
        QTest::newRow("deep") << QByteArray("{\"call\":") + QByteArray(100000, '[');
        QTest::newRow("no UTF-8") << QByteArray("{\"call\":{\"a\":\"\xff\"}}");
    }

    void badAnswers() {
        QFETCH(QByteArray, line);
        QVERIFY(!readAnswer(line.toStdString()));
    }
};

QTEST_APPLESS_MAIN(TstTrialProtocol)
#include "tst_trial_protocol.moc"
