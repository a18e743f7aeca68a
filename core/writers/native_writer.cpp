// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/native_writer.h"

#include <charconv>
#include <cstdint>
#include <queue>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/json_value.h"

namespace dimscope::writers {

namespace {

using base::JsonLayout;
using base::JsonValue;
using capture::Capture;
using capture::Graph;
using capture::SampleId;
using capture::Tensor;
using module::Side;

constexpr std::size_t kFlushAt = std::size_t{64} * 1024;

void appendNumber(std::string& out, std::int64_t number) {
    char digits[24];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
    out.append(std::begin(digits), end);
}

std::string dtypeText(const std::string& dtype) {
    return dtype.empty() ? "null" : base::quoteJson(dtype);
}

std::string pathsText(const module::Locator& locator, const std::string& accessPath) {
    return "\"access_path\": " + base::quoteJson(accessPath) +
           ", \"semantic_path\": " + base::dumpJson(locator.semanticPath(), JsonLayout::spaced);
}

std::string othersText(const std::vector<module::SampleMetadata::OtherEntry>& others) {
    std::string out = "[";
    for (const auto& [locator, value] : others) {
        out += out.size() > 1 ? ", {" : "{";
        out += pathsText(locator, locator.accessPath());
        out += ", \"value\": " + base::dumpJson(value.toJson(), JsonLayout::spaced) + "}";
    }
    return out + "]";
}

/// What is the same in every line of a graph, made once: the text around the numbers.
class GraphText {
 public:
    GraphText(const Capture& capture, const Graph& graph) : m_graph(graph) {
        m_head = "{\"module\": " + base::quoteJson(capture.module(graph.module).name);
        for (const capture::TensorId id : graph.tensors) {
            const Tensor& tensor = capture.tensor(id);
            (tensor.side() == Side::input ? m_inputs : m_outputs)
                .push_back({&tensor, "{" + pathsText(tensor.locator, tensor.accessPath) + ", \"dtype\": "});
        }
        const std::string strict = graph.strictness == module::Strictness::strict ? "true" : "false";
        const std::string phase =
            graph.phase == module::LlmPhase::none ? "null" : base::quoteJson(module::name(graph.phase));
        m_afterInputs = "], \"other_data\": " + othersText(graph.otherInputs) + ", \"strict\": " + strict +
                        ", \"llm_phase\": " + phase + "}, \"outputs\": {\"tensor_data\": [";
        m_afterOutputs = "], \"other_data\": " + othersText(graph.otherOutputs) + ", \"strict\": " + strict +
                         ", \"llm_phase\": null}}\n";
    }

    void appendCall(std::string& out, SampleId sample) const {
        const capture::CallOrigin origin = m_graph.originOf(sample);
        const std::int64_t batchSize = (*m_graph.batchSizes)[sample.value];
        out += m_head;
        out += ", \"batch_size\": ";
        if (batchSize == capture::kUnknownBatch) {
            out += "null";
        } else {
            appendNumber(out, batchSize);
        }
        if (!origin.time.empty()) {
            out += ", \"time\": " + base::quoteJson(origin.time);
        }
        if (!origin.label.empty()) {
            out += ", \"label\": " + base::quoteJson(origin.label);
        }
        appendSides(out, [sample](std::string& text, const TensorText& tensor) {
            text += dtypeText(tensor.tensor->dtypeAt(sample));
            text += ", \"shape\": [";
            for (std::size_t axis = 0; axis < tensor.tensor->rank; ++axis) {
                text += axis == 0 ? "" : ", ";
                appendNumber(text, tensor.tensor->column(axis)[sample.value]);
            }
            text += "]}";
        });
    }

    void appendSummary(std::string& out) const {
        out += m_head;
        out += ", \"summary\": true, \"graph\": " + base::quoteJson(m_graph.name);
        appendSides(out, [](std::string& text, const TensorText& tensor) {
            text += dtypeText(tensor.tensor->dtype);
            const JsonValue spec =
                tensor.tensor->summary ? tensor.tensor->summary->toJson() : JsonValue::Object{};
            for (const char* key : {"shape", "min_shape", "max_shape"}) {
                if (const JsonValue* sizes = spec.find(key)) {
                    text += std::string(", \"") + key + "\": " + base::dumpJson(*sizes, JsonLayout::spaced);
                }
            }
            text += "}";
        });
    }

 private:
    struct TensorText {
        const Tensor* tensor;
        std::string head;
    };

    template <class Append>
    void appendSides(std::string& out, const Append& append) const {
        const auto appendSide = [&](const std::vector<TensorText>& tensors) {
            for (const TensorText& tensor : tensors) {
                out += &tensor == tensors.data() ? "" : ", ";
                out += tensor.head;
                append(out, tensor);
            }
        };
        out += ", \"inputs\": {\"tensor_data\": [";
        appendSide(m_inputs);
        out += m_afterInputs;
        appendSide(m_outputs);
        out += m_afterOutputs;
    }

    const Graph& m_graph;
    std::string m_head;
    std::vector<TensorText> m_inputs;
    std::vector<TensorText> m_outputs;
    std::string m_afterInputs;
    std::string m_afterOutputs;
};

/// The next call of a graph that is to be written, ordered by where it was recorded.
struct Cursor {
    std::uint32_t source = 0;
    std::uint64_t line = 0;
    std::uint32_t graph = 0;
    std::uint32_t sample = 0;

    friend bool operator>(const Cursor& left, const Cursor& right) {
        return std::tie(left.source, left.line, left.graph) > std::tie(right.source, right.line, right.graph);
    }
};

Cursor cursorAt(const Graph& graph, std::uint32_t sample) {
    if (graph.isSummary()) {
        return {graph.source.value, graph.line, graph.id.value, 0};
    }
    const capture::CallOrigin origin = graph.originOf(SampleId{sample});
    return {origin.source.value, origin.line, graph.id.value, sample};
}

}  // namespace

base::Result<void> writeNativeCapture(const Capture& capture, const files::TextSink& sink) {
    std::string buffer = "{\"format\": \"dimscope.capture\", \"version\": 1, \"producer\": " +
                         base::quoteJson("dimscope " DIMSCOPE_VERSION) + "}\n";
    std::vector<GraphText> texts;
    texts.reserve(capture.graphs().size());
    std::priority_queue<Cursor, std::vector<Cursor>, std::greater<>> next;
    for (const Graph& graph : capture.graphs()) {
        texts.emplace_back(capture, graph);
        next.push(cursorAt(graph, 0));
    }
    while (!next.empty()) {
        const Cursor cursor = next.top();
        next.pop();
        const Graph& graph = capture.graph(capture::GraphId{cursor.graph});
        if (graph.isSummary()) {
            texts[cursor.graph].appendSummary(buffer);
        } else {
            texts[cursor.graph].appendCall(buffer, SampleId{cursor.sample});
            if (cursor.sample + 1 < graph.samples) {
                next.push(cursorAt(graph, cursor.sample + 1));
            }
        }
        if (buffer.size() >= kFlushAt) {
            if (auto written = sink(buffer); !written) {
                return written;
            }
            buffer.clear();
        }
    }
    return sink(buffer);
}

}  // namespace dimscope::writers
