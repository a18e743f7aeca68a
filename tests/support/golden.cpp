// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/golden.h"

#include <QFile>
#include <QString>
#include <QTest>
#include <cmath>
#include <cstdio>
#include <limits>

#include "core/base/json_reader.h"

namespace dimscope::test {

using base::ErrorCode;
using base::JsonValue;
using module::Value;

namespace {

constexpr std::string_view kTorchPrefix = "torch.";

std::string_view pythonName(ErrorCode code) {
    switch (code) {
        case ErrorCode::valueError: return "ValueError";
        case ErrorCode::typeError: return "TypeError";
        case ErrorCode::indexError: return "IndexError";
        case ErrorCode::attributeError: return "AttributeError";
        case ErrorCode::zeroDivision: return "ZeroDivisionError";
        case ErrorCode::overflow: return "OverflowError";
        case ErrorCode::userInput: return "AITuneUserInputError";
        default: return name(code);
    }
}

module::Accessor accessorOf(const JsonValue& json) {
    const std::string* text = json.string();
    return text ? module::Accessor(*text) : module::Accessor(integerOf(json));
}

Value sequenceOf(const JsonValue& items, Value::SequenceKind kind) {
    Value::Sequence out{kind, {}};
    for (const JsonValue& item : *items.array()) {
        out.items.push_back(valueOfNode(item));
    }
    return out;
}

std::vector<std::pair<std::string, Value>> fieldsOf(const JsonValue& fields) {
    std::vector<std::pair<std::string, Value>> out;
    for (const JsonValue& field : *fields.array()) {
        out.emplace_back(*field.array()->at(0).string(), valueOfNode(field.array()->at(1)));
    }
    return out;
}

Value mappingOf(const JsonValue& items) {
    Value::Mapping out;
    for (const JsonValue& item : *items.array()) {
        out.items.emplace_back(accessorOf(item.array()->at(0)), valueOfNode(item.array()->at(1)));
    }
    return out;
}

Value containerOf(const std::string& kind, const JsonValue& inner) {
    if (kind == "tensor") {
        return tensorOfNode(inner);
    }
    if (kind == "list" || kind == "tuple") {
        return sequenceOf(inner, kind == "list" ? Value::SequenceKind::list : Value::SequenceKind::tuple);
    }
    if (kind == "dict") {
        return mappingOf(inner);
    }
    if (kind == "object") {
        return Value::Object{fieldsOf(inner)};
    }
    if (kind == "user_object") {
        const bool onlyTensors = *at(inner, "only_tensors").boolean();
        return Value::UserObject{onlyTensors ? Value::Visit::onlyTensors : Value::Visit::everything,
                                 fieldsOf(at(inner, "fields"))};
    }
    qFatal("unknown kind of node: %s", kind.c_str());
}

JsonValue fieldNodes(const std::vector<std::pair<std::string, Value>>& fields) {
    JsonValue::Array out;
    for (const auto& [name, value] : fields) {
        out.emplace_back(JsonValue::Array{name, nodeOfValue(value)});
    }
    return out;
}

JsonValue tagged(std::string_view kind, JsonValue inner) {
    return JsonValue::Object{{std::string(kind), std::move(inner)}};
}

QByteArray shown(const JsonValue& value) {
    const std::string text = base::dumpJson(value);
    return QByteArray::fromStdString(text.size() > 1500 ? text.substr(0, 1500) + "..." : text);
}

}  // namespace

std::string goldenDirectory() {
    const QByteArray given = qgetenv("DIMSCOPE_GOLDEN_DIR");
    return given.isEmpty() ? std::string(DIMSCOPE_TEST_DATA_DIR) + "/golden" : given.toStdString();
}

std::string GoldenFamily::load() {
    const std::string path = goldenDirectory() + "/" + m_name + ".json";
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly)) {
        return path + ": " + file.errorString().toStdString();
    }
    base::SourceLocation where;
    where.file = path;
    auto document = base::parseJson(file.readAll().toStdString(), where);
    if (!document) {
        return document.error().text();
    }
    m_document = *std::move(document);
    const std::string* family = at(m_document, "family").string();
    return family && *family == m_name ? "" : path + " is of another family";
}

void GoldenFamily::addRows(std::string_view list) const {
    QTest::addColumn<int>("index");
    const JsonValue::Array* entries = at(m_document, list).array();
    if (!entries || entries->empty()) {
        QSKIP("the file has no such entries");
    }
    for (std::size_t i = 0; i < entries->size(); ++i) {
        const std::string* id = at(entries->at(i), "id").string();
        const std::string title = id ? *id : std::string(list) + " " + std::to_string(i);
        QTest::newRow(title.c_str()) << static_cast<int>(i);
    }
}

const JsonValue& GoldenFamily::replay(std::string_view list, int index) {
    m_replayed.emplace(list, index);
    return at(m_document, list).array()->at(static_cast<std::size_t>(index));
}

bool GoldenFamily::report() const {
    std::printf("golden %s %s %zu\n", goldenDirectory().c_str(), m_name.c_str(), m_replayed.size());
    std::fflush(stdout);
    return !m_replayed.empty();
}

const JsonValue& at(const JsonValue& object, std::string_view key) {
    static const JsonValue kNull;
    const JsonValue* found = object.find(key);
    return found ? *found : kNull;
}

