// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/text_runs.h"

#include <QFontDatabase>
#include <QFontMetrics>
#include <QPainter>

namespace dimscope::widgets {

namespace {

constexpr qsizetype kLongestText = 2000;
constexpr qsizetype kEndOfLongText = 400;

QFont faceOf(const TextRun& run, const QFont& font) {
    return run.face == TextRun::Face::fixedPitch ? fixedPitchFont(font) : font;
}

}  // namespace

QFont fixedPitchFont(const QFont& font) {
    static const QString family = QFontDatabase::systemFont(QFontDatabase::FixedFont).family();
    QFont fixed = font;
    fixed.setFamilies({family});
    fixed.setStyleHint(QFont::Monospace);
    return fixed;
}

QString shortened(const QString& text) {
    if (text.size() <= kLongestText) {
        return text;
    }
    return text.first(kLongestText - kEndOfLongText) + QStringLiteral(" … ") + text.last(kEndOfLongText);
}

void drawRuns(QPainter& painter, const QRect& rect, const TextRuns& runs, const QFont& font,
              const QColor& color) {
    int x = rect.left();
    const int right = rect.left() + rect.width();
    for (const TextRun& run : runs) {
        if (x >= right) {
            return;
        }
        const QFont face = faceOf(run, font);
        const QFontMetrics metrics(face);
        const QString text = shortened(run.text);
        const int width = metrics.horizontalAdvance(text);
        painter.setFont(face);
        painter.setPen(run.color.isValid() ? run.color : color);
        const QRect place(x, rect.top(), right - x, rect.height());
        const bool fits = x + width <= right;
        const QString shown = fits ? text : metrics.elidedText(text, Qt::ElideRight, right - x);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown);
        if (!fits) {
            return;
        }
        x += width;
    }
}

int runsWidth(const TextRuns& runs, const QFont& font) {
    int width = 0;
    for (const TextRun& run : runs) {
        width += QFontMetrics(faceOf(run, font)).horizontalAdvance(shortened(run.text));
    }
    return width;
}

QString plainText(const TextRuns& runs) {
    QString text;
    for (const TextRun& run : runs) {
        text += shortened(run.text);
    }
    return text;
}

}  // namespace dimscope::widgets
