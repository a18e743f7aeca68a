// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QTest>
#include <QToolButton>

#include "tests/session/overrides_session.h"
#include "ui/panels/overrides_panel.h"
#include "ui/widgets/table_view.h"

namespace dimscope::test {

/// A window with the panel of a session.
struct Shown {
    explicit Shown(OverridesSession& all) : panel(all.workspace, all.document, all.judge, all.editor) {
        panel.resize(860, 230);
        panel.show();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
    }
    [[nodiscard]] QString cell(int row, int column) const {
        return panel.model().index(row, column).data().toString();
    }
    void goTo(int row, int column) const {
        panel.view()->setFocus();
        panel.view()->setCurrentIndex(panel.model().index(row, column));
    }
    [[nodiscard]] QLineEdit* cellEdit() const {
        auto* edit = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        return edit != nullptr && panel.view()->isAncestorOf(edit) ? edit : nullptr;
    }
    /// Types into the current cell as a user does, and ends with a key.
    void type(int row, int column, const QString& text, Qt::Key end = Qt::Key_Return) const {
        goTo(row, column);
        QTest::keyClick(panel.view(), Qt::Key_F2);
        QVERIFY(cellEdit() != nullptr);
        cellEdit()->selectAll();
        QTest::keyClicks(cellEdit(), text);
        QTest::keyClick(cellEdit(), end);
        QTRY_VERIFY(cellEdit() == nullptr);
    }
    void trigger(const QString& button, const QString& entry) const {
        for (const auto* found : panel.findChildren<QToolButton*>()) {
            if (found->accessibleName() != button) {
                continue;
            }
            const QList<QAction*> actions = found->menu()->actions();
            for (QAction* action : actions) {
                if (action->text() == entry) {
                    QVERIFY2(action->isEnabled(), qPrintable(entry));
                    action->trigger();
                    return;
                }
            }
        }
        QFAIL(qPrintable(button + u' ' + entry));
    }
    [[nodiscard]] QToolButton* button(const QString& name) const {
        for (auto* found : panel.findChildren<QToolButton*>()) {
            if (found->accessibleName() == name) {
                return found;
            }
        }
        return nullptr;
    }

    panels::OverridesPanel panel;
};

}  // namespace dimscope::test
