// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libtorch/script_arguments.h"

#include <ATen/core/Dict.h>
#include <ATen/core/List.h>
#include <ATen/core/jit_type.h>

#include <algorithm>
#include <exception>
#include <optional>

#include "core/libtorch/dtype.h"

namespace dimscope::libtorch {

using base::Error;
using base::ErrorCode;
using base::Result;
using module::Value;

namespace {

std::string kindText(const TensorTree& tree, const Value& node) {
    if (tree.tensorOf(node) != nullptr) {
        return "a tensor";
    }
    if (const auto* sequence = node.as<Value::Sequence>()) {
        return sequence->kind == Value::SequenceKind::list ? "a list" : "a tuple";
    }
    if (node.as<Value::Mapping>() != nullptr) {
        return "a dict";
    }
    return node.as<Value::Object>() != nullptr ? "an object" : node.repr();
}

/// Makes the values of one tree.
class Maker {
 public:
    explicit Maker(const TensorTree& tree) : m_tree(tree) {}

    Result<c10::IValue> make(const Value& node, const c10::TypePtr& type) const {
        if (const auto optional = type->cast<c10::OptionalType>()) {
            return node.as<Value::None>() != nullptr ? c10::IValue() : make(node, optional->getElementType());
        }
        if (const auto list = type->cast<c10::ListType>()) {
            return makeList(node, list->getElementType(), type);
        }
        if (const auto tuple = type->cast<c10::TupleType>()) {
            return makeTuple(node, tuple);
        }
        if (const auto dict = type->cast<c10::DictType>()) {
            return makeDict(node, dict->getKeyType(), dict->getValueType(), type);
        }
        if (const auto choice = type->cast<c10::UnionType>()) {
            for (const c10::TypePtr& member : choice->containedTypes()) {
                if (Result<c10::IValue> made = make(node, member)) {
                    return made;
                }
            }
            return mismatch(node, type);
        }
        std::optional<c10::IValue> made =
            type->kind() == c10::TypeKind::AnyType ? anything(node) : makeLeaf(node, type);
        return made ? Result<c10::IValue>(std::move(*made)) : mismatch(node, type);
    }

 private:
    Error mismatch(const Value& node, const c10::TypePtr& type) const {
        return {ErrorCode::typeError, "found " + kindText(m_tree, node),
                "expected " + type->annotation_str()};
    }

    std::optional<c10::IValue> makeLeaf(const Value& node, const c10::TypePtr& type) const {
        const at::Tensor* tensor = m_tree.tensorOf(node);
        const auto* flag = node.as<bool>();
        const auto* whole = node.as<std::int64_t>();
        const auto* real = node.as<double>();
        const auto* opaque = node.as<Value::Opaque>();
        const auto* text = node.as<std::string>();
        switch (type->kind()) {
            case c10::TypeKind::TensorType:
                return tensor != nullptr ? std::optional<c10::IValue>(*tensor) : std::nullopt;
            case c10::TypeKind::NoneType:
                return node.as<Value::None>() != nullptr ? std::optional<c10::IValue>(c10::IValue())
                                                         : std::nullopt;
            case c10::TypeKind::BoolType: return flag ? std::optional<c10::IValue>(*flag) : std::nullopt;
            case c10::TypeKind::StringType: return text ? std::optional<c10::IValue>(*text) : std::nullopt;
            case c10::TypeKind::FloatType:
                return real    ? std::optional<c10::IValue>(*real)
                       : whole ? std::optional<c10::IValue>(static_cast<double>(*whole))
                               : std::nullopt;
            case c10::TypeKind::NumberType:
                return real    ? std::optional<c10::IValue>(*real)
                       : whole ? std::optional<c10::IValue>(*whole)
                               : std::nullopt;
            case c10::TypeKind::IntType:
                return whole    ? std::optional<c10::IValue>(*whole)
                       : flag   ? std::optional<c10::IValue>(std::int64_t{*flag})
                       : opaque ? elementType(opaque->text)
                                : std::nullopt;
            case c10::TypeKind::DeviceObjType:
                return opaque ? device(opaque->text) : text ? device(*text) : std::nullopt;
            default: return std::nullopt;
        }
    }

