// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <functional>
#include <utility>

#include "core/base/json_value.h"
#include "core/session/session_file.h"
#include "ui/session/label_editor.h"
#include "ui/session/overrides_document.h"
#include "ui/session/workspace.h"

class QMainWindow;

namespace dimscope::widgets {
class MessageBar;
}  // namespace dimscope::widgets

namespace dimscope::shell {

/// What the window works on as a session file: saves it, and asks before stated batch sizes are lost. Says
/// what goes wrong in the message bar; then nothing changes.
class SessionFiles : public QObject {
    Q_OBJECT

 public:
    struct Parts {
        QMainWindow& window;
        session::Workspace& workspace;
        session::OverridesDocument& overrides;
        session::LabelEditor& labels;
        widgets::MessageBar& messages;
    };
    /// Where a document came from.
    struct Origin {
        QStringList files;  ///< captures and folders as they were asked for; empty: there are none
        QString readAs;     ///< id of a reader's format; empty: found by content
        module::Strictness savedSamples = module::Strictness::lenient;  ///< as readers::OpenOptions says
        QString session;                ///< path of the session that named them; empty: none
        base::JsonValue::Object extra;  ///< members of that file that Dimscope does not know
    };

    /// `view` tells how the window looks, without the selection.
    SessionFiles(const Parts& parts, std::function<session::SessionView()> view, QObject* parent = nullptr);

    /// The session that is open; empty: none.
    [[nodiscard]] const QString& path() const { return m_origin.session; }
    /// Another document is shown.
    void setOrigin(Origin origin) { m_origin = std::move(origin); }
    /// Whether the captures have files that a session can name.
    [[nodiscard]] bool canSave() const;

    /// To the file it is from; asks for one where there is none.
    void save();
    void askForSavePath();
    void saveAs(const QString& path);
    /// Calls `go` at once where no stated batch size would be lost; else asks Save, Discard or Cancel and
    /// calls it after a save that worked or Discard.
    void beforeLosing(std::function<void()> go);
    /// Where dialogs start.
    void setFolder(const QString& folder) { m_folder = folder; }

 signals:
    void saved(const QString& path);

 private:
    [[nodiscard]] session::Session sessionFor(const QString& path) const;
    [[nodiscard]] bool isTaken(const QString& path) const;
    [[nodiscard]] QString suggestedPath() const;
    void askForSavePath(std::function<void()> afterwards);
    void writeTo(const QString& path, const std::function<void()>& afterwards);

    Parts m_parts;
    std::function<session::SessionView()> m_view;
    Origin m_origin;
    QString m_folder;
};

}  // namespace dimscope::shell
