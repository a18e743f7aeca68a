// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// Checks JSON against the schemas of resources/schema with Python's jsonschema.
namespace dimscope::test_support {

enum class Document { whole, lines };

/// What is wrong with `text` by the schema `name` ("report", "capture"), with places; empty where it is
/// valid. A missing validator is an answer too, never silence.
[[nodiscard]] QString schemaErrors(const QString& name, const QByteArray& text,
                                   Document document = Document::whole);

}  // namespace dimscope::test_support
