// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/models/what_if_table_model.h"
#include "ui/session/overrides_judge.h"
#include "ui/session/workspace.h"

namespace dimscope::widgets {
class ElidedLabel;
class FilterEdit;
class TableView;
}  // namespace dimscope::widgets

namespace dimscope::panels {

/// Shapes or a batch size are typed, and whether the overrides of the graph cover them is read, with the
/// elements and bytes of every tensor and the limits that break. Answers only while it is shown.
class WhatIfView : public QWidget {
    Q_OBJECT

 public:
    WhatIfView(session::Workspace& workspace, session::OverridesJudge& judge, QWidget* parent = nullptr);

    [[nodiscard]] widgets::FilterEdit* edit() const { return m_edit; }
    [[nodiscard]] widgets::TableView* view() const { return m_view; }
    [[nodiscard]] const models::WhatIfTableModel& model() const { return m_model; }
    /// The answer as one sentence.
    [[nodiscard]] QString sentence() const;

 protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    enum class Tone { quiet, covered, broken };

    void answer();
    void answerFor(const session::JudgedPtr& judged, base::GraphId graph);
    void say(const QString& sentence, Tone tone);
    void updateColor();

    session::Workspace& m_workspace;
    session::OverridesJudge& m_judge;
    models::WhatIfTableModel m_model;
    widgets::FilterEdit* m_edit;
    widgets::ElidedLabel* m_sentence;
    widgets::TableView* m_view;
    Tone m_tone = Tone::quiet;
};

}  // namespace dimscope::panels
