// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/module/locator.h"
#include "core/module/value.h"

namespace dimscope::module {

/// A leaf of a value tree: its path and the value, which belongs to the tree.
struct Leaf {
    Locator locator;
    const Value* value = nullptr;
};

/// The leaves of a tree, depth first, in order of insertion; fields of user objects sorted by name, without
/// those that start with an underscore. Empty containers and ignored values leave no trace; below a user
/// object that is visited for tensors only, nothing else is found (a user object inside it goes by its own
/// rule). Mirrors AITune's Locator.find_leaves.
[[nodiscard]] std::vector<Leaf> findLeaves(const Value& root, Side side);

/// The value at a path. Indexes and keys are looked up in sequences and mappings, whichever stands there,
/// names in objects. Errors: indexError, notFound (a key), attributeError, typeError (no container of that
/// kind). Mirrors Locator.get_value.
[[nodiscard]] base::Result<const Value*> valueAt(const Value& root, const Locator& locator);

/// Replaces the value at a path, which must exist; an empty path replaces the root. Errors: as valueAt;
/// nothing has changed then. Mirrors Locator.set_value.
base::Result<void> setValueAt(Value& root, const Locator& locator, Value value);

}  // namespace dimscope::module
