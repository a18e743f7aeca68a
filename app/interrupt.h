// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/cancel_token.h"

namespace dimscope::app {

/// Makes SIGINT, SIGTERM and SIGHUP (unless ignored, as by nohup) cancel the token, so that the verb ends in
/// order and with Exit::interrupted. Where it has not ended after two seconds (it waits for the standard
/// input, or for a reader of its output), or on a second signal, the program ends at once with that code. A
/// closed pipe is an error of writing, not the end of the program.
void handleSignals(const base::CancelToken& token);

}  // namespace dimscope::app
