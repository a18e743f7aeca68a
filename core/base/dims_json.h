// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/base/json_value.h"

namespace dimscope::base {

/// A shape as every file writes it: sizes, symbols and, for unnamed dynamic axes, null. `Dim` is a variant of
/// a size and a symbol, with or without a third state for neither.
template <class Dim>
[[nodiscard]] JsonValue dimsJson(const std::vector<Dim>& dims) {
    JsonValue::Array out;
    for (const Dim& dim : dims) {
        if (const auto* size = std::get_if<std::int64_t>(&dim)) {
            out.emplace_back(*size);
        } else if (const auto* symbol = std::get_if<std::string>(&dim)) {
            out.emplace_back(*symbol);
        } else {
            out.emplace_back(nullptr);
        }
    }
    return out;
}

}  // namespace dimscope::base
