// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/files/random_bytes.h"

struct zip;

namespace dimscope::files {

/// A file in a zip archive.
struct ZipEntry {
    std::string name;        ///< with folders, "/" between them
    std::uint64_t size = 0;  ///< unpacked, as the archive states it
    std::uint64_t index = 0;
    bool stored = false;  ///< not packed: parts of it can be passed over unread
};

/// A zip archive (also zip64) over random bytes: the list of its files is read, and of their content only
/// what is asked for. Not thread-safe.
class ZipArchive {
 public:
    /// More files than this are refused.
    static constexpr std::uint64_t kMostEntries = 1000000;

    /// The bytes must outlive the archive; `file` names it in errors. Errors: syntax (no archive, or its list
    /// is damaged), truncated (the list at the end is missing), tooLarge, readFailed.
    [[nodiscard]] static base::Result<ZipArchive> open(RandomBytes& bytes, const std::string& file);

    ZipArchive(ZipArchive&&) noexcept;
    ZipArchive& operator=(ZipArchive&&) noexcept;
    ~ZipArchive();

    /// In the order of the archive's list. Folders are left out.
    [[nodiscard]] const std::vector<ZipEntry>& entries() const { return m_entries; }
    /// The unpacked bytes of an entry; the archive must outlive them. Their checksum is checked at the end
    /// unless parts were skipped. Errors: syntax (damaged, or packed in a way that is not known),
    /// badValue (encrypted).
    [[nodiscard]] base::Result<std::unique_ptr<ForwardBytes>> read(const ZipEntry& entry);

 private:
    struct Close {
        void operator()(zip* archive) const;
    };
    ZipArchive() = default;

    std::unique_ptr<zip, Close> m_archive;
    std::vector<ZipEntry> m_entries;
    std::string m_file;
};

}  // namespace dimscope::files
