// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <random>

#include "core/overrides/graph_delta.h"
#include "override_script.h"

using namespace dimscope;
using namespace dimscope::overrides;
using dimscope::test_support::overrideFrom;

namespace {

GraphOverrides graph(const std::vector<std::string>& tensors, std::vector<std::int64_t> excluded = {}) {
    GraphOverrides made{"m", "0", {}, std::move(excluded), {}};
    for (const std::string& tensor : tensors) {
        made.tensors.push_back(overrideFrom(tensor));
    }
    return made;
}

}  // namespace

class TestGraphDelta : public QObject {
    Q_OBJECT

 private slots:
    void forthAndBack_data() {
        QTest::addColumn<QStringList>("before");
        QTest::addColumn<QStringList>("after");
        const auto row = [](const char* name, const QStringList& before, const QStringList& after) {
            QTest::newRow(name) << before << after;
        };
        row("nothing", {}, {});
        row("equal", {"a 4"}, {"a 4"});
        row("first one", {}, {"a 4"});
        row("last one gone", {"a 4"}, {});
        row("changed", {"a 4", "b 4", "c 4"}, {"a 4", "b 5", "c 4"});
        row("two changed apart", {"a 4", "b 4", "c 4"}, {"a 5", "b 4", "c 6"});
        row("appended", {"a 4"}, {"a 4", "b 4"});
        row("removed from the middle", {"a 4", "b 4", "c 4"}, {"a 4", "c 4"});
        row("changed and appended", {"a 4", "b 4"}, {"a 5", "b 4", "c 4"});
        row("all else", {"a 4", "b 4"}, {"c 4"});
        row("equal neighbours", {"a 4", "a 4", "a 4"}, {"a 4", "a 4"});
    }
    void forthAndBack() {
        QFETCH(QStringList, before);
        QFETCH(QStringList, after);
        const auto made = [](const QStringList& texts) {
            std::vector<std::string> words;
            for (const QString& text : texts) {
                words.push_back(text.toStdString());
            }
            return graph(words, std::vector<std::int64_t>(words.size(), 7));
        };
        const GraphDelta delta(made(before), made(after));
        QCOMPARE(delta.isEmpty(), before == after);
        QVERIFY(delta.forth(made(before)) == made(after));
        QVERIFY(delta.back(made(after)) == made(before));
    }

    void keepsWhatItDoesNotKnow() {
        GraphOverrides before = graph({"a 4"});
        GraphOverrides after = before;
        before.extra = {{"colour", "red"}};
        const GraphDelta delta(before, after);
        QVERIFY(!delta.isEmpty());
        QVERIFY(delta.forth(before) == after);
        QVERIFY(delta.back(after) == before);
    }

    void historiesOfRandomSteps() {
        std::mt19937 random(5);
        const auto anyTensor = [&random] {
            return overrideFrom("t" + std::to_string(random() % 6) + " " + std::to_string(1 + random() % 3));
        };
        GraphOverrides present = graph({});
        std::vector<GraphOverrides> states{present};
        std::vector<GraphDelta> deltas;
        for (int step = 0; step < 2000; ++step) {
            GraphOverrides next = present;
            for (std::size_t change = random() % 3; change > 0; --change) {
                if (random() % 3 == 0) {
                    next.remove(anyTensor().locator);
                } else {
                    next.put(anyTensor());
                }
            }
            if (random() % 4 == 0) {
                next.excludedSamples.push_back(static_cast<std::int64_t>(random() % 100));
            } else if (random() % 4 == 0 && !next.excludedSamples.empty()) {
                next.excludedSamples.erase(next.excludedSamples.begin());
            }
            deltas.emplace_back(present, next);
            present = next;
            states.push_back(present);
        }
        for (std::size_t i = deltas.size(); i > 0; --i) {
            present = deltas[i - 1].back(std::move(present));
            QVERIFY(present == states[i - 1]);
        }
        for (std::size_t i = 0; i < deltas.size(); ++i) {
            present = deltas[i].forth(std::move(present));
            QVERIFY(present == states[i + 1]);
        }
    }
};

QTEST_APPLESS_MAIN(TestGraphDelta)
#include "tst_graph_delta.moc"
