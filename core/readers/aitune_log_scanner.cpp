// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/aitune_log_scanner.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/readers/aitune_log_literal.h"
#include "core/readers/aitune_log_spec_line.h"

namespace dimscope::readers {

namespace {

using base::ErrorCode;

constexpr std::string_view kTensorsHead = "Tensors:";
constexpr std::size_t kLongestTitle = 120;
constexpr std::size_t kLongestHead = 4096;
// JIT tuning prints a module as "ResNet 📊11.7M": class name and number of parameters.
constexpr std::string_view kParametersMark = " \xF0\x9F\x93\x8A";

bool startsWith(std::string_view text, std::string_view head) {
    return text.substr(0, head.size()) == head;
}

std::string_view between(std::string_view text, std::string_view before, std::string_view after) {
    const std::size_t from = text.find(before);
    if (from == std::string_view::npos) {
        return {};
    }
    const std::size_t start = from + before.size();
    const std::size_t end = after.empty() ? text.size() : text.find(after, start);
    return end == std::string_view::npos ? std::string_view() : text.substr(start, end - start);
}

std::string asUtf8(std::string_view text) {
    return simdjson::validate_utf8(text.data(), text.size()) ? std::string(text) : std::string();
}

// A line that only rules off: "-----", "=====", or the border of a box, with or without a prefix.
bool isRule(std::string_view text) {
    constexpr char kBoxLead = '\xE2';  // first byte of the box-drawing characters, U+2500 to U+257F
    const std::string_view tail = text.substr(std::min(text.find(kBoxLead), text.size()));
    for (std::size_t at = 0; at < tail.size(); at += 3) {
        if (tail[at] != kBoxLead || at + 2 >= tail.size() ||
            (tail[at + 1] != '\x94' && tail[at + 1] != '\x95')) {
            return false;
        }
    }
    return !tail.empty() || text.find_first_not_of("-=*_#~+ ") == std::string_view::npos;
}

// The side that a title such as "Inputs:" or "output metadata:" names, if it says nothing else.
std::optional<module::Side> sideOfTitle(std::string_view title) {
    std::string words(title);
    std::transform(words.begin(), words.end(), words.begin(), [](unsigned char c) {
        return c < 0x80U ? static_cast<char>(std::tolower(c)) : static_cast<char>(c);
    });
    for (const std::string_view tail : {" metadata", " spec", " tensors"}) {
        if (words.size() > tail.size() &&
            std::string_view(words).substr(words.size() - tail.size()) == tail) {
            words.resize(words.size() - tail.size());
        }
    }
    if (words == "input" || words == "inputs") {
        return module::Side::input;
    }
    if (words == "output" || words == "outputs") {
        return module::Side::output;
    }
    return std::nullopt;
}

}  // namespace

LogScanner::LogScanner(TakeGraph take, base::Diagnostics& diagnostics)
    : m_take(std::move(take)), m_diagnostics(diagnostics) {}

base::Result<void> LogScanner::line(const LogLine& line) {
    if (m_table) {
        auto step = m_table->take(line);
        if (!step) {
            if (step.error().code != ErrorCode::truncated) {
                return std::move(step).error();
            }
            m_cut = true;
            return closeTable();
        }
        if (*step == LogTable::Step::taken) {
            return {};
        }
        const bool unbordered = *step == LogTable::Step::notInside && m_table->endsWithBorder();
        if (unbordered && line.end == LineEnd::cut) {
            m_cut = true;
        } else if (unbordered) {
            base::SourceLocation where;
            where.line = line.start.line;
            m_diagnostics.add({base::Severity::warning, "table-cut",
                               "The table that starts on line " + std::to_string(m_table->place().line) +
                                   " has no border at its end; its " + std::to_string(m_table->rowCount()) +
                                   " whole rows are kept.",
                               std::move(where)});
        }
        const bool closed = *step == LogTable::Step::closed;
        if (auto done = closeTable(); !done || closed) {
            return done;
        }
    }
    auto done = outsideTable(line);
    m_previous.text = line.text.size() <= kLongestHead ? std::string(line.text) : std::string();
    m_previous.place = line.start;
    return done;
}

base::Result<void> LogScanner::outsideTable(const LogLine& line) {
    if (startTable(line)) {
        return {};
    }
    const std::string_view text = withoutLogPrefix(line.text);
    if (text.empty()) {
        return {};
    }
    auto mark = readSpecMark(line);
    if (!mark) {
        return std::move(mark).error();
    }
    if (*mark) {
        m_expected.title.clear();
        return {};
    }
    if (startsWith(text, kTensorsHead) || text == "Other:" || text == "Others:") {
        if (text.size() > kTensorsHead.size()) {
            readPathList(line, trimmed(text.substr(kTensorsHead.size())));
        }
        return {};
    }
    if (isRule(text)) {
        return {};
    }
    m_expectedBefore = std::exchange(m_expected, {});
    m_candidate.reset();
    if (readNames(line)) {
        return {};
    }
    m_recognised =
        m_recognised || text == "graph_spec:" || text.find("Tuning module: `") != std::string_view::npos;
    readDetail(text);
    rememberTitle(text);
    return {};
}

bool LogScanner::startTable(const LogLine& line) {
    m_table = LogTable::fromBoxHead(line);
    if (!m_table) {
        m_table = LogTable::fromDashHead(m_previous, line);
        if (m_table) {
            m_expected = std::exchange(m_expectedBefore, {});
        }
    }
    m_recognised = m_recognised || m_table.has_value();
    return m_table.has_value();
}

void LogScanner::setModule(NamedGraph& named, std::string_view printed) {
    const std::size_t mark = printed.find(kParametersMark);
    named.module = asUtf8(printed.substr(0, mark));
    if (mark != std::string_view::npos) {
        named.parameters = asUtf8(printed.substr(mark + kParametersMark.size()));
    }
    m_lastModule = named.module;
    m_lastParameters = named.parameters;
}

bool LogScanner::readNames(const LogLine& line) {
    NamedGraph named;
    named.place = line.start;
    const std::string_view graph = between(line.text, "Tuning graph `", "`");
    const std::string_view module = between(line.text, "` for module `", "`");
    if (!graph.empty() && !module.empty()) {
        named.graph = asUtf8(graph);
        setModule(named, module);
        begin(std::move(named));
        m_recognised = true;
        return true;
    }
    constexpr std::string_view kSelected = " and graph spec Name=";
    if (line.text.find(kSelected) != std::string_view::npos) {
        named.graph = asUtf8(trimmed(between(line.text, kSelected, {})));
        setModule(named, trimmed(between(line.text, " for module ", kSelected)));
        m_candidate = std::move(named);
        return true;
    }
    std::string_view text = withoutLogPrefix(line.text);
    text.remove_prefix(std::min(text.find_first_not_of("[], "), text.size()));
    constexpr std::string_view kName = "Name=";
    if (!startsWith(text, kName) || text.size() == kName.size()) {
        return false;
    }
    named.graph = asUtf8(text.substr(kName.size()));
    named.module = m_lastModule;
    named.parameters = m_lastParameters;
    m_candidate = std::move(named);
    return true;
}

base::Result<bool> LogScanner::readSpecMark(const LogLine& line) {
    static constexpr std::array<std::pair<std::string_view, module::Side>, 4> kMarks = {{
        {"input_spec:", module::Side::input},
        {"output_spec:", module::Side::output},
        {"Input_spec:", module::Side::input},
        {"Output_spec:", module::Side::output},
    }};
    for (const auto& [mark, side] : kMarks) {
        const std::size_t at = line.text.find(mark);
        if (at == std::string_view::npos ||
            (at > 0 && line.text[at - 1] != ' ' && line.text[at - 1] != '\t')) {
            continue;
        }
        const std::size_t behind = at + mark.size();
        const std::string_view rest = trimmed(line.text.substr(behind));
        if (rest.empty()) {
            openSide(side, line.placeAt(at));
            m_expected.pending = side;
            m_expected.block = side;
            return true;
        }
        if (std::string_view("({[").find(rest.front()) != std::string_view::npos ||
            holdsPrintedTensor(rest)) {
            if (auto done = readOneLineSpec(line, behind, side); !done) {
                return std::move(done).error();
            }
            return true;
        }
    }
    return false;
}

base::Result<void> LogScanner::readOneLineSpec(const LogLine& line, std::size_t at, module::Side side) {
    const LocatedText text{std::string(line.text.substr(at)), line.placeAt(at)};
    if (!simdjson::validate_utf8(text.text)) {
        return errorAt(text.place, ErrorCode::encoding, "found bytes that are no UTF-8", "expected UTF-8",
                       "convert the text to UTF-8");
    }
    auto spec = parseSpecLine(text, side, m_diagnostics);
    const bool printed = holdsPrintedTensor(text.text);
    if (!spec && line.end == LineEnd::cut && printed) {
        m_recognised = true;
        m_cut = true;
        return {};
    }
    if (!spec && printed) {
        m_recognised = true;
        auto error = std::move(spec).error();
        error.code = error.code == ErrorCode::truncated ? ErrorCode::syntax : error.code;
        // Places in `text` count what is shown; colour sequences in between are bytes of the file.
        const TextPlace place = line.placeAt(at + error.where.column.value_or(1) - text.place.column);
        error.where.byte = place.byte;
        error.where.column = place.column;
        return error;
    }
    // Brackets without a tensor may be anything, such as program text in a traceback, unless a graph is open.
    if (!spec || (!printed && !m_graph && !m_candidate)) {
        return {};
    }
    m_recognised = m_recognised || printed;
    openSide(side, spec->place) = std::move(*spec);
    m_expected.pending.reset();
    m_expected.block.reset();
    return {};
}

void LogScanner::readPathList(const LogLine& line, std::string_view paths) {
    // "Tensors: x, mask Others: flag=True", as InfoLevel.SHORT prints.
    const std::string_view tensors = trimmed(paths.substr(0, paths.find(" Others:")));
    if (tensors.find("  ") != std::string_view::npos) {
        return;
    }
    ++m_pathLists;
    m_diagnostics.add({base::Severity::note, "no-shape",
                       "A list of paths without shapes is passed over; InfoLevel.FULL prints the shapes.",
                       errorAt(line.start, ErrorCode::noShapes, {}, {}).where});
    m_expected.title.clear();
}

void LogScanner::readDetail(std::string_view text) {
    if (!m_graph || !m_namedByLog) {
        return;
    }
    static constexpr std::array<std::string_view, 4> kKeys = {"number of parameters", "num samples", "device",
                                                              "Selected backend"};
    for (const std::string_view key : kKeys) {
        const std::size_t at = text.find(key);
        // In front of the key only a sign of one code point and a blank may stand.
        if (at != std::string_view::npos && codePoints(text.substr(0, at)) <= 2 &&
            startsWith(text.substr(at + key.size()), ": ")) {
            const std::string value = asUtf8(trimmed(text.substr(at + key.size() + 2)));
            const bool backend = key == "Selected backend";
            m_graph->details.push_back({backend ? "selected_backend" : std::string(key),
                                        base::JsonValue(value), base::Severity::note});
            return;
        }
    }
    if (const std::size_t at = text.find("backend failed");
        at != std::string_view::npos && codePoints(text.substr(0, at)) <= 2) {
        m_graph->details.push_back(
            {"failed_backend", base::JsonValue(asUtf8(text.substr(at))), base::Severity::error});
    }
}

void LogScanner::rememberTitle(std::string_view text) {
    if (text.size() > 1 && text.size() <= kLongestTitle && text.back() == ':') {
        m_expected.title = asUtf8(trimmed(text.substr(0, text.size() - 1)));
    }
}

PrintedSpec& LogScanner::openSide(module::Side side, const TextPlace& place) {
    if (m_candidate) {
        begin(std::move(*m_candidate));
        m_candidate.reset();
    }
    if (m_graph && !m_namedByLog) {
        flush();
    }
    if (m_graph && m_graph->side(side)) {
        // Printed again: the same graph, a new print of it.
        NamedGraph again{m_graph->module, m_graph->parameters, m_graph->graph, place};
        begin(std::move(again));
    }
    if (!m_graph) {
        begin({{}, {}, {}, place});
    }
    auto& spec = m_graph->side(side);
    spec.emplace();
    spec->place = place;
    return *spec;
}

PrintedSpec& LogScanner::standaloneSide(module::Side side, const TextPlace& place) {
    const bool titledBySide = sideOfTitle(m_expected.title).has_value();
    const bool joins = m_graph && !m_namedByLog && side == module::Side::output && !m_graph->outputs &&
                       m_graph->inputs && (m_expected.title.empty() || titledBySide);
    if (!joins) {
        begin({{}, {}, titledBySide ? std::string() : m_expected.title, place});
        m_namedByLog = false;
    }
    m_expected.title.clear();
    auto& spec = m_graph->side(side);
    spec.emplace();
    spec->place = place;
    return *spec;
}

base::Result<void> LogScanner::closeTable() {
    const LogTable table = std::move(*m_table);
    m_table.reset();
    m_previous = {};
    PrintedSpec* spec = nullptr;
    module::Side side = module::Side::input;
    if (table.content() == LogTable::Content::values && m_expected.block && m_graph &&
        m_graph->side(*m_expected.block)) {
        side = *m_expected.block;
        spec = &*m_graph->side(side);
    } else if (m_expected.pending && m_graph && m_graph->side(*m_expected.pending)) {
        side = *m_expected.pending;
        spec = &*m_graph->side(side);
    } else {
        side = sideOfTitle(m_expected.title).value_or(table.likelySide());
        spec = &standaloneSide(side, table.place());
    }
    m_expected.pending.reset();
    m_expected.block = side;
    if (auto done = table.appendTo(*spec, side, m_diagnostics); !done) {
        return done;
    }
    return checkPaths(*spec);
}

void LogScanner::begin(NamedGraph named) {
    flush();
    m_graph.emplace();
    m_graph->module = std::move(named.module);
    m_graph->parameters = std::move(named.parameters);
    m_graph->graph = std::move(named.graph);
    m_graph->place = named.place;
    m_namedByLog = true;
}

void LogScanner::flush() {
    if (m_graph && (m_graph->inputs || m_graph->outputs)) {
        m_take(std::move(*m_graph));
    }
    m_graph.reset();
}

base::Result<LogScanner::Ending> LogScanner::finish() {
    if (m_table) {
        m_cut = m_cut || m_table->endsWithBorder();
        if (auto done = closeTable(); !done) {
            return std::move(done).error();
        }
    }
    flush();
    return m_cut ? Ending::cut : Ending::whole;
}

}  // namespace dimscope::readers
