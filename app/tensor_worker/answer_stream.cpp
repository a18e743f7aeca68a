// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tensor_worker/answer_stream.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>

namespace dimscope::tensor_worker {

AnswerStream::AnswerStream() : m_descriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) {
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    ::signal(SIGPIPE, SIG_IGN);
}

base::Result<void> AnswerStream::send(const trial::Answer& answer) const {
    const std::string line = trial::answerLine(answer);
    for (std::size_t sent = 0; sent < line.size();) {
        const ssize_t count = ::write(m_descriptor, line.data() + sent, line.size() - sent);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return base::Error{
                base::ErrorCode::writeFailed, "found nobody who reads the answers", {}, {}, {}, {}};
        }
        sent += static_cast<std::size_t>(count);
    }
    return {};
}

}  // namespace dimscope::tensor_worker
