// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStyleFactory>
#include <QToolTip>

#include "ui/widgets/style.h"

namespace dimscope::widgets {

namespace {

QPalette& startPalette() {
    static QPalette palette;
    return palette;
}

QPalette readPalette(const QString& name) {
    QFile file(QStringLiteral(":/dimscope/themes/%1.json").arg(name));
    const bool opened = file.open(QIODevice::ReadOnly);
    const QJsonObject colors = opened ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
    const auto color = [&colors](const char* key) {
        return QColor(colors.value(QLatin1String(key)).toString());
    };
    QPalette palette(color("button"), color("window"));
    const QColor text = color("text");
    const QColor border = color("border");
    const bool dark = color("window").lightness() < 128;
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
        palette.setColor(role, text);
        palette.setColor(QPalette::Disabled, role, color("disabled"));
    }
    palette.setColor(QPalette::BrightText, dark ? Qt::white : Qt::black);
    palette.setColor(QPalette::Base, color("base"));
    palette.setColor(QPalette::AlternateBase, color("alternateBase"));
    palette.setColor(QPalette::ToolTipBase, color("tooltip"));
    palette.setColor(QPalette::PlaceholderText, color("placeholder"));
    palette.setColor(QPalette::Mid, border);
    palette.setColor(QPalette::Midlight, color("alternateBase"));
    palette.setColor(QPalette::Light, color("base"));
    palette.setColor(QPalette::Dark, border.darker(dark ? 80 : 125));
    palette.setColor(QPalette::Shadow, dark ? QColor(0x10, 0x12, 0x15) : border.darker(140));
    palette.setColor(QPalette::Highlight, color("selection"));
    palette.setColor(QPalette::HighlightedText, text);
    palette.setColor(QPalette::Link, color("accent"));
    palette.setColor(QPalette::LinkVisited, color("accent"));
    return palette;
}

}  // namespace

QString themeName(ThemeChoice choice) {
    switch (choice) {
        case ThemeChoice::light: return QStringLiteral("light");
        case ThemeChoice::dark: return QStringLiteral("dark");
        case ThemeChoice::system: break;
    }
    return QStringLiteral("system");
}

std::optional<ThemeChoice> themeFromName(const QString& name) {
    for (const auto choice : {ThemeChoice::system, ThemeChoice::light, ThemeChoice::dark}) {
        if (themeName(choice) == name) {
            return choice;
        }
    }
    return std::nullopt;
}

QPalette themePalette(ThemeChoice choice) {
    return choice == ThemeChoice::system ? startPalette() : readPalette(themeName(choice));
}

void installStyle(QApplication& application) {
    const QPalette desktop = QApplication::palette();
    // A desktop without a say leaves the style's own palette in place.
    const QPalette stock = QApplication::style()->standardPalette();
    const bool desktopDecides = desktop.color(QPalette::Window) != stock.color(QPalette::Window) ||
                                desktop.color(QPalette::Base) != stock.color(QPalette::Base);
    startPalette() = desktopDecides ? desktop : readPalette(themeName(ThemeChoice::light));
    QApplication::setStyle(new Style);
    applyTheme(application, ThemeChoice::system);
}

void applyTheme(QApplication& /*application*/, ThemeChoice choice) {
    const QPalette palette = themePalette(choice);
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
}

}  // namespace dimscope::widgets
