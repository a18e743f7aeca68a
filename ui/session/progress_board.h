// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "core/base/progress_sink.h"

namespace dimscope::session {

/// Where a worker leaves how far it has come; the GUI thread looks at it now and then.
class ProgressBoard : public base::ProgressSink {
 public:
    void progress(double fraction, std::string_view what) override {
        const std::lock_guard lock(m_mutex);
        m_fraction = fraction < 0 ? fraction : m_from + fraction * (m_to - m_from);
        m_what.assign(what);
        m_isNew = true;
    }
    /// What is reported from now on, 0 to 1, stands for this part of the whole.
    void setPart(double from, double to) {
        const std::lock_guard lock(m_mutex);
        m_from = from;
        m_to = to;
    }
    struct State {
        double fraction = -1;
        QString what;
    };
    /// What was reported since the last call, if anything.
    [[nodiscard]] std::optional<State> take() {
        const std::lock_guard lock(m_mutex);
        if (!std::exchange(m_isNew, false)) {
            return std::nullopt;
        }
        return State{m_fraction, QString::fromStdString(m_what)};
    }

 private:
    std::mutex m_mutex;
    double m_from = 0;
    double m_to = 1;
    double m_fraction = -1;
    std::string m_what;
    bool m_isNew = false;
};

}  // namespace dimscope::session
