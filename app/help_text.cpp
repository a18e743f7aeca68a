// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help_text.h"

#include <algorithm>
#include <string_view>

#include "core/writers/report_format.h"

namespace dimscope::app {

namespace {

constexpr std::string_view kProgram =
    R"(Dimscope shows the tensor shapes that a PyTorch module saw at different batch sizes: which axis is static, which
follows the batch size and with which multiplier, which is dynamic, and between which bounds.

usage:
  dimscope [FILE...]                      open the window; without FILE: a sample capture
  dimscope describe FILE...               print the shapes as tables, graph by graph
  dimscope report FILE... [-o OUT]        write everything that is known, in several forms
  dimscope export FORMAT FILE...          write the shape contract of a graph for TensorRT, Triton, torch.export, ...
  dimscope check FILE... [--overrides F]  say whether overrides are right and cover the samples; fit for CI
  dimscope diff A B [--overrides F]       say how capture B differs from capture A
  dimscope merge FILE... -o OUT           join captures into one, whatever their order
  dimscope batch SAMPLE.pt -o OUT.pt      write saved arguments of a call at another batch size
  dimscope probe MODEL.pt --sample S.pt   run a TorchScript model at several batch sizes and test a prediction
  dimscope screenshot FILE... -o OUT.png  draw the window into a picture; needs no display
  dimscope VERB --help                    what a verb can do

examples:
  dimscope unet.shapes.jsonl
  dimscope describe tuning_report.json --level full
  dimscope report unet.shapes.jsonl | jq .summary
  dimscope export trtexec unet.shapes.jsonl --overrides unet.overrides.json
  dimscope check unet.shapes.jsonl --overrides unet.overrides.json --strict
  dimscope report runs/ --batch-size-from input_ids:0 -o report.json
  dimscope batch unet_bs2.pt --batch-size 8 --like unet.shapes.jsonl -o unet_bs8.pt
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
    R"(usage: dimscope report FILE... [-o OUT] [--format FORMAT] [--overrides F] [--evolution]

Writes verdicts, multipliers, bounds and problems of all graphs, for programs or for people. Equal input gives equal
bytes.

options:
  -o OUT           file to write, whole or not at all; - (as if not given) is the standard output
  --format FORMAT  one of those below; as if not given: by the end of OUT's name, else json
  --overrides F    add the overrides of this file, what follows from them, and their coverage; samples that it excludes
                   do not count
  --evolution      add every call (json only): size, multiplier and verdict so far of each axis, file and line of each
                   call

examples:
  dimscope report unet.shapes.jsonl -o report.json
  dimscope report unet.shapes.jsonl | jq '.graphs[].tensors[] | {access_path, shape}'
  dimscope report unet.shapes.jsonl --overrides unet.overrides.json -o report.html
  dimscope report profile.shapes.jsonl --batch-size-from sample:0/2 --evolution

formats of the report (for --format):
)";

constexpr std::string_view kCheck =
    R"(usage: dimscope check FILE... [--overrides F] [--strict] [--format text|json]

Checks the overrides of a file against the recorded samples: ranges, symbols and batch axes that contradict each other,
sizes that were seen but are not covered, tensors that are not there. Tensors without an override are checked as
inferred: AITune's batch axes that a sample contradicts, verdicts that depend on the order of the calls, axes seen at one
batch size only, and so on. Prints one line per problem, or JSON.

options:
  --overrides F        *.overrides.json, or shapes stated for AITune or TensorRT; - is the standard input
  --strict             fail on warnings too
  --format text|json   as if not given: text; json: {"ok": ..., "problems": [...]}

exit code: 0 all is well, 1 there are errors (--strict: or warnings)

examples:
  dimscope check unet.shapes.jsonl
  dimscope check unet.shapes.jsonl --overrides unet.overrides.json --strict
  dimscope check runs/ --overrides unet.overrides.json --format json | jq '.problems[].message'
)";

constexpr std::string_view kDiff =
    R"(usage: dimscope diff A B [--overrides F] [--format text|json]

Says how capture B differs from capture A: modules, graphs and tensors that came, went, split or were renamed; ranks and
dtypes; verdicts, audits and multipliers; ranges that grew or shrank; batch sizes and findings. The number of calls, and
sizes inside an unchanged range, are no difference. Each of A and B is what other verbs take as FILE; one may be -.

options:
  --overrides F        say too which overrides of this file covered A and do not cover B
  --format text|json   as if not given: text, grouped by module, graph and tensor; json: for programs

exit code: 0 equal, 1 different

