// SPDX-License-Identifier: GPL-3.0-or-later
// Every way in: dialogs, drop, paste, recent files, reload; errors, cancelling, closing half-way.
#include <QClipboard>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QToolButton>

#include "tests/gui/shell/shell_test.h"
#include "ui/widgets/status_progress.h"

using namespace dimscope;
using namespace dimscope::test;

class TestLoading : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { fixSurroundings(m_settings.path()); }
    void init() {
        failOnWarnings();
        m_window = std::make_unique<MainWindow>(MainWindow::Memory::none);
        showSample(*m_window);
    }
    void cleanup() { m_window.reset(); }

    void errorKeepsTheDocument();
    void errorTextCanBeSelectedAndTriedAgain();
    void openDialogOpensSeveral();
    void dropOpensFilesAndFolders();
    void dropOfForeignUrlSaysWhy();
    void pasteOpensAituneText();
    void pasteOfNothingSaysWhy();
    void pasteInTheFilterStaysThere();
    void recentFilesOpenAgain();
    void reloadReadsAgainAndKeepsTheSelection();
    void changedFileOffersReload();
    void ignoredChangeIsForgotten();
    void cancelKeepsTheDocument();
    void closesWhileLoading();
    void summaryOnlyFileSaysSo();

 private:
    QString title() { return m_window->workspace().document()->title; }
    QString file(const QString& name) { return m_files.filePath(name); }
    void open(const QString& path) {
        m_window->open({path});
        settle(*m_window);
    }
    void drop(const QList<QUrl>& urls);
    QPushButton* choice(widgets::MessageBar* bar, const QString& text);
    QString bigFile();

    QTemporaryDir m_settings;
    QTemporaryDir m_files;
    std::unique_ptr<MainWindow> m_window;
};

void TestLoading::drop(const QList<QUrl>& urls) {
    QMimeData content;
    content.setUrls(urls);
    QDragEnterEvent enter({50, 50}, Qt::CopyAction, &content, Qt::LeftButton, {});
    QCoreApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event({50, 50}, Qt::CopyAction, &content, Qt::LeftButton, {});
    QCoreApplication::sendEvent(m_window.get(), &event);
    settle(*m_window);
}

QPushButton* TestLoading::choice(widgets::MessageBar* bar, const QString& text) {
    for (auto* button : bar->findChildren<QPushButton*>()) {
        if (button->text() == text && button->isVisible()) {
            return button;
        }
    }
    return nullptr;
}

/// Big enough that a load does not end before it is cancelled.
QString TestLoading::bigFile() {
    const QString path = file(QStringLiteral("big.shapes.jsonl"));
    if (!QFile::exists(path)) {
        writeFile(path, captureText(QStringLiteral("big"), QList<int>(60000, 4)));
    }
    return path;
}

void TestLoading::errorKeepsTheDocument() {
    const QString before = title();
    const QString bad = file(QStringLiteral("bad.shapes.jsonl"));
    writeFile(bad, captureText(QStringLiteral("m"), {1, 2}).replace("[2, 16]", "[-2, 16]") + "\n");
    open(bad);
    QCOMPARE(title(), before);
    QVERIFY(m_window->messages()->isVisible());
    QCOMPARE(m_window->messages()->kind(), widgets::MessageBar::Kind::error);
    const QRegularExpression text(QStringLiteral("bad\\.shapes\\.jsonl:3:\\d+: .*-2.*; expected .*"));
    QVERIFY2(text.match(m_window->messages()->text()).hasMatch(), qPrintable(m_window->messages()->text()));
    keepGrab(*m_window, QStringLiteral("error-light"));
    open(dataFile(QStringLiteral("aitune/unet_cfg.json")));
    QVERIFY(!m_window->messages()->isVisible());
    QVERIFY(title() != before);
}

void TestLoading::errorTextCanBeSelectedAndTriedAgain() {
    const QString path = file(QStringLiteral("late.shapes.jsonl"));
    open(path);
    QVERIFY(m_window->messages()->isVisible());
    QVERIFY(m_window->messages()->text().contains(path));
    for (auto* button : m_window->messages()->findChildren<QToolButton*>()) {
        if (button->accessibleName().startsWith(QStringLiteral("Copy"))) {
            button->click();
        }
    }
    QCOMPARE(QApplication::clipboard()->text(), m_window->messages()->text());
    writeFile(path, captureText(QStringLiteral("late"), {1, 2}));
    QPushButton* again = choice(m_window->messages(), QStringLiteral("Try Again"));
    QVERIFY(again);
    again->click();
    settle(*m_window);
    QCOMPARE(title(), QStringLiteral("late.shapes.jsonl"));
    QVERIFY(!m_window->messages()->isVisible());
}

