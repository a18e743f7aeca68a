// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

namespace dimscope::test {

/// What a script of tests/libtorch prints under the Python that has torch. A failure of the script fails the
/// test and gives nothing.
QByteArray runPython(const QString& script, const QStringList& arguments);

}  // namespace dimscope::test
