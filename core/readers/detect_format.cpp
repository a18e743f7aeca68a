// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/detect_format.h"

#include <algorithm>
#include <utility>

#include "core/base/encoding.h"
#include "core/readers/json_head.h"
#include "core/readers/torch_save_reader.h"

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// "expected one of: a capture (id), ...".
std::string understood() {
    std::string out = "expected one of:";
    for (const Format& format : formats()) {
        out += (&format == &formats().front() ? " " : ", ") + std::string(format.description) + " [" +
               std::string(format.id) + "]";
    }
    return out;
}

base::SourceLocation startOf(const std::string& file) {
    return {.file = file, .byte = 0, .line = 1, .column = 1};
}

/// What a JSON file is that no reader takes, by its keys; empty where that cannot be told.
struct KnownJson {
    std::string found;
    std::string remedy;
    ErrorCode code = ErrorCode::unknownFormat;
};

KnownJson knownJson(const JsonHead& head) {
    if (head.format == "dimscope.overrides") {
        return {"found overrides, which hold no capture", "open the capture that they belong to"};
    }
    if (head.format == "dimscope.report") {
        return {"found a report, which is made from a capture", "open the capture itself"};
    }
    if (head.format.starts_with("dimscope.")) {
        return {"found a Dimscope file of the kind \"" + head.format + "\"", "open a capture"};
    }
    if (head.has("workload_graph")) {
        return {"found a converted execution trace (Chakra workload), which holds no shapes any more",
                "open what it was converted from", ErrorCode::noShapes};
    }
    if (head.has("traceEvents")) {
        return {"found a profiler trace (Chrome trace JSON), which this version does not read",
                "record the shapes of the modules themselves"};
    }
    if (head.has("nodes") && head.has("schema")) {
        return {"found a PyTorch execution trace, which this version does not read",
                "record the shapes of the modules themselves"};
    }
    return {};
}

/// `"a", "b", "c" and 4 more`.
std::string listKeys(const std::vector<std::string>& keys) {
    static constexpr std::size_t kListed = 6;
    static constexpr std::size_t kLongestKey = 40;
    std::string out;
    for (std::size_t i = 0; i < std::min(keys.size(), kListed); ++i) {
        out += (i == 0 ? "" : ", ") + base::quoteJson(keys[i].substr(0, kLongestKey));
    }
    return keys.size() > kListed ? out + " and " + std::to_string(keys.size() - kListed) + " more" : out;
}

Error unknownFormat(std::string_view text, const std::string& file) {
    if (looksLikeTorchScript(text)) {
        return {
            ErrorCode::noShapes, "found a TorchScript program, which holds no recorded shapes",
            understood(),        "save the arguments that the program is called with, or record its calls",
            startOf(file),       {}};
    }
    JsonHead head = readJsonHead(text, startOf(file));
    if (head.kind == JsonHead::Kind::none) {
        return {ErrorCode::unknownFormat,
                "found text or bytes of no known format",
                understood(),
                "check that this is the file you meant; on the command line --as forces a format",
                startOf(file),
                {}};
    }
    if (KnownJson known = knownJson(head); !known.found.empty()) {
        return {known.code, std::move(known.found), understood(), std::move(known.remedy), startOf(file), {}};
    }
    const bool cutByProbe = head.failure && head.failure->code == ErrorCode::truncated &&
                            text.size() + kByteOrderMark.size() >= kProbeBytes;
    if (head.failure && !cutByProbe) {
        return std::move(*head.failure);
    }
    std::string found = head.kind == JsonHead::Kind::array ? std::string("found a JSON array, not an object")
                        : head.keys.empty()                ? std::string("found an empty JSON object")
                                            : "found JSON that holds no shapes Dimscope knows (keys " +
                                                  listKeys(head.keys) + ")";
    return {ErrorCode::unknownFormat,     std::move(found), understood(),
            "open a file of such a kind", startOf(file),    {}};
}

}  // namespace

base::Result<const Format*> detectFormat(std::string_view head, const std::string& file) {
    if (base::looksLikeUtf16(head)) {
        return Error{ErrorCode::encoding, "found UTF-16 or UTF-32 text",
                     "expected UTF-8",    "save the file as UTF-8",
                     startOf(file),       {}};
    }
    if (head.starts_with(kByteOrderMark)) {
        head.remove_prefix(kByteOrderMark.size());
    }
    for (const Format& format : formats()) {
        if (format.probe(head)) {
            return &format;
        }
    }
    return unknownFormat(head, file);
}

base::Result<const Format*> requestedFormat(std::string_view id) {
    if (const Format* format = formatById(id)) {
        return format;
    }
    return Error{ErrorCode::usage,
                 "found the format \"" + std::string(id) + "\"",
                 understood(),
                 "use one of the names in brackets",
                 {},
                 {}};
}

}  // namespace dimscope::readers
