// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/describe.h"

#include "app/commands/command.h"
#include "core/writers/describe_writer.h"

namespace dimscope::app {

Exit runDescribe(const CommandLine& line, const base::CancelToken& cancel) {
    const auto input = openAndAnalyse(line, cancel);
    if (!input) {
        return endWith(input.error());
    }
    const auto written = writeOutput(line.output, cancel, [&](const files::TextSink& sink) {
        return writers::writeDescription(*input->opened.capture, input->analysis, line.level, sink);
    });
    return written ? Exit::done : endWith(written.error());
}

}  // namespace dimscope::app
