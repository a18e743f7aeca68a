// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <string>
#include <vector>

#include "core/readers/open_capture.h"

/// Texts of captures for the tests of readers.
namespace dimscope::test {

/// The header line of a native capture, with its newline.
[[nodiscard]] std::string header();

/// A call of module `m` with one input `x` of two axes and one output, with its newline. Bounds are written.
[[nodiscard]] std::string call(const std::string& batchSize, std::int64_t first, std::int64_t second);

/// The text with `from`, which must be in it, replaced by `to`.
[[nodiscard]] std::string replaced(std::string text, const std::string& from, const std::string& to);

/// The bytes of a file of tests/data.
[[nodiscard]] std::string dataFile(const std::string& name);

/// Opens a text that must open; ends the program with the error otherwise.
[[nodiscard]] readers::OpenedCapture opened(const std::string& text, const std::string& name = "test.jsonl");

/// How many diagnostics of a code there are.
[[nodiscard]] int countOf(const base::Diagnostics& diagnostics, const std::string& code);

/// Everything that a capture holds but names, hashes and sizes of its files, as text, for comparison.
[[nodiscard]] std::string contentOf(const capture::Capture& capture);

}  // namespace dimscope::test
