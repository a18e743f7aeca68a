// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/files/stored_bytes.h"

struct z_stream_s;

namespace dimscope::files {

/// Whether bytes start as a gzip file does.
[[nodiscard]] bool looksLikeGzip(std::string_view head);

/// Unpacks gzip, also several members in a row; zeros behind the last member are padding.
class Gunzip {
 public:
    /// `head` are stored bytes that were already taken from `stored`, which must outlive this.
    Gunzip(StoredBytes& stored, std::string_view head, std::string name);

    /// Fills the span from its start; 0 is the end. Errors: readFailed, truncated (what came before has been
    /// delivered), syntax (damaged).
    [[nodiscard]] base::Result<std::size_t> read(std::span<char> into);

 private:
    enum class State : std::uint8_t { member, between, ended };
    struct EndStream {
        void operator()(z_stream_s* stream) const;
    };

    /// Makes sure that there are packed bytes to work on; false at the end of the stored bytes.
    [[nodiscard]] base::Result<bool> refill();
    /// Decides what follows a member.
    [[nodiscard]] base::Result<void> startNextMember();
    [[nodiscard]] base::Error damaged(std::string_view what) const;
    [[nodiscard]] base::Error cutOff() const;

    StoredBytes& m_stored;
    std::string m_name;
    std::vector<char> m_packed;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    std::uint64_t m_unpacked = 0;  // bytes delivered, for error places
    State m_state = State::member;
    std::unique_ptr<z_stream_s, EndStream> m_stream;
};

}  // namespace dimscope::files
