// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <memory>

#include "core/base/cancel_token.h"
#include "core/compare/comparison.h"
#include "ui/session/load_controller.h"
#include "ui/session/overrides_judge.h"

namespace dimscope::session {

/// One of two captures that are compared; see compare::Subject.
struct CompareSide {
    QString title;  ///< name of its file
    std::shared_ptr<const capture::Capture> capture;
    std::shared_ptr<const inference::Analysis> analysis;
    OverrideSetPtr overrides;                                 ///< null: none
    std::shared_ptr<const inference::Exclusions> exclusions;  ///< of the analysis; null: none
};

/// How two captures differ. Never changes.
struct Compared {
    CompareSide before;
    CompareSide after;
    compare::Comparison comparison;
};
using ComparedPtr = std::shared_ptr<const Compared>;

/// Which of the two captures is the one before.
enum class CompareOrder { openFirst, otherFirst };

/// Loads another capture beside the open one and compares the two, all on workers; follows the open capture,
/// its overrides and the batch sizes that were stated, which count for both. The newest state wins. Lives on
/// the GUI thread; the destructor cancels and waits.
class CompareController : public QObject {
    Q_OBJECT

 public:
    CompareController(Workspace& workspace, OverridesJudge& judge, QObject* parent = nullptr);
    ~CompareController() override;

    /// Loads the other capture; the one of before stays until it is there.
    void start(const QStringList& paths);
    /// Reads the files of the other capture again.
    void reload();
    /// Ends a load; what was there stays.
    void cancel();
    /// Forgets the other capture.
    void close();
    void setOrder(CompareOrder order);
    void swap();

    [[nodiscard]] CompareOrder order() const { return m_order; }
    /// The other capture; null before the first one was loaded.
    [[nodiscard]] const DocumentPtr& other() const { return m_other; }
    /// Null where there is nothing to compare, or no answer yet.
    [[nodiscard]] const ComparedPtr& compared() const { return m_compared; }
    [[nodiscard]] bool isLoading() const { return m_loader.isLoading(); }
    [[nodiscard]] bool isBusy() const { return m_isRunning || isLoading(); }

 signals:
    /// Another answer, or none.
    void comparedChanged();
    /// A load has begun.
    void started();
    /// At most every 50 ms; `fraction` below 0 where the end is not known.
    void progressed(double fraction, const QString& what);
    /// A load has ended well, or by cancel().
    void loaded();
    void cancelled();
    void failed(const dimscope::base::Error& error);

 private:
    void takeOther(const DocumentPtr& document);
    void takeOpen();
    void compareAnew();
    void drop();
    void finish();

    Workspace& m_workspace;
    OverridesJudge& m_judge;
    LoadController m_loader;
    QStringList m_paths;  ///< of the load that runs or ran last
    DocumentPtr m_other;
    JudgedPtr m_open;
    ComparedPtr m_compared;
    CompareOrder m_order = CompareOrder::openFirst;
    base::CancelToken m_cancel;
    bool m_isRunning = false;
    QFutureWatcher<ComparedPtr> m_watcher;
    QThreadPool m_pool;
};

}  // namespace dimscope::session
