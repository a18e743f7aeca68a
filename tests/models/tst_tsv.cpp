// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractTableModel>
#include <QTest>
#include <array>

#include "tests/support/sample_data.h"
#include "ui/models/tensor_table_model.h"
#include "ui/models/tsv.h"

using namespace dimscope;

namespace {

/// Two rows and two columns of troublesome text.
class Troublesome : public QAbstractTableModel {
 public:
    [[nodiscard]] int rowCount(const QModelIndex& = {}) const override { return 2; }
    [[nodiscard]] int columnCount(const QModelIndex& = {}) const override { return 2; }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override {
        static const std::array<QString, 4> kTexts{"a\tb", "c\r\nd", QString(QChar(0x2028)), "plain"};
        return role == Qt::DisplayRole
                   ? QVariant(kTexts[static_cast<std::size_t>(2 * index.row() + index.column())])
                   : QVariant();
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation, int role) const override {
        return role == Qt::DisplayRole ? QVariant(section == 0 ? "one\ttwo" : "three") : QVariant();
    }
};

}  // namespace

class TstTsv : public QObject {
    Q_OBJECT

 private slots:
    void cellsStayCells() {
        const std::array rows{0, 1};
        const std::array columns{0, 1};
        QCOMPARE(models::toTsv(Troublesome(), rows, columns),
                 QStringLiteral("one two\tthree\na b\tc  d\n \tplain\n"));
    }

    void visibleColumnsInVisualOrder() {
        const auto data = test_support::pipelineCapture();
        models::TensorTableModel model;
        model.setSnapshot({data.capture, data.analysis});
        const std::array rows{2, 0};
        const std::array columns{int{models::TensorTableModel::Max}, int{models::TensorTableModel::Path}};
        QCOMPARE(models::toTsv(model, rows, columns),
                 QStringLiteral("max\tpath\n8×4×96×160\tsample\n4×77\tinput_ids\n"));
    }

    void outOfRange() {
        const std::array rows{-1, 1, 2};
        const std::array columns{7, 1, -1};
        QCOMPARE(models::toTsv(Troublesome(), rows, columns), QStringLiteral("three\nplain\n"));
        QCOMPARE(models::toTsv(Troublesome(), rows, std::array{5}), QString());
    }
};

QTEST_APPLESS_MAIN(TstTsv)
#include "tst_tsv.moc"
