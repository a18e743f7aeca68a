// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <thread>

namespace dimscope::widgets {

/// Reads fontconfig's configuration and caches on a thread of its own, from the construction on. Qt does it
/// at the first text, on the GUI thread; made before the QApplication, this happens while that one waits for
/// the window system. Nothing happens twice, and without it only time is lost.
class FontsAhead {
 public:
    FontsAhead();
    /// Waits for the end. Call it before the first text, or Qt reads the same once more.
    void wait();

 private:
    std::jthread m_thread;
};

}  // namespace dimscope::widgets
