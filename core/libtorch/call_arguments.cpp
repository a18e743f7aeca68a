// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libtorch/call_arguments.h"

#include <algorithm>

#include "core/libtorch/values.h"

namespace dimscope::libtorch {

using base::Result;
using module::Value;

namespace {

/// Collects the nodes of values in one tree.
class Gathering {
 public:
    Result<Value> node(const c10::IValue& value) {
        const Result<TensorTree> part = treeOf(value);
        return part ? Result<Value>(tree.adopt(*part, part->structure())) : Result<Value>(part.error());
    }

    Result<Value> mapping(const std::vector<NamedValue>& values) {
        Value::Mapping out;
        for (const auto& [name, value] : values) {
            Result<Value> made = node(value);
            if (!made) {
                return made;
            }
            out.items.emplace_back(name, std::move(*made));
        }
        return Value(std::move(out));
    }

    Result<Value> tuple(const std::vector<c10::IValue>& values) {
        Value::Sequence out{Value::SequenceKind::tuple, {}};
        for (const c10::IValue& value : values) {
            Result<Value> made = node(value);
            if (!made) {
                return made;
            }
            out.items.push_back(std::move(*made));
        }
        return Value(std::move(out));
    }

    TensorTree tree;
};

/// Empty where they do not fit.
std::vector<NamedValue> boundTo(const c10::FunctionSchema& schema, const std::vector<c10::IValue>& positional,
                                const std::vector<NamedValue>& byName) {
    const std::vector<c10::Argument>& parameters = schema.arguments();
    std::vector<NamedValue> out;
    for (std::size_t i = 1; i < parameters.size(); ++i) {
        const std::string& name = parameters[i].name();
        const auto named = std::find_if(byName.begin(), byName.end(),
                                        [&](const NamedValue& argument) { return argument.first == name; });
        if (named != byName.end()) {
            out.emplace_back(name, named->second);
        } else if (i - 1 < positional.size()) {
            out.emplace_back(name, positional[i - 1]);
        }
    }
    // Fewer where one is given twice, unknown, or behind the last parameter.
    return out.size() == positional.size() + byName.size() ? out : std::vector<NamedValue>();
}

}  // namespace

Result<TensorTree> argumentsByName(const std::vector<NamedValue>& arguments) {
    Gathering gathering;
    Result<Value> root = gathering.mapping(arguments);
    if (!root) {
        return std::move(root.error());
    }
    gathering.tree.setRoot(std::move(*root));
    return std::move(gathering.tree);
}

Result<TensorTree> argumentsOf(const c10::FunctionSchema& schema, const std::vector<c10::IValue>& positional,
                               const std::vector<NamedValue>& byName) {
    const std::vector<NamedValue> bound = boundTo(schema, positional, byName);
    if (!bound.empty() || (positional.empty() && byName.empty())) {
        return argumentsByName(bound);
    }
    Gathering gathering;
    Value::Mapping root;
    if (!positional.empty()) {
        Result<Value> args = gathering.tuple(positional);
        if (!args) {
            return std::move(args.error());
        }
        root.items.emplace_back("args", std::move(*args));
    }
    if (!byName.empty()) {
        Result<Value> kwargs = gathering.mapping(byName);
        if (!kwargs) {
            return std::move(kwargs.error());
        }
        root.items.emplace_back("kwargs", std::move(*kwargs));
    }
    gathering.tree.setRoot(std::move(root));
    return std::move(gathering.tree);
}

}  // namespace dimscope::libtorch
