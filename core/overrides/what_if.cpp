// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/what_if.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <utility>

#include "core/inference/volume.h"
namespace dimscope::overrides {

namespace {

using base::ErrorCode;
using inference::EffectiveSpec;

base::Error typedWrong(std::string found, std::size_t at) {
    return {ErrorCode::badValue,
            std::move(found),
            "expected a batch size, or tensors with their shapes",
            "for instance: batch=4 sample=8x4x64x64",
            {.line = 1, .column = at + 1},
            {}};
}

bool isBlank(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r' || letter == ',' ||
           letter == ';';
}

struct Word {
    std::string_view text;
    std::size_t at = 0;
};

/// Words between blanks, commas and semicolons; those in brackets do not count, nor blanks behind "=" or ":".
std::vector<Word> split(std::string_view text) {
    std::vector<Word> words;
    std::size_t i = 0;
    while (i < text.size()) {
        if (isBlank(text[i])) {
            ++i;
            continue;
        }
        const std::size_t start = i;
        int depth = 0;
        char before = ' ';
        while (i < text.size()) {
            const char letter = text[i];
            depth += letter == '[' || letter == '(' ? 1 : letter == ']' || letter == ')' ? -1 : 0;
            if (depth <= 0 && isBlank(letter) && before != '=' && before != ':') {
                break;
            }
            before = isBlank(letter) ? before : letter;
            ++i;
        }
        words.push_back({text.substr(start, i - start), start});
    }
    return words;
}

std::optional<std::int64_t> wholeNumber(std::string_view text) {
    std::int64_t number = 0;
    const auto end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number);
    const bool whole = parsed.ec == std::errc() && parsed.ptr == end && number >= 0;
    return whole ? std::optional(number) : std::nullopt;
}

/// "[8, 4]", "(8, 4)", "8x4" or "8,4": none where that is no shape. Empty brackets are a scalar.
std::optional<module::Sizes> parseSizes(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '[' || text.front() == '(')) {
        text.remove_prefix(1);
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == ']' || text.back() == ')')) {
        text.remove_suffix(1);
    }
    module::Sizes sizes;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("x, "), text.size());
        const auto size = wholeNumber(text.substr(0, end));
        if (!size) {
            return std::nullopt;
        }
        sizes.push_back(*size);
        text.remove_prefix(end);
        while (!text.empty() && (text.front() == 'x' || text.front() == ',' || text.front() == ' ')) {
            text.remove_prefix(1);
        }
    }
    return sizes;
}

