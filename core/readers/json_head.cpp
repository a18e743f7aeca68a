// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/json_head.h"

#include <algorithm>
#include <utility>

#include "core/base/json_reader.h"

namespace dimscope::readers {

namespace {

class HeadVisitor final : public base::JsonVisitor {
 public:
    explicit HeadVisitor(JsonHead& head) : m_head(head) {}

    base::JsonStep enter(const base::JsonPath& path) override {
        if (path.empty()) {
            return base::JsonStep::descend;
        }
        if (m_head.kind == JsonHead::Kind::object && path.size() == 1) {
            m_head.keys.push_back(path[0]);
            if (path[0] == "format") {
                return base::JsonStep::take;
            }
        }
        return base::JsonStep::skip;
    }

    base::Result<void> taken(const base::JsonPath& path, base::JsonValue value) override {
        if (!path.empty() && value.string() != nullptr) {
            m_head.format = *value.string();
        }
        return {};
    }

    base::Result<void> left(const base::JsonPath& path) override {
        m_head.whole = m_head.whole || path.empty();
        return {};
    }

 private:
    JsonHead& m_head;
};

}  // namespace

bool JsonHead::has(std::string_view key) const {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

JsonHead readJsonHead(std::string_view head, const base::SourceLocation& origin) {
    JsonHead result;
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || (head[first] != '{' && head[first] != '[')) {
        return result;
    }
    result.kind = head[first] == '{' ? JsonHead::Kind::object : JsonHead::Kind::array;
    HeadVisitor visitor(result);
    if (base::Result<void> read = base::visitJson(base::readFromText(head), visitor, origin);
        !read && !result.whole) {
        result.failure = std::move(read.error());
    }
    return result;
}

}  // namespace dimscope::readers
