// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/aitune_log_graphs.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace dimscope::readers {

namespace {

using module::LlmPhase;
using module::Side;

constexpr Side kSides[] = {Side::input, Side::output};
constexpr std::string_view kParametersSign = " \xF0\x9F\x93\x8A";  // between name and number in JIT logs

// How many earlier prints of one name a print is compared with, so that a long log costs no squared time.
constexpr std::size_t kCompared = 64;

enum class Cover : std::uint8_t { none, wider, equal };

Cover weaker(Cover left, Cover right) {
    return std::min(left, right);
}

Cover tensorCover(const PrintedTensor& wide, const PrintedTensor& narrow) {
    if (wide.shape.size() != narrow.shape.size() ||
        (!wide.dtype.empty() && !narrow.dtype.empty() && wide.dtype != narrow.dtype)) {
        return Cover::none;
    }
    Cover cover = Cover::equal;
    for (std::size_t axis = 0; axis < wide.shape.size(); ++axis) {
        if (wide.minShape[axis] > narrow.minShape[axis] || wide.maxShape[axis] < narrow.maxShape[axis]) {
            return Cover::none;
        }
        const bool same = wide.shape[axis] == narrow.shape[axis] &&
                          wide.minShape[axis] == narrow.minShape[axis] &&
                          wide.maxShape[axis] == narrow.maxShape[axis];
        cover = weaker(cover, same ? Cover::equal : Cover::wider);
    }
    return cover;
}

template <class Entry>
const Entry* findAt(const std::vector<Entry>& entries, std::size_t likely, const module::Locator& locator) {
    if (likely < entries.size() && entries[likely].locator == locator) {
        return &entries[likely];
    }
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&](const Entry& entry) { return entry.locator == locator; });
    return found == entries.end() ? nullptr : &*found;
}

Cover specCover(const PrintedSpec& wide, const PrintedSpec& narrow) {
    if (wide.tensors.size() != narrow.tensors.size() || wide.others.size() != narrow.others.size()) {
        return Cover::none;
    }
    Cover cover = Cover::equal;
    for (std::size_t index = 0; index < narrow.tensors.size() && cover != Cover::none; ++index) {
        const auto* tensor = findAt(wide.tensors, index, narrow.tensors[index].locator);
        cover = tensor == nullptr ? Cover::none : weaker(cover, tensorCover(*tensor, narrow.tensors[index]));
    }
    for (std::size_t index = 0; index < narrow.others.size() && cover != Cover::none; ++index) {
        const auto* other = findAt(wide.others, index, narrow.others[index].locator);
        cover = other != nullptr && other->value.equals(narrow.others[index].value) ? cover : Cover::none;
    }
    return cover;
}

Cover graphCover(const PrintedGraph& wide, const PrintedGraph& narrow) {
    Cover cover = Cover::equal;
    for (const Side side : kSides) {
        if (!narrow.side(side)) {
            cover = weaker(cover, wide.side(side) ? Cover::wider : Cover::equal);
        } else if (!wide.side(side)) {
            return Cover::none;
        } else {
            cover = weaker(cover, specCover(*wide.side(side), *narrow.side(side)));
        }
    }
    return cover;
}

LlmPhase phaseOf(std::string_view graph) {
    if (graph.find("(LLM phase prefill)") != std::string_view::npos) {
        return LlmPhase::prefill;
    }
    return graph.find("(LLM phase decode)") != std::string_view::npos ? LlmPhase::decode : LlmPhase::none;
}

base::Result<module::SampleMetadata> metadata(PrintedSpec spec, LlmPhase phase) {
    std::vector<module::SampleMetadata::TensorEntry> tensors;
    tensors.reserve(spec.tensors.size());
    for (PrintedTensor& tensor : spec.tensors) {
        auto made = module::TensorSpec::fromParts(std::move(tensor.shape), std::move(tensor.minShape),
                                                  std::move(tensor.maxShape), std::move(tensor.dtype));
        if (!made) {
            return std::move(made).error();
        }
        tensors.push_back({std::move(tensor.locator), std::move(*made)});
    }
    return module::SampleMetadata(std::move(tensors), std::move(spec.others), module::Strictness::strict,
                                  phase);
}

