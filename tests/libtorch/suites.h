// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

namespace dimscope::test {

/// A suite by the name under which ctest runs it.
struct Suite {
    const char* name;
    std::unique_ptr<QObject> (*make)();
};

std::unique_ptr<QObject> makeCaptureWriterTest();
std::unique_ptr<QObject> makeDtypeTest();
std::unique_ptr<QObject> makeGoldenTensorsTest();
std::unique_ptr<QObject> makeProbeTest();
std::unique_ptr<QObject> makeSavedSampleTest();
std::unique_ptr<QObject> makeValuesTest();

}  // namespace dimscope::test
