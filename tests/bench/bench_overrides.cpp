// SPDX-License-Identifier: GPL-3.0-or-later
// bench_overrides [TENSORS [SAMPLES]]: times edits and judgement of overrides in a graph of many tensors, and
// their file. Every second axis shares one symbol, the others are relations between each other.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/capture/capture_builder.h"
#include "core/inference/analysis.h"
#include "core/overrides/edits.h"
#include "core/overrides/judgement.h"
#include "core/overrides/overrides_file.h"

namespace {

using namespace dimscope;

template <class Work>
auto timed(const char* what, Work work) {
    const std::clock_t start = std::clock();
    auto result = work();
    std::printf("  %-34s %8.2f ms\n", what,
                static_cast<double>(std::clock() - start) * 1000 / CLOCKS_PER_SEC);
    return result;
}

capture::Capture build(std::size_t tensors, std::size_t samples) {
    std::vector<module::SampleMetadata::TensorEntry> inputs;
    for (std::size_t i = 0; i < tensors; ++i) {
        const module::Locator locator{{{"t" + std::to_string(i), module::Container::mapping}},
                                      module::Side::input};
        const std::vector<std::int64_t> ones{1, 1};
        inputs.push_back({locator, module::TensorSpec::fromSizes(ones, "torch.float16", 1).value()});
    }
    const capture::CallLayout layout{
        "m",
        {std::move(inputs), {}, module::Strictness::strict, module::LlmPhase::none},
        {{}, {}, module::Strictness::strict, module::LlmPhase::none}};
    capture::CaptureBuilder builder;
    const auto source = builder.addSource({"bench", "dimscope.capture", 0, "", true});
    const auto id = builder.layout(layout, {source, 1, {}, {}});
    std::vector<std::int64_t> sizes(tensors * 2);
    for (std::size_t call = 0; call < samples; ++call) {
        const auto length = static_cast<std::int64_t>(16 + (call * 37) % 101);
        for (std::size_t i = 0; i < tensors; ++i) {
            sizes[2 * i] = length;
            sizes[2 * i + 1] = length + static_cast<std::int64_t>(i % 500);
        }
        builder.addCall(id, 1, sizes, {source, call + 2, {}, {}});
    }
    return builder.build();
}

bool measure(std::size_t tensors, std::size_t samples) {
    using overrides::GraphOverrides;
    const capture::Capture capture = build(tensors, samples);
    std::printf("%zu tensors, %zu samples\n", tensors, samples);
    const auto analysis = timed("analyse", [&] { return inference::analyse(capture); });
    const auto nothing = timed("judge nothing", [&] { return overrides::judge(capture, *analysis, {}); });
    const overrides::EditContext context{capture, *analysis, *nothing};
    const std::vector<base::TensorId>& all = capture.graphs().front().tensors;
    const GraphOverrides empty{"m", capture.graphs().front().name, {}, {}, {}};
    const GraphOverrides accepted = timed("accept all inferred", [&] {
        return overrides::acceptInferred(context, empty, {all, {}});
    });
    const GraphOverrides copied = timed("copy one range to its symbol", [&] {
        return overrides::copyToSymbol(context, accepted, all[0], 0);
    });
    const GraphOverrides left = timed("reset all but one", [&] {
        return overrides::reset(context, copied, {all.begin(), all.end() - 1});
    });
    overrides::OverrideSet set;
    set.put(copied);
    const auto judged = timed("judge", [&] { return overrides::judge(capture, *analysis, set); });
    set.graphs[0].tensors[0].max[0] += 1000;
    const auto broken =
        timed("judge what breaks relations", [&] { return overrides::judge(capture, *analysis, set); });
    const std::filesystem::path path = std::filesystem::temp_directory_path() / "bench.overrides.json";
    const auto written = timed("write", [&] { return overrides::writeOverrides(set, path); });
    std::error_code ignored;
    std::printf("  file of %.1f MiB\n",
                static_cast<double>(std::filesystem::file_size(path, ignored)) / (1 << 20));
    const auto read = timed("read", [&] { return overrides::readOverrides(path); });
    // Files are sorted, so the texts are compared.
    const bool isSame = read && overrides::overridesText(*read) == overrides::overridesText(set);
    std::filesystem::remove(path, ignored);
    return left.tensors.size() == 1 && judged && broken &&
           broken->problems.size() > judged->problems.size() && written && isSame;
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t tensors = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 5000;
    const std::size_t samples = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 100;
    if (tensors < 2 || samples < 3) {
        std::fprintf(stderr, "usage: bench_overrides [TENSORS [SAMPLES]], at least 2 and 3\n");
        return 2;
    }
    return measure(tensors, samples) ? 0 : 1;
}
