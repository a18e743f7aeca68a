// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/torch_save_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/readers/aitune_persisted.h"
#include "core/readers/report_progress.h"
#include "core/readers/saved_calls.h"
#include "core/readers/saved_file.h"
#include "core/readers/saved_storages.h"
#include "core/readers/saved_value.h"

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using namespace std::string_view_literals;

constexpr std::string_view kZip = "PK\x03\x04"sv;
constexpr std::string_view kDataName = "/data.pkl"sv;
constexpr std::string_view kScriptModule = "c__torch__"sv;

PicklePoll pollOf(const ReadContext& context) {
    return [&context] { return pollAndReport(context); };
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

Result<void> addSaved(const ReadContext& context, const SavedFile& saved) {
    const std::string& file = context.input.name();
    const auto* object = saved.content.tree.as<PickleValue::Object>(saved.root);
    if (object != nullptr && object->type.module.starts_with("__torch__")) {
        return torchScriptError(file);
    }
    Result<module::Value> value = savedValue(saved.content.tree, saved.root, file);
    return value ? addSavedCalls(context, savedCalls(std::move(*value)))
                 : Result<void>(std::move(value.error()));
}

/// A cut archive has lost its list of entries; of a cut stream nothing but storages may be missing.
void noteCutStorages(const ReadContext& context, const SavedFile& saved, files::RandomBytes& bytes) {
    if (saved.layout != SavedFile::Layout::stream) {
        return;
    }
    const Result<SavedStorages> storages = SavedStorages::open(saved, bytes, context.input.name());
    if (!storages && storages.error().code == ErrorCode::truncated) {
        context.builder.source(context.source).complete = false;
        context.builder.diagnostics().add({base::Severity::warning,
                                           "truncated",
                                           "the file ends within the values of its tensors; shapes are whole",
                                           {.file = context.input.name(), .byte = bytes.size()}});
    }
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
    const Result<std::unique_ptr<files::RandomBytes>> bytes = context.input.randomBytes();
    Result<SavedFile> saved = bytes ? readSavedFile(context.input.name(), **bytes, pollOf(context))
                                    : Result<SavedFile>(bytes.error());
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
    noteCutStorages(context, *saved, **bytes);
    return {};
}

}  // namespace dimscope::readers
