// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/problem.h"

#include <algorithm>

namespace dimscope::overrides {

base::JsonValue Problem::toJson() const {
    base::JsonValue::Array shown;
    for (const std::uint32_t sample : samples) {
        shown.emplace_back(std::uint64_t{sample});
    }
    return base::JsonValue::Object{
        {"code", code},
        {"severity", base::name(severity)},
        {"module", module},
        {"graph", graph},
        {"side", tensor ? base::JsonValue(module::name(tensor->side())) : base::JsonValue()},
        {"semantic_path", tensor ? tensor->semanticPath() : base::JsonValue()},
        {"axis", axis ? base::JsonValue(*axis) : base::JsonValue()},
        {"samples", std::move(shown)},
        {"message", message}};
}

std::string Problem::text() const {
    base::SourceLocation where;
    where.module = module;
    where.graph = graph;
    where.tensor = tensor ? tensor->accessPath() : std::string();
    where.axis = axis;
    const std::string place = where.text();
    return (place.empty() ? std::string() : place + ": ") + std::string(base::name(severity)) + ": " +
           message + " [" + code + "]";
}

std::uint64_t count(const std::vector<Problem>& problems, base::Severity severity) {
    return static_cast<std::uint64_t>(
        std::count_if(problems.begin(), problems.end(),
                      [severity](const Problem& problem) { return problem.severity == severity; }));
}

}  // namespace dimscope::overrides
