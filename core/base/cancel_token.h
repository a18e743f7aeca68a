// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>

namespace dimscope::base {

/// Shared by whoever may stop an operation and the operation itself. Copies are the same token. Thread-safe.
/// Long work polls it once per chunk and ends with ErrorCode::cancelled.
class CancelToken {
 public:
    CancelToken() : m_flag(std::make_shared<std::atomic<bool>>(false)) {}

    void cancel() const { m_flag->store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool cancelled() const { return m_flag->load(std::memory_order_relaxed); }

 private:
    std::shared_ptr<std::atomic<bool>> m_flag;
};

}  // namespace dimscope::base
