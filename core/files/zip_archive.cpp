// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/zip_archive.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/files/libzip.h"

namespace dimscope::files {

namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// Once an archive was opened.
const LibZip& libZip() {
    return *LibZip::get();
}

/// What libzip's callbacks work on.
struct Reading {
    RandomBytes& bytes;
    std::uint64_t at = 0;
    zip_error_t error{};
};

zip_int64_t onSeek(Reading& reading, void* data, zip_uint64_t length) {
    const zip_int64_t to =
        libZip().sourceSeekComputeOffset(reading.at, reading.bytes.size(), data, length, &reading.error);
    if (to < 0) {
        return -1;
    }
    reading.at = static_cast<std::uint64_t>(to);
    return 0;
}

zip_int64_t onRead(Reading& reading, void* data, zip_uint64_t length) {
    const Result<std::size_t> got = reading.bytes.readAt(reading.at, {static_cast<char*>(data), length});
    if (!got) {
        libZip().errorSet(&reading.error, ZIP_ER_READ, 0);
        return -1;
    }
    reading.at += *got;
    return static_cast<zip_int64_t>(*got);
}

zip_int64_t onStat(Reading& reading, void* data, zip_uint64_t length) {
    if (length < sizeof(zip_stat_t)) {
        return -1;
    }
    auto* stat = static_cast<zip_stat_t*>(data);
    libZip().statInit(stat);
    stat->size = reading.bytes.size();
    stat->valid = ZIP_STAT_SIZE;
    return static_cast<zip_int64_t>(sizeof(zip_stat_t));
}

zip_int64_t onCommand(void* state, void* data, zip_uint64_t length, zip_source_cmd_t command) {
    auto& reading = *static_cast<Reading*>(state);
    switch (command) {
        case ZIP_SOURCE_OPEN: reading.at = 0; return 0;
        case ZIP_SOURCE_READ: return onRead(reading, data, length);
        case ZIP_SOURCE_CLOSE: return 0;
        case ZIP_SOURCE_STAT: return onStat(reading, data, length);
        case ZIP_SOURCE_ERROR: return libZip().errorToData(&reading.error, data, length);
        case ZIP_SOURCE_SEEK: return onSeek(reading, data, length);
        case ZIP_SOURCE_TELL: return static_cast<zip_int64_t>(reading.at);
        case ZIP_SOURCE_SUPPORTS:
            return libZip().sourceMakeCommandBitmap(
                ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
                ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS, -1);
        case ZIP_SOURCE_FREE: delete &reading; return 0;
        default: libZip().errorSet(&reading.error, ZIP_ER_OPNOTSUPP, 0); return -1;
    }
}

Error archiveError(zip_error_t& failure, const std::string& file, const std::string& entry) {
    const int code = libZip().errorCodeZip(&failure);
    const bool noList = code == ZIP_ER_NOZIP;
    const bool locked = code == ZIP_ER_NOPASSWD || code == ZIP_ER_WRONGPASSWD;
    std::string found = noList
                            ? "found no list of files at the end of this zip archive"
                            : std::string("found a damaged zip archive: ") + libZip().errorStrerror(&failure);
    if (!entry.empty()) {
        found += " (in \"" + entry + "\")";
    }
    return {locked                ? ErrorCode::badValue
            : noList              ? ErrorCode::truncated
            : code == ZIP_ER_READ ? ErrorCode::readFailed
                                  : ErrorCode::syntax,
            std::move(found),
            locked ? "expected an archive without a password" : "expected a whole zip archive",
            noList ? "the file is cut off: write or copy it again" : "write or copy the file again",
            {.file = file, .byte = 0},
            {}};
}

struct CloseFile {
    void operator()(zip_file_t* file) const { libZip().fclose(file); }
};

class EntryBytes final : public ForwardBytes {
 public:
    EntryBytes(zip_t* archive, ZipEntry entry, std::string file)
        : m_archive(archive), m_entry(std::move(entry)), m_file(std::move(file)) {}

    /// Errors: those of ZipArchive::read.
    Result<void> open(zip_flags_t flags) {
        m_bytes.reset(libZip().fopenIndex(m_archive, m_entry.index, flags));
        if (m_bytes == nullptr) {
            return archiveError(*libZip().getError(m_archive), m_file, m_entry.name);
        }
        return {};
    }

