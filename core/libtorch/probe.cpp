// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libtorch/probe.h"

#include <ATen/ATen.h>
#include <c10/util/Exception.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/serialization/import.h>

#include <chrono>
#include <exception>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/libtorch/call_line.h"
#include "core/libtorch/script_arguments.h"
#include "core/libtorch/values.h"

namespace dimscope::libtorch {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

/// What a failure of TorchScript or of LibTorch says, its last words first: what follows is the way to the
/// line that failed.
std::string wordsOf(const std::exception& failure) {
    const auto* torchFailure = dynamic_cast<const c10::Error*>(&failure);
    std::string text = torchFailure != nullptr ? torchFailure->what_without_backtrace() : failure.what();
    static constexpr std::string_view kHead =
        "The following operation failed in the TorchScript interpreter.\n";
    if (!text.starts_with(kHead)) {
        return text;
    }
    text.erase(0, kHead.size());
    while (text.ends_with('\n')) {
        text.pop_back();
    }
    // The traceback ends with a line that is not indented: "RuntimeError: ...", whose message may go on.
    std::size_t last = 0;
    for (std::size_t line = text.find('\n'); line != std::string::npos; line = text.find('\n', line + 1)) {
        const std::string_view rest = std::string_view(text).substr(line + 1);
        const std::size_t colon = rest.find_first_of(": \n");
        if (colon != std::string_view::npos && colon > 0 && rest[colon] == ':') {
            last = line + 1;
            break;
        }
    }
    return last == 0 ? text : text.substr(last) + '\n' + text.substr(0, last - 1);
}

/// Runs a function that LibTorch may throw from; its message, or none.
template <class Run>
std::optional<std::string> failureOf(const Run& run) {
    try {
        run();
        return std::nullopt;
    } catch (const std::bad_alloc&) {
        return "found no memory (std::bad_alloc)";
    } catch (const std::exception& failure) {
        return wordsOf(failure);
    } catch (...) {
        return "found an exception that is none of C++'s own";
    }
}

struct Program {
    torch::jit::Module module;
    std::optional<torch::jit::Method> forward;
    std::string name;  ///< of its class
};

Error notAProgram(const std::filesystem::path& path, std::string found) {
    return {ErrorCode::unknownFormat,
            std::move(found),
            "expected a TorchScript program with a method forward",
            "save the model with torch.jit.script(model).save(...) or torch.jit.trace",
            {.file = path.string()},
            {}};
}

Result<Program> loadProgram(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
        return Error{ErrorCode::fileMissing,           "found no such file",
                     "expected a TorchScript program", {},
                     {.file = path.string()},          {}};
    }
    Program out;
    const std::optional<std::string> failure = failureOf([&] {
        out.module = torch::jit::load(path.string(), at::kCPU);
        out.module.eval();
        if (c10::optional<torch::jit::Method> forward = out.module.find_method("forward")) {
            out.forward = *forward;
        }
        const auto name = out.module.type()->name();
        out.name = name ? name->name() : "module";
    });
    if (failure) {
        return notAProgram(path,
                           "found what LibTorch does not load: " + failure->substr(0, failure->find('\n')));
    }
    return out.forward ? Result<Program>(std::move(out))
                       : notAProgram(path, "found a program without a method forward");
}

/// Copies of the tensors, which the model may change.
std::vector<c10::IValue> copied(const std::vector<c10::IValue>& stack) {
    std::vector<c10::IValue> out;
    c10::IValue::HashAliasedIValueMap memo;
    for (const c10::IValue& value : stack) {
        out.push_back(value.deepcopy(memo));
    }
    return out;
}

class Probe {
 public:
    Probe(const ProbeRequest& request, const Sample& sample, Program program)
        : m_request(request), m_sample(sample), m_program(std::move(program)) {}

    /// Errors: what is wrong with the request at any batch size.
    Result<ProbeOutcome> runAt(std::int64_t batchSize) {
        ProbeOutcome out;
        out.batchSize = batchSize;
        Result<Sample> resized = m_sample.resized(m_request.resizes, batchSize);
        if (!resized && resized.error().code != ErrorCode::tooLarge) {
            return std::move(resized.error());
        }
        if (!resized) {
            out.message = resized.error().found;
            return out;
        }
        const Result<BoundArguments> arguments =
            bindArguments(resized->calls().front(), m_program.forward->function().getSchema());
        if (!arguments) {
            return Error(arguments.error()).withContext("calling forward of " + m_program.name);
        }
        if (Result<void> ran = run(*arguments, out); !ran) {
            out.message = ran.error().found;
        }
        return out;
    }

 private:
    /// Errors: why there is no line.
    Result<void> run(const BoundArguments& arguments, ProbeOutcome& out) {
        const CallForm form;
        BegunCall call{m_program.name, out.batchSize, ++m_calls, std::nullopt, {}};
        Result<std::string> inputs = sideJson(arguments.byName, module::Side::input, form);
        if (!inputs) {
            return std::move(inputs.error());
        }
        call.inputs = std::move(*inputs);
        c10::IValue returned;
        std::optional<std::string> failure = failureOf([&] {
            const at::NoGradGuard noGrad;
            std::vector<c10::IValue> stack = copied(arguments.stack);
            const auto begin = std::chrono::steady_clock::now();
            returned = (*m_program.forward)(std::move(stack));
            out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        });
        if (failure) {
            return Error{ErrorCode::internal, std::move(*failure), {}};
        }
        const auto ended = std::chrono::system_clock::now();
        const Result<TensorTree> tree = treeOf(returned);
        const Result<std::string> outputs =
            tree ? sideJson(*tree, module::Side::output, form) : Result<std::string>(tree.error());
        if (!outputs) {
            return outputs.error();
        }
        out.ran = true;
        out.line = callLine(call, *outputs, ended);
        return {};
    }

    const ProbeRequest& m_request;
    const Sample& m_sample;
    Program m_program;
    std::int64_t m_calls = 0;
};

}  // namespace

Result<void> probeModel(const ProbeRequest& request, const Sample& sample, const ProbeSink& outcome,
                        const ProbeProgress& progress) {
    Result<Program> program = loadProgram(request.model);
    if (!program) {
        return std::move(program.error());
    }
    Probe probe(request, sample, std::move(*program));
    const std::size_t of = request.batchSizes.size();
    const auto tell = [&](std::size_t done) { return progress ? progress(done, of) : Result<void>(); };
    Result<void> going = tell(0);
    for (std::size_t i = 0; i < of && going; ++i) {
        const Result<ProbeOutcome> ran = probe.runAt(request.batchSizes[i]);
        if (!ran) {
            return ran.error();
        }
        going = outcome(*ran);
        going = going ? tell(i + 1) : going;
    }
    return going;
}

}  // namespace dimscope::libtorch
