// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "source_rules.h"

namespace {

const QString kLicence = "// SPDX-License-Identifier: GPL-3.0-or-later\n";

// A tree of sources made up for one test.
class MadeUpTree {
 public:
    void write(const QString& path, const QString& text) const {
        QDir(m_folder.path()).mkpath(QFileInfo(path).path());
        QFile file(m_folder.filePath(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.toUtf8());
    }

    // "rule@line" of every breach.
    [[nodiscard]] QStringList rules() const {
        QStringList out;
        for (const Breach& breach : breaches(m_folder.path())) {
            out << QString("%1@%2").arg(breach.rule).arg(breach.line);
        }
        return out;
    }

 private:
    QTemporaryDir m_folder;
};

}  // namespace

class TestStructure : public QObject {
    Q_OBJECT

 private slots:
    void keepsItsRules() {
        const QString root = QStringLiteral(DIMSCOPE_SOURCE_DIR);
        QVERIFY2(sourceCount(root) > 100, "the sources were not found");
        QStringList found;
        for (const Breach& breach : breaches(root)) {
            found << breach.text();
        }
        QVERIFY2(found.isEmpty(), qPrintable("\n" + found.join('\n')));
    }

    void firesOnBreaches_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("rules");
        const auto one = [](const char* name, const QString& path, const QString& text, const QString& rule) {
            QTest::newRow(name) << path << kLicence + text
                                << (rule.isEmpty() ? QStringList() : QStringList(rule));
        };
        one("base includes nothing above", "core/base/a.h", "#include \"core/module/b.h\"\n",
            "include-direction@2");
        one("readers do not see inference", "core/readers/a.cpp", "\n#include \"core/inference/b.h\"\n",
            "include-direction@3");
        one("writers do not see readers", "core/writers/a.cpp", "#include \"core/readers/b.h\"\n",
            "include-direction@2");
        one("capture does not see readers", "core/capture/a.cpp", "#include \"core/readers/b.h\"\n",
            "include-direction@2");
        one("core does not see ui", "core/series/a.cpp", "#include \"ui/widgets/b.h\"\n",
            "include-direction@2");
        one("models do not see charts", "ui/models/a.cpp", "#include \"ui/charts/b.h\"\n",
            "include-direction@2");
        one("charts do not see session", "ui/charts/a.cpp", "#include \"ui/session/b.h\"\n",
            "include-direction@2");
        one("widgets do not see core", "ui/widgets/a.h", "#include \"core/base/b.h\"\n",
            "include-direction@2");
        one("panels do not see shell", "ui/panels/a.h", "#include \"ui/shell/b.h\"\n", "include-direction@2");
        one("verbs see the program", "app/commands/a.h", "#include \"app/c.h\"\n", "");
        one("the program sees verbs", "app/a.h", "#include \"app/commands/b.h\"\n", "");
        one("ui does not see app", "ui/shell/a.h", "#include \"app/commands/b.h\"\n", "include-direction@2");
        one("ui does not see libtorch", "ui/session/a.h", "#include \"core/libtorch/b.h\"\n",
            "include-direction@2");
        one("nothing includes tests", "core/base/a.h", "#include \"tests/core/b.h\"\n",
            "include-direction@2");
        one("folder that the table lacks", "core/helpers/a.h", "", "include-direction@0");
        one("header of the own folder", "core/base/a.h", "#include \"b.h\"\n", "");
        one("header that is missing", "core/base/a.h", "#include \"missing.h\"\n", "unknown-include@2");
        one("Qt class in core", "core/base/a.cpp", "#include <QString>\n", "qt-in-core@2");
        one("Qt module in core", "core/base/a.cpp", "#include <QtCore/qglobal.h>\n", "qt-in-core@2");
        one("queue in core", "core/base/a.cpp", "#include <queue>\n", "");
        one("chart outside", "ui/panels/a.cpp", "#include <QLineSeries>\n", "charts-outside@2");
        one("axis outside", "ui/widgets/a.cpp", "#include <QtCharts/QValueAxis>\n", "charts-outside@2");
        one("chart inside", "ui/charts/a.cpp", "#include <QChartView>\n", "");
        one("torch outside", "app/commands/a.cpp", "#include <torch/script.h>\n", "torch-outside@2");
        one("torch inside", "core/libtorch/a.cpp", "#include <torch/script.h>\n", "");
        one("torch in the worker", "app/tensor_worker/a.cpp", "#include <ATen/ATen.h>\n", "");
        one("torch in its tests", "tests/libtorch/a.cpp", "#include <c10/core/ScalarType.h>\n", "");
        one("torch in other tests", "tests/app/a.cpp", "#include <ATen/ATen.h>\n", "torch-outside@2");
        one("torch in the window", "ui/session/a.cpp", "#include <caffe2/serialize/a.h>\n",
            "torch-outside@2");
        one("the worker sees libtorch", "app/tensor_worker/a.cpp", "#include \"core/libtorch/b.h\"\n", "");
        one("the program does not", "app/commands/a.cpp", "#include \"core/libtorch/b.h\"\n",
            "include-direction@2");
        one("no Qt in libtorch", "core/libtorch/a.cpp", "#include <QString>\n", "qt-in-core@2");
        one("no Qt in the worker", "app/tensor_worker/a.cpp", "#include <QString>\n", "qt-in-worker@2");
        one("JSON library in a header", "core/writers/a.h", "#include <nlohmann/json.hpp>\n",
            "json-in-header@2");
        one("fast JSON library in a header", "core/writers/a.h", "#include <simdjson.h>\n",
            "json-in-header@2");
        one("JSON library in a source", "core/writers/a.cpp", "#include <nlohmann/json.hpp>\n", "");
        one("stock proxy", "ui/models/a.h", "#include <QSortFilterProxyModel>\n", "stock-proxy@2");
        one("600 lines", "core/base/a.h", QString("\n").repeated(599), "");
        one("601 lines", "core/base/a.h", QString("\n").repeated(600), "too-long@0");
        one("path of a machine", "ui/shell/a.cpp",
            QString("const char* p = \"/%1/main\";\n")
                .arg("wo"
                     "rk"),
            "machine-path@2");
        one("path of a machine in tests", "tests/core/base/a.cpp",
            QString("// see /var/%1/x\n")
                .arg("t"
                     "mp"),
            "machine-path@2");
        QTest::newRow("path of a machine in a build file") << "core/CMakeLists.txt"
                                                           << QString("# x\nset(p \"/%1/x\")\n")
                                                                  .arg(
                                                                      "ro"
                                                                      "ot")
                                                           << QStringList("machine-path@2");
        one("path that only looks like it", "core/base/a.cpp",
            QString("// frame%1/x and a/%1/b\n")
                .arg("wo"
                     "rk"),
            "");
        one("work put off", "ui/shell/a.cpp", "// TODO later\n", "unwanted-word@2");
        one("work not done", "app/a.cpp", "return \"Not Implemented\";\n", "unwanted-word@2");
        one("letters that only look like it", "core/files/a.cpp", "auto name = \".XXXXXX\";\n", "");
        QTest::newRow("no licence") << "ui/shell/a.h"
                                    << "#pragma once\n"
                                    << QStringList("no-licence@0");
        QTest::newRow("licence on the second line") << "tests/core/a.cpp"
                                                    << "\n" + kLicence << QStringList("no-licence@0");
        QTest::newRow("test data is not a source") << "tests/data/a.cpp"
                                                   << "x" << QStringList();
    }
    void firesOnBreaches() {
        QFETCH(QString, path);
        QFETCH(QString, text);
        QFETCH(QStringList, rules);
        MadeUpTree tree;
        for (const char* folder :
             {"core/base", "core/module", "core/readers", "core/inference", "core/libtorch", "ui/widgets",
              "ui/charts", "ui/session", "ui/shell", "app/commands"}) {
            tree.write(QString(folder) + "/b.h", kLicence);
        }
        tree.write("app/c.h", kLicence);
        tree.write("tests/core/b.h", kLicence);
        QCOMPARE(tree.rules(), QStringList());
        tree.write(path, text);
        QCOMPARE(tree.rules(), rules);
    }
};

QTEST_APPLESS_MAIN(TestStructure)
#include "tst_structure.moc"
