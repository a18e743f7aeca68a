// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trial/answer.h"

#include <cmath>
#include <optional>
#include <utility>

#include "core/base/json_reader.h"
#include "core/base/printable.h"
#include "core/readers/pickle_scalars.h"

namespace dimscope::trial {

using base::Error;
using base::ErrorCode;
using base::JsonValue;
using base::Result;

namespace {

constexpr std::size_t kMostAxes = 1024;

/// The message as a JSON text may hold it.
std::string message(std::string text) {
    text = base::shortened(text, AnswerLimits::kLongestMessage);
    if (readers::isUtf8(text)) {
        return text;
    }
    std::string out;
    for (const char letter : text) {
        if ((static_cast<unsigned char>(letter) & 0x80U) != 0) {
            out += "\xef\xbf\xbd";
        } else {
            out += letter;
        }
    }
    return out;
}

JsonValue tensorsJson(const std::vector<ResizedTensor>& tensors) {
    JsonValue::Array out;
    for (const ResizedTensor& tensor : tensors) {
        out.emplace_back(
            JsonValue::Object{{"path", tensor.path},
                              {"dtype", tensor.dtype},
                              {"shape", JsonValue::Array(tensor.sizes.begin(), tensor.sizes.end())}});
    }
    return out;
}

JsonValue errorJson(const Error& error) {
    const base::SourceLocation& where = error.where;
    JsonValue place{JsonValue::Object()};
    if (!where.file.empty()) {
        place.set("file", message(where.file));
    }
    if (where.byte) {
        place.set("byte", *where.byte);
    }
    if (!where.tensor.empty()) {
        place.set("tensor", message(where.tensor));
    }
    if (where.axis) {
        place.set("axis", *where.axis);
    }
    return JsonValue::Object{{"code", std::string(base::name(error.code))},
                             {"message", message(error.found)},
                             {"expected", message(error.expected)},
                             {"remedy", message(error.remedy)},
                             {"place", std::move(place)}};
}

std::optional<ErrorCode> codeNamed(std::string_view text) {
    for (int i = 0; i <= static_cast<int>(ErrorCode::internal); ++i) {
        const auto code = static_cast<ErrorCode>(i);
        if (base::name(code) == text) {
            return code;
        }
    }
    return std::nullopt;
}

Error malformed(std::string found, std::string expected) {
    return {ErrorCode::syntax, std::move(found), std::move(expected), {}, {}, {}};
}

std::optional<std::string> textOf(const JsonValue& object, const char* key) {
    const JsonValue* value = object.find(key);
    const std::string* text = value == nullptr ? nullptr : value->string();
    return text == nullptr ? std::nullopt : std::optional(*text);
}

/// A whole number from 0.
std::optional<std::int64_t> countOf(const JsonValue* value) {
    const base::JsonNumber* number = value == nullptr ? nullptr : value->number();
    const auto count = number == nullptr ? std::nullopt : number->asInt64();
    return count && *count >= 0 ? count : std::nullopt;
}

Result<Answer> readProgress(const JsonValue& value) {
    const auto done = countOf(value.find("done"));
    const auto of = countOf(value.find("of"));
    const auto text = textOf(value, "text");
    if (!done || !of || !text || *done > *of) {
        return malformed("found no whole progress", "expected done, of and text");
    }
    return Answer(Progress{*done, *of, *text});
}

Result<Answer> readCall(const JsonValue::Object& answer) {
    const JsonValue& call = answer.front().second;
    if (call.object() == nullptr) {
        return malformed("found a call that is no object", "expected one");
    }
    RecordedCall out{base::dumpJson(call)};
    if (answer.size() > 1) {
        const base::JsonNumber* number = answer[1].second.number();
        const double seconds = number == nullptr ? -1 : number->asDouble();
        if (answer[1].first != "seconds" || !(seconds >= 0 && std::isfinite(seconds))) {
            return malformed("found a call with the member \"" + base::shortened(answer[1].first, 40) + "\"",
                             "expected seconds, from 0");
        }
        out.seconds = seconds;
    }
    return Answer(std::move(out));
}

Result<Answer> readFailure(const JsonValue& value) {
    const auto batchSize = countOf(value.find("batch_size"));
    auto text = textOf(value, "message");
    if (!batchSize || !text) {
        return malformed("found no whole failure", "expected batch_size and message");
    }
    return Answer(Failure{*batchSize, base::shortened(*text, AnswerLimits::kLongestMessage)});
}

std::optional<ResizedTensor> tensorIn(const JsonValue& value) {
    auto path = textOf(value, "path");
    auto dtype = textOf(value, "dtype");
    const JsonValue* shape = value.find("shape");
    const JsonValue::Array* sizes = shape == nullptr ? nullptr : shape->array();
    if (!path || !dtype || sizes == nullptr || sizes->size() > kMostAxes) {
        return std::nullopt;
    }
    ResizedTensor out{std::move(*path), std::move(*dtype), {}};
    for (const JsonValue& size : *sizes) {
        const auto number = countOf(&size);
        if (!number) {
            return std::nullopt;
        }
        out.sizes.push_back(*number);
    }
    return out;
}

Result<Answer> readDone(const JsonValue& value) {
    Done out;
    const JsonValue* list = value.find("tensors");
    if (value.object() == nullptr || (list != nullptr && list->array() == nullptr)) {
        return malformed("found no whole result", "expected an object, with tensors as an array");
    }
    for (std::size_t i = 0; list != nullptr && i < list->array()->size(); ++i) {
        auto tensor = tensorIn((*list->array())[i]);
        if (!tensor) {
            return malformed("found no whole tensor", "expected path, dtype and shape");
        }
        out.tensors.push_back(std::move(*tensor));
    }
    return Answer(std::move(out));
}

Result<Answer> readRefusal(const JsonValue& value) {
    const auto code = textOf(value, "code");
    const auto found = textOf(value, "message");
    const auto known = code ? codeNamed(*code) : std::nullopt;
    if (!known || !found) {
        return malformed("found no whole error", "expected a code and a message");
    }
    Error error{*known, *found, textOf(value, "expected").value_or(""), textOf(value, "remedy").value_or(""),
                {},     {}};
    if (const JsonValue* place = value.find("place")) {
        error.where.file = textOf(*place, "file").value_or("");
        error.where.tensor = textOf(*place, "tensor").value_or("");
        if (const auto byte = countOf(place->find("byte"))) {
            error.where.byte = static_cast<std::uint64_t>(*byte);
        }
        if (const auto axis = countOf(place->find("axis")); axis && *axis < static_cast<int>(kMostAxes)) {
            error.where.axis = static_cast<int>(*axis);
        }
    }
    return Answer(Refusal{std::move(error)});
}

}  // namespace

std::string answerLine(const Answer& answer) {
    if (const auto* call = std::get_if<RecordedCall>(&answer)) {
        const std::string seconds =
            call->seconds ? ",\"seconds\":" + base::dumpJson(JsonValue(*call->seconds)) : "";
        return "{\"call\":" + call->line + seconds + "}\n";
    }
    JsonValue json;
    if (const auto* progress = std::get_if<Progress>(&answer)) {
        json = JsonValue::Object{{"progress", JsonValue::Object{{"done", progress->done},
                                                                {"of", progress->of},
                                                                {"text", message(progress->text)}}}};
    } else if (const auto* failure = std::get_if<Failure>(&answer)) {
        json = JsonValue::Object{{"failure", JsonValue::Object{{"batch_size", failure->batchSize},
                                                               {"message", message(failure->message)}}}};
    } else if (const auto* done = std::get_if<Done>(&answer)) {
        json = JsonValue::Object{{"result", JsonValue::Object{{"tensors", tensorsJson(done->tensors)}}}};
    } else {
        json = JsonValue::Object{{"error", errorJson(std::get<Refusal>(answer).error)}};
    }
    return base::dumpJson(json) + "\n";
}

Result<Answer> readAnswer(std::string_view line) {
    auto json = base::parseJson(line);
    if (!json) {
        return std::move(json).error();
    }
    const JsonValue::Object* object = json->object();
    const bool isCall = object != nullptr && !object->empty() && object->front().first == "call";
    if (object == nullptr || object->empty() || object->size() > (isCall ? 2 : 1)) {
        return malformed("found " + std::string(describeKind(*json)), "expected an object of one member");
    }
    const auto& [kind, value] = object->front();
    if (kind == "progress") {
        return readProgress(value);
    }
    if (isCall) {
        return readCall(*object);
    }
    if (kind == "failure") {
        return readFailure(value);
    }
    if (kind == "result") {
        return readDone(value);
    }
    if (kind == "error") {
        return readRefusal(value);
    }
    return malformed("found the member \"" + base::shortened(kind, 40) + "\"",
                     "expected progress, call, failure, result or error");
}

}  // namespace dimscope::trial