void TestLoading::openDialogOpensSeveral() {
    writeFile(file(QStringLiteral("a.shapes.jsonl")), captureText(QStringLiteral("first"), {1, 2}));
    writeFile(file(QStringLiteral("b.shapes.jsonl")), captureText(QStringLiteral("second"), {1, 2}));
    actionOf(*m_window, QStringLiteral("open"))->trigger();
    auto* dialog = m_window->findChild<QFileDialog*>(QStringLiteral("openDialog"));
    QVERIFY(dialog);
    dialog->setDirectory(m_files.path());
    auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    QVERIFY(name);
    name->setText(QStringLiteral("\"a.shapes.jsonl\" \"b.shapes.jsonl\""));
    static_cast<QDialog*>(dialog)->accept();
    settle(*m_window);
    QCOMPARE(captureOf(*m_window).modules().size(), std::size_t{2});
}

void TestLoading::dropOpensFilesAndFolders() {
    drop({QUrl::fromLocalFile(dataFile(QStringLiteral("aitune/tuning_report_v3.json")))});
    QCOMPARE(title(), QStringLiteral("tuning_report_v3.json"));
    QTemporaryDir folder;
    writeFile(folder.filePath(QStringLiteral("one.shapes.jsonl")),
              captureText(QStringLiteral("one"), {1, 2}));
    writeFile(folder.filePath(QStringLiteral("two.shapes.jsonl")),
              captureText(QStringLiteral("two"), {1, 2}));
    drop({QUrl::fromLocalFile(folder.path())});
    QCOMPARE(captureOf(*m_window).modules().size(), std::size_t{2});
    QCOMPARE(m_window->workspace().document()->files.size(), 2);
}

void TestLoading::dropOfForeignUrlSaysWhy() {
    const QString before = title();
    drop({QUrl(QStringLiteral("https://example.org/capture.jsonl"))});
    QCOMPARE(title(), before);
    QVERIFY(m_window->messages()->isVisible());
    QCOMPARE(m_window->messages()->kind(), widgets::MessageBar::Kind::warning);
}

void TestLoading::pasteOpensAituneText() {
    QFile log(dataFile(QStringLiteral("logs/locator_tables.txt")));
    QVERIFY(log.open(QIODevice::ReadOnly));
    QApplication::clipboard()->setText(QString::fromUtf8(log.readAll()));
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_window->layoutOfPanels().tensors()->view()->setFocus();
    QTest::keySequence(m_window->layoutOfPanels().tensors()->view(), QKeySequence::Paste);
    QTRY_VERIFY(!m_window->workspace().document()->isSample);
    settle(*m_window);
    QVERIFY(!captureOf(*m_window).tensors().empty());
    QVERIFY(!actionOf(*m_window, QStringLiteral("reload"))->isEnabled());
}

void TestLoading::pasteOfNothingSaysWhy() {
    QApplication::clipboard()->clear();
    actionOf(*m_window, QStringLiteral("paste"))->trigger();
    QVERIFY(m_window->messages()->isVisible());
    QVERIFY(m_window->workspace().document()->isSample);
    QApplication::clipboard()->setText(QStringLiteral("no table anywhere"));
    actionOf(*m_window, QStringLiteral("paste"))->trigger();
    settle(*m_window);
    QCOMPARE(m_window->messages()->kind(), widgets::MessageBar::Kind::error);
    QVERIFY(m_window->workspace().document()->isSample);
}

void TestLoading::pasteInTheFilterStaysThere() {
    QApplication::clipboard()->setText(QStringLiteral("verdict:batch"));
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    auto* filter = m_window->findChild<widgets::FilterEdit*>(QStringLiteral("filter"));
    filter->setFocus();
    QTest::keySequence(filter, QKeySequence::Paste);
    QCOMPARE(filter->text(), QStringLiteral("verdict:batch"));
    QVERIFY(!m_window->loader().isLoading());
}

void TestLoading::recentFilesOpenAgain() {
    const QString path = dataFile(QStringLiteral("aitune/tuning_report_v1.json"));
    open(path);
    m_window->openSample();
    settle(*m_window);
    auto* menu = m_window->findChild<QMenu*>(QStringLiteral("recent"));
    emit menu->aboutToShow();
    QVERIFY(menu->actions().front()->text().contains(QStringLiteral("tuning_report_v1.json")));
    menu->actions().front()->trigger();
    settle(*m_window);
    QCOMPARE(title(), QStringLiteral("tuning_report_v1.json"));
    emit menu->aboutToShow();
    menu->actions().back()->trigger();
    emit menu->aboutToShow();
    QCOMPARE(menu->actions().size(), 1);
    QVERIFY(!menu->actions().front()->isEnabled());
}

