// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

/// One breach of a rule: a stable rule name, and where.
struct Breach {
    QString rule;  ///< e.g. "include-direction"
    QString file;  ///< relative to the root
    int line = 0;  ///< 1-based, 0: the file as a whole
    QString what;

    [[nodiscard]] QString text() const {
        return QString("%1:%2: %3: %4").arg(file).arg(line).arg(rule, what);
    }
};

/// What the rules of a source tree say of the sources under app, core, ui and tests (without tests/data) of
/// `root`. The rules, by name:
/// include-direction  a folder includes only what the table in the .cpp allows; a folder that is not in the
///                    table is a breach
/// unknown-include    an include in quotes that names no file of the tree
/// qt-in-core         a Qt header in core
/// charts-outside     a Qt Charts header outside ui/charts
/// torch-outside      a LibTorch header outside core/libtorch and its tests
/// json-in-header     nlohmann or simdjson in a header
/// stock-proxy        QSortFilterProxyModel in ui or app
/// no-licence         the first line is not the SPDX line
/// too-long           more than 600 lines
/// machine-path       a path of one machine, also in build files, scripts and documents
/// unwanted-word      work put off or not done, in app, core or ui
[[nodiscard]] QList<Breach> breaches(const QString& root);

/// Number of sources that `breaches` reads.
[[nodiscard]] qsizetype sourceCount(const QString& root);
