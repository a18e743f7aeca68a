// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QThreadPool>
#include <memory>
#include <utility>

namespace dimscope::session {

/// Lets go of a shared value on a worker: to take a large one apart would hold up the window.
template <class Value>
void releaseLater(std::shared_ptr<Value>&& value) {
    if (value) {
        QThreadPool::globalInstance()->start([held = std::move(value)]() mutable { held.reset(); });
    }
}

}  // namespace dimscope::session
