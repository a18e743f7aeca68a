// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace dimscope::libtorch {

/// The bytes of a pickle of protocol 2, opcode by opcode.
class PickleOpcodes {
 public:
    /// Opcodes as they are.
    void raw(std::string_view opcodes) { m_bytes += opcodes; }
    void raw(char opcode) { m_bytes += opcode; }
    /// Little-endian bytes of a number, as an opcode's argument.
    void number(std::uint64_t value, int bytes);

    void text(std::string_view utf8);
    void integer(std::int64_t value);
    /// An integer of any size, in decimal.
    void longInteger(std::string_view digits);
    void real(double value);
    /// As Latin-1 text that is encoded: protocol 2 has no other form.
    void bytes(std::string_view raw);

    [[nodiscard]] std::string take() { return std::move(m_bytes); }

 private:
    std::string m_bytes;
};

}  // namespace dimscope::libtorch
