// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_json.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <set>
#include <utility>

#include "core/module/json_cursor.h"
#include "core/overrides/overrides_json.h"

namespace dimscope::session {

namespace {

using base::ErrorCode;
using base::JsonValue;
using base::Result;
using capture::BatchSizeSource;
using module::JsonCursor;

JsonValue::Object unknownMembers(const JsonCursor& json, std::initializer_list<std::string_view> known) {
    JsonValue::Object out;
    for (const JsonValue::Member& member : *json.value().object()) {
        if (std::find(known.begin(), known.end(), member.first) == known.end()) {
            out.push_back(member);
        }
    }
    return out;
}

/// A member that may be left out; null says the same as leaving it out.
std::optional<JsonCursor> optionalMember(const JsonCursor& json, std::string_view key) {
    auto found = json.find(key);
    return found && !found->value().isNull() ? found : std::nullopt;
}

Result<void> expectObject(const JsonCursor& json, std::string_view what) {
    return json.value().object() != nullptr ? Result<void>() : Result<void>(json.wrongType(what));
}

Result<void> readText(const JsonCursor& json, std::string_view key, std::string& into) {
    if (const auto member = optionalMember(json, key)) {
        auto text = member->text();
        if (!text) {
            return std::move(text).error();
        }
        into = *std::move(text);
    }
    return {};
}

Result<void> readStrictness(const JsonCursor& json, module::Strictness& into) {
    if (const auto member = optionalMember(json, "strict_samples")) {
        const bool* isStrict = member->value().boolean();
        if (isStrict == nullptr) {
            return member->wrongType("true or false");
        }
        into = *isStrict ? module::Strictness::strict : module::Strictness::lenient;
    }
    return {};
}

Result<void> readRequiredText(const JsonCursor& json, std::string_view key, std::string& into) {
    const auto member = json.member(key);
    if (!member) {
        return member.error();
    }
    auto text = member->text();
    if (!text) {
        return std::move(text).error();
    }
    into = *std::move(text);
    return {};
}

/// The name of a file.
Result<std::string> readName(const JsonCursor& json) {
    auto text = json.text();
    if (text && (text->empty() || *text == "-" || text->find('\0') != std::string::npos)) {
        return json.error(ErrorCode::badValue, base::quoteJson(*text),
                          "a file, relative to the folder of the session or absolute");
    }
    return text;
}

Result<void> readCount(const JsonCursor& json, std::string_view key, std::optional<std::int64_t>& into) {
    if (const auto member = optionalMember(json, key)) {
        const auto count = member->size();
        if (!count) {
            return count.error();
        }
        into = *count;
    }
    return {};
}

Result<void> checkHeader(const JsonCursor& json) {
    std::string format;
    if (auto read = readRequiredText(json, "format", format); !read) {
        return read;
    }
    if (format != kSessionFormat) {
        return json.find("format")->error(ErrorCode::unknownFormat, base::quoteJson(format),
                                          base::quoteJson(kSessionFormat));
    }
    const auto version = json.member("version");
    if (!version) {
        return version.error();
    }
    const base::JsonNumber* number = version->value().number();
    if (number == nullptr) {
        return version->wrongType("version 1");
    }
    if (number->asInt64() != 1) {
        base::Error error = version->error(ErrorCode::badValue, "version " + number->text, "version 1");
        error.remedy = "open it with a newer Dimscope";
        return error;
    }
    return {};
}

Result<void> readFiles(const JsonCursor& json, ReadSession& out) {
    const auto member = json.member("files");
    if (!member) {
        return member.error();
    }
    const auto items = member->items();
    if (!items) {
        return items.error();
    }
    if (items->empty()) {
        return member->error(ErrorCode::badValue, "no file", "at least one capture");
    }
    for (const JsonCursor& item : *items) {
        auto name = readName(item);
        if (!name) {
            return std::move(name).error();
        }
        out.session.files.push_back(*std::move(name));
        out.filePlaces.push_back(item.where());
    }
    return {};
}

Result<void> readSource(const JsonCursor& json, BatchSizeSource& source) {
    const auto member = optionalMember(json, "batch_size_source");
    if (!member) {
        return {};
    }
    const auto text = member->text();
    if (!text) {
        return text.error();
    }
    auto parsed = BatchSizeSource::parse(*text);
    if (!parsed) {
        return member->error(ErrorCode::badValue, base::quoteJson(*text),
                             "recorded, a batch size such as 4, or PATH:AXIS[/DIVISOR] such as sample:0/2");
    }
    source = *std::move(parsed);
    return {};
}

Result<void> readSamples(const JsonCursor& json, capture::GraphRelabels& graph) {
    const auto member = json.member("samples");
    if (!member) {
        return member.error();
    }
    const auto items = member->items();
    if (!items) {
        return items.error();
    }
    std::set<std::int64_t> seen;
    std::vector<capture::Relabel> relabels;
    for (const JsonCursor& item : *items) {
        const auto sample = item.member("sample");
        if (!sample) {
            return sample.error();
        }
        const auto index = sample->size();
        if (!index) {
            return index.error();
        }
        const auto batch = item.member("batch_size");
        if (!batch) {
            return batch.error();
        }
        static constexpr std::string_view kBatchSize =
            "a batch size (a whole number from 1 to 9223372036854775807)";
        const base::JsonNumber* number = batch->value().number();
        if (number == nullptr) {
            return batch->wrongType(kBatchSize);
        }
        const auto batchSize = number->asInt64();
        if (!batchSize || *batchSize < 1) {
            return batch->error(batchSize == 0 ? ErrorCode::badValue : ErrorCode::badSize, number->text,
                                kBatchSize);
        }
        if (!seen.insert(*index).second) {
            return sample->error(ErrorCode::badValue, "sample " + std::to_string(*index) + " again",
                                 "each sample of a graph once");
        }
        relabels.push_back({*index, *batchSize});
    }
    graph.put(std::move(relabels));
    return {};
}

Result<void> readRelabels(const JsonCursor& json, capture::Labelling& labelling) {
    const auto member = optionalMember(json, "relabels");
    if (!member) {
        return {};
    }
    const auto items = member->items();
    if (!items) {
        return items.error();
    }
    for (const JsonCursor& item : *items) {
        capture::GraphRelabels graph;
        if (auto read = readRequiredText(item, "module", graph.module); !read) {
            return read;
        }
        if (auto read = readRequiredText(item, "graph", graph.graph); !read) {
            return read;
        }
        if (labelling.find(graph.module, graph.graph) != nullptr) {
            return item.error(ErrorCode::badValue,
                              "a second entry for graph " + graph.graph + " of " + graph.module,
                              "each graph once");
        }
        if (auto read = readSamples(item, graph); !read) {
            return read;
        }
        labelling.put(std::move(graph));
    }
    return {};
}

Result<void> readOverrides(const JsonCursor& json, ReadSession& out) {
    if (auto read = readText(json, "overrides_file", out.session.overridesFile); !read) {
        return read;
    }
    const auto member = optionalMember(json, "overrides");
    if (!member) {
        return {};
    }
    out.overridesPlace = member->where();
    if (member->value().object() != nullptr) {
        base::SourceLocation origin = member->where();
        auto set = overrides::overridesFromJson(member->value(), origin);
        if (!set) {
            return std::move(set).error();
        }
        out.session.overrides = *std::move(set);
        return {};
    }
    if (member->value().string() == nullptr) {
        return member->wrongType("the name of a file of overrides, or overrides as an object");
    }
    auto name = readName(*member);
    if (!name) {
        return std::move(name).error();
    }
    out.session.overrides = *std::move(name);
    return {};
}

Result<std::optional<module::Side>> readSide(const JsonCursor& json) {
    const auto text = json.text();
    if (!text) {
        return text.error();
    }
    for (const module::Side side : {module::Side::input, module::Side::output}) {
        if (*text == module::name(side)) {
            return std::optional(side);
        }
    }
    return json.error(ErrorCode::badValue, base::quoteJson(*text), "\"input\" or \"output\"");
}

Result<void> readTensors(const JsonCursor& json, SelectedNames& selection) {
    const auto member = optionalMember(json, "tensors");
    if (!member) {
        return {};
    }
    const auto items = member->items();
    if (!items) {
        return items.error();
    }
    for (const JsonCursor& item : *items) {
        const auto sideMember = item.member("side");
        if (!sideMember) {
            return sideMember.error();
        }
        const auto side = readSide(*sideMember);
        if (!side) {
            return side.error();
        }
        const auto path = item.member("semantic_path");
        if (!path) {
            return path.error();
        }
        auto locator = module::Locator::fromPaths("", path->value(), **side, path->where());
        if (!locator) {
            return std::move(locator).error();
        }
        selection.tensors.push_back(*std::move(locator));
    }
    return {};
}

Result<void> readSelection(const JsonCursor& json, SessionView& view) {
    if (auto checked = expectObject(json, "an object with a selection"); !checked) {
        return checked;
    }
    SelectedNames selection;
    if (auto read = readRequiredText(json, "module", selection.module); !read) {
        return read;
    }
    if (auto read = readText(json, "graph", selection.graph); !read) {
        return read;
    }
    if (const auto member = optionalMember(json, "side")) {
        const auto side = readSide(*member);
        if (!side) {
            return side.error();
        }
        selection.side = *side;
    }
    if (auto read = readTensors(json, selection); !read) {
        return read;
    }
    if (auto read = readCount(json, "axis", selection.axis); !read) {
        return read;
    }
    if (auto read = readCount(json, "sample", selection.sample); !read) {
        return read;
    }
    view.selection = std::move(selection);
    return {};
}

bool isBase64(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' ||
               c == '/' || c == '=';
    });
}