examples:
  dimscope diff before.shapes.jsonl after.shapes.jsonl
  dimscope diff last-release/ nightly/ --overrides unet.overrides.json
  dimscope diff a.shapes.jsonl.gz b.shapes.jsonl --format json | jq '.changes[] | select(.code == "range-grown")'
)";

constexpr std::string_view kExport =
    R"help(usage: dimscope export FORMAT FILE... [-o OUT] [--overrides F] [--graph MODULE:NAME]

Writes the shape contract of one graph in the form that another tool takes: the inferred shapes, or those that overrides
state. What the tool cannot say is told on the standard error; where the result would be wrong, nothing is written and
the exit code is 4.

options:
  -o OUT               file to write, whole or not at all; - (as if not given) is the standard output
  --overrides F        *.overrides.json, or shapes stated for AITune or TensorRT; - is the standard input
  --graph MODULE:NAME  the graph, where there are several; the name stands behind the last colon

examples:
  dimscope export trtexec unet.shapes.jsonl --graph unet:0
  dimscope export triton unet.shapes.jsonl --overrides unet.overrides.json --graph unet:0 -o config.pbtxt
  eval "trtexec --onnx=unet.onnx $(dimscope export trtexec unet.shapes.jsonl --quiet)"

formats:
)help";

constexpr std::string_view kMerge =
    R"(usage: dimscope merge FILE... -o OUT

Joins captures into one native capture. Nothing is lost that AITune's own merging loses: every call is kept as often as
it was recorded, with its time and label; different summaries stand side by side, equal ones once. Call numbers, headers
and what a file says beside shapes are left out. Of a session its relabels and batch size source count, and samples that
it excludes are left out, which is said.

The result depends on what was recorded only: the same calls give the same bytes, in whatever order the files are named,
and whether they are merged at once or part by part. So any job system can merge the files of any number of ranks. Calls
stand in canonical order (module, graph, batch size, sizes), no longer in the order in which they were made; AITune's
verdict, which depends on the order, is then that of the canonical one.

options:
  -o OUT        file to write, whole or not at all; - is the standard output; packed if the name ends in .gz

examples:
  dimscope merge rank*.shapes.jsonl -o all.shapes.jsonl
  dimscope merge runs/ -o all.shapes.jsonl.gz
  dimscope merge profile.shapes.jsonl --batch-size-from input_ids:0 -o known.shapes.jsonl
  find shards -type f | parallel -N 64 dimscope merge --quiet {} -o parts/{#}.shapes.jsonl.gz
)";

constexpr std::string_view kBatch =
    R"(usage: dimscope batch SAMPLE.pt --batch-size N --like CAPTURE [--graph MODULE:NAME] -o OUT.pt

Writes the arguments of a call, saved with torch.save, at another batch size. CAPTURE, a recording or AITune's metadata
with multipliers, says which axes follow the batch size: each gets multiplier x N slices, as AITune makes them. An axis
that is too long is cut, one that is too short becomes its first slice repeated; everything else stays as it is. The
graph of CAPTURE is the one whose inputs have the paths and ranks of the sample; positional arguments of the sample
stand for its parameters in their order.

Lists, tuples, dicts and plain values stay what they are, and so do tensors that are not resized, with the memory that
they share. torch.load(OUT.pt, weights_only=True) opens the result. Objects of other classes cannot be written: exit 4,
with their place. Nothing in SAMPLE.pt is run.
The tensors are worked on by dimscope-tensors, a process of its own that needs LibTorch; when it ends, for whatever
reason, OUT.pt is whole or untouched.

options:
  --batch-size N         the batch size to make
  --like CAPTURE         what other verbs take as FILE; - is the standard input
  --graph MODULE:NAME    the graph, where several fit; the name stands behind the last colon
  -o OUT.pt              file to write; - is the standard output
  --memory-limit SIZE    what the process may take beside LibTorch: bytes, or 512M, 8G; as if not given: three quarters
                         of the machine's memory
  --time-limit SECONDS   as if not given: 600

examples:
  dimscope batch unet_bs2.pt --batch-size 8 --like unet.shapes.jsonl -o unet_bs8.pt
  dimscope batch decode.pt --batch-size 1 --like runs/ --graph llm:1 -o decode_bs1.pt
  dimscope batch call.pt --batch-size 16 --like metadata.pt --memory-limit 8G -o call_bs16.pt
)";

constexpr std::string_view kProbe =
    R"(usage: dimscope probe MODEL.pt --sample SAMPLE.pt --batch-sizes 1,2,4 [--like CAPTURE [--graph MODULE:NAME]] [-o OUT]

