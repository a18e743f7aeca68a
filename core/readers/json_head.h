// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace dimscope::readers {

/// What the first bytes of a JSON text (or of its first line, for JSON Lines) say.
struct JsonHead {
    enum class Kind : std::uint8_t { none, object, array };

    Kind kind = Kind::none;              ///< none: the text does not start like a container
    std::vector<std::string> keys;       ///< of the outermost object, as far as it was seen
    std::string format;                  ///< value of its "format", where that is text
    bool whole = false;                  ///< the first value ended inside the bytes
    std::optional<base::Error> failure;  ///< what ended the reading before that

    [[nodiscard]] bool has(std::string_view key) const;
};

/// `head` may be cut anywhere; `origin` goes into the failure's place.
[[nodiscard]] JsonHead readJsonHead(std::string_view head, const base::SourceLocation& origin = {});

}  // namespace dimscope::readers
