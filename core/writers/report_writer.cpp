// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/report_writer.h"

#include <cstdint>
#include <string>

#include "core/writers/json_stream.h"
#include "core/writers/report_sections.h"

namespace dimscope::writers {

namespace {

using base::JsonValue;

void writeSources(JsonStream& out, const capture::Capture& capture) {
    out.beginArray();
    for (const capture::Source& source : capture.sources()) {
        out.value(JsonValue::Object{{"name", source.name},
                                    {"format", source.format},
                                    {"bytes", source.bytes},
                                    {"xxh3", source.xxh3.empty() ? JsonValue() : JsonValue(source.xxh3)},
                                    {"complete", source.complete}});
    }
    out.endArray();
}

}  // namespace

base::Result<void> writeJsonReport(const ReportInput& input, const files::TextSink& sink) {
    JsonStream out(sink);
    out.beginObject();
    out.member("format", "dimscope.report");
    out.member("version", 1);
    out.member("generator", "dimscope " DIMSCOPE_VERSION);
    out.key("sources");
    writeSources(out, input.capture);
    out.member("batch_size_source", input.batchSizes.text());
    out.key("summary");
    writeSummary(out, input);
    out.key("modules");
    writeModules(out, input);
    out.key("graphs");
    out.beginArray();
    for (const capture::Graph& graph : input.capture.graphs()) {
        if (out.failed()) {
            break;
        }
        writeGraph(out, input, graph);
    }
    out.endArray();
    out.key("problems");
    writeProblems(out, input);
    out.endObject();
    return out.finish();
}

}  // namespace dimscope::writers