Result<void> readView(const JsonCursor& json, SessionView& view) {
    const auto member = optionalMember(json, "view");
    if (!member) {
        return {};
    }
    if (auto checked = expectObject(*member, "an object with the view"); !checked) {
        return checked;
    }
    if (const auto selection = optionalMember(*member, "selection")) {
        if (auto read = readSelection(*selection, view); !read) {
            return read;
        }
    }
    if (auto read = readText(*member, "filter", view.filter); !read) {
        return read;
    }
    if (auto read = readText(*member, "chart", view.chart); !read) {
        return read;
    }
    for (const auto& [key, into] : {std::pair("docks", &view.docks), std::pair("centre", &view.centre)}) {
        if (auto read = readText(*member, key, *into); !read) {
            return read;
        }
        if (!isBase64(*into)) {
            return member->find(key)->error(ErrorCode::badValue, "text that is no base64", "base64");
        }
    }
    return {};
}

JsonValue relabelsJson(const capture::Labelling& labelling) {
    JsonValue::Array out;
    for (const capture::GraphRelabels& graph : labelling.relabels) {
        JsonValue::Array samples;
        for (const capture::Relabel& relabel : graph.samples) {
            samples.push_back(
                JsonValue::Object{{"sample", relabel.sample}, {"batch_size", relabel.batchSize}});
        }
        out.push_back(JsonValue::Object{
            {"module", graph.module}, {"graph", graph.graph}, {"samples", std::move(samples)}});
    }
    return out;
}

