// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace dimscope::session {

/// Tells whether a value is the one that was saved last. Each undo command of the value has a revision before
/// and after it; commands of other values on the same stack have none, so they do not count.
class RevisionMark {
 public:
    static constexpr quint64 kNone = ~quint64{0};

    /// A revision that no other state has.
    [[nodiscard]] quint64 next() { return ++m_last; }
    [[nodiscard]] quint64 present() const { return m_present; }
    void setPresent(quint64 revision) { m_present = revision; }
    void setSaved() { m_saved = m_present; }
    /// A state that may have been left since.
    void setSaved(quint64 revision) { m_saved = revision; }
    /// No state is saved.
    void forget() { m_saved = kNone; }
    [[nodiscard]] bool isSaved() const { return m_saved == m_present; }

 private:
    quint64 m_last = 0;
    quint64 m_present = 0;
    quint64 m_saved = 0;
};

}  // namespace dimscope::session
