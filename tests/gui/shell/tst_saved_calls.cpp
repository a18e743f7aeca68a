// SPDX-License-Identifier: GPL-3.0-or-later
// Files of saved arguments are shown before they become the open document.
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>

#include "tests/gui/shell/shell_test.h"
#include "ui/shell/saved_calls_dialog.h"

using namespace dimscope;
using namespace dimscope::test;
using Model = models::SavedCallTableModel;

class TestSavedCalls : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { fixSurroundings(m_settings.path()); }
    void init() {
        failOnWarnings();
        m_window = std::make_unique<MainWindow>(MainWindow::Memory::none);
        showSample(*m_window);
    }
    void cleanup() { m_window.reset(); }

    void typedBatchSizesCount();
    void oneBatchSizeForAll();
    void namesThatSayAllNeedOneKey();
    void cancelKeepsWhatIsOpen();
    void valuesTellGraphsApart();
    void fileThatIsGoneClosesTheDialog();
    void droppedFilesAreAskedAbout();
    void othersAreNotAskedAbout_data();
    void othersAreNotAskedAbout();
    void statedBatchSizesAreNotAskedFor();
    void whatWasSaidOfTheFilesIsShown();
    void looks_data();
    void looks();

 private:
    [[nodiscard]] static QStringList torchFiles(const QStringList& names) {
        QStringList paths;
        for (const QString& name : names) {
            paths += dataFile(QStringLiteral("torch/") + name);
        }
        return paths;
    }
    shell::SavedCallsDialog* ask(const QStringList& paths) {
        m_window->askAndOpen(paths);
        return waitForDialog();
    }
    shell::SavedCallsDialog* waitForDialog() {
        shell::SavedCallsDialog* dialog = nullptr;
        const auto isThere = [&] {
            dialog = m_window->findChild<shell::SavedCallsDialog*>();
            return dialog != nullptr && dialog->isVisible();
        };
        return QTest::qWaitFor(isThere, 10000) && QTest::qWaitForWindowExposed(dialog) ? dialog : nullptr;
    }
    static void press(const shell::SavedCallsDialog& dialog, QDialogButtonBox::StandardButton button) {
        QTest::mouseClick(dialog.findChild<QDialogButtonBox*>()->button(button), Qt::LeftButton);
    }
    [[nodiscard]] QString title() const { return m_window->workspace().document()->title; }

    QTemporaryDir m_settings;
    std::unique_ptr<MainWindow> m_window;
};

void TestSavedCalls::typedBatchSizesCount() {
    const QString before = title();
    auto* dialog = ask(torchFiles({"unet_bs1.pt", "unet_bs4.pt", "positional.pt"}));
    QVERIFY(dialog);
    QCOMPARE(title(), before);  // nothing is open yet
    const auto* foot = dialog->findChild<QLabel*>(QStringLiteral("foot"));
    QVERIFY2(foot->text().startsWith(QStringLiteral("The batch size of 1 call is not known")),
             qPrintable(foot->text()));
    auto* table = dialog->findChild<widgets::TableView*>();
    QCOMPARE(table->currentIndex(), dialog->model().index(2, Model::BatchSize));
    QVERIFY(table->hasFocus());
    QTest::keyClick(table, Qt::Key_Return);
    auto* field = table->findChild<QLineEdit*>();
    QVERIFY(field);
    QTest::keyClicks(field, QStringLiteral("2"));
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(foot->text(), QStringLiteral("Every call has a batch size."));
    QVERIFY(dialog->isVisible());  // Return ended the edit and nothing else
    press(*dialog, QDialogButtonBox::Open);
    QTRY_COMPARE(captureOf(*m_window).sampleCount(), std::uint64_t(3));
    settle(*m_window);
    std::vector<std::int64_t> batchSizes;
    for (const capture::Graph& graph : captureOf(*m_window).graphs()) {
        batchSizes.insert(batchSizes.end(), graph.batchSizes->begin(), graph.batchSizes->end());
    }
    QCOMPARE(batchSizes, (std::vector<std::int64_t>{1, 4, 2}));
    QVERIFY(m_window->labels().isDirty());  // no file holds what was typed
    QTRY_VERIFY(m_window->findChild<shell::SavedCallsDialog*>() == nullptr);
    m_window->reload();
    settle(*m_window);
    QVERIFY(m_window->findChild<shell::SavedCallsDialog*>() == nullptr);
    QCOMPARE(captureOf(*m_window).graphs().back().batchSizes->front(), 2);
}

