// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/capture/capture.h"

namespace dimscope::capture {

/// MODULE:NAME, as the command line takes it.
[[nodiscard]] std::string fullName(const Capture& capture, const Graph& graph);

/// The graph of that full name. Names may hold colons: of two readings the one with the graph's name behind
/// the last colon counts.
[[nodiscard]] std::optional<GraphId> graphNamed(const Capture& capture, std::string_view fullName);

}  // namespace dimscope::capture
