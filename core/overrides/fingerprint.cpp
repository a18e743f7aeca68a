// SPDX-License-Identifier: GPL-3.0-or-later
#include <xxhash.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/overrides/overrides_file.h"

namespace dimscope::overrides {

namespace {

/// Hashes parts one behind the other; every text and list stands behind its length, so that no two contents
/// give the same bytes.
class Hash {
 public:
    Hash() { XXH3_128bits_reset(m_state.get()); }

    void add(std::int64_t number) { XXH3_128bits_update(m_state.get(), &number, sizeof number); }
    void add(std::string_view text) {
        addCount(text.size());
        XXH3_128bits_update(m_state.get(), text.data(), text.size());
    }
    void add(std::span<const std::int64_t> numbers) {
        addCount(numbers.size());
        XXH3_128bits_update(m_state.get(), numbers.data(), numbers.size_bytes());
    }
    void addCount(std::size_t count) { add(static_cast<std::int64_t>(count)); }

    [[nodiscard]] std::string text() const {
        static constexpr std::string_view kHex = "0123456789abcdef";
        XXH128_canonical_t canonical;
        XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(m_state.get()));
        std::string out = "xxh3:";
        for (const unsigned char byte : canonical.digest) {
            out += kHex[byte >> 4U];
            out += kHex[byte & 0xFU];
        }
        return out;
    }

 private:
    struct Free {
        void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
    };
    std::unique_ptr<XXH3_state_t, Free> m_state{XXH3_createState()};
};

std::string pathText(const module::Locator& locator) {
    return base::dumpJson(locator.semanticPath());
}

void addSummary(Hash& hash, const module::TensorSpec& spec) {
    hash.addCount(spec.rank());
    for (const module::Dim& dim : spec.shape()) {
        const auto* symbol = std::get_if<std::string>(&dim);
        hash.add(symbol != nullptr ? base::quoteJson(*symbol) : std::to_string(std::get<std::int64_t>(dim)));
    }
    hash.add(spec.minShape());
    hash.add(spec.maxShape());
    if (const base::JsonValue multipliers = spec.multipliersJson(); !multipliers.isNull()) {
        hash.add(base::dumpJson(multipliers));
    }
}

void addTensor(Hash& hash, const capture::Tensor& tensor) {
    hash.add(module::name(tensor.side()));
    hash.add(pathText(tensor.locator));
    hash.add(tensor.dtype);
    hash.addCount(tensor.otherDtypes.size());
    for (const auto& [sample, dtype] : tensor.otherDtypes) {
        hash.add(std::int64_t{sample.value});
        hash.add(dtype);
    }
    if (tensor.summary) {
        addSummary(hash, *tensor.summary);
        return;
    }
    hash.addCount(tensor.rank);
    for (std::size_t axis = 0; axis < tensor.rank; ++axis) {
        hash.add(tensor.column(axis));
    }
}

void addOthers(Hash& hash, const std::vector<module::SampleMetadata::OtherEntry>& others) {
    std::vector<std::pair<std::string, std::string>> texts;
    for (const auto& other : others) {
        texts.emplace_back(pathText(other.locator), base::dumpJson(other.value.toJson()));
    }
    std::sort(texts.begin(), texts.end());
    hash.addCount(texts.size());
    for (const auto& [path, value] : texts) {
        hash.add(path);
        hash.add(value);
    }
}

base::Result<void> addGraph(Hash& hash, const capture::Capture& capture, const capture::Graph& graph,
                            const base::CancelToken& cancel) {
    hash.add(capture.module(graph.module).name);
    hash.add(graph.name);
    hash.add(module::name(graph.phase));
    addOthers(hash, graph.otherInputs);
    addOthers(hash, graph.otherOutputs);
    hash.addCount(graph.samples);
    if (!graph.isSummary()) {
        hash.add(*graph.batchSizes);
    }
    using Key = std::tuple<module::Side, std::string, std::string, const capture::Tensor*>;
    std::vector<Key> order;
    for (const base::TensorId id : graph.tensors) {
        const capture::Tensor& tensor = capture.tensor(id);
        order.emplace_back(tensor.side(), pathText(tensor.locator), tensor.accessPath, &tensor);
    }
    std::sort(order.begin(), order.end());
    hash.addCount(order.size());
    for (const Key& key : order) {
        if (cancel.cancelled()) {
            return base::Error{base::ErrorCode::cancelled, "stopped on request", "", "", {}, {}};
        }
        addTensor(hash, *std::get<const capture::Tensor*>(key));
    }
    return {};
}

}  // namespace

base::Result<std::string> fingerprintOf(const capture::Capture& capture, const base::CancelToken& cancel) {
    std::vector<const capture::Graph*> order;
    for (const capture::Graph& graph : capture.graphs()) {
        order.push_back(&graph);
    }
    std::sort(order.begin(), order.end(), [&](const capture::Graph* left, const capture::Graph* right) {
        return std::tie(capture.module(left->module).name, left->name) <
               std::tie(capture.module(right->module).name, right->name);
    });
    Hash hash;
    hash.addCount(order.size());
    for (const capture::Graph* graph : order) {
        if (auto added = addGraph(hash, capture, *graph, cancel); !added) {
            return std::move(added).error();
        }
    }
    return hash.text();
}

}  // namespace dimscope::overrides