// The names that engines and error messages of TensorRT use, by access path.
base::JsonValue engineNames(const PrintedGraph& graph) {
    base::JsonValue::Object names;
    for (const Side side : kSides) {
        if (!graph.side(side)) {
            continue;
        }
        for (const PrintedTensor& tensor : graph.side(side)->tensors) {
            if (!tensor.name.empty()) {
                names.emplace_back(tensor.locator.accessPath(), tensor.name);
            }
        }
    }
    return names;
}

// A print repeats most of what the one before it said.
void addDetails(std::vector<capture::Detail>& details, std::vector<capture::Detail> more) {
    for (capture::Detail& detail : more) {
        const bool known = std::any_of(details.begin(), details.end(), [&](const capture::Detail& kept) {
            return kept.key == detail.key && kept.value == detail.value;
        });
        if (!known) {
            details.push_back(std::move(detail));
        }
    }
}

}  // namespace

void LogGraphs::add(PrintedGraph graph) {
    for (const Side side : kSides) {
        auto& spec = graph.side(side);
        if (spec && spec->tensors.empty() && spec->others.empty()) {
            spec.reset();
        }
    }
    if (!graph.inputs && !graph.outputs) {
        return;
    }
    const bool named = !graph.graph.empty();
    std::vector<std::size_t>& candidates =
        m_byName[graph.module + "\n" + graph.parameters + "\n" + graph.graph];
    const std::size_t first = candidates.size() > kCompared ? candidates.size() - kCompared : 0;
    for (std::size_t at = first; at < candidates.size(); ++at) {
        Kept& kept = m_graphs[candidates[at]];
        const Cover older = graphCover(kept.graph, graph);
        if (older == Cover::equal || (named && older == Cover::wider)) {
            ++kept.prints;
            kept.differed = kept.differed || older == Cover::wider;
            addDetails(kept.graph.details, std::move(graph.details));
            return;
        }
        if (named && graphCover(graph, kept.graph) == Cover::wider) {
            ++kept.prints;
            kept.differed = true;
            addDetails(kept.graph.details, std::move(graph.details));
            graph.details = std::move(kept.graph.details);
            kept.graph = std::move(graph);
            return;
        }
    }
    candidates.push_back(m_graphs.size());
    m_graphs.push_back({std::move(graph)});
}

std::size_t LogGraphs::tensorCount() const {
    std::size_t count = 0;
    for (const Kept& kept : m_graphs) {
        for (const Side side : kSides) {
            count += kept.graph.side(side) ? kept.graph.side(side)->tensors.size() : 0;
        }
    }
    return count;
}

base::Result<void> LogGraphs::moveTo(capture::CaptureBuilder& builder, capture::SourceId source,
                                     const std::string& fallbackModule, const std::string& file) {
    std::map<std::string, std::set<std::string>> parameters;
    for (const Kept& kept : m_graphs) {
        parameters[kept.graph.module].insert(kept.graph.parameters);
    }
    for (Kept& kept : m_graphs) {
        PrintedGraph& graph = kept.graph;
        capture::CaptureBuilder::Summary summary;
        summary.module = graph.module.empty() ? fallbackModule : graph.module;
        if (parameters[graph.module].size() > 1 && !graph.parameters.empty()) {
            summary.module += std::string(kParametersSign) + graph.parameters;
        }
        summary.graph = graph.graph;
        if (base::JsonValue names = engineNames(graph); !names.object()->empty()) {
            graph.details.push_back({"names", std::move(names), base::Severity::note});
        }
        if (kept.differed) {
            base::SourceLocation where;
            where.file = file;
            where.line = graph.place.line;
            where.module = summary.module;
            where.graph = graph.graph;
            builder.diagnostics().add({base::Severity::note, "printed-again",
                                       "Graph '" + graph.graph + "' of '" + summary.module + "' is printed " +
                                           std::to_string(kept.prints) +
                                           " times; the print with the widest ranges is shown.",
                                       std::move(where)});
        }
        const LlmPhase phase = phaseOf(graph.graph);
        for (const Side side : kSides) {
            if (!graph.side(side)) {
                continue;
            }
            auto made = metadata(std::move(*graph.side(side)), side == Side::input ? phase : LlmPhase::none);
            if (!made) {
                return std::move(made).error();
            }
            (side == Side::input ? summary.inputs : summary.outputs) = std::move(*made);
        }
        summary.details = std::move(graph.details);
        builder.addSummary(std::move(summary), {source, graph.place.line, {}, {}});
    }
    m_graphs.clear();
    m_byName.clear();
    return {};
}

}  // namespace dimscope::readers
