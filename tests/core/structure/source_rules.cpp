// SPDX-License-Identifier: GPL-3.0-or-later
#include "source_rules.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>
#include <QSet>

namespace {

constexpr int kLongest = 600;  // lines of a file

// What each folder may include directly; what those may include comes with it.
const QHash<QString, QStringList>& directlyAllowed() {
    static const QHash<QString, QStringList> kTable = {
        {"core/base", {}},
        {"core/files", {"core/base"}},
        {"core/module", {"core/base"}},
        {"core/records", {"core/base"}},
        {"core/capture", {"core/files", "core/module", "core/records"}},
        {"core/readers", {"core/capture"}},
        {"core/inference", {"core/capture"}},
        {"core/overrides", {"core/inference"}},
        {"core/compare", {"core/overrides"}},
        {"core/series", {"core/inference"}},
        {"core/session", {"core/overrides"}},
        {"core/writers", {"core/compare", "core/series"}},
        {"core/trial", {"core/inference", "core/readers"}},
        {"core/libtorch", {"core/readers", "core/writers"}},
        {"ui/widgets", {}},
        {"ui/models", {"core/readers", "core/trial", "core/writers", "ui/widgets"}},
        {"ui/charts", {"core/readers", "core/writers", "ui/widgets"}},
        {"ui/session", {"core/session", "core/trial", "core/writers"}},
        {"ui/panels", {"ui/charts", "ui/models", "ui/session"}},
        {"ui/shell", {"ui/panels"}},
        {"app", {"ui/shell"}},
        {"app/tensor_worker", {"core/libtorch", "core/trial"}},
    };
    return kTable;
}

const QSet<QString>& allowed(const QString& folder) {
    static QHash<QString, QSet<QString>> closed;
    if (!closed.contains(folder)) {
        QSet<QString> all{folder};
        for (const QString& direct : directlyAllowed().value(folder)) {
            all.unite(allowed(direct));
        }
        closed.insert(folder, all);
    }
    return *closed.constFind(folder);
}

// "core/base" of "core/base/result.h", "app" of "app/main.cpp". The program's verbs are part of it.
QString folderOf(const QString& path) {
    const QStringList parts = path.split('/');
    if (path.startsWith("app/commands/")) {
        return "app";
    }
    return parts.size() > 2 ? parts[0] + "/" + parts[1] : parts[0];
}

struct Source {
    QString path;  // relative to the root
    QStringList lines;

