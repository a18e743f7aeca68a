// SPDX-License-Identifier: GPL-3.0-or-later
// Where unknown batch sizes come from: the button of the toolbar, the menu, the dialog.
#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>

#include "tests/gui/shell/shell_test.h"
#include "ui/shell/actions.h"
#include "ui/shell/batch_source_dialog.h"
#include "ui/shell/batch_source_menu.h"

using namespace dimscope;
using namespace dimscope::test;
using capture::BatchSizeSource;

namespace {

QByteArray sideText(const QList<QPair<QString, QList<int>>>& tensors) {
    QStringList entries;
    for (const auto& [path, sizes] : tensors) {
        QStringList texts;
        for (const int size : sizes) {
            texts += QString::number(size);
        }
        entries += QStringLiteral(
                       "{\"access_path\": \"%1\", \"semantic_path\": \"%1\", \"dtype\": \"torch.float32\", "
                       "\"shape\": [%2]}")
                       .arg(path, texts.join(QStringLiteral(", ")));
    }
    return QStringLiteral(
               "{\"tensor_data\": [%1], \"other_data\": [], \"strict\": true, \"llm_phase\": null}")
        .arg(entries.join(QStringLiteral(", ")))
        .toUtf8();
}

/// Calls of a decoder without batch sizes: input_ids (b, length), latents (2b, 4), a scalar, logits (b, ...).
QByteArray unlabelledText() {
    QByteArray text = "{\"format\": \"dimscope.capture\", \"version\": 1}\n";
    for (const auto& [batch, length] : QList<QPair<int, int>>{{1, 16}, {2, 24}, {4, 16}, {8, 40}, {3, 9}}) {
        text += "{\"module\": \"decoder\", \"batch_size\": null, \"inputs\": " +
                sideText({{"input_ids", {batch, length}}, {"latents", {2 * batch, 4}}, {"step", {}}}) +
                ", \"outputs\": " + sideText({{"logits", {batch, length, 100}}}) + "}\n";
    }
    return text;
}

}  // namespace

