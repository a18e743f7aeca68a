// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer target: any bytes either open as a sound capture or are refused with a sentence and a place.
// Start it with copies of tests/data/aitune, tests/data/logs, tests/data/torch and resources/samples as its
// corpus.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "capture_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto result = dimscope::readers::openText(text, "fuzz");
    if (const std::string fault = dimscope::test::faultOf(result); !fault.empty()) {
        std::fprintf(stderr, "%s\n", fault.c_str());
        std::abort();
    }
    return 0;
}
