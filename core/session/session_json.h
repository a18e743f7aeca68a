// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/json_value.h"
#include "core/base/result.h"
#include "core/base/source_location.h"
#include "core/session/session.h"

namespace dimscope::session {

inline constexpr std::string_view kSessionFormat = "dimscope.session";

/// A session with the places where its file names them.
struct ReadSession {
    Session session;
    std::vector<base::SourceLocation> filePlaces;  ///< one per file
    base::SourceLocation overridesPlace;
    base::SourceLocation readAsPlace;
};

/// Reads the document of a `*.dimscope.json` file; `origin` gives the file. Errors, with place and pointer:
/// unknownFormat, missingKey, wrongType, badSize, badValue for another version, no file, a batch size source
/// that is none, a batch size below 1, a graph or sample that stands there twice; those of
/// overridesFromJson.
[[nodiscard]] base::Result<ReadSession> sessionFromJson(const base::JsonValue& document,
                                                        const base::SourceLocation& origin);

/// The document; equal sessions give equal ones.
[[nodiscard]] base::JsonValue sessionToJson(const Session& session);

}  // namespace dimscope::session
