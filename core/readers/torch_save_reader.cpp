// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/torch_save_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/files/zip_archive.h"
#include "core/readers/aitune_persisted.h"
#include "core/readers/pickle_machine.h"
#include "core/readers/report_progress.h"
#include "core/readers/saved_calls.h"
#include "core/readers/saved_value.h"

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
constexpr std::string_view kScriptModule = "c__torch__"sv;

/// What a file of torch.save holds.
struct Saved {
    PickleContent content;
    PickleId root{};
};

PicklePoll pollOf(const ReadContext& context) {
    return [&context] { return pollAndReport(context); };
}

Error torchScript(const std::string& file) {
    return {ErrorCode::noShapes,
            "found a TorchScript program, which holds no recorded shapes",
            "expected saved arguments of a call: tensors, lists and dicts of them",
            "save the arguments that the program is called with, or record its calls",
            {.file = file},
            {}};
}

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
        return torchScript(file);
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

Result<void> readArchive(const ReadContext& context, files::RandomBytes& bytes, Saved& saved) {
    const std::string& file = context.input.name();
    Result<files::ZipArchive> archive = files::ZipArchive::open(bytes, file);
    if (!archive) {
        return std::move(archive.error());
    }
    const Result<files::ZipEntry> entry = dataEntry(*archive, file);
    if (!entry) {
        return entry.error();
    }
    Result<std::unique_ptr<files::ForwardBytes>> data = archive->read(*entry);
    if (!data) {
        return std::move(data.error());
    }
    PickleBytes pickle(**data, file);
    Result<PickleId> root = readPickle(pickle, saved.content, pollOf(context));
    const Result<void> ended = root ? pickle.expectEnd() : Result<void>(root.error());
    if (!ended) {
        return Error(ended.error()).withContext("in " + entry->name);
    }
    saved.root = *root;
    return {};
}

/// A stream is four pickles (a number, a version, the system, the value) and then the storages, which are not
/// read.
Result<void> readStream(const ReadContext& context, files::RandomBytes& bytes, Saved& saved) {
    static constexpr int kPicklesBefore = 3;
    files::ForwardRange range(bytes, 0, bytes.size());
    PickleBytes pickle(range, context.input.name());
    Result<PickleId> root = readPickle(pickle, saved.content, pollOf(context));
    if (!root) {
        return std::move(root.error());
    }
    const auto* magic = saved.content.tree.as<PickleValue::BigInt>(*root);
    const bool isStream = magic != nullptr && magic->digits == kMagicNumber;
    for (int i = 0; isStream && root && i < kPicklesBefore; ++i) {
        root = readPickle(pickle, saved.content, pollOf(context));
    }
    const Result<void> ended = !root      ? Result<void>(root.error())
                               : isStream ? Result<void>()
                                          : pickle.expectEnd();
    if (!ended) {
        return ended.error();
    }
    saved.root = *root;
    return {};
}

Result<Saved> readSaved(const ReadContext& context) {
    static constexpr std::size_t kMagicBytes = 4;
    Result<std::string_view> head = context.input.peek(kMagicBytes);
    if (!head) {
        return std::move(head.error());
    }
    const bool isZip = head->starts_with(kZip);
    Result<std::unique_ptr<files::RandomBytes>> bytes = context.input.randomBytes();
    if (!bytes) {
        return std::move(bytes.error());
    }
    Saved saved;
    Result<void> read = isZip ? readArchive(context, **bytes, saved) : readStream(context, **bytes, saved);
    if (!read) {
        return std::move(read.error());
    }
    return saved;
}

std::string refusalText(const PickleRefusal& refusal) {
    return "refers to " + refusal.what.fullName() + ": not executed";
}

/// Says what the file would have done, beside whatever else is wrong with it.
Error withRefusals(Error error, const std::vector<PickleRefusal>& refused) {
    static constexpr std::size_t kListed = 5;
    for (std::size_t i = 0; i < std::min(refused.size(), kListed); ++i) {
        error.context.push_back(refusalText(refused[i]));
    }
    return error;
}

Result<void> addSaved(const ReadContext& context, const Saved& saved) {
    const std::string& file = context.input.name();
    const auto* object = saved.content.tree.as<PickleValue::Object>(saved.root);
    if (object != nullptr && object->type.module.starts_with("__torch__")) {
        return torchScript(file);
    }
    Result<module::Value> value = savedValue(saved.content.tree, saved.root, file);
    return value ? addSavedCalls(context, savedCalls(std::move(*value)))
                 : Result<void>(std::move(value.error()));
}

}  // namespace

bool looksLikeTorchScript(std::string_view head) {
    return head.starts_with(kZip) &&
           (head.find("/code/__torch__") != std::string_view::npos ||
            (head.find(kDataName) != std::string_view::npos && head.find(kScriptModule) < 1024));
}

bool probeTorchSave(std::string_view head) {
    if (head.starts_with(kZip)) {
        return head.find(kDataName) != std::string_view::npos && !looksLikeTorchScript(head);
    }
    // PROTO 2 to 5, and an opcode that can come first.
    return head.size() > 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5 &&
           "(]})NcIJKLMFGXVSTU\x88\x89\x8a\x8b\x8c\x8d\x8e\x8f\x95\x96"
           "CB"sv.find(head[2]) != std::string_view::npos;
}

Result<void> readTorchSave(const ReadContext& context) {
    Result<Saved> saved = readSaved(context);
    if (!saved) {
        return std::move(saved.error());
    }
    const Result<std::size_t> persisted = addPersistedMetadata(context, saved->content, saved->root);
    Result<void> added = !persisted       ? Result<void>(persisted.error())
                         : *persisted > 0 ? Result<void>()
                                          : addSaved(context, *saved);
    if (!added) {
        return withRefusals(std::move(added.error()), saved->content.refused);
    }
    for (const PickleRefusal& refusal : saved->content.refused) {
        context.builder.diagnostics().add({base::Severity::warning,
                                           "not-executed",
                                           refusalText(refusal),
                                           {.file = context.input.name(), .byte = refusal.byte}});
    }
    return {};
}

}  // namespace dimscope::readers
