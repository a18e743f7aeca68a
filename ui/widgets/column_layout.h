// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QString>
#include <functional>

class QHeaderView;

namespace dimscope::widgets {

/// Width, visibility and order of a table's columns, by the columns' names, so that they outlive a change
/// of columns (a table whose columns follow the selection) and of the program.
class ColumnLayout {
 public:
    struct Column {
        int characters = 12;  ///< width in average characters
        bool hidden = false;
    };
    /// What a column looks like before the user says otherwise.
    using Defaults = std::function<Column(int section)>;

    explicit ColumnLayout(QHeaderView* header);

    void setDefaults(Defaults defaults) { m_defaults = std::move(defaults); }
    /// Gives the header's sections their remembered or default look.
    void apply();
    /// Remembers how the header looks now.
    void remember();
    /// Forgets all choices and applies the defaults.
    void reset();
    [[nodiscard]] bool isApplying() const { return m_applying; }

    [[nodiscard]] QJsonObject toJson() const;
    void fromJson(const QJsonObject& state);

 private:
    struct State {
        int width = 0;
        bool hidden = false;
        int position = 0;
        friend bool operator==(const State&, const State&) = default;
    };
    [[nodiscard]] State defaultOf(int section) const;
    /// The last visible column takes what is left, so its width is not a choice.
    [[nodiscard]] bool isStretched(int section) const;
    [[nodiscard]] QString keyOf(int section) const;
    [[nodiscard]] State stateOf(int section) const;
    void applyOrder();

    QHeaderView* m_header;
    Defaults m_defaults;
    QHash<QString, State> m_states;
    bool m_applying = false;
};

}  // namespace dimscope::widgets
