// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

namespace dimscope::session {

/// File name of the sample capture that is part of the program.
[[nodiscard]] QString bundledSampleName();
/// Its text; any thread.
[[nodiscard]] std::string bundledSampleText();

}  // namespace dimscope::session
