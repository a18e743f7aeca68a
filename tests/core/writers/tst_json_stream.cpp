// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <functional>
#include <string>

#include "core/base/json_reader.h"
#include "core/writers/json_stream.h"

using namespace dimscope;
using base::JsonValue;
using writers::JsonStream;

namespace {

std::string written(const std::function<void(JsonStream&)>& write) {
    std::string text;
    const files::TextSink sink = [&text](std::string_view piece) -> base::Result<void> {
        text += piece;
        return {};
    };
    JsonStream out(sink);
    write(out);
    return out.finish() ? text : "failed";
}

}  // namespace

class TestJsonStream : public QObject {
    Q_OBJECT

 private slots:
    void layout() {
        const std::string text = written([](JsonStream& out) {
            out.beginObject();
            out.member("a", 1);
            out.key("list");
            out.beginArray();
            out.value(JsonValue::Array{1, 2});
            out.raw("[3]");
            out.endArray();
            out.key("empty");
            out.beginArray();
            out.endArray();
            out.key("object");
            out.beginObject();
            out.endObject();
            out.member("quote\"", "\n");
            out.endObject();
        });
        QCOMPARE(text,
                 std::string("{\n  \"a\": 1,\n  \"list\": [\n    [1, 2],\n    [3]\n  ],\n  \"empty\": [],\n"
                             "  \"object\": {},\n  \"quote\\\"\": \"\\n\"\n}\n"));
    }

    void breaksWhatIsTooLong() {
        const std::string word(JsonStream::kLineWidth, 'w');
        const JsonValue value =
            JsonValue::Object{{"short", JsonValue::Array{1, 2}},
                              {"long", JsonValue::Array{word, JsonValue::Object{{"k", word}}}}};
        const std::string text = written([&](JsonStream& out) { out.value(value); });
        QCOMPARE(text, "{\n  \"short\": [1, 2],\n  \"long\": [\n    \"" + word +
                           "\",\n    {\n      \"k\": \"" + word + "\"\n    }\n  ]\n}\n");
        const auto again = base::parseJson(text);
        QVERIFY(again && *again == value);
    }

    void nonFiniteNumbersBecomeText() {
        const auto value = base::parseJson("{\"a\": NaN, \"b\": [Infinity, {\"c\": -Infinity}], \"d\": 1e5}");
        QVERIFY(value);
        QCOMPARE(
            written([&](JsonStream& out) { out.value(*value); }),
            std::string("{\"a\": \"NaN\", \"b\": [\"Infinity\", {\"c\": \"-Infinity\"}], \"d\": 1e5}\n"));
    }

    void bigNumbersStayAsWritten() {
        const auto value = base::parseJson("[9223372036854775807, 18446744073709551616, 1.50]");
        QVERIFY(value);
        QCOMPARE(written([&](JsonStream& out) { out.value(*value); }),
                 std::string("[9223372036854775807, 18446744073709551616, 1.50]\n"));
    }

    void stopsAtTheFirstRefusal() {
        int calls = 0;
        const files::TextSink sink = [&calls](std::string_view) -> base::Result<void> {
            ++calls;
            return base::Error{base::ErrorCode::writeFailed, "full", {}, {}, {}, {}};
        };
        JsonStream out(sink);
        out.beginArray();
        for (int i = 0; i < 50000; ++i) {
            out.value("some text that fills the buffer");
        }
        QVERIFY(out.failed());
        out.endArray();
        const auto result = out.finish();
        QVERIFY(!result);
        QVERIFY(result.error().code == base::ErrorCode::writeFailed);
        QCOMPARE(calls, 1);
    }
};

QTEST_APPLESS_MAIN(TestJsonStream)
#include "tst_json_stream.moc"
