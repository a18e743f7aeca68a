// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "app/command_line.h"
#include "app/commands/command.h"
#include "core/base/cancel_token.h"
#include "core/base/result.h"
#include "core/trial/request.h"
#include "core/trial/resize_plan.h"
#include "ui/session/tensor_worker.h"

/// What the verbs that work with real tensors share.
namespace dimscope::app {

/// A saved sample, and how it becomes one of another batch size.
struct TrialInput {
    trial::SavedSample sample;
    std::optional<OpenedAnalysis> like;  ///< of --like
    base::GraphId graph;                 ///< of `like`, that the sample belongs to
    trial::ResizePlan plan;
};

/// Opens the sample and --like, and prints their diagnostics unless the command is quiet. Errors: of the
/// readers; usage where the output is one of the files; those of trial::graphLike, resizeLike and
/// resizeFirstAxes.
[[nodiscard]] base::Result<TrialInput> openTrial(const CommandLine& line, const std::string& sample,
                                                 const base::CancelToken& cancel);

/// Has a request carried out by dimscope-tensors within the limits, and waits for it; a cancelled token kills
/// it. `program` is argv[0]. Errors: those of session::TensorWorker; cancelled.
[[nodiscard]] base::Result<session::TrialOutcomePtr> runTrial(const trial::Request& request,
                                                              const trial::ResizePlan& plan,
                                                              const TrialLimits& limits, char* program,
                                                              const base::CancelToken& cancel);

/// The limit that was asked for, else TensorWorker::defaultMemory().
[[nodiscard]] std::int64_t memoryLimit(const TrialLimits& limits);

/// Errors: usage for a name that is not UTF-8: the other process is told names as JSON.
[[nodiscard]] base::Result<void> checkName(const std::string& path);

}  // namespace dimscope::app
