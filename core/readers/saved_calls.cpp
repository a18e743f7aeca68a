// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/saved_calls.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

#include "core/readers/report_progress.h"

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using module::SampleMetadata;
using module::Value;

bool isDigit(char letter) {
    return std::isdigit(static_cast<unsigned char>(letter)) != 0;
}
bool isWord(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
           (static_cast<unsigned char>(letter) & 0x80U) != 0;
}

bool namedByText(const Value& value) {
    const auto* mapping = value.as<Value::Mapping>();
    return mapping != nullptr &&
           std::all_of(mapping->items.begin(), mapping->items.end(),
                       [](const auto& item) { return std::holds_alternative<std::string>(item.first); });
}

/// What can be the arguments of one call when it stands in a list.
bool looksLikeCall(const Value& value) {
    const auto* sequence = value.as<Value::Sequence>();
    return value.as<Value::Mapping>() != nullptr || value.as<Value::Object>() != nullptr ||
           (sequence != nullptr && sequence->kind == Value::SequenceKind::tuple);
}

Value* memberOf(Value& value, std::string_view key) {
    for (auto& [name, member] : std::get<Value::Mapping>(value.data()).items) {
        const auto* text = std::get_if<std::string>(&name);
        if (text != nullptr && *text == key) {
            return &member;
        }
    }
    return nullptr;
}

/// Both as one call, if that is what they are.
std::optional<SavedCall> argumentPair(Value* args, Value* kwargs) {
    if (args == nullptr || kwargs == nullptr || args->as<Value::Sequence>() == nullptr ||
        !namedByText(*kwargs)) {
        return std::nullopt;
    }
    SavedCall call;
    call.roots.push_back(std::move(*args));
    call.roots.push_back(std::move(*kwargs));
    return call;
}

SavedCall oneCall(Value root) {
    std::optional<SavedCall> pair;
    if (auto* mapping = std::get_if<Value::Mapping>(&root.data())) {
        if (mapping->items.size() == 2) {
            pair = argumentPair(memberOf(root, "args"), memberOf(root, "kwargs"));
        }
    } else if (auto* sequence = std::get_if<Value::Sequence>(&root.data())) {
        if (sequence->items.size() == 2) {
            pair = argumentPair(&sequence->items[0], &sequence->items[1]);
        }
    } else if (root.as<Value::Object>() == nullptr) {
        Value::Sequence only{Value::SequenceKind::tuple, {}};
        only.items.push_back(std::move(root));
        root = std::move(only);
    }
    if (pair) {
        return std::move(*pair);
    }
    SavedCall call;
    call.roots.push_back(std::move(root));
    return call;
}

struct Layout {
    SampleMetadata inputs;
    std::vector<std::int64_t> sizes;
};

Result<Layout> layoutOf(const SavedCall& call, module::Strictness strictness) {
    std::vector<SampleMetadata::TensorEntry> tensors;
    std::vector<SampleMetadata::OtherEntry> others;
    module::LlmPhase phase = module::LlmPhase::none;
    Layout out;
    for (const Value& root : call.roots) {
        Result<SampleMetadata> metadata = SampleMetadata::fromInputs(root, strictness, std::nullopt);
        if (!metadata) {
            return std::move(metadata.error());
        }
        tensors.insert(tensors.end(), metadata->tensorData().begin(), metadata->tensorData().end());
        others.insert(others.end(), metadata->otherData().begin(), metadata->otherData().end());
        phase = metadata->llmPhase() == module::LlmPhase::none ? phase : metadata->llmPhase();
    }
    for (const SampleMetadata::TensorEntry& tensor : tensors) {
        const module::Sizes& sizes = tensor.spec.minShape();
        out.sizes.insert(out.sizes.end(), sizes.begin(), sizes.end());
    }
    out.inputs = SampleMetadata(std::move(tensors), std::move(others), strictness, phase);
    return out;
}

std::string withoutEndings(std::string name) {
    static constexpr auto kEndings = std::to_array<std::string_view>(
        {".gz", ".pt", ".pth", ".pkl", ".pickle", ".bin", ".npy", ".npz", ".safetensors"});
    for (const std::string_view ending : kEndings) {
        if (name.size() > ending.size() && name.ends_with(ending)) {
            name.resize(name.size() - ending.size());
        }
    }
    return name;
}

