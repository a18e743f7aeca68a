// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/module/sample_metadata.h"
#include "core/readers/pickle_machine.h"
#include "core/readers/reader.h"

namespace dimscope::readers {

/// Metadata of one side of a graph. Without tensors and values the side cannot be told: input.
struct PersistedMetadata {
    module::SampleMetadata metadata;
    module::Side side = module::Side::input;
};

/// Reads AITune's SampleMetadata from pickles: as an object, and as its to_dict().
class PersistedReader {
 public:
    PersistedReader(PickleContent& content, const ReadContext& context)
        : m_content(content), m_context(context) {}

    [[nodiscard]] bool isMetadata(PickleId id) const;
    /// Only where isMetadata. Errors: those of the inner pickles, missingKey, wrongType, badValue, badSize,
    /// rankMismatch.
    [[nodiscard]] base::Result<PersistedMetadata> read(PickleId id);
    /// An error at a value of the outer pickle.
    [[nodiscard]] base::Error error(PickleId at, base::ErrorCode code, std::string found,
                                    std::string expected) const;

 private:
    /// The value of a pickle inside bytes.
    [[nodiscard]] base::Result<PickleId> unpickled(PickleId bytes, std::string_view what,
                                                   PickleContent& inner) const;

    PickleContent& m_content;
    const ReadContext& m_context;
};

}  // namespace dimscope::readers
