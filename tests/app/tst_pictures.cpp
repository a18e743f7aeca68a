// SPDX-License-Identifier: GPL-3.0-or-later
#include <QImage>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/program.h"

using namespace dimscope::test_app;

namespace {

QStringList views() {
    const QString help = QString::fromUtf8(run({"screenshot", "--help"}).out);
    const auto found = QRegularExpression("views \\(for --view\\):\\n\\s+(.*)\\n").match(help);
    return found.captured(1).split(' ', Qt::SkipEmptyParts);
}

/// Different colours among pixels of a coarse grid.
qsizetype colours(const QImage& image) {
    QSet<QRgb> seen;
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); x += 3) {
            seen.insert(image.pixel(x, y));
        }
    }
    return seen.size();
}

/// Mean lightness from 0 to 1 over a coarse grid.
double lightness(const QImage& image) {
    double sum = 0;
    int count = 0;
    for (int y = 0; y < image.height(); y += 5) {
        for (int x = 0; x < image.width(); x += 5) {
            sum += image.pixelColor(x, y).lightnessF();
            ++count;
        }
    }
    return count == 0 ? 0 : sum / count;
}

}  // namespace

/// `dimscope screenshot`, and the window where there is no display.
class TestPictures : public QObject {
    Q_OBJECT

 private slots:
    void drawsTheWindow() {
        const QString target = m_folder.filePath("window.png");
        const Outcome outcome = run({"screenshot", sampleFile(), "-o", target});
        QVERIFY2(outcome.exit == 0, qPrintable(outcome.err));
        QVERIFY2(outcome.err.isEmpty(), qPrintable(outcome.err));
        QVERIFY(outcome.out.isEmpty());
        const QImage image(target);
        QCOMPARE(image.size(), QSize(1400, 875));
        QVERIFY(colours(image) > 50);
    }

    void overridesBesideACapture() {
        writeFile(m_folder.filePath("c.shapes.jsonl"), captureText(6));
        writeFile(m_folder.filePath("c.overrides.json"),
                  R"({"format": "dimscope.overrides", "version": 1, "graphs": [
                      {"module": "m", "graph": "0", "tensors": [{"side": "input", "semantic_path": "x",
                       "shape": ["n", 8], "min_shape": [2, 8], "max_shape": [64, 8], "batch_axis": 0,
                       "batch_multiplier": 2}]}]})");
        const auto picture = [this](const QStringList& files) {
            const QString target = m_folder.filePath("overrides.png");
            const Outcome outcome =
                run(QStringList{"screenshot"} + files + QStringList{"-o", target, "--view", "overrides"});
            return outcome.exit == 0 ? QImage(target) : QImage();
        };
        const QString file = m_folder.filePath("c.shapes.jsonl");
        const QImage without = picture({file});
        const QImage with = picture({m_folder.filePath("c.overrides.json"), file});
        QVERIFY(!without.isNull() && !with.isNull());
        QVERIFY(with != without);
        QCOMPARE(picture({file}), without);
    }

    void themesDiffer() {
        QImage images[2];
        const char* themes[] = {"light", "dark"};
        for (int i = 0; i < 2; ++i) {
            const QString target = m_folder.filePath(QString(themes[i]) + ".png");
            const Outcome outcome =
                run({"screenshot", sampleFile(), "-o", target, "--theme", themes[i], "--size", "1024x700"});
            QVERIFY2(outcome.exit == 0, qPrintable(outcome.err));
            images[i] = QImage(target);
            QCOMPARE(images[i].size(), QSize(1024, 700));
        }
        QVERIFY(lightness(images[0]) > 0.6);
        QVERIFY(lightness(images[1]) < 0.4);
    }

    void everyViewIsDrawn_data() {
        QTest::addColumn<QString>("view");
        const QStringList names = views();
        QVERIFY2(names.size() > 5, qPrintable(names.join(' ')));
        for (const QString& name : names) {
            QTest::newRow(qPrintable(name)) << name;
        }
    }

    void everyViewIsDrawn() {
        QFETCH(QString, view);
        const QString target = m_folder.filePath("view.png");
        const Outcome outcome = run({"screenshot", sampleFile(), "-o", target, "--view", view});
        QVERIFY2(outcome.exit == 0, qPrintable(outcome.err));
        QVERIFY(colours(QImage(target)) > 5);
    }

    void summariesAndStandardInput() {
        const Outcome summary = run({"screenshot", dataFile("aitune/tuning_report_v3.json"), "-o", "-"});
        QVERIFY2(summary.exit == 0, qPrintable(summary.err));
        QVERIFY(colours(QImage::fromData(summary.out, "PNG")) > 20);
        const Outcome piped = run({"screenshot", "-", "-o", "-"}, fileText(sampleFile()));
        QVERIFY2(piped.exit == 0, qPrintable(piped.err));
        QCOMPARE(QImage::fromData(piped.out, "PNG").size(), QSize(1400, 875));
    }

    void failures() {
        const Outcome view = run({"screenshot", sampleFile(), "-o", "-", "--view", "nonsense"});
        QCOMPARE(view.exit, 2);
        QVERIFY2(view.err.contains("nonsense"), qPrintable(view.err));
        const QString missing = m_folder.filePath("missing.jsonl");
        const Outcome input = run({"screenshot", missing, "-o", "-"});
        QCOMPARE(input.exit, 3);
        QVERIFY2(input.err.contains(missing), qPrintable(input.err));
        QVERIFY(input.out.isEmpty());
        const Outcome output =
            run({"screenshot", sampleFile(), "-o", m_folder.filePath("no/such/folder/window.png")});
        QCOMPARE(output.exit, 4);
        QVERIFY(!output.err.isEmpty());
        QCOMPARE(run({"screenshot", sampleFile(), "-o", "/dev/full"}).exit, 4);
    }

    void withoutDisplayTheWindowSaysWhatToDo() {
        const Outcome outcome = run({sampleFile()});
        QCOMPARE(outcome.exit, 2);
        QVERIFY(outcome.out.isEmpty());
        for (const char* part : {"display", "dimscope describe", "dimscope report", "dimscope screenshot"}) {
            QVERIFY2(outcome.err.contains(part), qPrintable(outcome.err));
        }
        QCOMPARE(run({}).exit, 2);
    }

 private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestPictures)
#include "tst_pictures.moc"
