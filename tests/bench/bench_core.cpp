// SPDX-License-Identifier: GPL-3.0-or-later
// Times the core at the size of a large recording: calls of four tensors with twelve axes in all.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "core/capture/capture_builder.h"
#include "core/inference/analysis.h"
#include "core/overrides/edits.h"
#include "core/overrides/judgement.h"
#include "core/overrides/overrides_file.h"
#include "core/series/series.h"

namespace {

using namespace dimscope;

/// Processor time of this program, so that other load does not count (nothing here runs on two threads).
double millisecondsUsed() {
    return static_cast<double>(std::clock()) * 1000 / CLOCKS_PER_SEC;
}

double millisecondsSince(double start) {
    return millisecondsUsed() - start;
}

/// A line of /proc/self/status such as VmHWM (peak resident memory), in MiB.
double memory(const std::string& key) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(key + ":")) {
            return std::stod(line.substr(key.size() + 1)) / 1024;
        }
    }
    return 0;
}

module::SampleMetadata::TensorEntry tensor(const char* path, std::size_t rank, module::Side side) {
    return {{{{path, module::Container::mapping}}, side},
            module::TensorSpec::fromSizes(std::vector<std::int64_t>(rank, 1), "torch.float16", 1).value()};
}

capture::CallLayout layoutOf(const std::string& name) {
    using module::Side;
    return {
        name,
        {{tensor("hidden_states", 3, Side::input), tensor("attention_mask", 2, Side::input),
          tensor("past_key_value", 4, Side::input)},
         {},
         module::Strictness::strict,
         module::LlmPhase::none},
        {{tensor("hidden_states", 3, Side::output)}, {}, module::Strictness::strict, module::LlmPhase::none}};
}

constexpr std::size_t kAxes = 12;

/// Sizes of call i: batch, length and cache vary, widths are static.
void fillSizes(std::size_t i, std::vector<std::int64_t>& sizes, std::int64_t& batchSize) {
    const auto mixed = static_cast<std::int64_t>((i * 2654435761ULL) >> 7U);
    batchSize = std::int64_t{1} << (mixed & 3);
    const std::int64_t length = 5 + (mixed >> 2) % 508;
    const std::int64_t past = static_cast<std::int64_t>(i % 2048);
    sizes.assign({batchSize, length, 4096, batchSize, past + length, 2 * batchSize, 32, past, 128, batchSize,
                  length, 4096});
}

/// Builds a capture of one module (one graph with all calls) or of many.
capture::Capture build(std::size_t calls, std::size_t modules) {
    capture::CaptureBuilder builder;
    const auto source = builder.addSource({"bench", "dimscope.capture", 0, "", true});
    std::vector<capture::LayoutId> layouts;
    for (std::size_t i = 0; i < modules; ++i) {
        layouts.push_back(builder.layout(layoutOf("layer." + std::to_string(i)), {source, 1, {}, {}}));
    }
    std::vector<std::int64_t> sizes(kAxes);
    std::int64_t batchSize = 1;
    capture::CallOrigin origin{source, 0, {}, {}};

    auto start = millisecondsUsed();
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < calls; ++i) {
        fillSizes(i, sizes, batchSize);
        sum += sizes[1];
    }
    const double making = millisecondsSince(start);
    start = millisecondsUsed();
    for (std::size_t i = 0; i < calls; ++i) {
        fillSizes(i, sizes, batchSize);
        origin.line = i + 2;
        builder.addCall(layouts[i % modules], batchSize, sizes, origin);
    }
    const double adding = millisecondsSince(start) - making;
    start = millisecondsUsed();
    capture::Capture capture = builder.build();
    std::printf("%zu calls, %zu modules (check %lld)\n", calls, modules, static_cast<long long>(sum));
    std::printf("  addCall   %8.1f ns per call\n", adding * 1e6 / static_cast<double>(calls));
    std::printf("  build     %8.1f ms\n", millisecondsSince(start));
    std::printf("  memory    %8.1f MiB now, %.1f MiB at most\n", memory("VmRSS"), memory("VmHWM"));
    return capture;
}

template <class Work>
void time(const char* what, Work work) {
    const auto start = millisecondsUsed();
    const std::size_t count = work();
    std::printf("  %-26s %8.2f ms (%zu)\n", what, millisecondsSince(start), count);
}

bool measure(std::size_t calls, std::size_t modules) {
    const capture::Capture capture = build(calls, modules);
    const auto start = millisecondsUsed();
    const auto analysis = inference::analyse(capture);
    std::printf("  %-26s %8.2f ms\n", "analyse", millisecondsSince(start));
    if (!analysis || capture.sampleCount() != calls || analysis->verdicts.batch == 0) {
        return false;
    }
    const auto fingerprintStart = millisecondsUsed();
    const auto fingerprint = overrides::fingerprintOf(capture);
    std::printf("  %-26s %8.2f ms\n", "fingerprint", millisecondsSince(fingerprintStart));
    overrides::OverrideSet set;
    overrides::GraphOverrides stated{
        capture.modules().front().name, capture.graphs().front().name, {}, {}, {}};
    const auto nothing = overrides::judge(capture, *analysis, set);
    if (!fingerprint || !nothing) {
        return false;
    }
    stated = overrides::acceptInferred({capture, *analysis, *nothing}, std::move(stated),
                                       {capture.graphs().front().tensors, {}});
    for (overrides::TensorOverride& tensor : stated.tensors) {
        for (std::size_t axis = 0; axis < tensor.max.size(); ++axis) {
            tensor.max[axis] = tensor.min[axis];  // so that every column is scanned
        }
    }
    set.put(std::move(stated));
    const auto judgeStart = millisecondsUsed();
    const auto judged = overrides::judge(capture, *analysis, set);
    std::printf("  %-26s %8.2f ms\n", "judge overrides", millisecondsSince(judgeStart));
    if (!judged || judged->problems.empty()) {
        return false;
    }
    const capture::Graph& graph = capture.graphs().front();
    const auto& batchSizes = *graph.batchSizes;
    const auto latent = capture.tensor(graph.tensors[2]).column(0);
    const auto past = capture.tensor(graph.tensors[1]).column(1);
    const series::SampleRange whole{0, static_cast<std::uint32_t>(graph.samples - 1)};
    time("multiplier series, 1200 px",
         [&] { return series::multiplierSeries(latent, batchSizes, whole, 1200).size(); });
    time("size series, 1200 px", [&] { return series::sizeSeries(past, whole, 1200).size(); });
    time("batch points", [&] { return series::batchPoints(past, batchSizes, 4000).points.size(); });
    time("range bars", [&] { return series::rangeBars(capture, *analysis, graph.tensors, 200).bars.size(); });
    time("classification bars",
         [&] { return series::classificationBars(capture, *analysis, std::nullopt).size(); });
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t calls = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000000;
    if (calls < 100) {
        std::fprintf(stderr, "usage: bench_core [CALLS], at least 100\n");
        return 2;
    }
    return measure(calls, 1) && measure(calls, 48) ? 0 : 1;
}
