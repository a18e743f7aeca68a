// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/graph_name.h"

namespace dimscope::capture {

std::string fullName(const Capture& capture, const Graph& graph) {
    return capture.module(graph.module).name + ":" + graph.name;
}

std::optional<GraphId> graphNamed(const Capture& capture, std::string_view fullName) {
    std::optional<GraphId> found;
    for (const Graph& graph : capture.graphs()) {
        if (capture::fullName(capture, graph) != fullName) {
            continue;
        }
        const bool splitsAtLastColon = fullName.size() - fullName.rfind(':') - 1 == graph.name.size();
        if (!found || splitsAtLastColon) {
            found = graph.id;
        }
    }
    return found;
}

}  // namespace dimscope::capture
