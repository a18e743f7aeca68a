// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/capture/capture.h"
#include "core/inference/effective_spec.h"
#include "core/module/locator.h"
#include "core/overrides/judgement.h"

/// Shape contracts in the forms that other tools take.
namespace dimscope::writers {

/// One tensor of a graph as a target gets it.
struct ExportTensor {
    module::Locator locator;
    std::string name;   ///< in the target: the override's name, else the access path
    std::string dtype;  ///< "float16"; empty where not known
    inference::EffectiveSpec spec;
};

/// One graph with the effective specs of all its tensors, in the capture's order.
struct ExportGraph {
    std::string module;
    std::string graph;
    std::vector<ExportTensor> inputs;
    std::vector<ExportTensor> outputs;
    /// Arguments that are no tensors, where they were recorded: they fill the places between tensors.
    std::vector<module::Locator> otherInputs{};
    /// Rules of severity error that the specs break.
    std::vector<overrides::Problem> errors{};
};

[[nodiscard]] ExportGraph exportGraph(const capture::Capture& capture, const overrides::Judgement& judgement,
                                      base::GraphId graph);

/// Something that the target cannot say, or that the reader of the result must know.
struct ExportNote {
    std::string tensor;  ///< access path; empty: the graph as a whole
    std::optional<int> axis;
    std::string message;  ///< one plain sentence

    /// "tensor:axis: message".
    [[nodiscard]] std::string text() const;
    friend bool operator==(const ExportNote&, const ExportNote&) = default;
};

struct Exported {
    std::string text;
    std::vector<ExportNote> notes;
};

/// A tool that shapes are exported for.
struct ExportTarget {
    std::string_view id;           ///< on the command line: "trtexec"
    std::string_view title;        ///< on screen: "TensorRT: trtexec flags"
    std::string_view suffix;       ///< of a file's name: ".txt"
    std::string_view description;  ///< one line for --help
    /// The text for one graph. Errors: inexpressible, naming tensor and axis, where the result would be
    /// wrong.
    base::Result<Exported> (*write)(const ExportGraph& graph);
};

/// All targets, in the order of --help.
[[nodiscard]] const std::vector<ExportTarget>& exportTargets();
/// nullptr where there is none of that id.
[[nodiscard]] const ExportTarget* findExportTarget(std::string_view id);

/// The text of a target for one graph. Beside the target's own refusals: inexpressible where a rule of
/// severity error is broken, but for `uncovered`, which becomes a note. Every text ends with a newline.
[[nodiscard]] base::Result<Exported> exportText(const ExportTarget& target, const ExportGraph& graph);

}  // namespace dimscope::writers
