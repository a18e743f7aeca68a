// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tensor_worker/tasks.h"

#include <string>
#include <utility>
#include <vector>

#include "core/libtorch/probe.h"
#include "core/libtorch/saved_sample.h"

namespace dimscope::tensor_worker {

using base::Result;

namespace {

std::vector<libtorch::LeafResize> resizesOf(const std::vector<trial::TensorAxes>& tensors) {
    std::vector<libtorch::LeafResize> out;
    for (const trial::TensorAxes& tensor : tensors) {
        libtorch::LeafResize resize{tensor.path, {}};
        for (const trial::BatchAxis& axis : tensor.axes) {
            resize.axes.push_back({axis.axis, axis.multiplier});
        }
        out.push_back(std::move(resize));
    }
    return out;
}

trial::Done doneWith(const std::vector<libtorch::SampleShape>& shapes) {
    trial::Done done;
    for (const libtorch::SampleShape& shape : shapes) {
        done.tensors.push_back({shape.path, shape.dtype, shape.sizes});
    }
    return done;
}

}  // namespace

Result<void> runBatch(const trial::BatchTask& task, const AnswerStream& answers) {
    const auto sample = libtorch::loadSample(task.sample);
    if (!sample) {
        return sample.error();
    }
    const auto resizes = resizesOf(task.resize);
    if (task.out.empty()) {
        const auto shapes = sample->resizedShapes(resizes, task.batchSize);
        return shapes ? answers.send(doneWith(*shapes)) : shapes.error();
    }
    const auto resized = sample->resized(resizes, task.batchSize);
    if (!resized) {
        return resized.error();
    }
    if (auto saved = libtorch::saveSample(*resized, task.out); !saved) {
        return saved;
    }
    return answers.send(doneWith(resized->shapes()));
}

Result<void> runProbe(const trial::ProbeTask& task, const AnswerStream& answers) {
    const auto sample = libtorch::loadSample(task.sample);
    if (!sample) {
        return sample.error();
    }
    const libtorch::ProbeRequest request{task.model, task.batchSizes, resizesOf(task.resize)};
    const auto of = static_cast<std::int64_t>(task.batchSizes.size());
    const auto outcome = [&](const libtorch::ProbeOutcome& each) {
        return each.ran ? answers.send(trial::RecordedCall{each.line, each.seconds})
                        : answers.send(trial::Failure{each.batchSize, each.message});
    };
    const auto progress = [&](std::size_t done, std::size_t) {
        const std::string text =
            done < task.batchSizes.size() ? "batch size " + std::to_string(task.batchSizes[done]) : "";
        return answers.send(trial::Progress{static_cast<std::int64_t>(done), of, text});
    };
    if (auto ran = libtorch::probeModel(request, *sample, outcome, progress); !ran) {
        return ran;
    }
    return answers.send(trial::Done{});
}

}  // namespace dimscope::tensor_worker
