// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "core/libtorch/probe.h"
#include "python.h"
#include "suites.h"

using namespace dimscope;
using base::Error;
using base::ErrorCode;
using base::Result;
using libtorch::LeafResize;
using libtorch::ProbeOutcome;

namespace {

const std::vector<LeafResize> kFirstAxis = {{"x", {{0, 1}}}};

struct Run {
    std::vector<ProbeOutcome> outcomes;
    Result<void> result;
};

/// The line without its time, which differs from run to run.
QString timeless(const std::string& line) {
    static const QRegularExpression kTime(R"( "time": "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z",)");
    return QString::fromStdString(line).remove(kTime);
}

QByteArray textOf(const Error& error) {
    return QByteArray::fromStdString(error.text());
}

}  // namespace

/// TorchScript programs of Python's torch at several batch sizes.
class TestProbe : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        test::runPython("models.py", {m_folder.path()});
    }

    void recordsEachBatchSize_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("sample");
        QTest::newRow("script, by name") << "Linear"
                                         << "x";
        QTest::newRow("script, alone") << "Linear"
                                       << "alone";
        QTest::newRow("trace") << "Traced"
                               << "x";
    }
    void recordsEachBatchSize() {
        QFETCH(QString, model);
        QFETCH(QString, sample);
        const QString path = sample == "alone" ? "[0]" : "x";
        const Run run = probe(model, sample, {1, 4, 2}, {{path.toStdString(), {{0, 1}}}});
        QVERIFY2(run.result, run.result ? "" : textOf(run.result.error()).constData());
        QCOMPARE(run.outcomes.size(), std::size_t{3});
        const int sizes[] = {1, 4, 2};
        for (int i = 0; i < 3; ++i) {
            const ProbeOutcome& outcome = run.outcomes[static_cast<std::size_t>(i)];
            QVERIFY2(outcome.ran, outcome.message.c_str());
            QCOMPARE(outcome.batchSize, std::int64_t{sizes[i]});
            QVERIFY(outcome.seconds > 0 && outcome.seconds < 60);
            QVERIFY(timeless(outcome.line) != QString::fromStdString(outcome.line));
            QCOMPARE(
                timeless(outcome.line),
                QString(R"({"module": "Linear", "batch_size": %1, "call": %2, "inputs": {"tensor_data": [)"
                        R"({"access_path": "x", "semantic_path": "x", "dtype": "torch.float32", )"
                        R"("shape": [%1, 3]}], "other_data": [], "strict": true, "llm_phase": null}, )"
                        R"("outputs": {"tensor_data": [{"access_path": "output", "semantic_path": [], )"
                        R"("dtype": "torch.float32", "shape": [%1, 4]}], "other_data": [], "strict": true, )"
                        R"("llm_phase": null}})")
                    .arg(sizes[i])
                    .arg(i + 1));
        }
    }

    void bindsArgumentsByName() {
        const Run run = probe("Options", "options", {3}, {{"[0]", {{0, 1}}}});
        QVERIFY2(run.result, run.result ? "" : textOf(run.result.error()).constData());
        QVERIFY2(run.outcomes.front().ran, run.outcomes.front().message.c_str());
        const QJsonObject line =
            QJsonDocument::fromJson(QByteArray::fromStdString(run.outcomes.front().line)).object();
        QCOMPARE(
            shapesOf(line["inputs"].toObject()),
            (QStringList{"x[3,3]", R"(parts["a"][2,3])", "layers[0][2,3]", "layers[1][2,3]", "mask[2,3]"}));
        QCOMPARE(shapesOf(line["outputs"].toObject()),
                 (QStringList{R"(output["x"][0][3,3])", R"(output["layers"][0][2,3])",
                              R"(output["layers"][1][2,3])", R"(output["mask"][0][2,3])",
                              R"(output["a"][0][2,3])", R"(output["a"][1][2,3])"}));
    }

    void failuresAreTheModelsWords_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("begin");
        QTest::newRow("an operation") << "Rigid"
                                      << "RuntimeError: shape '[2, 3]' is invalid for input of size 9\n";
        QTest::newRow("raised") << "Raising"
                                << "builtins.ValueError: at most two, found 3\n";
    }
    void failuresAreTheModelsWords() {
        QFETCH(QString, model);
        QFETCH(QString, begin);
        const Run run = probe(model, "x", {3, 2}, kFirstAxis);
        QVERIFY(run.result);
        QCOMPARE(run.outcomes.size(), std::size_t{2});
        const ProbeOutcome& failed = run.outcomes.front();
        QVERIFY(!failed.ran && failed.line.empty());
        const QString message = QString::fromStdString(failed.message);
        QVERIFY2(message.startsWith(begin), failed.message.c_str());
        QVERIFY2(message.contains("Traceback of TorchScript"), failed.message.c_str());
        QVERIFY2(!message.contains("frame #"), failed.message.c_str());
        QVERIFY2(run.outcomes.back().ran, run.outcomes.back().message.c_str());
        QVERIFY(run.outcomes.back().message.empty());
    }

    void theSampleStaysAsItWas() {
        const Run run = probe("InPlace", "kept", {2, 2, 1}, {{"[0]", {{0, 1}}}});
        QVERIFY2(run.result, run.result ? "" : textOf(run.result.error()).constData());
        const double sums[] = {21, 21, 6};
        for (std::size_t i = 0; i < 3; ++i) {
            QVERIFY2(run.outcomes[i].ran, run.outcomes[i].message.c_str());
            const QString line = QString::fromStdString(run.outcomes[i].line);
            QVERIFY2(line.contains(QString(R"("semantic_path": 0, "value": %1.0})").arg(sums[i])),
                     qPrintable(line));
            QVERIFY2(line.contains(R"("semantic_path": 1, "value": 2.0})"), qPrintable(line));
        }
    }

    void runsInEvaluationModeWithoutGradients() {
        const Run run = probe("Modes", "gradient", {2}, kFirstAxis);
        QVERIFY(run.result);
        QVERIFY2(run.outcomes.front().ran, run.outcomes.front().message.c_str());
        QCOMPARE(QString::fromStdString(run.outcomes.front().line).count(R"("value": false)"), 3);
    }

    void tooLittleMemoryIsAFailure() {
        const Run run = probe("Linear", "x", {std::int64_t{1} << 50, 1}, kFirstAxis);
        QVERIFY2(run.result, run.result ? "" : textOf(run.result.error()).constData());
        QVERIFY(!run.outcomes.front().ran);
        QVERIFY2(QString::fromStdString(run.outcomes.front().message).contains("memory"),
                 run.outcomes.front().message.c_str());
        QVERIFY(run.outcomes.back().ran);
    }

    void wrongRequestsAreErrors_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("sample");
        QTest::addColumn<QString>("path");
        QTest::addColumn<ErrorCode>("code");
        QTest::newRow("no file") << "None"
                                 << "x"
                                 << "x" << ErrorCode::fileMissing;
        QTest::newRow("no program") << "sample-x"
                                    << "x"
                                    << "x" << ErrorCode::unknownFormat;
        QTest::newRow("text") << "text"
                              << "x"
                              << "x" << ErrorCode::unknownFormat;
        QTest::newRow("no forward") << "WithoutForward"
                                    << "x"
                                    << "x" << ErrorCode::unknownFormat;
        QTest::newRow("unknown argument") << "Linear"
                                          << "wrong"
                                          << "y" << ErrorCode::typeError;
        QTest::newRow("no tensor") << "Linear"
                                   << "number"
                                   << "y" << ErrorCode::typeError;
        QTest::newRow("too few arguments") << "InPlace"
                                           << "x"
                                           << "x" << ErrorCode::typeError;
        QTest::newRow("unknown path") << "Linear"
                                      << "x"
                                      << "y" << ErrorCode::notFound;
    }
    void wrongRequestsAreErrors() {
        QFETCH(QString, model);
        QFETCH(QString, sample);
        QFETCH(QString, path);
        QFETCH(ErrorCode, code);
        QFile text(m_folder.filePath("text.pt"));
        QVERIFY(text.open(QIODevice::WriteOnly) && text.write("no program") > 0);
        text.close();
        const Run run = probe(model, sample, {1, 2}, {{path.toStdString(), {{0, 1}}}});
        QVERIFY(!run.result);
        QCOMPARE(run.result.error().code, code);
        QVERIFY(run.outcomes.empty());
        QVERIFY2(!QByteArray(textOf(run.result.error())).contains("frame #"),
                 textOf(run.result.error()).constData());
        if (code == ErrorCode::unknownFormat || code == ErrorCode::fileMissing) {
            QVERIFY(QString::fromStdString(run.result.error().where.file).endsWith(model + ".pt"));
        }
    }

    void tellsItsProgress() {
        std::string told;
        const auto sample = libtorch::loadSample(path("sample-x"));
        const auto result = libtorch::probeModel(
            {path("Linear"), {1, 2}, kFirstAxis}, *sample,
            [&](const ProbeOutcome& outcome) {
                told += " size " + std::to_string(outcome.batchSize);
                return Result<void>();
            },
            [&](std::size_t done, std::size_t of) {
                told += ' ' + std::to_string(done) + '/' + std::to_string(of);
                return Result<void>();
            });
        QVERIFY(result);
        QCOMPARE(told, std::string(" 0/2 size 1 1/2 size 2 2/2"));
    }

    void callbacksEndIt_data() {
        QTest::addColumn<bool>("inProgress");
        QTest::newRow("progress") << true;
        QTest::newRow("outcome") << false;
    }
    void callbacksEndIt() {
        QFETCH(bool, inProgress);
        int outcomes = 0;
        const Error stop{ErrorCode::writeFailed, "found nobody who reads", "expected one"};
        const auto sample = libtorch::loadSample(path("sample-x"));
        const auto result = libtorch::probeModel(
            {path("Linear"), {1, 2, 4}, kFirstAxis}, *sample,
            [&](const ProbeOutcome&) {
                ++outcomes;
                return inProgress ? Result<void>() : Result<void>(stop);
            },
            [&](std::size_t done, std::size_t) {
                return inProgress && done == 1 ? Result<void>(stop) : Result<void>();
            });
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::writeFailed);
        QCOMPARE(outcomes, 1);
    }

 private:
    [[nodiscard]] std::filesystem::path path(const QString& name) const {
        return m_folder.filePath(name + ".pt").toStdString();
    }

    [[nodiscard]] Run probe(const QString& model, const QString& sampleName,
                            const std::vector<std::int64_t>& batchSizes,
                            const std::vector<LeafResize>& resizes) const {
        const auto sample = libtorch::loadSample(path("sample-" + sampleName));
        if (!sample) {
            return {{}, sample.error()};
        }
        Run run;
        run.result = libtorch::probeModel({path(model), batchSizes, resizes}, *sample,
                                          [&](const ProbeOutcome& outcome) {
                                              run.outcomes.push_back(outcome);
                                              return Result<void>();
                                          });
        return run;
    }

    /// `x[2,3]` of each tensor of one side.
    static QStringList shapesOf(const QJsonObject& side) {
        QStringList out;
        const QJsonArray tensors = side["tensor_data"].toArray();
        for (const QJsonValue& tensor : tensors) {
            QStringList sizes;
            const QJsonArray shape = tensor["shape"].toArray();
            for (const QJsonValue& size : shape) {
                sizes << QString::number(size.toInt());
            }
            out << tensor["access_path"].toString() + '[' + sizes.join(',') + ']';
        }
        return out;
    }

    QTemporaryDir m_folder;
};

std::unique_ptr<QObject> dimscope::test::makeProbeTest() {
    return std::make_unique<TestProbe>();
}
#include "tst_probe.moc"
