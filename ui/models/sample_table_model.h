// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "ui/models/snapshot.h"
#include "ui/models/table_model.h"

namespace dimscope::models {

/// One row per sample of a graph: index, batch size (✎ where one was stated in place of the recorded one), a
/// column per selected tensor with its sizes, then where the call came from (file, line, time, label; only
/// those that the graph has), last the recorded batch size.
class SampleTableModel : public TableModel {
    Q_OBJECT

 public:
    /// What a column shows; Sizes stands once per tensor, Use (whether the sample is excluded) only in
    /// graphs that have excluded samples, Recorded only where some are relabelled.
    enum class Field : std::uint8_t { Index, BatchSize, Use, Sizes, File, Line, Time, Label, Recorded };

    /// More tensors than these have no column: a table that wide cannot be read.
    static constexpr std::size_t kTensorColumns = 32;

    using TableModel::TableModel;

    void setGraph(Snapshot snapshot, std::optional<base::GraphId> graph, std::vector<base::TensorId> tensors);
    [[nodiscard]] std::optional<base::GraphId> graph() const { return m_graph; }

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    [[nodiscard]] int sourceRowCount() const override;

    [[nodiscard]] Field fieldAt(int column) const {
        return m_columns[static_cast<std::size_t>(column)].field;
    }
    [[nodiscard]] std::optional<base::SampleId> sampleAt(int row) const;
    /// Whether a sample of the graph is left out on purpose.
    [[nodiscard]] bool isExcluded(base::SampleId sample) const;
    [[nodiscard]] std::size_t excludedCount() const {
        return m_graph ? m_snapshot.excluded(*m_graph).size() : 0;
    }
    /// Whether a batch size was stated that is not the recorded one.
    [[nodiscard]] bool isRelabelled(base::SampleId sample) const;
    [[nodiscard]] std::size_t relabelledCount() const { return m_relabelled; }
    [[nodiscard]] std::optional<int> rowOfSample(base::SampleId sample) const;

 protected:
    [[nodiscard]] MakeRows makeRows(int sortColumn, Qt::SortOrder order) const override;

 private:
    struct Column {
        Field field = Field::Index;
        base::TensorId tensor{};  ///< of Sizes
    };

    void takeColumns(const std::vector<base::TensorId>& tensors);
    [[nodiscard]] const capture::Graph& shownGraph() const { return m_snapshot.capture->graph(*m_graph); }
    [[nodiscard]] QString display(base::SampleId sample, const Column& column) const;
    [[nodiscard]] QVariant sortKey(base::SampleId sample, const Column& column) const;
    /// kUnknownBatch where the recording does not say.
    [[nodiscard]] std::int64_t recordedBatchSize(base::SampleId sample) const;
    void takeRelabels();
    [[nodiscard]] QString batchSizeTip(base::SampleId sample) const;
    [[nodiscard]] QString spoken(base::SampleId sample, const Column& column) const;
    [[nodiscard]] QString toolTip(base::SampleId sample, const Column& column) const;

    Snapshot m_snapshot;
    std::optional<base::GraphId> m_graph;
    const capture::GraphRelabels* m_relabels = nullptr;  // of the graph, in the snapshot
    std::size_t m_relabelled = 0;
    std::vector<Column> m_columns{{Field::Index}, {Field::BatchSize}};
};

}  // namespace dimscope::models