class TestBatchSource : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() {
        fixSurroundings(m_folder.path());
        writeFile(m_folder.filePath(QStringLiteral("unlabelled.shapes.jsonl")), unlabelledText());
    }
    void init() {
        failOnWarnings();
        m_window = std::make_unique<MainWindow>(MainWindow::Memory::none);
        m_window->resize(1400, 875);
        m_window->layoutOfPanels().reset();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->open({m_folder.filePath(QStringLiteral("unlabelled.shapes.jsonl"))});
        settle(*m_window);
        QTRY_VERIFY(!m_window->labeller().isSearching());
    }
    void cleanup() { m_window.reset(); }

    void twoClicksTellTheBatch();
    void constantByKeys();
    void axisByKeys();
    void dialogSaysWhatIsWrong_data();
    void dialogSaysWhatIsWrong();
    void preview_data();
    void preview();
    void cancelledDialogChangesNothing();
    void otherAxisIsShown();
    void editMenuAndShortcutReachIt();
    void disabledWithoutSamples();
    void twoClicksTellTheBatchOfRanges();
    void dialogTellsTheBatchOfRanges();
    void dialogGoesWithItsCapture();
    void controlsOfTheDialogHaveNames();
    void sourceTexts_data();
    void sourceTexts();
    void looks_data();
    void looks();

 private:
    QToolButton* button() { return m_window->findChild<QToolButton*>(QStringLiteral("batchSource")); }
    QAction* entry(const QString& text) {
        for (QAction* action : button()->menu()->actions()) {
            if (action->isVisible() && QString(action->text()).remove(u'&') == text) {
                return action;
            }
        }
        return nullptr;
    }
    QStringList checkedEntries() {
        QStringList texts;
        for (const QAction* action : button()->menu()->actions()) {
            if (action->isVisible() && action->isChecked()) {
                texts += QString(action->text()).remove(u'&');
            }
        }
        return texts;
    }
    shell::BatchSourceDialog* ask(const QString& name) {
        actionOf(*m_window, name)->trigger();
        auto* dialog = m_window->findChild<shell::BatchSourceDialog*>();
        return dialog != nullptr && QTest::qWaitForWindowExposed(dialog) ? dialog : nullptr;
    }
    module::Verdict verdict(const char* path) {
        return m_window->workspace()
            .document()
            ->analysis->tensor(tensorOf(*m_window, "decoder", "0", path))
            .axes[0]
            .verdict;
    }
    const BatchSizeSource& source() { return m_window->labels().labelling()->source; }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestBatchSource::twoClicksTellTheBatch() {
    QCOMPARE(verdict("input_ids"), module::Verdict::dynamic);
    QCOMPARE(button()->text(), QStringLiteral("Batch size: recorded ▾"));
    QCOMPARE(checkedEntries(), QStringList{QStringLiteral("Recorded")});
    m_window->workspace().selectAxis(tensorOf(*m_window, "decoder", "0", "latents"), 0);
    m_window->workspace().selectSample(base::SampleId{3});
    settle(*m_window);
    const session::Selection before = m_window->workspace().selection();

    QTimer::singleShot(0, this, [this] {
        QMenu* menu = button()->menu();
        QAction* candidate = entry(QStringLiteral("input_ids:0"));
        QVERIFY(candidate != nullptr);
        QCOMPARE(candidate->toolTip(),
                 QStringLiteral("5 of 5 samples without a batch size get one; axis 0 of 3 tensors is a whole "
                                "multiple of it in every one of them."));
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(candidate).center());
    });
    QTest::mouseClick(button(), Qt::LeftButton);
    settle(*m_window);
    QCOMPARE(verdict("input_ids"), module::Verdict::batch);
    QCOMPARE(verdict("latents"), module::Verdict::batch);
    QCOMPARE(button()->text(), QStringLiteral("Batch size: input_ids:0 ▾"));
    QCOMPARE(checkedEntries(), QStringList{QStringLiteral("input_ids:0")});
    QCOMPARE(m_window->workspace().selection(), before);

    actionOf(*m_window, QStringLiteral("undo"))->trigger();
    settle(*m_window);
    QCOMPARE(verdict("input_ids"), module::Verdict::dynamic);
    QCOMPARE(button()->text(), QStringLiteral("Batch size: recorded ▾"));
    QCOMPARE(checkedEntries(), QStringList{QStringLiteral("Recorded")});
    QCOMPARE(m_window->workspace().selection(), before);
}

void TestBatchSource::constantByKeys() {
    auto* dialog = ask(QStringLiteral("batchSource.constant"));
    QVERIFY(dialog);
    auto* number = qobject_cast<QSpinBox*>(dialog->focusWidget());
    QVERIFY(number);
    QTest::keyClicks(number, QStringLiteral("4"));
    const auto* preview = dialog->findChild<QLabel*>(QStringLiteral("preview"));
    QTRY_COMPARE(preview->text(), QStringLiteral("5 of 5 samples without a batch size get one: 4."));
    QTest::keyClick(number, Qt::Key_Return);
    settle(*m_window);
    QCOMPARE(source(), (BatchSizeSource{BatchSizeSource::Constant{4}}));
    QCOMPARE(button()->text(), QStringLiteral("Batch size: 4 ▾"));
    QCOMPARE(checkedEntries(), QStringList{QStringLiteral("Constant 4…")});
    QCOMPARE(*captureOf(*m_window).graphs()[0].batchSizes, (std::vector<std::int64_t>{4, 4, 4, 4, 4}));
}

void TestBatchSource::axisByKeys() {
    auto* dialog = ask(QStringLiteral("batchSource.axis"));
    QVERIFY(dialog);
    auto* tensor = dialog->findChild<QComboBox*>();
    QVERIFY(tensor->hasFocus());
    QCOMPARE(tensor->currentText(), QStringLiteral("input_ids"));
    QTest::keyClicks(tensor->lineEdit(), QStringLiteral("ATEN"));  // what was proposed is selected
    QTRY_COMPARE(tensor->completer()->completionCount(), 1);
    QCOMPARE(tensor->completer()->currentCompletion(), QStringLiteral("latents"));
    QTest::keyClick(tensor->completer()->popup(), Qt::Key_Down);
    QTest::keyClick(tensor->completer()->popup(), Qt::Key_Return);
    QCOMPARE(tensor->currentText(), QStringLiteral("latents"));
    QTest::keyClick(tensor, Qt::Key_Tab);
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Tab);
    QCOMPARE(dialog->focusWidget()->accessibleName(), QStringLiteral("Divisor"));
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Up);
    const auto* preview = dialog->findChild<QLabel*>(QStringLiteral("preview"));
    QTRY_COMPARE(preview->text(),
                 QStringLiteral("5 of 5 samples without a batch size get one: 1, 2, 3, 4, 8."));
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
    settle(*m_window);
    QCOMPARE(source(), (BatchSizeSource{BatchSizeSource::TensorAxis{"latents", 0, 2}}));
    QCOMPARE(verdict("input_ids"), module::Verdict::batch);
}

