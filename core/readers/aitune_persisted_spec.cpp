// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes and their order are those of aitune.torch.module: SampleMetadata, Locator and TensorSpec.
#include "core/readers/aitune_persisted_spec.h"

#include <array>
#include <utility>
#include <vector>

#include "core/readers/report_progress.h"
#include "core/readers/saved_value.h"

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using module::SampleMetadata;

/// An attribute in the state of an object: a dict, or (dict or None, dict of slots).
std::optional<PickleId> attributeOf(const PickleTree& tree, PickleId id, std::string_view name) {
    const auto* object = tree.as<PickleValue::Object>(id);
    if (object == nullptr || !object->state) {
        return std::nullopt;
    }
    std::optional<PickleId> found = tree.find(*object->state, name);
    const std::vector<PickleId>* parts = tree.sequence(*object->state);
    for (std::size_t i = 0; !found && parts != nullptr && i < parts->size(); ++i) {
        found = tree.find((*parts)[i], name);
    }
    return found;
}

bool isObjectOf(const PickleTree& tree, PickleId id, std::string_view type) {
    const auto* object = tree.as<PickleValue::Object>(id);
    return object != nullptr && object->type.name == type && object->type.module.starts_with("aitune.");
}

/// Reads what one pickle holds of the parts of metadata.
class PartReader {
 public:
    PartReader(const PickleTree& tree, const std::string& file) : m_tree(tree), m_file(file) {}

    Error error(PickleId at, ErrorCode code, std::string found, std::string expected) const {
        return {code,
                std::move(found),
                std::move(expected),
                "save it again with a version of AITune that Dimscope knows",
                {.file = m_file, .byte = m_tree[at].byte},
                {}};
    }

    Result<PickleId> attribute(PickleId id, std::string_view name) const {
        if (const std::optional<PickleId> found = attributeOf(m_tree, id, name)) {
            return *found;
        }
        return error(id, ErrorCode::missingKey,
                     "found no \"" + std::string(name) + "\" in " + describeKind(m_tree[id]),
                     "expected it among its attributes");
    }

    Result<std::vector<SampleMetadata::TensorEntry>> tensors(PickleId id) const {
        std::vector<SampleMetadata::TensorEntry> out;
        auto read = pairs(id, [&](module::Locator locator, PickleId value) -> Result<void> {
            Result<module::TensorSpec> spec = tensorSpec(value);
            if (!spec) {
                return std::move(spec.error()).withContext("in " + locator.accessPath());
            }
            out.push_back({std::move(locator), std::move(*spec)});
            return {};
        });
        return read ? Result(std::move(out)) : Result<std::vector<SampleMetadata::TensorEntry>>(read.error());
    }

    Result<std::vector<SampleMetadata::OtherEntry>> others(PickleId id) const {
        std::vector<SampleMetadata::OtherEntry> out;
        auto read = pairs(id, [&](module::Locator locator, PickleId value) -> Result<void> {
            Result<module::Value> leaf = savedValue(m_tree, value, m_file);
            if (!leaf) {
                return std::move(leaf.error());
            }
            out.push_back({std::move(locator), std::move(*leaf)});
            return {};
        });
        return read ? Result(std::move(out)) : Result<std::vector<SampleMetadata::OtherEntry>>(read.error());
    }

 private:
    template <class Take>
    Result<void> pairs(PickleId id, const Take& take) const {
        const std::vector<PickleId>* entries = m_tree.sequence(id);
        if (entries == nullptr) {
            return error(id, ErrorCode::wrongType, "found " + describeKind(m_tree[id]),
                         "expected a tuple of paths and what is there");
        }
        for (const PickleId entry : *entries) {
            const std::vector<PickleId>* parts = m_tree.sequence(entry);
            if (parts == nullptr || parts->size() != 2) {
                return error(entry, ErrorCode::wrongType, "found " + describeKind(m_tree[entry]),
                             "expected a path and what is there");
            }
            Result<module::Locator> path = locator((*parts)[0]);
            if (!path) {
                return std::move(path.error());
            }
            if (Result<void> taken = take(std::move(*path), (*parts)[1]); !taken) {
                return taken;
            }
        }
        return {};
    }

    /// ObjectType: a call with its number, or a member by name.
    std::optional<module::Container> container(PickleId id) const {
        static constexpr std::array<std::pair<std::string_view, module::Container>, 4> kTypes{
            {{"SEQUENCE", module::Container::sequence},
             {"DICT", module::Container::mapping},
             {"DATACLASS", module::Container::object},
             {"USER_TYPE", module::Container::userObject}}};
        const auto* object = m_tree.as<PickleValue::Object>(id);
        const auto* number = m_tree.as<std::int64_t>(
            object != nullptr && object->args.size() == 1 ? object->args.front() : id);
        if (number != nullptr && *number >= 0 && *number < static_cast<std::int64_t>(kTypes.size())) {
            return kTypes[static_cast<std::size_t>(*number)].second;
        }
        const auto* plain = m_tree.as<PickleValue::Plain>(id);
        for (const auto& [name, container] : kTypes) {
            if (plain != nullptr && plain->text.ends_with("ObjectType." + std::string(name))) {
                return container;
            }
        }
        return std::nullopt;
    }

