// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/theme_colors.h"

namespace dimscope::widgets {

ThemeColors ThemeColors::of(const QPalette& palette) {
    ThemeColors colors;
    colors.dark = palette.color(QPalette::Window).lightness() < 128;
    if (colors.dark) {
        colors.fixed = QColor(0x9a, 0xa4, 0xb2);
        colors.batch = QColor(0x6e, 0xa2, 0xf7);
        colors.dynamic = QColor(0xf0, 0x9a, 0x48);
        colors.note = QColor(0x9a, 0xa4, 0xb2);
        colors.warning = QColor(0xe3, 0xb3, 0x41);
        colors.error = QColor(0xff, 0x6b, 0x6b);
        colors.grid = QColor(0x3a, 0x40, 0x48);
        colors.secondary = QColor(0x9a, 0xa4, 0xb2);
        colors.selection = QColor(0x2f, 0x45, 0x70);
    } else {
        colors.fixed = QColor(0x6b, 0x74, 0x80);
        colors.batch = QColor(0x23, 0x63, 0xc9);
        colors.dynamic = QColor(0xb8, 0x5c, 0x0e);
        colors.note = QColor(0x5f, 0x68, 0x74);
        colors.warning = QColor(0x9a, 0x67, 0x00);
        colors.error = QColor(0xc6, 0x28, 0x28);
        colors.grid = QColor(0xe1, 0xe4, 0xe8);
        colors.secondary = QColor(0x5f, 0x68, 0x74);
        colors.selection = QColor(0xda, 0xe6, 0xfd);
    }
    return colors;
}

}  // namespace dimscope::widgets
