// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/capture/capture.h"
#include "core/capture/labelling.h"

namespace dimscope::models {

/// What was understood of files of saved arguments: one row per call with its file, module, graph, batch size
/// and arguments. Batch sizes can be typed; an empty one takes what was typed away.
class SavedCallTableModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column : int { File, Module, Graph, BatchSize, Arguments, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Batch sizes that were typed go.
    void setRecording(std::shared_ptr<const capture::Capture> recording);
    /// Batch size of the calls that have none; none: it stays unknown.
    void setConstant(std::optional<std::int64_t> batchSize);

    /// What was typed, by module and graph.
    [[nodiscard]] std::vector<capture::GraphRelabels> relabels() const;
    /// Calls whose batch size is neither in the file's name nor typed nor the constant.
    [[nodiscard]] int unknownCount() const { return m_constant ? 0 : m_unknown; }

    /// Row of the first call whose batch size no name states and nobody typed; -1: there is none.
    [[nodiscard]] int firstUnknown() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

 signals:
    /// A batch size was typed or taken away.
    void batchSizesChanged();

 private:
    struct Row {
        base::GraphId graph;
        base::SampleId sample;
    };

    /// As its file's name states it or it was typed; none: not known.
    [[nodiscard]] std::optional<std::int64_t> statedBatchSize(int row) const;
    [[nodiscard]] std::optional<std::int64_t> namedBatchSize(const Row& row) const;
    [[nodiscard]] QString batchSizeText(int row) const;
    [[nodiscard]] QString argumentsText(const Row& row) const;
    [[nodiscard]] QString display(int row, int column) const;
    [[nodiscard]] QString toolTip(int row, int column) const;
    void count();

    std::shared_ptr<const capture::Capture> m_recording;
    std::vector<Row> m_rows;
    std::map<int, std::int64_t> m_typed;  ///< by row
    std::optional<std::int64_t> m_constant;
    int m_unknown = 0;
};

}  // namespace dimscope::models
