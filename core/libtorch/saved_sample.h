// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/libtorch/tensor_tree.h"
#include "core/module/batch_plan.h"
#include "core/readers/saved_calls.h"
#include "core/readers/saved_file.h"

namespace dimscope::libtorch {

/// A tensor among the arguments of a sample, without torch.
struct SampleShape {
    std::size_t call = 0;  ///< index in Sample::calls
    std::string path;      ///< access path among the arguments: `mask`, `[0]`, `options["mask"]`
    std::string dtype;     ///< "torch.float32"
    std::vector<std::int64_t> sizes;
};

/// Which axes of a tensor follow the batch size.
struct LeafResize {
    struct Axis {
        int axis = 0;
        std::int64_t multiplier = 1;  ///< axis size / batch size
    };
    std::string path;  ///< as SampleShape::path
    std::vector<Axis> axes;
};

/// What a file of torch.save holds, with its tensors in memory (on the CPU). Copies share the memory.
class Sample {
 public:
    [[nodiscard]] const std::vector<SampleCall>& calls() const { return m_calls; }
    /// Tensors of all calls that the rules see, call by call. A tensor that two paths lead to stands twice.
    [[nodiscard]] std::vector<SampleShape> shapes() const;
    /// Path of the file as it was given, for messages.
    [[nodiscard]] const std::string& name() const { return m_name; }

    /// The sample at a batch size: each axis that is listed gets multiplier x batch size slices, by the rule
    /// of module::planBatch; what is not listed stays as it is. A path counts in every call of the file.
    /// Errors: notFound (no tensor at a path), indexError (an axis that it lacks), valueError (a path or an
    /// axis listed twice), overflow, tooLarge (no memory).
    [[nodiscard]] base::Result<Sample> resized(const std::vector<LeafResize>& resizes,
                                               std::int64_t batchSize) const;
    /// The shapes that `resized` would give, in the order of `shapes`; nothing is copied. Errors: the same,
    /// but for tooLarge.
    [[nodiscard]] base::Result<std::vector<SampleShape>> resizedShapes(const std::vector<LeafResize>& resizes,
                                                                       std::int64_t batchSize) const;

 private:
    friend base::Result<Sample> loadSample(const std::filesystem::path& path);
    friend base::Result<void> saveSample(const Sample& sample, const std::filesystem::path& path);

    /// What becomes of a tensor of the arguments.
    struct LeafPlan {
        SampleShape shape;  ///< as it will be
        readers::PickleId id{};
        module::BatchPlan plan;
    };

    [[nodiscard]] base::Result<std::vector<readers::SavedCall>> numberedCalls() const;
    [[nodiscard]] base::Result<std::vector<LeafPlan>> plans(const std::vector<LeafResize>& resizes,
                                                            std::int64_t batchSize) const;
    base::Result<void> understand();
    base::Result<void> separate();

    std::string m_name;
    readers::SavedFile m_file;
    std::vector<at::Tensor> m_tensors;  // by id of the value in the file
    std::vector<SampleCall> m_calls;
};

/// Reads a file of torch.save with its tensors: zip archives and the older stream. Nothing in it is executed.
/// Errors: those of the reader (readers/saved_file.h); badValue, at the tensor's place, where a tensor
/// reaches out of its storage or the storage is missing or too short; badValue for tensors that are not
/// strided (sparse, quantised, without storage) or of a dtype that this LibTorch lacks; noShapes where no
/// call has a tensor; tooLarge where memory does not suffice.
[[nodiscard]] base::Result<Sample> loadSample(const std::filesystem::path& path);

/// Writes what `torch.load` opens, also with weights_only=True as far as that reads the values (README). The
/// target is replaced as a whole or not at all. Kept are OrderedDict, dict, list, tuple, set, torch.Size,
/// text, bytes, numbers, booleans, None, torch.dtype, torch.device, and which tensors share memory; a
/// parameter becomes a tensor. Errors: inexpressible, with the place, for everything else (objects of other
/// classes, NumPy arrays, ...); writeFailed.
[[nodiscard]] base::Result<void> saveSample(const Sample& sample, const std::filesystem::path& path);

}  // namespace dimscope::libtorch