void TestBatchSource::dialogSaysWhatIsWrong_data() {
    QTest::addColumn<QString>("tensor");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << ""
                          << "Choose a tensor, or type a part of its path.";
    QTest::newRow("unknown") << "nobody"
                             << "No tensor has the path nobody.";
    QTest::newRow("scalar") << "step"
                            << "step is a scalar: it has no axes.";
}

void TestBatchSource::dialogSaysWhatIsWrong() {
    QFETCH(QString, tensor);
    auto* dialog = ask(QStringLiteral("batchSource.axis"));
    QVERIFY(dialog);
    dialog->findChild<QComboBox*>()->setCurrentText(tensor);
    QTEST(dialog->findChild<QLabel*>(QStringLiteral("preview"))->text(), "text");
    QVERIFY(!dialog->source());
    QTest::keyClick(dialog->findChild<QSpinBox*>(), Qt::Key_Return);
    QVERIFY(dialog->isVisible());
    dialog->findChild<QComboBox*>()->setCurrentText(QStringLiteral("input_ids"));
    QVERIFY(dialog->source());
}

void TestBatchSource::preview_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("filled");
    QTest::addColumn<QList<int>>("sizes");
    QTest::newRow("constant") << "7" << 5 << QList<int>{7};
    QTest::newRow("axis") << "input_ids:0" << 5 << QList<int>{1, 2, 3, 4, 8};
    QTest::newRow("not always divisible") << "input_ids:0/2" << 3 << QList<int>{1, 2, 4};
    QTest::newRow("no such axis") << "input_ids:2" << 0 << QList<int>{};
}

void TestBatchSource::preview() {
    QFETCH(QString, source);
    QFETCH(QList<int>, sizes);
    const auto recording = m_window->workspace().document()->recording();
    const auto found =
        shell::BatchSourceDialog::previewOf(recording, *BatchSizeSource::parse(source.toStdString()));
    QCOMPARE(found.unknown, std::uint64_t{5});
    QTEST(static_cast<int>(found.filled), "filled");
    QCOMPARE(QList<int>(found.some.begin(), found.some.end()), sizes);
    QCOMPARE(found.least, sizes.isEmpty() ? 0 : sizes.front());
    QCOMPARE(found.most, sizes.isEmpty() ? 0 : sizes.back());
}

void TestBatchSource::cancelledDialogChangesNothing() {
    auto* dialog = ask(QStringLiteral("batchSource.constant"));
    QVERIFY(dialog);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(m_window->findChild<shell::BatchSourceDialog*>() == nullptr);
    QCOMPARE(source(), BatchSizeSource{});
    QCOMPARE(checkedEntries(), QStringList{QStringLiteral("Recorded")});
    actionOf(*m_window, QStringLiteral("batchSource.recorded"))->trigger();
    QCOMPARE(checkedEntries(), QStringList{QStringLiteral("Recorded")});
    QVERIFY(!actionOf(*m_window, QStringLiteral("undo"))->isEnabled());
}

