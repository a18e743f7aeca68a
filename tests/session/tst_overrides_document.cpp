// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "ui/session/overrides_document.h"

using namespace dimscope;
using overrides::GraphOverrides;
using session::OverridesDocument;

namespace {

GraphOverrides excluding(std::vector<std::int64_t> samples, const std::string& module = "m") {
    return {module, "0", {}, std::move(samples), {}};
}

std::vector<std::int64_t> excluded(const OverridesDocument& document, const std::string& module = "m") {
    const GraphOverrides* graph = document.set()->find(module, "0");
    return graph != nullptr ? graph->excludedSamples : std::vector<std::int64_t>();
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TstOverridesDocument : public QObject {
    Q_OBJECT

 private slots:
    void undoAndRedo() {
        OverridesDocument document;
        QSignalSpy changed(&document, &OverridesDocument::changed);
        document.change("one", {excluding({1})});
        document.change("two", {excluding({1, 2}), excluding({5}, "n")});
        QCOMPARE(changed.count(), 2);
        QCOMPARE(document.undoStack().undoText(), QStringLiteral("two"));
        document.undoStack().undo();
        QCOMPARE(excluded(document), std::vector<std::int64_t>{1});
        QVERIFY(excluded(document, "n").empty());
        document.undoStack().undo();
        QVERIFY(document.set()->graphs.empty());
        document.undoStack().redo();
        document.undoStack().redo();
        QCOMPARE(excluded(document), (std::vector<std::int64_t>{1, 2}));
        QCOMPARE(excluded(document, "n"), std::vector<std::int64_t>{5});
        QCOMPARE(changed.count(), 6);
    }

    void manySteps() {
        OverridesDocument document;
        for (int i = 1; i <= 10000; ++i) {
            document.change(QString::number(i), {excluding({i})});
        }
        QCOMPARE(document.undoStack().count(), 10000);
        for (int i = 0; i < 10000; ++i) {
            document.undoStack().undo();
        }
        QVERIFY(!document.undoStack().canUndo());
        QVERIFY(!document.isDirty());
        QVERIFY(document.set()->empty());
    }

    void equalIsNoStep() {
        OverridesDocument document;
        document.change("one", {excluding({1})});
        const auto before = document.set();
        document.change("again", {excluding({1})});
        QCOMPARE(document.undoStack().count(), 1);
        QCOMPARE(document.set(), before);
    }

    void stepsOfOneKeyMerge() {
        OverridesDocument document;
        document.change("a", {excluding({1})}, "drag");
        document.change("b", {excluding({2})}, "drag");
        document.change("c", {excluding({3})}, "drag");
        QCOMPARE(document.undoStack().count(), 1);
        QCOMPARE(document.undoStack().undoText(), QStringLiteral("c"));
        document.change("other", {excluding({4})}, "arrow");
        QCOMPARE(document.undoStack().count(), 2);
        document.endMerging();
        document.change("after", {excluding({5})}, "arrow");
        QCOMPARE(document.undoStack().count(), 3);
        document.undoStack().undo();
        document.undoStack().undo();
        document.undoStack().undo();
        QVERIFY(document.set()->empty());
    }

    void mergedBackToTheStartIsGone() {
        OverridesDocument document;
        document.change("one", {excluding({1})});
        document.change("there", {excluding({2})}, "drag");
        document.change("back", {excluding({1})}, "drag");
        QCOMPARE(document.undoStack().count(), 1);
        QCOMPARE(document.undoStack().undoText(), QStringLiteral("one"));
    }

    void dirtyUntilSaved() {
        QTemporaryDir folder;
        const QString path = folder.filePath("a.overrides.json");
        OverridesDocument document;
        QSignalSpy dirty(&document, &OverridesDocument::dirtyChanged);
        QVERIFY(!document.isDirty());
        document.change("one", {excluding({1})});
        QVERIFY(document.isDirty());
        document.setSource("c.shapes.jsonl", "xxh3:01");
        QVERIFY(document.save(path).has_value());
        QVERIFY(!document.isDirty());
        QCOMPARE(document.path(), path);
        QCOMPARE(dirty.count(), 2);
        QCOMPARE(document.set()->sourceName, std::string("c.shapes.jsonl"));
        QCOMPARE(document.set()->fingerprint, std::string("xxh3:01"));
        document.undoStack().undo();
        QVERIFY(document.isDirty());
        document.undoStack().redo();
        QVERIFY(!document.isDirty());
    }

    void savedOpenedSavedAgainIsEqual() {
        QTemporaryDir folder;
        const QString first = folder.filePath("a.overrides.json");
        const QString second = folder.filePath("b.overrides.json");
        OverridesDocument document;
        document.change("one", {excluding({3, 7}), excluding({1}, "b")});
        QVERIFY(document.save(first).has_value());
        OverridesDocument other;
        other.change("of before", {excluding({9}, "z")});
        QVERIFY(other.open(first).has_value());
        QVERIFY(!other.isDirty());
        QVERIFY(!other.undoStack().canUndo());
        QCOMPARE(excluded(other), (std::vector<std::int64_t>{3, 7}));
        QVERIFY(other.save(second).has_value());
        QCOMPARE(contentOf(second), contentOf(first));
    }

    void failuresChangeNothing() {
        QTemporaryDir folder;
        OverridesDocument document;
        document.change("one", {excluding({1})});
        const auto missing = document.open(folder.filePath("none.overrides.json"));
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, base::ErrorCode::fileMissing);
        const auto unwritable = document.save(folder.filePath("no/such/folder/a.overrides.json"));
        QVERIFY(!unwritable);
        QCOMPARE(unwritable.error().code, base::ErrorCode::writeFailed);
        QVERIFY(document.isDirty());
        QVERIFY(document.path().isEmpty());
        QCOMPARE(excluded(document), std::vector<std::int64_t>{1});
    }

    void restoredIsDirtyForGood() {
        OverridesDocument document;
        overrides::OverrideSet set;
        set.put(excluding({4}));
        document.restore(set, "x.overrides.json");
        QVERIFY(document.isDirty());
        QCOMPARE(document.path(), QStringLiteral("x.overrides.json"));
        document.change("two", {excluding({4, 5})});
        document.undoStack().undo();
        QVERIFY(document.isDirty());
        document.startNew();
        QVERIFY(!document.isDirty());
        QVERIFY(document.set()->empty());
        QVERIFY(document.path().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TstOverridesDocument)
#include "tst_overrides_document.moc"
