// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/session_input.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "core/session/session_file.h"

namespace dimscope::app {

namespace {

bool isSession(const std::string& file) {
    return file != "-" && session::isSessionFile(file);
}

}  // namespace

base::Result<SessionInput> sessionInput(const CommandLine& line) {
    SessionInput input{line, {}, {}, line.overrides, {}};
    const auto found = std::find_if(line.files.begin(), line.files.end(), isSession);
    if (found == line.files.end()) {
        return input;
    }
    if (line.files.size() > 1) {
        return base::Error{base::ErrorCode::usage,
                           "found a session beside other files",
                           "expected the session alone: it names its captures and its overrides",
                           "leave the other files out, or add them to the session; --overrides, --batch-size "
                           "and --batch-size-from may stand beside it",
                           {.file = *found},
                           {}};
    }
    auto opened = session::openSession(*found);
    if (!opened) {
        return std::move(opened).error();
    }
    session::Session& session = opened->session;
    input.line.files.clear();
    for (const auto& file : opened->files) {
        input.line.files.push_back(file.string());
    }
    if (line.format.empty()) {
        input.line.format = session.readAs;
        input.formatPlace = opened->readAsPlace;
    }
    if (session.savedSamples == module::Strictness::strict) {
        input.line.savedSamples = module::Strictness::strict;
    }
    if (line.batchSizes == capture::BatchSizeSource{}) {
        input.line.batchSizes = session.labelling.source;
    }
    input.relabels = std::move(session.labelling.relabels);
    if (line.overrides.empty() && opened->overrides) {
        input.line.overrides = opened->overrides->string();
        input.overridesName = input.line.overrides;
    } else if (auto* set = std::get_if<overrides::OverrideSet>(&session.overrides);
               line.overrides.empty() && set != nullptr) {
        input.overrides = std::move(*set);
        input.overridesName = *found;
    }
    return input;
}

}  // namespace dimscope::app