void TestSavedCalls::oneBatchSizeForAll() {
    auto* dialog = ask(torchFiles({"positional.pt"}));
    QVERIFY(dialog);
    auto* constant = dialog->findChild<QSpinBox*>();
    QVERIFY(!constant->isEnabled());
    dialog->findChildren<QCheckBox*>().front()->click();
    QVERIFY(constant->isEnabled());
    constant->setValue(6);
    press(*dialog, QDialogButtonBox::Open);
    QTRY_COMPARE(captureOf(*m_window).sampleCount(), std::uint64_t(1));
    settle(*m_window);
    QCOMPARE(m_window->labels().labelling()->source,
             (capture::BatchSizeSource{capture::BatchSizeSource::Constant{6}}));
    QCOMPARE(captureOf(*m_window).graphs()[0].batchSizes->front(), 6);
}

void TestSavedCalls::namesThatSayAllNeedOneKey() {
    auto* dialog = ask(torchFiles({"unet_bs1.pt", "unet_bs4.pt"}));
    QVERIFY(dialog);
    QCOMPARE(dialog->model().firstUnknown(), -1);
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
    QTRY_COMPARE(captureOf(*m_window).sampleCount(), std::uint64_t(2));
    settle(*m_window);
    QVERIFY(!m_window->labels().isDirty());
}

void TestSavedCalls::cancelKeepsWhatIsOpen() {
    const session::DocumentPtr before = m_window->workspace().document();
    auto* dialog = ask(torchFiles({"positional.pt"}));
    QVERIFY(dialog);
    QTest::keyClick(dialog, Qt::Key_Escape);
    settle(*m_window);
    QCOMPARE(m_window->workspace().document(), before);
    QCOMPARE(m_window->statusBar()->currentMessage(), QStringLiteral("Nothing was opened."));
    dialog = ask(torchFiles({"positional.pt"}));
    QVERIFY(dialog);
    press(*dialog, QDialogButtonBox::Cancel);
    QCOMPARE(m_window->workspace().document(), before);
}

void TestSavedCalls::valuesTellGraphsApart() {
    auto* dialog = ask(torchFiles({"args_kwargs.pt"}));
    QVERIFY(dialog);
    QCheckBox* strict = dialog->findChildren<QCheckBox*>().back();
    QVERIFY(!strict->isChecked());
    const QSignalSpy reset(&dialog->model(), &QAbstractItemModel::modelReset);
    strict->click();
    QTRY_COMPARE(reset.count(), 1);
    QVERIFY(dialog->isVisible());
    press(*dialog, QDialogButtonBox::Open);
    QTRY_COMPARE(captureOf(*m_window).sampleCount(), std::uint64_t(1));
    settle(*m_window);
    QCOMPARE(captureOf(*m_window).graphs()[0].strictness, module::Strictness::strict);
}

void TestSavedCalls::fileThatIsGoneClosesTheDialog() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("gone.pt"));
    QVERIFY(QFile::copy(torchFiles({"positional.pt"}).front(), path));
    const session::DocumentPtr before = m_window->workspace().document();
    auto* dialog = ask({path});
    QVERIFY(dialog);
    QVERIFY(QFile::remove(path));
    dialog->findChildren<QCheckBox*>().back()->click();
    QTRY_VERIFY(m_window->findChild<shell::SavedCallsDialog*>() == nullptr);
    QVERIFY(m_window->messages()->isVisible());
    QCOMPARE(m_window->workspace().document(), before);
}

