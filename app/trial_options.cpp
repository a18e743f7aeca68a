// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/trial_options.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "app/option_values.h"

namespace dimscope::app {

using base::Result;

namespace {

constexpr std::int64_t kLongestTime = 1000000;  // seconds; as milliseconds it fits in 31 bits
constexpr std::size_t kMostBatchSizes = 1000;   // several lines of answers each

/// Bytes: a whole number, with K, M, G or T for a power of 1024 behind it.
std::optional<std::int64_t> bytesIn(std::string_view text) {
    constexpr std::string_view kUnits = "KMGT";
    const std::size_t unit = text.empty() ? std::string_view::npos : kUnits.find(text.back());
    const unsigned shift = unit == std::string_view::npos ? 0 : 10 * (static_cast<unsigned>(unit) + 1);
    const auto number = numberIn<std::int64_t>(text.substr(0, text.size() - (shift > 0 ? 1 : 0)));
    const bool fits =
        number && *number >= 1 && *number <= (std::numeric_limits<std::int64_t>::max() >> shift);
    return fits ? std::optional(*number << shift) : std::nullopt;
}

/// What another process opens by its name.
Result<void> checkFile(const std::string& file, const std::string& what) {
    return file == "-" ? usage("found - as the " + what, "expected a file: another process reads it")
                       : Result<void>();
}

Result<void> checkBatch(const CommandLine& line) {
    if (line.files.size() != 1) {
        return usage("found " + std::to_string(line.files.size()) + " files", "expected one: the sample",
                     helpHint(line.verb));
    }
    if (!line.newBatchSize) {
        return usage("found no --batch-size", "expected --batch-size N, the batch size to make",
                     helpHint(line.verb));
    }
    if (line.like.empty()) {
        return usage("found no --like", "expected --like CAPTURE, which says what follows the batch size",
                     helpHint(line.verb));
    }
    return checkFile(line.files.front(), "sample");
}

Result<void> checkProbe(const CommandLine& line) {
    if (line.files.size() != 1) {
        return usage("found " + std::to_string(line.files.size()) + " files", "expected one: the model",
                     helpHint(line.verb));
    }
    if (line.sample.empty()) {
        return usage("found no --sample", "expected --sample SAMPLE.pt, the arguments of a call",
                     helpHint(line.verb));
    }
    if (line.trialBatchSizes.empty()) {
        return usage("found no --batch-sizes", "expected --batch-sizes 1,2,4", helpHint(line.verb));
    }
    if (line.like.empty() && !line.graph.empty()) {
        return usage("found --graph without --like", "expected the capture that has the graph",
                     helpHint(line.verb));
    }
    auto checked = checkFile(line.files.front(), "model");
    return checked ? checkFile(line.sample, "sample") : checked;
}

}  // namespace

Result<void> setLike(CommandLine& line, const std::string& value, const CommandLineContext&) {
    if (value.empty()) {
        return usage("found --like with an empty name", "expected a capture");
    }
    line.like = value;
    return {};
}

Result<void> setSample(CommandLine& line, const std::string& value, const CommandLineContext&) {
    if (value.empty()) {
        return usage("found --sample with an empty name", "expected a file of torch.save");
    }
    line.sample = value;
    return {};
}

Result<void> setBatchSizes(CommandLine& line, const std::string& value, const CommandLineContext&) {
    std::vector<std::int64_t> sizes;
    for (std::string_view rest = value; sizes.size() < kMostBatchSizes;) {
        const std::size_t comma = rest.find(',');
        const auto size = numberIn<std::int64_t>(rest.substr(0, comma));
        if (!size || *size < 1) {
            return usage("found --batch-sizes " + inQuotes(value),
                         "expected whole numbers of at least 1 with commas between them, such as 1,2,4");
        }
        sizes.push_back(*size);
        if (comma == std::string_view::npos) {
            line.trialBatchSizes = std::move(sizes);
            return {};
        }
        rest.remove_prefix(comma + 1);
    }
    return usage("found more than " + std::to_string(kMostBatchSizes) + " --batch-sizes", "expected fewer");
}

Result<void> setMemoryLimit(CommandLine& line, const std::string& value, const CommandLineContext&) {
    line.limits.memory = bytesIn(value);
    return line.limits.memory ? Result<void>()
                              : usage("found --memory-limit " + inQuotes(value),
                                      "expected bytes, or a number with K, M, G or T behind it, such as 8G");
}

Result<void> setTimeLimit(CommandLine& line, const std::string& value, const CommandLineContext&) {
    const auto seconds = numberIn<std::int64_t>(value);
    if (!seconds || *seconds < 1 || *seconds > kLongestTime) {
        return usage("found --time-limit " + inQuotes(value),
                     "expected seconds, a whole number from 1 to " + std::to_string(kLongestTime));
    }
    line.limits.time = *seconds;
    return {};
}

Result<void> checkTrial(const CommandLine& line) {
    switch (line.verb) {
        case Verb::batch: return checkBatch(line);
        case Verb::probe: return checkProbe(line);
        default: return {};
    }
}

}  // namespace dimscope::app
