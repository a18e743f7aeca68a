// SPDX-License-Identifier: GPL-3.0-or-later
// Empty: precompiled headers need a target, and a target needs a source.
