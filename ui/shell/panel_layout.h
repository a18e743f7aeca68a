// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QObject>
#include <QStringList>
#include <functional>

#include "ui/panels/tensor_scope.h"
#include "ui/session/workspace.h"

class QMainWindow;
class QSplitter;
class QVBoxLayout;
class QWidget;

namespace dimscope::panels {
class AxesPanel;
class ChartsPanel;
class DetailsPanel;
class EvidencePanel;
class FindingsPanel;
class NavigatorPanel;
class OverridesPanel;
class ProblemsPanel;
class SamplesPanel;
class TensorsPanel;
}  // namespace dimscope::panels

namespace dimscope::widgets {
class LateDock;
class PanelFrame;
class TableView;
}  // namespace dimscope::widgets

namespace dimscope::session {
class LabelEditor;
class OverridesDocument;
class OverridesEditor;
class OverridesJudge;
struct Settings;
}  // namespace dimscope::session

namespace dimscope::shell {

/// The panels of the window and where they are: Tensors, Axes and Charts in the centre, the others as docks.
/// Panels that the first look does without are made after the window's first paint, or when they are asked
/// for.
class PanelLayout : public QObject {
    Q_OBJECT

 public:
    /// Windows narrower than this (pixels) have no room for a column at the right.
    static constexpr int kRoomForRightColumn = 1200;

    PanelLayout(QMainWindow& window, session::Workspace& workspace, session::OverridesDocument& document,
                session::OverridesJudge& judge, session::OverridesEditor& editor,
                session::LabelEditor& labels);

    [[nodiscard]] panels::NavigatorPanel* navigator() const { return m_navigator; }
    [[nodiscard]] panels::TensorsPanel* tensors() const { return m_tensors; }
    [[nodiscard]] panels::AxesPanel* axes() const { return m_axes; }
    [[nodiscard]] panels::ChartsPanel* charts() const { return m_charts; }
    [[nodiscard]] panels::SamplesPanel* samples() const { return m_samples; }
    [[nodiscard]] panels::ProblemsPanel* problems() const;
    [[nodiscard]] panels::DetailsPanel* details() const;
    [[nodiscard]] panels::OverridesPanel* overrides() const;
    [[nodiscard]] panels::FindingsPanel* findings() const;
    [[nodiscard]] panels::EvidencePanel* evidence() const;
    [[nodiscard]] const QList<widgets::LateDock*>& docks() const { return m_docks; }
    [[nodiscard]] panels::TensorScope& scope() { return m_scope; }

    /// Whether some panel still waits for rows, charts or evidence.
    [[nodiscard]] bool isBusy() const;

    /// Names for the command line: every panel.
    [[nodiscard]] static QStringList panelNames();
    /// A panel with its title, brought to the front; nullptr for an unknown name.
    [[nodiscard]] QWidget* bringUp(const QString& name);
    /// Puts a widget above the panels of the centre.
    void addBar(QWidget* bar);

    /// The layout of a first start, for the window's present width.
    void reset();
    void save(session::Settings& settings) const;
    /// What cannot be restored is reset.
    void restore(const session::Settings& settings);
    /// Where panels were, as save() puts it; what cannot be restored stays as it is.
    void restorePlaces(const QByteArray& docks, const QByteArray& centre);
    /// Moves the focus to the next (1) or previous (-1) panel that is seen.
    void moveFocus(int step);
    /// Makes the panels that are not there yet.
    void makeAll();

 protected:
    /// Waits for the window's first paint, and for tabs of docks.
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    widgets::LateDock* addDock(widgets::LateDock* dock);
    widgets::LateDock* addLate(const QString& title, const QString& name,
                               std::function<widgets::PanelFrame*()> make);
    void arrange();
    void resize();
    [[nodiscard]] QList<widgets::TableView*> tables() const;
    void restoreColumns(const QWidget& panel) const;
    [[nodiscard]] QList<QWidget*> focusStops() const;

    QMainWindow& m_window;
    panels::TensorScope m_scope;
    panels::NavigatorPanel* m_navigator;
    panels::TensorsPanel* m_tensors;
    panels::AxesPanel* m_axes;
    panels::ChartsPanel* m_charts;
    panels::SamplesPanel* m_samples;
    widgets::LateDock* m_navigatorDock;
    widgets::LateDock* m_overridesDock;
    widgets::LateDock* m_evidenceDock;
    widgets::LateDock* m_findingsDock;
    widgets::LateDock* m_samplesDock;
    widgets::LateDock* m_detailsDock;
    widgets::LateDock* m_problemsDock;
    bool m_isPainted = false;
    QSplitter* m_centre;
    QVBoxLayout* m_centreLayout;
    QList<widgets::LateDock*> m_docks;  // in the order in which the keyboard visits them
    QJsonObject m_columns;              // states of tables, by accessible name, for those that are made later
};

}  // namespace dimscope::shell
