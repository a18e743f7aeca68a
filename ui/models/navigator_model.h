// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <array>
#include <optional>
#include <vector>

#include "ui/models/finding_text.h"
#include "ui/models/snapshot.h"

namespace dimscope::models {

/// Tree of a capture: capture -> module -> graph (phase, samples, batch sizes) -> inputs / outputs, counts of
/// what a row holds and of its findings as badges. Rows carry ModuleIdRole, GraphIdRole and SideRole as far
/// as they go.
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
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

    [[nodiscard]] QModelIndex indexOf(base::ModuleId module) const;
    [[nodiscard]] QModelIndex indexOf(base::GraphId graph, std::optional<module::Side> side = {}) const;

 private:
    enum class Kind : std::uint8_t { capture, module, graph, side };
    /// What a row stands for; packed into the index's id.
    struct Node {
        Kind kind = Kind::capture;
        std::uint32_t id = 0;  ///< of the module or graph
        module::Side side = module::Side::input;
    };

    [[nodiscard]] static quintptr pack(const Node& node);
    [[nodiscard]] static Node unpack(const QModelIndex& index);
    [[nodiscard]] Node childOf(const Node& parent, int row) const;
    [[nodiscard]] QString display(const Node& node) const;
    [[nodiscard]] QString badge(const Node& node) const;
    [[nodiscard]] QString badgeToolTip(const Node& node) const;
    [[nodiscard]] QString accessibleText(const Node& node) const;
    [[nodiscard]] const FindingCounts& findings(const Node& node) const;
    void countAllFindings();
    [[nodiscard]] QString toolTip(const Node& node) const;
    [[nodiscard]] QString graphDisplay(const capture::Graph& graph) const;
    [[nodiscard]] QString graphToolTip(const capture::Graph& graph) const;

    Snapshot m_snapshot;
    QString m_title;
    std::vector<std::uint32_t> m_graphRows;                 // of every graph, in its module
    std::vector<std::array<std::uint32_t, 2>> m_sideSizes;  // of every graph: input and output tensors
    std::vector<FindingCounts> m_moduleFindings;            // with those of the module's graphs
    std::vector<FindingCounts> m_graphFindings;
    std::vector<std::array<FindingCounts, 2>> m_sideFindings;  // that speak of a tensor of the side
    FindingCounts m_allFindings;
};

}  // namespace dimscope::models
