// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/tensor_record.h"

#include <algorithm>
#include <limits>
#include <unordered_set>
#include <utility>

#include "core/base/dims_json.h"

namespace dimscope::records {

namespace {

base::Error error(base::ErrorCode code, std::string found, std::string expected) {
    base::Error out;
    out.code = code;
    out.found = std::move(found);
    out.expected = std::move(expected);
    return out;
}

std::string axisText(std::size_t axis) {
    return " on axis " + std::to_string(axis);
}

base::Result<void> checkBounds(const Dim& dim, std::int64_t min, std::int64_t max, std::size_t axis) {
    const std::string range = std::to_string(min) + ".." + std::to_string(max) + axisText(axis);
    if (min < 1 || max < 1) {
        return error(base::ErrorCode::badSize, "found the range " + range, "expected sizes of 1 or more");
    }
    if (min > max) {
        return error(base::ErrorCode::badSize, "found the range " + range, "expected min <= max");
    }
    if (const auto* fixed = std::get_if<std::int64_t>(&dim); fixed && (min != *fixed || max != *fixed)) {
        return error(base::ErrorCode::badSize, "found the range " + range,
                     "expected " + std::to_string(*fixed) + " for both, as the shape fixes it");
    }
    return {};
}

/// Reads values of one JSON object, with the place of what is wrong.
class Fields {
 public:
    Fields(const base::JsonValue& object, const base::SourceLocation& where)
        : m_object(object), m_where(where) {}

    [[nodiscard]] base::Result<const base::JsonValue*> get(const std::string& key) const {
        if (const base::JsonValue* value = m_object.find(key)) {
            return value;
        }
        return at(m_object, "",
                  error(base::ErrorCode::missingKey, "found no \"" + key + "\"",
                        "expected name, dtype, shape, min_shape, max_shape and batch_axis"));
    }

    [[nodiscard]] base::Result<std::string> text(const std::string& key) const {
        const auto value = get(key);
        if (!value) {
            return value.error();
        }
        if (const std::string* string = (*value)->string()) {
            return *string;
        }
        return wrongType(**value, key, "expected text");
    }

    /// The elements of an array, each through `read(element, pointer)`.
    template <class T, class Read>
    [[nodiscard]] base::Result<std::vector<T>> list(const std::string& key, Read read) const {
        const auto value = get(key);
        if (!value) {
            return value.error();
        }
        const base::JsonValue::Array* array = (*value)->array();
        if (array == nullptr) {
            return wrongType(**value, key, "expected an array");
        }
        std::vector<T> out;
        for (const base::JsonValue& element : *array) {
            auto item = read(element, key + "/" + std::to_string(out.size()));
            if (!item) {
                return std::move(item).error();
            }
            out.push_back(std::move(*item));
        }
        return out;
    }

    [[nodiscard]] base::Result<std::int64_t> integer(const base::JsonValue& value,
                                                     const std::string& pointer) const {
        const base::JsonNumber* number = value.number();
        if (number == nullptr || !number->isInteger()) {
            return wrongType(value, pointer, "expected a whole number");
        }
        if (const auto whole = number->asInt64()) {
            return *whole;
        }
        return at(value, pointer,
                  error(base::ErrorCode::badSize, "found " + number->text,
                        "expected a whole number of at most 9223372036854775807"));
    }

    [[nodiscard]] base::Error wrongType(const base::JsonValue& value, const std::string& pointer,
                                        std::string expected) const {
        return at(value, pointer,
                  error(base::ErrorCode::wrongType, "found " + std::string(base::describeKind(value)),
                        std::move(expected)));
    }

    [[nodiscard]] base::Error at(const base::JsonValue& value, const std::string& pointer,
                                 base::Error failure) const {
        failure.where = m_where;
        failure.where.byte = value.place().byte;
        failure.where.line = value.place().line;
        failure.where.column = value.place().column;
        if (!pointer.empty()) {
            failure.where.pointer += "/" + pointer;
        }
        return failure;
    }

