// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/export.h"

#include <algorithm>
#include <utility>

#include "core/writers/export_refusal.h"
#include "core/writers/export_targets.h"

namespace dimscope::writers {

namespace {

constexpr std::string_view kUncovered = "uncovered";

base::Error brokenRule(const ExportGraph& graph, const overrides::Problem& problem) {
    base::Error error =
        inexpressible(graph, {"a broken rule, " + problem.code + ": " + problem.message,
                              "specs that keep every rule", "correct the override of this tensor"});
    error.where.tensor = problem.tensor ? problem.tensor->accessPath() : std::string();
    error.where.axis = problem.axis;
    return error;
}

ExportTensor exportTensor(const capture::Tensor& tensor, const overrides::Judgement& judgement) {
    const std::size_t index = tensor.id.value;
    return {tensor.locator, judgement.names[index], judgement.dtypes[index], judgement.effective[index]};
}

}  // namespace

std::string ExportNote::text() const {
    std::string place = tensor;
    if (axis) {
        place += ":" + std::to_string(*axis);
    }
    return place.empty() ? message : place + ": " + message;
}

ExportGraph exportGraph(const capture::Capture& capture, const overrides::Judgement& judgement,
                        base::GraphId id) {
    const capture::Graph& graph = capture.graph(id);
    ExportGraph out;
    out.module = capture.module(graph.module).name;
    out.graph = graph.name;
    for (const base::TensorId tensorId : graph.tensors) {
        const capture::Tensor& tensor = capture.tensor(tensorId);
        auto& side = tensor.side() == module::Side::input ? out.inputs : out.outputs;
        side.push_back(exportTensor(tensor, judgement));
    }
    for (const auto& other : graph.otherInputs) {
        out.otherInputs.push_back(other.locator);
    }
    for (const overrides::Problem& problem : judgement.problems) {
        if (problem.severity == base::Severity::error && problem.module == out.module &&
            problem.graph == out.graph) {
            out.errors.push_back(problem);
        }
    }
    return out;
}

const std::vector<ExportTarget>& exportTargets() {
    static const std::vector<ExportTarget> kTargets = {
        {"aitune-json", "AITune: explicit shapes (JSON)", ".json",
         "AITune's explicit shapes of the inputs, as JSON", exportAituneJson},
        {"aitune-python", "AITune: explicit shapes (Python)", ".py",
         "AITune's explicit shapes of the inputs, as Python with BatchDim and DynamicDim",
         exportAitunePython},
        {"records", "AITune: tuned tensor specs (JSON)", ".json",
         "tuned specs of inputs and outputs (TunedTensorSpec), as JSON", exportRecords},
        {"trtexec", "TensorRT: trtexec flags", ".txt", "the three shape flags of trtexec, for a shell",
         exportTrtexec},
        {"polygraphy", "TensorRT: Polygraphy arguments", ".txt",
         "the profile arguments of Polygraphy, for a shell", exportPolygraphy},
        {"triton", "Triton: config.pbtxt", ".pbtxt", "max_batch_size, input and output of a config.pbtxt",
         exportTriton},
        {"torch-export", "PyTorch: torch.export (Python)", ".py",
         "dynamic_shapes of torch.export, as Python with Dim", exportTorch},
        {"onnxruntime", "ONNX Runtime: TensorRT provider options (Python)", ".py",
         "profile options of ONNX Runtime's TensorRT provider, as Python", exportOnnxRuntime},
        {"openvino", "OpenVINO: partial shapes (Python)", ".py",
         "partial shapes and layouts of the inputs for OpenVINO, as Python", exportOpenVino},
    };
    return kTargets;
}

const ExportTarget* findExportTarget(std::string_view id) {
    const auto& targets = exportTargets();
    const auto found =
        std::find_if(targets.begin(), targets.end(), [id](const auto& target) { return target.id == id; });
    return found == targets.end() ? nullptr : &*found;
}

base::Result<Exported> exportText(const ExportTarget& target, const ExportGraph& graph) {
    std::vector<ExportNote> notes;
    for (const overrides::Problem& problem : graph.errors) {
        if (problem.code != kUncovered) {
            return brokenRule(graph, problem);
        }
        notes.push_back(
            {problem.tensor ? problem.tensor->accessPath() : std::string(), problem.axis, problem.message});
    }
    auto exported = target.write(graph);
    if (exported) {
        exported->notes.insert(exported->notes.begin(), std::make_move_iterator(notes.begin()),
                               std::make_move_iterator(notes.end()));
    }
    return exported;
}

}  // namespace dimscope::writers
