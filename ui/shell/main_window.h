// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <QPointer>
#include <QStringList>
#include <QUrl>

#include "core/base/error.h"
#include "core/session/session_file.h"
#include "ui/session/compare_controller.h"
#include "ui/session/file_watcher.h"
#include "ui/session/label_editor.h"
#include "ui/session/labeller.h"
#include "ui/session/load_controller.h"
#include "ui/session/overrides_document.h"
#include "ui/session/overrides_editor.h"
#include "ui/session/overrides_judge.h"
#include "ui/session/recent_files.h"
#include "ui/session/settings.h"
#include "ui/session/workspace.h"
#include "ui/shell/actions.h"
#include "ui/shell/overrides_files.h"
#include "ui/shell/report_export.h"
#include "ui/shell/session_files.h"
#include "ui/widgets/message_bar.h"

namespace dimscope::widgets {
class ElidedLabel;
class FilterEdit;
class StatusProgress;
}  // namespace dimscope::widgets

namespace dimscope::shell {

class BatchSourceMenu;
class CompareWindow;
class PanelLayout;
class SavedCallsDialog;

/// The window: owns the document, loads and exports in the background, and wires menus to panels.
class MainWindow : public QMainWindow {
    Q_OBJECT

 public:
    /// Whether layout, theme and recent files are taken from and kept in the user's settings.
    enum class Memory { none, settings };

    static constexpr QSize kDefaultSize{1400, 875};
    /// How long a message stays in the status bar.
    static constexpr int kMessageMs = 6000;

