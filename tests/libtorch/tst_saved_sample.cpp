// SPDX-License-Identifier: GPL-3.0-or-later
#include <ATen/ATen.h>

#include <QDir>
#include <QFile>
#include <QMap>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "core/libtorch/saved_sample.h"
#include "file_size_limit.h"
#include "python.h"
#include "suites.h"
#include "trees.h"

using namespace dimscope;
using base::ErrorCode;
using libtorch::LeafResize;
using libtorch::loadSample;
using libtorch::Sample;
using libtorch::saveSample;

namespace {

const QStringList kCases = {"plain",     "strided", "shared",  "two_types", "sizes",  "dtypes", "views",
                            "gradients", "nested",  "numbers", "many",      "stream", "types",  "values"};

/// Tensors of a sample as `path dtype[sizes]`.
QStringList textOf(const std::vector<libtorch::SampleShape>& shapes) {
    QStringList out;
    for (const libtorch::SampleShape& shape : shapes) {
        QStringList sizes;
        for (const std::int64_t size : shape.sizes) {
            sizes << QString::number(size);
        }
        out << QString::fromStdString(shape.path) + ' ' + QString::fromStdString(shape.dtype).mid(6) + '[' +
                   sizes.join(',') + ']';
    }
    return out;
}

/// The tensor at a path of the first call; undefined where there is none.
at::Tensor tensorAt(const Sample& sample, const char* path) {
    for (const libtorch::TensorTree& root : sample.calls().front().roots) {
        for (const libtorch::TensorLeaf& leaf : root.leaves(module::Side::input)) {
            if (leaf.locator.accessPath() == path) {
                return leaf.tensor;
            }
        }
    }
    return {};
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read");
}

void replace(const QString& path, const QByteArray& content) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

}  // namespace

