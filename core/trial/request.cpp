// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trial/request.h"

#include <utility>

#include "core/base/json_reader.h"
#include "core/base/json_value.h"

namespace dimscope::trial {

using base::Error;
using base::ErrorCode;
using base::JsonValue;
using base::Result;

namespace {

constexpr int kMostAxes = 1024;

JsonValue axesJson(const std::vector<TensorAxes>& resize) {
    JsonValue::Array out;
    for (const TensorAxes& tensor : resize) {
        JsonValue::Array axes;
        for (const BatchAxis& axis : tensor.axes) {
            axes.emplace_back(JsonValue::Array{axis.axis, axis.multiplier});
        }
        out.emplace_back(JsonValue::Object{{"path", tensor.path}, {"axes", std::move(axes)}});
    }
    return out;
}

JsonValue limitJson(const std::optional<std::int64_t>& limit) {
    return limit ? JsonValue(*limit) : JsonValue();
}

Error wrong(ErrorCode code, std::string found, std::string expected, std::string pointer) {
    base::SourceLocation where;
    where.file = "request";
    where.pointer = std::move(pointer);
    return {code, std::move(found), std::move(expected), {}, std::move(where), {}};
}

/// Reads members of one object; after an error the rest gives empty values.
class Members {
 public:
    Members(const JsonValue& object, std::string pointer) : m_object(object), m_pointer(std::move(pointer)) {
        if (object.object() == nullptr) {
            fail(ErrorCode::wrongType, "found " + std::string(describeKind(object)), "expected an object",
                 "");
        }
    }

    std::string text(const char* key) {
        const JsonValue* value = member(key);
        if (value == nullptr) {
            return {};
        }
        if (value->string() == nullptr) {
            fail(ErrorCode::wrongType, "found " + std::string(describeKind(*value)), "expected text", key);
            return {};
        }
        return *value->string();
    }
    std::string textOrNull(const char* key) {
        const JsonValue* value = member(key);
        return value == nullptr || value->isNull() ? std::string() : text(key);
    }
    std::int64_t positive(const char* key) {
        const JsonValue* value = member(key);
        return value == nullptr ? 0 : positiveIn(*value, key);
    }
    std::optional<std::int64_t> positiveOrNull(const char* key) {
        const JsonValue* value = member(key);
        return value == nullptr || value->isNull() ? std::nullopt : std::optional(positiveIn(*value, key));
    }
    std::vector<std::int64_t> positives(const char* key) {
        std::vector<std::int64_t> out;
        for (const JsonValue& item : array(key)) {
            out.push_back(positiveIn(item, key));
        }
        return out;
    }
    const JsonValue::Array& array(const char* key) {
        static const JsonValue::Array kNone;
        const JsonValue* value = member(key);
        if (value == nullptr) {
            return kNone;
        }
        if (value->array() == nullptr) {
            fail(ErrorCode::wrongType, "found " + std::string(describeKind(*value)), "expected an array",
                 key);
            return kNone;
        }
        return *value->array();
    }
    std::int64_t positiveIn(const JsonValue& value, const char* key) {
        const auto number = value.number() == nullptr ? std::nullopt : value.number()->asInt64();
        if (!number || *number < 1) {
            fail(ErrorCode::badValue, "found " + base::dumpJson(value).substr(0, 40),
                 "expected a whole number from 1", key);
            return 1;
        }
        return *number;
    }
    void fail(ErrorCode code, std::string found, std::string expected, const std::string& key) {
        if (!m_error) {
            m_error = wrong(code, std::move(found), std::move(expected),
                            m_pointer + (key.empty() ? "" : "/" + key));
        }
    }
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

 private:
    const JsonValue* member(const char* key) {
        const JsonValue* value = m_object.find(key);
        if (value == nullptr) {
            fail(ErrorCode::missingKey, "found no \"" + std::string(key) + "\"", "expected one", "");
        }
        return value;
    }

