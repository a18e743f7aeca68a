// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <optional>
#include <vector>

#include "core/overrides/opt_choice.h"
#include "core/overrides/override_set.h"
#include "core/overrides/problem.h"
#include "ui/models/snapshot.h"

namespace dimscope::models {

/// The override of one tensor, or what stands in its place, as one editable row per axis. An edit changes
/// nothing here: it is told by a signal, and its result comes back through setTensor.
class OverrideTableModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column : int { Axis, Kind, Symbol, Min, Opt, Max, Batch, Multiplier, Seen, ColumnCount };
    /// What an axis is; the edit role of the Kind column.
    enum DimKind : int { Fixed, Named, Dynamic };

    struct Shown {
        base::TensorId tensor;
        /// With one dim, min, opt and max per axis.
        overrides::TensorOverride override;
        /// Problems of the tensor.
        std::vector<overrides::Problem> problems;
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Rows of another tensor are a reset, those of the same one a change of data. An override that does not
    /// have the rank of its tensor is not shown.
    void setTensor(Snapshot snapshot, std::optional<Shown> shown);
    [[nodiscard]] std::optional<base::TensorId> tensor() const;

    [[nodiscard]] static QString kindWord(DimKind kind);
    /// "largest", "median", "most frequent": what the opt column takes beside a number.
    [[nodiscard]] static QStringList optWords();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Takes what is typed. The symbol column takes a name, a whole number (fixed), or "?" (dynamic). False
    /// where it is none of what the column takes.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

 signals:
    void dimEdited(dimscope::base::TensorId tensor, int axis, const dimscope::overrides::Dim& dim);
    /// `column` is Min, Opt or Max.
    void boundEdited(dimscope::base::TensorId tensor, int axis, int column, qint64 size);
    void optPicked(dimscope::base::TensorId tensor, int axis, dimscope::overrides::OptChoice choice);
    void batchEdited(dimscope::base::TensorId tensor, std::optional<std::int64_t> axis,
                     std::optional<std::int64_t> multiplier);

 private:
    [[nodiscard]] DimKind kindOf(std::size_t axis) const;
    [[nodiscard]] bool isBatchAxis(std::size_t axis) const;
    [[nodiscard]] bool isEditable(std::size_t axis, int column) const;
    [[nodiscard]] const inference::AxisAnalysis& inferred(std::size_t axis) const;
    [[nodiscard]] QString display(std::size_t axis, int column) const;
    [[nodiscard]] QVariant editValue(std::size_t axis, int column) const;
    [[nodiscard]] QString toolTip(std::size_t axis, int column) const;
    [[nodiscard]] std::optional<base::Severity> severity(std::size_t axis) const;
    [[nodiscard]] bool takeKind(std::size_t axis, const QVariant& value);
    [[nodiscard]] bool takeSymbol(std::size_t axis, const QString& text);
    [[nodiscard]] bool takeBound(std::size_t axis, int column, const QString& text);
    [[nodiscard]] bool takeMultiplier(std::size_t axis, const QString& text);
    [[nodiscard]] bool takeBatch(std::size_t axis, const QVariant& state);

    Snapshot m_snapshot;
    std::optional<Shown> m_shown;
};

}  // namespace dimscope::models