std::int64_t integerOf(const JsonValue& json) {
    const auto value = json.number() ? json.number()->asInt64() : std::nullopt;
    if (!value) {
        qFatal("no 64-bit integer: %s", base::dumpJson(json).c_str());
    }
    return *value;
}

std::vector<std::int64_t> sizesOf(const JsonValue& json) {
    std::vector<std::int64_t> out;
    for (const JsonValue& size : *json.array()) {
        out.push_back(integerOf(size));
    }
    return out;
}

module::BatchSize batchSizeOf(const JsonValue& json) {
    return json.isNull() ? module::BatchSize() : module::BatchSize(integerOf(json));
}

double numberOfNode(const JsonValue& node) {
    if (const std::string* special = at(node, "special").string()) {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        return *special == "nan"   ? std::numeric_limits<double>::quiet_NaN()
               : *special == "inf" ? kInfinity
                                   : -kInfinity;
    }
    return node.number()->asDouble();
}

module::TensorInfo tensorOfNode(const JsonValue& node) {
    module::TensorInfo out;
    out.dtype = std::string(kTorchPrefix) + *at(node, "dtype").string();
    out.shape = sizesOf(at(node, "shape"));
    if (const JsonValue::Array* values = at(node, "values").array()) {
        for (const JsonValue& value : *values) {
            out.values.push_back(value.boolean() ? static_cast<double>(*value.boolean())
                                                 : numberOfNode(value));
        }
    }
    return out;
}

Value valueOfNode(const JsonValue& node) {
    if (!node.object()) {
        return Value::fromJson(node);
    }
    if (node.find("special")) {
        return numberOfNode(node);
    }
    const JsonValue::Member& member = node.object()->at(0);
    return containerOf(member.first, member.second);
}

JsonValue nodeOfValue(const Value& value) {
    if (const auto* tensor = value.as<module::TensorInfo>()) {
        return tagged("tensor", JsonValue::Object{{"dtype", tensor->dtype.substr(kTorchPrefix.size())},
                                                  {"shape", sizesJson(tensor->shape)}});
    }
    if (const auto* sequence = value.as<Value::Sequence>()) {
        JsonValue::Array items;
        for (const Value& item : sequence->items) {
            items.push_back(nodeOfValue(item));
        }
        return tagged(sequence->kind == Value::SequenceKind::list ? "list" : "tuple", std::move(items));
    }
    if (const auto* mapping = value.as<Value::Mapping>()) {
        JsonValue::Array items;
        for (const auto& [key, item] : mapping->items) {
            JsonValue accessor = std::visit([](const auto& form) { return JsonValue(form); }, key);
            items.emplace_back(JsonValue::Array{std::move(accessor), nodeOfValue(item)});
        }
        return tagged("dict", std::move(items));
    }
    if (const auto* object = value.as<Value::Object>()) {
        return tagged("object", fieldNodes(object->fields));
    }
    if (const auto* user = value.as<Value::UserObject>()) {
        return tagged("user_object",
                      JsonValue::Object{{"only_tensors", user->visit == Value::Visit::onlyTensors},
                                        {"fields", fieldNodes(user->fields)}});
    }
    return value.toJson();
}

base::Result<module::SampleMetadata> metadataOf(const JsonValue& sample) {
    const auto strictness =
        *at(sample, "strict").boolean() ? module::Strictness::strict : module::Strictness::lenient;
    const Value root = valueOfNode(at(sample, "root"));
    const auto batchSize = batchSizeOf(at(sample, "batch_size"));
    return *at(sample, "kind").string() == "inputs"
               ? module::SampleMetadata::fromInputs(root, strictness, batchSize)
               : module::SampleMetadata::fromOutputs(root, strictness, batchSize);
}

JsonValue multipliersJson(const std::vector<double>& multipliers) {
    JsonValue::Array out;
    for (const double multiplier : multipliers) {
        out.push_back(std::isnan(multiplier) ? JsonValue() : JsonValue(multiplier));
    }
    return out;
}

JsonValue sizesJson(const std::vector<std::int64_t>& sizes) {
    return JsonValue::Array(sizes.begin(), sizes.end());
}

JsonValue errorJson(const base::Error& error, std::string_view stage) {
    JsonValue::Object out{{"type", pythonName(error.code)}};
    if (!stage.empty()) {
        out.emplace_back("stage", stage);
    }
    return out;
}

QByteArray difference(const JsonValue& expected, const JsonValue& actual) {
    if (!expected.object() || !actual.object()) {
        return expected == actual ? QByteArray()
                                  : "expected " + shown(expected) + "\n   found " + shown(actual);
    }
    for (const auto& [key, value] : *expected.object()) {
        const JsonValue* found = actual.find(key);
        if (!found || !(*found == value)) {
            return QByteArray::fromStdString(key) + ": expected " + shown(value) + "\n   found " +
                   (found ? shown(*found) : QByteArray("nothing"));
        }
    }
    for (const auto& [key, value] : *actual.object()) {
        if (!expected.find(key)) {
            return QByteArray::fromStdString(key) + ": expected nothing\n   found " + shown(value);
        }
    }
    return {};
}

}  // namespace dimscope::test
