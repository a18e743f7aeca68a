// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libtorch/values.h"

#include <ATen/core/Dict.h>
#include <ATen/core/List.h>
#include <ATen/core/ivalue.h>

#include <cmath>
#include <string>
#include <utility>

#include "core/module/python_text.h"
#include "core/readers/saved_value.h"

namespace dimscope::libtorch {

using base::Error;
using base::ErrorCode;
using base::Result;
using module::SampleMetadata;
using module::Value;
using readers::SavedValueLimits;

namespace {

/// A part of a complex number as Python prints it there: `1`, `0.5`.
std::string partText(double part) {
    std::string out = module::pythonRepr(part);
    return out.ends_with(".0") ? out.substr(0, out.size() - 2) : out;
}

std::string complexText(const c10::complex<double>& number) {
    const std::string imaginary = partText(number.imag());
    if (number.real() == 0 && !std::signbit(number.real())) {
        return imaginary + "j";
    }
    std::string out(1, '(');
    out += partText(number.real());
    out += imaginary.starts_with('-') ? "" : "+";
    out += imaginary;
    return out + "j)";
}

class TreeBuilder {
 public:
    Result<TensorTree> build(const c10::IValue& value) {
        Result<Value> root = node(value);
        if (!root) {
            return std::move(root.error());
        }
        m_tree.setRoot(std::move(*root));
        return std::move(m_tree);
    }

 private:
    Result<Value> node(const c10::IValue& value) {
        if (++m_parts > SavedValueLimits::kMostParts) {
            return Error{
                ErrorCode::tooLarge,
                "found a value of more than " + std::to_string(SavedValueLimits::kMostParts) + " parts",
                "expected fewer"};
        }
        if (m_depth == SavedValueLimits::kDeepest) {
            return Error{ErrorCode::tooDeep,
                         "found a value nested more than " + std::to_string(m_depth) + " levels deep",
                         "expected fewer levels"};
        }
        if (value.isTensor() && value.toTensor().is_nested()) {
            return Error{ErrorCode::badValue, "found a nested tensor", "expected tensors with a shape"};
        }
        ++m_depth;
        Result<Value> out = value.isTuple()         ? items(value.toTupleRef().elements(), Kind::tuple)
                            : value.isList()        ? items(value.toListRef(), Kind::list)
                            : value.isGenericDict() ? mapping(value.toGenericDict())
                            : value.isEnum()        ? node(value.toEnumHolder()->value())
                                                    : leaf(value);
        --m_depth;
        return out;
    }

    using Kind = Value::SequenceKind;

    template <class Items>
    Result<Value> items(const Items& from, Kind kind) {
        Value::Sequence out{kind, {}};
        for (const c10::IValue& item : from) {
            Result<Value> made = node(item);
            if (!made) {
                return made;
            }
            out.items.push_back(std::move(*made));
        }
        return Value(std::move(out));
    }

    static module::Accessor accessor(const c10::IValue& key) {
        if (key.isString()) {
            return key.toStringRef();
        }
        if (key.isInt()) {
            return key.toInt();
        }
        return key.isTensor() ? std::string("<torch.Tensor>") : TreeBuilder().leaf(key).repr();
    }

    Result<Value> mapping(const c10::impl::GenericDict& from) {
        Value::Mapping out;
        for (const auto& entry : from) {
            Result<Value> made = node(entry.value());
            if (!made) {
                return made;
            }
            out.items.emplace_back(accessor(entry.key()), std::move(*made));
        }
        return Value(std::move(out));
    }

    Value leaf(const c10::IValue& value) {
        if (value.isTensor()) {
            return value.toTensor().defined() ? m_tree.hold(value.toTensor()) : Value();
        }
        if (value.isNone()) {
            return Value();
        }
        if (value.isBool()) {
            return value.toBool();
        }
        if (value.isInt()) {
            return value.toInt();
        }
        if (value.isDouble()) {
            return value.toDouble();
        }
        if (value.isString()) {
            return value.toStringRef();
        }
        if (value.isComplexDouble()) {
            return Value::Opaque{complexText(value.toComplexDouble())};
        }
        if (value.isDevice()) {
            return Value::Opaque{value.toDevice().str()};
        }
        return Value::Opaque{value.isObject() ? "<torch.ScriptObject>" : "<" + value.tagKind() + ">"};
    }

    TensorTree m_tree;
    std::size_t m_depth = 0;
    std::size_t m_parts = 0;
};

}  // namespace

Result<TensorTree> treeOf(const c10::IValue& value) {
    return TreeBuilder().build(value);
}

Result<Value> valueOf(const c10::IValue& value) {
    const Result<TensorTree> tree = treeOf(value);
    return tree ? Result<Value>(tree->value()) : Result<Value>(tree.error());
}

Result<SampleMetadata> fromInputs(const TensorTree& arguments, module::Strictness strictness,
                                  module::BatchSize batchSize) {
    return SampleMetadata::fromInputs(arguments.value(), strictness, batchSize);
}

Result<SampleMetadata> fromOutputs(const TensorTree& returned, module::Strictness strictness,
                                   module::BatchSize batchSize) {
    return SampleMetadata::fromOutputs(returned.value(), strictness, batchSize);
}

}  // namespace dimscope::libtorch
