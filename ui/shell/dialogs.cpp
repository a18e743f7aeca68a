// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/dialogs.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QMainWindow>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include "ui/shell/actions.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/table_view.h"

namespace dimscope::shell {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("dimscope::shell::Dialogs", text);
}

/// Keys that belong to a view and so stand in no menu.
QList<ShortcutEntry> viewKeys() {
    return {
        {tr("Tables"), tr("Menu of rows and columns"), tr("Menu, Shift+F10")},
        {tr("Tables"), tr("Extend the selection"), tr("Shift+Up, Shift+Down")},
        {tr("Problems"), tr("Go to the place"), tr("Return")},
        {tr("Filter"), tr("Clear, then leave"), tr("Esc")},
        {tr("Filter"), tr("Go to the tensors"), tr("Down, Return")},
        {tr("Evolution"), tr("Previous, next sample"), tr("Left, Right")},
        {tr("Evolution"), tr("Ten samples back, on"), tr("Shift+Left, Shift+Right")},
        {tr("Evolution"), tr("Previous, next axis"), tr("Up, Down")},
        {tr("Evolution"), tr("Zoom in, out, all samples"), tr("+, -, Home")},
        {tr("Evolution"), tr("Other axes"), tr("Page Up, Page Down")},
        {tr("Evolution"), tr("Zoom, pan, all samples"), tr("wheel, drag, double click")},
        {tr("Ranges"), tr("Next handle of the row's band"), tr("H")},
        {tr("Ranges"), tr("Move the handle by one"), tr("Left, Right")},
        {tr("Ranges"), tr("Move it to the next size seen, or by ten"), tr("Shift+Left, Shift+Right")},
        {tr("Ranges"), tr("Smallest, largest size seen"), tr("Home, End")},
        {tr("Ranges"), tr("Leave the handle, give up the drag"), tr("Esc")},
        {tr("Overrides"), tr("Opt: largest, median, most frequent size"), tr("Ctrl+L, Ctrl+M, Ctrl+T")},
        {tr("Overrides"), tr("Rename the symbol everywhere"), tr("Shift+F2")},
        {tr("Overrides"), tr("Copy the range to all of the symbol"), tr("Ctrl+D")},
        {tr("Messages"), tr("Close the message"), tr("Esc")},
    };
}

QDialogButtonBox* closeButtons(QDialog* dialog) {
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->setAccessibleName(dialog->windowTitle());
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    return buttons;
}

}  // namespace

void showShortcuts(QMainWindow& window) {
    auto* dialog = new QDialog(&window);
    dialog->setObjectName(QStringLiteral("shortcutsDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Keyboard Shortcuts"));
    dialog->setAccessibleName(dialog->windowTitle());

    auto* model = new QStandardItemModel(0, 3, dialog);
    model->setHorizontalHeaderLabels({tr("where"), tr("what"), tr("keys")});
    for (const ShortcutEntry& entry : shortcutsOf(window) + viewKeys()) {
        model->appendRow({new QStandardItem(entry.menu), new QStandardItem(entry.text),
                          new QStandardItem(entry.shortcut)});
    }
    auto* table = new widgets::TableView(dialog->windowTitle());
    table->setItemDelegate(new widgets::CellDelegate({}, table));
    table->setDefaultColumns([](int column) {
        return widgets::ColumnLayout::Column{column == 0 ? 14 : column == 1 ? 34 : 28};
    });
    table->setModel(model);
    table->setFrameShape(QFrame::StyledPanel);

    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(table);
    layout->addWidget(closeButtons(dialog));
    dialog->resize(620, 560);
    dialog->open();
}

void showAbout(QWidget& window) {
    auto* dialog = new QDialog(&window);
    dialog->setObjectName(QStringLiteral("aboutDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("About Dimscope"));
    dialog->setAccessibleName(dialog->windowTitle());
    auto* text = new QLabel;
    text->setTextFormat(Qt::RichText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextBrowserInteraction);
    text->setAccessibleName(dialog->windowTitle());
    text->setText(
        tr("<h3>Dimscope %1</h3>"
           "<p>A workbench for the tensor shapes that a PyTorch module sees at different batch sizes: "
           "which axes are static, which is the batch axis, which are dynamic, and between which "
           "bounds.</p>"
           "<p>Free software under the GNU General Public License, version 3 or later. It comes "
           "without any warranty.</p>"
           "<p>Qt %2 with Qt Charts, built with %3.<br>"
           "Reads JSON with simdjson and nlohmann/json, gzip with zlib; fingerprints are XXH3.</p>")
            .arg(QStringLiteral(DIMSCOPE_VERSION), QString::fromLatin1(qVersion()),
                 QStringLiteral(QT_VERSION_STR)));
    auto* picture = new QLabel;
    picture->setPixmap(widgets::applicationIcon().pixmap(64, 64));
    picture->setAccessibleName(tr("Icon of Dimscope"));
    auto* row = new QHBoxLayout;
    row->addWidget(picture, 0, Qt::AlignTop);
    row->addSpacing(12);
    row->addWidget(text, 1);
    auto* layout = new QVBoxLayout(dialog);
    layout->addLayout(row);
    layout->addWidget(closeButtons(dialog));
    dialog->resize(480, 260);
    dialog->open();
}

}  // namespace dimscope::shell
