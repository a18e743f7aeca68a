// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/module/locator.h"
#include "core/module/value.h"

namespace dimscope::libtorch {

/// A tensor in a tree and the path that leads to it.
struct TensorLeaf {
    module::Locator locator;
    at::Tensor tensor;
};

/// A Python value with real tensors: arguments of a call, or what it returned. module::Value is its
/// structure, so that the rules of core/module see it as they see any other value. Copies share the memory of
/// tensors.
class TensorTree {
 public:
    /// None.
    TensorTree() = default;
    /// `structure`: its tensors are numbered, their only value is the index in `tensors`.
    TensorTree(module::Value structure, std::vector<at::Tensor> tensors);

    /// Takes a tensor in and gives the node that stands for it; to be used in setRoot.
    [[nodiscard]] module::Value hold(at::Tensor tensor);
    /// A node of another tree with its tensors, which this tree holds from now on; to be used in setRoot.
    [[nodiscard]] module::Value adopt(const TensorTree& other, const module::Value& node);
    void setRoot(module::Value structure) { m_structure = std::move(structure); }

    /// The structure with numbered tensors.
    [[nodiscard]] const module::Value& structure() const { return m_structure; }
    /// The tensor of a node of the structure; nullptr where the node is no tensor.
    [[nodiscard]] const at::Tensor* tensorOf(const module::Value& node) const;

    /// Plain value: dtype and shape of each tensor. Values of a tensor are told only where a rule looks at
    /// them, which is the first element below the argument `cache_position`.
    [[nodiscard]] module::Value value() const;
    /// Tensors that the rules see (module::findLeaves), in their order.
    [[nodiscard]] std::vector<TensorLeaf> leaves(module::Side side) const;

    /// Errors: those of module::valueAt; attributeError where there is no tensor.
    [[nodiscard]] base::Result<at::Tensor> tensorAt(const module::Locator& locator) const;
    /// Replaces the tensor at a path. Errors: as tensorAt.
    base::Result<void> setTensorAt(const module::Locator& locator, at::Tensor tensor);

 private:
    module::Value m_structure;
    std::vector<at::Tensor> m_tensors;
};

/// Arguments of one call, as readers::savedCalls takes them: one root, or positional and keyword arguments.
struct SampleCall {
    std::vector<TensorTree> roots;
};

/// dtype ("torch.float32") and shape of a tensor.
[[nodiscard]] module::TensorInfo infoOf(const at::Tensor& tensor);

}  // namespace dimscope::libtorch
