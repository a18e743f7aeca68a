// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>
#include <string_view>

#include "core/files/random_bytes.h"
#include "core/readers/open_capture.h"
#include "core/readers/pickle_machine.h"
#include "core/readers/saved_value.h"
#include "reader_texts.h"

using namespace dimscope;
using namespace std::string_literals;
using base::ErrorCode;

Q_DECLARE_METATYPE(dimscope::base::ErrorCode)

namespace {

QByteArray bytes(const std::string& text) {
    return {text.data(), static_cast<qsizetype>(text.size())};
}

std::string little(std::uint64_t value, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) {
        out += static_cast<char>(value >> (8 * i));
    }
    return out;
}

struct Outcome {
    std::string text;
    std::optional<base::Error> error;
    std::vector<std::string> refused;
};

Outcome run(const QByteArray& pickle) {
    files::BytesInMemory memory(pickle.toStdString());
    files::ForwardRange range(memory, 0, memory.size());
    readers::PickleBytes source(range, "test.pkl");
    readers::PickleContent content;
    Outcome out;
    const auto root = readers::readPickle(source, content);
    for (const readers::PickleRefusal& refusal : content.refused) {
        out.refused.push_back(refusal.what.fullName() + "@" + std::to_string(refusal.byte));
    }
    if (!root) {
        out.error = root.error();
        return out;
    }
    const auto value = readers::savedValue(content.tree, *root, "test.pkl");
    if (!value) {
        out.error = value.error();
        return out;
    }
    out.text = value->repr();
    return out;
}

const std::string kTensorArgs =
    "((U\x07storagectorch\nHalfStorage\nU\x01"
    "0U\x03"
    "cpuK\x06tQK\0K\x02K\x03\x86K\x03K\x01\x86\x89Nt"s;

}  // namespace

class TestPickle : public QObject {
    Q_OBJECT

