// SPDX-License-Identifier: GPL-3.0-or-later
#include "printed_capture.h"

#include "core/capture/capture_builder.h"
#include "core/files/input.h"
#include "core/readers/aitune_log_reader.h"

using namespace dimscope;

ReadLog readLog(std::string text, std::string name) {
    const auto input = files::inputFromText(std::move(text), name);
    capture::CaptureBuilder builder;
    const capture::SourceId source = builder.addSource({.name = std::move(name), .format = "aitune.log"});
    const base::CancelToken cancel;
    const readers::ReadContext context{**input, builder, source, cancel, nullptr};
    const auto read = readers::readAituneLog(context);
    ReadLog result;
    result.diagnostics = builder.diagnostics();
    if (read) {
        result.capture = builder.build();
    } else {
        result.error = read.error();
    }
    return result;
}

std::string printed(const capture::Capture& capture) {
    std::string out;
    for (const capture::Module& module : capture.modules()) {
        for (const capture::GraphId id : module.graphs) {
            const capture::Graph& graph = capture.graph(id);
            out += module.name + " / " + graph.name + " @" + std::to_string(graph.line) + "\n";
            for (const capture::TensorId tensorId : graph.tensors) {
                const capture::Tensor& tensor = capture.tensor(tensorId);
                const module::TensorSpec& spec = tensor.summary.value();
                out += tensor.side() == module::Side::input ? "  in " : "  out ";
                out += tensor.accessPath + " " + module::shapeText(spec.shape()) + " " +
                       module::sizesText(spec.minShape()) + " " + module::sizesText(spec.maxShape());
                out += spec.dtype().empty() ? "\n" : " " + spec.dtype() + "\n";
            }
            for (const auto* others : {&graph.otherInputs, &graph.otherOutputs}) {
                for (const auto& entry : *others) {
                    out += others == &graph.otherInputs ? "  in " : "  out ";
                    out += entry.locator.accessPath() + " = " + entry.value.repr() + "\n";
                }
            }
        }
    }
    return out;
}