    Result<module::Locator> locator(PickleId id) const {
        const Result<PickleId> path = attribute(id, "_access_path");
        if (!path) {
            return path.error();
        }
        const std::vector<PickleId>* entries = m_tree.sequence(*path);
        std::vector<module::Step> steps;
        for (std::size_t i = 0; entries != nullptr && i < entries->size(); ++i) {
            const std::vector<PickleId>* parts = m_tree.sequence((*entries)[i]);
            const std::optional<module::Container> kind =
                parts != nullptr && parts->size() == 2 ? container((*parts)[1]) : std::nullopt;
            const std::string* text = kind ? m_tree.text((*parts)[0]) : nullptr;
            const auto* index = kind ? m_tree.as<std::int64_t>((*parts)[0]) : nullptr;
            if (text == nullptr && index == nullptr) {
                return error((*entries)[i], ErrorCode::badValue, "found a step of a path that cannot be read",
                             "expected a key, index or attribute and the kind of its container");
            }
            steps.push_back({text != nullptr ? module::Accessor(*text) : module::Accessor(*index), *kind});
        }
        if (entries == nullptr) {
            return error(*path, ErrorCode::wrongType, "found " + describeKind(m_tree[*path]) + " as a path",
                         "expected a tuple of steps");
        }
        const std::optional<PickleId> isOutput = attributeOf(m_tree, id, "_is_output");
        const bool* output = isOutput ? m_tree.as<bool>(*isOutput) : nullptr;
        return module::Locator(std::move(steps),
                               output != nullptr && *output ? module::Side::output : module::Side::input);
    }

    Result<std::vector<module::Dim>> shape(PickleId id) const {
        const std::vector<PickleId>* entries = m_tree.sequence(id);
        std::vector<module::Dim> out;
        for (std::size_t i = 0; entries != nullptr && i < entries->size(); ++i) {
            const std::string* symbol = m_tree.text((*entries)[i]);
            const auto* size = m_tree.as<std::int64_t>((*entries)[i]);
            if ((symbol == nullptr || symbol->empty()) && (size == nullptr || *size < 0)) {
                return error((*entries)[i], ErrorCode::badSize,
                             "found " + savedText(m_tree, (*entries)[i]) + " in a shape",
                             "expected a size from 0 up, or a symbol");
            }
            out.push_back(symbol != nullptr ? module::Dim(*symbol) : module::Dim(*size));
        }
        return entries != nullptr
                   ? Result(std::move(out))
                   : Result<std::vector<module::Dim>>(
                         error(id, ErrorCode::wrongType, "found " + describeKind(m_tree[id]) + " as a shape",
                               "expected a list"));
    }

    Result<module::Sizes> sizes(PickleId id) const {
        if (std::optional<std::vector<std::int64_t>> found = m_tree.sizes(id)) {
            return std::move(*found);
        }
        return error(id, ErrorCode::badSize, "found " + savedText(m_tree, id) + " as bounds",
                     "expected sizes from 0 up");
    }

    Result<std::vector<double>> multipliers(PickleId id) const {
        const std::vector<PickleId>* entries = m_tree.sequence(id);
        std::vector<double> out;
        for (std::size_t i = 0; entries != nullptr && i < entries->size(); ++i) {
            const auto* real = m_tree.as<double>((*entries)[i]);
            const auto* whole = m_tree.as<std::int64_t>((*entries)[i]);
            if (real == nullptr && whole == nullptr) {
                return error((*entries)[i], ErrorCode::wrongType,
                             "found " + describeKind(m_tree[(*entries)[i]]) + " as a multiplier",
                             "expected a number");
            }
            out.push_back(real != nullptr ? *real : static_cast<double>(*whole));
        }
        return entries != nullptr
                   ? Result(std::move(out))
                   : Result<std::vector<double>>(
                         error(id, ErrorCode::wrongType,
                               "found " + describeKind(m_tree[id]) + " as multipliers", "expected a list"));
    }

    Result<module::TensorSpec> tensorSpec(PickleId id) const {
        std::array<PickleId, 5> parts{};
        static constexpr std::array<std::string_view, 5> kNames{"shape", "min_shape", "max_shape", "dtype",
                                                                "_bs_multipliers"};
        for (std::size_t i = 0; i < kNames.size(); ++i) {
            const Result<PickleId> part = attribute(id, kNames[i]);
            if (!part) {
                return part.error();
            }
            parts[i] = *part;
        }
        Result<std::vector<module::Dim>> dims = shape(parts[0]);
        Result<module::Sizes> min = sizes(parts[1]);
        Result<module::Sizes> max = sizes(parts[2]);
        Result<std::vector<double>> factors = multipliers(parts[4]);
        if (!dims || !min || !max || !factors) {
            return !dims ? dims.error() : !min ? min.error() : !max ? max.error() : factors.error();
        }
        if (factors->size() != dims->size() || min->size() != dims->size() || max->size() != dims->size()) {
            return error(id, ErrorCode::rankMismatch, "found lists of different lengths in a TensorSpec",
                         "expected one entry per axis in each");
        }
        for (std::size_t axis = 0; axis < min->size(); ++axis) {
            if ((*min)[axis] > (*max)[axis]) {
                return error(id, ErrorCode::badValue,
                             "found the range " + std::to_string((*min)[axis]) + " to " +
                                 std::to_string((*max)[axis]) + " of axis " + std::to_string(axis),
                             "expected a maximum that is not below the minimum");
            }
        }
        const auto* type = m_tree.as<PickleValue::Plain>(parts[3]);
        return module::TensorSpec::fromParts(std::move(*dims), std::move(*min), std::move(*max),
                                             type != nullptr ? type->text : std::string(),
                                             std::move(*factors));
    }

