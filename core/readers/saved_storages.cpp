// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/saved_storages.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/readers/pickle_bytes.h"

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::string_view kStorageFolder = "data/";
constexpr std::string_view kByteOrder = "byteorder";
constexpr std::string_view kRemedy = "the file is damaged: save it again";
constexpr std::size_t kCountBytes = 8;  // in front of each storage of a stream: its number of elements

Error damaged(ErrorCode code, std::string found, std::string expected, const std::string& file,
              std::uint64_t byte) {
    return {code, std::move(found), std::move(expected), std::string(kRemedy), {.file = file, .byte = byte},
            {}};
}

/// Element types of the storages that a pickle names, by key.
std::unordered_map<std::string, std::string> storageTypes(const PickleTree& tree) {
    std::unordered_map<std::string, std::string> out;
    for (std::uint32_t id = 0; id < tree.size(); ++id) {
        const auto* storage = tree.as<PickleValue::Storage>({id});
        if (storage != nullptr && !storage->key.empty()) {
            out.emplace(storage->key, storage->dtype);
        }
    }
    return out;
}

/// Reads until the span is full or the bytes end.
Result<std::size_t> fill(files::ForwardBytes& bytes, std::span<char> into) {
    std::size_t filled = 0;
    while (filled < into.size()) {
        const Result<std::size_t> got = bytes.read(into.subspan(filled));
        if (!got || *got == 0) {
            return got ? Result<std::size_t>(filled) : got;
        }
        filled += *got;
    }
    return filled;
}

}  // namespace

Result<SavedStorages> SavedStorages::open(const SavedFile& file, files::RandomBytes& bytes,
                                          const std::string& name) {
    SavedStorages out(bytes, name);
    Result<void> opened;
    switch (file.layout) {
        case SavedFile::Layout::archive: opened = out.openArchive(file); break;
        case SavedFile::Layout::stream: opened = out.openStream(file); break;
        case SavedFile::Layout::pickle:
            opened = Error{ErrorCode::badValue,
                           "found a pickle that torch.save has not written",
                           "expected a file of torch.save, with the values of its tensors",
                           "save the sample with torch.save",
                           {.file = name},
                           {}};
            break;
    }
    return opened ? Result<SavedStorages>(std::move(out)) : Result<SavedStorages>(std::move(opened.error()));
}

Result<void> SavedStorages::openArchive(const SavedFile& file) {
    Result<files::ZipArchive> archive = files::ZipArchive::open(*m_bytes, m_name);
    if (!archive) {
        return std::move(archive.error());
    }
    m_archive = std::make_unique<files::ZipArchive>(std::move(*archive));
    const std::string folder = file.folder + std::string(kStorageFolder);
    for (const files::ZipEntry& entry : m_archive->entries()) {
        if (entry.name.starts_with(folder)) {
            m_entries.emplace(entry.name.substr(folder.size()), entry);
        } else if (entry.name == file.folder + std::string(kByteOrder)) {
            std::array<char, 8> order{};
            Result<std::unique_ptr<files::ForwardBytes>> bytes = m_archive->read(entry);
            const Result<std::size_t> got = bytes ? fill(**bytes, order) : Result<std::size_t>(bytes.error());
            if (!got) {
                return got.error();
            }
            if (std::string_view(order.data(), *got) == "big") {
                return Error{ErrorCode::badValue,
                             "found numbers in the byte order of another machine (big)",
                             "expected little-endian numbers",
                             "load the file where it was saved and save it with byteorder \"little\"",
                             {.file = m_name},
                             {}};
            }
        }
    }
    return {};
}

