// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/module/axis_rule.h"

namespace dimscope::module {

std::string_view name(Verdict verdict) {
    switch (verdict) {
        case Verdict::fixed: return "static";
        case Verdict::batch: return "batch";
        case Verdict::dynamic: return "dynamic";
    }
    return "static";
}

}  // namespace dimscope::module
