// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/trial.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>
#include <chrono>
#include <utility>
#include <variant>

#include "core/readers/pickle_scalars.h"

namespace dimscope::app {

namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using session::TensorWorker;
using session::TrialOutcomePtr;

constexpr int kTick = 20;  // milliseconds between looks at the token

/// The command as if `file` were its only input.
CommandLine lineFor(const CommandLine& line, const std::string& file) {
    CommandLine out = line;
    out.files = {file};
    return out;
}

Result<trial::SavedSample> openSample(const CommandLine& line, const std::string& sample,
                                      const base::CancelToken& cancel) {
    CommandLine own = lineFor(line, sample);
    own.format.clear();  // --as is for the recording
    own.savedSamples = module::Strictness::lenient;
    if (!std::holds_alternative<capture::BatchSizeSource::Constant>(own.batchSizes.from)) {
        own.batchSizes = {};
    }
    const auto opened = openFiles(own, cancel);
    return opened ? trial::savedSample(*opened->capture) : opened.error();
}

/// The error with the file that it is about beside the place in it.
Error ofFile(Error error, const std::string& file) {
    if (error.where.text().empty()) {
        error.where.file = file;
        return error;
    }
    return std::move(error).withContext("in " + file);
}

}  // namespace

Result<void> checkName(const std::string& path) {
    return readers::isUtf8(path) ? Result<void>()
                                 : Error{ErrorCode::usage,       "found a name that is not UTF-8",
                                         "expected one that is", "rename the file",
                                         {.file = path},         {}};
}

Result<TrialInput> openTrial(const CommandLine& line, const std::string& sample,
                             const base::CancelToken& cancel) {
    if (auto checked = checkName(sample); !checked) {
        return std::move(checked).error();
    }
    auto saved = openSample(line, sample, cancel);
    if (!saved) {
        return std::move(saved).error();
    }
    TrialInput out{std::move(*saved), {}, {}, {}};
    if (line.like.empty()) {
        auto plan = trial::resizeFirstAxes(out.sample);
        if (!plan) {
            return ofFile(std::move(plan).error(), sample);
        }
        out.plan = std::move(*plan);
        return out;
    }
    auto like = openAndAnalyse(lineFor(line, line.like), cancel);
    if (!like) {
        return std::move(like).error();
    }
    const auto graph = trial::graphLike(*like->opened.capture, out.sample, line.graph);
    if (!graph) {
        return ofFile(graph.error(), line.like);
    }
    auto plan = trial::resizeLike(*like->opened.capture, like->analysis, *graph, out.sample);
    if (!plan) {
        return ofFile(std::move(plan).error(), line.like);
    }
    out.graph = *graph;
    out.plan = std::move(*plan);
    out.like = std::move(*like);
    return out;
}

std::int64_t memoryLimit(const TrialLimits& limits) {
    return limits.memory.value_or(TensorWorker::defaultMemory());
}

Result<TrialOutcomePtr> runTrial(const trial::Request& request, const trial::ResizePlan& plan,
                                 const TrialLimits& limits, char* program, const base::CancelToken& cancel) {
    int count = program != nullptr ? 1 : 0;
    char* arguments[] = {program, nullptr};
    QCoreApplication application(count, arguments);
    TensorWorker worker;
    QEventLoop loop;
    Result<TrialOutcomePtr> result = Error{ErrorCode::cancelled, "interrupted", {}, {}, {}, {}};
    QObject::connect(&worker, &TensorWorker::finished, &loop, [&](const TrialOutcomePtr& outcome) {
        result = outcome;
        loop.quit();
    });
    QObject::connect(&worker, &TensorWorker::failed, &loop, [&](const Error& error) {
        result = error;
        loop.quit();
    });
    QObject::connect(&worker, &TensorWorker::cancelled, &loop, &QEventLoop::quit);
    // A signal handler cannot wake the loop.
    QTimer tick;
    QObject::connect(&tick, &QTimer::timeout, &worker, [&] {
        if (cancel.cancelled()) {
            worker.cancel();
        }
    });
    tick.start(kTick);
    worker.start(request, plan,
                 limits.time ? std::chrono::seconds(*limits.time) : TensorWorker::kDefaultTime);
    loop.exec();
    return result;
}

}  // namespace dimscope::app
