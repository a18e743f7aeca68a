// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help_text.h"

#include <algorithm>
#include <string_view>

namespace dimscope::app {

namespace {

constexpr std::string_view kProgram =
    R"(Dimscope shows the tensor shapes that a PyTorch module saw at different batch sizes: which axis is static, which
follows the batch size and with which multiplier, which is dynamic, and between which bounds.

usage:
  dimscope [FILE...]                      open the window; without FILE: a sample capture
  dimscope describe FILE...               print the shapes as tables, graph by graph
  dimscope report FILE... [-o OUT]        write everything that is known as JSON
  dimscope screenshot FILE... -o OUT.png  draw the window into a picture; needs no display
  dimscope VERB --help                    what a verb can do

examples:
  dimscope unet.shapes.jsonl
  dimscope describe tuning_report.json --level full
  dimscope report unet.shapes.jsonl | jq .summary
  dimscope report runs/ --batch-size-from input_ids:0 -o report.json
  zcat tuning.log.gz | dimscope describe -

A word that is no option and the name of a verb is the verb if it comes first: a file named report is ./report.
)";

constexpr std::string_view kDescribe =
    R"(usage: dimscope describe FILE... [--level short|medium|full]

Prints tables of inputs and outputs on the standard output, graph by graph, as AITune's describe does: symbolic shape
(batch0: axis 0 follows the batch size; dim1: axis 1 is dynamic), smallest and largest shape, dtype.

options:
  --level short|medium|full    paths only; shapes (as if not given); shapes, bounds and dtypes in frames

examples:
  dimscope describe unet.shapes.jsonl
  dimscope describe tuning_report.json --level full | less -S
  dimscope describe run1.shapes.jsonl run2.shapes.jsonl --quiet
)";

constexpr std::string_view kReport =
    R"(usage: dimscope report FILE... [-o OUT] [--format json] [--evolution]

Writes verdicts, multipliers, bounds and problems of all graphs as one JSON document. Equal input gives equal bytes.

options:
  -o OUT           file to write, whole or not at all; - (as if not given) is the standard output
  --format json    the format of the report
  --evolution      add every call: size, multiplier and verdict so far of each axis, file and line of each call

examples:
  dimscope report unet.shapes.jsonl -o report.json
  dimscope report unet.shapes.jsonl | jq '.graphs[].tensors[] | {access_path, shape}'
  dimscope report profile.shapes.jsonl --batch-size-from sample:0/2 --evolution
)";

constexpr std::string_view kScreenshot =
    R"(usage: dimscope screenshot FILE... -o OUT.png [--view NAME] [--theme light|dark] [--size WxH]

Opens the files in a window that nobody sees, and saves a picture of it. Needs no display.

options:
  -o OUT.png            file to write; - is the standard output
  --view NAME           the part to draw; as if not given: window
  --theme light|dark    colours; as if not given: light
  --size WxH            of the window in pixels; as if not given: 1400x875

examples:
  dimscope screenshot unet.shapes.jsonl -o window.png
  dimscope screenshot unet.shapes.jsonl -o dark.png --theme dark --size 1920x1200
)";

constexpr std::string_view kCommon =
    R"(
options of all verbs:
  --batch-size N                  batch size of the calls whose batch size was not recorded
  --batch-size-from PATH:AXIS[/K] take it from a tensor: size of that axis, divided by K
                                  (for latents that guidance stacks twice: sample:0/2)
  --as FORMAT                     read the files in this format instead of finding it by content
  --quiet                         no notes and warnings on the standard error; errors are always printed
  --help, --version
  --                              ends the options: what follows are files

All files of one command form one capture. A folder stands for the files in it, - for the standard input; gzip is
unpacked on the way. Messages read: file:line:column: what was found; what was expected; what helps.

exit codes: 0 done, 2 wrong usage, 3 input cannot be read, 4 output cannot be written, 5 interrupted
)";

std::string formatsText(const std::vector<FormatLine>& formats) {
    std::size_t width = 0;
    for (const FormatLine& format : formats) {
        width = std::max(width, format.id.size());
    }
    std::string out = "\nformats (for --as):\n";
    for (const FormatLine& format : formats) {
        out += "  " + format.id + std::string(width - format.id.size() + 2, ' ') + format.description + "\n";
    }
    return out;
}

std::string viewsText(const std::vector<std::string>& views) {
    std::string out = "\nviews (for --view):\n ";
    for (const std::string& view : views) {
        out += " " + view;
    }
    return out + "\n";
}

}  // namespace

std::string helpText(Verb verb, const std::vector<FormatLine>& formats,
                     const std::vector<std::string>& views) {
    std::string out;
    switch (verb) {
        case Verb::window: out = kProgram; break;
        case Verb::describe: out = kDescribe; break;
        case Verb::report: out = kReport; break;
        case Verb::screenshot: out = kScreenshot; break;
    }
    if (verb == Verb::screenshot && !views.empty()) {
        out += viewsText(views);
    }
    out += kCommon;
    out += formatsText(formats);
    return out;
}

}  // namespace dimscope::app
