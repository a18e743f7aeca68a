// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/capture.h"

#include <algorithm>

namespace dimscope::capture {

void TextColumn::append(std::uint32_t sample, std::string_view text) {
    if (text.empty()) {
        return;
    }
    m_samples.push_back(sample);
    m_bytes += text;
    m_ends.push_back(m_bytes.size());
}

std::string_view TextColumn::at(std::uint32_t sample) const {
    auto found = m_samples.begin();
    if (sample < m_samples.size() && m_samples[sample] == sample) {  // all samples so far have a text
        found += sample;
    } else {
        found = std::lower_bound(m_samples.begin(), m_samples.end(), sample);
    }
    if (found == m_samples.end() || *found != sample) {
        return {};
    }
    const auto index = static_cast<std::size_t>(found - m_samples.begin());
    const std::uint64_t begin = index == 0 ? 0 : m_ends[index - 1];
    return std::string_view(m_bytes).substr(begin, m_ends[index] - begin);
}

void TextColumn::releaseSlack() {
    m_samples.shrink_to_fit();
    m_ends.shrink_to_fit();
    m_bytes.shrink_to_fit();
}

std::optional<std::uint32_t> CallColumns::formAt(SampleId sample) const {
    const auto found = std::lower_bound(otherForms.begin(), otherForms.end(), sample,
                                        [](const auto& other, SampleId at) { return other.first < at; });
    return found != otherForms.end() && found->first == sample ? std::optional(found->second) : std::nullopt;
}

std::span<const std::int64_t> Tensor::column(std::size_t axis) const {
    return columns != nullptr && axis < columns->size() ? std::span<const std::int64_t>((*columns)[axis])
                                                        : std::span<const std::int64_t>();
}

const std::string& Tensor::dtypeAt(SampleId sample) const {
    const auto found =
        std::lower_bound(otherDtypes.begin(), otherDtypes.end(), sample,
                         [](const auto& exception, SampleId at) { return exception.first < at; });
    return found != otherDtypes.end() && found->first == sample ? found->second : dtype;
}

module::Sizes Tensor::sizesAt(SampleId sample) const {
    module::Sizes sizes;
    if (columns != nullptr) {
        sizes.reserve(columns->size());
        for (const std::vector<std::int64_t>& axis : *columns) {
            sizes.push_back(axis[sample.value]);
        }
    }
    return sizes;
}

CallOrigin Graph::originOf(SampleId sample) const {
    CallOrigin origin{source, line, {}, {}};
    if (calls == nullptr || isSummary()) {
        return origin;
    }
    const std::vector<std::uint32_t>& sources = calls->sources;
    if (!sources.empty()) {
        origin.source.value = sources.size() == 1 ? sources.front() : sources[sample.value];
    }
    origin.line = calls->lines.empty() ? 0 : calls->lines[sample.value];
    origin.time = calls->times.at(sample.value);
    origin.label = calls->labels.at(sample.value);
    return origin;
}

Capture::Capture(Parts parts) : m_parts(std::move(parts)) {}

std::uint64_t Capture::sampleCount() const {
    std::uint64_t count = 0;
    for (const Graph& graph : m_parts.graphs) {
        count += graph.samples;
    }
    return count;
}

std::uint64_t Capture::axisCount() const {
    std::uint64_t count = 0;
    for (const Tensor& tensor : m_parts.tensors) {
        count += tensor.rank;
    }
    return count;
}

}  // namespace dimscope::capture
