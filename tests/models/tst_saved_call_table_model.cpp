// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "core/readers/open_capture.h"
#include "tests/support/sample_data.h"
#include "ui/models/roles.h"
#include "ui/models/saved_call_table_model.h"

using namespace dimscope;
using Model = models::SavedCallTableModel;

class TstSavedCallTableModel : public QObject {
    Q_OBJECT

    /// unet at batch sizes 1 and 4 as the names say, then a file whose name says none.
    [[nodiscard]] static std::shared_ptr<const capture::Capture> recording() {
        const std::filesystem::path folder(DIMSCOPE_TEST_DATA_DIR "/torch");
        const auto opened =
            readers::openCapture({folder / "unet_bs1.pt", folder / "unet_bs4.pt", folder / "positional.pt"});
        return opened ? opened->recorded : nullptr;
    }

    [[nodiscard]] static QStringList column(const Model& model, int column) {
        QStringList texts;
        for (int row = 0; row < model.rowCount(); ++row) {
            texts += model.index(row, column).data().toString();
        }
        return texts;
    }

 private slots:
    void rowsTellFilesAndBatchSizes() {
        Model model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.setRecording(recording());
        QCOMPARE(column(model, Model::File), (QStringList{"unet_bs1.pt", "unet_bs4.pt", "positional.pt"}));
        QCOMPARE(column(model, Model::Module), (QStringList{"unet", "unet", "positional"}));
        QCOMPARE(column(model, Model::BatchSize), (QStringList{"1", "4", "not known"}));
        QVERIFY(column(model, Model::Arguments).front().contains(u'×'));
        QCOMPARE(model.unknownCount(), 1);
    }

    void batchSizesAreTyped_data() {
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isTaken");
        QTest::newRow("a number") << int(Model::BatchSize) << "8" << true;
        QTest::newRow("blanks around it") << int(Model::BatchSize) << " 8 " << true;
        QTest::newRow("zero") << int(Model::BatchSize) << "0" << false;
        QTest::newRow("negative") << int(Model::BatchSize) << "-1" << false;
        QTest::newRow("a word") << int(Model::BatchSize) << "eight" << false;
        QTest::newRow("beyond 64 bits") << int(Model::BatchSize) << "9223372036854775808" << false;
        QTest::newRow("another column") << int(Model::Module) << "8" << false;
    }

    void batchSizesAreTyped() {
        QFETCH(int, column);
        QFETCH(QString, text);
        QFETCH(bool, isTaken);
        Model model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRecording(recording());
        const QSignalSpy changed(&model, &Model::batchSizesChanged);
        QCOMPARE(model.setData(model.index(2, column), text), isTaken);
        QCOMPARE(changed.count(), isTaken ? 1 : 0);
        QCOMPARE(model.unknownCount(), isTaken ? 0 : 1);
        const auto relabels = model.relabels();
        QCOMPARE(relabels.size(), isTaken ? std::size_t(1) : std::size_t(0));
        if (isTaken) {
            QCOMPARE(relabels[0], (capture::GraphRelabels{"positional", "0", {{0, 8}}}));
            QCOMPARE(model.index(2, Model::BatchSize).data().toString(), QStringLiteral("8 ✎"));
            QVERIFY(model.setData(model.index(2, Model::BatchSize), QString()));
            QVERIFY(model.relabels().empty());
            QCOMPARE(model.unknownCount(), 1);
        }
    }

    void constantCountsForAllButTyped() {
        Model model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setConstant(2);
        model.setRecording(recording());
        QVERIFY(model.setData(model.index(1, Model::BatchSize), 3));
        const QStringList texts{"2", "3 ✎", "2"};
        for (int row = 0; row < 3; ++row) {
            QCOMPARE(model.index(row, Model::BatchSize).data().toString(), texts[row]);
        }
        QCOMPARE(model.unknownCount(), 0);
        model.setConstant(std::nullopt);
        QCOMPARE(model.unknownCount(), 1);
        QCOMPARE(model.index(2, Model::BatchSize).data(models::SecondaryRole), QVariant(true));
    }

    void onlyBatchSizesAreEditable() {
        Model model;
        model.setRecording(recording());
        for (int column = 0; column < model.columnCount(); ++column) {
            QCOMPARE(model.flags(model.index(0, column)).testFlag(Qt::ItemIsEditable),
                     column == Model::BatchSize);
        }
        QVERIFY(!model.index(7, 0).isValid());
    }
};

QTEST_GUILESS_MAIN(TstSavedCallTableModel)
#include "tst_saved_call_table_model.moc"
