// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/native_lines.h"

#include <charconv>

#include "core/base/json_value.h"

namespace dimscope::writers {

namespace {

using base::JsonLayout;
using base::JsonValue;
using capture::SampleId;
using capture::Tensor;
using module::Side;

constexpr std::size_t kMostForms = 1024;  // whose texts are kept

void appendNumber(std::string& out, std::int64_t number) {
    char digits[24];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
    out.append(std::begin(digits), end);
}

std::string dtypeText(const std::string& dtype) {
    return dtype.empty() ? "null" : base::quoteJson(dtype);
}

std::string pathsText(const module::Locator& locator, const std::string& accessPath) {
    return "\"access_path\": " + base::quoteJson(accessPath) +
           ", \"semantic_path\": " + base::dumpJson(locator.semanticPath(), JsonLayout::spaced);
}

std::string othersText(const capture::CallForm::Others& others) {
    std::string out = "[";
    for (const auto& [locator, value] : others) {
        out += out.size() > 1 ? ", {" : "{";
        out += pathsText(locator, locator.accessPath());
        out += ", \"value\": " + base::dumpJson(value.toJson(), JsonLayout::spaced) + "}";
    }
    return out + "]";
}

}  // namespace

NativeLines::NativeLines(const capture::Capture& capture, const capture::Graph& graph)
    : m_capture(capture),
      m_graph(graph),
      m_head("{\"module\": " + base::quoteJson(capture.module(graph.module).name)),
      m_usual(formText(nullptr)) {}

NativeLines::FormText NativeLines::formText(const capture::CallForm* form) const {
    FormText text;
    const auto addTensor = [&](capture::TensorId id, const std::string& accessPath) {
        const Tensor& tensor = m_capture.tensor(id);
        (tensor.side() == Side::input ? text.inputs : text.outputs)
            .push_back({&tensor, "{" + pathsText(tensor.locator, accessPath) + ", \"dtype\": "});
    };
    if (form != nullptr && !form->places.empty()) {
        for (const capture::CallForm::Place& place : form->places) {
            addTensor(m_graph.tensors[place.tensor], place.accessPath);
        }
    } else {
        for (const capture::TensorId id : m_graph.tensors) {
            addTensor(id, m_capture.tensor(id).accessPath);
        }
    }
    const bool ownInputs = form != nullptr && form->otherInputs;
    const bool ownOutputs = form != nullptr && form->otherOutputs;
    const module::Strictness strictness = form != nullptr ? form->strictness : m_graph.strictness;
    const std::string strict = strictness == module::Strictness::strict ? "true" : "false";
    const std::string phase =
        m_graph.phase == module::LlmPhase::none ? "null" : base::quoteJson(module::name(m_graph.phase));
    text.afterInputs =
        "], \"other_data\": " + othersText(ownInputs ? *form->otherInputs : m_graph.otherInputs) +
        ", \"strict\": " + strict + ", \"llm_phase\": " + phase + "}, \"outputs\": {\"tensor_data\": [";
    text.afterOutputs =
        "], \"other_data\": " + othersText(ownOutputs ? *form->otherOutputs : m_graph.otherOutputs) +
        ", \"strict\": " + strict + ", \"llm_phase\": null}}\n";
    return text;
}

const NativeLines::FormText& NativeLines::formAt(SampleId sample) {
    const std::optional<std::uint32_t> form = m_graph.calls->formAt(sample);
    if (!form) {
        return m_usual;
    }
    if (const auto known = m_others.find(*form); known != m_others.end()) {
        return known->second;
    }
    if (m_others.size() >= kMostForms) {
        m_others.clear();
    }
    return m_others.emplace(*form, formText(&m_graph.calls->forms[*form])).first->second;
}

template <class Append>
void NativeLines::appendSides(std::string& out, const FormText& form, const Append& append) {
    const auto appendSide = [&](const std::vector<TensorText>& tensors) {
        for (const TensorText& tensor : tensors) {
            out += &tensor == tensors.data() ? "" : ", ";
            out += tensor.head;
            append(out, *tensor.tensor);
        }
    };
    out += ", \"inputs\": {\"tensor_data\": [";
    appendSide(form.inputs);
    out += form.afterInputs;
    appendSide(form.outputs);
    out += form.afterOutputs;
}

void NativeLines::appendCall(std::string& out, SampleId sample) {
    const std::int64_t batchSize = (*m_graph.batchSizes)[sample.value];
    out += m_head;
    out += ", \"batch_size\": ";
    if (batchSize == capture::kUnknownBatch) {
        out += "null";
    } else {
        appendNumber(out, batchSize);
    }
    if (const std::string_view time = m_graph.calls->times.at(sample.value); !time.empty()) {
        out += ", \"time\": " + base::quoteJson(time);
    }
    if (const std::string_view label = m_graph.calls->labels.at(sample.value); !label.empty()) {
        out += ", \"label\": " + base::quoteJson(label);
    }
    appendSides(out, formAt(sample), [sample](std::string& text, const Tensor& tensor) {
        text += dtypeText(tensor.dtypeAt(sample));
        text += ", \"shape\": [";
        for (std::size_t axis = 0; axis < tensor.rank; ++axis) {
            text += axis == 0 ? "" : ", ";
            appendNumber(text, tensor.column(axis)[sample.value]);
        }
        text += "]}";
    });
}

void NativeLines::appendSummary(std::string& out, const std::string& name) const {
    out += m_head;
    out += ", \"summary\": true";
    if (!name.empty()) {
        out += ", \"graph\": " + base::quoteJson(name);
    }
    appendSides(out, m_usual, [](std::string& text, const Tensor& tensor) {
        text += dtypeText(tensor.dtype);
        const JsonValue spec = tensor.summary ? tensor.summary->toJson() : JsonValue::Object{};
        for (const char* key : {"shape", "min_shape", "max_shape"}) {
            if (const JsonValue* sizes = spec.find(key)) {
                text += std::string(", \"") + key + "\": " + base::dumpJson(*sizes, JsonLayout::spaced);
            }
        }
        const JsonValue multipliers = tensor.summary ? tensor.summary->multipliersJson() : JsonValue();
        if (!multipliers.isNull()) {
            text += ", \"batch_axis_multipliers\": " + base::dumpJson(multipliers, JsonLayout::spaced);
        }
        text += "}";
    });
}

}  // namespace dimscope::writers
