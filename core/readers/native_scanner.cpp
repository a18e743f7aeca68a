// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/native_scanner.h"

#include <simdjson.h>
#include <xxhash.h>

#include <algorithm>
#include <string>
#include <utility>

#include "core/capture/capture.h"

namespace dimscope::readers {

namespace {

namespace json = simdjson::ondemand;

static_assert(files::LineReader::kPadding >= simdjson::SIMDJSON_PADDING);

}  // namespace

/// Each function returns whether the line is still in right form.
struct NativeScanner::State {
    bool scan(std::string_view line) {
        kept.clear();
        call.sizes.clear();
        call.batchSize = capture::kUnknownBatch;
        call.time = {};
        call.label = {};
        keptFrom = line.data();
        json::object root;
        if (parser.iterate(line.data(), line.size(), line.size() + files::LineReader::kPadding)
                    .get(document) != simdjson::SUCCESS ||
            document.get_object().get(root) != simdjson::SUCCESS) {
            return false;
        }
        for (simdjson::simdjson_result<json::field> item : root) {
            json::field field;
            if (std::move(item).get(field) != simdjson::SUCCESS || !scanMember(field)) {
                return false;
            }
        }
        kept.append(keptFrom, static_cast<std::size_t>(line.data() + line.size() - keptFrom));
        const XXH128_hash_t hash = XXH3_128bits(kept.data(), kept.size());
        call.key = {hash.low64, hash.high64};
        return true;
    }

    bool scanMember(json::field& field) {
        const json::raw_json_string key = field.key();
        json::value value = field.value();
        if (key == "inputs" || key == "outputs") {
            return scanSide(value);
        }
        if (key == "module") {
            return true;
        }
        if (key == "batch_size") {
            return scanInteger(value, call.batchSize) && call.batchSize >= 0;
        }
        if (key == "call") {
            std::int64_t ignored = 0;
            return scanInteger(value, ignored);
        }
        if (key == "time") {
            return scanText(value, call.time);
        }
        if (key == "label") {
            return scanText(value, call.label);
        }
        if (key == "format" || key == "summary") {
            return false;
        }
        return scanUnknown(value);
    }

    /// Leaves the bytes from here up to `end` out of the key, with a mark in their stead.
    void leaveOut(const char* begin, const char* end, std::string_view mark) {
        kept.append(keptFrom, static_cast<std::size_t>(begin - keptFrom));
        kept += mark;
        keptFrom = end;
    }

    bool leaveOutToken(json::value& value) {
        const std::string_view token = value.raw_json_token();
        leaveOut(token.data(), token.data() + token.size(), "#");
        return true;
    }

    /// A whole number, or null (0). A written 0 is refused by the batch size's own check in the full reading,
    /// so it must not pass here.
    bool scanInteger(json::value& value, std::int64_t& number) {
        leaveOutToken(value);
        bool isNull = false;
        if (value.is_null().get(isNull) != simdjson::SUCCESS) {
            return false;
        }
        number = 0;
        return isNull || (value.get_int64().get(number) == simdjson::SUCCESS && number > 0);
    }

    bool scanText(json::value& value, std::string_view& text) {
        leaveOutToken(value);
        bool isNull = false;
        if (value.is_null().get(isNull) != simdjson::SUCCESS) {
            return false;
        }
        return isNull || value.get_string().get(text) == simdjson::SUCCESS;
    }

    /// The value of a key that no reader knows: a scalar is checked and left out, so that a counter or a
    /// duration does not make each line a stranger; a container stays in the key.
    bool scanUnknown(json::value& value) {
        json::json_type type{};
        if (value.type().get(type) != simdjson::SUCCESS) {
            return false;
        }
        switch (type) {
            case json::json_type::number: {
                double number = 0;
                leaveOutToken(value);
                return value.get_double().get(number) == simdjson::SUCCESS;
            }
            case json::json_type::string: {
                std::string_view text;
                leaveOutToken(value);
                return value.get_string().get(text) == simdjson::SUCCESS;
            }
            case json::json_type::boolean: {
                bool truth = false;
                leaveOutToken(value);
                return value.get_bool().get(truth) == simdjson::SUCCESS;
            }
            default: return true;
        }
    }

    bool scanSide(json::value& value) {
        json::object side;
        if (value.get_object().get(side) != simdjson::SUCCESS) {
            return false;
        }
        for (simdjson::simdjson_result<json::field> item : side) {
            json::field field;
            if (std::move(item).get(field) != simdjson::SUCCESS) {
                return false;
            }
            if (field.key() != "tensor_data") {
                continue;
            }
            json::array tensors;
            if (field.value().get_array().get(tensors) != simdjson::SUCCESS) {
                return false;
            }
            for (simdjson::simdjson_result<json::value> element : tensors) {
                json::object tensor;
                if (element.get_object().get(tensor) != simdjson::SUCCESS || !scanTensor(tensor)) {
                    return false;
                }
            }
        }
        return true;
    }

    bool scanTensor(json::object& tensor) {
        const std::size_t begin = call.sizes.size();
        lowest.clear();
        highest.clear();
        bool hasLowest = false;
        bool hasHighest = false;
        for (simdjson::simdjson_result<json::field> item : tensor) {
            json::field field;
            if (std::move(item).get(field) != simdjson::SUCCESS) {
                return false;
            }
            const json::raw_json_string key = field.key();
            bool good = true;
            if (key == "shape") {
                good = scanSizes(field.value(), call.sizes);
            } else if (key == "min_shape") {
                hasLowest = true;
                good = scanSizes(field.value(), lowest);
            } else if (key == "max_shape") {
                hasHighest = true;
                good = scanSizes(field.value(), highest);
            }
            if (!good) {
                return false;
            }
        }
        const auto equalsShape = [&](const std::vector<std::int64_t>& bound) {
            return std::equal(call.sizes.begin() + static_cast<std::ptrdiff_t>(begin), call.sizes.end(),
                              bound.begin(), bound.end());
        };
        return (!hasLowest || equalsShape(lowest)) && (!hasHighest || equalsShape(highest));
    }

    /// Appends the sizes of a shape and leaves it out of the key, but for its rank.
    bool scanSizes(json::value& value, std::vector<std::int64_t>& sizes) {
        const char* begin = value.raw_json_token().data();
        const std::size_t before = sizes.size();
        json::array array;
        if (value.get_array().get(array) != simdjson::SUCCESS) {
            return false;
        }
        for (simdjson::simdjson_result<json::value> element : array) {
            std::int64_t size = 0;
            if (element.get_int64().get(size) != simdjson::SUCCESS || size < 0) {
                return false;
            }
            sizes.push_back(size);
        }
        const char* end = nullptr;
        if (document.current_location().get(end) != simdjson::SUCCESS) {
            return false;
        }
        const std::size_t rank = sizes.size() - before;
        leaveOut(begin, end, std::string_view(reinterpret_cast<const char*>(&rank), sizeof(rank)));
        return true;
    }

    json::parser parser;
    json::document document;
    std::string kept;                // what goes into the key
    const char* keptFrom = nullptr;  // start of the bytes that are to be kept next
    std::vector<std::int64_t> lowest;
    std::vector<std::int64_t> highest;
    ScannedCall call;
};

NativeScanner::NativeScanner() : m_state(std::make_unique<State>()) {}
NativeScanner::~NativeScanner() = default;

const ScannedCall* NativeScanner::scan(std::string_view line) {
    return m_state->scan(line) ? &m_state->call : nullptr;
}

}  // namespace dimscope::readers
