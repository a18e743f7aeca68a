// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/capture/capture.h"
#include "core/trial/answer.h"
#include "core/trial/request.h"
#include "core/trial/resize_plan.h"

namespace dimscope::trial {

/// How long a model took at one batch size.
struct RunTime {
    std::int64_t batchSize = 0;
    double seconds = 0;  ///< wall time of forward

    friend bool operator==(const RunTime&, const RunTime&) = default;
};

/// What came of a request.
struct Outcome {
    std::vector<ResizedTensor> tensors;                 ///< of a batch task: as the plan says
    std::shared_ptr<const capture::Capture> capture{};  ///< of a probe: the calls that ran; null: none did
    std::vector<Failure> failures;                      ///< of a probe: in the order asked for
    std::vector<RunTime> times{};                       ///< of a probe: of the calls that ran
};

/// Follows the answers to one request and believes none of them: what was not asked for, comes twice or
/// contradicts the plan is an error, after which nothing more must be taken. Needs no process.
class AnswerCheck {
 public:
    AnswerCheck(Request request, ResizePlan plan);

    /// Takes one line. Errors: syntax, badValue: "the worker answered ...".
    [[nodiscard]] base::Result<void> take(std::string_view line);

    /// A result or an error has come: nothing may follow.
    [[nodiscard]] bool hasEnded() const { return m_done || m_refusal; }
    [[nodiscard]] const std::optional<Progress>& progress() const { return m_progress; }
    /// The batch size that runs, of a probe; none before the first and after the last.
    [[nodiscard]] std::optional<std::int64_t> runningBatchSize() const;

    /// The outcome once hasEnded(). Errors: the one that was answered; badValue where batch sizes are left.
    [[nodiscard]] base::Result<Outcome> finish();
    /// The outcome of a probe whose process ended before its time: `why` is the failure of the batch size
    /// that ran, those behind it were not tried. None where no batch size had begun.
    [[nodiscard]] std::optional<Outcome> finishEarly(const std::string& why);
    /// What a probe that was cancelled has found until then. None where no batch size had ended.
    [[nodiscard]] std::optional<Outcome> soFar();

 private:
    [[nodiscard]] base::Result<void> takeProgress(Progress progress);
    [[nodiscard]] base::Result<void> takeCall(const RecordedCall& call);
    [[nodiscard]] base::Result<void> takeFailure(Failure failure);
    [[nodiscard]] base::Result<void> takeDone(const Done& done);
    [[nodiscard]] base::Result<void> takeTurn(std::int64_t batchSize);
    [[nodiscard]] base::Result<Outcome> probeOutcome();

    Request m_request;
    ResizePlan m_plan;
    std::optional<Progress> m_progress;
    std::size_t m_next = 0;  ///< of the batch sizes asked for
    std::string m_calls;     ///< lines of a native capture
    std::vector<Failure> m_failures;
    std::vector<RunTime> m_times;
    std::optional<Done> m_done;
    std::optional<base::Error> m_refusal;
};

}  // namespace dimscope::trial
