// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace dimscope::widgets {

/// An icon of resources/icons by name ("open"), drawn in the palette's text colour of the moment, sharp at
/// any scale.
[[nodiscard]] QIcon icon(const QString& name);
/// The program's own icon, in its own colours.
[[nodiscard]] QIcon applicationIcon();

}  // namespace dimscope::widgets
