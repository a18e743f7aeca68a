// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QString>
#include <optional>

class QApplication;

namespace dimscope::widgets {

/// The user's choice. `system` is the palette that the desktop gave at the start (Qt 6.4 cannot ask whether
/// it is a dark one), or the light theme where the desktop gave none.
enum class ThemeChoice { system, light, dark };

/// "system", "light", "dark": as kept in the settings and given on the command line.
[[nodiscard]] QString themeName(ThemeChoice choice);
[[nodiscard]] std::optional<ThemeChoice> themeFromName(const QString& name);

/// Sets the program's style and remembers the desktop's palette. Once, before the first window.
void installStyle(QApplication& application);
void applyTheme(QApplication& application, ThemeChoice choice);

/// Palette of resources/themes/<name>.json.
[[nodiscard]] QPalette themePalette(ThemeChoice choice);

}  // namespace dimscope::widgets
