// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/json_value.h"
#include "core/capture/labelling.h"
#include "core/module/locator.h"
#include "core/overrides/override_set.h"

/// What belongs together when captures are worked on: files, batch sizes, overrides, and how it was looked
/// at.
namespace dimscope::session {

/// A selection by names, so that it outlives the ids of a load.
struct SelectedNames {
    std::string module;
    std::string graph;  ///< full name; empty: the module as a whole
    std::optional<module::Side> side;
    std::vector<module::Locator> tensors;  ///< of the graph, the current one first
    std::optional<std::int64_t> axis;      ///< of the current tensor
    std::optional<std::int64_t> sample;
};

/// How the window looked. Nothing of it changes a result.
struct SessionView {
    std::optional<SelectedNames> selection;
    std::string filter;
    std::string chart;   ///< name of the chart in front
    std::string docks;   ///< base64, the window's own
    std::string centre;  ///< base64, the window's own

    [[nodiscard]] bool empty() const {
        return !selection && filter.empty() && chart.empty() && docks.empty() && centre.empty();
    }
};

/// The content of a `*.dimscope.json` file.
struct Session {
    std::vector<std::string> files;  ///< captures and folders, relative to the session's folder or absolute
    std::string readAs;              ///< id of a reader's format; empty: found by content
    /// Whether saved arguments (.pt, .npz, ...) are read with the values that are no tensors.
    module::Strictness savedSamples = module::Strictness::lenient;
    capture::Labelling labelling;
    /// None, a file (relative to the session's folder or absolute), or the overrides themselves where no file
    /// holds them.
    std::variant<std::monostate, std::string, overrides::OverrideSet> overrides;
    std::string overridesFile;  ///< file that overrides held here are saved to when asked; empty: none
    SessionView view;
    base::JsonValue::Object extra{};  ///< members of the file that Dimscope does not know; kept as they are
};

}  // namespace dimscope::session
