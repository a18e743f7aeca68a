// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/ids.h"
#include "core/base/json_value.h"
#include "core/module/sample_metadata.h"

namespace dimscope::capture {

using base::GraphId;
using base::ModuleId;
using base::SampleId;
using base::SourceId;
using base::TensorId;

/// Stands in a batch-size column where the batch size of a call is not known (known ones are positive).
inline constexpr std::int64_t kUnknownBatch = 0;

/// A file (or the standard input, or pasted text) that a capture came from.
struct Source {
    std::string name;         ///< file name without folders
    std::string format;       ///< e.g. "dimscope.capture", "aitune.report"
    std::uint64_t bytes = 0;  ///< as stored
    std::string xxh3;         ///< XXH3-128 of the stored bytes, 32 hex digits; empty: not read as a whole
    bool complete = true;     ///< false: cut off at the end
    /// Batch size of calls that do not know theirs, as the file's name states it; what the user states comes
    /// first.
    std::optional<std::int64_t> namedBatchSize{};
};

/// What a file says of a module or graph beside shapes, under the file's own key: selected backend, failed
/// builds, exceptions, call counts. Values as the file holds them.
struct Detail {
    std::string key;
    base::JsonValue value;
    base::Severity severity = base::Severity::note;  ///< error: a failed build, an exception
    SourceId source{};                               ///< the file that says so
};

/// One tensor of a graph: its path, dtype and either one column per axis (a size per sample) or a summary.
struct Tensor {
    TensorId id;
    GraphId graph;
    module::Locator locator;
    std::string accessPath;
    std::string dtype;  ///< of the first call, "torch.float16"; empty where unknown
    /// Calls whose dtype is another, in call order.
    std::vector<std::pair<SampleId, std::string>> otherDtypes;
    std::size_t rank = 0;
    /// rank columns of one size per sample each, in call order. Shared, since a capture with other batch
    /// sizes has the same. Empty columns for a summary.
    std::shared_ptr<const std::vector<std::vector<std::int64_t>>> columns;
    /// Symbols, min and max where the file holds no calls.
    std::optional<module::TensorSpec> summary;

    [[nodiscard]] module::Side side() const { return locator.side(); }
    /// Sizes of one axis, a value per sample.
    [[nodiscard]] std::span<const std::int64_t> column(std::size_t axis) const;
    /// Dtype at a sample.
    [[nodiscard]] const std::string& dtypeAt(SampleId sample) const;
    /// Sizes of all axes at a sample.
    [[nodiscard]] module::Sizes sizesAt(SampleId sample) const;
};

/// Where a call came from.
struct CallOrigin {
    SourceId source;
    std::uint64_t line = 0;  ///< 1-based, 0: not known
    std::string time;        ///< ISO 8601, empty: not known
    std::string label;
};

/// Texts of some samples of a graph, in one block of bytes: 12 bytes a text beside its own.
class TextColumn {
 public:
    /// `sample` is larger than those before. An empty text is the same as none.
    void append(std::uint32_t sample, std::string_view text);
    /// Empty where the sample has none.
    [[nodiscard]] std::string_view at(std::uint32_t sample) const;
    [[nodiscard]] bool empty() const { return m_samples.empty(); }
    void releaseSlack();

 private:
    std::vector<std::uint32_t> m_samples;  // ascending
    std::vector<std::uint64_t> m_ends;     // where the text of the sample at the same index ends
    std::string m_bytes;
};

/// How a call was recorded where its graph says otherwise: what grouping passes over.
struct CallForm {
    struct Place {
        std::uint32_t tensor = 0;  ///< index into Graph::tensors
        std::string accessPath;
        friend bool operator==(const Place&, const Place&) = default;
    };
    using Others = std::vector<module::SampleMetadata::OtherEntry>;

    std::vector<Place> places;           ///< order of the call, inputs first; empty: as the graph's tensors
    std::optional<Others> otherInputs;   ///< none: as the graph's
    std::optional<Others> otherOutputs;  ///< none: as the graph's
    module::Strictness strictness = module::Strictness::strict;
};

/// Side columns of a graph; times, labels and forms are kept only where there are any.
struct CallColumns {
    std::vector<std::uint32_t> sources;  ///< one entry where all calls come from one file
    std::vector<std::uint64_t> lines;    ///< empty where no call has one
    TextColumn times;
    TextColumn labels;
    std::vector<CallForm> forms;
    /// Calls that were recorded in another form than the graph's: index into `forms`, in call order.
    std::vector<std::pair<SampleId, std::uint32_t>> otherForms;

    /// Index of the form of a call; none: that of the graph.
    [[nodiscard]] std::optional<std::uint32_t> formAt(SampleId sample) const;
};

/// All calls of a module with equal metadata (or one summary): a rectangle of columns.
struct Graph {
    GraphId id;
    ModuleId module;
    std::string name;       ///< full: "0", "1 (LLM phase prefill)", "0/2"; unique in its module
    std::string givenName;  ///< of a summary, as its file gives it; empty: none
    module::LlmPhase phase = module::LlmPhase::none;
    module::Strictness strictness = module::Strictness::strict;
    std::size_t samples = 0;        ///< 0: a summary
    std::vector<TensorId> tensors;  ///< inputs first, each side in order of first appearance
    std::vector<module::SampleMetadata::OtherEntry> otherInputs;  ///< of the first call
    std::vector<module::SampleMetadata::OtherEntry> otherOutputs;
    std::shared_ptr<const std::vector<std::int64_t>> batchSizes;  ///< one per sample; kUnknownBatch
    std::shared_ptr<const CallColumns> calls;
    SourceId source;         ///< where the graph was first seen
    std::uint64_t line = 0;  ///< 1-based, 0: not known
    std::vector<Detail> details;
    /// AITune would raise on merging the calls that Dimscope splits into this graph and its namesakes.
    bool cannotMerge = false;

    [[nodiscard]] bool isSummary() const { return samples == 0; }
    [[nodiscard]] CallOrigin originOf(SampleId sample) const;
};

struct Module {
    ModuleId id;
    std::string name;
    std::vector<GraphId> graphs;
    std::vector<Detail> details;
};

/// What one file, or several opened together, hold. Immutable; share it as shared_ptr<const Capture>.
/// Thread-safe.
class Capture {
 public:
    struct Parts {
        std::vector<Source> sources;
        std::vector<Module> modules;
        std::vector<Graph> graphs;
        std::vector<Tensor> tensors;
        std::vector<Detail> details;  ///< of the run as a whole
    };

    Capture() = default;
    explicit Capture(Parts parts);

    [[nodiscard]] const std::vector<Source>& sources() const { return m_parts.sources; }
    [[nodiscard]] const std::vector<Module>& modules() const { return m_parts.modules; }
    [[nodiscard]] const std::vector<Graph>& graphs() const { return m_parts.graphs; }
    [[nodiscard]] const std::vector<Tensor>& tensors() const { return m_parts.tensors; }
    [[nodiscard]] const std::vector<Detail>& details() const { return m_parts.details; }

    [[nodiscard]] const Module& module(ModuleId id) const { return m_parts.modules[id.value]; }
    [[nodiscard]] const Graph& graph(GraphId id) const { return m_parts.graphs[id.value]; }
    [[nodiscard]] const Tensor& tensor(TensorId id) const { return m_parts.tensors[id.value]; }

    [[nodiscard]] std::uint64_t sampleCount() const;
    [[nodiscard]] std::uint64_t axisCount() const;

 private:
    Parts m_parts;  // ids are indexes into these
};

}  // namespace dimscope::capture
