// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QThreadPool>
#include <functional>
#include <optional>
#include <vector>

#include "core/capture/batch_size_source.h"
#include "core/overrides/axis_range.h"
#include "core/overrides/edits.h"
#include "core/overrides/opt_choice.h"
#include "ui/session/overrides_document.h"
#include "ui/session/overrides_judge.h"
#include "ui/session/workspace.h"

namespace dimscope::session {

/// Every edit of the overrides, by ids of the open capture: one undo step each, with a text that says what it
/// did. Refuses no value: the judge says what is wrong. Before the first judgement of a capture edits do
/// nothing. Lives on the GUI thread.
class OverridesEditor : public QObject {
    Q_OBJECT

 public:
    enum class Bound : std::uint8_t { min, opt, max };
    /// Whether steps on the same bound in a row become one (dragging, arrow keys), until endMerging().
    enum class Steps : std::uint8_t { single, merged };
    /// What an edit of whole specs speaks about: the axis or tensor, its graph, or the capture.
    enum class Reach : std::uint8_t { axis, tensor, graph, all };

    OverridesEditor(Workspace& workspace, OverridesDocument& document, OverridesJudge& judge,
                    QObject* parent = nullptr);
    ~OverridesEditor() override;

    [[nodiscard]] OverridesDocument& document() { return m_document; }
    [[nodiscard]] const OverridesJudge& judge() const { return m_judge; }
    [[nodiscard]] bool canEdit() const { return m_judge.judged() != nullptr; }

    /// The override of a tensor as stated now; none: it has none.
    [[nodiscard]] std::optional<overrides::TensorOverride> stated(base::TensorId tensor) const;
    /// The override of a tensor as an edit starts from: stated, or what is effective. Only with canEdit().
    [[nodiscard]] overrides::TensorOverride shown(base::TensorId tensor) const;
    /// Symbols of the tensor's graph, for completion.
    [[nodiscard]] QStringList symbols(base::TensorId tensor) const;

    void setDim(base::TensorId tensor, std::size_t axis, const overrides::Dim& dim);
    void setBound(base::TensorId tensor, std::size_t axis, Bound bound, std::int64_t size,
                  Steps steps = Steps::single);
    /// All three bounds of an axis.
    void setRange(base::TensorId tensor, std::size_t axis, const overrides::AxisRange& range,
                  Steps steps = Steps::single);
    /// The next step on a bound is a step of its own.
    void endMerging() { m_document.endMerging(); }
    /// Looks through the samples on a worker, then sets opt. Nothing for a summary.
    void pickOpt(base::TensorId tensor, std::size_t axis, overrides::OptChoice choice);
    void setBatchAxis(base::TensorId tensor, std::optional<std::int64_t> axis,
                      std::optional<std::int64_t> multiplier);
    /// In graphs that hold ranges and no calls: the axis, and what is a multiple of it, become batch axes.
    /// Nothing where no graph has such an axis.
    void takeBatchSize(const capture::BatchSizeSource::TensorAxis& source);
    void setName(base::TensorId tensor, const QString& name);  ///< empty: the access path
    void setNote(base::TensorId tensor, const QString& note);
    void renameSymbol(base::TensorId tensor, const QString& from, const QString& to);
    /// Of an axis, wherever its symbol stands in the graph; nothing where it has none.
    void renameSymbol(base::TensorId tensor, std::size_t axis, const QString& to);
    /// `axis` counts for Reach::axis only.
    void acceptInferred(base::TensorId tensor, Reach reach, std::optional<std::size_t> axis = {});
    void copyToSymbol(base::TensorId tensor, std::size_t axis);
    /// Removes overrides. An axis is no reach of it.
    void reset(base::TensorId tensor, Reach reach);
    void setSamples(base::GraphId graph, const std::vector<std::uint32_t>& samples, overrides::SampleUse use);

    /// Until a pick of opt is taken.
    [[nodiscard]] bool isBusy() const { return m_isPicking; }

 private:
    using Edit = std::function<overrides::GraphOverrides(const overrides::EditContext& context,
                                                         overrides::GraphOverrides graph)>;
    struct OptPick {
        std::shared_ptr<const capture::Capture> capture;
        base::TensorId tensor;
        std::size_t axis = 0;
        overrides::OptChoice choice = overrides::OptChoice::largest;
        std::optional<std::int64_t> size;
    };

    [[nodiscard]] overrides::EditContext context() const;
    [[nodiscard]] const capture::Graph& graphOf(base::TensorId tensor) const;
    void edit(base::GraphId graph, const QString& text, const Edit& edit, const QString& mergeKey = {});
    void edit(base::TensorId tensor, const QString& text, const Edit& edit, const QString& mergeKey = {});
    void takeOpt();

    OverridesDocument& m_document;
    OverridesJudge& m_judge;
    QFutureWatcher<OptPick> m_optWatcher;
    bool m_isPicking = false;
    QThreadPool m_pool;
};

}  // namespace dimscope::session
