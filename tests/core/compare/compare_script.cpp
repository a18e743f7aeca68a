// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/compare/compare_script.h"

#include <stdexcept>

#include "core/overrides/judgement.h"
#include "tests/core/capture/call_script.h"

namespace dimscope::test_support {

namespace {

using module::SampleMetadata;

SampleMetadata summarySide(const SampleMetadata& layout, QStringList& axes) {
    std::vector<SampleMetadata::TensorEntry> tensors;
    for (const auto& [locator, spec] : layout.tensorData()) {
        std::vector<module::Dim> shape;
        module::Sizes min;
        module::Sizes max;
        for (std::size_t axis = 0; axis < spec.rank(); ++axis) {
            const QStringList parts = axes.takeFirst().split('=');
            const QStringList bounds = parts.back().split("..");
            shape.push_back(parts.size() > 1 ? module::Dim(parts[0].toStdString())
                                             : module::Dim(std::int64_t{parts[0].toLongLong()}));
            min.push_back(bounds.front().toLongLong());
            max.push_back(bounds.back().toLongLong());
        }
        tensors.push_back({locator, module::TensorSpec::fromParts(shape, min, max, spec.dtype()).value()});
    }
    return {std::move(tensors), layout.otherData(), layout.strictness(), layout.llmPhase()};
}

void addLine(capture::CaptureBuilder& builder, const QString& line) {
    QString text = line.section('|', 0, 0).trimmed();
    std::string module = "m";
    if (text.startsWith('@')) {
        module = text.section(' ', 0, 0).mid(1).toStdString();
        text = text.section(' ', 1);
    }
    const capture::CallLayout layout = layoutFrom(text.toStdString(), module);
    const QString calls = line.section('|', 1).trimmed();
    if (calls.startsWith("summary")) {
        QStringList axes = calls.section(' ', 1).split(' ', Qt::SkipEmptyParts);
        const SampleMetadata inputs = summarySide(layout.inputs, axes);
        builder.addSummary({module, {}, inputs, summarySide(layout.outputs, axes), {}}, {});
        return;
    }
    const capture::LayoutId id = builder.layout(layout, {});
    for (const QString& call : calls.split(';')) {
        std::vector<std::int64_t> sizes;
        for (const QString& size : call.section(':', 1).split(' ', Qt::SkipEmptyParts)) {
            sizes.push_back(size.toLongLong());
        }
        if (sizes.size() != builder.sizeCount(id)) {
            throw std::runtime_error("wrong number of sizes in " + line.toStdString());
        }
        builder.addCall(id, call.section(':', 0, 0).trimmed().toLongLong(), sizes, {});
    }
}

}  // namespace

capture::Capture captureFrom(const QStringList& lines) {
    capture::CaptureBuilder builder;
    for (const QString& line : lines) {
        addLine(builder, line);
    }
    return builder.build();
}

Compared::Compared(capture::Capture given, overrides::OverrideSet stated)
    : capture(std::move(given)), overrides(std::move(stated)) {
    analysis = inference::analyse(capture, overrides::exclusionsOf(overrides, capture)).value();
}

QString changeText(const compare::Change& change) {
    const auto text = [](std::string_view view) {
        return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
    };
    QString out = text(compare::name(change.code)) + '@';
    if (change.tensor) {
        out += text(change.tensor->accessPath()) + (change.axis ? ':' + QString::number(*change.axis) : "");
    } else {
        out += text(change.module) + (change.graph.empty() ? QString() : '.' + text(change.graph));
    }
    if (!change.finding.empty()) {
        return out + ' ' + text(change.finding);
    }
    return out + ' ' + text(compare::valueText(change.before)) + "->" +
           text(compare::valueText(change.after));
}

QStringList changeTexts(const compare::Comparison& comparison) {
    QStringList out;
    for (const compare::Change& change : comparison.changes) {
        out << changeText(change);
    }
    return out;
}

}  // namespace dimscope::test_support
