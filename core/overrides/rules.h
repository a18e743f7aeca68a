// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/capture/capture.h"
#include "core/inference/analysis.h"
#include "core/overrides/coverage.h"
#include "core/overrides/judgement.h"
#include "core/overrides/matching.h"
#include "core/overrides/problem.h"

/// The rules over overrides, one function per subject. Each appends what it finds, in order of tensors and
/// axes.
namespace dimscope::overrides {

/// One override beside the tensor it speaks of.
struct RuleSubject {
    const TensorOverride& override;
    const capture::Graph& graph;
    const capture::Tensor& tensor;
    const inference::TensorAnalysis& analysis;
};

/// A problem of a graph, with its names.
[[nodiscard]] Problem graphProblem(const capture::Capture& capture, const capture::Graph& graph,
                                   std::string code, base::Severity severity, std::string message);
/// A problem of a tensor or of one of its axes.
[[nodiscard]] Problem tensorProblem(const capture::Capture& capture, const capture::Tensor& tensor,
                                    std::string code, base::Severity severity, std::string message,
                                    std::optional<int> axis = {});

/// `empty-name`, `rank-mismatch`, `batch-axis-out-of-range`, `dtype-mismatch`, `large-volume`, and per axis
/// `size-below-one`, `min-above-max`, `opt-out-of-range`, `fixed-mismatch`, `static-in-samples`,
/// `degenerate-range`: what one override shows by itself.
void checkTensor(const capture::Capture& capture, const RuleSubject& subject, std::vector<Problem>& problems);

/// `duplicate-name`, over the names of all tensors of a side.
void checkNames(const capture::Capture& capture, const MatchedGraph& matched, const Judgement& judgement,
                std::vector<Problem>& problems);
/// `symbol-conflict` and `near-duplicate-symbol`, over the overrides of a graph; `empty-name` for a symbol
/// that is empty.
void checkSymbols(const capture::Capture& capture, const MatchedGraph& matched,
                  std::vector<Problem>& problems);
/// `uncovered`, from what a tensor's spec leaves outside.
void reportOutside(const capture::Capture& capture, const capture::Tensor& tensor,
                   const inference::EffectiveSpec& spec, const TensorOutside& outside,
                   std::vector<Problem>& problems);
/// `unmatched`: overrides and excluded samples that the capture has not.
void checkMatches(const MatchedGraph& matched, std::vector<Problem>& problems);

/// `large-volume`: more than 2^31-1 elements at the largest sizes.
void checkVolume(const capture::Capture& capture, const capture::Tensor& tensor, const module::Sizes& max,
                 std::vector<Problem>& problems);

}  // namespace dimscope::overrides
