// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/tensor_worker/answer_stream.h"
#include "core/base/result.h"
#include "core/trial/request.h"

namespace dimscope::tensor_worker {

/// Resizes a sample and writes it where that is asked for; answers with its shapes. Errors: those of
/// libtorch::loadSample, Sample::resized and saveSample.
[[nodiscard]] base::Result<void> runBatch(const trial::BatchTask& task, const AnswerStream& answers);

/// Runs a model at each batch size; answers with a call or a failure for each. Errors: those of
/// libtorch::loadSample and probeModel.
[[nodiscard]] base::Result<void> runProbe(const trial::ProbeTask& task, const AnswerStream& answers);

}  // namespace dimscope::tensor_worker
