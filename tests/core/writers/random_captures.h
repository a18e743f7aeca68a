// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <random>
#include <string>
#include <vector>

/// Random texts of native captures for tests.
namespace dimscope::test_support {

enum class Oddities {
    none,
    /// NaN as another value (it equals nothing), and letters written as escapes.
    included
};

/// Lines of a capture without header: few modules, paths, ranks, dtypes, phases, values, sizes, times and
/// labels, so that equal calls, equal graphs and conflicts are frequent; tensors in varying order; paths
/// written in several ways; some summaries, repeated and in conflict. Equal seeds give equal lines.
[[nodiscard]] std::vector<std::string> randomLines(std::mt19937& random, std::size_t count,
                                                   Oddities oddities);

/// A capture of these lines.
[[nodiscard]] std::string captureText(const std::vector<std::string>& lines);

}  // namespace dimscope::test_support
