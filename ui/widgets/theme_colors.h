// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

namespace dimscope::widgets {

/// Colours with a meaning, for the light or the dark theme, chosen by the palette's window colour. Never the
/// only signal: each goes with a sign (static ■, batch ▲, dynamic ~, warning ▲, error ■).
struct ThemeColors {
    QColor fixed;    ///< static axes
    QColor batch;    ///< batch axes
    QColor dynamic;  ///< dynamic axes
    QColor note;
    QColor warning;
    QColor error;
    QColor grid;       ///< hairlines of tables and charts
    QColor secondary;  ///< text that says less
    QColor selection;  ///< band behind what is selected
    bool dark = false;

    [[nodiscard]] static ThemeColors of(const QPalette& palette);
};

}  // namespace dimscope::widgets
