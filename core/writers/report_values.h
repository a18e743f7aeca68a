// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/inference/effective_spec.h"
#include "core/module/locator.h"
#include "core/writers/report_writer.h"

/// What every form of a report says, looked up in its input.
namespace dimscope::writers {

/// The judged spec, else the inferred one.
[[nodiscard]] inference::EffectiveSpec effectiveSpec(const ReportInput& input, base::TensorId tensor);
[[nodiscard]] bool hasOverrides(const ReportInput& input);
/// Overrides of a graph; nullptr where there are none.
[[nodiscard]] const overrides::GraphOverrides* overridesOf(const ReportInput& input,
                                                           const capture::Graph& graph);
/// Override of a tensor among those of its graph; nullptr where there is none.
[[nodiscard]] const overrides::TensorOverride* overrideOf(const ReportInput& input,
                                                          const overrides::GraphOverrides* graph,
                                                          base::TensorId tensor);
/// Overrides of a graph: those of its tensors in the capture's order, then those that match none, by side and
/// path.
[[nodiscard]] std::vector<const overrides::TensorOverride*> statedOverrides(const ReportInput& input,
                                                                            const capture::Graph& graph);
[[nodiscard]] overrides::SpecOrigin originOf(const ReportInput& input, base::TensorId tensor);
/// nullptr without overrides, and for summaries, which have no samples to cover.
[[nodiscard]] const overrides::Coverage* coverageOf(const ReportInput& input, base::TensorId tensor);
[[nodiscard]] const overrides::Coverage* coverageOf(const ReportInput& input, base::GraphId graph);
/// Ascending; empty where every sample counts.
[[nodiscard]] std::span<const std::uint32_t> excludedSamples(const ReportInput& input, base::GraphId graph);
/// Of all graphs.
[[nodiscard]] std::uint64_t excludedCount(const ReportInput& input);

/// Samples whose batch size is not the recorded one.
[[nodiscard]] std::vector<capture::RelabelledSample> relabelledOf(const ReportInput& input,
                                                                  base::GraphId graph);
/// Name of a tensor in the target: the override's, else its access path.
[[nodiscard]] std::string targetName(const ReportInput& input, base::TensorId tensor);

/// "■", "▲" or "~".
[[nodiscard]] std::string_view sign(module::Verdict verdict);
/// "[1, 4, 64]".
[[nodiscard]] std::string sizesText(std::span<const std::int64_t> sizes);
/// An entry of a shape: its size, its symbol, or "?" for an unnamed dynamic axis.
[[nodiscard]] std::string dimText(const records::Dim& dim);
/// "[batch, 4, ?]".
[[nodiscard]] std::string shapeText(const std::vector<records::Dim>& shape);
/// "1, 2, 4"; beyond `limit` numbers: "1, 2, ... 64 (30 in all)".
[[nodiscard]] std::string listText(std::span<const std::int64_t> numbers, std::size_t limit);
/// "3 samples", "1 sample".
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view noun);

/// What the samples show of an axis: "4", "batch x2" or its symbol.
[[nodiscard]] std::string axisText(const inference::AxisAnalysis& axis);
/// "6, 9" with the word "sample" or "samples" in front.
[[nodiscard]] std::string samplesText(std::span<const std::uint32_t> samples, std::size_t limit);

/// A line about a graph: "Batch sizes", "1, 2, 4". Values may hold names of the capture.
struct Fact {
    std::string label;
    std::string value;
};
/// Phase, samples, excluded samples, batch sizes and their range, coverage: those that say something.
[[nodiscard]] std::vector<Fact> graphFacts(const ReportInput& input, const capture::Graph& graph);
/// Where batch sizes come from, as half a sentence.
[[nodiscard]] std::string batchSizeOrigin(const ReportInput& input);
/// "unet, graph 0".
[[nodiscard]] std::string graphTitle(const ReportInput& input, const capture::Graph& graph);

/// A problem of the files or of the overrides, in one form. Texts are empty and places none where they are
/// not known.
struct ReportProblem {
    std::string code;
    base::Severity severity = base::Severity::note;
    std::string module;
    std::string graph;
    std::optional<module::Locator> tensor;  ///< none too where the capture does not have it
    std::string accessPath;
    std::optional<int> axis;
    std::vector<std::uint64_t> samples;
    std::string message;
    std::string file;  ///< without folders
    std::optional<std::uint64_t> line;
    std::optional<std::uint64_t> column;

    /// "file:line:column" or "module graph tensor:axis".
    [[nodiscard]] std::string place() const;
};

/// Diagnostics of the files first, with a line for each code of which not all were kept; then those of the
/// overrides.
[[nodiscard]] std::vector<ReportProblem> reportProblems(const ReportInput& input);

}  // namespace dimscope::writers
