// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/importers.h"

#include <algorithm>
#include <utility>

#include "core/base/json_reader.h"
#include "core/overrides/import_forms.h"
#include "core/overrides/import_placement.h"
#include "core/overrides/overrides_json.h"

namespace dimscope::overrides {

namespace {

using base::ErrorCode;
using base::Result;
using module::JsonCursor;

Result<std::vector<StatedShapes>> readStated(ImportForm form, const JsonCursor& json,
                                             std::vector<Problem>& problems) {
    switch (form) {
        case ImportForm::explicitShapes: return readExplicitShapes(json);
        case ImportForm::report: return readReportShapes(json);
        case ImportForm::profiles: return readProfiles(json, problems);
        case ImportForm::records: return readRecords(json);
        case ImportForm::overrides:
        case ImportForm::unknown: break;
    }
    return json.error(ErrorCode::unknownFormat,
                      std::string(base::describeKind(json.value())) + " of no known form",
                      "overrides, AITune's explicit shapes or tuning report, TensorRT profiles, or records");
}

/// Adds members whose keys are not there yet.
void addMissing(base::JsonValue::Object& members, const base::JsonValue::Object& more) {
    for (const base::JsonValue::Member& member : more) {
        const bool known = std::any_of(members.begin(), members.end(),
                                       [&](const auto& other) { return other.first == member.first; });
        if (!known) {
            members.push_back(member);
        }
    }
}

/// An imported override over the present one: what it does not state stays.
TensorOverride onTop(const TensorOverride& present, TensorOverride imported) {
    if (!imported.name) {
        imported.name = present.name;
    }
    if (!imported.dtype) {
        imported.dtype = present.dtype;
    }
    if (imported.note.empty()) {
        imported.note = present.note;
    }
    addMissing(imported.extra, present.extra);
    return imported;
}

}  // namespace

Result<Imported> importOverrides(std::string_view text, std::string_view fileName,
                                 const ImportTarget& target) {
    const base::SourceLocation origin{.file = std::string(fileName)};
    const auto document = base::parseJson(text, origin);
    if (!document) {
        return document.error();
    }
    const ImportForm form = importFormOf(*document);
    if (form == ImportForm::overrides) {
        auto overrides = overridesFromJson(*document, origin);
        return overrides ? Result<Imported>(Imported{*std::move(overrides), {}})
                         : Result<Imported>(std::move(overrides).error());
    }
    const JsonCursor json(*document, origin);
    std::vector<Problem> problems;
    const auto stated = readStated(form, json, problems);
    if (!stated) {
        return stated.error();
    }
    const bool says = std::any_of(stated->begin(), stated->end(),
                                  [](const StatedShapes& shapes) { return !shapes.tensors.empty(); });
    if (!says) {
        return json.error(ErrorCode::noShapes, "no shapes that somebody stated",
                          form == ImportForm::report ? "dynamic_shapes in one of its graphs"
                                                     : "shapes of one tensor at least");
    }
    Placement placement(target);
    for (const StatedShapes& shapes : *stated) {
        placement.place(shapes);
    }
    Imported imported = placement.take();
    imported.problems.insert(imported.problems.begin(), problems.begin(), problems.end());
    return imported;
}

Result<Imported> importOverrides(std::string_view text, std::string_view fileName,
                                 const capture::Capture& capture, const inference::Analysis& analysis,
                                 std::optional<base::GraphId> graph) {
    const OverrideSet none;
    return importOverrides(text, fileName, {capture, analysis, none, graph});
}

OverrideSet withImported(OverrideSet current, const OverrideSet& imported) {
    for (const GraphOverrides& from : imported.graphs) {
        const GraphOverrides* present = current.find(from.module, from.graph);
        GraphOverrides graph =
            present != nullptr ? *present : GraphOverrides{from.module, from.graph, {}, {}, {}};
        for (const TensorOverride& tensor : from.tensors) {
            const TensorOverride* before = graph.find(tensor.locator);
            graph.put(before != nullptr ? onTop(*before, tensor) : tensor);
        }
        std::vector<std::int64_t> excluded;
        std::set_union(graph.excludedSamples.begin(), graph.excludedSamples.end(),
                       from.excludedSamples.begin(), from.excludedSamples.end(),
                       std::back_inserter(excluded));
        graph.excludedSamples = std::move(excluded);
        addMissing(graph.extra, from.extra);
        current.put(std::move(graph));
    }
    addMissing(current.extra, imported.extra);
    return current;
}

}  // namespace dimscope::overrides