    const PickleTree& m_tree;
    const std::string& m_file;
};

}  // namespace

Error PersistedReader::error(PickleId at, ErrorCode code, std::string found, std::string expected) const {
    return PartReader(m_content.tree, m_context.input.name())
        .error(at, code, std::move(found), std::move(expected));
}

bool PersistedReader::isMetadata(PickleId id) const {
    const PickleTree& tree = m_content.tree;
    if (isObjectOf(tree, id, "SampleMetadata")) {
        return true;
    }
    const std::optional<PickleId> tensors = tree.find(id, "tensor_data");
    return tensors && tree.as<PickleValue::Bytes>(*tensors) != nullptr && tree.find(id, "other_data") &&
           tree.find(id, "strict") && tree.find(id, "llm_phase");
}

Result<PickleId> PersistedReader::unpickled(PickleId id, std::string_view what, PickleContent& inner) const {
    const auto* bytes = m_content.tree.as<PickleValue::Bytes>(id);
    if (bytes == nullptr || !bytes->whole()) {
        return error(id, bytes == nullptr ? ErrorCode::wrongType : ErrorCode::tooLarge,
                     "found " + savedText(m_content.tree, id) + " as " + std::string(what),
                     "expected a pickle as bytes of at most 16 MiB");
    }
    files::BytesInMemory memory(bytes->head);
    files::ForwardRange range(memory, 0, memory.size());
    PickleBytes source(range, m_context.input.name());
    Result<PickleId> root = readPickle(source, inner, [this] { return pollAndReport(m_context); });
    m_content.refused.insert(m_content.refused.end(), inner.refused.begin(), inner.refused.end());
    return root ? std::move(root)
                : Result<PickleId>(std::move(root.error())
                                       .withContext("in the pickle of " + std::string(what) + " at byte " +
                                                    std::to_string(m_content.tree[id].byte)));
}

Result<PersistedMetadata> PersistedReader::read(PickleId id) {
    const bool isObject = m_content.tree.as<PickleValue::Object>(id) != nullptr;
    const auto member = [&](std::string_view name) {
        return isObject ? attributeOf(m_content.tree, id, "_" + std::string(name))
                        : m_content.tree.find(id, name);
    };
    std::array<PickleContent, 2> inner;
    std::array<PickleId, 2> roots{};
    static constexpr std::array<std::string_view, 2> kLists{"tensor_data", "other_data"};
    for (std::size_t i = 0; i < kLists.size(); ++i) {
        const std::optional<PickleId> list = member(kLists[i]);
        if (!list) {
            return error(id, ErrorCode::missingKey, "found no " + std::string(kLists[i]) + " in metadata",
                         "expected tensors and other values");
        }
        const Result<PickleId> root =
            isObject ? Result<PickleId>(*list) : unpickled(*list, kLists[i], inner[i]);
        if (!root) {
            return root.error();
        }
        roots[i] = *root;
    }
    const std::string& file = m_context.input.name();
    auto tensors = PartReader(isObject ? m_content.tree : inner[0].tree, file).tensors(roots[0]);
    if (!tensors) {
        return std::move(tensors.error()).withContext("in tensor_data");
    }
    auto others = PartReader(isObject ? m_content.tree : inner[1].tree, file).others(roots[1]);
    if (!others) {
        return std::move(others.error()).withContext("in other_data");
    }
    const std::optional<PickleId> strict = member("strict");
    const bool* isStrict = strict ? m_content.tree.as<bool>(*strict) : nullptr;
    const std::optional<PickleId> phase = member("llm_phase");
    const std::string* phaseName = phase ? m_content.tree.text(*phase) : nullptr;
    PersistedMetadata out;
    if (!tensors->empty() || !others->empty()) {
        out.side = tensors->empty() ? others->front().locator.side() : tensors->front().locator.side();
    }
    out.metadata = SampleMetadata(
        std::move(*tensors), std::move(*others),
        isStrict != nullptr && *isStrict ? module::Strictness::strict : module::Strictness::lenient,
        phaseName == nullptr      ? module::LlmPhase::none
        : *phaseName == "prefill" ? module::LlmPhase::prefill
        : *phaseName == "decode"  ? module::LlmPhase::decode
                                  : module::LlmPhase::none);
    return out;
}

}  // namespace dimscope::readers
