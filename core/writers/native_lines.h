// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/capture/capture.h"

/// The lines of a native capture.
namespace dimscope::writers {

/// Lines of one graph: what is the same in all of them is made once. The capture must outlive it.
class NativeLines {
 public:
    NativeLines(const capture::Capture& capture, const capture::Graph& graph);

    /// Appends a call as it was recorded, with its newline: batch size, time, label, tensors in the order of
    /// the call.
    void appendCall(std::string& out, capture::SampleId sample);

    /// Appends a summary under a name (none: no name), with its newline.
    void appendSummary(std::string& out, const std::string& name) const;

 private:
    struct TensorText {
        const capture::Tensor* tensor;
        std::string head;
    };
    /// The text around the numbers.
    struct FormText {
        std::vector<TensorText> inputs;
        std::vector<TensorText> outputs;
        std::string afterInputs;
        std::string afterOutputs;
    };

    [[nodiscard]] FormText formText(const capture::CallForm* form) const;
    [[nodiscard]] const FormText& formAt(capture::SampleId sample);
    template <class Append>
    static void appendSides(std::string& out, const FormText& form, const Append& append);

    const capture::Capture& m_capture;
    const capture::Graph& m_graph;
    std::string m_head;
    FormText m_usual;
    std::unordered_map<std::uint32_t, FormText> m_others;  // by index of the form; the latest ones
};

}  // namespace dimscope::writers
