// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/overrides_recovery.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QUuid>
#include <QtConcurrentRun>
#include <utility>

#include "core/files/atomic_file.h"
#include "core/overrides/overrides_file.h"

namespace dimscope::session {

namespace {

constexpr int kVersion = 1;

QString suffix() {
    return QStringLiteral(".recovery.json");
}

QString lockName(const QString& file) {
    return file + QStringLiteral(".lock");
}

/// A lock that only the death of its owner frees.
std::shared_ptr<QLockFile> lockOf(const QString& file) {
    auto lock = std::make_shared<QLockFile>(lockName(file));
    lock->setStaleLockTime(0);
    return lock;
}

QByteArray copyText(const overrides::OverrideSet& set, const QString& path, const QString& source,
                    const std::string& fingerprint, const QStringList& capturePaths) {
    return QJsonDocument(QJsonObject{{QStringLiteral("format"), QStringLiteral("dimscope.recovery")},
                                     {QStringLiteral("version"), kVersion},
                                     {QStringLiteral("path"), path},
                                     {QStringLiteral("source"), source},
                                     {QStringLiteral("fingerprint"), QString::fromStdString(fingerprint)},
                                     {QStringLiteral("capture"), QJsonArray::fromStringList(capturePaths)},
                                     {QStringLiteral("overrides"),
                                      QString::fromStdString(overrides::overridesText(set))}})
        .toJson(QJsonDocument::Indented);
}

bool isFor(const QJsonObject& copy, const std::string& fingerprint, const QStringList& capturePaths) {
    const std::string own = copy.value(QStringLiteral("fingerprint")).toString().toStdString();
    if (!own.empty()) {
        return own == fingerprint;
    }
    const QJsonArray paths = copy.value(QStringLiteral("capture")).toArray();
    return !paths.isEmpty() && paths == QJsonArray::fromStringList(capturePaths);
}

/// Of other runs, the newest first.
QFileInfoList copiesIn(const OverridesRecovery::Search& search) {
    if (search.folder.isEmpty()) {
        return {};
    }
    QFileInfoList copies = QDir(search.folder).entryInfoList({u'*' + suffix()}, QDir::Files, QDir::Time);
    copies.removeIf([own = QFileInfo(search.ownFile).absoluteFilePath()](const QFileInfo& copy) {
        return copy.absoluteFilePath() == own;
    });
    return copies;
}

}  // namespace

OverridesRecovery::OverridesRecovery(OverridesDocument& document, const QString& folder, QObject* parent)
    : QObject(parent), m_document(document), m_folder(folder) {
    m_pool.setMaxThreadCount(1);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kDelayMs);
    connect(&m_timer, &QTimer::timeout, this, &OverridesRecovery::write);
    connect(&document, &OverridesDocument::changed, this, &OverridesRecovery::follow);
    connect(&document, &OverridesDocument::dirtyChanged, this, &OverridesRecovery::follow);
}

OverridesRecovery::~OverridesRecovery() {
    m_timer.stop();
    m_pool.waitForDone();
    removeOwn();
}

QString OverridesRecovery::defaultFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery");
}

void OverridesRecovery::follow() {
    if (m_folder.isEmpty()) {
        return;
    }
    if (!m_document.isDirty()) {
        m_timer.stop();
        removeOwn();
    } else if (!m_timer.isActive()) {
        m_timer.start();
    }
}

void OverridesRecovery::write() {
    if (m_pool.activeThreadCount() > 0) {
        m_timer.start();  // a slow disk: the next one holds what came meanwhile
        return;
    }
    if (m_file.isEmpty()) {
        if (!QDir().mkpath(m_folder)) {
            return;
        }
        m_file = m_folder + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces) + suffix();
        m_lock = lockOf(m_file);
        m_lock->tryLock();
    }
    const auto work = [set = m_document.set(), path = m_document.path(), source = m_document.sourceName(),
                       fingerprint = m_document.fingerprint(), capture = m_capturePaths, file = m_file] {
        const QByteArray text = copyText(*set, path, source, fingerprint, capture);
        const auto written = files::writeAtomically(
            QFile::encodeName(file).toStdString(), [&text](const files::TextSink& sink) {
                return sink({text.constData(), static_cast<std::size_t>(text.size())});
            });
        // The next change tries again; there is nothing that the user could do about this copy.
        static_cast<void>(written);
    };
    m_pool.start(work);
}

void OverridesRecovery::removeOwn() {
    if (m_file.isEmpty()) {
        return;
    }
    const auto remove = [file = m_file, lock = m_lock] {
        QFile::remove(file);
        lock->unlock();
    };
    if (m_pool.activeThreadCount() == 0) {
        remove();
    } else {
        m_pool.start(remove);  // behind the copy that is being written
    }
    m_lock.reset();
    m_file.clear();
}

qint64 OverridesRecovery::bytesToRead(const Search& search) {
    qint64 bytes = 0;
    for (const QFileInfo& copy : copiesIn(search)) {
        bytes += copy.size();
    }
    return bytes;
}

std::optional<OverridesRecovery::Left> OverridesRecovery::find(const Search& search) {
    for (const QFileInfo& copy : copiesIn(search)) {
        const QString path = copy.absoluteFilePath();
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly)) {
            continue;
        }
        const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
        if (!isFor(object, search.fingerprint, search.capturePaths)) {
            continue;
        }
        std::shared_ptr<QLockFile> lock = lockOf(path);
        if (!lock->tryLock(0)) {
            continue;  // of a run that lives
        }
        const std::string text = object.value(QStringLiteral("overrides")).toString().toStdString();
        auto set = overrides::parseOverrides(text, copy.fileName().toStdString());
        if (set) {
            return Left{path, object.value(QStringLiteral("path")).toString(),
                        object.value(QStringLiteral("source")).toString(), std::move(*set), std::move(lock)};
        }
    }
    return std::nullopt;
}

void OverridesRecovery::restore(Left left) {
    m_document.restore(std::move(left.set), left.overridesPath);
    if (m_file.isEmpty()) {
        m_file = left.file;
        m_lock = std::move(left.lock);
    }
}

void OverridesRecovery::discard(const Left& left) {
    QFile::remove(left.file);
}

}  // namespace dimscope::session
