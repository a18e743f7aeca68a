// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/report.h"

#include "app/commands/command.h"
#include "core/writers/report_format.h"

namespace dimscope::app {

Exit runReport(const CommandLine& line, const base::CancelToken& cancel) {
    const auto input = openAndAnalyse(line, cancel);
    if (!input) {
        return endWith(input.error());
    }
    writers::ReportInput content{*input->opened.capture, input->analysis, input->opened.diagnostics,
                                 input->labelling.source, line.evolution};
    content.recorded = input->opened.recorded.get();
    content.labelling = &input->labelling;
    if (!input->overridesName.empty()) {
        content.overrides = &input->overrides;
        content.judgement = &input->judgement;
        content.exclusions = &input->exclusions;
    }
    const auto written = writeOutput(line.output, cancel, [&](const files::TextSink& sink) {
        return writers::writeReport(formatOfReport(line), content, sink);
    });
    return written ? Exit::done : endWith(written.error());
}

}  // namespace dimscope::app
