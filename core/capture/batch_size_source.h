// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/capture/capture.h"

namespace dimscope::capture {

/// Where the batch size of a call is taken from when the recording does not say.
struct BatchSizeSource {
    struct Recorded {
        friend bool operator==(const Recorded&, const Recorded&) = default;
    };
    struct Constant {
        std::int64_t batchSize = 1;  ///< positive
        friend bool operator==(const Constant&, const Constant&) = default;
    };
    /// Size of one axis divided by `divisor`.
    struct TensorAxis {
        std::string accessPath;
        int axis = 0;
        std::int64_t divisor = 1;  ///< positive
        friend bool operator==(const TensorAxis&, const TensorAxis&) = default;
    };
    std::variant<Recorded, Constant, TensorAxis> from;

    /// "recorded", "4", "input_ids:0", "sample:0/2": the command line's spelling.
    [[nodiscard]] std::string text() const;
    /// Parses what text() writes. Errors: usage.
    [[nodiscard]] static base::Result<BatchSizeSource> parse(std::string_view text);
    /// Parses `PATH:AXIS[/K]` (PATH up to the last colon). Errors: usage.
    [[nodiscard]] static base::Result<BatchSizeSource> parseTensorAxis(std::string_view text);

    friend bool operator==(const BatchSizeSource&, const BatchSizeSource&) = default;
};

/// The capture with unknown batch sizes filled in: from the source, then from the names of files that state
/// one. Recorded ones never change, columns of sizes are shared.
/// In graphs without the tensor or axis, and for sizes that the divisor does not divide (or that give 0),
/// batch sizes stay unknown, each with a diagnostic per graph that counts them (`batch-source-absent`,
/// `batch-source-indivisible`). `batch-source-unused`: there are summaries only.
[[nodiscard]] std::shared_ptr<const Capture> withBatchSizes(std::shared_ptr<const Capture> capture,
                                                            const BatchSizeSource& source,
                                                            base::Diagnostics& diagnostics);

}  // namespace dimscope::capture
