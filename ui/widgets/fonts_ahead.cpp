// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fonts_ahead.h"

#include <fontconfig/fontconfig.h>

namespace dimscope::widgets {

FontsAhead::FontsAhead() : m_thread([] { FcInit(); }) {}

void FontsAhead::wait() {
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

}  // namespace dimscope::widgets
