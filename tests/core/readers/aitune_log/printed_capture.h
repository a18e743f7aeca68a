// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/base/diagnostic.h"
#include "core/base/error.h"
#include "core/capture/capture.h"

/// What the log reader made of a text: a capture, or the error.
struct ReadLog {
    dimscope::capture::Capture capture;
    dimscope::base::Diagnostics diagnostics;
    std::optional<dimscope::base::Error> error;
};

[[nodiscard]] ReadLog readLog(std::string text, std::string name);

/// One line per graph (`module / graph @line`), tensor (`  in path  [shape] [min] [max] dtype`) and other
/// value (`  in path = value`), in the capture's order.
[[nodiscard]] std::string printed(const dimscope::capture::Capture& capture);
