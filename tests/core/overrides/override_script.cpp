// SPDX-License-Identifier: GPL-3.0-or-later
#include "override_script.h"

#include <QStringList>
#include <algorithm>
#include <stdexcept>

namespace dimscope::test_support {

using overrides::Dim;
using overrides::OverrideSet;
using overrides::TensorOverride;

namespace {

void addDim(const QString& word, TensorOverride& override) {
    const QStringList parts = word.split('=');
    bool isNumber = false;
    const std::int64_t number = parts[0].toLongLong(&isNumber);
    override.shape.push_back(isNumber                   ? Dim(number)
                             : parts[0] == QString("?") ? Dim()
                                                        : Dim(parts[0].toStdString()));
    std::int64_t min = number;
    std::int64_t max = number;
    if (parts.size() > 1) {
        const QStringList bounds = parts[1].section('/', 0, 0).split("..");
        min = bounds[0].toLongLong();
        max = bounds[1].toLongLong();
    }
    override.min.push_back(min);
    override.max.push_back(max);
    override.opt.push_back(word.contains('/') ? word.section('/', 1).toLongLong() : max);
}

QString dimText(const Dim& dim) {
    if (const auto* size = std::get_if<std::int64_t>(&dim)) {
        return QString::number(*size);
    }
    const auto* symbol = std::get_if<std::string>(&dim);
    return symbol == nullptr ? QString("?") : QString::fromStdString(*symbol);
}

}  // namespace

TensorOverride overrideFrom(const std::string& text) {
    QStringList words = QString::fromStdString(text).split(' ', Qt::SkipEmptyParts);
    const QString path = words.takeFirst();
    TensorOverride override;
    const bool isOutput = path.startsWith("out");
    const module::Accessor accessor = isOutput ? module::Accessor(std::int64_t{path.mid(3).toLongLong()})
                                               : module::Accessor(path.toStdString());
    override.locator = {{{accessor, isOutput ? module::Container::sequence : module::Container::mapping}},
                        isOutput ? module::Side::output : module::Side::input};
    for (const QString& word : words) {
        if (word.startsWith('@')) {
            override.batchAxis = word.mid(1).section('x', 0, 0).toLongLong();
            override.batchMultiplier = word.contains('x') ? word.section('x', 1).toLongLong() : 1;
        } else {
            addDim(word, override);
        }
    }
    return override;
}

OverrideSet overridesFrom(const std::vector<std::string>& texts, std::vector<std::int64_t> excluded) {
    overrides::GraphOverrides graph{"m", "0", {}, std::move(excluded), {}};
    for (const std::string& text : texts) {
        graph.tensors.push_back(overrideFrom(text));
    }
    OverrideSet set;
    set.put(std::move(graph));
    return set;
}

Judged judged(capture::Capture capture, OverrideSet set) {
    auto analysis = inference::analyse(capture, overrides::exclusionsOf(set, capture));
    auto judgement = overrides::judge(capture, *analysis, set);
    return {std::move(capture), std::move(*analysis), std::move(set), std::move(*judgement)};
}

base::TensorId Judged::tensor(const std::string& accessPath) const {
    const auto found =
        std::find_if(capture.tensors().begin(), capture.tensors().end(),
                     [&](const capture::Tensor& tensor) { return tensor.accessPath == accessPath; });
    if (found == capture.tensors().end()) {
        throw std::runtime_error("no tensor " + accessPath);
    }
    return found->id;
}

QString Judged::problems() const {
    QStringList out;
    for (const overrides::Problem& problem : judgement.problems) {
        QString text = QString::fromStdString(problem.code) + '@' +
                       (problem.tensor ? QString::fromStdString(problem.tensor->accessPath()) : QString());
        if (problem.axis) {
            text += ':' + QString::number(*problem.axis);
        }
        QStringList samples;
        for (const std::uint32_t sample : problem.samples) {
            samples << QString::number(sample);
        }
        out << text + (samples.isEmpty() ? QString() : '[' + samples.join(',') + ']');
    }
    return out.join(' ');
}

QString Judged::spec(const std::string& accessPath) const {
    const inference::EffectiveSpec& spec = judgement.spec(tensor(accessPath));
    QStringList out;
    for (std::size_t axis = 0; axis < spec.rank(); ++axis) {
        out << QString("%1 %2..%3 opt %4")
                   .arg(dimText(spec.shape[axis]))
                   .arg(spec.min[axis])
                   .arg(spec.max[axis])
                   .arg(spec.opt[axis]);
    }
    return out.join(", ");
}

}  // namespace dimscope::test_support
