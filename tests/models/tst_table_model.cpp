// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <atomic>
#include <random>

#include "ui/models/row_order.h"
#include "ui/models/table_model.h"

using namespace dimscope;
using models::TableModel;

namespace {

/// Shows multiples of a number; a request waits until it is let go or stopped.
class Multiples : public TableModel {
 public:
    explicit Multiples(int count) : m_count(count) {}

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : 1;
    }
    [[nodiscard]] int sourceRowCount() const override { return m_count; }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override {
        return index.isValid() && role == Qt::DisplayRole ? QVariant(sourceRow(index.row())) : QVariant();
    }
    void show(std::uint32_t divisor) {
        m_divisor = divisor;
        refresh();
    }
    void setCount(int count) {
        replaceSource([&] { m_count = count; });
    }
    using TableModel::rowOf;

    std::shared_ptr<std::atomic<bool>> mayEnd = std::make_shared<std::atomic<bool>>(true);
    std::shared_ptr<std::atomic<int>> stopped = std::make_shared<std::atomic<int>>(0);

 protected:
    [[nodiscard]] MakeRows makeRows(int, Qt::SortOrder) const override {
        if (m_divisor == 1) {
            return {};
        }
        return [count = m_count, divisor = m_divisor, go = mayEnd, ended = stopped](const Stop& stop) {
            while (!go->load() && !stop()) {
                QTest::qSleep(1);
            }
            if (stop()) {
                ++*ended;
            }
            Rows rows = models::allRows(static_cast<std::size_t>(count));
            std::erase_if(rows, [&](std::uint32_t row) { return row % divisor != 0; });
            return rows;
        };
    }

 private:
    int m_count;
    std::uint32_t m_divisor = 1;
};

constexpr int kLarge = TableModel::kOrderedAtOnce + 1;

}  // namespace

class TstTableModel : public QObject {
    Q_OBJECT

 private slots:
    void smallTablesAtOnce() {
        Multiples model(TableModel::kOrderedAtOnce);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.show(100);
        QVERIFY(!model.isBusy());
        QCOMPARE(model.rowCount(), 20);
        QCOMPARE(model.rowOf(300), std::optional(3));
        QCOMPARE(model.rowOf(301), std::optional<int>());
    }

    void newestRequestWins() {
        Multiples model(kLarge);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.mayEnd->store(false);
        QSignalSpy reordered(&model, &TableModel::rowsReordered);
        model.show(2);
        model.show(3);
        model.show(500);
        QVERIFY(model.isBusy());
        QTRY_COMPARE(model.stopped->load(), 2);
        QCOMPARE(reordered.count(), 0);
        model.mayEnd->store(true);
        QTRY_VERIFY(!model.isBusy());
        QCOMPARE(reordered.count(), 1);
        QCOMPARE(model.rowCount(), 5);  // 0, 500, 1000, 1500, 2000
        QCOMPARE(model.index(4, 0).data().toInt(), 2000);
    }

    void oneResetPerOrder() {
        Multiples model(kLarge);
        model.show(1);
        QSignalSpy resets(&model, &TableModel::modelReset);
        model.show(2);
        QTRY_VERIFY(!model.isBusy());
        QCOMPARE(resets.count(), 1);
    }

    void sourceOrderEndsARequest() {
        Multiples model(kLarge);
        model.mayEnd->store(false);
        model.show(2);
        model.show(1);
        QVERIFY(!model.isBusy());
        QCOMPARE(model.rowCount(), kLarge);
        QTRY_COMPARE(model.stopped->load(), 1);
        QTest::qWait(20);
        QCOMPARE(model.rowCount(), kLarge);  // the late result was dropped
    }

    void newSourceDropsTheOldRequest() {
        Multiples model(kLarge);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.mayEnd->store(false);
        model.show(2);
        model.setCount(2 * kLarge);
        QVERIFY(model.isBusy());
        QCOMPARE(model.rowCount(), 0);  // nothing of the new source before its order is there
        QTRY_COMPARE(model.stopped->load(), 1);
        model.mayEnd->store(true);
        QTRY_COMPARE(model.rowCount(), kLarge);
    }

    void destructionStopsTheRequest() {
        auto model = std::make_unique<Multiples>(kLarge);
        model->mayEnd->store(false);
        const auto stopped = model->stopped;
        model->show(2);
        model.reset();
        QTRY_COMPARE(stopped->load(), 1);
    }

    void ordersAreStable_data() {
        QTest::addColumn<int>("count");
        QTest::newRow("none") << 0;
        QTest::newRow("one") << 1;
        QTest::newRow("one chunk") << 65536;
        QTest::newRow("a row more") << 65537;
        QTest::newRow("three chunks and a bit") << 200000;
    }
    void ordersAreStable() {
        QFETCH(int, count);
        std::mt19937 random(7);
        std::vector<int> keys(static_cast<std::size_t>(count));
        std::generate(keys.begin(), keys.end(), [&] { return static_cast<int>(random() % 100); });
        const auto compare = [&](std::uint32_t left, std::uint32_t right) {
            return keys[left] <=> keys[right];
        };
        for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            auto rows = models::allRows(keys.size());
            models::orderRows(rows, order, compare, [] { return false; });
            auto expected = models::allRows(keys.size());
            std::stable_sort(expected.begin(), expected.end(), [&](std::uint32_t left, std::uint32_t right) {
                return order == Qt::AscendingOrder ? keys[left] < keys[right] : keys[left] > keys[right];
            });
            QVERIFY(rows == expected);
        }
    }
};

QTEST_GUILESS_MAIN(TstTableModel)
#include "tst_table_model.moc"
