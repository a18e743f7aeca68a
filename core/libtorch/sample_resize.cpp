// SPDX-License-Identifier: GPL-3.0-or-later
// Resizing of a sample: what becomes of each tensor, and the sample made of them.
#include <ATen/ATen.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/libtorch/resize.h"
#include "core/libtorch/sample_leaves.h"
#include "core/libtorch/saved_sample.h"
#include "core/readers/saved_value.h"

namespace dimscope::libtorch {

using base::Error;
using base::ErrorCode;
using base::Result;
using module::Value;
using readers::PickleId;
using readers::PickleValue;

namespace {

Error resizeError(ErrorCode code, const std::string& path, std::string found, std::string expected) {
    Error out{code, std::move(found), std::move(expected), {}, {}, {}};
    out.where.tensor = path;
    return out;
}

/// The spec of a tensor whose listed axes follow the batch size.
Result<module::TensorSpec> specOf(const LeafResize& resize, const module::TensorInfo& tensor) {
    std::vector<module::Dim> shape(tensor.shape.begin(), tensor.shape.end());
    std::vector<double> multipliers(shape.size(), std::numeric_limits<double>::quiet_NaN());
    for (const LeafResize::Axis& axis : resize.axes) {
        const auto index = static_cast<std::size_t>(axis.axis);
        if (axis.axis < 0 || index >= shape.size()) {
            return resizeError(ErrorCode::indexError, resize.path,
                               "found the axis " + std::to_string(axis.axis),
                               "expected one of " + std::to_string(shape.size()) + " axes");
        }
        if (std::holds_alternative<std::string>(shape[index])) {
            return resizeError(ErrorCode::valueError, resize.path,
                               "found the axis " + std::to_string(axis.axis) + " twice", "expected it once");
        }
        shape[index] = "batch" + std::to_string(axis.axis);
        multipliers[index] = static_cast<double>(axis.multiplier);
    }
    return module::TensorSpec::fromParts(std::move(shape), tensor.shape, tensor.shape, tensor.dtype,
                                         std::move(multipliers));
}

/// Makes every value of a tree stand in one place only.
class Separation {
 public:
    Separation(readers::PickleContent& content, std::vector<at::Tensor>& tensors)
        : m_content(content), m_tensors(tensors) {}

    /// Errors: tooDeep, tooLarge.
    Result<void> run(PickleId root) { return children(root, 0); }

 private:
    static Error tooMuch(ErrorCode code) {
        return {code, "found data that are shared too often or contain themselves",
                "expected data without circles"};
    }

    Result<void> place(PickleId& id, std::size_t depth) {
        if (!m_seen.insert(id.value).second) {
            if (++m_copies > readers::SavedValueLimits::kMostParts) {
                return tooMuch(ErrorCode::tooLarge);
            }
            const std::uint32_t from = id.value;
            const PickleValue copy = m_content.tree[id];
            id = m_content.tree.add(copy.data, copy.byte);
            m_seen.insert(id.value);
            m_tensors.resize(m_content.tree.size());
            m_tensors[id.value] = m_tensors[from];
            if (const auto made = m_content.constructors.find(from); made != m_content.constructors.end()) {
                m_content.constructors.emplace(id.value, std::string(made->second));
            }
        }
        return children(id, depth + 1);
    }

    template <class Parts>
    Result<void> all(PickleId owner, std::size_t depth, Parts parts) {
        const std::size_t count = parts(m_content.tree[owner]).size();
        for (std::size_t i = 0; i < count; ++i) {
            // The tree grows meanwhile, so that nothing in it may be referred to.
            PickleId id = idIn(parts(m_content.tree[owner])[i]);
            Result<void> placed = place(id, depth);
            if (!placed) {
                return placed;
            }
            idIn(parts(m_content.tree[owner])[i]) = id;
        }
        return {};
    }

    static PickleId& idIn(PickleId& id) { return id; }
    static PickleId& idIn(std::pair<PickleId, PickleId>& entry) { return entry.second; }

    Result<void> children(PickleId id, std::size_t depth) {
        if (depth > readers::SavedValueLimits::kDeepest) {
            return tooMuch(ErrorCode::tooDeep);
        }
        const PickleValue& value = m_content.tree[id];
        if (value.as<PickleValue::Sequence>() != nullptr) {
            return all(
                id, depth, [](PickleValue & it) -> auto& { return it.as<PickleValue::Sequence>()->items; });
        }
        if (value.as<PickleValue::Dict>() != nullptr) {
            return all(
                id, depth, [](PickleValue & it) -> auto& { return it.as<PickleValue::Dict>()->items; });
        }
        if (value.as<PickleValue::Object>() == nullptr) {
            return {};
        }
        Result<void> done = all(
            id, depth, [](PickleValue & it) -> auto& { return it.as<PickleValue::Object>()->args; });
        done = !done ? done
                     : all(
                           id, depth,
                           [](PickleValue & it) -> auto& { return it.as<PickleValue::Object>()->items; });
        done = !done ? done
                     : all(
                           id, depth,
                           [](PickleValue & it) -> auto& { return it.as<PickleValue::Object>()->entries; });
        if (const std::optional<PickleId> state = m_content.tree.as<PickleValue::Object>(id)->state;
            done && state) {
            PickleId placed = *state;
            done = place(placed, depth);
            m_content.tree[id].as<PickleValue::Object>()->state = placed;
        }
        return done;
    }

