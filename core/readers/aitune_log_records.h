// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/capture/capture.h"
#include "core/module/locator.h"
#include "core/module/sample_metadata.h"
#include "core/module/tensor_spec.h"
#include "core/readers/aitune_log_line.h"

namespace dimscope::readers {

/// One tensor as a log prints it. Shape, min and max have one length.
struct PrintedTensor {
    module::Locator locator;
    std::string name;  ///< AITune's name of it for engines ("input__0", "args_0"), empty where not printed
    std::vector<module::Dim> shape;
    module::Sizes minShape;
    module::Sizes maxShape;
    std::string dtype;  ///< "torch.float32", empty where not printed
    TextPlace place;
};

/// The metadata of one side of a graph.
struct PrintedSpec {
    std::vector<PrintedTensor> tensors;
    std::vector<module::SampleMetadata::OtherEntry> others;
    TextPlace place;
};

/// One print of a graph, or of one side of it.
struct PrintedGraph {
    std::string module;      ///< empty: the text names none
    std::string parameters;  ///< number of parameters that JIT logs print behind a module's name ("340.4M")
    std::string graph;       ///< empty: the text names none
    std::optional<PrintedSpec> inputs;
    std::optional<PrintedSpec> outputs;
    std::vector<capture::Detail> details;
    TextPlace place;

    [[nodiscard]] std::optional<PrintedSpec>& side(module::Side side) {
        return side == module::Side::input ? inputs : outputs;
    }
    [[nodiscard]] const std::optional<PrintedSpec>& side(module::Side side) const {
        return side == module::Side::input ? inputs : outputs;
    }
};

}  // namespace dimscope::readers
