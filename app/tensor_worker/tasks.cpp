// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tensor_worker/tasks.h"

#include <string>
#include <utility>
#include <vector>

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

}  // namespace dimscope::tensor_worker