    readers::PickleContent& m_content;
    std::vector<at::Tensor>& m_tensors;
    std::set<std::uint32_t> m_seen;
    std::size_t m_copies = 0;
};

/// Memory of its own, no larger than it needs.
Result<at::Tensor> compact(at::Tensor tensor) {
    try {
        const bool ownsAll =
            tensor.is_contiguous() &&
            tensor.storage().nbytes() == static_cast<std::size_t>(tensor.numel()) * tensor.itemsize();
        return ownsAll ? tensor : tensor.clone(at::MemoryFormat::Contiguous);
    } catch (const std::exception&) {
        return Error{ErrorCode::tooLarge, "found no memory for the sample", "expected a smaller batch size"};
    }
}

}  // namespace

Result<void> Sample::separate() {
    return Separation(m_file.content, m_tensors).run(m_file.root);
}

Result<std::vector<Sample::LeafPlan>> Sample::plans(const std::vector<LeafResize>& resizes,
                                                    std::int64_t batchSize) const {
    std::unordered_map<std::string, const LeafResize*> byPath;
    for (const LeafResize& resize : resizes) {
        if (!byPath.emplace(resize.path, &resize).second) {
            return resizeError(ErrorCode::valueError, resize.path, "found the path twice",
                               "expected it once");
        }
    }
    std::set<std::string> used;
    const Result<std::vector<readers::SavedCall>> calls = numberedCalls();
    if (!calls) {
        return calls.error();
    }
    std::vector<LeafPlan> out;
    for (std::size_t call = 0; call < calls->size(); ++call) {
        for (const Value& root : (*calls)[call].roots) {
            for (const module::Leaf& leaf : tensorLeaves(root)) {
                const auto& info = *leaf.value->as<module::TensorInfo>();
                LeafPlan plan{
                    {call, leaf.locator.accessPath(), info.dtype, info.shape}, idOf(*leaf.value), {}};
                if (const auto found = byPath.find(plan.shape.path); found != byPath.end()) {
                    used.insert(plan.shape.path);
                    const Result<module::TensorSpec> spec = specOf(*found->second, info);
                    Result<module::BatchPlan> steps = spec ? module::planBatch(*spec, info.shape, batchSize)
                                                           : Result<module::BatchPlan>(spec.error());
                    if (!steps) {
                        steps.error().where.tensor = plan.shape.path;
                        return std::move(steps.error());
                    }
                    for (const module::AxisResize& step : *steps) {
                        plan.shape.sizes[static_cast<std::size_t>(step.axis)] = step.target;
                    }
                    plan.plan = std::move(*steps);
                }
                out.push_back(std::move(plan));
            }
        }
    }
    for (const LeafResize& resize : resizes) {
        if (used.count(resize.path) == 0) {
            return resizeError(ErrorCode::notFound, resize.path, "found no tensor at this path in " + m_name,
                               "expected one of those that the sample holds");
        }
    }
    return out;
}

Result<std::vector<SampleShape>> Sample::resizedShapes(const std::vector<LeafResize>& resizes,
                                                       std::int64_t batchSize) const {
    Result<std::vector<LeafPlan>> planned = plans(resizes, batchSize);
    if (!planned) {
        return std::move(planned.error());
    }
    std::vector<SampleShape> out;
    for (LeafPlan& plan : *planned) {
        out.push_back(std::move(plan.shape));
    }
    return out;
}

Result<Sample> Sample::resized(const std::vector<LeafResize>& resizes, std::int64_t batchSize) const {
    Sample out = *this;
    if (Result<void> separated = out.separate(); !separated) {
        separated.error().where.file = m_name;
        return std::move(separated.error());
    }
    const Result<std::vector<LeafPlan>> planned = out.plans(resizes, batchSize);
    if (!planned) {
        return planned.error();
    }
    for (const LeafPlan& leaf : *planned) {
        const bool changes = std::any_of(leaf.plan.begin(), leaf.plan.end(), [](const auto& step) {
            return step.way != module::AxisResize::Way::keep;
        });
        if (!changes) {
            continue;
        }
        at::Tensor& tensor = out.m_tensors[leaf.id.value];
        Result<at::Tensor> resized = applyPlan(tensor, leaf.plan);
        resized = resized ? compact(std::move(*resized)) : std::move(resized);
        if (!resized) {
            return std::move(resized.error()).withContext("resizing " + leaf.shape.path);
        }
        tensor = std::move(*resized);
        out.m_file.content.tree[leaf.id].as<PickleValue::Tensor>()->sizes = leaf.shape.sizes;
    }
    Result<void> understood = out.understand();
    return understood ? Result<Sample>(std::move(out)) : Result<Sample>(std::move(understood.error()));
}

}  // namespace dimscope::libtorch
