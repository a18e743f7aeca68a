// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/writers/export_graphs.h"

#include <QProcess>
#include <QProcessEnvironment>

#include "core/base/json_reader.h"

namespace dimscope::test {

namespace {

module::Locator locatorOf(const Path& path, module::Side side) {
    std::vector<module::Step> steps;
    for (const module::Accessor& accessor : path) {
        const bool text = std::holds_alternative<std::string>(accessor);
        steps.push_back({accessor, text ? module::Container::mapping : module::Container::sequence});
    }
    return {std::move(steps), side};
}

ExportTensor tensorOf(const Path& path, module::Side side, const std::vector<ExportAxis>& axes,
                      std::string dtype) {
    ExportTensor tensor;
    tensor.locator = locatorOf(path, side);
    tensor.name = tensor.locator.accessPath();
    tensor.dtype = std::move(dtype);
    auto& spec = tensor.spec;
    for (const ExportAxis& axis : axes) {
        if (axis.isBatch && !spec.batchAxis) {
            spec.batchAxis = static_cast<int>(spec.shape.size());
            spec.batchMultiplier = axis.multiplier;
        }
        spec.shape.push_back(axis.dim);
        spec.min.push_back(axis.min);
        spec.opt.push_back(axis.opt);
        spec.max.push_back(axis.max);
        spec.multipliers.push_back(axis.multiplier);
    }
    return tensor;
}

base::Result<writers::Exported> exported(std::string_view id, const ExportGraph& graph) {
    const writers::ExportTarget* target = writers::findExportTarget(id);
    if (target == nullptr) {
        return base::Error{base::ErrorCode::notFound, "found no target of that id", "", "", {}, {}};
    }
    return writers::exportText(*target, graph);
}

}  // namespace

ExportAxis fixedAxis(std::int64_t size) {
    return {size, size, size, size, false, std::nullopt};
}

ExportAxis dynamicAxis(records::Dim dim, std::int64_t min, std::int64_t opt, std::int64_t max) {
    return {std::move(dim), min, opt, max, false, std::nullopt};
}

ExportAxis batchAxis(std::optional<std::int64_t> multiplier, std::int64_t min, std::int64_t opt,
                     std::int64_t max) {
    return {std::string("batch"), min, opt, max, true, multiplier};
}

ExportTensor exportInput(const Path& path, const std::vector<ExportAxis>& axes, std::string dtype) {
    return tensorOf(path, module::Side::input, axes, std::move(dtype));
}

ExportTensor exportOutput(const Path& path, const std::vector<ExportAxis>& axes, std::string dtype) {
    return tensorOf(path, module::Side::output, axes, std::move(dtype));
}

ExportTensor named(ExportTensor tensor, std::string name) {
    tensor.name = std::move(name);
    return tensor;
}

ExportGraph graphOf(std::vector<ExportTensor> inputs) {
    ExportGraph graph;
    graph.module = "unet";
    graph.graph = "0";
    graph.inputs = std::move(inputs);
    graph.outputs = {exportOutput({0}, {batchAxis(1, 1, 2, 4), fixedAxis(4)})};
    return graph;
}

ExportGraph diffusionGraph() {
    const ExportAxis side = dynamicAxis("d0", 64, 96, 128);
    return graphOf(
        {exportInput({"sample"}, {batchAxis(2, 2, 4, 8), fixedAxis(4), side, side}),
         exportInput({"timestep"}, {}, "int64"),
         exportInput({"options", "mask"}, {batchAxis(1, 1, 2, 4), dynamicAxis("d1", 1, 512, 512)}, "bool"),
         exportInput({"states", 1}, {batchAxis(1, 1, 2, 4), fixedAxis(77)})});
}

const std::vector<std::string>& oddNames() {
    static const std::vector<std::string> kNames = {"onnx::Conv_1", "a,b",   "x y",  "it's",  "say \"hi\"",
                                                    "back\\slash",  "größe", "图像", "$HOME", "`id`"};
    return kNames;
}

std::string textOf(std::string_view target, const ExportGraph& graph) {
    const auto out = exported(target, graph);
    return out ? out->text : out.error().text();
}

QStringList notesOf(std::string_view target, const ExportGraph& graph) {
    const auto out = exported(target, graph);
    if (!out) {
        return {QString::fromStdString(out.error().text())};
    }
    QStringList notes;
    for (const writers::ExportNote& note : out->notes) {
        notes << QString::fromStdString(note.text());
    }
    return notes;
}

QString refusalDiffers(std::string_view target, const ExportGraph& graph, const std::string& tensor,
                       std::optional<int> axis) {
    const auto out = exported(target, graph);
    if (out) {
        return "not refused: " + QString::fromStdString(out->text);
    }
    const base::Error& error = out.error();
    base::SourceLocation where;
    where.module = graph.module;
    where.graph = graph.graph;
    where.tensor = tensor;
    where.axis = axis;
    const bool whole = !error.found.empty() && !error.expected.empty() && !error.remedy.empty();
    const bool right = error.code == base::ErrorCode::inexpressible && error.where == where && whole;
    return right ? QString() : QString::fromStdString(error.text());
}

QByteArray outputOf(const QString& program, const QStringList& arguments, const QByteArray& input,
                    QString& failure) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PYTHONPATH", DIMSCOPE_SOURCE_DIR "/tests/core/writers/export_stubs");
    environment.insert("PYTHONDONTWRITEBYTECODE", "1");
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    if (!process.waitForStarted()) {
        failure = program + " did not start: " + process.errorString();
        return {};
    }
    process.write(input);
    process.closeWriteChannel();
    const bool done = process.waitForFinished(60000);
    if (!done || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) {
        failure = program + " failed: " + QString::fromUtf8(process.readAllStandardError());
        return {};
    }
    return process.readAllStandardOutput();
}

base::JsonValue pythonValue(const std::string& text, const QString& expression) {
    const QString program =
        QString::fromStdString(text) + "\nimport json as _json\nprint(_json.dumps(" + expression + "))\n";
    QString failure;
    const QByteArray said = outputOf("/usr/bin/python3", {"-"}, program.toUtf8(), failure);
    if (!failure.isEmpty()) {
        return failure.toStdString();
    }
    const auto value = base::parseJson(said.toStdString());
    return value ? *value : base::JsonValue(value.error().text());
}

QStringList shellWords(const std::string& text) {
    const QString words = QString::fromStdString(text);
    QString failure;
    const QByteArray said = outputOf("/bin/sh", {"-c", "printf '%s\\0' \\\n" + words}, QByteArray(), failure);
    if (!failure.isEmpty()) {
        return {failure};
    }
    QStringList out;
    for (const QByteArray& word : said.split('\0')) {
        out << QString::fromUtf8(word);
    }
    out.removeLast();
    return out;
}

}  // namespace dimscope::test