    const JsonValue& m_object;
    std::string m_pointer;
    std::optional<Error> m_error;
};

std::vector<TensorAxes> readAxes(Members& members) {
    std::vector<TensorAxes> out;
    for (const JsonValue& item : members.array("resize")) {
        Members entry(item, "/resize/" + std::to_string(out.size()));
        TensorAxes tensor{entry.text("path"), {}};
        for (const JsonValue& pair : entry.array("axes")) {
            const JsonValue::Array* numbers = pair.array();
            const base::JsonNumber* first =
                numbers != nullptr && numbers->size() == 2 ? numbers->front().number() : nullptr;
            const auto axis = first == nullptr ? std::nullopt : first->asInt64();
            if (!axis || *axis < 0 || *axis >= kMostAxes) {
                entry.fail(ErrorCode::badValue, "found " + base::dumpJson(pair).substr(0, 40),
                           "expected [axis, multiplier]", "axes");
                break;
            }
            tensor.axes.push_back({static_cast<int>(*axis), entry.positiveIn(numbers->back(), "axes")});
        }
        if (entry.error()) {
            members.fail(entry.error()->code, entry.error()->found, entry.error()->expected,
                         entry.error()->where.pointer.substr(1));
        }
        out.push_back(std::move(tensor));
    }
    return out;
}

}  // namespace

std::vector<TensorAxes> axesOf(const ResizePlan& plan) {
    std::vector<TensorAxes> out;
    out.reserve(plan.tensors.size());
    for (const TensorResize& resize : plan.tensors) {
        out.push_back({resize.tensor.locator.accessPath(), resize.axes});
    }
    return out;
}

std::string requestLine(const Request& request) {
    JsonValue json;
    if (const auto* batch = std::get_if<BatchTask>(&request)) {
        json = JsonValue::Object{{"protocol", kProtocol},
                                 {"task", "batch"},
                                 {"sample", batch->sample},
                                 {"batch_size", batch->batchSize},
                                 {"resize", axesJson(batch->resize)},
                                 {"out", batch->out.empty() ? JsonValue() : JsonValue(batch->out)},
                                 {"memory_limit", limitJson(batch->memoryLimit)}};
    } else {
        const auto& probe = std::get<ProbeTask>(request);
        json = JsonValue::Object{
            {"protocol", kProtocol},
            {"task", "probe"},
            {"model", probe.model},
            {"sample", probe.sample},
            {"batch_sizes", JsonValue::Array(probe.batchSizes.begin(), probe.batchSizes.end())},
            {"resize", axesJson(probe.resize)},
            {"memory_limit", limitJson(probe.memoryLimit)}};
    }
    return base::dumpJson(json) + "\n";
}

Result<Request> readRequest(std::string_view text) {
    const auto json = base::parseJson(text, {.file = "request"});
    if (!json) {
        return json.error();
    }
    Members members(*json, "");
    const JsonValue* protocol = json->find("protocol");
    if (!members.error() && (protocol == nullptr || *protocol != JsonValue(kProtocol))) {
        return wrong(ErrorCode::badValue,
                     protocol == nullptr ? "found no protocol"
                                         : "found protocol " + base::dumpJson(*protocol).substr(0, 40),
                     "expected protocol " + std::to_string(kProtocol), "/protocol");
    }
    const std::string task = members.text("task");
    Request out;
    if (task == "batch") {
        out = BatchTask{members.text("sample"), members.positive("batch_size"), readAxes(members),
                        members.textOrNull("out"), members.positiveOrNull("memory_limit")};
    } else if (task == "probe") {
        out = ProbeTask{members.text("model"), members.text("sample"), members.positives("batch_sizes"),
                        readAxes(members), members.positiveOrNull("memory_limit")};
    } else {
        members.fail(ErrorCode::badValue, "found the task \"" + task.substr(0, 40) + "\"",
                     "expected batch or probe", "task");
    }
    if (members.error()) {
        return *members.error();
    }
    return out;
}

}  // namespace dimscope::trial
