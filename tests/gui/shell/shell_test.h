// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFont>
#include <QHeaderView>
#include <QLocale>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include "tests/support/sample_data.h"
#include "ui/charts/evolution_chart.h"
#include "ui/panels/axes_panel.h"
#include "ui/panels/charts_panel.h"
#include "ui/panels/details_panel.h"
#include "ui/panels/evidence_panel.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/navigator_panel.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/samples_panel.h"
#include "ui/panels/tensors_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/panel_layout.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/theme.h"

namespace dimscope::test {

using shell::MainWindow;

/// Asks for the interface of whatever tells of a change, as a screen reader does.
inline void readAloud(QAccessibleEvent* event) {
    if (QAccessibleInterface* told = event->accessibleInterface()) {
        const QString text = told->text(QAccessible::Name);
        Q_UNUSED(text);
    }
}

/// One look, one locale, settings of the test's own, an active screen reader. Once per program.
inline void fixSurroundings(const QString& settingsDir) {
    QStandardPaths::setTestModeEnabled(true);
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settingsDir);
    QCoreApplication::setOrganizationName(QStringLiteral("dimscope"));
    QCoreApplication::setApplicationName(QStringLiteral("dimscope"));
    QLocale::setDefault(QLocale::c());
    QApplication::setFont(QFont(QStringLiteral("DejaVu Sans"), 9));
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    widgets::installStyle(*qApp);
    widgets::applyTheme(*qApp, widgets::ThemeChoice::light);
    QAccessible::setActive(true);
    QAccessible::installUpdateHandler(&readAloud);
}

/// Every warning fails the test but those that tell what the offscreen platform cannot do.
inline void failOnWarnings() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral(
        "^(?!This plugin does not support (propagateSizeHints\\(\\)|raise\\(\\)|grabbing the keyboard))")));
}

inline QString dataFile(const QString& name) {
    return QStringLiteral(DIMSCOPE_TEST_DATA_DIR "/") + name;
}

inline QString sampleFile() {
    return QStringLiteral(DIMSCOPE_SOURCE_DIR "/resources/samples/diffusion-pipeline.shapes.jsonl");
}

/// A native capture of one module and one tensor `x` (batch, 16), with a call per batch size.
inline QByteArray captureText(const QString& module, const QList<int>& batchSizes) {
    QByteArray text = "{\"format\": \"dimscope.capture\", \"version\": 1}\n";
    for (const int batch : batchSizes) {
        const QString shape = QStringLiteral("[%1, 16]").arg(batch);
        const QString side = QStringLiteral(
            "{\"tensor_data\": [{\"access_path\": \"%1\", \"semantic_path\": %2, "
            "\"dtype\": \"torch.float32\", \"shape\": %3}], \"other_data\": [], "
            "\"strict\": true, \"llm_phase\": null}");
        text += QStringLiteral("{\"module\": \"%1\", \"batch_size\": %2, \"inputs\": %3, \"outputs\": %4}\n")
                    .arg(module)
                    .arg(batch)
                    .arg(side.arg(QStringLiteral("x"), QStringLiteral("\"x\""), shape),
                         side.arg(QStringLiteral("output[0]"), QStringLiteral("0"), shape))
                    .toUtf8();
    }
    return text;
}

inline void writeFile(const QString& path, const QByteArray& content) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(content), qint64{content.size()});
}

inline void settle(MainWindow& window) {
    QTRY_VERIFY_WITH_TIMEOUT(window.isIdle(), 60000);
    QCoreApplication::processEvents();
}

/// A shown window with the sample capture open.
inline void showSample(MainWindow& window, QSize size = {1400, 875}) {
    window.resize(size);
    window.layoutOfPanels().reset();
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.openSample();
    settle(window);
    QVERIFY(window.workspace().document());
}

inline const capture::Capture& captureOf(MainWindow& window) {
    return *window.workspace().document()->capture;
}

inline base::TensorId tensorOf(MainWindow& window, const char* module, const char* graph, const char* path) {
    return test_support::tensorNamed(captureOf(window), module, graph, path);
}

inline QAction* actionOf(const MainWindow& window, const QString& name) {
    auto* action = window.findChild<QAction*>(name);
    if (action == nullptr) {
        qFatal("no action %s", qPrintable(name));
    }
    return action;
}

inline void clickRow(widgets::TableView* view, int row, Qt::KeyboardModifiers modifiers = {}) {
    const QModelIndex index = view->model()->index(row, 0);
    view->scrollTo(index);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, modifiers, view->visualRect(index).center());
}

/// Saves a picture for people to look at.
inline void keepGrab(QWidget& widget, const QString& name) {
    QDir().mkpath(QStringLiteral(DIMSCOPE_GRAB_DIR));
    QVERIFY(widget.grab().save(QStringLiteral(DIMSCOPE_GRAB_DIR "/%1.png").arg(name)));
}

}  // namespace dimscope::test
