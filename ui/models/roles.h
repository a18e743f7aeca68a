// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace dimscope::models {

/// Roles that several models share; what a delegate or a test reads beside the display text.
enum Role : int {
    SortRole = Qt::UserRole + 1,  ///< raw number or text, never formatted
    ModuleIdRole,                 ///< quint32, invalid where none
    GraphIdRole,                  ///< quint32
    SideRole,                     ///< int of module::Side
    TensorIdRole,                 ///< quint32
    AxisRole,                     ///< int
    SampleIdRole,                 ///< quint32
    VerdictRole,                  ///< int of module::Verdict, of an axis
    VerdictsRole,                 ///< QList<int> of module::Verdict, one per axis of a tensor
    AuditVerdictsRole,            ///< QList<int> of module::Verdict, in the order of an audit's text
    AuditDiffersRole,             ///< bool: the audit is another than AITune's verdict
    OriginRole,                   ///< int of overrides::SpecOrigin, of a tensor; invalid until it is known
    SeverityRole,                 ///< int of base::Severity
    FindingCountsRole,            ///< QList<qulonglong>, index: base::Severity; of a navigator row
    BadgeRole,                    ///< short text at the right edge of a navigator row
    BadgeToolTipRole,             ///< what the badge counts
    MonospaceRole,                ///< bool: draw in the fixed-pitch face
    SecondaryRole,                ///< bool: draw in the secondary text colour
};

}  // namespace dimscope::models
