// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/session/document.h"

/// Lines about the document and the selection, for the status bar and the window title.
namespace dimscope::shell {

/// "unet.shapes.jsonl · native capture · 24 samples · 6 tensors · 1 graph · loaded in 12 ms".
[[nodiscard]] QString documentLine(const session::Document& document);
/// "sample:0 · sample 3"; empty where nothing is selected.
[[nodiscard]] QString selectionLine(const session::Document& document, const session::Selection& selection);
/// "unet.shapes.jsonl, unet.overrides.json[*] – Dimscope", the second where overrides have a file. [*] is
/// where Qt puts the sign of unsaved changes.
[[nodiscard]] QString windowTitle(const session::DocumentPtr& document, const QString& overridesPath);
/// "850 µs", "12 ms", "3.4 s".
[[nodiscard]] QString durationText(double seconds);

}  // namespace dimscope::shell
