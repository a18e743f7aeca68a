// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/format.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <array>
#include <cmath>

namespace dimscope::models {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("dimscope::models", text);
}

QString scalarText() {
    return tr("scalar");
}

QString withMultiplier(const QString& symbol, const std::optional<std::int64_t>& multiplier) {
    return multiplier && *multiplier != 1 ? symbol + QChar(u'×') + numberText(*multiplier) : symbol;
}

template <class SizeOf>
QString joined(std::size_t rank, SizeOf sizeOf) {
    if (rank == 0) {
        return scalarText();
    }
    QString text;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        if (axis != 0) {
            text += QChar(u'×');
        }
        text += QString::number(sizeOf(axis));
    }
    return text;
}

}  // namespace

QString noValue() {
    return QStringLiteral("–");
}

QString numberText(std::int64_t number) {
    return QString::number(number);
}

QString numberText(std::uint64_t number) {
    return QString::number(number);
}

QString numberText(const std::optional<std::int64_t>& number) {
    return number ? numberText(*number) : noValue();
}

QString numberText(double number, int digits) {
    if (std::isnan(number)) {
        return noValue();
    }
    const QString exact = QString::number(number, 'g', QLocale::FloatingPointShortest);
    return exact.size() <= digits + 1 ? exact : QString::number(number, 'g', digits);
}

QString sizesText(std::span<const std::int64_t> sizes) {
    return joined(sizes.size(), [&](std::size_t axis) { return sizes[axis]; });
}

QString symbolicDim(const inference::TensorAnalysis& tensor, std::size_t axis) {
    const module::Dim& dim = tensor.spec.shape()[axis];
    if (const auto* size = std::get_if<std::int64_t>(&dim)) {
        return numberText(*size);
    }
    QString symbol = QString::fromStdString(std::get<std::string>(dim));
    const inference::AxisAnalysis& known = tensor.axes[axis];
    if (known.verdict != inference::Verdict::batch) {
        const bool numbered = symbol == QStringLiteral("dim%1").arg(axis);
        return numbered && !known.symbol.empty() ? QString::fromStdString(known.symbol) : symbol;
    }
    if (symbol == QStringLiteral("batch%1").arg(axis)) {
        symbol = QStringLiteral("batch");
    }
    return withMultiplier(symbol, known.multiplier);
}

QString symbolicShape(const inference::TensorAnalysis& tensor) {
    const std::size_t rank = tensor.spec.rank();
    if (rank == 0) {
        return scalarText();
    }
    QString text(u'[');
    for (std::size_t axis = 0; axis < rank; ++axis) {
        if (axis != 0) {
            text += QStringLiteral(", ");
        }
        text += symbolicDim(tensor, axis);
    }
    return text + QChar(u']');
}

QString symbolText(const inference::AxisAnalysis& axis) {
    if (axis.symbol.empty()) {
        return axis.min == axis.max ? numberText(axis.min) : noValue();
    }
    return QString::fromStdString(axis.symbol);
}

QString minText(const inference::TensorAnalysis& tensor) {
    return joined(tensor.axes.size(), [&](std::size_t axis) { return tensor.axes[axis].min; });
}

QString maxText(const inference::TensorAnalysis& tensor) {
    return joined(tensor.axes.size(), [&](std::size_t axis) { return tensor.axes[axis].max; });
}

QString dtypeText(const std::string& dtype) {
    static constexpr std::string_view kPrefix = "torch.";
    const std::string_view whole = dtype;
    const std::string_view shown = whole.starts_with(kPrefix) ? whole.substr(kPrefix.size()) : whole;
    return shown.empty() ? noValue() : QString::fromUtf8(shown.data(), static_cast<qsizetype>(shown.size()));
}

QString axisPath(const capture::Tensor& tensor, int axis) {
    return QString::fromStdString(tensor.accessPath) + QChar(u':') + QString::number(axis);
}

QString batchSizeText(std::int64_t batchSize) {
    return batchSize == capture::kUnknownBatch ? noValue() : numberText(batchSize);
}

