// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/finding_place.h"

#include <algorithm>

namespace dimscope::panels {

namespace {

/// More tensors than these are not selected together.
constexpr std::size_t kMostTensors = 32;

}  // namespace

session::Selection placeOf(const models::FindingRow& row) {
    const inference::Finding& finding = *row.finding;
    session::Selection selection;
    selection.module = row.module;
    selection.graph = row.graph;
    if (finding.tensor) {
        selection.tensors = {*finding.tensor};
        selection.axis = finding.axis;
    } else if (!finding.axes.empty()) {
        for (const inference::AxisRef& axis : finding.axes) {
            const auto& known = selection.tensors;
            if (known.size() < kMostTensors &&
                std::find(known.begin(), known.end(), axis.tensor) == known.end()) {
                selection.tensors.push_back(axis.tensor);
            }
        }
        selection.axis = finding.axes.front().axis;
    }
    if (!finding.samples.empty() && row.graph) {
        selection.sample = base::SampleId{finding.samples.front()};
    }
    return selection;
}

}  // namespace dimscope::panels