    Result<std::size_t> read(std::span<char> into) override {
        const zip_int64_t got = libZip().fread(m_bytes.get(), into.data(), into.size());
        if (got < 0) {
            return archiveError(*libZip().fileGetError(m_bytes.get()), m_file, m_entry.name);
        }
        m_at += static_cast<std::uint64_t>(got);
        return static_cast<std::size_t>(got);
    }

    /// Large parts of stored entries are jumped over, which gives up their checksum.
    Result<void> skip(std::uint64_t count) override {
        static constexpr std::uint64_t kWorthJumping = std::uint64_t{64} * 1024;
        if (m_entry.stored && count >= kWorthJumping) {
            const std::uint64_t to =
                count > m_entry.size - std::min(m_at, m_entry.size) ? m_entry.size : m_at + count;
            if (Result<void> opened = open(ZIP_FL_COMPRESSED); !opened) {
                return opened;
            }
            if (libZip().fseek(m_bytes.get(), static_cast<zip_int64_t>(to), SEEK_SET) != 0) {
                return archiveError(*libZip().fileGetError(m_bytes.get()), m_file, m_entry.name);
            }
            m_at = to;
            return {};
        }
        std::array<char, 4096> passed{};
        while (count > 0) {
            const Result<std::size_t> got =
                read(std::span(passed).first(std::min<std::uint64_t>(count, passed.size())));
            if (!got) {
                return got.error();
            }
            if (*got == 0) {
                break;
            }
            count -= *got;
        }
        return {};
    }

 private:
    zip_t* m_archive;
    ZipEntry m_entry;
    std::string m_file;
    std::unique_ptr<zip_file_t, CloseFile> m_bytes;
    std::uint64_t m_at = 0;
};

}  // namespace

void ZipArchive::Close::operator()(zip* archive) const {
    libZip().discard(archive);
}

ZipArchive::ZipArchive(ZipArchive&&) noexcept = default;
ZipArchive& ZipArchive::operator=(ZipArchive&&) noexcept = default;
ZipArchive::~ZipArchive() = default;

Result<ZipArchive> ZipArchive::open(RandomBytes& bytes, const std::string& file) {
    if (const Result<LibZip>& loaded = LibZip::get(); !loaded) {
        Error error = loaded.error();
        error.where = {.file = file, .byte = 0};
        return error;
    }
    zip_error_t failure;
    libZip().errorInit(&failure);
    auto reading = std::make_unique<Reading>(Reading{bytes});
    zip_source_t* source = libZip().sourceFunctionCreate(onCommand, reading.get(), &failure);
    if (source == nullptr) {
        return archiveError(failure, file, {});
    }
    reading.release();  // NOLINT(bugprone-unused-return-value): the source frees it
    ZipArchive out;
    out.m_file = file;
    out.m_archive.reset(libZip().openFromSource(source, ZIP_RDONLY, &failure));
    if (out.m_archive == nullptr) {
        libZip().sourceFree(source);
        Error error = archiveError(failure, file, {});
        libZip().errorFini(&failure);
        return error;
    }
    const auto count = static_cast<std::uint64_t>(libZip().getNumEntries(out.m_archive.get(), 0));
    if (count > kMostEntries) {
        return Error{ErrorCode::tooLarge,
                     "found a zip archive of " + std::to_string(count) + " files",
                     "expected at most " + std::to_string(kMostEntries),
                     "save what you want to see in a file of its own",
                     {.file = file, .byte = 0},
                     {}};
    }
    for (std::uint64_t i = 0; i < count; ++i) {
        zip_stat_t stat;
        libZip().statInit(&stat);
        if (libZip().statIndex(out.m_archive.get(), i, ZIP_FL_ENC_RAW, &stat) != 0) {
            return archiveError(*libZip().getError(out.m_archive.get()), file, {});
        }
        ZipEntry entry{stat.name, stat.size, i, stat.comp_method == ZIP_CM_STORE};
        if (!entry.name.ends_with('/')) {
            out.m_entries.push_back(std::move(entry));
        }
    }
    return out;
}

Result<std::unique_ptr<ForwardBytes>> ZipArchive::read(const ZipEntry& entry) {
    auto out = std::make_unique<EntryBytes>(m_archive.get(), entry, m_file);
    if (Result<void> opened = out->open(0); !opened) {
        return std::move(opened.error());
    }
    return std::unique_ptr<ForwardBytes>(std::move(out));
}

}  // namespace dimscope::files