QString verdictWord(inference::Verdict verdict) {
    switch (verdict) {
        case inference::Verdict::fixed: return tr("static");
        case inference::Verdict::batch: return tr("batch");
        case inference::Verdict::dynamic: return tr("dynamic");
    }
    return {};
}

QString verdictSign(inference::Verdict verdict) {
    switch (verdict) {
        case inference::Verdict::fixed: return QStringLiteral("■");
        case inference::Verdict::batch: return QStringLiteral("▲");
        case inference::Verdict::dynamic: return QStringLiteral("~");
    }
    return {};
}

QString verdictMeaning(inference::Verdict verdict) {
    switch (verdict) {
        case inference::Verdict::fixed: return tr("static: the same size in every call");
        case inference::Verdict::batch:
            return tr(
                "batch: the size changed, and was the same whole multiple of the batch size each time "
                "it did");
        case inference::Verdict::dynamic:
            return tr("dynamic: the size changed, and not as one whole multiple of the batch size");
    }
    return {};
}

QString verdictText(const inference::AxisAnalysis& axis) {
    if (axis.flips.size() < 2) {
        return verdictWord(axis.verdict);
    }
    const inference::Flip& flip = axis.flips.back();
    return tr("%1 (was %2 until %3)")
        .arg(verdictWord(axis.verdict), verdictWord(flip.before), QString::number(flip.sample.value));
}

QString verdictsText(const inference::TensorAnalysis& tensor) {
    std::array<bool, 3> seen{};
    for (const inference::AxisAnalysis& axis : tensor.axes) {
        seen[static_cast<std::size_t>(axis.verdict)] = true;
    }
    QStringList words;
    for (const auto verdict : {inference::Verdict::batch, inference::Verdict::dynamic}) {
        if (seen[static_cast<std::size_t>(verdict)]) {
            words += verdictWord(verdict);
        }
    }
    return words.isEmpty() ? verdictWord(inference::Verdict::fixed) : words.join(QStringLiteral(", "));
}

QString verdictsSpoken(const inference::TensorAnalysis& tensor) {
    QStringList parts;
    for (std::size_t i = 0; i < tensor.axes.size(); ++i) {
        const inference::AxisAnalysis& axis = tensor.axes[i];
        QString part = tr("axis %1 %2").arg(QString::number(i), verdictWord(axis.verdict));
        if (axis.multiplier) {
            part += tr(" times %1").arg(numberText(*axis.multiplier));
        }
        parts += part;
    }
    return parts.isEmpty() ? scalarText() : parts.join(QStringLiteral(", "));
}

QString sideWord(module::Side side) {
    return side == module::Side::input ? tr("input") : tr("output");
}

QString severityWord(base::Severity severity) {
    switch (severity) {
        case base::Severity::note: return tr("note");
        case base::Severity::warning: return tr("warning");
        case base::Severity::error: return tr("error");
    }
    return {};
}

QString graphText(const capture::Graph& graph) {
    QString name = QString::fromStdString(graph.name);
    if (graph.phase == module::LlmPhase::none) {
        return name;
    }
    const std::string_view word = module::name(graph.phase);
    const QString phase = QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
    const QString suffix = QStringLiteral(" (LLM phase %1)").arg(phase);
    if (name.contains(suffix)) {
        name.remove(suffix);
    }
    return name + QStringLiteral(" · ") + phase;
}

QString batchSizesText(std::span<const std::int64_t> batchSizes) {
    static constexpr std::size_t kShown = 6;
    QStringList parts;
    const bool all = batchSizes.size() <= kShown;
    for (const std::int64_t batchSize : batchSizes.first(all ? batchSizes.size() : kShown - 1)) {
        parts += numberText(batchSize);
    }
    if (!all) {
        parts += QStringLiteral("… ") + numberText(batchSizes.back());
    }
    return parts.join(QStringLiteral(", "));
}

QString placeText(const base::SourceLocation& where) {
    const QString text = QString::fromStdString(where.text());
    return text.isEmpty() ? noValue() : text;
}

}  // namespace dimscope::models
