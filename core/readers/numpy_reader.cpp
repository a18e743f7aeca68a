// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/numpy_reader.h"

#include <string>
#include <unordered_set>
#include <utility>

#include "core/files/zip_archive.h"
#include "core/readers/numpy_header.h"
#include "core/readers/pickle_scalars.h"
#include "core/readers/report_progress.h"
#include "core/readers/saved_calls.h"

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using module::Value;
using namespace std::string_view_literals;

constexpr std::string_view kZip = "PK\x03\x04"sv;
constexpr std::string_view kEnding = ".npy"sv;

/// Whether names are `arr_0`, `arr_1`, ... in that order, as numpy.savez makes them for positional arguments.
bool arePositional(const Value::Mapping& arrays) {
    for (std::size_t i = 0; i < arrays.items.size(); ++i) {
        if (arrays.items[i].first != module::Accessor("arr_" + std::to_string(i))) {
            return false;
        }
    }
    return !arrays.items.empty();
}

Value argumentsOf(Value::Mapping arrays) {
    if (!arePositional(arrays)) {
        return arrays;
    }
    Value::Sequence positional{Value::SequenceKind::tuple, {}};
    for (auto& item : arrays.items) {
        positional.items.push_back(std::move(item.second));
    }
    return positional;
}

Result<Value> readEntry(files::ZipArchive& archive, const files::ZipEntry& entry, const std::string& file) {
    Result<std::unique_ptr<files::ForwardBytes>> bytes = archive.read(entry);
    if (!bytes) {
        return std::move(bytes.error());
    }
    const Result<NumpyHeader> header = readNumpyHeader(**bytes, file);
    return header ? Result<Value>(numpyValue(*header))
                  : Error(header.error()).withContext("in " + entry.name);
}

}  // namespace

bool probeNumpyArray(std::string_view head) {
    return head.starts_with(kNumpyMagic);
}

Result<void> readNumpyArray(const ReadContext& context) {
    Result<std::unique_ptr<files::RandomBytes>> bytes = context.input.randomBytes();
    if (!bytes) {
        return std::move(bytes.error());
    }
    files::ForwardRange range(**bytes, 0, (*bytes)->size());
    const Result<NumpyHeader> header = readNumpyHeader(range, context.input.name());
    if (!header) {
        return header.error();
    }
    if (Result<void> added = addSavedCalls(context, savedCalls(numpyValue(*header))); !added) {
        return added;
    }
    if (header->dataSize > (*bytes)->size() - header->dataBegin) {
        context.builder.source(context.source).complete = false;
        context.builder.diagnostics().add(
            {base::Severity::warning,
             "truncated",
             "the file ends within the elements; the shape is that of the header",
             {.file = context.input.name(), .byte = (*bytes)->size()}});
    }
    return {};
}

bool probeNumpyArchive(std::string_view head) {
    // Behind the header of the first file stand its name and, if it is not packed, the array itself.
    static constexpr std::size_t kNameLengthAt = 26;
    static constexpr std::size_t kNameAt = 30;
    if (!head.starts_with(kZip) || head.size() < kNameAt) {
        return false;
    }
    const std::size_t length = static_cast<unsigned char>(head[kNameLengthAt]) +
                               256U * static_cast<unsigned char>(head[kNameLengthAt + 1]);
    return head.substr(kNameAt, length).ends_with(kEnding);
}

Result<void> readNumpyArchive(const ReadContext& context) {
    const std::string& file = context.input.name();
    Result<std::unique_ptr<files::RandomBytes>> bytes = context.input.randomBytes();
    if (!bytes) {
        return std::move(bytes.error());
    }
    Result<files::ZipArchive> archive = files::ZipArchive::open(**bytes, file);
    if (!archive) {
        return std::move(archive.error());
    }
    Value::Mapping arrays;
    std::unordered_set<std::string> names;
    for (const files::ZipEntry& entry : archive->entries()) {
        if (Result<void> polled = pollAndReport(context); !polled) {
            return polled;
        }
        if (!entry.name.ends_with(kEnding)) {
            continue;
        }
        if (!isUtf8(entry.name)) {
            return Error{ErrorCode::encoding,       "found the name of an array that is no UTF-8",
                         "expected UTF-8",          "save the file again",
                         {.file = file, .byte = 0}, {}};
        }
        Result<Value> value = readEntry(*archive, entry, file);
        if (!value) {
            return std::move(value.error());
        }
        std::string name = entry.name.substr(0, entry.name.size() - kEnding.size());
        if (!names.insert(name).second) {
            return Error{ErrorCode::duplicateKey,   "found the array " + base::quoteJson(name) + " twice",
                         "expected each name once", "save the file again",
                         {.file = file, .byte = 0}, {}};
        }
        arrays.items.emplace_back(std::move(name), std::move(*value));
    }
    return addSavedCalls(context, savedCalls(argumentsOf(std::move(arrays))));
}

}  // namespace dimscope::readers
