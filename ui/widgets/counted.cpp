// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/counted.h"

#include <QLocale>

namespace dimscope::widgets {

QString counted(std::uint64_t count, const QString& one, const QString& many) {
    return count == 1 ? one
                      : QString(many).replace(QStringLiteral("%1"), QLocale().toString(qulonglong{count}));
}

}  // namespace dimscope::widgets