void TestBatchSource::otherAxisIsShown() {
    m_window->labels().setSource({BatchSizeSource::TensorAxis{"input_ids", 1, 8}});
    settle(*m_window);
    QCOMPARE(button()->text(), QStringLiteral("Batch size: input_ids:1 / 8 ▾"));
    QCOMPARE(checkedEntries(), QStringList{QStringLiteral("Axis of a Tensor (input_ids:1 / 8)…")});
    auto* dialog = ask(QStringLiteral("batchSource.axis"));
    QVERIFY(dialog);
    QCOMPARE(dialog->source(), std::optional(source()));
    const auto* preview = dialog->findChild<QLabel*>(QStringLiteral("preview"));
    QTRY_COMPARE(
        preview->text(),
        QStringLiteral("4 of 5 samples without a batch size get one: 2, 3, 5. The others have no such "
                       "axis, or a size that is not a multiple of the divisor."));
}

void TestBatchSource::editMenuAndShortcutReachIt() {
    const QMenu* menu = button()->menu();
    QVERIFY(menu->menuAction()->associatedObjects().size() >= 2);  // the menu bar's and the button's
    const auto entries = shell::shortcutsOf(*m_window);
    QVERIFY(std::any_of(entries.begin(), entries.end(), [](const shell::ShortcutEntry& shortcut) {
        return shortcut.menu == QStringLiteral("Edit") &&
               shortcut.text == QStringLiteral("Axis of a Tensor…") &&
               shortcut.shortcut == QStringLiteral("Ctrl+B");
    }));
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
    QVERIFY(m_window->findChild<shell::BatchSourceDialog*>() != nullptr);
}

void TestBatchSource::disabledWithoutSamples() {
    QVERIFY(button()->isEnabled());
    m_window->open({dataFile(QStringLiteral("aitune/tuning_report_v3.json"))});
    settle(*m_window);
    QVERIFY(captureOf(*m_window).sampleCount() == 0);
    QVERIFY(!button()->isEnabled());
    QVERIFY(!actionOf(*m_window, QStringLiteral("batchSource.axis"))->isEnabled());
    actionOf(*m_window, QStringLiteral("close"))->trigger();
    settle(*m_window);
    QVERIFY(!button()->isEnabled());
}

void TestBatchSource::twoClicksTellTheBatchOfRanges() {
    m_window->open({dataFile(QStringLiteral("aitune/tuning_report_v3_jit.json"))});
    settle(*m_window);
    QTRY_VERIFY(!m_window->labeller().isSearching());
    QVERIFY(button()->isEnabled());
    QCOMPARE(button()->text(), QStringLiteral("Batch size: not recorded ▾"));
    const auto& candidates = m_window->labeller().rangeCandidates();
    QVERIFY(!candidates.empty());
    QTimer::singleShot(0, this, [this, text = shell::sourceText({candidates[0].source})] {
        QMenu* menu = button()->menu();
        QAction* candidate = entry(text);
        QVERIFY(candidate != nullptr);
        QVERIFY2(candidate->toolTip().contains(QStringLiteral("as overrides")),
                 qPrintable(candidate->toolTip()));
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(candidate).center());
    });
    QTest::mouseClick(button(), Qt::LeftButton);
    settle(*m_window);
    QCOMPARE(checkedEntries(), QStringList{});
    std::uint64_t batchTensors = 0;
    const auto judged = m_window->judge().judged();
    for (const capture::Tensor& tensor : captureOf(*m_window).tensors()) {
        const auto stated = m_window->editor().stated(tensor.id);
        if (stated) {
            ++batchTensors;
            QVERIFY(stated->batchAxis && stated->batchMultiplier);
            QVERIFY(judged->judgement.spec(tensor.id).batchAxis.has_value());
        }
    }
    QCOMPARE(batchTensors, candidates[0].tensors);
    QCOMPARE(m_window->overrides().undoStack().count(), 1);
    actionOf(*m_window, QStringLiteral("undo"))->trigger();
    settle(*m_window);
    QVERIFY(m_window->overrides().set()->empty());
}

