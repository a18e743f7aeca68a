// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <memory>
#include <span>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/json_value.h"
#include "core/capture/capture.h"
#include "ui/session/document.h"

namespace dimscope::panels {

/// What the files say beside shapes, as a tree of keys and values: of the selected graph, its module, the run
/// as a whole, and the files themselves. Nested values are unfolded when they are looked at.
class DetailTreeModel : public QAbstractItemModel {
    Q_OBJECT

 public:
    enum Column : int { Key, Value, ColumnCount };
    enum Role : int { FullTextRole = Qt::UserRole + 1, SeverityRole };

    explicit DetailTreeModel(QObject* parent = nullptr);
    ~DetailTreeModel() override;

    void setSource(session::DocumentPtr document, std::optional<base::ModuleId> module,
                   std::optional<base::GraphId> graph);
    /// How many details say that something went wrong.
    [[nodiscard]] int failureCount() const { return m_failures; }

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

 private:
    struct Node {
        QString key;
        QString value;
        const base::JsonValue* json = nullptr;  ///< of the document; containers unfold into children
        base::Severity severity = base::Severity::note;
        Node* parent = nullptr;
        int row = 0;
        bool unfolded = false;
        std::vector<std::unique_ptr<Node>> children;
    };

    static Node* add(Node& parent, const QString& key, const QString& value);
    static Node* add(Node& parent, const QString& key, const base::JsonValue& json);
    /// Refers to the details, which are the document's.
    void addDetails(Node& parent, std::span<const capture::Detail> details);
    /// A node per file that says something, named after it where several are open.
    void addBySource(const QString& title, std::span<const capture::Detail> details);
    void addGraph(const capture::Graph& graph);
    void addFiles();
    static void unfold(Node& node);
    [[nodiscard]] Node* nodeOf(const QModelIndex& index) const;

    session::DocumentPtr m_document;
    std::unique_ptr<Node> m_root;
    int m_failures = 0;
};

}  // namespace dimscope::panels
