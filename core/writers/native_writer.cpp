// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/native_writer.h"

#include <cstdint>
#include <queue>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/json_value.h"
#include "core/writers/native_lines.h"

namespace dimscope::writers {

namespace {

using capture::Capture;
using capture::Graph;
using capture::SampleId;

constexpr std::size_t kFlushAt = std::size_t{64} * 1024;

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
    std::vector<NativeLines> texts;
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
            texts[cursor.graph].appendSummary(buffer, graph.name);
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
