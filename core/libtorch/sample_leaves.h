// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/module/leaves.h"
#include "core/readers/pickle_value.h"

namespace dimscope::libtorch {

/// The saved value that a tensor of readers::SavedTensors::numbered stands for.
inline readers::PickleId idOf(const module::Value& node) {
    return {static_cast<std::uint32_t>(node.as<module::TensorInfo>()->values.front())};
}

/// The tensors among the leaves of an argument tree.
inline std::vector<module::Leaf> tensorLeaves(const module::Value& root) {
    std::vector<module::Leaf> out = module::findLeaves(root, module::Side::input);
    std::erase_if(out, [](const module::Leaf& leaf) { return !leaf.value->as<module::TensorInfo>(); });
    return out;
}

}  // namespace dimscope::libtorch