/// N of a whole part `bs<N>` or `batch<N>`.
std::optional<std::int64_t> batchSizeOf(std::string_view part) {
    for (const std::string_view word : {"batch", "bs"}) {
        std::string lower(part.substr(0, word.size()));
        std::transform(lower.begin(), lower.end(), lower.begin(),
                       [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
        const std::string_view digits = part.substr(std::min(word.size(), part.size()));
        std::int64_t value = 0;
        const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (lower == word && !digits.empty() && isDigit(digits.front()) && error == std::errc{} &&
            stop == digits.data() + digits.size() && value > 0) {
            return value;
        }
    }
    return std::nullopt;
}

/// The part of a name that tells a batch size.
struct BatchPart {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::int64_t batchSize = 0;
};

std::optional<BatchPart> batchPartOf(std::string_view text) {
    for (std::size_t begin = 0; begin < text.size();) {
        if (!isWord(text[begin])) {
            ++begin;
            continue;
        }
        std::size_t end = begin;
        while (end < text.size() && isWord(text[end])) {
            ++end;
        }
        if (const auto batchSize = batchSizeOf(text.substr(begin, end - begin))) {
            return BatchPart{begin, end, *batchSize};
        }
        begin = end;
    }
    return std::nullopt;
}

}  // namespace

std::vector<SavedCall> savedCalls(Value root) {
    std::vector<SavedCall> out;
    auto* sequence = std::get_if<Value::Sequence>(&root.data());
    const bool isPair = sequence != nullptr && sequence->items.size() == 2 &&
                        sequence->items[0].as<Value::Sequence>() != nullptr &&
                        namedByText(sequence->items[1]);
    const bool isList = sequence != nullptr && sequence->kind == Value::SequenceKind::list && !isPair &&
                        !sequence->items.empty() &&
                        std::all_of(sequence->items.begin(), sequence->items.end(), looksLikeCall);
    if (!isList) {
        out.push_back(oneCall(std::move(root)));
        return out;
    }
    for (Value& item : sequence->items) {
        out.push_back(oneCall(std::move(item)));
    }
    return out;
}

SavedName savedName(std::string name) {
    SavedName out{withoutEndings(std::move(name)), std::nullopt};
    std::string& text = out.module;
    if (const std::optional<BatchPart> part = batchPartOf(text)) {
        auto [begin, end, batchSize] = *part;
        out.batchSize = batchSize;
        std::size_t number = end;  // behind a number of the sample, if there is one
        while (number < text.size() && !isWord(text[number])) {
            ++number;
        }
        const std::size_t digits = number;
        while (number < text.size() && isDigit(text[number])) {
            ++number;
        }
        if (number > digits && (number == text.size() || !isWord(text[number]))) {
            end = number;
        }
        // One of the signs around the part goes with it.
        if (begin > 0) {
            --begin;
        } else if (end < text.size()) {
            ++end;
        }
        text.erase(begin, end - begin);
    }
    if (text.empty()) {
        text = "module";
    } else if (text == "-") {
        text = "stdin";
    }
    return out;
}

std::string nameAtBatchSize(std::string_view name, std::int64_t batchSize) {
    std::string stem = withoutEndings(std::string(name));
    const std::string number = std::to_string(batchSize);
    const std::optional<BatchPart> part = batchPartOf(stem);
    if (!part) {
        return stem + "_bs" + number + ".pt";
    }
    std::size_t digits = part->begin;
    while (!isDigit(stem[digits])) {
        ++digits;
    }
    return stem.replace(digits, part->end - digits, number) + ".pt";
}

Result<void> addSavedCalls(const ReadContext& context, const std::vector<SavedCall>& calls) {
    const SavedName name = savedName(context.input.name());
    std::vector<Layout> layouts;
    bool hasTensors = false;
    for (const SavedCall& call : calls) {
        Result<Layout> layout = layoutOf(call, context.savedSamples);
        if (!layout) {
            layout.error().where.file = context.input.name();
            return std::move(layout.error()).withContext("in call " + std::to_string(layouts.size()));
        }
        hasTensors = hasTensors || !layout->inputs.tensorData().empty();
        layouts.push_back(std::move(*layout));
    }
    if (!hasTensors) {
        return Error{ErrorCode::noShapes,
                     "found no tensor in this file",
                     "expected the arguments of a call: tensors, lists and dicts of them",
                     "save the arguments that the module is called with",
                     {.file = context.input.name(), .byte = 0},
                     {}};
    }
    context.builder.source(context.source).namedBatchSize = name.batchSize;
    for (const Layout& layout : layouts) {
        if (Result<void> polled = pollAndReport(context); !polled) {
            return polled;
        }
        const capture::CallOrigin origin{context.source, 0, {}, {}};
        const capture::LayoutId id =
            context.builder.layout({name.module, layout.inputs,
                                    SampleMetadata({}, {}, context.savedSamples, module::LlmPhase::none)},
                                   origin);
        context.builder.addCall(id, capture::kUnknownBatch, layout.sizes, origin);
    }
    return {};
}

}  // namespace dimscope::readers
