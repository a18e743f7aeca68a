// SPDX-License-Identifier: GPL-3.0-or-later
// Records the calls of a TorchScript model whose input is batch size x 3:
//     record_example MODEL.pt CAPTURE.shapes.jsonl BATCH_SIZE...
#include <torch/script.h>

#include <cstdio>
#include <exception>
#include <string>

#include "core/libtorch/call_arguments.h"
#include "core/libtorch/capture_writer.h"
#include "core/libtorch/values.h"

using namespace dimscope;

namespace {

/// Runs forward and records the call. What is wrong with the recording does not stop the program.
c10::IValue recorded(libtorch::CaptureWriter& capture, torch::jit::Module& model,
                     std::vector<c10::IValue> inputs, std::int64_t batchSize) {
    const auto method = model.get_method("forward");
    const auto arguments = libtorch::argumentsOf(method.function().getSchema(), inputs);
    auto call = arguments ? capture.begin("model", *arguments, batchSize)
                          : base::Result<libtorch::BegunCall>(arguments.error());
    c10::IValue output = method(std::move(inputs));
    const auto returned = libtorch::treeOf(output);
    const auto written = !call       ? base::Result<void>(call.error())
                         : !returned ? base::Result<void>(returned.error())
                                     : capture.finish(std::move(*call), *returned);
    if (!written) {
        std::fprintf(stderr, "not recorded: %s\n", written.error().text().c_str());
    }
    return output;
}

int run(int argc, char** argv) {
    torch::jit::Module model = torch::jit::load(argv[1]);
    auto capture = libtorch::CaptureWriter::open(argv[2], {"written by the example", {}});
    if (!capture) {
        std::fprintf(stderr, "%s\n", capture.error().text().c_str());
        return 1;
    }
    for (int i = 3; i < argc; ++i) {
        const std::int64_t batchSize = std::stoll(argv[i]);
        recorded(*capture, model, {torch::ones({batchSize, 3})}, batchSize);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fprintf(stderr, "usage: record_example MODEL.pt CAPTURE.shapes.jsonl BATCH_SIZE...\n");
        return 2;
    }
    try {
        return run(argc, argv);
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return 1;
    }
}