Result<void> SavedStorages::openStream(const SavedFile& file) {
    files::ForwardRange range(*m_bytes, file.storagesAt, m_bytes->size());
    PickleBytes pickle(range, m_name, file.storagesAt);
    PickleContent keys;
    const Result<PickleId> list = readPickle(pickle, keys);
    if (!list) {
        return Error(list.error()).withContext("in the list of storages");
    }
    const std::vector<PickleId>* items = keys.tree.sequence(*list);
    if (items == nullptr) {
        return damaged(ErrorCode::badValue, "found " + describeKind(keys.tree[*list]),
                       "expected a list of the storages", m_name, file.storagesAt);
    }
    const std::unordered_map<std::string, std::string> types = storageTypes(file.content.tree);
    std::uint64_t at = pickle.position();
    for (const PickleId item : *items) {
        const std::string* key = keys.tree.text(item);
        const auto type = key != nullptr ? types.find(*key) : types.end();
        const std::uint64_t bytes = type != types.end() ? elementBytes(type->second) : 0;
        if (bytes == 0) {
            return damaged(ErrorCode::badValue,
                           "found a storage that no tensor lies in, or of elements that are not known",
                           "expected the storages of this file", m_name, at);
        }
        std::array<char, kCountBytes> head{};
        const Result<std::size_t> got = m_bytes->readAt(at, head);
        if (!got) {
            return got.error();
        }
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < kCountBytes; ++i) {
            count |= std::uint64_t{static_cast<unsigned char>(head[i])} << (8 * i);
        }
        const std::uint64_t left = m_bytes->size() - std::min(m_bytes->size(), at + kCountBytes);
        if (*got < kCountBytes || count > left / bytes) {
            return damaged(ErrorCode::truncated, "found the end of the file inside a storage",
                           "expected all of its elements", m_name, at);
        }
        m_ranges.emplace(*key, Range{at + kCountBytes, count * bytes});
        at += kCountBytes + count * bytes;
    }
    return {};
}

Error SavedStorages::missing(const std::string& key) const {
    return {ErrorCode::notFound,
            "found no storage \"" + key + "\" in this file",
            "expected the values of its tensors",
            std::string(kRemedy),
            {.file = m_name},
            {}};
}

Result<std::uint64_t> SavedStorages::size(const std::string& key) const {
    if (const auto entry = m_entries.find(key); entry != m_entries.end()) {
        return entry->second.size;
    }
    const auto range = m_ranges.find(key);
    return range != m_ranges.end() ? Result<std::uint64_t>(range->second.size) : missing(key);
}

Result<void> SavedStorages::read(const std::string& key, std::span<char> into) {
    Result<std::size_t> filled = missing(key);
    if (const auto entry = m_entries.find(key); entry != m_entries.end()) {
        Result<std::unique_ptr<files::ForwardBytes>> bytes = m_archive->read(entry->second);
        filled = bytes ? fill(**bytes, into) : Result<std::size_t>(std::move(bytes.error()));
        if (filled && *filled == into.size()) {  // reads on to the end, so that the checksum is checked
            std::array<char, 1> rest{};
            const Result<std::size_t> end = (*bytes)->read(rest);
            filled = end ? filled : end;
        }
    } else if (const auto range = m_ranges.find(key); range != m_ranges.end()) {
        files::ForwardRange bytes(*m_bytes, range->second.begin, range->second.begin + range->second.size);
        filled = fill(bytes, into);
    }
    if (!filled) {
        return Error(filled.error());
    }
    if (*filled < into.size()) {
        return Error{ErrorCode::truncated,
                     "found " + std::to_string(*filled) + " bytes in the storage \"" + key + "\"",
                     "expected " + std::to_string(into.size()),
                     std::string(kRemedy),
                     {.file = m_name},
                     {}};
    }
    return {};
}

std::uint64_t elementBytes(std::string_view dtype) {
    static const std::unordered_map<std::string_view, std::uint64_t> kBytes{
        {"torch.float64", 8},     {"torch.float32", 4}, {"torch.float16", 2},   {"torch.bfloat16", 2},
        {"torch.int64", 8},       {"torch.int32", 4},   {"torch.int16", 2},     {"torch.int8", 1},
        {"torch.uint8", 1},       {"torch.bool", 1},    {"torch.complex32", 4}, {"torch.complex64", 8},
        {"torch.complex128", 16}, {"torch.quint8", 1},  {"torch.qint8", 1},     {"torch.qint32", 4}};
    const auto found = kBytes.find(dtype);
    return found == kBytes.end() ? 0 : found->second;
}

}  // namespace dimscope::readers
