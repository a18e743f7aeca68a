// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QTimer>

#include "ui/models/override_table_model.h"
#include "ui/models/problem_table_model.h"
#include "ui/session/overrides_editor.h"
#include "ui/widgets/panel_frame.h"

class QAction;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace dimscope::widgets {
class ElidedLabel;
class LineEdit;
class TableView;
}  // namespace dimscope::widgets

namespace dimscope::panels {

class WhatIfView;

/// Editor of the current tensor's override: one row per axis, name and note, what is inferred taken over, and
/// below it how many samples are covered and which rules break. A second tab answers what-if questions.
/// Shows what the document and the judge say; every edit goes to the editor.
class OverridesPanel : public widgets::PanelFrame {
    Q_OBJECT

 public:
    enum Tab : int { Axes, WhatIf };

    OverridesPanel(session::Workspace& workspace, session::OverridesDocument& document,
                   session::OverridesJudge& judge, session::OverridesEditor& editor,
                   QWidget* parent = nullptr);

    [[nodiscard]] widgets::TableView* view() const { return m_view; }
    [[nodiscard]] const models::OverrideTableModel& model() const { return m_model; }
    [[nodiscard]] widgets::TableView* problemsView() const { return m_problemsView; }
    [[nodiscard]] WhatIfView* whatIf() const { return m_whatIf; }
    [[nodiscard]] widgets::LineEdit* nameEdit() const { return m_name; }
    [[nodiscard]] widgets::LineEdit* noteEdit() const { return m_note; }
    [[nodiscard]] QString coverage() const;
    void setCurrentTab(Tab tab);
    [[nodiscard]] QWidget* focusTarget() const override;

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    [[nodiscard]] QWidget* makeAxesPage();
    [[nodiscard]] QWidget* makeNameRow();
    [[nodiscard]] QWidget* makeFootRow();
    void makeMenus();
    /// What can be done to the current axis: a menu of the foot, the table's context menu, and keys.
    void makeAxisMenu();
    void askForSymbol();
    void setUpTable();
    void connectModel();
    void connectSession();

    void refresh();
    void showNothing(const QString& why);
    void showTensor(const session::JudgedPtr& judged, base::TensorId tensor);
    void showFoot(const session::Judged& judged, base::TensorId tensor,
                  const std::vector<overrides::Problem>& problems);
    void showNames(const session::Judged& judged, base::TensorId tensor);
    void showAxis();
    void showActions();
    void takeAxis();
    /// What was typed into name or note and not yet taken.
    void takeNames();
    [[nodiscard]] bool editByKey(const QModelIndex& index);
    [[nodiscard]] std::optional<std::size_t> currentAxis() const;
    /// Of the tensor's graph, so that opt can be picked among them.
    [[nodiscard]] bool hasSamples() const;
    void updateColor();

    session::Workspace& m_workspace;
    session::OverridesDocument& m_document;
    session::OverridesJudge& m_judge;
    QPointer<session::OverridesEditor> m_editor;  // may go before the panel does
    models::OverrideTableModel m_model;
    models::ProblemTableModel m_problems;
    QTabBar* m_tabs;
    QStackedWidget* m_pages;
    WhatIfView* m_whatIf;
    widgets::LineEdit* m_name;
    widgets::LineEdit* m_note;
    widgets::TableView* m_view;
    widgets::TableView* m_problemsView;
    widgets::ElidedLabel* m_coverage;
    QToolButton* m_accept;
    QToolButton* m_axisMenu;
    QToolButton* m_reset;
    QAction* m_acceptAxis = nullptr;
    QAction* m_copy = nullptr;
    QAction* m_rename = nullptr;
    QList<QAction*> m_picks;
    QAction* m_resetTensor = nullptr;
    QTimer m_stale;
    bool m_isOutside = false;  // some sample is not covered
    bool m_showing = false;
};

}  // namespace dimscope::panels
