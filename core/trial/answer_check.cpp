// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trial/answer_check.h"

#include <algorithm>
#include <utility>

#include "core/base/counted.h"
#include "core/base/printable.h"
#include "core/readers/open_capture.h"

namespace dimscope::trial {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

constexpr std::string_view kHeader = "{\"format\": \"dimscope.capture\", \"version\": 1}\n";
constexpr const char* kName = "trial.shapes.jsonl";

Error untrue(std::string what, std::string expected) {
    return {ErrorCode::badValue,
            "the worker answered " + std::move(what),
            std::move(expected),
            "nothing of the answer is used; try again, and report it if it stays",
            {},
            {}};
}

std::string batchText(std::int64_t batchSize) {
    return "batch size " + std::to_string(batchSize);
}

readers::OpenOptions nativeFormat() {
    readers::OpenOptions options;
    options.format = "dimscope.capture";
    return options;
}

/// Sizes of the inputs of the only call, in ascending order: a model may name and order its inputs in another
/// way than the sample does.
std::vector<module::Sizes> inputSizes(const capture::Capture& capture) {
    std::vector<module::Sizes> out;
    for (const capture::Tensor& tensor : capture.tensors()) {
        if (tensor.side() == module::Side::input) {
            out.push_back(tensor.sizesAt(base::SampleId{0}));
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

}  // namespace

AnswerCheck::AnswerCheck(Request request, ResizePlan plan)
    : m_request(std::move(request)), m_plan(std::move(plan)) {}

Result<void> AnswerCheck::take(std::string_view line) {
    if (hasEnded()) {
        return untrue("more after its end", "expected nothing");
    }
    auto answer = readAnswer(line);
    if (!answer) {
        return untrue("what is no answer: " + answer.error().sentence(), "expected a line of the protocol");
    }
    if (auto* progress = std::get_if<Progress>(&*answer)) {
        return takeProgress(std::move(*progress));
    }
    if (const auto* call = std::get_if<RecordedCall>(&*answer)) {
        return takeCall(*call);
    }
    if (auto* failure = std::get_if<Failure>(&*answer)) {
        return takeFailure(std::move(*failure));
    }
    if (const auto* done = std::get_if<Done>(&*answer)) {
        return takeDone(*done);
    }
    m_refusal = std::get<Refusal>(std::move(*answer)).error;
    return {};
}

std::optional<std::int64_t> AnswerCheck::runningBatchSize() const {
    const auto* probe = std::get_if<ProbeTask>(&m_request);
    const bool runs = probe != nullptr && m_progress && m_next < probe->batchSizes.size() &&
                      m_progress->done == static_cast<std::int64_t>(m_next);
    return runs ? std::optional(probe->batchSizes[m_next]) : std::nullopt;
}

Result<void> AnswerCheck::takeProgress(Progress progress) {
    const auto* probe = std::get_if<ProbeTask>(&m_request);
    if (probe != nullptr && (progress.of != static_cast<std::int64_t>(probe->batchSizes.size()) ||
                             progress.done != static_cast<std::int64_t>(m_next))) {
        return untrue(
            "progress " + std::to_string(progress.done) + " of " + std::to_string(progress.of),
            "expected " + std::to_string(m_next) + " of " + std::to_string(probe->batchSizes.size()));
    }
    m_progress = std::move(progress);
    return {};
}

Result<void> AnswerCheck::takeTurn(std::int64_t batchSize) {
    const auto* probe = std::get_if<ProbeTask>(&m_request);
    if (probe == nullptr || m_next >= probe->batchSizes.size()) {
        return untrue("for " + batchText(batchSize), "expected the end");
    }
    if (probe->batchSizes[m_next] != batchSize) {
        return untrue("for " + batchText(batchSize), "expected " + batchText(probe->batchSizes[m_next]));
    }
    ++m_next;
    return {};
}

Result<void> AnswerCheck::takeCall(const RecordedCall& call) {
    const auto opened = readers::openText(std::string(kHeader) + call.line + "\n", kName, nativeFormat());
    if (!opened) {
        return untrue("a call that cannot be read: " + opened.error().sentence(), "expected a native call");
    }
    const capture::Capture& capture = *opened->capture;
    if (capture.sampleCount() != 1 || capture.graphs().size() != 1) {
        return untrue(base::counted(capture.sampleCount(), "call", "calls") + " in a line", "expected one");
    }
    const std::int64_t batchSize = capture.graphs().front().batchSizes->front();
    if (auto taken = takeTurn(batchSize); !taken) {
        return taken;
    }
    auto planned = m_plan.sizesAt(batchSize);
    if (!planned) {
        return std::move(planned).error();
    }
    std::sort(planned->begin(), planned->end());
    if (inputSizes(capture) != *planned) {
        return untrue("other inputs than the plan at " + batchText(batchSize), "expected the planned sizes");
    }
    m_calls += call.line + "\n";
    if (call.seconds) {
        m_times.push_back({batchSize, *call.seconds});
    }
    return {};
}

Result<void> AnswerCheck::takeFailure(Failure failure) {
    if (auto taken = takeTurn(failure.batchSize); !taken) {
        return taken;
    }
    m_failures.push_back(std::move(failure));
    return {};
}

Result<void> AnswerCheck::takeDone(const Done& done) {
    if (const auto* probe = std::get_if<ProbeTask>(&m_request)) {
        if (m_next != probe->batchSizes.size() || !done.tensors.empty()) {
            return untrue("a result after " + std::to_string(m_next) + " of " +
                              base::counted(probe->batchSizes.size(), "batch size", "batch sizes"),
                          "expected a call or a failure for each");
        }
        m_done = done;
        return {};
    }
    const auto planned = m_plan.sizesAt(std::get<BatchTask>(m_request).batchSize);
    if (!planned) {
        return planned.error();
    }
    if (done.tensors.size() != planned->size()) {
        return untrue(base::counted(done.tensors.size(), "tensor", "tensors"),
                      "expected " + std::to_string(planned->size()));
    }
    for (std::size_t i = 0; i < planned->size(); ++i) {
        const ResizedTensor& real = done.tensors[i];
        const SampleTensor& tensor = m_plan.tensors[i].tensor;
        if (real.path != tensor.locator.accessPath() || real.sizes != (*planned)[i] ||
            real.dtype != tensor.dtype) {
            return untrue(
                base::shortened(real.path, 200) + " " + real.dtype + " " + module::sizesText(real.sizes),
                "expected " + tensor.locator.accessPath() + " " + tensor.dtype + " " +
                    module::sizesText((*planned)[i]));
        }
    }
    m_done = done;
    return {};
}

Result<Outcome> AnswerCheck::probeOutcome() {
    Outcome out;
    out.failures = m_failures;
    out.times = m_times;
    if (!m_calls.empty()) {
        auto opened = readers::openText(std::string(kHeader) + m_calls, kName, nativeFormat());
        if (!opened) {
            return untrue("calls that do not go together: " + opened.error().sentence(),
                          "expected a native capture");
        }
        out.capture = opened->capture;
    }
    return out;
}

Result<Outcome> AnswerCheck::finish() {
    if (m_refusal) {
        return *m_refusal;
    }
    if (!m_done) {
        return untrue("no result", "expected one before its end");
    }
    if (std::holds_alternative<BatchTask>(m_request)) {
        Outcome out;
        out.tensors = m_done->tensors;
        return out;
    }
    return probeOutcome();
}

std::optional<Outcome> AnswerCheck::soFar() {
    if (m_next == 0 || !std::holds_alternative<ProbeTask>(m_request)) {
        return std::nullopt;
    }
    auto out = probeOutcome();
    return out ? std::optional(std::move(*out)) : std::nullopt;
}

std::optional<Outcome> AnswerCheck::finishEarly(const std::string& why) {
    const auto running = runningBatchSize();
    if (!running || hasEnded()) {
        return std::nullopt;
    }
    auto out = probeOutcome();
    if (!out) {
        return std::nullopt;
    }
    out->failures.push_back({*running, why});
    const auto& batchSizes = std::get<ProbeTask>(m_request).batchSizes;
    for (std::size_t i = m_next + 1; i < batchSizes.size(); ++i) {
        out->failures.push_back({batchSizes[i], "not tried: the run had ended at " + batchText(*running)});
    }
    return std::move(*out);
}

}  // namespace dimscope::trial
