// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/readers/aitune_log_records.h"

namespace dimscope::readers {

/// Whether text behind "input_spec:" is a printed spec and not, say, a line of program text: it holds the
/// ranges of a tensor.
[[nodiscard]] bool holdsPrintedTensor(std::string_view text);

/// The metadata that AITune up to 0.2 (and JIT tuning up to 0.3) prints on one line: tuples, lists and
/// mappings as Python prints them, with leaves such as
/// `input__0[dim0, 77] min_shape=[1, 77] max_shape=[2, 77] dtype=torch.int64` and plain values. Arguments of
/// a call are a tuple of positional and keyword arguments; their paths leave that outer pair out, so that
/// they read as in AITune's tables.
/// Tensors that are printed without a range are left out with the diagnostic `no-shape` or
/// `symbol-without-range`. Errors: syntax, tooDeep, badSize, rankMismatch, badValue.
[[nodiscard]] base::Result<PrintedSpec> parseSpecLine(const LocatedText& text, module::Side side,
                                                      base::Diagnostics& diagnostics);

/// What is known of a tensor before its ranges are checked.
struct TensorText {
    module::Locator locator;
    std::string name;
    std::string dtype;
    LocatedText shape;
    std::optional<LocatedText> minShape;
    std::optional<LocatedText> maxShape;
};

/// Reads the shapes of a tensor; none, with a diagnostic, where a symbol has no range. Sizes stand for their
/// own range. Errors: syntax, badSize, rankMismatch where lengths differ, badValue where min is above max or
/// a size is not its own range.
[[nodiscard]] base::Result<std::optional<PrintedTensor>> readTensor(TensorText text,
                                                                    base::Diagnostics& diagnostics);

/// Errors: duplicateKey where two tensors of the spec have one path.
[[nodiscard]] base::Result<void> checkPaths(const PrintedSpec& spec);

}  // namespace dimscope::readers
