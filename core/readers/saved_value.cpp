// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/saved_value.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/module/python_text.h"
#include "core/readers/pickle_constructors.h"

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using module::Value;
using Pairs = std::vector<std::pair<PickleId, PickleId>>;
using Fields = std::vector<std::pair<std::string, Value>>;

constexpr std::size_t kLongestText = 200;
constexpr int kTextDepth = 4;

std::string shortened(std::string text) {
    if (text.size() > kLongestText) {
        std::size_t end = kLongestText;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
            --end;  // not inside a character
        }
        text.resize(end);
        text += "...";
    }
    return text;
}

std::string textOf(const PickleTree& tree, PickleId id, int depth);

std::string listText(const PickleTree& tree, const std::vector<PickleId>& items, int depth) {
    std::string out;
    for (const PickleId item : items) {
        if (out.size() > kLongestText) {
            break;
        }
        out += (out.empty() ? "" : ", ") + textOf(tree, item, depth + 1);
    }
    return out;
}

std::string sequenceText(const PickleTree& tree, const PickleValue::Sequence& sequence, int depth) {
    const std::string items = listText(tree, sequence.items, depth);
    switch (sequence.kind) {
        case PickleValue::SequenceKind::list: return "[" + items + "]";
        case PickleValue::SequenceKind::tuple: return "(" + items + (sequence.items.size() == 1 ? ",)" : ")");
        case PickleValue::SequenceKind::set: return sequence.items.empty() ? "set()" : "{" + items + "}";
    }
    return items;
}

std::string textOf(const PickleTree& tree, PickleId id, int depth) {
    if (depth > kTextDepth) {
        return "...";
    }
    const PickleValue& value = tree[id];
    if (value.as<PickleValue::None>() != nullptr) {
        return "None";
    }
    if (const auto* flag = value.as<bool>()) {
        return *flag ? "True" : "False";
    }
    if (const auto* whole = value.as<std::int64_t>()) {
        return std::to_string(*whole);
    }
    if (const auto* big = value.as<PickleValue::BigInt>()) {
        return shortened(big->digits);
    }
    if (const auto* real = value.as<double>()) {
        return module::pythonRepr(*real);
    }
    if (const auto* text = value.as<PickleValue::Text>()) {
        return module::pythonRepr(shortened(text->text));
    }
    if (const auto* bytes = value.as<PickleValue::Bytes>()) {
        return "<" + std::to_string(bytes->size) + " bytes>";
    }
    if (const auto* sequence = value.as<PickleValue::Sequence>()) {
        return shortened(sequenceText(tree, *sequence, depth));
    }
    if (const auto* object = value.as<PickleValue::Object>()) {
        return shortened(object->type.fullName() + "(" + listText(tree, object->args, depth) + ")");
    }
    if (const auto* global = value.as<PickleGlobal>()) {
        return "<" + global->fullName() + ">";
    }
    if (const auto* plain = value.as<PickleValue::Plain>()) {
        return plain->text;
    }
    return value.as<PickleValue::Dict>() != nullptr ? "{...}" : "<" + describeKind(value) + ">";
}

/// Classes that keep their items in an attribute `data` and are mappings all the same.
bool isUserDict(const PickleGlobal& type) {
    static constexpr auto kNames =
        std::to_array<std::string_view>({"UserDict", "BatchEncoding", "BatchFeature"});
    return std::find(kNames.begin(), kNames.end(), type.name) != kNames.end();
}

class Walk {
 public:
    Walk(const PickleTree& tree, const std::string& file, SavedTensors tensors)
        : m_tree(tree), m_file(file), m_tensors(tensors), m_open(tree.size(), false) {}

    Result<Value> value(PickleId id) {
        if (m_open[id.value]) {
            return error(id, ErrorCode::badValue,
                         "found " + describeKind(m_tree[id]) + " that contains itself",
                         "expected data without circles");
        }
        if (m_depth == SavedValueLimits::kDeepest) {
            return error(id, ErrorCode::tooDeep,
                         "found data nested more than " + std::to_string(m_depth) + " levels deep",
                         "expected fewer levels");
        }
        if (++m_parts > SavedValueLimits::kMostParts) {
            return error(id, ErrorCode::tooLarge,
                         "found data of more than " + std::to_string(SavedValueLimits::kMostParts) + " parts",
                         "expected fewer");
        }
        m_open[id.value] = true;
        ++m_depth;
        Result<Value> out = opened(id);
        --m_depth;
        m_open[id.value] = false;
        return out;
    }

