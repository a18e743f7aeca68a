// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/capture/capture_builder.h"
#include "core/readers/aitune_log_records.h"

namespace dimscope::readers {

/// Gathers the prints of graphs of one log. A log prints the same graph again and again, and its ranges only
/// grow while it records: of two prints of one module and graph the one that covers the other stays (same
/// paths, ranks and other values, ranges at least as wide), in the place of the first; prints of which
/// neither covers the other are different graphs. Prints without a graph name stay apart unless they are
/// equal.
class LogGraphs {
 public:
    void add(PrintedGraph graph);

    [[nodiscard]] bool empty() const { return m_graphs.empty(); }
    [[nodiscard]] std::size_t tensorCount() const;

    /// Adds all as summaries, graphs without a module under `fallbackModule`. Modules that JIT tuning prints
    /// with their number of parameters lose it, unless two modules of the log differ only in it. Errors:
    /// rankMismatch.
    base::Result<void> moveTo(capture::CaptureBuilder& builder, capture::SourceId source,
                              const std::string& fallbackModule, const std::string& file);

 private:
    struct Kept {
        PrintedGraph graph;
        std::size_t prints = 1;
        bool differed = false;  // a narrower print was left out
    };
    std::vector<Kept> m_graphs;
    std::unordered_map<std::string, std::vector<std::size_t>> m_byName;
};

}  // namespace dimscope::readers
