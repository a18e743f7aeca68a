// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/capture/capture.h"
#include "core/module/sample_metadata.h"

namespace dimscope::capture {

/// Everything of a call but its numbers: what decides which graph it belongs to, and the order of its
/// tensors. Sizes, ranges and multipliers in the two metadata are ignored; ranks and dtypes count.
struct CallLayout {
    std::string module;
    module::SampleMetadata inputs;
    module::SampleMetadata outputs;
};

/// Names a registered CallLayout.
using LayoutId = base::Id<struct LayoutTag>;

/// Collects calls and summaries of one or more files into a Capture. Calls are grouped as AITune does: per
/// module by input metadata (recordsInto) or LLM phase, numbered "0", "1", ... in order of first appearance,
/// with " (LLM phase prefill)" behind; calls of one such graph that differ in tensor set or rank, on either
/// side, are split into "<name>", "<name>/2", ... with the diagnostic `cannot-merge`. Not thread-safe.
class CaptureBuilder {
 public:
    CaptureBuilder();
    ~CaptureBuilder();
    CaptureBuilder(CaptureBuilder&&) noexcept;
    CaptureBuilder& operator=(CaptureBuilder&&) noexcept;

    SourceId addSource(Source source);
    /// Takes the source that was added last back; nothing may have been added since.
    void dropLastSource();
    /// To complete what is known only at the end of a file.
    Source& source(SourceId id);

    /// Registers a layout; keep the id and use it again for equal calls. The layout's order of tensors
    /// (inputs, then outputs) is the order of sizes in addCall. `first` is where it was seen. Its graph is
    /// found at its first call, so numbers of graphs follow the order of calls.
    LayoutId layout(const CallLayout& layout, const CallOrigin& first);
    /// Number of sizes that addCall takes for a layout: the sum of its ranks.
    [[nodiscard]] std::size_t sizeCount(LayoutId layout) const;
    /// Appends a call: all sizes of all tensors (sizeCount of them), in layout order. `batchSize` is positive
    /// or kUnknownBatch.
    void addCall(LayoutId layout, std::int64_t batchSize, std::span<const std::int64_t> sizes,
                 const CallOrigin& origin);

    struct Summary {
        std::string module;
        std::string graph;  ///< name as the file gives it; empty: numbered like other graphs
        module::SampleMetadata inputs;
        module::SampleMetadata outputs;
        std::vector<Detail> details;
    };
    /// Adds a graph that has no calls. A summary that repeats an earlier one of the same module (same name,
    /// equal specs) is merged into it: details whose key the earlier one lacks are kept, all else is dropped;
    /// of two orders of tensors the one that is first as text is shown, whichever came first. Another with
    /// the same name becomes "<name>/2".
    GraphId addSummary(Summary summary, const CallOrigin& origin);

    /// The module of that name, made if it is new (a module may have no graph).
    ModuleId module(std::string_view name);
    /// Details are of the source that was added last.
    void addModuleDetail(ModuleId module, Detail detail);
    void addDetail(Detail detail);

    [[nodiscard]] base::Diagnostics& diagnostics();

    /// The capture; the builder is left with nothing but its diagnostics.
    [[nodiscard]] Capture build();

 private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace dimscope::capture