 private:
    Error error(PickleId id, ErrorCode code, std::string found, std::string expected) const {
        return {code,
                std::move(found),
                std::move(expected),
                "save the arguments of a call: tensors, lists and dicts",
                {.file = m_file, .byte = m_tree[id].byte},
                {}};
    }

    Result<Value> opened(PickleId id) {
        const PickleValue& value = m_tree[id];
        if (const auto* sequence = value.as<PickleValue::Sequence>()) {
            if (sequence->kind == PickleValue::SequenceKind::set) {
                return Value(Value::Opaque{savedText(m_tree, id)});
            }
            return items(sequence->items, sequence->kind == PickleValue::SequenceKind::list
                                              ? Value::SequenceKind::list
                                              : Value::SequenceKind::tuple);
        }
        if (const auto* dict = value.as<PickleValue::Dict>()) {
            return mapping(dict->items);
        }
        if (const auto* object = value.as<PickleValue::Object>()) {
            return objectValue(id, *object);
        }
        return leaf(id);
    }

    Value leaf(PickleId id) const {
        const PickleValue& value = m_tree[id];
        if (value.as<PickleValue::None>() != nullptr) {
            return Value::None{};
        }
        if (const auto* flag = value.as<bool>()) {
            return *flag;
        }
        if (const auto* whole = value.as<std::int64_t>()) {
            return *whole;
        }
        if (const auto* big = value.as<PickleValue::BigInt>()) {
            return Value::BigInt{big->digits};
        }
        if (const auto* real = value.as<double>()) {
            return *real;
        }
        if (const auto* text = value.as<PickleValue::Text>()) {
            return text->text;
        }
        if (const auto* tensor = value.as<PickleValue::Tensor>()) {
            return tensorInfo(id, tensor->dtype, tensor->sizes);
        }
        const auto* array = value.as<PickleValue::Array>();
        if (std::string dtype = array != nullptr ? torchTypeOf(array->descr) : std::string();
            !dtype.empty() && !array->scalar) {
            return tensorInfo(id, std::move(dtype), array->sizes);
        }
        const auto* plain = value.as<PickleValue::Plain>();
        return Value::Opaque{plain != nullptr ? plain->text : savedText(m_tree, id)};
    }

    module::TensorInfo tensorInfo(PickleId id, std::string dtype, std::vector<std::int64_t> sizes) const {
        module::TensorInfo out{std::move(dtype), std::move(sizes), {}};
        if (m_tensors == SavedTensors::numbered) {
            out.values = {static_cast<double>(id.value)};
        }
        return out;
    }

    Result<Value> items(const std::vector<PickleId>& ids, Value::SequenceKind kind) {
        Value::Sequence out{kind, {}};
        for (const PickleId id : ids) {
            Result<Value> item = value(id);
            if (!item) {
                return item;
            }
            out.items.push_back(std::move(*item));
        }
        return Value(std::move(out));
    }

    module::Accessor accessor(PickleId key) const {
        if (const std::string* text = m_tree.text(key)) {
            return *text;
        }
        if (const auto* whole = m_tree.as<std::int64_t>(key)) {
            return *whole;
        }
        return savedText(m_tree, key);
    }

    Result<Value> mapping(const Pairs& pairs) {
        Value::Mapping out;
        std::unordered_map<std::string, std::size_t> places;
        for (const auto& [key, item] : pairs) {
            Result<Value> read = value(item);
            if (!read) {
                return read;
            }
            module::Accessor name = accessor(key);
            const auto* text = std::get_if<std::string>(&name);
            const auto [place, isNew] = places.try_emplace(
                text != nullptr ? "t" + *text : std::to_string(std::get<std::int64_t>(name)),
                out.items.size());
            if (isNew) {
                out.items.emplace_back(std::move(name), std::move(*read));
            } else {
                out.items[place->second].second = std::move(*read);
            }
        }
        return Value(std::move(out));
    }

