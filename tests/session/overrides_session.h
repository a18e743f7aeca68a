// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>
#include <memory>

#include "tests/support/sample_data.h"
#include "ui/session/overrides_document.h"
#include "ui/session/overrides_editor.h"
#include "ui/session/overrides_judge.h"
#include "ui/session/workspace.h"

namespace dimscope::test {

inline session::DocumentPtr documentOf(const test_support::SampleData& data) {
    auto document = std::make_shared<session::Document>();
    document->title = QStringLiteral("test.shapes.jsonl");
    document->capture = data.capture;
    document->analysis = data.analysis;
    document->diagnostics = data.diagnostics;
    return document;
}

/// An open capture with everything that edits its overrides, judged.
struct OverridesSession {
    explicit OverridesSession(const test_support::SampleData& data = test_support::pipelineCapture()) {
        workspace.setDocument(documentOf(data));
        settle();
    }

    void settle() { QTRY_VERIFY_WITH_TIMEOUT(!judge.isBusy() && !editor.isBusy(), 60000); }
    [[nodiscard]] const capture::Capture& capture() const { return *workspace.document()->capture; }
    [[nodiscard]] base::TensorId unet(const char* path) const {
        return test_support::tensorNamed(capture(), "unet", "0", path);
    }
    [[nodiscard]] base::GraphId unetGraph() const { return test_support::graphNamed(capture(), "unet", "0"); }
    [[nodiscard]] QString undoText() const { return document.undoStack().undoText(); }
    [[nodiscard]] int steps() const { return document.undoStack().count(); }

    session::Workspace workspace;
    session::OverridesDocument document;
    session::OverridesJudge judge{workspace, document};
    session::OverridesEditor editor{workspace, document, judge};
};

}  // namespace dimscope::test
