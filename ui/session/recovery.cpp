// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/recovery.h"

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
#include "core/session/session_file.h"

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

/// What a copy is made of; null: saved, so it is not in it.
struct Content {
    OverrideSetPtr set;
    LabellingPtr labels;
    QString path;
    QString source;
    std::string fingerprint;
    QStringList capturePaths;
};

/// Labels in the form of a session file.
QString labelsText(const capture::Labelling& labels, const QStringList& capturePaths) {
    Session session;
    for (const QString& path : capturePaths) {
        session.files.push_back(path.toStdString());
    }
    session.labelling = labels;
    return QString::fromStdString(sessionText(session));
}

QByteArray copyText(const Content& content) {
    QJsonObject copy{{QStringLiteral("format"), QStringLiteral("dimscope.recovery")},
                     {QStringLiteral("version"), kVersion},
                     {QStringLiteral("path"), content.path},
                     {QStringLiteral("source"), content.source},
                     {QStringLiteral("fingerprint"), QString::fromStdString(content.fingerprint)},
                     {QStringLiteral("capture"), QJsonArray::fromStringList(content.capturePaths)}};
    if (content.set) {
        copy.insert(QStringLiteral("overrides"),
                    QString::fromStdString(overrides::overridesText(*content.set)));
    }
    if (content.labels) {
        copy.insert(QStringLiteral("labels"), labelsText(*content.labels, content.capturePaths));
    }
    return QJsonDocument(copy).toJson(QJsonDocument::Indented);
}

bool isFor(const QJsonObject& copy, const std::string& fingerprint, const QStringList& capturePaths) {
    const std::string own = copy.value(QStringLiteral("fingerprint")).toString().toStdString();
    if (!own.empty() && own == fingerprint) {
        return true;
    }
    // A recorder may have gone on writing since.
    const QJsonArray paths = copy.value(QStringLiteral("capture")).toArray();
    return !paths.isEmpty() && paths == QJsonArray::fromStringList(capturePaths);
}

/// False where a part cannot be read or there is none.
bool takeContent(const QJsonObject& copy, const std::string& name, Recovery::Left& left) {
    if (const QJsonValue text = copy.value(QStringLiteral("overrides")); text.isString()) {
        auto set = overrides::parseOverrides(text.toString().toStdString(), name);
        if (!set) {
            return false;
        }
        left.set = std::move(*set);
    }
    if (const QJsonValue text = copy.value(QStringLiteral("labels")); text.isString()) {
        auto read = parseSession(text.toString().toStdString(), name);
        if (!read) {
            return false;
        }
        left.labels = std::move(read->session.labelling);
    }
    return left.set || left.labels;
}

/// Of other runs, the newest first.
QFileInfoList copiesIn(const Recovery::Search& search) {
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

Recovery::Recovery(OverridesDocument& document, LabelEditor& labels, const QString& folder, QObject* parent)
    : QObject(parent), m_document(document), m_labels(labels), m_folder(folder) {
    m_pool.setMaxThreadCount(1);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kDelayMs);
    connect(&m_timer, &QTimer::timeout, this, &Recovery::write);
    connect(&document, &OverridesDocument::changed, this, &Recovery::follow);
    connect(&document, &OverridesDocument::dirtyChanged, this, &Recovery::follow);
    connect(&labels, &LabelEditor::changed, this, &Recovery::follow);
    connect(&labels, &LabelEditor::dirtyChanged, this, &Recovery::follow);
}

Recovery::~Recovery() {
    m_timer.stop();
    m_pool.waitForDone();
    removeOwn();
}

QString Recovery::defaultFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery");
}

void Recovery::follow() {
    if (m_folder.isEmpty()) {
        return;
    }
    if (!isDirty()) {
        m_timer.stop();
        removeOwn();
    } else if (!m_timer.isActive()) {
        m_timer.start();
    }
}

void Recovery::write() {
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
    const Content content{m_document.isDirty() ? m_document.set() : nullptr,
                          m_labels.isDirty() ? m_labels.labelling() : nullptr,
                          m_document.path(),
                          m_document.sourceName(),
                          m_document.fingerprint(),
                          m_capturePaths};
    const auto work = [content, file = m_file] {
        const QByteArray text = copyText(content);
        const auto written = files::writeAtomically(
            QFile::encodeName(file).toStdString(), [&text](const files::TextSink& sink) {
                return sink({text.constData(), static_cast<std::size_t>(text.size())});
            });
        // The next change tries again; there is nothing that the user could do about this copy.
        static_cast<void>(written);
    };
    m_pool.start(work);
}

void Recovery::removeOwn() {
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

qint64 Recovery::bytesToRead(const Search& search) {
    qint64 bytes = 0;
    for (const QFileInfo& copy : copiesIn(search)) {
        bytes += copy.size();
    }
    return bytes;
}

std::optional<Recovery::Left> Recovery::find(const Search& search) {
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
        Left left{path,
                  object.value(QStringLiteral("path")).toString(),
                  object.value(QStringLiteral("source")).toString(),
                  {},
                  {},
                  std::move(lock)};
        if (takeContent(object, copy.fileName().toStdString(), left)) {
            return left;
        }
    }
    return std::nullopt;
}

void Recovery::restore(Left left) {
    if (left.set) {
        m_document.restore(*std::move(left.set), left.overridesPath);
    }
    if (left.labels) {
        m_labels.restore(*std::move(left.labels));
    }
    if (m_file.isEmpty()) {
        m_file = left.file;
        m_lock = std::move(left.lock);
    }
}

void Recovery::discard(const Left& left) {
    QFile::remove(left.file);
}

}  // namespace dimscope::session