 private:
    const base::JsonValue& m_object;
    const base::SourceLocation& m_where;
};

base::Result<Dim> readDim(const Fields& fields, const base::JsonValue& value, const std::string& pointer) {
    if (value.isNull()) {
        return Dim{};
    }
    if (const std::string* symbol = value.string()) {
        return Dim{*symbol};
    }
    const auto size = fields.integer(value, pointer);
    if (!size) {
        return size.error();
    }
    return Dim{*size};
}

base::Result<std::optional<int>> readBatchAxis(const Fields& fields) {
    const auto value = fields.get("batch_axis");
    if (!value) {
        return value.error();
    }
    if ((*value)->isNull()) {
        return std::optional<int>{};
    }
    const auto axis = fields.integer(**value, "batch_axis");
    if (!axis) {
        return axis.error();
    }
    if (*axis < 0 || *axis > std::numeric_limits<int>::max()) {
        return fields.at(**value, "batch_axis",
                         error(base::ErrorCode::indexError, "found batch axis " + std::to_string(*axis),
                               "expected an axis of the tensor, or null"));
    }
    return std::optional<int>{static_cast<int>(*axis)};
}

base::Result<void> checkNames(const std::vector<TunedTensorSpec>& side, const char* what) {
    std::unordered_set<std::string_view> names;
    for (const TunedTensorSpec& tensor : side) {
        if (!names.insert(tensor.spec().name()).second) {
            return error(base::ErrorCode::badValue,
                         "found two " + std::string(what) + "s named \"" + tensor.spec().name() + "\"",
                         "expected a different name for each");
        }
    }
    return {};
}

}  // namespace

base::Result<TensorSpec> TensorSpec::create(std::string name, DType dtype, std::vector<Dim> shape) {
    if (name.empty()) {
        return error(base::ErrorCode::badValue, "found an empty name", "expected a name for the tensor");
    }
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        if (const auto* size = std::get_if<std::int64_t>(&shape[axis]); size && *size < 1) {
            return error(base::ErrorCode::badSize, "found size " + std::to_string(*size) + axisText(axis),
                         "expected a size of 1 or more");
        }
        if (const auto* symbol = std::get_if<std::string>(&shape[axis]); symbol && symbol->empty()) {
            return error(base::ErrorCode::badValue, "found an empty symbol" + axisText(axis),
                         "expected a name, or none for an unnamed dimension");
        }
    }
    TensorSpec spec;
    spec.m_name = std::move(name);
    spec.m_dtype = dtype;
    spec.m_shape = std::move(shape);
    return spec;
}

base::Result<TunedTensorSpec> TunedTensorSpec::fromSpec(TensorSpec spec, Sizes minShape, Sizes maxShape,
                                                        std::optional<int> batchAxis) {
    const std::size_t rank = spec.rank();
    if (minShape.size() != rank || maxShape.size() != rank) {
        return error(base::ErrorCode::rankMismatch,
                     "found " + std::to_string(minShape.size()) + " minima and " +
                         std::to_string(maxShape.size()) + " maxima",
                     "expected one per axis, " + std::to_string(rank) + " of each");
    }
    for (std::size_t axis = 0; axis < rank; ++axis) {
        if (auto checked = checkBounds(spec.shape()[axis], minShape[axis], maxShape[axis], axis); !checked) {
            return std::move(checked).error();
        }
    }
    if (batchAxis && (*batchAxis < 0 || static_cast<std::size_t>(*batchAxis) >= rank)) {
        return error(base::ErrorCode::indexError, "found batch axis " + std::to_string(*batchAxis),
                     "expected an axis of the tensor, whose rank is " + std::to_string(rank) + ", or none");
    }
    TunedTensorSpec tuned;
    tuned.m_spec = std::move(spec);
    tuned.m_minShape = std::move(minShape);
    tuned.m_maxShape = std::move(maxShape);
    tuned.m_batchAxis = batchAxis;
    return tuned;
}

