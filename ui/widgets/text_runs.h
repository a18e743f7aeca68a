// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QList>
#include <QRect>
#include <QString>

class QPainter;

namespace dimscope::widgets {

/// A piece of a line in one colour and face.
struct TextRun {
    enum class Face { normal, fixedPitch };

    QString text;
    QColor color;  ///< invalid: the colour of the line
    Face face = Face::normal;

    friend bool operator==(const TextRun&, const TextRun&) = default;
};
using TextRuns = QList<TextRun>;

/// The fixed-pitch face at the size of `font`.
[[nodiscard]] QFont fixedPitchFont(const QFont& font);

/// The text, without its middle where it is longer than any line on a screen: measuring a name of a million
/// characters takes a second.
[[nodiscard]] QString shortened(const QString& text);

/// Draws runs one behind the other from the left of `rect`, vertically centred; what does not fit ends in
/// an ellipsis.
void drawRuns(QPainter& painter, const QRect& rect, const TextRuns& runs, const QFont& font,
              const QColor& color);
[[nodiscard]] int runsWidth(const TextRuns& runs, const QFont& font);
[[nodiscard]] QString plainText(const TextRuns& runs);

}  // namespace dimscope::widgets