/// Bytes of an element; none for a dtype that Dimscope does not know.
std::optional<std::uint64_t> widthOf(std::string_view dtype) {
    static constexpr std::array<std::pair<std::string_view, std::uint64_t>, 21> kWidths = {{
        {"bool", 1},
        {"uint8", 1},
        {"int8", 1},
        {"uint16", 2},
        {"int16", 2},
        {"float16", 2},
        {"bfloat16", 2},
        {"uint32", 4},
        {"int32", 4},
        {"float32", 4},
        {"uint64", 8},
        {"int64", 8},
        {"float64", 8},
        {"complex32", 4},
        {"complex64", 8},
        {"complex128", 16},
        {"float8_e4m3fn", 1},
        {"float8_e5m2", 1},
        {"float8_e4m3fnuz", 1},
        {"float8_e5m2fnuz", 1},
        {"qint8", 1},
    }};
    const auto found =
        std::find_if(kWidths.begin(), kWidths.end(), [&](const auto& entry) { return entry.first == dtype; });
    return found == kWidths.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint64_t> times(std::optional<std::uint64_t> left, std::optional<std::uint64_t> right) {
    if (!left || !right) {
        return std::nullopt;
    }
    if (*left != 0 && *right > std::numeric_limits<std::uint64_t>::max() / *left) {
        return std::nullopt;
    }
    return *left * *right;
}

/// Answers for one graph.
class Answer {
 public:
    Answer(const capture::Capture& capture, const Judgement& judgement, const capture::Graph& graph)
        : m_capture(capture), m_judgement(judgement), m_graph(graph) {}

    base::Result<void> take(const WhatIf& question) {
        for (const WhatIf::Shape& shape : question.shapes) {
            const auto tensor = find(shape.name);
            if (!tensor) {
                return tensor.error();
            }
            const std::size_t rank = m_judgement.spec(*tensor).rank();
            if (shape.sizes.size() != rank) {
                return base::Error{ErrorCode::rankMismatch,
                                   "found " + std::to_string(shape.sizes.size()) + " sizes for " + shape.name,
                                   "expected " + std::to_string(rank),
                                   {},
                                   {},
                                   {}};
            }
            m_typed[*tensor] = shape.sizes;
        }
        if (question.batchSize) {
            for (const base::TensorId id : m_graph.tensors) {
                const EffectiveSpec& spec = m_judgement.spec(id);
                for (std::size_t axis = 0; axis < spec.rank(); ++axis) {
                    const auto* symbol = std::get_if<std::string>(&spec.shape[axis]);
                    const bool isBatch = spec.batchAxis == std::optional<int>(static_cast<int>(axis)) ||
                                         spec.multipliers[axis].has_value();
                    if (symbol != nullptr && isBatch) {
                        m_base[*symbol] = *question.batchSize;
                    }
                }
            }
        }
        for (const auto& [id, sizes] : m_typed) {
            takeSymbols(id, sizes);
        }
        return {};
    }

    WhatIfAnswer result() {
        WhatIfAnswer answer;
        answer.conflicts = m_conflicts;
        answer.covered = m_conflicts.empty();
        for (const base::TensorId id : m_graph.tensors) {
            WhatIfTensor tensor = describe(id);
            answer.covered = answer.covered && tensor.limits.empty();
            answer.tensors.push_back(std::move(tensor));
        }
        return answer;
    }

 private:
    base::Result<base::TensorId> find(const std::string& name) const {
        std::vector<base::TensorId> found;
        for (const base::TensorId id : m_graph.tensors) {
            if (m_capture.tensor(id).accessPath == name || m_judgement.names[id.value] == name) {
                found.push_back(id);
            }
        }
        if (found.size() == 1) {
            return found.front();
        }
        return base::Error{
            ErrorCode::notFound,
            found.empty() ? "found no tensor named " + name : "found several tensors named " + name,
            "expected an access path of the graph, such as " +
                (m_graph.tensors.empty() ? std::string("sample")
                                         : m_capture.tensor(m_graph.tensors.front()).accessPath),
            {},
            {},
            {}};
    }

    static std::int64_t multiplierOf(const EffectiveSpec& spec, std::size_t axis) {
        return std::max<std::int64_t>(1, spec.multipliers[axis].value_or(1));
    }

    void takeSymbols(base::TensorId id, const module::Sizes& sizes) {
        const EffectiveSpec& spec = m_judgement.spec(id);
        for (std::size_t axis = 0; axis < spec.rank(); ++axis) {
            const auto* symbol = std::get_if<std::string>(&spec.shape[axis]);
            if (symbol == nullptr) {
                continue;
            }
            const std::int64_t multiplier = multiplierOf(spec, axis);
            const std::string place = m_capture.tensor(id).accessPath + ":" + std::to_string(axis);
            if (sizes[axis] % multiplier != 0) {
                m_conflicts.push_back(place + " is " + std::to_string(sizes[axis]) + ", no multiple of " +
                                      std::to_string(multiplier));
                continue;
            }
            const std::int64_t base = sizes[axis] / multiplier;
            const auto [known, isNew] = m_base.try_emplace(*symbol, base);
            if (!isNew && known->second != base) {
                m_conflicts.push_back("'" + *symbol + "' is " + std::to_string(base) + " at " + place +
                                      " and " + std::to_string(known->second) + " elsewhere");
            }
        }
    }

    WhatIfTensor describe(base::TensorId id) const {
        const EffectiveSpec& spec = m_judgement.spec(id);
        WhatIfTensor out;
        out.tensor = id;
        const auto typed = m_typed.find(id);
        std::optional<std::uint64_t> elements = 1;
        for (std::size_t axis = 0; axis < spec.rank(); ++axis) {
            const std::int64_t size = typed != m_typed.end() ? typed->second[axis] : sizeOf(spec, axis);
            out.sizes.push_back(size);
            elements = times(elements, static_cast<std::uint64_t>(size));
            if (size < spec.min[axis] || size > spec.max[axis]) {
                const bool below = size < spec.min[axis];
                const bool fixed = std::holds_alternative<std::int64_t>(spec.shape[axis]);
                out.limits.push_back("axis " + std::to_string(axis) + ": " + std::to_string(size) +
                                     (fixed   ? " is not the fixed size "
                                      : below ? " is below the minimum "
                                              : " is above the maximum ") +
                                     std::to_string(below ? spec.min[axis] : spec.max[axis]));
            }
        }
        if (std::find(out.sizes.begin(), out.sizes.end(), 0) != out.sizes.end()) {
            elements = 0;
        }
        out.elements = elements;
        out.bytes = times(elements, widthOf(m_judgement.dtypes[id.value]));
        if (!elements || *elements > static_cast<std::uint64_t>(inference::kMostElements)) {
            out.limits.push_back("more than 2147483647 elements");
        }
        return out;
    }

    std::int64_t sizeOf(const EffectiveSpec& spec, std::size_t axis) const {
        const auto* symbol = std::get_if<std::string>(&spec.shape[axis]);
        const auto known = symbol == nullptr ? m_base.end() : m_base.find(*symbol);
        if (known == m_base.end()) {
            return spec.opt[axis];
        }
        const std::int64_t multiplier = multiplierOf(spec, axis);
        constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
        return known->second > kMost / multiplier ? kMost : known->second * multiplier;
    }

    const capture::Capture& m_capture;
    const Judgement& m_judgement;
    const capture::Graph& m_graph;
    std::map<base::TensorId, module::Sizes> m_typed;
    std::map<std::string, std::int64_t> m_base;  // by symbol: batch sizes divided by their multipliers
    std::vector<std::string> m_conflicts;
};

}  // namespace