void TestSavedCalls::droppedFilesAreAskedAbout() {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(torchFiles({"positional.pt"}).front())});
    QDragEnterEvent enter({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &drop);
    auto* dialog = waitForDialog();
    QVERIFY(dialog);
    press(*dialog, QDialogButtonBox::Cancel);
}

void TestSavedCalls::othersAreNotAskedAbout_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("a capture") << QStringLiteral("captures/misleading.shapes.jsonl");
    QTest::newRow("a summary of AITune in a .pt file") << QStringLiteral("torch/aitune_unet.pt");
}

void TestSavedCalls::statedBatchSizesAreNotAskedFor() {
    readers::OpenOptions options;
    options.batchSizes.from = capture::BatchSizeSource::Constant{4};
    m_window->askAndOpen(torchFiles({"positional.pt"}), options);
    settle(*m_window);
    QVERIFY(m_window->findChild<shell::SavedCallsDialog*>() == nullptr);
    QVERIFY(title().contains(QStringLiteral("positional")));
}

void TestSavedCalls::othersAreNotAskedAbout() {
    QFETCH(QString, name);
    const session::DocumentPtr before = m_window->workspace().document();
    m_window->askAndOpen({dataFile(name)});
    settle(*m_window);
    QVERIFY(m_window->workspace().document() != before);
    QVERIFY(m_window->findChild<shell::SavedCallsDialog*>() == nullptr);
}

void TestSavedCalls::whatWasSaidOfTheFilesIsShown() {
    const auto noticesOf = [](const shell::SavedCallsDialog& dialog) {
        return dialog.findChild<QPlainTextEdit*>(QStringLiteral("notices"));
    };
    auto* quiet = ask(torchFiles({"positional.pt"}));
    QVERIFY(quiet);
    QVERIFY(!noticesOf(*quiet)->isVisible());
    quiet->reject();
    QTRY_VERIFY(m_window->findChild<shell::SavedCallsDialog*>() == nullptr);
    auto* dialog = ask({dataFile(QStringLiteral("torch"))});
    QVERIFY(dialog);
    QVERIFY(noticesOf(*dialog)->isVisible());
    const QString text = noticesOf(*dialog)->toPlainText();
    QVERIFY2(text.contains(QStringLiteral("no_tensor.pt: found no tensor in this file")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("passed over make_fixtures.py")), qPrintable(text));
    keepGrab(*dialog, QStringLiteral("saved-calls-notices"));
}

void TestSavedCalls::looks_data() {
    QTest::addColumn<bool>("isDark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestSavedCalls::looks() {
    QFETCH(bool, isDark);
    widgets::applyTheme(*qApp, isDark ? widgets::ThemeChoice::dark : widgets::ThemeChoice::light);
    auto* dialog =
        ask(torchFiles({"unet_bs1.pt", "unet_bs2.pt", "unet_bs4.pt", "positional.pt", "samples.pt"}));
    QVERIFY(dialog);
    for (const QWidget* widget : dialog->findChildren<QWidget*>()) {
        if (widget->isVisible() && widget->focusPolicy() != Qt::NoFocus) {
            QVERIFY2(!widget->accessibleName().isEmpty() ||
                         qobject_cast<const QAbstractButton*>(widget) != nullptr ||
                         qobject_cast<const QSpinBox*>(widget->parentWidget()) != nullptr,
                     widget->metaObject()->className());
        }
    }
    keepGrab(*dialog, isDark ? QStringLiteral("saved-calls-dark") : QStringLiteral("saved-calls-light"));
    press(*dialog, QDialogButtonBox::Cancel);
    widgets::applyTheme(*qApp, widgets::ThemeChoice::light);
}

QTEST_MAIN(TestSavedCalls)
#include "tst_saved_calls.moc"
