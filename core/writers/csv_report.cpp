// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/csv_report.h"

#include <array>
#include <string_view>
#include <variant>

#include "core/writers/csv_text.h"
#include "core/writers/report_values.h"

namespace dimscope::writers {

namespace {

constexpr std::array<std::string_view, 32> kColumns = {"module",
                                                       "graph",
                                                       "llm_phase",
                                                       "side",
                                                       "access_path",
                                                       "semantic_path",
                                                       "dtype",
                                                       "rank",
                                                       "axis",
                                                       "verdict",
                                                       "multiplier",
                                                       "symbol",
                                                       "min",
                                                       "max",
                                                       "distinct",
                                                       "audit_verdict",
                                                       "audit_multiplier",
                                                       "audit_strength",
                                                       "samples",
                                                       "excluded_samples",
                                                       "name",
                                                       "effective_kind",
                                                       "effective_symbol",
                                                       "effective_min",
                                                       "effective_opt",
                                                       "effective_max",
                                                       "effective_multiplier",
                                                       "effective_from",
                                                       "override",
                                                       "covered_samples",
                                                       "counted_samples",
                                                       "first_outside"};

/// What a row says of the graph and tensor that its axis belongs to.
struct Row {
    const ReportInput& input;
    const capture::Graph& graph;
    const capture::Tensor& tensor;
    const inference::EffectiveSpec& spec;
    const overrides::TensorOverride* stated = nullptr;
};

std::string_view originName(overrides::SpecOrigin origin) {
    switch (origin) {
        case overrides::SpecOrigin::overridden: return "override";
        case overrides::SpecOrigin::follows: return "symbol of an override";
        case overrides::SpecOrigin::inferred: break;
    }
    return "inferred";
}

std::string_view kindName(const records::Dim& dim) {
    if (std::holds_alternative<std::int64_t>(dim)) {
        return "fixed";
    }
    return std::holds_alternative<std::string>(dim) ? "symbol" : "unnamed";
}

std::optional<std::int64_t> entry(const module::Sizes& sizes, std::size_t axis) {
    return axis < sizes.size() ? std::optional(sizes[axis]) : std::nullopt;
}

/// Module to rank.
void tensorCells(CsvRows& out, const Row& row) {
    out.text(row.input.capture.module(row.graph.module).name)
        .text(row.graph.name)
        .text(module::name(row.graph.phase))
        .text(module::name(row.tensor.side()))
        .text(row.tensor.accessPath)
        .text(base::dumpJson(row.tensor.locator.semanticPath(), base::JsonLayout::spaced))
        .text(row.tensor.dtype)
        .count(row.tensor.rank);
}

/// Axis to strength of the audit; a summary has no audit.
void axisCells(CsvRows& out, const inference::AxisAnalysis& axis, std::size_t index) {
    out.count(index)
        .text(module::name(axis.verdict))
        .number(axis.multiplier)
        .text(axis.symbol)
        .number(axis.min)
        .number(axis.max)
        .count(axis.distinct);
    if (axis.audit) {
        out.text(module::name(axis.audit->verdict))
            .number(axis.audit->multiplier)
            .text(inference::name(axis.audit->strength));
    } else {
        out.empty().empty().empty();
    }
}

/// Kind to multiplier of the effective spec.
void effectiveCells(CsvRows& out, const inference::EffectiveSpec& spec, std::size_t axis) {
    const records::Dim dim = axis < spec.shape.size() ? spec.shape[axis] : records::Dim();
    const auto* symbol = std::get_if<std::string>(&dim);
    out.text(kindName(dim))
        .text(symbol ? *symbol : std::string())
        .number(entry(spec.min, axis))
        .number(entry(spec.opt, axis))
        .number(entry(spec.max, axis))
        .number(axis < spec.multipliers.size() ? spec.multipliers[axis] : std::nullopt);
}

/// Where the effective spec comes from, and which samples it covers.
void coverageCells(CsvRows& out, const Row& row) {
    out.text(originName(originOf(row.input, row.tensor.id))).text(row.stated ? "yes" : "no");
    const overrides::Coverage* coverage = coverageOf(row.input, row.tensor.id);
    if (coverage == nullptr) {
        out.empty().empty().empty();
        return;
    }
    out.count(coverage->covered).count(coverage->samples);
    if (coverage->firstOutside) {
        out.count(coverage->firstOutside->sample.value);
    } else {
        out.empty();
    }
}

void writeRow(CsvRows& out, const Row& row, std::optional<std::size_t> axis) {
    tensorCells(out, row);
    if (axis) {
        axisCells(out, row.input.analysis.tensor(row.tensor.id).axes[*axis], *axis);
    } else {
        constexpr int kAxisCells = 10;
        for (int i = 0; i < kAxisCells; ++i) {
            out.empty();
        }
    }
    out.count(row.graph.samples)
        .count(excludedSamples(row.input, row.graph.id).size())
        .text(targetName(row.input, row.tensor.id));
    if (axis) {
        effectiveCells(out, row.spec, *axis);
    } else {
        out.empty().empty().empty().empty().empty().empty();
    }
    coverageCells(out, row);
    out.end();
}

void writeGraphRows(CsvRows& out, const ReportInput& input, const capture::Graph& graph) {
    const overrides::GraphOverrides* stated = overridesOf(input, graph);
    for (const capture::TensorId id : graph.tensors) {
        const inference::EffectiveSpec spec = effectiveSpec(input, id);
        const Row row{input, graph, input.capture.tensor(id), spec, overrideOf(input, stated, id)};
        const std::size_t axes = input.analysis.tensor(id).axes.size();
        if (axes == 0) {
            writeRow(out, row, {});
        }
        for (std::size_t axis = 0; axis < axes; ++axis) {
            writeRow(out, row, axis);
        }
    }
}

}  // namespace

base::Result<void> writeCsvReport(const ReportInput& input, const files::TextSink& sink) {
    TextStream text(sink);
    CsvRows out(text);
    for (const std::string_view column : kColumns) {
        out.text(column);
    }
    out.end();
    for (const capture::Graph& graph : input.capture.graphs()) {
        if (text.failed()) {
            break;
        }
        writeGraphRows(out, input, graph);
    }
    return text.finish();
}

}  // namespace dimscope::writers
