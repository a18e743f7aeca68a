// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/volume.h"

#include <algorithm>

namespace dimscope::inference {

bool isLargeVolume(const module::Sizes& sizes) {
    if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) {
        return false;
    }
    std::int64_t product = 1;
    for (const std::int64_t size : sizes) {
        if (size < 0) {
            return false;
        }
        if (size > kMostElements / product) {
            return true;
        }
        product *= size;
    }
    return false;
}

std::string largeVolumeText(const module::Sizes& max) {
    return "at the largest sizes " + module::sizesText(max) + " the tensor has more than " +
           std::to_string(kMostElements) + " elements";
}

}  // namespace dimscope::inference