base::Result<TunedTensorSpec> TunedTensorSpec::fromJson(const base::JsonValue& json,
                                                        const base::SourceLocation& where) {
    const Fields fields(json, where);
    if (json.object() == nullptr) {
        return fields.wrongType(json, "", "expected an object");
    }
    const auto size = [&](const base::JsonValue& value, const std::string& pointer) {
        return fields.integer(value, pointer);
    };
    const auto dim = [&](const base::JsonValue& value, const std::string& pointer) {
        return readDim(fields, value, pointer);
    };
    auto name = fields.text("name");
    const auto dtypeText = fields.text("dtype");
    auto shape = fields.list<Dim>("shape", dim);
    auto minShape = fields.list<std::int64_t>("min_shape", size);
    auto maxShape = fields.list<std::int64_t>("max_shape", size);
    const auto batchAxis = readBatchAxis(fields);
    if (!name || !dtypeText) {
        return (!name ? name : dtypeText).error();
    }
    if (!shape) {
        return std::move(shape).error();
    }
    if (!minShape || !maxShape) {
        return (!minShape ? minShape : maxShape).error();
    }
    if (!batchAxis) {
        return batchAxis.error();
    }
    auto dtype = parseDType(*dtypeText);
    if (!dtype) {
        return fields.at(*json.find("dtype"), "dtype", std::move(dtype).error());
    }
    auto spec = TensorSpec::create(std::move(*name), *dtype, std::move(*shape));
    if (!spec) {
        return fields.at(json, "", std::move(spec).error());
    }
    auto tuned = fromSpec(std::move(*spec), std::move(*minShape), std::move(*maxShape), *batchAxis);
    if (!tuned) {
        return fields.at(json, "", std::move(tuned).error());
    }
    return tuned;
}

base::JsonValue TunedTensorSpec::toJson() const {
    base::JsonValue json{base::JsonValue::Object{}};
    json.set("name", m_spec.name());
    json.set("dtype", records::name(m_spec.dtype()));
    json.set("shape", base::dimsJson(m_spec.shape()));
    json.set("min_shape", base::JsonValue::Array(m_minShape.begin(), m_minShape.end()));
    json.set("max_shape", base::JsonValue::Array(m_maxShape.begin(), m_maxShape.end()));
    json.set("batch_axis", m_batchAxis ? base::JsonValue(*m_batchAxis) : base::JsonValue());
    return json;
}

std::optional<std::int64_t> TunedTensorSpec::minBatchSize() const {
    return m_batchAxis ? std::optional(m_minShape[static_cast<std::size_t>(*m_batchAxis)]) : std::nullopt;
}

std::optional<std::int64_t> TunedTensorSpec::maxBatchSize() const {
    return m_batchAxis ? std::optional(m_maxShape[static_cast<std::size_t>(*m_batchAxis)]) : std::nullopt;
}

base::Result<ArtifactSpec> ArtifactSpec::create(std::vector<TunedTensorSpec> inputs,
                                                std::vector<TunedTensorSpec> outputs) {
    if (auto checked = checkNames(inputs, "input"); !checked) {
        return std::move(checked).error();
    }
    if (auto checked = checkNames(outputs, "output"); !checked) {
        return std::move(checked).error();
    }
    ArtifactSpec artifact;
    artifact.m_inputs = std::move(inputs);
    artifact.m_outputs = std::move(outputs);
    return artifact;
}

std::optional<std::int64_t> ArtifactSpec::maxBatchSize() const {
    std::optional<std::int64_t> smallest;
    for (const std::vector<TunedTensorSpec>* side : {&m_inputs, &m_outputs}) {
        for (const TunedTensorSpec& tensor : *side) {
            if (tensor.minBatchSize() != 1) {
                return std::nullopt;
            }
            smallest = std::min(smallest.value_or(*tensor.maxBatchSize()), *tensor.maxBatchSize());
        }
    }
    return smallest;
}

}  // namespace dimscope::records