    /// TorchScript takes a torch.dtype as its number.
    static std::optional<c10::IValue> elementType(const std::string& name) {
        const Result<at::ScalarType> type = scalarType(name);
        return type ? std::optional<c10::IValue>(static_cast<std::int64_t>(*type)) : std::nullopt;
    }

    static std::optional<c10::IValue> device(const std::string& name) {
        try {
            return c10::IValue(c10::Device(name));
        } catch (const std::exception&) {
            return std::nullopt;
        }
    }

    Result<c10::IValue> makeList(const Value& node, const c10::TypePtr& element,
                                 const c10::TypePtr& type) const {
        const auto* sequence = node.as<Value::Sequence>();
        if (sequence == nullptr) {
            return mismatch(node, type);
        }
        c10::impl::GenericList out(element);
        for (const Value& item : sequence->items) {
            Result<c10::IValue> made = make(item, element);
            if (!made) {
                return made;
            }
            out.push_back(std::move(*made));
        }
        return c10::IValue(std::move(out));
    }

    Result<c10::IValue> makeTuple(const Value& node, const c10::TupleTypePtr& type) const {
        const auto* sequence = node.as<Value::Sequence>();
        if (sequence == nullptr || sequence->items.size() != type->elements().size()) {
            return mismatch(node, type);
        }
        std::vector<c10::IValue> out;
        for (std::size_t i = 0; i < sequence->items.size(); ++i) {
            Result<c10::IValue> made = make(sequence->items[i], type->elements()[i]);
            if (!made) {
                return made;
            }
            out.push_back(std::move(*made));
        }
        return type->schema() ? c10::IValue(c10::ivalue::Tuple::createNamed(std::move(out), type))
                              : c10::IValue(c10::ivalue::Tuple::create(std::move(out)));
    }

    Result<c10::IValue> makeDict(const Value& node, const c10::TypePtr& keyType,
                                 const c10::TypePtr& valueType, const c10::TypePtr& type) const {
        const auto* mapping = node.as<Value::Mapping>();
        if (mapping == nullptr) {
            return mismatch(node, type);
        }
        c10::impl::GenericDict out(keyType, valueType);
        for (const auto& [key, item] : mapping->items) {
            const Value keyNode = std::visit([](const auto& form) { return Value(form); }, key);
            Result<c10::IValue> madeKey = make(keyNode, keyType);
            Result<c10::IValue> made = madeKey ? make(item, valueType) : madeKey;
            if (!made) {
                return made;
            }
            out.insert(std::move(*madeKey), std::move(*made));
        }
        return c10::IValue(std::move(out));
    }

    /// A value for a parameter that takes any.
    std::optional<c10::IValue> anything(const Value& node) const {
        static const std::vector<c10::TypePtr> kLeaves = {
            c10::TensorType::get(), c10::NoneType::get(),   c10::BoolType::get(),     c10::IntType::get(),
            c10::FloatType::get(),  c10::StringType::get(), c10::DeviceObjType::get()};
        for (const c10::TypePtr& type : kLeaves) {
            if (std::optional<c10::IValue> made = makeLeaf(node, type)) {
                return made;
            }
        }
        const auto* sequence = node.as<Value::Sequence>();
        if (sequence != nullptr && sequence->kind == Value::SequenceKind::tuple) {
            std::vector<c10::IValue> items;
            for (const Value& item : sequence->items) {
                std::optional<c10::IValue> made = anything(item);
                if (!made) {
                    return std::nullopt;
                }
                items.push_back(std::move(*made));
            }
            return c10::IValue(c10::ivalue::Tuple::create(std::move(items)));
        }
        Result<c10::IValue> made =
            sequence != nullptr
                ? makeList(node, elementOf(*sequence), c10::AnyType::get())
                : makeDict(node, c10::StringType::get(), c10::AnyType::get(), c10::AnyType::get());
        return made ? std::optional<c10::IValue>(std::move(*made)) : std::nullopt;
    }

