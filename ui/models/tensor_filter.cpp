// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tensor_filter.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "ui/models/audit_text.h"
#include "ui/models/format.h"

namespace dimscope::models {
namespace {

bool holds(const std::string& text, const QString& part) {
    return QString::fromStdString(text).contains(part, Qt::CaseInsensitive);
}

bool startsWith(std::string_view text, const QString& part) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))
        .startsWith(part, Qt::CaseInsensitive);
}

bool fitsDtype(const capture::Tensor& tensor, const QString& value) {
    const auto fits = [&](const std::string& dtype) {
        return dtypeText(dtype).startsWith(value, Qt::CaseInsensitive) || startsWith(dtype, value);
    };
    return (!tensor.dtype.empty() && fits(tensor.dtype)) ||
           std::any_of(tensor.otherDtypes.begin(), tensor.otherDtypes.end(),
                       [&](const auto& other) { return fits(other.second); });
}

bool fitsVerdict(const inference::TensorAnalysis& tensor, const QString& value) {
    return std::any_of(tensor.axes.begin(), tensor.axes.end(),
                       [&](const auto& axis) { return startsWith(module::name(axis.verdict), value); });
}

bool fitsAudit(const inference::TensorAnalysis& tensor, const QString& value) {
    return std::any_of(tensor.axes.begin(), tensor.axes.end(), [&](const inference::AxisAnalysis& axis) {
        return axis.audit && (startsWith(module::name(axis.audit->verdict), value) ||
                              startsWith(inference::name(axis.audit->strength), value) ||
                              (auditDiffers(axis) && startsWith("differs", value)));
    });
}

/// By tensor: whether a finding of a code or severity that starts so speaks of it.
std::vector<bool> tensorsWithFinding(const Snapshot& snapshot, const QString& value) {
    std::vector<bool> found(snapshot.capture->tensors().size());
    const auto mark = [&](const inference::Finding& finding) {
        if (!startsWith(finding.code, value) && !startsWith(base::name(finding.severity), value)) {
            return;
        }
        if (finding.tensor) {
            found[finding.tensor->value] = true;
        }
        for (const inference::AxisRef& axis : finding.axes) {
            found[axis.tensor.value] = true;
        }
    };
    for (const inference::GraphAnalysis& graph : snapshot.analysis->graphs) {
        std::for_each(graph.findings.begin(), graph.findings.end(), mark);
    }
    for (const auto& findings : snapshot.analysis->moduleFindings) {
        std::for_each(findings.begin(), findings.end(), mark);
    }
    return found;
}

bool isNumber(const QString& text) {
    return std::all_of(text.begin(), text.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
}

/// A number fits the graph's whole number, so that 1 does not find 10; text fits anywhere in the name.
bool fitsGraph(const capture::Graph& graph, const QString& value) {
    const QString name = QString::fromStdString(graph.name);
    if (!isNumber(value)) {
        return name.contains(value, Qt::CaseInsensitive);
    }
    return name.startsWith(value) && (name.size() == value.size() || !name.at(value.size()).isDigit());
}

}  // namespace

qsizetype TensorFilter::parseWord(const QString& text, qsizetype from, Word& word) {
    static const std::array<std::pair<QLatin1String, Key>, 8> kKeys{
        {{QLatin1String("path:"), Key::path},
         {QLatin1String("dtype:"), Key::dtype},
         {QLatin1String("verdict:"), Key::verdict},
         {QLatin1String("audit:"), Key::audit},
         {QLatin1String("finding:"), Key::finding},
         {QLatin1String("side:"), Key::side},
         {QLatin1String("module:"), Key::module},
         {QLatin1String("graph:"), Key::graph}}};
    qsizetype at = from;
    if (text.at(at) == u'-') {
        word.wanted = Wanted::absent;
        ++at;
    }
    for (const auto& [prefix, key] : kKeys) {
        if (QStringView(text).mid(at).startsWith(prefix, Qt::CaseInsensitive)) {
            word.key = key;
            at += prefix.size();
            break;
        }
    }
    // A quote inside a word, as in opts["mask"], belongs to the word.
    if (at < text.size() && text.at(at) == u'"') {
        for (++at; at < text.size() && text.at(at) != u'"'; ++at) {
            if (text.at(at) == u'\\' && at + 1 < text.size()) {
                ++at;
            }
            word.value += text.at(at);
        }
        return at + 1;
    }
    for (; at < text.size() && !text.at(at).isSpace(); ++at) {
        word.value += text.at(at);
    }
    return at;
}

TensorFilter TensorFilter::parse(const QString& text) {
    TensorFilter filter;
    for (qsizetype at = 0; at < text.size();) {
        if (text.at(at).isSpace()) {
            ++at;
            continue;
        }
        Word word;
        at = parseWord(text, at, word);
        if (!word.value.isEmpty()) {
            filter.m_words += word;
        }
    }
    return filter;
}

bool TensorFilter::fits(const Word& word, const Snapshot& snapshot, base::TensorId id) {
    const capture::Capture& capture = *snapshot.capture;
    const capture::Tensor& tensor = capture.tensor(id);
    const capture::Graph& graph = capture.graph(tensor.graph);
    const auto fitsPath = [&] {
        return holds(tensor.accessPath, word.value) || holds(tensor.locator.semanticPathText(), word.value);
    };
    switch (word.key) {
        case Key::path: return fitsPath();
        case Key::dtype: return fitsDtype(tensor, word.value);
        case Key::verdict: return fitsVerdict(snapshot.analysis->tensor(id), word.value);
        case Key::audit: return fitsAudit(snapshot.analysis->tensor(id), word.value);
        case Key::side: return startsWith(module::name(tensor.side()), word.value);
        case Key::module: return holds(capture.module(graph.module).name, word.value);
        case Key::graph: return fitsGraph(graph, word.value);
        case Key::text:
            return fitsPath() || holds(tensor.dtype, word.value) ||
                   holds(capture.module(graph.module).name, word.value);
        case Key::finding: break;
    }
    return false;
}

TensorFilter::Test TensorFilter::testFor(const Snapshot& snapshot) const {
    std::vector<std::vector<bool>> ofFindings;  // by word; empty for words of other kinds
    for (const Word& word : m_words) {
        ofFindings.push_back(word.key == Key::finding ? tensorsWithFinding(snapshot, word.value)
                                                      : std::vector<bool>());
    }
    return [snapshot, words = m_words, ofFindings = std::move(ofFindings)](base::TensorId tensor) {
        for (qsizetype i = 0; i < words.size(); ++i) {
            const std::vector<bool>& marked = ofFindings[static_cast<std::size_t>(i)];
            const bool isFit =
                words[i].key == Key::finding ? marked[tensor.value] : fits(words[i], snapshot, tensor);
            if (isFit != (words[i].wanted == Wanted::present)) {
                return false;
            }
        }
        return true;
    };
}

}  // namespace dimscope::models
