// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/charts_panel.h"

#include <QStackedWidget>
#include <QTabBar>
#include <algorithm>
#include <variant>

#include "ui/charts/classification_chart.h"
#include "ui/charts/evolution_chart.h"
#include "ui/charts/ranges_chart.h"
#include "ui/charts/size_batch_chart.h"
#include "ui/models/format.h"

namespace dimscope::panels {

namespace {

constexpr double kZoomStep = 1.5;

/// The axis of a tensor that is most worth a look: the first that is not static.
int liveliestAxis(const inference::TensorAnalysis& tensor) {
    for (std::size_t axis = 0; axis < tensor.axes.size(); ++axis) {
        if (tensor.axes[axis].verdict != module::Verdict::fixed) {
            return static_cast<int>(axis);
        }
    }
    return 0;
}

charts::RangeBand::Origin originOf(overrides::SpecOrigin origin) {
    switch (origin) {
        case overrides::SpecOrigin::follows: return charts::RangeBand::Origin::follows;
        case overrides::SpecOrigin::overridden: return charts::RangeBand::Origin::overridden;
        case overrides::SpecOrigin::inferred: break;
    }
    return charts::RangeBand::Origin::inferred;
}

void addBands(const overrides::Judgement& judgement, base::TensorId tensor,
              std::vector<charts::RangeBand>& bands) {
    const inference::EffectiveSpec& spec = judgement.spec(tensor);
    const std::size_t rank = std::min({spec.shape.size(), spec.min.size(), spec.opt.size(), spec.max.size()});
    for (std::size_t axis = 0; axis < rank; ++axis) {
        const bool isFixed = std::holds_alternative<std::int64_t>(spec.shape[axis]);
        bands.push_back({tensor, static_cast<int>(axis), spec.min[axis], spec.opt[axis], spec.max[axis],
                         originOf(judgement.origins[tensor.value]),
                         isFixed ? charts::RangeBand::Kind::fixed : charts::RangeBand::Kind::range});
    }
}

}  // namespace

ChartsPanel::ChartsPanel(session::Workspace& workspace, TensorScope& scope, QWidget* parent)
    : PanelFrame(tr("Charts"), QStringLiteral("charts"), parent),
      m_workspace(workspace),
      m_scope(scope),
      m_tabs(new QTabBar),
      m_stack(new QStackedWidget),
      m_evolution(new charts::EvolutionChart),
      m_sizeBatch(new charts::SizeBatchChart),
      m_ranges(new charts::RangesChart),
      m_classification(new charts::ClassificationChart) {
    m_tabs->setAccessibleName(tr("Charts"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setElideMode(Qt::ElideNone);
    m_tabs->setUsesScrollButtons(true);
    m_stack->setAccessibleName(tr("Charts"));
    const auto addChart = [this](charts::ChartPane* pane, const QString& title) {
        m_tabs->addTab(title);
        m_stack->addWidget(pane);
        pane->setAccessibleName(title);
    };
    addChart(m_evolution, tr("Multiplier evolution"));
    addChart(m_sizeBatch, tr("Size vs batch"));
    addChart(m_ranges, tr("Ranges"));
    addChart(m_classification, tr("Classification"));
    titleBar()->setLeadingWidget(m_tabs);
    setContent(m_stack);

    connectCharts();
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_stack->setCurrentIndex(index);
        showCurrent();
        emit currentChartChanged();
    });
    connect(&workspace, &session::Workspace::documentChanged, this, &ChartsPanel::outdate);
    connect(&workspace, &session::Workspace::selectionChanged, this, &ChartsPanel::outdate);
    connect(&scope, &TensorScope::scopeChanged, this, &ChartsPanel::outdate);
    showCurrent();
}

void ChartsPanel::connectCharts() {
    const std::array<charts::ChartPane*, ChartCount> panes{m_evolution, m_sizeBatch, m_ranges,
                                                           m_classification};
    for (charts::ChartPane* pane : panes) {
        connect(pane, &charts::ChartPane::sampleClicked, this,
                [this](base::SampleId sample) { m_workspace.selectSample(sample); });
        connect(pane, &charts::ChartPane::axisClicked, this,
                [this](base::TensorId tensor, int axis) { m_workspace.selectAxis(tensor, axis); });
    }
    connect(m_classification, &charts::ClassificationChart::barClicked, this,
            [this](base::ModuleId module, std::optional<base::GraphId> graph, module::Verdict verdict) {
                m_scope.setScope({module, graph, std::nullopt});
                m_workspace.setFilter(QStringLiteral("verdict:") + models::verdictWord(verdict));
            });
}

QStringList ChartsPanel::chartNames() {
    return {QStringLiteral("evolution"), QStringLiteral("size-batch"), QStringLiteral("ranges"),
            QStringLiteral("classification")};
}

QString ChartsPanel::currentChart() const {
    return chartNames().at(m_tabs->currentIndex());
}

void ChartsPanel::setCurrentChart(const QString& name) {
    if (const qsizetype index = chartNames().indexOf(name); index >= 0) {
        m_tabs->setCurrentIndex(static_cast<int>(index));
    }
}

charts::ChartPane* ChartsPanel::currentPane() const {
    return static_cast<charts::ChartPane*>(m_stack->currentWidget());
}

QWidget* ChartsPanel::focusTarget() const {
    return currentPane();
}

void ChartsPanel::outdate() {
    m_current.fill(false);
    showCurrent();
}

void ChartsPanel::showCurrent() {
    const int chart = m_tabs->currentIndex();
    showSummary();
    if (m_current[static_cast<std::size_t>(chart)]) {
        return;
    }
    m_current[static_cast<std::size_t>(chart)] = true;
    const session::DocumentPtr document = m_workspace.document();
    charts::ChartData shown;
    if (document) {
        shown.capture = document->capture;
        shown.analysis = document->analysis;
        shown.exclusions = document->exclusions;
    }
    switch (chart) {
        case Evolution: showEvolution(shown); break;
        case SizeBatch: showSizeBatch(shown); break;
        case Ranges: showRanges(shown); break;
        case Classification: showClassification(shown); break;
        default: break;
    }
}

void ChartsPanel::showEvolution(const charts::ChartData& shown) {
    const session::Selection& selection = m_workspace.selection();
    const auto tensor = shown.capture ? selection.tensor() : std::nullopt;
    m_evolution->setTensor(shown, tensor);
    m_evolution->setSelectedAxis(selection.axis);
    m_evolution->setSelectedSample(selection.sample);
}

void ChartsPanel::showSizeBatch(const charts::ChartData& shown) {
    const session::Selection& selection = m_workspace.selection();
    const auto tensor = shown.capture ? selection.tensor() : std::nullopt;
    const int axis = !tensor ? 0 : selection.axis.value_or(liveliestAxis(shown.analysis->tensor(*tensor)));
    m_sizeBatch->setAxis(shown, tensor, axis);
    m_sizeBatch->setSelectedSample(selection.sample);
}

void ChartsPanel::showRanges(const charts::ChartData& shown) {
    const session::Selection& selection = m_workspace.selection();
    std::vector<base::TensorId> tensors;
    if (shown.capture) {
        // One tensor is always selected; only several are a choice, else the graph is shown.
        tensors = selection.tensors;
        if (tensors.size() < 2 && selection.graph) {
            tensors = shown.capture->graph(*selection.graph).tensors;
        }
    }
    m_ranges->setTensors(shown, std::move(tensors));
    showBands();
    m_ranges->setSelectedAxis(selection.tensor(), selection.axis);
}

void ChartsPanel::showOverrides(const session::OverridesJudge& judge, session::OverridesEditor& editor) {
    m_judge = &judge;
    connect(&judge, &session::OverridesJudge::judgedChanged, this, &ChartsPanel::showBands);
    connect(m_ranges, &charts::RangesChart::bandChanged, &editor,
            [&editor](base::TensorId tensor, int axis, std::int64_t min, std::int64_t opt, std::int64_t max) {
                editor.setRange(tensor, static_cast<std::size_t>(axis), {min, opt, max});
            });
    showBands();
}

void ChartsPanel::showBands() {
    const session::JudgedPtr judged = m_judge ? m_judge->judged() : nullptr;
    const session::DocumentPtr document = m_workspace.document();
    const auto graph = m_workspace.selection().graph;
    std::vector<charts::RangeBand> bands;
    // Of the graph whose tensors are shown.
    if (judged && document && graph && judged->capture == document->capture) {
        for (const base::TensorId tensor : judged->capture->graph(*graph).tensors) {
            addBands(judged->judgement, tensor, bands);
        }
    }
    m_ranges->setBands(std::move(bands));
}

void ChartsPanel::showClassification(const charts::ChartData& shown) {
    m_classification->setScope(shown, shown.capture ? m_scope.scope().module : std::nullopt);
}

void ChartsPanel::showSummary() {
    const session::DocumentPtr document = m_workspace.document();
    const auto tensor = m_workspace.selection().tensor();
    QString text;
    switch (m_tabs->currentIndex()) {
        case Evolution: text = tr("size / batch size, sample by sample"); break;
        case SizeBatch: text = tr("a point per pair, its area by count"); break;
        case Ranges: text = tr("smallest to largest size"); break;
        case Classification: text = tr("axes by verdict; click filters"); break;
        default: break;
    }
    if (document && tensor && (m_tabs->currentIndex() == Evolution || m_tabs->currentIndex() == SizeBatch)) {
        text = QString::fromStdString(document->capture->tensor(*tensor).accessPath) + QStringLiteral(" · ") +
               text;
    }
    setSummary(text);
}

bool ChartsPanel::canZoom() const {
    return m_tabs->currentIndex() == Evolution;
}

void ChartsPanel::zoomIn() {
    m_evolution->zoomBy(kZoomStep);
}

void ChartsPanel::zoomOut() {
    m_evolution->zoomBy(1 / kZoomStep);
}

void ChartsPanel::resetZoom() {
    m_evolution->resetZoom();
}

}  // namespace dimscope::panels
