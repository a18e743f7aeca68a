// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "core/files/line_reader.h"

namespace dimscope::readers {

/// 128-bit hash of a line of a native capture without what changes from call to call.
struct LineKey {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    friend bool operator==(const LineKey&, const LineKey&) = default;
};

struct LineKeyHash {
    std::size_t operator()(const LineKey& key) const { return static_cast<std::size_t>(key.low); }
};

/// What changes from call to call.
struct ScannedCall {
    LineKey key;
    std::int64_t batchSize = 0;       ///< capture::kUnknownBatch for null
    std::vector<std::int64_t> sizes;  ///< of all tensors, in order of the line
    std::string_view time;            ///< valid until the next scan
    std::string_view label;
};

/// Takes the numbers out of a line of a native capture, fast, and hashes all the rest of its bytes (with the
/// ranks). If a line with the same key has been read and found right in full, then this one is right as
/// well, and equal but for those numbers and texts: the bytes are the same, and what was left out has been
/// checked here.
class NativeScanner {
 public:
    NativeScanner();
    ~NativeScanner();
    NativeScanner(const NativeScanner&) = delete;
    NativeScanner& operator=(const NativeScanner&) = delete;

    /// The line must have LineReader::kPadding readable bytes behind it. nullptr where the line is anything
    /// but a plain call in right form; valid until the next scan.
    [[nodiscard]] const ScannedCall* scan(std::string_view line);

 private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace dimscope::readers
