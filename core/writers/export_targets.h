// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/writers/export.h"

/// One function per target, for the table in export.cpp. Each says in its file which version of the target's
/// documentation or source its syntax and its limits were read from. Errors: inexpressible.
namespace dimscope::writers {

/// AITune's dynamic_shapes as JSON: what module::DynamicShapes::fromJson reads.
[[nodiscard]] base::Result<Exported> exportAituneJson(const ExportGraph& graph);
/// The same as Python that defines `dynamic_shapes`.
[[nodiscard]] base::Result<Exported> exportAitunePython(const ExportGraph& graph);
/// `{"format": "dimscope.records", "version": 1, "module", "graph", "inputs", "outputs"}`: lists of
/// records::TunedTensorSpec as JSON (resources/schema/records.schema.json).
[[nodiscard]] base::Result<Exported> exportRecords(const ExportGraph& graph);
/// --minShapes, --optShapes and --maxShapes.
[[nodiscard]] base::Result<Exported> exportTrtexec(const ExportGraph& graph);
/// --trt-min-shapes, --trt-opt-shapes and --trt-max-shapes.
[[nodiscard]] base::Result<Exported> exportPolygraphy(const ExportGraph& graph);
/// Options of ONNX Runtime's TensorRT provider, as Python that defines `tensorrt_options`.
[[nodiscard]] base::Result<Exported> exportOnnxRuntime(const ExportGraph& graph);
/// max_batch_size, input and output of a config.pbtxt.
[[nodiscard]] base::Result<Exported> exportTriton(const ExportGraph& graph);
/// Python that defines `dynamic_shapes` for torch.export.export.
[[nodiscard]] base::Result<Exported> exportTorch(const ExportGraph& graph);
/// Python that defines `partial_shapes` and `layouts` for an OpenVINO model.
[[nodiscard]] base::Result<Exported> exportOpenVino(const ExportGraph& graph);

}  // namespace dimscope::writers
