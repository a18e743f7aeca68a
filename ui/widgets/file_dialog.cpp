// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/file_dialog.h"

#include <QFileIconProvider>

namespace dimscope::widgets {

namespace {

class NameIcons : public QFileIconProvider {
 public:
    using QFileIconProvider::icon;

    QIcon icon(const QFileInfo& info) const override { return icon(info.isDir() ? Folder : File); }

    QString type(const QFileInfo& info) const override {
        if (info.isDir()) {
            return FileDialog::tr("Folder");
        }
        const QString suffix = info.suffix();
        return suffix.isEmpty() ? FileDialog::tr("File") : FileDialog::tr("%1 file").arg(suffix);
    }
};

}  // namespace

FileDialog::FileDialog(QWidget* parent, const QString& title, const QString& folder)
    : QFileDialog(parent, title) {
    static NameIcons icons;
    setIconProvider(&icons);
    setDirectory(folder);
}

}  // namespace dimscope::widgets
