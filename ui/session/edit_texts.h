// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "ui/session/overrides_editor.h"

/// Names of undo steps.
namespace dimscope::session {

/// The access path, shortened in the middle where it is long.
[[nodiscard]] QString tensorName(const capture::Capture& capture, base::TensorId tensor);
/// "sample axis 0".
[[nodiscard]] QString axisName(const capture::Capture& capture, base::TensorId tensor, std::size_t axis);

/// "Set max of sample axis 0 to 16"; for several bounds "Set range of sample axis 0 to 2 … 8 … 16".
[[nodiscard]] QString rangeText(const QString& axis, const overrides::AxisRange& before,
                                const overrides::AxisRange& after);
/// "Fix sample axis 1 at 4", "Set symbol of sample axis 2 to height", "Make sample axis 2 dynamic".
[[nodiscard]] QString dimText(const QString& axis, const overrides::Dim& dim);
/// "Make axis 0 the batch axis of sample, times 2", "Take the batch axis of sample away".
[[nodiscard]] QString batchText(const QString& tensor, std::optional<std::int64_t> axis,
                                std::optional<std::int64_t> multiplier);
/// "Set name of sample to latents", "Take the name of sample away".
[[nodiscard]] QString nameText(const QString& tensor, const QString& name);
/// "Accept inferred values of sample axis 0", "... of graph 0 of unet", "Accept all inferred values".
[[nodiscard]] QString acceptText(const capture::Capture& capture, base::TensorId tensor,
                                 OverridesEditor::Reach reach, std::optional<std::size_t> axis);
[[nodiscard]] QString resetText(const capture::Capture& capture, base::TensorId tensor,
                                OverridesEditor::Reach reach);
/// "Exclude sample 3", "Bring back 4 samples".
[[nodiscard]] QString samplesText(const std::vector<std::uint32_t>& samples, overrides::SampleUse use);

}  // namespace dimscope::session