 private slots:
    void values_data() {
        QTest::addColumn<QByteArray>("pickle");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const std::string& pickle, const char* text) {
            QTest::newRow(name) << bytes(pickle) << QString::fromUtf8(text);
        };
        row("none", "N.", "None");
        row("booleans", "\x88\x89\x86.", "(True, False)");
        row("text booleans", "I01\nI00\n\x86.", "(True, False)");
        row("text integers", "I-7\nL9223372036854775808L\n\x86.", "(-7, 9223372036854775808)");
        row("small integers", "K\xffM\xff\xffJ\xff\xff\xff\xff\x87."s, "(255, 65535, -1)");
        row("long of no bytes", "\x8a\0."s, "0");
        row("long of one byte", "\x8a\x01\x80."s, "-128");
        row("least 64 bits", "\x8a\x08\0\0\0\0\0\0\0\x80."s, "-9223372036854775808");
        row("2 to the 63", "\x8a\x09\0\0\0\0\0\0\0\x80\0."s, "9223372036854775808");
        row("minus 2 to the 71", "\x8a\x09\0\0\0\0\0\0\0\0\x80."s, "-2361183241434822606848");
        row("long of nine bytes that is small", "\x8a\x09\x05\0\0\0\0\0\0\0\0."s, "5");
        row("long with a wide count", "\x8b\x02\0\0\0\x01\x02."s, "513");
        row("doubles", "G\x3f\xf8\0\0\0\0\0\0F0.25\n\x86."s, "(1.5, 0.25)");
        row("infinity", "G\x7f\xf0\0\0\0\0\0\0."s, "inf");
        row("quoted text", "S'it\\'s \\x41'\n.", "\"it's A\"");
        row("escaped unicode", "V\\u20ac \\U0001f600\n.", "'€ 😀'");
        row("binary texts",
            "X\x02\0\0\0ab\x8c\x01"
            "c\x8d\x01\0\0\0\0\0\0\0d\x87."s,
            "('ab', 'c', 'd')");
        row("Python 2 text", "U\x02hiT\x01\0\0\0x\x86."s, "('hi', 'x')");
        row("Python 2 bytes", "U\x01\xff."s, "<1 bytes>");
        row("bytes",
            "C\x01\xff"
            "B\x02\0\0\0ab\x8e\x03\0\0\0\0\0\0\0abc\x87."s,
            "(<1 bytes>, <2 bytes>, <3 bytes>)");
        row("containers",
            "](K\x01K\x02"
            "e}(K\x03K\x04u(K\x05t\x87."s,
            "([1, 2], {3: 4}, (5,))");
        row("text containers", "(lp0\nI1\na(dp1\nI2\nI3\ns\x86.", "([1], {2: 3})");
        row("list and dict of a mark",
            "(K\x01l(K\x02K\x03"
            "d\x86."s,
            "([1], {2: 3})");
        row("sets", "\x8f(K\x01\x90(K\x02\x91\x86."s, "({1}, {2})");
        row("shared by the memo",
            "]q\0K\x07"
            "ah\0\x86."s,
            "([7], [7])");
        row("memoize",
            "]\x94K\x07"
            "ah\0\x86."s,
            "([7], [7])");
        row("long memo keys",
            "]r\0\0\x01\0K\x07"
            "aj\0\0\x01\0\x86."s,
            "([7], [7])");
        row("popped",
            "K\x01K\x02"
            "0."s,
            "1");
        row("popped mark",
            "K\x01(K\x02K\x03"
            "1."s,
            "1");
        row("POP of an open mark", "K\x01(0."s, "1");
        row("duplicated",
            "K\x01"
            "2\x86."s,
            "(1, 1)");
        row("frame", "\x80\x04\x95\x02\0\0\0\0\0\0\0N."s, "None");
        row("last of equal keys", "}(K\x01K\x02K\x01K\x03u."s, "{1: 3}");
        row("keys of other kinds",
            "}(K\x01K\x02\x86NNK\x05"
            "U\x01"
            "1K\x06u."s,
            "{'(1, 2)': None, 'None': 5, '1': 6}");
        row("tensor", "ctorch._utils\n_rebuild_tensor_v2\n" + kTensorArgs + "R.",
            "tensor(shape=[2, 3], dtype=torch.float16)");
        row("tensor by a stacked name",
            "\x8c\x0ctorch._utils\x8c\x12_rebuild_tensor_v2\x93" + kTensorArgs + "R.",
            "tensor(shape=[2, 3], dtype=torch.float16)");
        row("parameter",
            "ctorch._utils\n_rebuild_parameter\n(ctorch._utils\n_rebuild_tensor_v2\n" + kTensorArgs +
                "R\x88NtR.",
            "tensor(shape=[2, 3], dtype=torch.float16)");
        row("tensor subclass",
            "ctorch._tensor\n_rebuild_from_type_v2\n(ctorch._utils\n_rebuild_tensor_v2\ncmy\nTensor\n" +
                kTensorArgs + "}tR.",
            "tensor(shape=[2, 3], dtype=torch.float16)");
        row("meta tensor",
            "ctorch._utils\n_rebuild_meta_tensor_no_storage\n(ctorch\nint8\nK\x04\x85K\x01\x85\x89tR."s,
            "tensor(shape=[4], dtype=torch.int8)");
        row("untyped storage", "ctorch._utils\n_rebuild_tensor_v2\n(Nctorch\nStrange\nK\x04\x85K\x01\x85tR."s,
            "tensor(shape=[4], dtype=)");
        row("named tuple", "cshop\nPoint\n(K\x01K\x02t\x81."s, "(1, 2)");
        row("tuple subclass", "cshop\nRow\n((K\x01K\x02tt\x81."s, "(1, 2)");
        row("text subclass",
            "cshop\nWord\n(U\x01"
            "at\x81."s,
            "'a'");
        row("named result of torch", "ctorch.return_types\nmax\n((K\x01K\x02t}tR."s, "(1, 2)");
        row("object with state",
            "cshop\nBox\n)\x81}U\x01"
            "aK\x01sb."s,
            "(a=1)");
        row("object with slots",
            "cshop\nBox\n)\x81N}U\x01"
            "aK\x01s\x86"
            "b."s,
            "(a=1)");
        row("object with other state", "cshop\nBox\n)\x81(K\x01K\x02tb."s, "(state=(1, 2))");
        row("object without state", "cshop\nBox\n)\x81.", "shop.Box()");
        row("object of a list class",
            "cshop\nBox\n)\x81K\x01"
            "a."s,
            "[1]");
        row("object of a dict class", "cshop\nBox\n)RK\x01K\x02s."s, "{1: 2}");
        row("object with keywords",
            "cshop\nBox\n)}U\x01"
            "aK\x01s\x92."s,
            "1");
        row("object of protocol 1",
            "ccopy_reg\n_reconstructor\n(cshop\nBox\nc__builtin__\nobject\nNtR}U\x01"
            "aK\x01sb."s,
            "(a=1)");
        row("old instance",
            "(ishop\nBox\n}U\x01"
            "aK\x01sb."s,
            "(a=1)");
        row("old object",
            "(cshop\nBox\no}U\x01"
            "aK\x01sb."s,
            "(a=1)");
        row("enumeration", "c__builtin__\ngetattr\n(cshop\nColour\nU\x03REDtR."s, "shop.Colour.RED");
        row("ordered dict of pairs",
            "ccollections\nOrderedDict\n((U\x01"
            "aK\x01ltR."s,
            "expected pairs");
        row("class by itself", "cshop\nBox\n.", "<shop.Box>");
    }
    void values() {
        QFETCH(QByteArray, pickle);
        QFETCH(QString, text);
        const Outcome out = run(pickle);
        if (text == "expected pairs") {
            QVERIFY(out.error);
            QCOMPARE(out.error->code, ErrorCode::badValue);
            return;
        }
        QVERIFY2(!out.error, out.error ? out.error->text().c_str() : "");
        QCOMPARE(QString::fromStdString(out.text), text);
        QVERIFY(out.refused.empty());
    }

    void faults_data() {
        QTest::addColumn<QByteArray>("pickle");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<int>("byte");
        const auto row = [](const char* name, const std::string& pickle, ErrorCode code, int byte) {
            QTest::newRow(name) << bytes(pickle) << code << byte;
        };
        row("nothing", "", ErrorCode::truncated, 0);
        row("no full stop", "N", ErrorCode::truncated, 1);
        row("cut in a number", "NJ\x01\x02", ErrorCode::truncated, 4);
        row("cut in a text", "X\x05\0\0\0ab"s, ErrorCode::truncated, 7);
        row("no opcode", "N\x99.", ErrorCode::syntax, 1);
        row("empty at the stop", ".", ErrorCode::syntax, 0);
        row("empty stack", "\x85.", ErrorCode::syntax, 0);
        row("below a mark", "N(\x85.", ErrorCode::syntax, 2);
        row("no mark", "Nt.", ErrorCode::syntax, 1);
        row("unknown memo entry", "Nh\x07."s, ErrorCode::syntax, 1);
        row("memo entry of no number", "Ngx\n.", ErrorCode::syntax, 1);
        row("negative memo entry", "Np-1\n.", ErrorCode::syntax, 1);
        row("key without a value", "}(K\x01u."s, ErrorCode::syntax, 4);
        row("number of no digits", "Ix\n.", ErrorCode::syntax, 0);
        row("unclosed quote", "S'a\n.", ErrorCode::syntax, 0);
        row("protocol 6", "\x80\x06N."s, ErrorCode::badValue, 0);
        row("item of no list", "NNa.", ErrorCode::wrongType, 2);
        row("item of a tuple", ")Na.", ErrorCode::wrongType, 2);
        row("key of no dict", "]NNs.", ErrorCode::wrongType, 3);
        row("arguments of no tuple", "cshop\nBox\nNR.", ErrorCode::wrongType, 11);
        row("class of no name", "K\x01K\x02\x93."s, ErrorCode::wrongType, 4);
        row("text of no UTF-8", "X\x01\0\0\0\xff."s, ErrorCode::encoding, 0);
        row("name of no UTF-8", "cshop\n\xff\n.", ErrorCode::encoding, 0);
        row("huge text", "\x8d" + little(std::uint64_t{1} << 62U, 8) + "x.", ErrorCode::truncated, 11);
        row("huge bytes", "N\x8e" + little(~std::uint64_t{0}, 8) + "x.", ErrorCode::truncated, 12);
        row("huge bytes array", "\x96" + little(std::uint64_t{1} << 40U, 8), ErrorCode::truncated, 9);
        row("huge 32-bit count", "B\xff\xff\xff\xff", ErrorCode::truncated, 5);
        row("huge integer", "\x8b\xff\xff\xff\x7f", ErrorCode::tooLarge, 0);
        row("negative count of an integer", "\x8b\xff\xff\xff\xff", ErrorCode::tooLarge, 0);
        row("huge decimal", "I" + std::string(3000, '9') + "\n.", ErrorCode::syntax, 0);
        row("extension code", "\x82\x01.", ErrorCode::badValue, 0);
        row("buffer out of band", "\x97.", ErrorCode::badValue, 0);
        row("negative size", "ctorch._utils\n_rebuild_tensor_v2\n(NK\0J\xff\xff\xff\xff\x85)tR."s,
            ErrorCode::badSize, 45);
        row("size of no integer", "ctorch._utils\n_rebuild_tensor_v2\n(NK\0G\x3f\xf8\0\0\0\0\0\0\x85)tR."s,
            ErrorCode::badSize, 49);
        row("tensor of too few arguments", "ctorch._utils\n_rebuild_tensor_v2\n)R."s, ErrorCode::badSize, 34);
        row("sparse tensor of nothing", "ctorch._utils\n_rebuild_sparse_tensor\n)R."s, ErrorCode::badValue,
            38);
        row("array with a state of another kind", "cnumpy.core.multiarray\n_reconstruct\n(NNNtRNb."s,
            ErrorCode::badValue, 43);
        row("list in itself", "]q\0h\0a."s, ErrorCode::badValue, 0);
        row("dict in itself", "}q\0K\x01h\0s."s, ErrorCode::badValue, 0);
        row("object in itself", "cshop\nBox\n)\x81q\0}K\x01h\0sb."s, ErrorCode::badValue, 11);
        row("tuple in a list in itself",
            "]q\0h\0\x85"
            "a."s,
            ErrorCode::badValue, 0);
    }
    void faults() {
        QFETCH(QByteArray, pickle);
        QFETCH(ErrorCode, code);
        QFETCH(int, byte);
        const Outcome out = run(pickle);
        QVERIFY2(out.error, out.text.c_str());
        QCOMPARE(QString::fromUtf8(base::name(out.error->code).data()),
                 QString::fromUtf8(base::name(code).data()));
        QCOMPARE(static_cast<int>(out.error->where.byte.value_or(999999)), byte);
        QCOMPARE(out.error->where.file, "test.pkl"s);
        QVERIFY(!out.error->found.empty() && !out.error->expected.empty());
    }

    void notExecuted_data() {
        QTest::addColumn<QByteArray>("pickle");
        QTest::addColumn<QString>("refused");
        const auto row = [](const char* name, const std::string& pickle, const char* refused) {
            QTest::newRow(name) << bytes(pickle) << QString(refused);
        };
        row("os.system", "cos\nsystem\n(S'rm -rf /'\ntR.", "os.system@0");
        row("by its other name", "\x80\x04\x8c\x05posix\x8c\x06system\x93\x8c\x02id\x85R.",
            "posix.system@17");
        row("eval", "c__builtin__\neval\n(S'1'\ntR.", "builtins.eval@0");
        row("a class as protocol 2 names it", "ccommands\nPopen\n(S'ls'\ntR.", "subprocess.Popen@0");
        row("exec", "cbuiltins\nexec\n(S'1'\ntR.", "builtins.exec@0");
        row("import", "cbuiltins\n__import__\n(S'os'\ntR.", "builtins.__import__@0");
        row("a class that starts programs", "csubprocess\nPopen\n(S'id'\ntR.", "subprocess.Popen@0");
        row("old instance", "(S'id'\nios\nsystem\n.", "os.system@7");
        row("old object", "(cos\nsystem\nS'id'\no.", "os.system@1");
        row("named only", "(cos\nsystem\nl.", "os.system@1");
        row("a function of some module", "cshop\nmake_box\n)R.", "shop.make_box@16");
        row("made without a call", "cshop\nmake_box\n)\x81.", "shop.make_box@16");
        row("attribute of a module", "cbuiltins\ngetattr\n(cos\nenviron\nS'x'\ntR.", "os.environ@19");
        row("method of a class", "cbuiltins\ngetattr\n(cshop\nBox\nS'run'\ntR)R.", "shop.Box.run@39");
        row("what a call gives", "cshop\nBox\n)R)R.", "an object of the class shop.Box@13");
        row("a hidden reduction", "ccopyreg\n__newobj__\n(cos\nsystem\ntR.", "os.system@21");
    }
    void notExecuted() {
        QFETCH(QByteArray, pickle);
        QFETCH(QString, refused);
        const Outcome out = run(pickle);
        QVERIFY2(!out.error, out.error ? out.error->text().c_str() : "");
        QVERIFY2(!out.refused.empty(), out.text.c_str());
        QCOMPARE(QString::fromStdString(out.refused.front()), refused);
    }

    void eachNameIsListedOnce() {
        const Outcome out = run("(cos\nsystem\ncos\nsystem\ncos\npopen\nl.");
        QCOMPARE(out.refused, (std::vector<std::string>{"os.system@1", "os.popen@23"}));
    }

    void hostileFileSaysWhatItWouldHaveDone() {
        const auto refused = readers::openText(
            "\x80\x02"
            "cos\nsystem\n(U\x02idtR."s,
            "evil.pt");
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::noShapes);
        QVERIFY(refused.error().text().find("refers to os.system: not executed") != std::string::npos);
        const auto shown = readers::openText("\x80\x02}(U\x01xctorch._utils\n_rebuild_tensor_v2\n" +
                                                 kTensorArgs + "RU\x01ycos\nsystem\n(U\x02idtRu.",
                                             "evil.pt");
        QVERIFY2(shown, shown ? "" : shown.error().text().c_str());
        QCOMPARE(shown->capture->tensors().size(), std::size_t{1});
        QCOMPARE(test::countOf(shown->diagnostics, "not-executed"), 1);
        const base::Diagnostic& diagnostic = shown->diagnostics.items().front();
        QCOMPARE(diagnostic.message, "refers to os.system: not executed"s);
        QCOMPARE(diagnostic.severity, base::Severity::warning);
        QVERIFY(diagnostic.where.byte.has_value());
        QCOMPARE(diagnostic.where.file, "evil.pt"s);
    }

    // Each list holds the one before it ten times: a thousand bytes that would be 10^30 values.
    void memoBomb() {
        std::string pickle = "]q" + std::string(1, '\0');
        for (int i = 1; i <= 30; ++i) {
            pickle += "](";
            for (int k = 0; k < 10; ++k) {
                pickle += "h" + std::string(1, static_cast<char>(i - 1));
            }
            pickle += "eq" + std::string(1, static_cast<char>(i));
        }
        const Outcome out = run(bytes(pickle + "."));
        QVERIFY(out.error);
        QCOMPARE(out.error->code, ErrorCode::tooLarge);
    }

    /// A value in memo entry 0, and a step that copies it and is done a thousand times.
    void copyBombs_data() {
        QTest::addColumn<QByteArray>("pickle");
        const std::string first(1, '\0');
        const std::string text = "X" + little(1000000, 4) + std::string(1000000, 'k') + "q" + first;
        const std::string items = "](" + std::string(400000, 'N') + "eq" + first;
        std::string pairs = "}(";
        std::string sizes = "(";
        for (int i = 0; i < 200000; ++i) {
            pairs += "K\x01N";
            sizes += "K\x01";
        }
        pairs += "uq" + first;
        sizes += "tq" + first;
        const auto row = [](const char* name, const std::string& value, const std::string& step) {
            std::string pickle = "\x80\x04" + value;
            for (int i = 0; i < 1000; ++i) {
                pickle += step;
            }
            QTest::newRow(name) << bytes(pickle + "N.");
        };
        const std::string recalled = "h" + first;
        row("lists", items, "cbuiltins\nlist\n" + recalled + "\x85R");
        row("dicts", pairs, "ccollections\nOrderedDict\n" + recalled + "\x85R");
        row("arguments", items, "cshop\nBox\n" + recalled + "\x81");
        row("devices", text, "ctorch\ndevice\n" + recalled + "\x85R");
        row("names", text, recalled + recalled + "\x93");
        row("storages", text,
            "(X\x07" + std::string(3, '\0') + "storagectorch\nFloatStorage\n" + recalled + "NK\x01tQ");
        row("tensors", sizes,
            "ctorch._utils\n_rebuild_meta_tensor_no_storage\n(ctorch\nfloat32\n" + recalled + recalled +
                "\x89tR");
        row("arrays", sizes,
            "cnumpy.core.multiarray\n_reconstruct\n(NNNtR(K\x01" + recalled + "cnumpy\ndtype\n(X\x02" +
                std::string(3, '\0') + "f4\x89\x88tR\x89NtbN");
    }
    void copyBombs() {
        QFETCH(QByteArray, pickle);
        const Outcome out = run(pickle);
        QVERIFY(out.error);
        QCOMPARE(out.error->code, ErrorCode::tooLarge);
        QVERIFY2(out.error->where.byte > 0, out.error->text().c_str());
    }

    void deepNesting_data() {
        QTest::addColumn<QByteArray>("open");
        QTest::addColumn<QByteArray>("close");
        QTest::newRow("lists") << QByteArray("]") << QByteArray("a");
        QTest::newRow("tuples") << QByteArray("") << QByteArray("\x85");
        QTest::newRow("objects") << QByteArray("cs\nB\n)\x81") << QByteArray("b");
        QTest::newRow("marks") << QByteArray("(") << QByteArray("l");
    }
    void deepNesting() {
        QFETCH(QByteArray, open);
        QFETCH(QByteArray, close);
        const Outcome fits = run(open.repeated(150) + "N" + close.repeated(150) + ".");
        QVERIFY2(!fits.error, fits.error ? fits.error->text().c_str() : "");
        const Outcome deep = run(open.repeated(200000) + "N" + close.repeated(200000) + ".");
        QVERIFY(deep.error);
        QCOMPARE(deep.error->code, ErrorCode::tooDeep);
    }

    void longTextsKeepTheirHeadOnly() {
        const std::uint64_t length = readers::PickleLimits::kWholeBytes + 1;
        const std::string long_ = "X" + little(length, 4) + std::string(length, 'x');
        const Outcome out =
            run(bytes("(" + long_ + "\x8e" + little(length, 8) + std::string(length, 'x') + "K\x07t."));
        QVERIFY2(!out.error, out.error ? out.error->text().c_str() : "");
        QCOMPARE(out.text, "(<16777217 bytes>, <16777217 bytes>, 7)"s);
    }

    void tooManyValues() {
        std::string pickle = "(";
        pickle.append(readers::PickleLimits::kMostValues + 10, 'N');
        const Outcome out = run(bytes(pickle + "t."));
        QVERIFY(out.error);
        QCOMPARE(out.error->code, ErrorCode::tooLarge);
    }

    void stopsOnRequest() {
        files::BytesInMemory memory("N0"s + std::string(100000, 'N'));
        files::ForwardRange range(memory, 0, memory.size());
        readers::PickleBytes source(range, "test.pkl");
        readers::PickleContent content;
        int polls = 0;
        const auto root = readers::readPickle(source, content, [&polls]() -> base::Result<void> {
            return ++polls < 3 ? base::Result<void>()
                               : base::Error{ErrorCode::cancelled, "stopped on request", "", "", {}, {}};
        });
        QVERIFY(!root);
        QCOMPARE(root.error().code, ErrorCode::cancelled);
        QVERIFY(content.tree.size() < 10000);
    }
};

QTEST_APPLESS_MAIN(TestPickle)
#include "tst_pickle.moc"
