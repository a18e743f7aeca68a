// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/merged_writer.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/capture/canonical_order.h"
#include "core/writers/native_lines.h"

namespace dimscope::writers {

namespace {

using capture::CallRef;
using capture::Capture;
using capture::Graph;

constexpr std::size_t kFlushAt = std::size_t{64} * 1024;

class MergedWriter {
 public:
    MergedWriter(const Capture& capture, const inference::Exclusions& exclusions, const files::TextSink& sink)
        : m_capture(capture), m_exclusions(exclusions), m_sink(sink) {
        m_lines.reserve(capture.graphs().size());
        for (const Graph& graph : capture.graphs()) {
            m_lines.emplace_back(capture, graph);
        }
    }

    base::Result<void> write(const std::vector<CallRef>& calls) {
        m_buffer = "{\"format\": \"dimscope.capture\", \"version\": 1}\n";
        for (const CallRef& call : calls) {
            if (isExcluded(call)) {
                continue;
            }
            m_lines[call.graph.value].appendCall(m_buffer, call.sample);
            if (auto flushed = flushIfFull(); !flushed) {
                return flushed;
            }
        }
        for (const std::string& line : summaries()) {
            m_buffer += line;
            if (auto flushed = flushIfFull(); !flushed) {
                return flushed;
            }
        }
        return m_sink(m_buffer);
    }

 private:
    [[nodiscard]] bool isExcluded(const CallRef& call) const {
        const auto excluded = inference::excludedOf(m_exclusions, call.graph);
        return std::binary_search(excluded.begin(), excluded.end(), call.sample.value);
    }

    [[nodiscard]] std::vector<std::string> summaries() const {
        std::vector<std::string> lines;
        for (const Graph& graph : m_capture.graphs()) {
            if (graph.isSummary()) {
                m_lines[graph.id.value].appendSummary(lines.emplace_back(), graph.givenName);
            }
        }
        std::sort(lines.begin(), lines.end());
        lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
        return lines;
    }

    base::Result<void> flushIfFull() {
        if (m_buffer.size() < kFlushAt) {
            return {};
        }
        auto written = m_sink(m_buffer);
        m_buffer.clear();
        return written;
    }

    const Capture& m_capture;
    const inference::Exclusions& m_exclusions;
    const files::TextSink& m_sink;
    std::vector<NativeLines> m_lines;  // by id of the graph
    std::string m_buffer;
};

}  // namespace

base::Result<void> writeMergedCapture(const Capture& capture, const inference::Exclusions& exclusions,
                                      const files::TextSink& sink, const base::CancelToken& cancel) {
    const auto calls = capture::canonicalOrder(capture, cancel);
    return calls ? MergedWriter(capture, exclusions, sink).write(*calls) : calls.error();
}

}  // namespace dimscope::writers
