// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/staged_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include "core/files/atomic_file.h"
#include "core/files/file_target.h"

namespace dimscope::files {

using base::Result;

namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20U;

}  // namespace

Result<StagedFile> StagedFile::forTarget(const std::filesystem::path& target) {
    std::error_code ignored;
    const std::filesystem::path file = linkTarget(target);
    if (std::filesystem::is_directory(file, ignored)) {
        return cannotWrite(target, EISDIR);
    }
    const bool isFile = target != "-" && (!std::filesystem::exists(file, ignored) ||
                                          std::filesystem::is_regular_file(file, ignored));
    std::filesystem::path folder = isFile ? folderOf(file) : std::filesystem::temp_directory_path(ignored);
    std::string name = (folder / (".dimscope." + file.filename().string() + ".XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr) {
        return cannotWrite(target, errno);
    }
    return StagedFile(target, name, isFile ? Place::beside : Place::elsewhere);
}

StagedFile::StagedFile(std::filesystem::path target, std::filesystem::path folder, Place place)
    : m_target(std::move(target)), m_folder(std::move(folder)), m_path(m_folder / "staged"), m_place(place) {}

StagedFile::StagedFile(StagedFile&& other) noexcept
    : m_target(std::move(other.m_target)),
      m_folder(std::exchange(other.m_folder, {})),
      m_path(std::move(other.m_path)),
      m_place(other.m_place) {}

StagedFile::~StagedFile() {
    if (!m_folder.empty()) {
        std::error_code ignored;
        std::filesystem::remove_all(m_folder, ignored);
    }
}

Result<void> StagedFile::commit(const base::CancelToken& cancel) {
    if (cancel.cancelled()) {
        return base::Error{
            base::ErrorCode::cancelled, "interrupted", {}, {}, {.file = m_target.string()}, {}};
    }
    return m_place == Place::beside ? rename() : copy(cancel);
}

Result<void> StagedFile::rename() const {
    const std::filesystem::path file = linkTarget(m_target);
    if (::chmod(m_path.c_str(), permissionsFor(file)) != 0 || ::rename(m_path.c_str(), file.c_str()) != 0) {
        return cannotWrite(m_target, errno);
    }
    syncFolder(folderOf(file));
    return {};
}

Result<void> StagedFile::copy(const base::CancelToken& cancel) const {
    std::ifstream staged(m_path, std::ios::binary);
    if (!staged) {
        return cannotWrite(m_target, ENOENT);
    }
    return writeAtomically(m_target, [&](const TextSink& sink) -> Result<void> {
        std::string piece(kPieceBytes, '\0');
        while (staged.read(piece.data(), static_cast<std::streamsize>(piece.size())) || staged.gcount() > 0) {
            if (cancel.cancelled()) {
                return base::Error{
                    base::ErrorCode::cancelled, "interrupted", {}, {}, {.file = m_target.string()}, {}};
            }
            const std::string_view part(piece.data(), static_cast<std::size_t>(staged.gcount()));
            if (auto taken = sink(part); !taken) {
                return taken;
            }
        }
        return staged.bad() ? Result<void>(cannotWrite(m_target, EIO)) : Result<void>();
    });
}

}  // namespace dimscope::files