    c10::TypePtr elementOf(const Value::Sequence& sequence) const {
        const bool allTensors =
            std::all_of(sequence.items.begin(), sequence.items.end(),
                        [this](const Value& item) { return m_tree.tensorOf(item) != nullptr; });
        return allTensors ? c10::TypePtr(c10::TensorType::get()) : c10::TypePtr(c10::AnyType::get());
    }

    const TensorTree& m_tree;
};

/// An argument that was given: where it stands.
struct Given {
    const TensorTree* tree = nullptr;
    const Value* node = nullptr;
};

struct GivenArguments {
    std::vector<Given> positional;
    std::vector<std::pair<std::string, Given>> byName;
};

GivenArguments givenIn(const SampleCall& call) {
    GivenArguments out;
    for (const TensorTree& root : call.roots) {
        if (const auto* sequence = root.structure().as<Value::Sequence>()) {
            for (const Value& item : sequence->items) {
                out.positional.push_back({&root, &item});
            }
        } else if (const auto* mapping = root.structure().as<Value::Mapping>()) {
            for (const auto& [key, item] : mapping->items) {
                const auto* name = std::get_if<std::string>(&key);
                out.byName.emplace_back(name ? *name : std::to_string(std::get<std::int64_t>(key)),
                                        Given{&root, &item});
            }
        } else if (const auto* object = root.structure().as<Value::Object>()) {
            for (const auto& [name, item] : object->fields) {
                out.byName.emplace_back(name, Given{&root, &item});
            }
        } else {
            out.positional.push_back({&root, &root.structure()});
        }
    }
    return out;
}

Error unfit(std::string found, std::string expected) {
    return {ErrorCode::typeError,
            std::move(found),
            std::move(expected),
            "save the arguments that forward takes: (args, kwargs), or a dict by parameter name",
            {},
            {}};
}

std::string parametersText(const c10::FunctionSchema& schema) {
    std::string out;
    for (std::size_t i = 1; i < schema.arguments().size(); ++i) {
        out += (out.empty() ? "" : ", ") + schema.arguments()[i].name();
    }
    return out.empty() ? "no arguments" : "the arguments " + out;
}

}  // namespace

Result<c10::IValue> ivalueOf(const TensorTree& tree, const Value& node, const c10::TypePtr& type) {
    return Maker(tree).make(node, type);
}

Result<BoundArguments> bindArguments(const SampleCall& call, const c10::FunctionSchema& schema) {
    GivenArguments given = givenIn(call);
    const std::vector<c10::Argument>& parameters = schema.arguments();
    if (parameters.empty() || given.positional.size() > parameters.size() - 1) {
        return unfit("found " + std::to_string(given.positional.size()) + " positional arguments",
                     "expected " + parametersText(schema));
    }
    BoundArguments out;
    Value::Mapping byName;
    for (std::size_t i = 1; i < parameters.size(); ++i) {
        const c10::Argument& parameter = parameters[i];
        const auto named = std::find_if(given.byName.begin(), given.byName.end(), [&](const auto& argument) {
            return argument.first == parameter.name();
        });
        const bool isPositional = i - 1 < given.positional.size();
        if (isPositional && named != given.byName.end()) {
            return unfit("found the argument " + parameter.name() + " twice", "expected it once");
        }
        if (!isPositional && named == given.byName.end()) {
            if (!parameter.default_value()) {
                return unfit("found no argument " + parameter.name(), "expected " + parametersText(schema));
            }
            out.stack.push_back(*parameter.default_value());
            continue;
        }
        const Given argument = isPositional ? given.positional[i - 1] : named->second;
        Result<c10::IValue> made = ivalueOf(*argument.tree, *argument.node, parameter.type());
        if (!made) {
            return std::move(made.error()).withContext("as the argument " + parameter.name());
        }
        out.stack.push_back(std::move(*made));
        byName.items.emplace_back(parameter.name(), out.byName.adopt(*argument.tree, *argument.node));
        if (!isPositional) {
            given.byName.erase(named);
        }
    }
    if (!given.byName.empty()) {
        return unfit("found an argument " + given.byName.front().first, "expected " + parametersText(schema));
    }
    out.byName.setRoot(std::move(byName));
    return out;
}

}  // namespace dimscope::libtorch
