// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileDialog>

namespace dimscope::widgets {

/// A file dialog that looks at names only. Qt's own reads into every file of a folder to choose an icon, and
/// waits for good where one gives no bytes.
class FileDialog : public QFileDialog {
    Q_OBJECT

 public:
    FileDialog(QWidget* parent, const QString& title, const QString& folder);
};

}  // namespace dimscope::widgets
