// SPDX-License-Identifier: GPL-3.0-or-later
// What `cmake --install` puts down: the program starts from there, and the desktop's files fit it.
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

class TestInstalled : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void programStarts();
    void programDraws();
    void programLinksNoTorch();
    void tensorsAreFound();
    void desktopEntryNamesWhatIsThere();
    void mimeTypeIsWellFormed();

 private:
    static QByteArray run(const QString& program, const QStringList& arguments);
    QString at(const QString& path) { return m_prefix.filePath(path); }

    QTemporaryDir m_prefix;
};

QByteArray TestInstalled::run(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForFinished(60000) || process.exitStatus() != QProcess::NormalExit ||
        process.exitCode() != 0) {
        qCritical("%s: %s", qPrintable(program), process.readAllStandardError().constData());
        return {};
    }
    return process.readAllStandardOutput();
}

void TestInstalled::initTestCase() {
    QVERIFY(
        !run(QStringLiteral(DIMSCOPE_CMAKE), {QStringLiteral("--install"), QStringLiteral(DIMSCOPE_BUILD_DIR),
                                              QStringLiteral("--prefix"), m_prefix.path()})
             .isEmpty());
}

void TestInstalled::programStarts() {
    QCOMPARE(run(at(QStringLiteral("bin/dimscope")), {QStringLiteral("--version")}),
             QByteArray("dimscope " DIMSCOPE_VERSION "\n"));
}

void TestInstalled::programDraws() {
    const QString picture = at(QStringLiteral("window.png"));
    run(at(QStringLiteral("bin/dimscope")),
        {QStringLiteral("screenshot"),
         QStringLiteral(DIMSCOPE_SOURCE_DIR "/resources/samples/diffusion-pipeline.shapes.jsonl"),
         QStringLiteral("-o"), picture});
    QVERIFY(QImage(picture).width() > 1000);
}

void TestInstalled::programLinksNoTorch() {
    const auto linked = [&](const QString& program) {
        return run(QStringLiteral("readelf"), {QStringLiteral("-d"), at(program)}) +
               run(QStringLiteral("ldd"), {at(program)});
    };
    const QByteArray window = linked(QStringLiteral("bin/dimscope"));
    QVERIFY(window.contains("libQt6Core"));
    QVERIFY2(!window.contains("torch") && !window.contains("libc10"), window.constData());
#ifdef DIMSCOPE_LIBTORCH
    const QByteArray tensors = linked(QStringLiteral("libexec/dimscope/dimscope-tensors"));
    QVERIFY2(tensors.contains("libtorch") && !tensors.contains("libQt6"), tensors.constData());
#else
    QVERIFY(!QFile::exists(at(QStringLiteral("libexec/dimscope/dimscope-tensors"))));
#endif
}

void TestInstalled::tensorsAreFound() {
    qunsetenv("DIMSCOPE_TENSORS");
    const QString data = QStringLiteral(DIMSCOPE_SOURCE_DIR "/tests/data/torch/");
    const QString out = at(QStringLiteral("out.pt"));
    QProcess process;
    process.start(at(QStringLiteral("bin/dimscope")),
                  {QStringLiteral("batch"), data + QStringLiteral("unet_bs2.pt"),
                   QStringLiteral("--batch-size"), QStringLiteral("3"), QStringLiteral("--like"), data,
                   QStringLiteral("--quiet"), QStringLiteral("-o"), out});
    QVERIFY(process.waitForFinished(60000));
    const QByteArray said = process.readAllStandardError();
#ifdef DIMSCOPE_LIBTORCH
    QVERIFY2(process.exitCode() == 0 && said.isEmpty(), said.constData());
    QVERIFY(QFileInfo(out).size() > 3 * 2 * 4 * 64 * 64 * 2);  // float16
#else
    QCOMPARE(process.exitCode(), 3);
    QVERIFY2(said.contains("LibTorch"), said.constData());
    QVERIFY(!QFile::exists(out));
#endif
}

void TestInstalled::desktopEntryNamesWhatIsThere() {
    QSettings entry(at(QStringLiteral("share/applications/dimscope.desktop")), QSettings::IniFormat);
    entry.beginGroup(QStringLiteral("Desktop Entry"));
    QCOMPARE(entry.value(QStringLiteral("Type")).toString(), QStringLiteral("Application"));
    const QString program = entry.value(QStringLiteral("Exec")).toString().section(u' ', 0, 0);
    QVERIFY(QFileInfo(at(QStringLiteral("bin/") + program)).isExecutable());
    const QString icon = entry.value(QStringLiteral("Icon")).toString();
    QVERIFY(QFile::exists(at(QStringLiteral("share/icons/hicolor/scalable/apps/%1.svg").arg(icon))));
}

void TestInstalled::mimeTypeIsWellFormed() {
    QFile file(at(QStringLiteral("share/mime/packages/dimscope-mime.xml")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&file);
    QString type;
    QStringList globs;
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement) {
            if (xml.name() == QStringLiteral("mime-type")) {
                type = xml.attributes().value(QStringLiteral("type")).toString();
            } else if (xml.name() == QStringLiteral("glob")) {
                globs += xml.attributes().value(QStringLiteral("pattern")).toString();
            }
        }
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QCOMPARE(globs, QStringList{QStringLiteral("*.shapes.jsonl")});
    QFile desktop(at(QStringLiteral("share/applications/dimscope.desktop")));
    QVERIFY(desktop.open(QIODevice::ReadOnly));
    QVERIFY(desktop.readAll().contains("MimeType=" + type.toLatin1() + ";"));
}

QTEST_GUILESS_MAIN(TestInstalled)
#include "tst_installed.moc"
