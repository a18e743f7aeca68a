// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tensor_order.h"

#include <algorithm>

#include "ui/models/audit_text.h"
#include "ui/models/natural_order.h"
#include "ui/models/origin_text.h"

namespace dimscope::models {
namespace {

using inference::AxisAnalysis;
using inference::TensorAnalysis;

std::weak_ordering orderNumbers(double left, double right) {
    if (left == right) {
        return std::weak_ordering::equivalent;
    }
    return left < right ? std::weak_ordering::less : std::weak_ordering::greater;
}

std::weak_ordering orderSizes(const TensorAnalysis& left, const TensorAnalysis& right,
                              std::int64_t AxisAnalysis::*size) {
    const std::size_t rank = std::min(left.axes.size(), right.axes.size());
    for (std::size_t axis = 0; axis < rank; ++axis) {
        if (const auto order = left.axes[axis].*size <=> right.axes[axis].*size; order != 0) {
            return order;
        }
    }
    return left.axes.size() <=> right.axes.size();
}

double elements(const TensorAnalysis& tensor, std::int64_t AxisAnalysis::*size) {
    double product = 1;
    for (const AxisAnalysis& axis : tensor.axes) {
        product *= static_cast<double>(axis.*size);
    }
    return product;
}

std::weak_ordering orderShapes(const TensorAnalysis& left, const TensorAnalysis& right) {
    if (left.axes.size() != right.axes.size()) {
        return left.axes.size() <=> right.axes.size();
    }
    return orderSizes(left, right, &AxisAnalysis::max);
}

std::weak_ordering orderVerdicts(const TensorAnalysis& left, const TensorAnalysis& right) {
    const inference::VerdictCounts a = countVerdicts(left);
    const inference::VerdictCounts b = countVerdicts(right);
    return a.dynamic != b.dynamic ? a.dynamic <=> b.dynamic : a.batch <=> b.batch;
}

std::weak_ordering orderModules(const capture::Capture& capture, const capture::Graph& left,
                                const capture::Graph& right) {
    return naturalOrder(capture.module(left.module).name, capture.module(right.module).name);
}

}  // namespace

double minElements(const TensorAnalysis& tensor) {
    return elements(tensor, &AxisAnalysis::min);
}

double maxElements(const TensorAnalysis& tensor) {
    return elements(tensor, &AxisAnalysis::max);
}

inference::VerdictCounts countVerdicts(const TensorAnalysis& tensor) {
    inference::VerdictCounts counts;
    for (const AxisAnalysis& axis : tensor.axes) {
        counts.add(axis.verdict);
    }
    return counts;
}

std::weak_ordering orderTensors(const Snapshot& snapshot, base::TensorId leftId, base::TensorId rightId,
                                TensorTableModel::Column column) {
    const capture::Capture& capture = *snapshot.capture;
    const capture::Tensor& left = capture.tensor(leftId);
    const capture::Tensor& right = capture.tensor(rightId);
    const TensorAnalysis& a = snapshot.analysis->tensor(leftId);
    const TensorAnalysis& b = snapshot.analysis->tensor(rightId);
    const capture::Graph& leftGraph = capture.graph(left.graph);
    const capture::Graph& rightGraph = capture.graph(right.graph);
    switch (column) {
        case TensorTableModel::Path: return naturalOrder(left.accessPath, right.accessPath);
        case TensorTableModel::Side: return left.side() <=> right.side();
        case TensorTableModel::Dtype: return naturalOrder(left.dtype, right.dtype);
        case TensorTableModel::Shape: return orderShapes(a, b);
        case TensorTableModel::Min: {
            const auto order = orderNumbers(minElements(a), minElements(b));
            return order != 0 ? order : orderSizes(a, b, &AxisAnalysis::min);
        }
        case TensorTableModel::Max: {
            const auto order = orderNumbers(maxElements(a), maxElements(b));
            return order != 0 ? order : orderSizes(a, b, &AxisAnalysis::max);
        }
        case TensorTableModel::Verdicts: return orderVerdicts(a, b);
        case TensorTableModel::Audit: return orderAudits(a, b);
        case TensorTableModel::Override: return originOf(snapshot, leftId) <=> originOf(snapshot, rightId);
        case TensorTableModel::Samples: return leftGraph.samples <=> rightGraph.samples;
        case TensorTableModel::Graph: {
            const auto order = naturalOrder(leftGraph.name, rightGraph.name);
            return order != 0 ? order : orderModules(capture, leftGraph, rightGraph);
        }
        case TensorTableModel::Module: {
            const auto order = orderModules(capture, leftGraph, rightGraph);
            return order != 0 ? order : naturalOrder(leftGraph.name, rightGraph.name);
        }
        case TensorTableModel::ColumnCount: break;
    }
    return std::weak_ordering::equivalent;
}

}  // namespace dimscope::models
