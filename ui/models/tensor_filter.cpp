// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tensor_filter.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "ui/models/audit_text.h"
#include "ui/models/format.h"
#include "ui/models/origin_text.h"

namespace dimscope::models {
namespace {

/// Indexes of kKeys.
enum Key : int {
    PathKey,
    DtypeKey,
    VerdictKey,
    AuditKey,
    FindingKey,
    OriginKey,
    SideKey,
    ModuleKey,
    GraphKey
};
constexpr std::array<QLatin1String, 9> kKeys{
    QLatin1String("path:"),  QLatin1String("dtype:"),   QLatin1String("verdict:"),
    QLatin1String("audit:"), QLatin1String("finding:"), QLatin1String("override:"),
    QLatin1String("side:"),  QLatin1String("module:"),  QLatin1String("graph:")};

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

bool fitsOrigin(const std::optional<overrides::SpecOrigin>& origin, const QString& value) {
    if (!origin) {
        return false;
    }
    switch (*origin) {
        case overrides::SpecOrigin::overridden: return startsWith("overridden", value);
        case overrides::SpecOrigin::follows: return startsWith("follows", value);
        case overrides::SpecOrigin::inferred: break;
    }
    return startsWith("inferred", value);
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

TensorFilter TensorFilter::parse(const QString& text) {
    TensorFilter filter;
    filter.m_words = filterWords(text, kKeys);
    return filter;
}

bool TensorFilter::asksForOrigins() const {
    return std::any_of(m_words.begin(), m_words.end(),
                       [](const FilterWord& word) { return word.key == OriginKey; });
}

bool TensorFilter::fits(const FilterWord& word, const Snapshot& snapshot, base::TensorId id) {
    const capture::Capture& capture = *snapshot.capture;
    const capture::Tensor& tensor = capture.tensor(id);
    const capture::Graph& graph = capture.graph(tensor.graph);
    const auto fitsPath = [&] {
        return holds(tensor.accessPath, word.value) || holds(tensor.locator.semanticPathText(), word.value);
    };
    switch (word.key) {
        case PathKey: return fitsPath();
        case DtypeKey: return fitsDtype(tensor, word.value);
        case VerdictKey: return fitsVerdict(snapshot.analysis->tensor(id), word.value);
        case AuditKey: return fitsAudit(snapshot.analysis->tensor(id), word.value);
        case OriginKey: return fitsOrigin(originOf(snapshot, id), word.value);
        case SideKey: return startsWith(module::name(tensor.side()), word.value);
        case ModuleKey: return holds(capture.module(graph.module).name, word.value);
        case GraphKey: return fitsGraph(graph, word.value);
        default:
            return fitsPath() || holds(tensor.dtype, word.value) ||
                   holds(capture.module(graph.module).name, word.value);
    }
}

TensorFilter::Test TensorFilter::testFor(const Snapshot& snapshot) const {
    std::vector<std::vector<bool>> ofFindings;  // by word; empty for words of other kinds
    for (const FilterWord& word : m_words) {
        ofFindings.push_back(word.key == FindingKey ? tensorsWithFinding(snapshot, word.value)
                                                    : std::vector<bool>());
    }
    return [snapshot, words = m_words, ofFindings = std::move(ofFindings)](base::TensorId tensor) {
        for (qsizetype i = 0; i < words.size(); ++i) {
            const std::vector<bool>& marked = ofFindings[static_cast<std::size_t>(i)];
            const bool isFit =
                words[i].key == FindingKey ? marked[tensor.value] : fits(words[i], snapshot, tensor);
            if (isFit != (words[i].wanted == FilterWord::Wanted::present)) {
                return false;
            }
        }
        return true;
    };
}

}  // namespace dimscope::models
