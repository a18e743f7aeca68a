// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/json_value.h"
#include "core/writers/export.h"

/// Graphs to export, made by hand, and the tools that read the exports back.
namespace dimscope::test {

using writers::ExportGraph;
using writers::ExportTensor;

/// One axis of a spec.
struct ExportAxis {
    records::Dim dim;
    std::int64_t min = 0;
    std::int64_t opt = 0;
    std::int64_t max = 0;
    bool isBatch = false;
    std::optional<std::int64_t> multiplier;
};

[[nodiscard]] ExportAxis fixedAxis(std::int64_t size);
/// A dynamic axis: of a symbol, or unnamed.
[[nodiscard]] ExportAxis dynamicAxis(records::Dim dim, std::int64_t min, std::int64_t opt, std::int64_t max);
/// A batch axis of the symbol `batch`; without multiplier as in a summary.
[[nodiscard]] ExportAxis batchAxis(std::optional<std::int64_t> multiplier, std::int64_t min, std::int64_t opt,
                                   std::int64_t max);

using Path = std::vector<module::Accessor>;
/// An input, or the output at that path; numbers are indexes, texts are keys. Its name is the access path.
[[nodiscard]] ExportTensor exportInput(const Path& path, const std::vector<ExportAxis>& axes,
                                       std::string dtype = "float16");
[[nodiscard]] ExportTensor exportOutput(const Path& path, const std::vector<ExportAxis>& axes,
                                        std::string dtype = "float16");
/// The same tensor under another name.
[[nodiscard]] ExportTensor named(ExportTensor tensor, std::string name);

/// Module `unet`, graph `0`, with these inputs and an output of (batch, 4).
[[nodiscard]] ExportGraph graphOf(std::vector<ExportTensor> inputs);
/// Doubled latents `sample` (2 * batch, 4, d0, d0), scalar `timestep`, `options["mask"]` (batch, d1) and
/// `states[1]` (batch, 77), with batch 1 to 4 (opt 2), d0 64 to 128 (opt 96) and d1 1 to 512 (opt 512).
[[nodiscard]] ExportGraph diffusionGraph();
/// Names that are hard to write: "onnx::Conv_1", "a,b", "x y", quotes of both kinds, a backslash, non-ASCII.
[[nodiscard]] const std::vector<std::string>& oddNames();

/// Text of a target, or the error's text.
[[nodiscard]] std::string textOf(std::string_view target, const ExportGraph& graph);
/// Notes of a target as text, sorted as they come; the error's text where it refuses.
[[nodiscard]] QStringList notesOf(std::string_view target, const ExportGraph& graph);
/// What differs from a refusal with the code inexpressible at module `unet`, graph `0`, this tensor and axis,
/// with all parts of its sentence; empty where nothing does.
[[nodiscard]] QString refusalDiffers(std::string_view target, const ExportGraph& graph,
                                     const std::string& tensor, std::optional<int> axis);

/// Standard output of a program that reads `input`; where it fails, an empty array with the reason in
/// `failure`.
[[nodiscard]] QByteArray outputOf(const QString& program, const QStringList& arguments,
                                  const QByteArray& input, QString& failure);
/// The JSON that Python prints for `expression` after the exported text, with the stub packages of
/// export_stubs; what went wrong as a JSON string.
[[nodiscard]] base::JsonValue pythonValue(const std::string& text, const QString& expression);
/// The words that a POSIX shell makes of an exported text behind a command; what went wrong as the only word.
[[nodiscard]] QStringList shellWords(const std::string& text);

}  // namespace dimscope::test
