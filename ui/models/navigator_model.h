// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <optional>

#include "ui/models/snapshot.h"

namespace dimscope::models {

/// Tree of a capture: capture -> module -> graph (phase, samples, batch sizes) -> inputs / outputs, counts as
/// badges.
class NavigatorModel : public QAbstractItemModel {
    Q_OBJECT

 public:
    using QAbstractItemModel::QAbstractItemModel;

    void setSnapshot(Snapshot snapshot, const QString& title);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    [[nodiscard]] QModelIndex indexOf(base::ModuleId module) const;
    [[nodiscard]] QModelIndex indexOf(base::GraphId graph, std::optional<module::Side> side = {}) const;

 private:
    Snapshot m_snapshot;
    QString m_title;
};

}  // namespace dimscope::models