    /// Attributes of a state: a dict, or (dict or None, dict of slots). False where it is neither.
    Result<bool> addAttributes(PickleId state, Fields& fields) {
        if (const auto* dict = m_tree.as<PickleValue::Dict>(state)) {
            Result<Value> read = mapping(dict->items);
            if (!read) {
                return std::move(read.error());
            }
            for (auto& [key, item] : std::get<Value::Mapping>(read->data()).items) {
                const auto* text = std::get_if<std::string>(&key);
                fields.emplace_back(text != nullptr ? *text : std::to_string(std::get<std::int64_t>(key)),
                                    std::move(item));
            }
            return true;
        }
        const std::vector<PickleId>* parts = m_tree.sequence(state);
        if (parts == nullptr || parts->size() != 2 || m_tree.as<PickleValue::Dict>((*parts)[1]) == nullptr) {
            return false;
        }
        for (const PickleId part : *parts) {
            if (m_tree.as<PickleValue::Dict>(part) != nullptr) {
                if (Result<bool> added = addAttributes(part, fields); !added) {
                    return added;
                }
            } else if (m_tree.as<PickleValue::None>(part) == nullptr) {
                return false;
            }
        }
        return true;
    }

    /// A tuple that has a class of its own, or a subclass of a number or text.
    Result<Value> created(const PickleValue::Object& object) {
        if (object.args.size() > 1) {
            return items(object.args, Value::SequenceKind::tuple);
        }
        const PickleId only = object.args.front();
        if (const std::vector<PickleId>* tuple = m_tree.sequence(only)) {
            return items(*tuple, Value::SequenceKind::tuple);
        }
        Result<Value> inner = value(only);
        const bool isLeaf = inner && (inner->as<Value::None>() != nullptr || inner->as<bool>() != nullptr ||
                                      inner->as<std::int64_t>() != nullptr ||
                                      inner->as<double>() != nullptr || inner->as<std::string>() != nullptr);
        if (!inner || isLeaf) {
            return inner;
        }
        Value::Sequence out{Value::SequenceKind::tuple, {}};
        out.items.push_back(std::move(*inner));
        return Value(std::move(out));
    }

    Result<Value> objectValue(PickleId id, const PickleValue::Object& object) {
        if (!object.entries.empty()) {
            return mapping(object.entries);
        }
        if (object.state && isUserDict(object.type)) {
            const std::optional<PickleId> data = m_tree.find(*object.state, "data");
            const auto* dict = data ? m_tree.as<PickleValue::Dict>(*data) : nullptr;
            if (dict != nullptr) {
                return mapping(dict->items);
            }
        }
        if (!object.items.empty()) {
            return items(object.items, Value::SequenceKind::list);
        }
        const bool isTuple =
            object.made == PickleValue::Object::Made::created && !object.args.empty() && !object.state;
        if (isTuple) {
            return created(object);
        }
        return attributes(id, object);
    }

    Result<Value> attributes(PickleId id, const PickleValue::Object& object) {
        Value::Object out;
        if (object.state) {
            Result<bool> added = addAttributes(*object.state, out.fields);
            if (!added) {
                return std::move(added.error());
            }
            if (!*added) {
                Result<Value> state = value(*object.state);
                if (!state) {
                    return state;
                }
                out.fields.emplace_back("state", std::move(*state));
            }
        }
        if (out.fields.empty() && holdsTensors(object.args)) {
            Result<Value> args = items(object.args, Value::SequenceKind::tuple);
            if (!args) {
                return args;
            }
            out.fields.emplace_back("args", std::move(*args));
        }
        return out.fields.empty() ? Result<Value>(Value(Value::Opaque{savedText(m_tree, id)}))
                                  : Result<Value>(Value(std::move(out)));
    }

    /// Enough to tell arguments with data from the value of an enumeration.
    bool holdsTensors(const std::vector<PickleId>& ids) const {
        return std::any_of(ids.begin(), ids.end(), [this](PickleId id) {
            const PickleValue& value = m_tree[id];
            return value.as<PickleValue::Tensor>() != nullptr || value.as<PickleValue::Array>() != nullptr ||
                   value.as<PickleValue::Object>() != nullptr || value.as<PickleValue::Dict>() != nullptr ||
                   value.as<PickleValue::Sequence>() != nullptr;
        });
    }

    const PickleTree& m_tree;
    const std::string& m_file;
    SavedTensors m_tensors;
    std::vector<bool> m_open;
    std::size_t m_depth = 0;
    std::size_t m_parts = 0;
};

}  // namespace

Result<Value> savedValue(const PickleTree& tree, PickleId root, const std::string& file,
                         SavedTensors tensors) {
    return Walk(tree, file, tensors).value(root);
}

std::string savedText(const PickleTree& tree, PickleId value) {
    return textOf(tree, value, 0);
}

}  // namespace dimscope::readers
