// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libtorch/tensor_tree.h"

#include <ATen/ATen.h>

#include <cmath>
#include <utility>

#include "core/libtorch/dtype.h"
#include "core/module/leaves.h"

namespace dimscope::libtorch {

using base::Error;
using base::ErrorCode;
using base::Result;
using module::TensorInfo;
using module::Value;

namespace {

/// Argument whose first element tells the phase of a generation.
constexpr std::string_view kCachePosition = "cache_position";

enum class Elements : std::uint8_t { none, first };

/// Plain values of a tree's nodes.
class Plain {
 public:
    explicit Plain(const TensorTree& tree) : m_tree(tree) {}

    Value operator()(const Value& node, Elements elements) const {
        if (const at::Tensor* tensor = m_tree.tensorOf(node)) {
            return info(*tensor, elements);
        }
        if (const auto* sequence = node.as<Value::Sequence>()) {
            Value::Sequence out{sequence->kind, {}};
            for (const Value& item : sequence->items) {
                out.items.push_back((*this)(item, elements));
            }
            return out;
        }
        if (const auto* mapping = node.as<Value::Mapping>()) {
            Value::Mapping out;
            for (const auto& [key, item] : mapping->items) {
                out.items.emplace_back(key, (*this)(item, elements));
            }
            return out;
        }
        if (const auto* object = node.as<Value::Object>()) {
            return Value::Object{fields(object->fields, elements)};
        }
        if (const auto* user = node.as<Value::UserObject>()) {
            return Value::UserObject{user->visit, fields(user->fields, elements)};
        }
        return node;
    }

    /// The root, whose arguments are known by name.
    Value root() const {
        const auto* arguments = m_tree.structure().as<Value::Mapping>();
        if (arguments == nullptr) {
            return (*this)(m_tree.structure(), Elements::none);
        }
        Value::Mapping out;
        for (const auto& [key, item] : arguments->items) {
            const auto* name = std::get_if<std::string>(&key);
            const bool isRead = name != nullptr && *name == kCachePosition;
            out.items.emplace_back(key, (*this)(item, isRead ? Elements::first : Elements::none));
        }
        return out;
    }

 private:
    std::vector<std::pair<std::string, Value>> fields(const std::vector<std::pair<std::string, Value>>& from,
                                                      Elements elements) const {
        std::vector<std::pair<std::string, Value>> out;
        for (const auto& [name, item] : from) {
            out.emplace_back(name, (*this)(item, elements));
        }
        return out;
    }

    static Value info(const at::Tensor& tensor, Elements elements) {
        TensorInfo out = infoOf(tensor);
        if (elements == Elements::first && tensor.numel() > 0 && !tensor.is_complex() && !tensor.is_meta()) {
            at::Tensor element = tensor.detach();
            while (element.dim() > 0) {
                element = element.select(0, 0);
            }
            out.values = {element.item<double>()};
        }
        return out;
    }

    const TensorTree& m_tree;
};

}  // namespace

TensorTree::TensorTree(Value structure, std::vector<at::Tensor> tensors)
    : m_structure(std::move(structure)), m_tensors(std::move(tensors)) {}

Value TensorTree::hold(at::Tensor tensor) {
    TensorInfo info = infoOf(tensor);
    info.values = {static_cast<double>(m_tensors.size())};
    m_tensors.push_back(std::move(tensor));
    return info;
}

Value TensorTree::adopt(const TensorTree& other, const Value& node) {
    if (const at::Tensor* tensor = other.tensorOf(node)) {
        return hold(*tensor);
    }
    Value out = node;
    const auto adoptSeconds = [&](auto& items) {
        for (auto& item : items) {
            item.second = adopt(other, item.second);
        }
    };
    if (auto* sequence = std::get_if<Value::Sequence>(&out.data())) {
        for (Value& item : sequence->items) {
            item = adopt(other, item);
        }
    } else if (auto* mapping = std::get_if<Value::Mapping>(&out.data())) {
        adoptSeconds(mapping->items);
    } else if (auto* object = std::get_if<Value::Object>(&out.data())) {
        adoptSeconds(object->fields);
    } else if (auto* user = std::get_if<Value::UserObject>(&out.data())) {
        adoptSeconds(user->fields);
    }
    return out;
}

const at::Tensor* TensorTree::tensorOf(const Value& node) const {
    const auto* info = node.as<TensorInfo>();
    const double number = info != nullptr && info->values.size() == 1 ? info->values.front() : -1;
    if (!(number >= 0 && number < static_cast<double>(m_tensors.size()))) {
        return nullptr;
    }
    const at::Tensor& tensor = m_tensors[static_cast<std::size_t>(number)];
    return tensor.defined() ? &tensor : nullptr;
}

Value TensorTree::value() const {
    return Plain(*this).root();
}

std::vector<TensorLeaf> TensorTree::leaves(module::Side side) const {
    std::vector<TensorLeaf> out;
    for (module::Leaf& leaf : module::findLeaves(m_structure, side)) {
        if (const at::Tensor* tensor = tensorOf(*leaf.value)) {
            out.push_back({std::move(leaf.locator), *tensor});
        }
    }
    return out;
}

Result<at::Tensor> TensorTree::tensorAt(const module::Locator& locator) const {
    const Result<const Value*> node = module::valueAt(m_structure, locator);
    if (!node) {
        return node.error();
    }
    const at::Tensor* tensor = tensorOf(**node);
    if (tensor == nullptr) {
        return Error{ErrorCode::attributeError, "found " + (*node)->repr() + " at " + locator.accessPath(),
                     "expected a tensor"};
    }
    return *tensor;
}

Result<void> TensorTree::setTensorAt(const module::Locator& locator, at::Tensor tensor) {
    if (Result<at::Tensor> present = tensorAt(locator); !present) {
        return std::move(present.error());
    }
    return module::setValueAt(m_structure, locator, hold(std::move(tensor)));
}

TensorInfo infoOf(const at::Tensor& tensor) {
    return {std::string(torchName(tensor.scalar_type())), tensor.sizes().vec(), {}};
}

}  // namespace dimscope::libtorch
