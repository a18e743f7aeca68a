// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/trial/answer.h"

namespace dimscope::tensor_worker {

/// Keeps the standard output for answers: whatever LibTorch or a model prints there afterwards goes to the
/// standard error. To be made once, before anything is printed.
class AnswerStream {
 public:
    AnswerStream();

    /// Writes an answer at once. Errors: writeFailed where nobody reads any more.
    [[nodiscard]] base::Result<void> send(const trial::Answer& answer) const;

 private:
    int m_descriptor;
};

}  // namespace dimscope::tensor_worker
