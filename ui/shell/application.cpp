// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/application.h"

#include <QApplication>
#include <QBuffer>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QPixmap>
#include <QTimer>

#include "core/files/atomic_file.h"
#include "core/session/session_file.h"
#include "ui/charts/chart_pane.h"
#include "ui/panels/charts_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/native_path.h"
#include "ui/shell/panel_layout.h"
#include "ui/widgets/theme.h"

namespace dimscope::shell {

namespace {

enum ExitCode : int { kDone = 0, kUsage = 2, kUnreadable = 3, kUnwritable = 4, kInterrupted = 5 };

constexpr int kPollMs = 10;

void setUp(QApplication& application) {
    QCoreApplication::setOrganizationName(QStringLiteral("dimscope"));
    QCoreApplication::setApplicationName(QStringLiteral("dimscope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(DIMSCOPE_VERSION));
    QGuiApplication::setApplicationDisplayName(QString());
    QGuiApplication::setDesktopFileName(QStringLiteral("dimscope"));
    widgets::installStyle(application);
}

/// Returns when `done` says so after the events of the moment were handled.
void waitFor(const std::function<bool()>& done) {
    QEventLoop loop;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
        if (done()) {
            loop.quit();
        }
    });
    timer.start(kPollMs);
    loop.exec();
}

/// Error text of the load, empty where it worked.
QString load(MainWindow& window, const StartOptions& options, const base::CancelToken& cancel) {
    QString problem;
    QObject::connect(&window.loader(), &session::LoadController::failed, &window,
                     [&problem](session::LoadId, const base::Error& error) {
                         problem = QString::fromStdString(error.text());
                     });
    for (const QString& path : options.paths) {
        const std::filesystem::path file = nativePath(path);
        if (session::isSessionFile(file)) {
            if (const auto opened = session::openSession(file); !opened) {
                return QString::fromStdString(opened.error().text());
            }
        }
    }
    if (options.paths.isEmpty()) {
        window.openSample(options.open);
    } else {
        window.open(options.paths, options.open);
    }
    waitFor([&] { return !window.loader().isLoading() || cancel.cancelled(); });
    return problem;
}

QWidget* widgetOf(MainWindow& window, const QString& view) {
    PanelLayout& layout = window.layoutOfPanels();
    if (panels::ChartsPanel::chartNames().contains(view)) {
        layout.charts()->setCurrentChart(view);
        return layout.charts()->currentPane();
    }
    return view == QStringLiteral("window") ? &window : layout.bringUp(view);
}

bool writePng(const QPixmap& picture, const QString& path, QString* error) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!buffer.open(QIODevice::WriteOnly) || !picture.save(&buffer, "PNG")) {
        *error =
            QCoreApplication::translate("dimscope::shell", "%1: the picture could not be made").arg(path);
        return false;
    }
    const auto written = files::writeAtomically(nativePath(path), [&bytes](const files::TextSink& sink) {
        return sink({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    });
    if (!written) {
        *error = QString::fromStdString(written.error().text());
    }
    return written.has_value();
}

}  // namespace

int runWindow(QApplication& application, const StartOptions& options) {
    setUp(application);
    MainWindow window(MainWindow::Memory::settings);
    window.show();
    if (options.paths.isEmpty()) {
        window.openSample(options.open);
    } else {
        window.askAndOpen(options.paths, options.open);
    }
    return QApplication::exec();
}

int takeScreenshot(QApplication& application, const ScreenshotOptions& options, QString* error) {
    const QString view = options.view.isEmpty() ? QStringLiteral("window") : options.view;
    const QString theme =
        options.theme.isEmpty() ? widgets::themeName(widgets::ThemeChoice::light) : options.theme;
    const auto choice = widgets::themeFromName(theme);
    if (!viewNames().contains(view) || !choice || options.size.isEmpty()) {
        *error = QCoreApplication::translate(
                     "dimscope::shell",
                     "found view %1, theme %2, size %3x%4; expected a view of %5; theme light "
                     "or dark; a size such as 1400x875")
                     .arg(view, theme)
                     .arg(options.size.width())
                     .arg(options.size.height())
                     .arg(viewNames().join(QStringLiteral(", ")));
        return kUsage;
    }
    setUp(application);
    widgets::applyTheme(application, *choice);
    MainWindow window(MainWindow::Memory::none);
    window.resize(options.size);
    window.layoutOfPanels().reset();
    window.show();
    const auto stopped = [&options, error] {
        if (options.cancel.cancelled()) {
            *error = QCoreApplication::translate("dimscope::shell", "stopped on request");
        }
        return options.cancel.cancelled();
    };
    const QString problem = load(window, options.start, options.cancel);
    if (stopped()) {
        return kInterrupted;
    }
    *error = problem;
    if (!problem.isEmpty()) {
        return kUnreadable;
    }
    QWidget* shown = widgetOf(window, view);
    waitFor([&] { return window.isIdle() || options.cancel.cancelled(); });
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
    if (stopped()) {
        return kInterrupted;
    }
    return writePng(shown->grab(), options.output, error) ? kDone : kUnwritable;
}

QStringList viewNames() {
    return QStringList{QStringLiteral("window")} + PanelLayout::panelNames() +
           panels::ChartsPanel::chartNames();
}

}  // namespace dimscope::shell
