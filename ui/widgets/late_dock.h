// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>
#include <functional>

namespace dimscope::widgets {

class PanelFrame;

/// A dock whose panel is made when it is first needed. Until then an empty frame with its title stands in its
/// place, so that a window comes up without waiting for panels that nobody looks at yet.
class LateDock : public QDockWidget {
    Q_OBJECT

 public:
    using Make = std::function<PanelFrame*()>;

    /// `title` and `objectName` are those that the panel will have.
    LateDock(const QString& title, const QString& objectName, Make make, QWidget* parent = nullptr);
    /// Around a panel that is there.
    explicit LateDock(PanelFrame* panel, QWidget* parent = nullptr);

    /// Makes the panel where it is not there yet.
    [[nodiscard]] PanelFrame* panel();
    /// nullptr before it is made.
    [[nodiscard]] PanelFrame* madePanel() const { return m_panel; }
    /// Name of the panel, made or not.
    [[nodiscard]] const QString& panelName() const { return m_panelName; }

 signals:
    /// Once, when the panel has taken its place.
    void made(dimscope::widgets::PanelFrame* panel);

 private:
    void name(const QString& title);
    void take(PanelFrame* panel);

    QString m_panelName;
    Make m_make;
    PanelFrame* m_panel = nullptr;
};

}  // namespace dimscope::widgets