base::Result<WhatIf> parseWhatIf(std::string_view text) {
    WhatIf question;
    for (const Word& word : split(text)) {
        if (const auto batchSize = wholeNumber(word.text)) {
            question.batchSize = batchSize;
            continue;
        }
        const std::size_t equals = word.text.find('=');
        const std::size_t separator = equals != std::string_view::npos ? equals : word.text.rfind(':');
        if (separator == std::string_view::npos || separator == 0) {
            return typedWrong("found '" + std::string(word.text) + "'", word.at);
        }
        const std::string_view name = word.text.substr(0, separator);
        std::string_view value = word.text.substr(separator + 1);
        while (!value.empty() && isBlank(value.front())) {
            value.remove_prefix(1);
        }
        const auto sizes = parseSizes(value);
        if (!sizes || value.empty()) {
            return typedWrong("found '" + std::string(value) + "' as the shape of " + std::string(name),
                              word.at + separator + 1);
        }
        const bool isBatch = (name == "batch" || name == "batch_size") && sizes->size() == 1;
        if (isBatch) {
            question.batchSize = sizes->front();
        } else {
            question.shapes.push_back({std::string(name), *sizes});
        }
    }
    if (!question.batchSize && question.shapes.empty()) {
        return typedWrong("found nothing", 0);
    }
    if (question.batchSize && *question.batchSize < 1) {
        return typedWrong("found 0 as a batch size", 0);
    }
    return question;
}

base::Result<WhatIfAnswer> answerWhatIf(const capture::Capture& capture, const Judgement& judgement,
                                        base::GraphId graph, const WhatIf& question) {
    Answer answer(capture, judgement, capture.graph(graph));
    if (auto taken = answer.take(question); !taken) {
        return std::move(taken).error();
    }
    return answer.result();
}

}  // namespace dimscope::overrides
