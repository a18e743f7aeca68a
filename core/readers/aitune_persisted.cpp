// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/aitune_persisted.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/readers/aitune_persisted_spec.h"
#include "core/readers/report_progress.h"
#include "core/readers/saved_calls.h"
#include "core/readers/saved_value.h"

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using capture::CaptureBuilder;
using module::SampleMetadata;

/// Finds metadata in a value and adds them. A value is visited once, however many refer to it.
class PersistedSearch {
 public:
    PersistedSearch(const ReadContext& context, PickleContent& content)
        : m_context(context), m_content(content), m_reader(content, context) {}

    Result<std::size_t> run(PickleId root) {
        std::vector<PickleId> open{root};
        while (!open.empty()) {
            const PickleId id = open.back();
            open.pop_back();
            if (!m_seen.insert(id).second) {
                continue;
            }
            Result<bool> taken = take(id);
            if (!taken) {
                return std::move(taken.error());
            }
            if (!*taken) {
                addParts(id, open);
            }
        }
        return m_added;
    }

 private:
    [[nodiscard]] const PickleTree& tree() const { return m_content.tree; }

    /// What a container holds, so that the first is visited first.
    void addParts(PickleId id, std::vector<PickleId>& open) const {
        const std::size_t begin = open.size();
        if (const auto* sequence = tree().as<PickleValue::Sequence>(id)) {
            open.insert(open.end(), sequence->items.begin(), sequence->items.end());
        } else if (const auto* dict = tree().as<PickleValue::Dict>(id)) {
            for (const auto& [key, value] : dict->items) {
                open.push_back(value);
            }
        } else if (const auto* object = tree().as<PickleValue::Object>(id)) {
            open.insert(open.end(), object->items.begin(), object->items.end());
            for (const auto& [key, value] : object->entries) {
                open.push_back(value);
            }
            if (object->state) {
                open.push_back(*object->state);
            }
        }
        std::reverse(open.begin() + static_cast<std::ptrdiff_t>(begin), open.end());
    }

    /// Whether the value was metadata, and all of it has been added.
    Result<bool> take(PickleId id) {
        if (m_reader.isMetadata(id)) {
            return single(id);
        }
        if (const std::optional<PickleId> backends = tree().find(id, "backends");
            backends && tree().find(id, "module_name") && tree().sequence(*backends) != nullptr) {
            return tunedModule(id, *backends);
        }
        if (const std::optional<Sides> sides = sidesOf(id)) {
            return pair(*sides, nameIn(id), {});
        }
        return false;
    }

    struct Sides {
        PickleId inputs{};
        PickleId outputs{};
    };

    [[nodiscard]] std::optional<Sides> sidesOf(PickleId dict) const {
        static constexpr std::array<std::array<std::string_view, 2>, 2> kKeys{
            {{"input_spec", "output_spec"}, {"inputs", "outputs"}}};
        for (const auto& [inputKey, outputKey] : kKeys) {
            const std::optional<PickleId> inputs = tree().find(dict, inputKey);
            const std::optional<PickleId> outputs = tree().find(dict, outputKey);
            if (inputs && outputs && m_reader.isMetadata(*inputs) && m_reader.isMetadata(*outputs)) {
                return Sides{*inputs, *outputs};
            }
        }
        return std::nullopt;
    }

    /// Name of a graph in GraphSpec.to_dict(); empty where there is none.
    [[nodiscard]] std::string nameIn(PickleId dict) const {
        const std::optional<PickleId> name = tree().find(dict, "name");
        const std::string* text = name ? tree().text(*name) : nullptr;
        return text != nullptr ? *text : std::string();
    }

    [[nodiscard]] std::string moduleName() const {
        return m_module.empty() ? savedName(m_context.input.name()).module : m_module;
    }

    Result<bool> add(CaptureBuilder::Summary summary) {
        if (Result<void> polled = pollAndReport(m_context); !polled) {
            return std::move(polled.error());
        }
        summary.module = moduleName();
        m_context.builder.addSummary(std::move(summary), {m_context.source, 0, {}, {}});
        ++m_added;
        return true;
    }

    Result<bool> single(PickleId metadata, std::vector<capture::Detail> details = {}) {
        Result<PersistedMetadata> read = m_reader.read(metadata);
        if (!read) {
            return std::move(read.error());
        }
        CaptureBuilder::Summary summary;
        summary.details = std::move(details);
        (read->side == module::Side::input ? summary.inputs : summary.outputs) = std::move(read->metadata);
        return add(std::move(summary));
    }

    Result<bool> pair(const Sides& sides, std::string graph, std::vector<capture::Detail> details) {
        m_seen.insert(sides.inputs);
        m_seen.insert(sides.outputs);
        CaptureBuilder::Summary summary;
        Result<PersistedMetadata> inputs = m_reader.read(sides.inputs);
        if (!inputs) {
            return std::move(inputs.error());
        }
        Result<PersistedMetadata> outputs = m_reader.read(sides.outputs);
        if (!outputs) {
            return std::move(outputs.error());
        }
        summary.graph = std::move(graph);
        summary.inputs = std::move(inputs->metadata);
        summary.outputs = std::move(outputs->metadata);
        summary.details = std::move(details);
        return add(std::move(summary));
    }

    Result<bool> tunedModule(PickleId dict, PickleId backends) {
        const std::string* name = tree().text(*tree().find(dict, "module_name"));
        const std::string before = std::exchange(m_module, name != nullptr ? *name : std::string());
        for (const PickleId entry : *tree().sequence(backends)) {
            const std::vector<PickleId>* parts = tree().sequence(entry);
            if (parts == nullptr || parts->size() != 2 || !m_reader.isMetadata(parts->front())) {
                return m_reader.error(entry, ErrorCode::wrongType,
                                      "found " + describeKind(tree()[entry]) + " among the backends",
                                      "expected metadata and a backend");
            }
            m_seen.insert(parts->front());
            Result<bool> added = tunedGraph((*parts)[0], (*parts)[1]);
            if (!added) {
                return added;
            }
        }
        m_module = before;
        return true;
    }

    /// A backend that keeps its graph knows both sides; otherwise there are the inputs.
    Result<bool> tunedGraph(PickleId metadata, PickleId backend) {
        std::vector<capture::Detail> details;
        const std::optional<PickleId> type = tree().find(backend, "type");
        if (const std::string* text = type ? tree().text(*type) : nullptr) {
            details.push_back({"selected_backend", base::JsonValue(*text)});
        }
        const std::optional<PickleId> graph = tree().find(backend, "graph_spec");
        const std::optional<Sides> sides = graph ? sidesOf(*graph) : std::nullopt;
        return sides ? pair(*sides, nameIn(*graph), std::move(details))
                     : single(metadata, std::move(details));
    }

    const ReadContext& m_context;
    PickleContent& m_content;
    PersistedReader m_reader;
    std::unordered_set<PickleId> m_seen;
    std::string m_module;
    std::size_t m_added = 0;
};

}  // namespace

Result<std::size_t> addPersistedMetadata(const ReadContext& context, PickleContent& content, PickleId root) {
    return PersistedSearch(context, content).run(root);
}

}  // namespace dimscope::readers