JsonValue selectionJson(const SelectedNames& selection) {
    JsonValue json{JsonValue::Object{}};
    json.set("module", selection.module);
    if (!selection.graph.empty()) {
        json.set("graph", selection.graph);
    }
    if (selection.side) {
        json.set("side", module::name(*selection.side));
    }
    JsonValue::Array tensors;
    for (const module::Locator& locator : selection.tensors) {
        tensors.push_back(JsonValue::Object{{"side", module::name(locator.side())},
                                            {"semantic_path", locator.semanticPath()}});
    }
    if (!tensors.empty()) {
        json.set("tensors", std::move(tensors));
    }
    if (selection.axis) {
        json.set("axis", *selection.axis);
    }
    if (selection.sample) {
        json.set("sample", *selection.sample);
    }
    return json;
}

JsonValue viewJson(const SessionView& view) {
    JsonValue json{JsonValue::Object{}};
    if (view.selection) {
        json.set("selection", selectionJson(*view.selection));
    }
    for (const auto& [key, text] : {std::pair("filter", &view.filter), std::pair("chart", &view.chart),
                                    std::pair("docks", &view.docks), std::pair("centre", &view.centre)}) {
        if (!text->empty()) {
            json.set(key, *text);
        }
    }
    return json;
}

}  // namespace

Result<ReadSession> sessionFromJson(const JsonValue& document, const base::SourceLocation& origin) {
    const JsonCursor json(document, origin);
    if (auto checked = checkHeader(json); !checked) {
        return std::move(checked).error();
    }
    ReadSession out;
    if (auto read = readFiles(json, out); !read) {
        return std::move(read).error();
    }
    if (auto read = readText(json, "read_as", out.session.readAs); !read) {
        return std::move(read).error();
    }
    if (const auto member = optionalMember(json, "read_as")) {
        out.readAsPlace = member->where();
    }
    if (auto read = readStrictness(json, out.session.savedSamples); !read) {
        return std::move(read).error();
    }
    if (auto read = readSource(json, out.session.labelling.source); !read) {
        return std::move(read).error();
    }
    if (auto read = readRelabels(json, out.session.labelling); !read) {
        return std::move(read).error();
    }
    if (auto read = readOverrides(json, out); !read) {
        return std::move(read).error();
    }
    if (auto read = readView(json, out.session.view); !read) {
        return std::move(read).error();
    }
    out.session.extra =
        unknownMembers(json, {"format", "version", "files", "read_as", "strict_samples", "batch_size_source",
                              "relabels", "overrides", "overrides_file", "view"});
    return out;
}

JsonValue sessionToJson(const Session& session) {
    JsonValue json{JsonValue::Object{}};
    json.set("format", kSessionFormat);
    json.set("version", 1);
    json.set("files", JsonValue::Array(session.files.begin(), session.files.end()));
    if (!session.readAs.empty()) {
        json.set("read_as", session.readAs);
    }
    if (session.savedSamples == module::Strictness::strict) {
        json.set("strict_samples", true);
    }
    json.set("batch_size_source", session.labelling.source.text());
    json.set("relabels", relabelsJson(session.labelling));
    if (const auto* name = std::get_if<std::string>(&session.overrides)) {
        json.set("overrides", *name);
    } else if (const auto* set = std::get_if<overrides::OverrideSet>(&session.overrides)) {
        json.set("overrides", overrides::overridesToJson(*set));
        if (!session.overridesFile.empty()) {
            json.set("overrides_file", session.overridesFile);
        }
    }
    if (!session.view.empty()) {
        json.set("view", viewJson(session.view));
    }
    for (const JsonValue::Member& member : session.extra) {
        if (json.find(member.first) == nullptr) {
            json.set(member.first, member.second);
        }
    }
    return json;
}

}  // namespace dimscope::session
