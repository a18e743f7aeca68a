// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/capture/capture.h"
#include "core/inference/analysis.h"
#include "core/overrides/judgement.h"

namespace dimscope::overrides {

/// What would be called: a batch size, and shapes of some tensors.
struct WhatIf {
    struct Shape {
        std::string name;  ///< access path, or name in the target
        module::Sizes sizes;
    };
    std::optional<std::int64_t> batchSize;
    std::vector<Shape> shapes;
};

/// Parses what is typed: a batch size alone ("4"), and shapes "sample=8x4x64x64" or "sample: [8, 4, 64, 64]",
/// separated by blanks, commas outside brackets, semicolons or lines; both may stand together ("batch=4
/// sample=..."). Errors: badValue with the column of the word.
[[nodiscard]] base::Result<WhatIf> parseWhatIf(std::string_view text);

/// One tensor of the call.
struct WhatIfTensor {
    base::TensorId tensor;
    module::Sizes sizes;  ///< typed, or what follows from the batch size and from axes that share a symbol
                          ///< with a typed one; opt where nothing says
    std::optional<std::uint64_t> elements;  ///< none: beyond 64 bits
    std::optional<std::uint64_t> bytes;     ///< none: beyond 64 bits, or the dtype's width is not known
    /// What does not fit, e.g. "axis 0: 32 is above the maximum 16"; empty: covered.
    std::vector<std::string> limits;
};

struct WhatIfAnswer {
    std::vector<WhatIfTensor> tensors;   ///< of the graph, in the capture's order
    std::vector<std::string> conflicts;  ///< axes of one symbol that were given different sizes
    bool covered = false;                ///< every tensor fits and nothing conflicts
};

/// Errors: notFound where a name is no tensor of the graph (or fits two), rankMismatch.
[[nodiscard]] base::Result<WhatIfAnswer> answerWhatIf(const capture::Capture& capture,
                                                      const Judgement& judgement, base::GraphId graph,
                                                      const WhatIf& question);

}  // namespace dimscope::overrides
