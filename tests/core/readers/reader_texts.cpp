// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader_texts.h"

#include <QFile>
#include <algorithm>
#include <sstream>

namespace dimscope::test {

std::string header() {
    return "{\"format\": \"dimscope.capture\", \"version\": 1}\n";
}

std::string call(const std::string& batchSize, std::int64_t first, std::int64_t second) {
    const std::string shape = "[" + std::to_string(first) + ", " + std::to_string(second) + "]";
    return "{\"module\": \"m\", \"batch_size\": " + batchSize +
           ", \"inputs\": {\"tensor_data\": [{\"access_path\": \"x\", \"semantic_path\": \"x\", \"dtype\": "
           "\"torch.float32\", \"shape\": " +
           shape + ", \"min_shape\": " + shape + ", \"max_shape\": " + shape +
           "}], \"other_data\": [], \"strict\": true, \"llm_phase\": null}, \"outputs\": {\"tensor_data\": "
           "[{\"access_path\": \"output\", \"semantic_path\": [], \"dtype\": \"torch.float32\", \"shape\": "
           "[" +
           std::to_string(first) +
           "]}], \"other_data\": [{\"access_path\": \"output[1]\", \"semantic_path\": 1, \"value\": 0.5}], "
           "\"strict\": true, \"llm_phase\": null}}\n";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) {
        qFatal("the text to replace is absent: %s", from.c_str());
    }
    return text.replace(at, from.size(), to);
}

std::string dataFile(const std::string& name) {
    QFile file(QString::fromStdString(std::string(DIMSCOPE_TEST_DATA_DIR) + "/" + name));
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("test data are absent: %s", name.c_str());
    }
    return file.readAll().toStdString();
}

readers::OpenedCapture opened(const std::string& text, const std::string& name) {
    auto result = readers::openText(text, name);
    if (!result) {
        qFatal("%s", result.error().text().c_str());
    }
    return *std::move(result);
}

int countOf(const base::Diagnostics& diagnostics, const std::string& code) {
    return static_cast<int>(std::count_if(diagnostics.items().begin(), diagnostics.items().end(),
                                          [&](const base::Diagnostic& item) { return item.code == code; }));
}

std::string contentOf(const capture::Capture& capture) {
    std::ostringstream out;
    for (const capture::Graph& graph : capture.graphs()) {
        out << capture.module(graph.module).name << '|' << graph.name << '|' << graph.samples << '\n';
        for (const capture::TensorId id : graph.tensors) {
            const capture::Tensor& tensor = capture.tensor(id);
            out << name(tensor.side()) << ' ' << tensor.accessPath << ' ' << tensor.locator.semanticPathText()
                << ' ' << tensor.dtype << (tensor.summary ? " " + tensor.summary->repr() : std::string());
            for (std::size_t axis = 0; axis < tensor.rank; ++axis) {
                out << " axis " << axis << ':';
                for (const std::int64_t size : tensor.column(axis)) {
                    out << ' ' << size;
                }
            }
            out << '\n';
        }
        for (std::uint32_t i = 0; i < graph.samples; ++i) {
            const capture::CallOrigin origin = graph.originOf({i});
            out << (*graph.batchSizes)[i] << ' ' << origin.line << ' ' << origin.time << ' ' << origin.label
                << '\n';
        }
    }
    return out.str();
}

}  // namespace dimscope::test
