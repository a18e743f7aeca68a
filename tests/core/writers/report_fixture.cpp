// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_fixture.h"

#include <QtGlobal>
#include <utility>

#include "core/capture/capture_builder.h"

namespace dimscope::test_support {

namespace {

using module::Locator;
using module::Side;

template <class T>
T take(base::Result<T> result) {
    if (!result) {
        qFatal("%s", result.error().text().c_str());
    }
    return std::move(result).value();
}

overrides::TensorOverride absentOverride() {
    overrides::TensorOverride stated;
    stated.locator = take(Locator::fromPaths("gone", "gone", Side::input));
    stated.shape = {std::int64_t{4}};
    stated.min = stated.opt = stated.max = {4};
    return stated;
}

module::SampleMetadata hostileSide(const std::string& path, Side side) {
    const Locator locator = take(Locator::fromPaths(path, path, side));
    const Locator other = take(Locator::fromPaths("other " + path, "other " + path, side));
    return {{{locator, take(module::TensorSpec::fromSizes(std::vector<std::int64_t>{1, 1}, path, {}))}},
            {{other, module::Value::fromJson(path)}},
            module::Strictness::strict,
            module::LlmPhase::none};
}

SampleData hostileCapture() {
    capture::CaptureBuilder builder;
    capture::Source source;
    source.name = hostileName() + ".jsonl";
    source.format = "dimscope.capture";
    source.xxh3 = "6f1c0b7a93d5e84261f0a9c37be5d842";
    const capture::SourceId id = builder.addSource(source);
    const auto layout = builder.layout({hostileName(), hostileSide(hostileName(), Side::input),
                                        hostileSide("output" + hostileName(), Side::output)},
                                       {id, 2, {}, {}});
    std::uint64_t line = 2;
    for (const std::int64_t batch : {1, 2, 4, 2}) {
        const std::vector<std::int64_t> sizes{batch, 7 + batch * batch, batch, 3};
        builder.addCall(layout, batch, sizes, {id, line++, {}, {}});
    }
    SampleData data;
    builder.addModuleDetail(builder.module(hostileName()),
                            {hostileName(), base::JsonValue(hostileName()), base::Severity::error});
    data.capture = std::make_shared<capture::Capture>(builder.build());
    base::Diagnostic diagnostic{base::Severity::warning, "odd", hostileName(), {}};
    diagnostic.where.file = "/somewhere/" + source.name;
    diagnostic.where.line = 3;
    data.diagnostics.add(diagnostic);
    return data;
}

}  // namespace

writers::ReportInput ReportData::input(writers::Evolution evolution) const {
    return {*data.capture, *data.analysis, data.diagnostics, batchSizes,
            evolution,     &set,           &judgement,       &exclusions};
}

ReportData judged(SampleData data, overrides::OverrideSet set) {
    inference::Exclusions exclusions = overrides::exclusionsOf(set, *data.capture);
    auto analysis =
        std::make_shared<inference::Analysis>(take(inference::analyse(*data.capture, exclusions)));
    overrides::Judgement judgement = take(overrides::judge(*data.capture, *analysis, set));
    data.analysis = std::move(analysis);
    return {std::move(data), std::move(set), std::move(exclusions), std::move(judgement)};
}

overrides::OverrideSet pipelineOverrides() {
    overrides::TensorOverride sample;
    sample.locator = take(Locator::fromPaths("sample", "sample", Side::input));
    sample.name = "latents";
    sample.dtype = "float16";
    sample.shape = {std::string("batch"), std::int64_t{4}, std::string("height"), std::monostate()};
    sample.min = {2, 4, 64, 64};
    sample.opt = {8, 4, 96, 96};
    sample.max = {16, 4, 160, 100};
    sample.batchAxis = 0;
    sample.batchMultiplier = 2;
    sample.note = "guidance doubles the latents";
    overrides::OverrideSet set;
    set.sourceName = "pipeline.shapes.jsonl";
    set.put({"unet", "0", {sample, absentOverride()}, {6, 9}});
    return set;
}

const std::string& hostileName() {
    static const std::string kName =
        std::string("=<script>alert('x')</script>|`a`\\|*b*_c_ \"q\" &amp; ]]> \n\r\t\x01\x7f") +
        std::string(1, '\0') + "é\u202e\xef\xbf\xbf</style>";
    return kName;
}

ReportData hostileReport() {
    overrides::TensorOverride stated;
    stated.locator = take(Locator::fromPaths(hostileName(), hostileName(), Side::input));
    stated.name = hostileName();
    stated.dtype = hostileName();
    stated.shape = {std::string("batch"), hostileName()};
    stated.min = {1, 8};
    stated.opt = {2, 9};
    stated.max = {4, 12};
    stated.batchAxis = 0;
    stated.note = hostileName();
    overrides::OverrideSet set;
    set.put({hostileName(), "0", {stated}, {3}});
    return judged(hostileCapture(), std::move(set));
}

std::string reportText(writers::ReportFormat format, const writers::ReportInput& input) {
    std::string text;
    const auto written =
        writers::writeReport(format, input, [&text](std::string_view piece) -> base::Result<void> {
            text += piece;
            return {};
        });
    if (!written) {
        qFatal("%s", written.error().text().c_str());
    }
    return text;
}

}  // namespace dimscope::test_support