    explicit MainWindow(Memory memory, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// A file of overrides among the paths is opened as the overrides of the captures beside it, or of the
    /// one that is open. Asks first where changes of overrides would be lost.
    /// `ask`: whether files of saved arguments are shown before they become the open document.
    enum class Ask { nothing, aboutSavedCalls, answered };
    void open(const QStringList& paths, const readers::OpenOptions& options = {}, Ask ask = Ask::nothing);
    /// As the user opens files: asks what neither the files nor the options say.
    void askAndOpen(const QStringList& paths, const readers::OpenOptions& options = {});
    void openSample(const readers::OpenOptions& options = {});
    void openText(const QString& text, const QString& name);
    void reload();
    /// Loads another capture and shows in a window of its own how it differs from the open one.
    void compareWith(const QStringList& paths);
    void exportReport(const QString& path);
    /// PNG or SVG, by the name's ending.
    void exportChart(const QString& path);
    void setTheme(const QString& name);

    [[nodiscard]] session::Workspace& workspace() { return m_workspace; }
    [[nodiscard]] session::OverridesDocument& overrides() { return m_overrides; }
    [[nodiscard]] session::OverridesJudge& judge() { return m_judge; }
    [[nodiscard]] session::OverridesEditor& editor() { return m_editor; }
    [[nodiscard]] session::LabelEditor& labels() { return m_labels; }
    [[nodiscard]] const session::Labeller& labeller() const { return m_labeller; }
    [[nodiscard]] OverridesFiles& overridesFiles() { return *m_overridesFiles; }
    [[nodiscard]] SessionFiles& sessionFiles() { return *m_sessionFiles; }
    [[nodiscard]] session::LoadController& loader() { return m_loader; }
    [[nodiscard]] session::CompareController& comparison() { return m_compare; }
    /// Null while nothing is compared.
    [[nodiscard]] CompareWindow* compareWindow() const;
    [[nodiscard]] PanelLayout& layoutOfPanels() { return *m_layout; }
    [[nodiscard]] const Actions& actions() const { return m_actions; }
    [[nodiscard]] widgets::MessageBar* messages() const { return m_messages; }
    [[nodiscard]] widgets::MessageBar* reloadOffer() const { return m_reloadOffer; }
    [[nodiscard]] widgets::MessageBar* recoveryOffer() const { return m_recoveryOffer; }
    /// Nothing is being loaded, filtered, sorted or drawn.
    [[nodiscard]] bool isIdle() const;

 protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

 private:
    void buildStatusBar();
    /// A capture, overrides or the session that the window shows: nothing is written over them.
    [[nodiscard]] bool isOpenFile(const QString& path) const;
    void connectFileActions();
    void connectEditActions();
    void connectViewActions();
    void connectWork();
    void connectOverrides();
    void connectCompare();
    void connectSession();
    void connectLabels();
    void connectTrial();
    void resizeSample();
    void testPrediction();
    /// Captures, overrides and the session that are open.
    [[nodiscard]] QStringList openFiles() const;
    /// Kinds of files in a dialog that opens captures.
    [[nodiscard]] static QStringList captureNameFilters();
    void showLabels();
    /// Asks for the batch size of the selected samples.
    void askForBatchSize();
    void restoreBatchSizes();
    void showOverrides();
    /// Excludes the selected samples, or brings them back.
    void useSamples(overrides::SampleUse use);

    void askForFiles();
    void askForFolder();
    void askForOther();
    void askForReportPath();
    void askForChartPath();
    void openUrls(const QList<QUrl>& urls);
    void paste();
    void copyRows();
    void selectAllRows();
    void closeDocument();

    /// What a load was asked for, to be asked again.
    struct Request {
        enum class Kind { nothing, files, text, sample };
        Kind kind = Kind::nothing;
        QStringList paths;
        QString text;
        QString name;
        readers::OpenOptions options;
        QString overrides;  ///< file to open once the capture is there; empty: none
        std::shared_ptr<const session::OpenedSession> session{};  ///< that names the files; null: none
        Ask ask = Ask::nothing;
    };
    /// Loads the captures of a session, which must be the only capture among the paths.
    void openSession(const QStringList& captures, const readers::OpenOptions& options,
                     const QString& overrides);
    /// Calls `go` once nothing unsaved would be lost, or the user does not mind.
    void beforeLosing(std::function<void()> go);
    [[nodiscard]] session::SessionView sessionView() const;
    /// Tells the session files where the document came from; nullptr: no session named it.
    void takeOrigin(const session::OpenedSession* opened);
    /// Overrides that a session holds itself, and how it looked at the capture.
    void showSession(const session::OpenedSession& opened);
    /// Whether the overrides of before go on to count.
    enum class Overrides { kept, replaced };
    void start(Request request, Overrides overrides = Overrides::replaced);
    void startNow(Request request, Overrides overrides);
    void takeDocument(const session::DocumentPtr& document);
    /// Whether the document waits for an answer.
    [[nodiscard]] bool askAboutSavedCalls(const session::DocumentPtr& document);
    void showError(const base::Error& error, const QList<widgets::MessageBar::Choice>& choices);
    void showChange(const QStringList& names);
    void showDocument();
    void showSelection();
    void showRecent();
    void restoreSettings();
    void saveSettings();

    Memory m_memory;
    session::Settings m_settings;
    session::RecentFiles m_recent;
    session::Workspace m_workspace;
    session::OverridesDocument m_overrides;
    session::OverridesJudge m_judge{m_workspace, m_overrides};
    session::OverridesEditor m_editor{m_workspace, m_overrides, m_judge};
    session::LabelEditor m_labels{m_workspace, m_overrides.undoStack()};
    session::Labeller m_labeller{m_workspace, m_labels};
    session::CompareController m_compare{m_workspace, m_judge};
    session::LoadController m_loader;
    ReportExport m_export;
    session::FileWatcher m_watcher;
    Actions m_actions;
    PanelLayout* m_layout;
    BatchSourceMenu* m_batchSource;
    QPointer<SavedCallsDialog> m_savedCalls;
    widgets::FilterEdit* m_filter;
    widgets::MessageBar* m_messages;
    widgets::MessageBar* m_reloadOffer;
    widgets::MessageBar* m_recoveryOffer;
    widgets::StatusProgress* m_overridesProgress;
    OverridesFiles* m_overridesFiles;
    SessionFiles* m_sessionFiles;
    QPointer<CompareWindow> m_compareWindow;
    widgets::StatusProgress* m_loadProgress;
    widgets::StatusProgress* m_exportProgress;
    widgets::ElidedLabel* m_documentLabel;
    widgets::ElidedLabel* m_selectionLabel;
    Request m_tried;  ///< the load that runs or ran last
    Request m_shown;  ///< the load that made the document
    Overrides m_triedOverrides = Overrides::replaced;
    bool m_isLeaving = false;  ///< nothing is left to ask
};

}  // namespace dimscope::shell