/// Files of Python's torch, read, written and read by it again.
class TestSavedSample : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid() && QDir(m_folder.path()).mkpath("again"));
        test::runPython("samples.py", {"write", m_folder.path()});
        for (const QString& name : kCases) {
            const auto sample = loadSample(path(name));
            QVERIFY2(sample, sample ? "" : (name + sample.error().text().c_str()).toUtf8().constData());
            const auto saved = saveSample(*sample, path("again/" + name));
            QVERIFY2(saved, saved ? "" : (name + saved.error().text().c_str()).toUtf8().constData());
        }
        const QByteArray checked = test::runPython("samples.py", {"check", m_folder.filePath("again")});
        for (const QByteArray& line : checked.split('\n')) {
            m_checked.insert(line.left(line.indexOf(':')), line.mid(line.indexOf(':') + 2));
        }
    }

    void roundTrips_data() { addRows(kCases); }
    void roundTrips() {
        QFETCH(QString, name);
        QCOMPARE(m_checked.value(name), QString("ok"));
        // What is written is read again, and to write that changes nothing.
        const auto again = loadSample(path("again/" + name));
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QCOMPARE(textOf(again->shapes()), textOf(loadSample(path(name))->shapes()));
        QVERIFY(saveSample(*again, path("thrice")));
        QCOMPARE(contentOf(m_folder.filePath("thrice.pt")),
                 contentOf(m_folder.filePath("again/" + name + ".pt")));
    }

    void shapes_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("calls");
        QTest::addColumn<QStringList>("shapes");
        QTest::newRow("by name") << "plain" << 1 << QStringList{"x float32[2,3]", "ids int64[2,2]"};
        QTest::newRow("stream") << "stream" << 1 << QStringList{"x float32[2,3]", "ids int64[2,2]"};
        QTest::newRow("positional") << "strided" << 1
                                    << QStringList{"[0] float32[4,3,2]", "[1] float32[2,2,2]",
                                                   "[2] float32[4,3]"};
        QTest::newRow("args and kwargs")
            << "nested" << 1
            << QStringList{R"([0]["b"] float32[2,3])",       R"([0]["a"][0] float32[2,3])",
                           R"([0]["a"][1][0] float32[2,3])", R"([0]["a"][1][1]["deep"] float32[2,3])",
                           R"(options["mask"] bool[2,3])",   "options[7] float32[2,3]"};
        QTest::newRow("one tensor twice")
            << "shared" << 1 << QStringList{"whole int64[10]", "part int64[4]", "again int64[10]"};
        QTest::newRow("sizes") << "sizes" << 1
                               << QStringList{"[0] float32[]", "[1] float32[0]", "[2] int16[2,0,3]",
                                              "[3] float32[0]"};
    }
    void shapes() {
        QFETCH(QString, name);
        QFETCH(int, calls);
        QFETCH(QStringList, shapes);
        const auto sample = loadSample(path(name));
        QVERIFY(sample);
        QCOMPARE(static_cast<int>(sample->calls().size()), calls);
        QCOMPARE(textOf(sample->shapes()), shapes);
        QCOMPARE(sample->name(), std::string(path(name)));
    }

    void values() {
        const auto plain = loadSample(path("stream"));
        QCOMPARE(test::valuesOf(tensorAt(*plain, "x")), (std::vector<double>{0, 1, 2, 3, 4, 5}));
        QCOMPARE(test::valuesOf(tensorAt(*plain, "ids")), (std::vector<double>{1, 2, 3, 4}));
        const auto strided = loadSample(path("strided"));
        QCOMPARE(test::valuesOf(tensorAt(*strided, "[1]")),
                 (std::vector<double>{4, 6, 8, 10, 16, 18, 20, 22}));
        QCOMPARE(tensorAt(*strided, "[1]").strides().vec(), (std::vector<std::int64_t>{12, 4, 2}));
        const auto shared = loadSample(path("shared"));
        QVERIFY(tensorAt(*shared, "whole").is_same(tensorAt(*shared, "again")));
        QVERIFY(tensorAt(*shared, "part").is_alias_of(tensorAt(*shared, "whole")));
        const auto views = loadSample(path("views"));
        QVERIFY(at::equal(tensorAt(*views, "[0]"), tensorAt(*views, "[2]").conj()));
        QVERIFY(at::equal(tensorAt(*views, "[1]"), tensorAt(*views, "[2]").neg()));
    }

    void hostileFilesAreErrors_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<ErrorCode>("code");
        for (const char* name :
             {"offset-behind", "offset-negative", "offset-huge", "size-behind", "stride-behind",
              "stride-huge", "size-huge", "stride-missing", "empty-behind", "storage-short"}) {
            QTest::newRow(name) << QString(name) << ErrorCode::badValue;
        }
        QTest::newRow("storage-missing") << "storage-missing" << ErrorCode::notFound;
        QTest::newRow("stream-cut") << "stream-cut" << ErrorCode::truncated;
        QTest::newRow("program") << "program" << ErrorCode::noShapes;
        QTest::newRow("no-pickle") << "no-pickle" << ErrorCode::syntax;
        QTest::newRow("no file") << "no-file" << ErrorCode::fileMissing;
    }
    void hostileFilesAreErrors() {
        QFETCH(QString, name);
        QFETCH(ErrorCode, code);
        const auto sample = loadSample(path("hostile/" + name));
        QVERIFY(!sample);
        QCOMPARE(sample.error().code, code);
        QVERIFY2(QString::fromStdString(sample.error().where.file).endsWith(name + ".pt"),
                 sample.error().text().c_str());
        if (code == ErrorCode::badValue || code == ErrorCode::notFound) {
            QVERIFY(sample.error().where.byte > 0);
        }
    }

    void whatHasNoStridesIsRefused_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("place");
        QTest::newRow("sparse") << "sparse" << ErrorCode::badValue << " at x ";
        QTest::newRow("quantised") << "quantised" << ErrorCode::badValue << " at x ";
        QTest::newRow("array") << "array" << ErrorCode::badValue << " a NumPy array at a;";
        QTest::newRow("meta") << "meta" << ErrorCode::badValue << " at x ";
        QTest::newRow("nothing") << "nothing" << ErrorCode::noShapes << "tensor";
    }
    void whatHasNoStridesIsRefused() {
        QFETCH(QString, name);
        QFETCH(ErrorCode, code);
        QFETCH(QString, place);
        const auto sample = loadSample(path("unreadable/" + name));
        QVERIFY(!sample);
        QCOMPARE(sample.error().code, code);
        QVERIFY2(QString::fromStdString(sample.error().text()).contains(place),
                 sample.error().text().c_str());
    }

    void whatCannotBeWrittenIsRefused_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("place");
        QTest::newRow("object") << "object"
                                << R"(at ['list'][1])";
        QTest::newRow("enum") << "enum"
                              << R"(at ['mode'])";
        QTest::newRow("frozenset") << "frozenset"
                                   << R"(at ['set'])";
        QTest::newRow("defaultdict") << "defaultdict"
                                     << R"(at ['d'])";
        QTest::newRow("bytearray") << "bytearray"
                                   << R"(at ['b'])";
        QTest::newRow("complex") << "complex"
                                 << R"(at ['c'])";
    }
    void whatCannotBeWrittenIsRefused() {
        QFETCH(QString, name);
        QFETCH(QString, place);
        const auto sample = loadSample(path("refused/" + name));
        QVERIFY2(sample, sample ? "" : sample.error().text().c_str());
        const QString target = m_folder.filePath("kept.pt");
        replace(target, "as it was");
        const auto saved = saveSample(*sample, target.toStdString());
        QVERIFY(!saved);
        QCOMPARE(saved.error().code, ErrorCode::inexpressible);
        QVERIFY2(QString::fromStdString(saved.error().text()).contains(place), saved.error().text().c_str());
        QCOMPARE(saved.error().where.file, std::string(path("refused/" + name)));
        QVERIFY(saved.error().where.byte > 0);
        QCOMPARE(contentOf(target), QByteArray("as it was"));
    }

    void aFullDiskLeavesTheTarget() {
        const auto sample = loadSample(path("plain"))->resized({{"x", {{0, 1}}}}, 100000);
        QVERIFY(sample);
        QVERIFY(QDir(m_folder.path()).mkpath("full"));
        const QString target = m_folder.filePath("full/kept.pt");
        replace(target, "as it was");
        {
            const test::FileSizeLimit limit(200000);
            const auto saved = saveSample(*sample, target.toStdString());
            QVERIFY(!saved);
            QCOMPARE(saved.error().code, ErrorCode::writeFailed);
        }
        QCOMPARE(contentOf(target), QByteArray("as it was"));
        QCOMPARE(QDir(m_folder.filePath("full")).entryList(QDir::Files | QDir::Hidden),
                 QStringList("kept.pt"));
        QVERIFY(saveSample(*sample, target.toStdString()));
        QCOMPARE(textOf(loadSample(target.toStdString())->shapes()).front(), QString("x float32[100000,3]"));
        QVERIFY(!saveSample(*sample, m_folder.filePath("no/folder.pt").toStdString()));
    }

    void resizes_data() {
        QTest::addColumn<int>("batchSize");
        QTest::addColumn<QVector<double>>("x");
        QTest::addColumn<QVector<double>>("ids");
        QTest::newRow("same") << 2 << QVector<double>{0, 1, 2, 3, 4, 5}
                              << QVector<double>{1, 1, 1, 1, 3, 3, 3, 3};
        QTest::newRow("smaller") << 1 << QVector<double>{0, 1, 2} << QVector<double>{1, 2};
        QTest::newRow("larger") << 3 << QVector<double>{0, 1, 2, 0, 1, 2, 0, 1, 2}
                                << QVector<double>{1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3};
    }
    void resizes() {
        QFETCH(int, batchSize);
        QFETCH(QVector<double>, x);
        QFETCH(QVector<double>, ids);
        const auto sample = loadSample(path("plain"));
        const std::vector<LeafResize> resizes = {{"x", {{0, 1}}}, {"ids", {{1, 2}}}};
        const auto resized = sample->resized(resizes, batchSize);
        QVERIFY2(resized, resized ? "" : resized.error().text().c_str());
        const auto asVector = [](const at::Tensor& tensor) {
            const std::vector<double> values = test::valuesOf(tensor);
            return QVector<double>(values.begin(), values.end());
        };
        QCOMPARE(asVector(tensorAt(*resized, "x")), x);
        QCOMPARE(textOf(resized->shapes()).last(), QString("ids int64[2,%1]").arg(2 * batchSize));
        if (batchSize > 1) {
            QCOMPARE(asVector(tensorAt(*resized, "ids")), ids);
        }
        QCOMPARE(textOf(*sample->resizedShapes(resizes, batchSize)), textOf(resized->shapes()));
        QCOMPARE(textOf(sample->shapes()), (QStringList{"x float32[2,3]", "ids int64[2,2]"}));

        QVERIFY(saveSample(*resized, path("resized")));
        const auto again = loadSample(path("resized"));
        QVERIFY(again);
        QCOMPARE(asVector(tensorAt(*again, "x")), x);
        QCOMPARE(textOf(again->shapes()), textOf(resized->shapes()));
        QCOMPARE(tensorAt(*again, "x").storage().nbytes(), static_cast<std::size_t>(4 * x.size()));
    }

    void resizesOneOfTwoThatShare() {
        const auto sample = loadSample(path("shared"));
        const auto resized = sample->resized({{"whole", {{0, 1}}}}, 12);
        QVERIFY(resized);
        QCOMPARE(textOf(resized->shapes()),
                 (QStringList{"whole int64[12]", "part int64[4]", "again int64[10]"}));
        QCOMPARE(test::valuesOf(tensorAt(*resized, "part")), (std::vector<double>{2, 3, 4, 5}));
        QVERIFY(saveSample(*resized, path("apart")));
        QCOMPARE(textOf(loadSample(path("apart"))->shapes()), textOf(resized->shapes()));
    }

    void wrongResizesAreErrors_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<ErrorCode>("code");
        QTest::newRow("unknown path") << 0 << ErrorCode::notFound;
        QTest::newRow("path twice") << 1 << ErrorCode::valueError;
        QTest::newRow("axis beyond") << 2 << ErrorCode::indexError;
        QTest::newRow("axis below") << 3 << ErrorCode::indexError;
        QTest::newRow("axis twice") << 4 << ErrorCode::valueError;
        QTest::newRow("overflow") << 5 << ErrorCode::overflow;
        QTest::newRow("no memory") << 6 << ErrorCode::tooLarge;
    }
    void wrongResizesAreErrors() {
        QFETCH(int, index);
        QFETCH(ErrorCode, code);
        constexpr std::int64_t kHuge = std::int64_t{1} << 50;
        const std::vector<std::vector<LeafResize>> all = {
            {{"y", {{0, 1}}}},         {{"x", {}}, {"x", {}}}, {{"x", {{2, 1}}}}, {{"x", {{-1, 1}}}},
            {{"x", {{0, 1}, {0, 1}}}}, {{"x", {{0, kHuge}}}},  {{"x", {{0, 1}}}}};
        const auto& resizes = all[static_cast<std::size_t>(index)];
        const std::int64_t batchSize = code == ErrorCode::overflow || code == ErrorCode::tooLarge ? kHuge : 2;
        const auto sample = loadSample(path("plain"));
        const auto resized = sample->resized(resizes, batchSize);
        QVERIFY(!resized);
        QCOMPARE(resized.error().code, code);
        const auto shapes = sample->resizedShapes(resizes, batchSize);
        QCOMPARE(shapes.has_value(), code == ErrorCode::tooLarge);
        if (!shapes) {
            QCOMPARE(shapes.error().code, code);
            QCOMPARE(shapes.error().where.tensor, std::string(index == 0 ? "y" : "x"));
        }
    }

 private:
    static void addRows(const QStringList& names) {
        QTest::addColumn<QString>("name");
        for (const QString& name : names) {
            QTest::newRow(qPrintable(name)) << name;
        }
    }
    [[nodiscard]] std::filesystem::path path(const QString& name) const {
        return m_folder.filePath(name + ".pt").toStdString();
    }

    QTemporaryDir m_folder;
    QMap<QString, QString> m_checked;  // by case: "ok" or what is wrong
};

std::unique_ptr<QObject> dimscope::test::makeSavedSampleTest() {
    return std::make_unique<TestSavedSample>();
}
#include "tst_saved_sample.moc"
