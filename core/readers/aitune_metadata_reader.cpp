// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/aitune_metadata_reader.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/json_reader.h"
#include "core/readers/flat_names.h"
#include "core/readers/json_checks.h"
#include "core/readers/json_head.h"
#include "core/readers/report_progress.h"

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;
using base::JsonPath;
using base::JsonStep;
using base::JsonValue;
using base::Result;

/// Collects the entries of the two lists one by one, so that a cut file gives those before the cut.
class MetadataVisitor final : public base::JsonVisitor {
 public:
    explicit MetadataVisitor(std::string file) : m_file(std::move(file)) {}

    JsonStep enter(const JsonPath& path) override {
        return path.empty() || (path.size() == 1 && isList(path[0])) ? JsonStep::descend : JsonStep::take;
    }

    Result<void> taken(const JsonPath& path, JsonValue value) override {
        if (path.empty()) {
            return wrongType(value, "expected the metadata of one side of a call: an object");
        }
        if (path.size() == 1 && !isList(path[0])) {
            m_metadata.set(path[0], std::move(value));
            return {};
        }
        JsonValue& list = listOf(path[0]);
        // A flat object by name is the older form of other_data.
        if (path.size() == 2 && path[1] == std::to_string(list.array()->size())) {
            list.push(std::move(value));
            return {};
        }
        if (path.size() == 2 && path[0] == "other_data") {
            m_named.set(path[1], std::move(value));
            return {};
        }
        return wrongType(value, "expected a list under " + base::quoteJson(path[0]));
    }

    Result<void> left(const JsonPath& path) override {
        if (path.size() == 1) {
            listOf(path[0]);
        }
        return {};
    }

    /// What has been read, in the form that SampleMetadata::fromJson takes.
    [[nodiscard]] JsonValue metadata() && {
        if (!m_named.object()->empty()) {
            listOf("other_data") = std::move(m_named);
        }
        return std::move(m_metadata);
    }
    [[nodiscard]] bool hasTensors() const {
        const JsonValue* tensors = m_metadata.find("tensor_data");
        return tensors != nullptr && !tensors->array()->empty();
    }

 private:
    static bool isList(std::string_view key) { return key == "tensor_data" || key == "other_data"; }

    JsonValue& listOf(const std::string& key) {
        for (JsonValue::Member& member : *m_metadata.object()) {
            if (member.first == key) {
                return member.second;
            }
        }
        m_metadata.set(key, JsonValue::Array{});
        return m_metadata.object()->back().second;
    }

    Error wrongType(const JsonValue& value, std::string expected) const {
        return {ErrorCode::wrongType,        "found " + describeValue(value), std::move(expected),
                "export the metadata again", placeOf(value, m_file),          {}};
    }

    std::string m_file;
    JsonValue m_metadata{JsonValue::Object{}};
    JsonValue m_named{JsonValue::Object{}};
};

std::string stemOf(std::string name) {
    for (const std::string_view ending : {".gz", ".json"}) {
        if (name.size() > ending.size() && name.ends_with(ending)) {
            name.resize(name.size() - ending.size());
        }
    }
    return name == "-" ? "stdin" : name;
}

/// Whether an access path is written as one of that side for exactly its semantic path.
bool writtenFor(const JsonValue& entry, module::Side side) {
    const JsonValue* written = entry.find("access_path");
    const JsonValue* path = entry.find("semantic_path");
    if (written == nullptr || path == nullptr || written->string() == nullptr) {
        return false;
    }
    const Result<module::Locator> locator = module::Locator::fromPaths(*written->string(), *path, side);
    return locator && module::Locator(locator->steps(), side).accessPath() == *written->string();
}

/// A file does not say its side; the paths of its tensors and other values do, if any of them can stand on
/// one side only. Flat names carry it in their first word.
module::Side sideOf(const JsonValue& metadata) {
    bool output = false;
    for (const char* key : {"tensor_data", "other_data"}) {
        const JsonValue* entries = metadata.find(key);
        if (entries == nullptr || entries->array() == nullptr) {
            continue;
        }
        for (const JsonValue& entry : *entries->array()) {
            const JsonValue* name = entry.find("name");
            if (name != nullptr && name->string() != nullptr) {
                return name->string()->starts_with("outputs") ? module::Side::output : module::Side::input;
            }
            const bool asInput = writtenFor(entry, module::Side::input);
            if (asInput) {
                return module::Side::input;
            }
            output = output || writtenFor(entry, module::Side::output);
        }
    }
    return output ? module::Side::output : module::Side::input;
}

}  // namespace

bool probeAituneMetadata(std::string_view head) {
    return readJsonHead(head).has("tensor_data");
}

Result<void> readAituneMetadata(const ReadContext& context) {
    const std::string& file = context.input.name();
    MetadataVisitor visitor(file);
    const base::ByteReader bytes = [&context](std::span<char> into) -> Result<std::size_t> {
        if (Result<void> polled = pollAndReport(context); !polled) {
            return std::move(polled.error());
        }
        return context.input.read(into);
    };
    if (Result<void> visited = base::visitJson(bytes, visitor, {.file = file}); !visited) {
        if (visited.error().code != ErrorCode::truncated || !visitor.hasTensors()) {
            return visited;
        }
        context.builder.source(context.source).complete = false;
        context.builder.diagnostics().add({base::Severity::warning, "truncated",
                                           "the file is cut off; the tensors before the cut are shown",
                                           visited.error().where});
    }
    JsonValue json = std::move(visitor).metadata();
    const module::Side side = sideOf(json);
    Result<module::SampleMetadata> metadata =
        module::SampleMetadata::fromJson(withPaths(std::move(json), side), side, {.file = file});
    if (!metadata) {
        return std::move(metadata.error());
    }
    capture::CaptureBuilder::Summary summary;
    summary.module = stemOf(file);
    (side == module::Side::input ? summary.inputs : summary.outputs) = std::move(*metadata);
    context.builder.addSummary(std::move(summary), {context.source, 1, {}, {}});
    return {};
}

}  // namespace dimscope::readers
