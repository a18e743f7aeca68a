// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/edit_texts.h"

#include <QCoreApplication>

namespace dimscope::session {

namespace {

using Reach = OverridesEditor::Reach;

/// Longer paths do not fit into a menu.
constexpr qsizetype kLongest = 40;

QString tr(const char* text) {
    return QCoreApplication::translate("dimscope::session::EditTexts", text);
}

QString graphName(const capture::Capture& capture, base::TensorId tensor) {
    const capture::Graph& graph = capture.graph(capture.tensor(tensor).graph);
    return tr("graph %1 of %2")
        .arg(QString::fromStdString(graph.name), QString::fromStdString(capture.module(graph.module).name));
}

}  // namespace

QString tensorName(const capture::Capture& capture, base::TensorId tensor) {
    const QString path = QString::fromStdString(capture.tensor(tensor).accessPath);
    return path.size() <= kLongest ? path : path.left(kLongest / 2) + u'…' + path.right(kLongest / 2 - 1);
}

QString axisName(const capture::Capture& capture, base::TensorId tensor, std::size_t axis) {
    return tr("%1 axis %2").arg(tensorName(capture, tensor), QString::number(axis));
}

QString rangeText(const QString& axis, const overrides::AxisRange& before,
                  const overrides::AxisRange& after) {
    const int changed = (before.min != after.min ? 1 : 0) + (before.opt != after.opt ? 1 : 0) +
                        (before.max != after.max ? 1 : 0);
    if (changed == 1) {
        const bool isMin = before.min != after.min;
        const bool isMax = before.max != after.max;
        const QString bound = isMin ? tr("min") : isMax ? tr("max") : tr("opt");
        return tr("Set %1 of %2 to %3")
            .arg(bound, axis,
                 QString::number(isMin   ? after.min
                                 : isMax ? after.max
                                         : after.opt));
    }
    return tr("Set range of %1 to %2 … %3 … %4")
        .arg(axis, QString::number(after.min), QString::number(after.opt), QString::number(after.max));
}

QString dimText(const QString& axis, const overrides::Dim& dim) {
    if (const auto* fixed = std::get_if<std::int64_t>(&dim)) {
        return tr("Fix %1 at %2").arg(axis, QString::number(*fixed));
    }
    if (const auto* symbol = std::get_if<std::string>(&dim)) {
        return tr("Set symbol of %1 to %2").arg(axis, QString::fromStdString(*symbol));
    }
    return tr("Make %1 dynamic").arg(axis);
}

QString batchText(const QString& tensor, std::optional<std::int64_t> axis,
                  std::optional<std::int64_t> multiplier) {
    if (!axis) {
        return tr("Take the batch axis of %1 away").arg(tensor);
    }
    const QString text = tr("Make axis %1 the batch axis of %2").arg(QString::number(*axis), tensor);
    return multiplier.value_or(1) == 1 ? text : text + tr(", times %1").arg(*multiplier);
}

QString nameText(const QString& tensor, const QString& name) {
    return name.isEmpty() ? tr("Take the name of %1 away").arg(tensor)
                          : tr("Set name of %1 to %2").arg(tensor, name);
}

QString acceptText(const capture::Capture& capture, base::TensorId tensor, Reach reach,
                   std::optional<std::size_t> axis) {
    switch (reach) {
        case Reach::axis:
            return tr("Accept inferred values of %1").arg(axisName(capture, tensor, axis.value_or(0)));
        case Reach::tensor: return tr("Accept inferred values of %1").arg(tensorName(capture, tensor));
        case Reach::graph: return tr("Accept inferred values of %1").arg(graphName(capture, tensor));
        case Reach::all: break;
    }
    return tr("Accept all inferred values");
}

QString resetText(const capture::Capture& capture, base::TensorId tensor, Reach reach) {
    switch (reach) {
        case Reach::axis:
        case Reach::tensor: return tr("Reset %1").arg(tensorName(capture, tensor));
        case Reach::graph: return tr("Reset %1").arg(graphName(capture, tensor));
        case Reach::all: break;
    }
    return tr("Reset all overrides");
}

QString samplesText(const std::vector<std::uint32_t>& samples, overrides::SampleUse use) {
    const bool isExcluded = use == overrides::SampleUse::excluded;
    if (samples.size() == 1) {
        return (isExcluded ? tr("Exclude sample %1") : tr("Bring back sample %1")).arg(samples.front());
    }
    return (isExcluded ? tr("Exclude %1 samples") : tr("Bring back %1 samples")).arg(samples.size());
}

}  // namespace dimscope::session
