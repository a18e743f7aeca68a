// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/session/session.h"
#include "core/session/session_json.h"

namespace dimscope::session {

/// Whether the text looks like a `*.dimscope.json` file ("format": "dimscope.session").
[[nodiscard]] bool isSessionText(std::string_view head);
/// Whether a path is a plain file that holds a session, by its content. False where it cannot be read.
[[nodiscard]] bool isSessionFile(const std::filesystem::path& path);

/// Reads a `*.dimscope.json` text (resources/schema/session.schema.json). Members that it does not know are
/// kept. Errors with file, line, column and pointer: those of parseJson and sessionFromJson.
[[nodiscard]] base::Result<ReadSession> parseSession(std::string_view text, std::string_view fileName);

/// A session with the paths that it stands for.
struct OpenedSession {
    Session session;
    std::filesystem::path path;                      ///< of the session
    std::vector<std::filesystem::path> files;        ///< captures and folders that are there
    std::optional<std::filesystem::path> overrides;  ///< file of overrides that is there
    std::filesystem::path overridesFile;             ///< Session::overridesFile resolved; empty: none
    base::SourceLocation readAsPlace;                ///< of Session::readAs in the file
};
/// Reads a session and looks whether its files are there. Errors: of opening and reading it; fileMissing, at
/// the place in the session that names the file.
[[nodiscard]] base::Result<OpenedSession> openSession(const std::filesystem::path& path);

/// Text of the file. Equal sessions give equal bytes; reading the result back and writing it again gives the
/// same.
[[nodiscard]] std::string sessionText(const Session& session);
/// Saves whole or not at all. Errors: writeFailed; encoding where a name cannot stand in JSON.
[[nodiscard]] base::Result<void> writeSession(const Session& session, const std::filesystem::path& path);

/// How a session in a folder names a file: relative where both are on one root, with `/` between the parts.
[[nodiscard]] std::string nameInSession(const std::filesystem::path& file,
                                        const std::filesystem::path& folder);

}  // namespace dimscope::session
