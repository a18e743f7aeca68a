// SPDX-License-Identifier: GPL-3.0-or-later
//
// AITune's TunedTensorSpec records in Dimscope's JSON, or a list of them.
#include <utility>

#include "core/overrides/import_forms.h"
#include "core/records/tensor_record.h"

namespace dimscope::overrides {

namespace {

using base::ErrorCode;
using base::Result;
using module::JsonCursor;
using module::Side;

Result<StatedTensor> readRecord(const JsonCursor& json, std::vector<Side> sides) {
    const auto record = records::TunedTensorSpec::fromJson(json.value(), json.where());
    if (!record) {
        return record.error();
    }
    StatedTensor tensor;
    tensor.name = record->spec().name();
    tensor.sides = std::move(sides);
    tensor.shape = record->spec().shape();
    tensor.min = record->minShape();
    tensor.opt = record->maxShape();
    tensor.max = record->maxShape();
    tensor.batch = record->batchAxis() ? StatedTensor::Batch::stated : StatedTensor::Batch::statedIfOne;
    tensor.batchAxis = record->batchAxis();
    tensor.dtype = std::string(records::name(record->spec().dtype()));
    return tensor;
}

Result<void> readList(const JsonCursor& json, const std::vector<Side>& sides,
                      std::vector<StatedTensor>& out) {
    const auto items = json.items();
    if (!items) {
        return items.error();
    }
    for (const JsonCursor& item : *items) {
        auto tensor = readRecord(item, sides);
        if (!tensor) {
            return std::move(tensor).error();
        }
        out.push_back(*std::move(tensor));
    }
    return {};
}

Result<std::optional<StatedShapes::GraphName>> readGraphName(const JsonCursor& json) {
    const auto module = json.find("module");
    const auto graph = json.find("graph");
    if (!module || !graph) {
        return std::optional<StatedShapes::GraphName>();
    }
    auto moduleName = module->text();
    if (!moduleName) {
        return std::move(moduleName).error();
    }
    auto graphName = graph->text();
    if (!graphName) {
        return std::move(graphName).error();
    }
    return std::optional(StatedShapes::GraphName{*std::move(moduleName), *std::move(graphName)});
}

Result<StatedShapes> readDocument(const JsonCursor& json) {
    const auto version = json.member("version");
    if (!version) {
        return version.error();
    }
    const base::JsonNumber* number = version->value().number();
    if (number == nullptr) {
        return version->wrongType("version 1");
    }
    if (number->asInt64() != 1) {
        return version->error(ErrorCode::badValue, "version " + number->text, "version 1");
    }
    StatedShapes out;
    auto graph = readGraphName(json);
    if (!graph) {
        return std::move(graph).error();
    }
    out.graph = *std::move(graph);
    const auto inputs = json.member("inputs");
    if (!inputs) {
        return inputs.error();
    }
    if (auto read = readList(*inputs, {Side::input}, out.tensors); !read) {
        return std::move(read).error();
    }
    if (const auto outputs = json.find("outputs")) {
        if (auto read = readList(*outputs, {Side::output}, out.tensors); !read) {
            return std::move(read).error();
        }
    }
    return out;
}

}  // namespace

Result<std::vector<StatedShapes>> readRecords(const JsonCursor& json) {
    if (json.find("format")) {
        auto shapes = readDocument(json);
        return shapes ? Result<std::vector<StatedShapes>>({*std::move(shapes)}) : std::move(shapes).error();
    }
    const std::vector<Side> sides = {Side::input, Side::output};
    StatedShapes out;
    if (json.value().array() != nullptr) {
        if (auto read = readList(json, sides, out.tensors); !read) {
            return std::move(read).error();
        }
    } else {
        auto tensor = readRecord(json, sides);
        if (!tensor) {
            return std::move(tensor).error();
        }
        out.tensors.push_back(*std::move(tensor));
    }
    return std::vector<StatedShapes>{std::move(out)};
}

}  // namespace dimscope::overrides