void TestLoading::reloadReadsAgainAndKeepsTheSelection() {
    const QString path = file(QStringLiteral("grows.shapes.jsonl"));
    writeFile(path, captureText(QStringLiteral("m"), {1, 2}));
    open(path);
    m_window->workspace().selectTensors({tensorOf(*m_window, "m", "0", "output[0]")});
    writeFile(path, captureText(QStringLiteral("m"), {1, 2, 4}));
    actionOf(*m_window, QStringLiteral("reload"))->trigger();
    settle(*m_window);
    QCOMPARE(captureOf(*m_window).sampleCount(), std::uint64_t{3});
    QCOMPARE(m_window->workspace().selection().tensor(),
             std::optional(tensorOf(*m_window, "m", "0", "output[0]")));
    QCOMPARE(m_window->layoutOfPanels().tensors()->view()->selectedRowNumbers(), QList<int>{1});
}

void TestLoading::changedFileOffersReload() {
    const QString path = file(QStringLiteral("watched.shapes.jsonl"));
    writeFile(path, captureText(QStringLiteral("m"), {1, 2}));
    open(path);
    writeFile(path, captureText(QStringLiteral("m"), {1, 2, 4, 8}));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->reloadOffer()->isVisible(), 10000);
    QVERIFY(m_window->reloadOffer()->text().contains(QStringLiteral("watched.shapes.jsonl")));
    keepGrab(*m_window, QStringLiteral("reload-offer-light"));
    QPushButton* reload = choice(m_window->reloadOffer(), QStringLiteral("Reload"));
    QVERIFY(reload);
    reload->click();
    settle(*m_window);
    QCOMPARE(captureOf(*m_window).sampleCount(), std::uint64_t{4});
    QVERIFY(!m_window->reloadOffer()->isVisible());
}

void TestLoading::ignoredChangeIsForgotten() {
    const QString path = file(QStringLiteral("ignored.shapes.jsonl"));
    writeFile(path, captureText(QStringLiteral("m"), {1, 2}));
    open(path);
    writeFile(path, captureText(QStringLiteral("m"), {1, 2, 4}));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->reloadOffer()->isVisible(), 10000);
    choice(m_window->reloadOffer(), QStringLiteral("Ignore"))->click();
    QVERIFY(!m_window->reloadOffer()->isVisible());
    QCOMPARE(captureOf(*m_window).sampleCount(), std::uint64_t{2});
}

void TestLoading::cancelKeepsTheDocument() {
    const QString before = title();
    QSignalSpy cancelled(&m_window->loader(), &session::LoadController::cancelled);
    m_window->open({bigFile()});
    QVERIFY(m_window->loader().isLoading());
    auto* progress = m_window->findChild<widgets::StatusProgress*>();
    QVERIFY(progress->isRunning());
    progress->findChild<QToolButton*>()->click();
    QTRY_COMPARE(cancelled.size(), 1);
    settle(*m_window);
    QVERIFY(!progress->isRunning());
    QVERIFY(!progress->isVisible());
    QCOMPARE(title(), before);
    QVERIFY(!m_window->messages()->isVisible());
    actionOf(*m_window, QStringLiteral("reload"))->trigger();
    settle(*m_window);
    QVERIFY(m_window->workspace().document()->isSample);
}

void TestLoading::closesWhileLoading() {
    m_window->open({bigFile()});
    QVERIFY(m_window->loader().isLoading());
    QVERIFY(m_window->close());
    m_window.reset();
    QCoreApplication::processEvents();
}

void TestLoading::summaryOnlyFileSaysSo() {
    open(dataFile(QStringLiteral("aitune/tuning_report_v3.json")));
    const auto& layout = m_window->layoutOfPanels();
    QVERIFY(layout.samples()->view()->emptyText().startsWith(QStringLiteral("No samples in this file")));
    QVERIFY(layout.charts()->evolution()->summary().contains(QStringLiteral("no samples in this file")));
    QVERIFY(layout.tensors()->model().rowCount() > 0);
    const auto* line = m_window->findChild<widgets::ElidedLabel*>(QStringLiteral("documentLine"));
    QVERIFY(line->text().contains(QStringLiteral("no samples in this file")));
}

QTEST_MAIN(TestLoading)
#include "tst_loading.moc"
