// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_file.h"

#include <fstream>
#include <system_error>
#include <utility>

#include "core/base/json_member.h"
#include "core/base/json_reader.h"
#include "core/files/atomic_file.h"
#include "core/overrides/overrides_file.h"

namespace dimscope::session {

namespace {

namespace fs = std::filesystem;
using base::Result;

constexpr std::size_t kHeadBytes = std::size_t{64} << 10U;  // of a file, to see what it is

fs::path resolved(const std::string& name, const fs::path& session) {
    const fs::path path(name);
    return path.is_absolute() ? path : (session.parent_path() / path).lexically_normal();
}

/// Errors: fileMissing at `where`.
Result<void> checkIsThere(const fs::path& file, std::string_view what, const base::SourceLocation& where) {
    std::error_code failure;
    if (fs::exists(file, failure)) {
        return {};
    }
    return base::Error{base::ErrorCode::fileMissing,
                       "found no " + std::string(what) + " " + file.string(),
                       "expected the file that the session names here",
                       "put it there, or change its name in the session",
                       where,
                       {}};
}

fs::path absolutePath(const fs::path& path) {
    std::error_code failure;
    fs::path out = fs::weakly_canonical(fs::absolute(path, failure), failure);
    return failure ? path : out;
}

}  // namespace

bool isSessionText(std::string_view head) {
    return base::outermostText(head, "format") == kSessionFormat;
}

bool isSessionFile(const fs::path& path) {
    std::error_code failure;
    if (!fs::is_regular_file(path, failure)) {
        return false;
    }
    std::ifstream file(path, std::ios::binary);
    std::string head(kHeadBytes, '\0');
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(file.gcount()));
    return isSessionText(head);
}

Result<ReadSession> parseSession(std::string_view text, std::string_view fileName) {
    const base::SourceLocation origin{.file = std::string(fileName)};
    const auto document = base::parseJson(text, origin);
    if (!document) {
        return document.error();
    }
    return sessionFromJson(*document, origin);
}

Result<OpenedSession> openSession(const fs::path& path) {
    const auto text = overrides::readText(path);
    if (!text) {
        return text.error();
    }
    auto read = parseSession(*text, path.string());
    if (!read) {
        return std::move(read).error();
    }
    OpenedSession out{std::move(read->session), path, {}, {}, {}, std::move(read->readAsPlace)};
    for (std::size_t i = 0; i < out.session.files.size(); ++i) {
        out.files.push_back(resolved(out.session.files[i], path));
        if (auto checked = checkIsThere(out.files.back(), "file", read->filePlaces[i]); !checked) {
            return std::move(checked).error();
        }
    }
    if (const auto* name = std::get_if<std::string>(&out.session.overrides)) {
        out.overrides = resolved(*name, path);
        if (auto checked = checkIsThere(*out.overrides, "overrides", read->overridesPlace); !checked) {
            return std::move(checked).error();
        }
    }
    if (!out.session.overridesFile.empty()) {
        out.overridesFile = resolved(out.session.overridesFile, path);
    }
    return out;
}

std::string sessionText(const Session& session) {
    return base::dumpJson(sessionToJson(session), base::JsonLayout::indented) + "\n";
}

Result<void> writeSession(const Session& session, const fs::path& path) {
    const std::string text = sessionText(session);
    if (auto read = parseSession(text, path.string()); !read) {
        base::Error error = std::move(read).error();
        error.remedy = "the session was not saved; give the file or graph another name";
        return error;
    }
    return files::writeAtomically(path, [&](const files::TextSink& sink) { return sink(text); });
}

std::string nameInSession(const fs::path& file, const fs::path& folder) {
    const fs::path target = absolutePath(file);
    const fs::path relative = target.lexically_relative(absolutePath(folder.empty() ? "." : folder));
    return relative.empty() ? target.generic_string() : relative.generic_string();
}

}  // namespace dimscope::session