Runs a TorchScript model (torch.jit.script or torch.jit.trace, then save) once at each batch size, on the arguments of a
call that torch.save wrote, resized as dimscope batch does it. Prints the shapes of the outputs beside what CAPTURE
predicts, and the model's own message where it fails.

With --like, CAPTURE says which axes follow the batch size, and predicts: a batch axis has multiplier x batch size
slices, a static one its size, a dynamic one any size of its range. Without it nothing is predicted, and axis 0 of each
tensor whose size is a multiple of the sample's batch size is resized; that batch size is --batch-size, or in the file's
name (unet_bs4.pt).

The model runs on the CPU, in evaluation mode and without gradients, in dimscope-tensors, a process of its own that
needs LibTorch. A crash, an endless loop or too much memory ends that process; the batch size that ran has failed then,
and those behind it are not tried. A model can do what a program of yours can: run none that you do not trust.

options:
  --sample SAMPLE.pt     arguments of one call
  --batch-sizes 1,2,4    in the order in which they are tried
  --like CAPTURE         what other verbs take as FILE; - is the standard input
  --graph MODULE:NAME    the graph, where several fit; the name stands behind the last colon
  -o OUT                 write the calls that ran as a capture; packed if the name ends in .gz; with - it goes to the
                         standard output and the answer to the standard error
  --memory-limit SIZE    what the process may take beside LibTorch: bytes, or 512M, 8G; as if not given: three quarters
                         of the machine's memory
  --time-limit SECONDS   for all batch sizes together; as if not given: 600

exit code: 0 all ran and were as predicted, 1 a batch size failed or an output was not as predicted

examples:
  dimscope probe unet.pt --sample unet_bs2.pt --batch-sizes 1,2,4,8 --like unet.shapes.jsonl
  dimscope probe model.pt --sample call.pt --batch-size 2 --batch-sizes 1,2,16 -o probed.shapes.jsonl
  dimscope probe model.pt --sample call.pt --batch-sizes 64 --like runs/ --time-limit 60 --memory-limit 4G
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
  --batch-size N                  batch size of the calls whose batch size was not recorded; comes before one that the
                                  name of a file states (unet_bs4.pt); of batch: the one to make
  --batch-size-from PATH:AXIS[/K] take it from a tensor: size of that axis, divided by K
                                  (for latents that guidance stacks twice: sample:0/2)
  --as FORMAT                     read the files in this format instead of finding it by content
  --strict-samples                of saved arguments (.pt, .npz) also the values that are no tensors, which then tell
                                  graphs apart
  --quiet                         no notes and warnings on the standard error; errors are always printed
  --help, --version
  --                              ends the options: what follows are files

A session (*.dimscope.json) stands in the place of captures, alone: it names them, with batch sizes, relabelled samples
and overrides; --overrides, --batch-size and --batch-size-from win over what it says.
All files of one command form one capture; diff takes two. A folder stands for the files in it, - for the standard
input; gzip is unpacked on the way. Messages read: file:line:column: what was found; what was expected; what helps.

exit codes: 0 done, 1 check, diff or probe found something, 2 wrong usage, 3 input cannot be read, 4 output cannot be
written or the target cannot express it, 5 interrupted
)";

std::string linesText(const std::vector<FormatLine>& lines) {
    std::size_t width = 0;
    for (const FormatLine& line : lines) {
        width = std::max(width, line.id.size());
    }
    std::string out;
    for (const FormatLine& line : lines) {
        out += "  " + line.id + std::string(width - line.id.size() + 2, ' ') + line.description + "\n";
    }
    return out;
}

std::string reportFormatsText() {
    std::vector<FormatLine> lines;
    for (const writers::ReportFormatInfo& format : writers::reportFormats()) {
        lines.push_back({std::string(format.id), std::string(format.description)});
    }
    return linesText(lines);
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
        case Verb::report: out = std::string(kReport) + reportFormatsText(); break;
        case Verb::exportSpecs: return exportHelpText({});
        case Verb::check: out = kCheck; break;
        case Verb::diff: out = kDiff; break;
        case Verb::merge: out = kMerge; break;
        case Verb::batch: out = kBatch; break;
        case Verb::probe: out = kProbe; break;
        case Verb::screenshot: out = kScreenshot; break;
    }
    if (verb == Verb::screenshot && !views.empty()) {
        out += viewsText(views);
    }
    out += kCommon;
    out += "\nformats (for --as):\n" + linesText(formats);
    return out;
}

std::string exportHelpText(const std::vector<FormatLine>& targets) {
    return std::string(kExport) + linesText(targets) + std::string(kCommon);
}

}  // namespace dimscope::app
