// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;
class QWidget;

namespace dimscope::shell {

/// Shows every shortcut of the window's menus and the keys of views. Does not block.
void showShortcuts(QMainWindow& window);
/// Version, licence and libraries. Does not block.
void showAbout(QWidget& window);

}  // namespace dimscope::shell
