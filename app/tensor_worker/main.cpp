// SPDX-License-Identifier: GPL-3.0-or-later
// Works with real tensors for dimscope, which starts one process for each request. One request on the
// standard input, answers on the standard output (core/trial/request.h, answer.h); not meant for the
// keyboard.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <iterator>
#include <new>
#include <string>

#include "app/tensor_worker/answer_stream.h"
#include "app/tensor_worker/memory_limit.h"
#include "app/tensor_worker/tasks.h"
#include "core/trial/request.h"

namespace dimscope::tensor_worker {

namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// What the tasks do not catch themselves: LibTorch throws in many places.
template <class Run>
Result<void> guarded(const Run& run) {
    try {
        return run();
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::tooLarge,
                     "found that memory does not suffice",
                     "expected more memory",
                     "raise the memory limit, or choose a smaller batch size",
                     {},
                     {}};
    } catch (const std::exception& exception) {
        return Error{
            ErrorCode::internal, std::string("found an exception: ") + exception.what(), {}, {}, {}, {}};
    }
}

Result<void> carryOut(const trial::Request& request, const AnswerStream& answers) {
    const auto limit = std::visit([](const auto& task) { return task.memoryLimit; }, request);
    if (limit) {
        if (auto limited = limitMemory(*limit); !limited) {
            return limited;
        }
    }
    const auto* batch = std::get_if<trial::BatchTask>(&request);
    return batch != nullptr ? runBatch(*batch, answers)
                            : runProbe(std::get<trial::ProbeTask>(request), answers);
}

int run(const AnswerStream& answers) {
    const std::string text{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
    const auto request = trial::readRequest(text);
    const auto done =
        request ? guarded([&] { return carryOut(*request, answers); }) : Result<void>(request.error());
    if (done) {
        return EXIT_SUCCESS;
    }
    static_cast<void>(answers.send(trial::Refusal{done.error()}));
    return EXIT_FAILURE;
}

}  // namespace

}  // namespace dimscope::tensor_worker

int main(int argc, char**) {
    if (argc > 1) {
        std::fputs(
            "dimscope-tensors works for dimscope, which gives it a request on the standard input.\n"
            "See dimscope batch --help and dimscope probe --help.\n",
            stderr);
        return 2;
    }
    const dimscope::tensor_worker::AnswerStream answers;
    // Threads and handlers that a model or LibTorch left behind are not waited for.
    ::_exit(dimscope::tensor_worker::run(answers));
}
