// SPDX-License-Identifier: GPL-3.0-or-later
#include "trees.h"

#include <ATen/ATen.h>

#include <algorithm>

#include "core/libtorch/dtype.h"

namespace dimscope::test {

using module::Value;

namespace {

void hold(libtorch::TensorTree& tree, Value& node) {
    if (const auto* info = node.as<module::TensorInfo>()) {
        node = tree.hold(tensorOf(*info));
    } else if (auto* sequence = std::get_if<Value::Sequence>(&node.data())) {
        std::for_each(sequence->items.begin(), sequence->items.end(), [&](Value& item) { hold(tree, item); });
    } else if (auto* mapping = std::get_if<Value::Mapping>(&node.data())) {
        std::for_each(mapping->items.begin(), mapping->items.end(),
                      [&](auto& item) { hold(tree, item.second); });
    } else if (auto* object = std::get_if<Value::Object>(&node.data())) {
        std::for_each(object->fields.begin(), object->fields.end(),
                      [&](auto& field) { hold(tree, field.second); });
    } else if (auto* user = std::get_if<Value::UserObject>(&node.data())) {
        std::for_each(user->fields.begin(), user->fields.end(),
                      [&](auto& field) { hold(tree, field.second); });
    }
}

}  // namespace

at::Tensor tensorOf(const module::TensorInfo& info) {
    const at::ScalarType type = libtorch::scalarType(info.dtype).value();
    if (info.values.empty()) {
        return at::zeros({}, type).expand(info.shape);  // one element, whatever the shape
    }
    return at::tensor(at::ArrayRef<double>(info.values), at::kDouble).reshape(info.shape).to(type);
}

libtorch::TensorTree treeOf(const Value& value) {
    libtorch::TensorTree tree;
    Value structure = value;
    hold(tree, structure);
    tree.setRoot(std::move(structure));
    return tree;
}

std::vector<double> valuesOf(const at::Tensor& tensor) {
    const at::Tensor flat = tensor.to(at::kDouble).contiguous().view({-1});
    return {flat.data_ptr<double>(), flat.data_ptr<double>() + flat.numel()};
}

}  // namespace dimscope::test
