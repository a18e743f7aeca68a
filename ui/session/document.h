// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/ids.h"
#include "core/capture/capture.h"
#include "core/capture/labelling.h"
#include "core/inference/analysis.h"
#include "core/readers/open_capture.h"

namespace dimscope::session {

/// What one load made: never changes, shared between the GUI and its workers.
struct Document {
    QStringList paths;      ///< as asked for (files or folders); empty for pasted text
    QString title;          ///< name for the window and the status bar
    bool isSample = false;  ///< the bundled sample capture
    readers::OpenOptions options;
    std::shared_ptr<const capture::Capture> capture;   ///< with `labels`
    std::shared_ptr<const capture::Capture> recorded;  ///< as the files hold it; null: the same
    /// What was stated about batch sizes.
    capture::Labelling labels;
    std::shared_ptr<const inference::Analysis> analysis;
    std::shared_ptr<const inference::Analysis> whole;  ///< of all samples; null: the same
    /// Samples that are taken out of `analysis`; null: none.
    std::shared_ptr<const inference::Exclusions> exclusions;
    base::Diagnostics diagnostics;      ///< of the files and of `labels`
    base::Diagnostics fileDiagnostics;  ///< of the files alone
    QStringList files;                  ///< files read, folders resolved, absolute
    double loadSeconds = 0;

    [[nodiscard]] const std::shared_ptr<const capture::Capture>& recording() const {
        return recorded ? recorded : capture;
    }
    [[nodiscard]] const std::shared_ptr<const inference::Analysis>& wholeAnalysis() const {
        return whole ? whole : analysis;
    }
};

using DocumentPtr = std::shared_ptr<const Document>;

/// What is selected, by id. Views show it and change it through the Workspace only.
struct Selection {
    std::optional<base::ModuleId> module;  ///< set with any graph; alone: a module as a whole
    std::optional<base::GraphId> graph;
    std::optional<module::Side> side;      ///< inputs or outputs only, where the navigator says so
    std::vector<base::TensorId> tensors;   ///< of the graph; the first is the current one
    std::optional<int> axis;               ///< of the current tensor
    std::optional<base::SampleId> sample;  ///< of the graph

    [[nodiscard]] std::optional<base::TensorId> tensor() const {
        return tensors.empty() ? std::nullopt : std::optional(tensors.front());
    }
    friend bool operator==(const Selection&, const Selection&) = default;
};

}  // namespace dimscope::session
