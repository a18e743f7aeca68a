// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/saved_file.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/files/zip_archive.h"

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using namespace std::string_view_literals;

constexpr std::string_view kZip = "PK\x03\x04"sv;
constexpr std::string_view kDataName = "/data.pkl"sv;
/// The number that starts a stream of torch.save, 0x1950a86a20f9469cfc6c.
constexpr std::string_view kMagicNumber = "119547037146038801333356"sv;

/// The pickle of an archive: in the one folder that torch.save makes.
Result<files::ZipEntry> dataEntry(const files::ZipArchive& archive, const std::string& file) {
    std::vector<const files::ZipEntry*> found;
    bool script = false;
    for (const files::ZipEntry& entry : archive.entries()) {
        const bool atTop = std::count(entry.name.begin(), entry.name.end(), '/') == 1;
        if (atTop && entry.name.ends_with(kDataName)) {
            found.push_back(&entry);
        }
        script = script || entry.name.find("/code/__torch__") != std::string::npos;
    }
    if (script) {
        return torchScriptError(file);
    }
    if (found.size() == 1) {
        return *found.front();
    }
    if (found.empty()) {
        return Error{ErrorCode::unknownFormat,
                     "found a zip archive without a file data.pkl",
                     "expected one that torch.save has written",
                     "check that this is the file you meant",
                     {.file = file, .byte = 0},
                     {}};
    }
    return Error{ErrorCode::badValue,
                 "found " + std::to_string(found.size()) + " files data.pkl: " + found[0]->name + ", " +
                     found[1]->name + (found.size() > 2 ? ", ..." : ""),
                 "expected one, as torch.save writes",
                 "save the file again",
                 {.file = file, .byte = 0},
                 {}};
}

Result<void> readArchive(const std::string& name, files::RandomBytes& bytes, const PicklePoll& poll,
                         SavedFile& saved) {
    Result<files::ZipArchive> archive = files::ZipArchive::open(bytes, name);
    if (!archive) {
        return std::move(archive.error());
    }
    const Result<files::ZipEntry> entry = dataEntry(*archive, name);
    if (!entry) {
        return entry.error();
    }
    Result<std::unique_ptr<files::ForwardBytes>> data = archive->read(*entry);
    if (!data) {
        return std::move(data.error());
    }
    PickleBytes pickle(**data, name);
    Result<PickleId> root = readPickle(pickle, saved.content, poll);
    const Result<void> ended = root ? pickle.expectEnd() : Result<void>(root.error());
    if (!ended) {
        return Error(ended.error()).withContext("in " + entry->name);
    }
    saved.root = *root;
    saved.layout = SavedFile::Layout::archive;
    saved.folder = entry->name.substr(0, entry->name.size() - kDataName.size() + 1);
    return {};
}

Result<void> readStream(const std::string& name, files::RandomBytes& bytes, const PicklePoll& poll,
                        SavedFile& saved) {
    static constexpr int kPicklesBefore = 3;
    files::ForwardRange range(bytes, 0, bytes.size());
    PickleBytes pickle(range, name);
    Result<PickleId> root = readPickle(pickle, saved.content, poll);
    if (!root) {
        return std::move(root.error());
    }
    const auto* magic = saved.content.tree.as<PickleValue::BigInt>(*root);
    const bool isStream = magic != nullptr && magic->digits == kMagicNumber;
    for (int i = 0; isStream && root && i < kPicklesBefore; ++i) {
        root = readPickle(pickle, saved.content, poll);
    }
    const Result<void> ended = !root      ? Result<void>(root.error())
                               : isStream ? Result<void>()
                                          : pickle.expectEnd();
    if (!ended) {
        return ended.error();
    }
    saved.root = *root;
    saved.layout = isStream ? SavedFile::Layout::stream : SavedFile::Layout::pickle;
    saved.storagesAt = pickle.position();
    return {};
}

}  // namespace

Error torchScriptError(const std::string& name) {
    return {ErrorCode::noShapes,
            "found a TorchScript program, which holds no recorded shapes",
            "expected saved arguments of a call: tensors, lists and dicts of them",
            "save the arguments that the program is called with, or record its calls",
            {.file = name},
            {}};
}

Result<SavedFile> readSavedFile(const std::string& name, files::RandomBytes& bytes, const PicklePoll& poll) {
    std::array<char, kZip.size()> head{};
    const Result<std::size_t> got = bytes.readAt(0, head);
    if (!got) {
        return got.error();
    }
    const bool isZip = std::string_view(head.data(), *got) == kZip;
    SavedFile saved;
    const Result<void> read =
        isZip ? readArchive(name, bytes, poll, saved) : readStream(name, bytes, poll, saved);
    if (!read) {
        return read.error();
    }
    return saved;
}

}  // namespace dimscope::readers