    [[nodiscard]] bool isHeader() const { return path.endsWith(".h"); }
    [[nodiscard]] bool isTest() const { return path.startsWith("tests/"); }
};

QStringList sourcePaths(const QString& root) {
    QStringList paths;
    for (const char* folder : {"app", "core", "ui", "tests"}) {
        QDirIterator files(root + "/" + folder, {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = QDir(root).relativeFilePath(files.next());
            if (!path.startsWith("tests/data/")) {
                paths << path;
            }
        }
    }
    paths.sort();
    return paths;
}

// Other text of the tree: build files, scripts and documents, where machine paths must not stand either.
QStringList textPaths(const QString& root) {
    const QStringList names = {"*.txt", "*.cmake", "*.json", "*.md", "*.py",
                               "*.sh",  "*.in",    "*.yml",  "run",  "setup"};
    QStringList paths;
    for (const QString& name : QDir(root).entryList(names, QDir::Files)) {
        paths << name;
    }
    for (const char* folder : {"app", "core", "ui", "resources", "tests", ".ci"}) {
        QDirIterator files(root + "/" + folder, names, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = QDir(root).relativeFilePath(files.next());
            if (!path.startsWith("tests/data/")) {
                paths << path;
            }
        }
    }
    paths.sort();
    return paths;
}

bool isQtHeader(const QString& header) {
    static const QRegularExpression kQt("^(Qt?[A-Z]|qt[a-z]*\\.h$|q[a-z]+\\.h$)");
    return kQt.match(header).hasMatch();
}

bool isChartsHeader(const QString& header) {
    static const QRegularExpression kCharts(
        "^(QtCharts(/.*)?|Q(Polar)?Chart(View)?|Q\\w*Series|Q\\w*Axis|QLegend\\w*|Q\\w*LegendMarker|"
        "Q(Bar|Box|Candlestick)Set|QPieSlice|Q\\w*ModelMapper)$");
    return kCharts.match(header).hasMatch();
}

bool isTorchHeader(const QString& header) {
    static const QRegularExpression kTorch("^(torch|ATen|c10|caffe2)/");
    return kTorch.match(header).hasMatch();
}

class Check {
 public:
    Check(const QString& root, QList<Breach>& found) : m_root(root), m_found(found) {}

    void run(const Source& source) {
        m_source = &source;
        checkWhole();
        for (int line = 1; line <= source.lines.size(); ++line) {
            m_line = line;
            const QString& text = source.lines[line - 1];
            static const QRegularExpression kInclude("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"]");
            const auto include = kInclude.match(text);
            if (include.hasMatch()) {
                checkInclude(include.captured(2), include.captured(1) == "\"");
            }
            checkWords(text);
        }
    }

    void runOnText(const Source& text) {
        m_source = &text;
        for (m_line = 1; m_line <= text.lines.size(); ++m_line) {
            checkPaths(text.lines[m_line - 1]);
        }
    }

 private:
    void add(const char* rule, const QString& what) { m_found.append({rule, m_source->path, m_line, what}); }

    void checkWhole() {
        m_line = 0;
        const QString folder = folderOf(m_source->path);
        if (!m_source->isTest() && !directlyAllowed().contains(folder)) {
            add("include-direction", "the folder " + folder + " is not in the table of source_rules.cpp");
        }
        if (m_source->lines.value(0) != "// SPDX-License-Identifier: GPL-3.0-or-later") {
            add("no-licence", "the first line is not the SPDX line");
        }
        if (m_source->lines.size() > kLongest) {
            add("too-long", QString("%1 lines; at most %2").arg(m_source->lines.size()).arg(kLongest));
        }
    }

    void checkInclude(const QString& header, bool inQuotes) {
        const QString& path = m_source->path;
        if (path.startsWith("core/") && isQtHeader(header)) {
            add("qt-in-core", header);
        }
        if (isChartsHeader(header) && !path.startsWith("ui/charts/") && !m_source->isTest()) {
            add("charts-outside", header);
        }
        if (isTorchHeader(header) && !path.startsWith("core/libtorch/") &&
            !path.startsWith("app/tensor_worker/") && !path.startsWith("tests/libtorch/")) {
            add("torch-outside", header);
        }
        if (path.startsWith("app/tensor_worker/") && isQtHeader(header)) {
            add("qt-in-worker", header);
        }
        if (m_source->isHeader() && (header.startsWith("nlohmann/") || header.startsWith("simdjson"))) {
            add("json-in-header", header);
        }
        if (header.endsWith("QSortFilterProxyModel") && !m_source->isTest()) {
            add("stock-proxy", header);
        }
        if (!inQuotes) {
            return;
        }
        if (QFileInfo::exists(m_root + "/" + header)) {
            checkDirection(header);
        } else if (!QFileInfo::exists(m_root + "/" + QFileInfo(path).path() + "/" + header) &&
                   !header.endsWith(".moc")) {
            add("unknown-include", header);
        }
    }

    void checkDirection(const QString& header) {
        const QString from = folderOf(m_source->path);
        const QString to = folderOf(header);
        // Tests include what they test; nothing includes tests.
        const bool fine = m_source->isTest() || from == to || allowed(from).contains(to);
        if (!fine) {
            add("include-direction", from + " includes " + header);
        }
    }

    void checkPaths(const QString& text) {
        // Put together here, so that this file does not hold the paths itself.
        static const QRegularExpression kPath(QString("(^|[^\\w.-])/(%1|%2|%3)/")
                                                  .arg("wo"
                                                       "rk",
                                                       "ro"
                                                       "ot",
                                                       "var/t"
                                                       "mp"));
        if (kPath.match(text).hasMatch()) {
            add("machine-path", text.trimmed());
        }
    }

    void checkWords(const QString& text) {
        checkPaths(text);
        static const QRegularExpression kWords(
            "\\b(TODO|FIXME|XXX|HACK)\\b|(?i)(not implemented|coming soon)");
        if (!m_source->isTest() && kWords.match(text).hasMatch()) {
            add("unwanted-word", text.trimmed());
        }
    }

    QString m_root;
    QList<Breach>& m_found;
    const Source* m_source = nullptr;
    int m_line = 0;
};

}  // namespace

QList<Breach> breaches(const QString& root) {
    QList<Breach> found;
    Check check(root, found);
    const auto read = [&](const QString& path) {
        QFile file(root + "/" + path);
        if (!file.open(QIODevice::ReadOnly)) {
            found.append({"unreadable", path, 0, file.errorString()});
        }
        QString text = QString::fromUtf8(file.readAll());
        if (text.endsWith('\n')) {
            text.chop(1);
        }
        return Source{path, text.split('\n')};
    };
    for (const QString& path : sourcePaths(root)) {
        check.run(read(path));
    }
    for (const QString& path : textPaths(root)) {
        check.runOnText(read(path));
    }
    return found;
}

qsizetype sourceCount(const QString& root) {
    return sourcePaths(root).size();
}