void TestBatchSource::dialogTellsTheBatchOfRanges() {
    m_window->open({dataFile(QStringLiteral("aitune/tuning_report_v3_jit.json"))});
    settle(*m_window);
    QTRY_VERIFY(!m_window->labeller().isSearching());
    auto* dialog = ask(QStringLiteral("batchSource.axis"));
    QVERIFY(dialog);
    const auto* preview = dialog->findChild<QLabel*>(QStringLiteral("preview"));
    QTRY_VERIFY2(preview->text().contains(QStringLiteral("batch axis: batch sizes")),
                 qPrintable(preview->text()));
    auto* accept = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    QVERIFY(accept->isEnabled());
    dialog->findChildren<QSpinBox*>().last()->setValue(1000);
    QTRY_VERIFY2(preview->text().startsWith(QStringLiteral("No tensor gets a batch axis")),
                 qPrintable(preview->text()));
    QVERIFY(!accept->isEnabled());
    dialog->findChildren<QSpinBox*>().last()->setValue(1);
    QTRY_VERIFY(accept->isEnabled());
    QTest::mouseClick(accept, Qt::LeftButton);
    settle(*m_window);
    QVERIFY(!m_window->overrides().set()->empty());
}

void TestBatchSource::dialogGoesWithItsCapture() {
    auto* dialog = ask(QStringLiteral("batchSource.axis"));
    QVERIFY(dialog);
    m_window->labels().setSource({BatchSizeSource::Constant{2}});
    settle(*m_window);
    QVERIFY(dialog->isVisible());  // the recording is the same
    m_window->openSample();
    auto* question = m_window->findChild<QMessageBox*>(QStringLiteral("unsavedSessionDialog"));
    QVERIFY(question != nullptr);  // the source has not been saved
    QTest::mouseClick(question->button(QMessageBox::Discard), Qt::LeftButton);
    settle(*m_window);
    QTRY_VERIFY(m_window->findChild<shell::BatchSourceDialog*>() == nullptr);
}

void TestBatchSource::controlsOfTheDialogHaveNames() {
    auto* dialog = ask(QStringLiteral("batchSource.axis"));
    QVERIFY(dialog);
    for (const QWidget* widget : dialog->findChildren<QWidget*>()) {
        const bool isControl = widget->inherits("QAbstractSpinBox") || widget->inherits("QComboBox") ||
                               widget->inherits("QAbstractButton") || widget->inherits("QAbstractItemView");
        if (isControl && widget->objectName() != QStringLiteral("qt_toolbar_ext_button")) {
            const QAccessibleInterface* told =
                QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
            QVERIFY2(told != nullptr && !told->text(QAccessible::Name).isEmpty(),
                     widget->metaObject()->className());
        }
    }
}

void TestBatchSource::sourceTexts_data() {
    QTest::addColumn<QString>("spelling");
    QTest::addColumn<QString>("text");
    QTest::newRow("recorded") << "recorded"
                              << "recorded";
    QTest::newRow("constant") << "4"
                              << "4";
    QTest::newRow("axis") << "input_ids:0"
                          << "input_ids:0";
    QTest::newRow("divided") << "sample:0/2"
                             << "sample:0 / 2";
}

void TestBatchSource::sourceTexts() {
    QFETCH(QString, spelling);
    QTEST(shell::sourceText(*BatchSizeSource::parse(spelling.toStdString())), "text");
}

void TestBatchSource::looks_data() {
    QTest::addColumn<QString>("theme");
    QTest::newRow("light") << "light";
    QTest::newRow("dark") << "dark";
}

void TestBatchSource::looks() {
    QFETCH(QString, theme);
    m_window->resize(1024, 700);
    m_window->layoutOfPanels().reset();
    m_window->setTheme(theme);
    const QString name = QStringLiteral("batch-source-") + theme;
    settle(*m_window);
    keepGrab(*m_window, name + QStringLiteral("-before"));
    button()->menu()->popup(QPoint(0, 0));
    keepGrab(*button()->menu(), name + QStringLiteral("-menu"));
    button()->menu()->close();
    auto* dialog = ask(QStringLiteral("batchSource.axis"));
    QVERIFY(dialog);
    const auto* preview = dialog->findChild<QLabel*>(QStringLiteral("preview"));
    QTRY_VERIFY(!preview->text().isEmpty());
    keepGrab(*dialog, name + QStringLiteral("-dialog"));
    dialog->accept();
    settle(*m_window);
    QVERIFY(button()->visibleRegion().boundingRect().width() == button()->width());
    keepGrab(*m_window, name + QStringLiteral("-after"));
    m_window->setTheme(QStringLiteral("light"));
}

QTEST_MAIN(TestBatchSource)
#include "tst_batch_source.moc"
