// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/result.h"
#include "core/files/random_bytes.h"
#include "core/files/zip_archive.h"
#include "core/readers/saved_file.h"

namespace dimscope::readers {

/// The blocks of memory in a file of torch.save that its tensors lie in, by key. Their sizes are those of the
/// bytes that are there, whatever the pickle says. Not thread-safe.
class SavedStorages {
 public:
    /// The bytes must outlive it; `name` names the file in errors. Errors: those of zip archives; of a
    /// stream: truncated, badValue, badSize where the storages behind it are damaged; badValue for
    /// numbers of the other byte order, and for a pickle by itself, which has no storages.
    [[nodiscard]] static base::Result<SavedStorages> open(const SavedFile& file, files::RandomBytes& bytes,
                                                          const std::string& name);

    /// In bytes. Errors: notFound where the file has no such storage.
    [[nodiscard]] base::Result<std::uint64_t> size(const std::string& key) const;
    /// Fills the span, which must have the size of the storage. Errors: as size; readFailed; syntax where
    /// packed bytes are damaged; truncated where there are fewer than the file states.
    [[nodiscard]] base::Result<void> read(const std::string& key, std::span<char> into);

 private:
    struct Range {
        std::uint64_t begin = 0;
        std::uint64_t size = 0;
    };

    SavedStorages(files::RandomBytes& bytes, std::string name) : m_bytes(&bytes), m_name(std::move(name)) {}
    base::Result<void> openArchive(const SavedFile& file);
    base::Result<void> openStream(const SavedFile& file);
    [[nodiscard]] base::Error missing(const std::string& key) const;

    files::RandomBytes* m_bytes;
    std::string m_name;
    std::unique_ptr<files::ZipArchive> m_archive;
    std::unordered_map<std::string, files::ZipEntry> m_entries;  // of an archive
    std::unordered_map<std::string, Range> m_ranges;             // of a stream
};

/// Bytes of one element, by torch's name of its type ("torch.float32"); 0 where it is not known.
[[nodiscard]] std::uint64_t elementBytes(std::string_view dtype);

}  // namespace dimscope::readers
