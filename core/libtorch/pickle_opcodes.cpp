// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libtorch/pickle_opcodes.h"

#include <bit>
#include <vector>

namespace dimscope::libtorch {

namespace {

/// Two's complement of a decimal integer, little-endian, as short as it can be.
std::string twosComplement(std::string_view digits) {
    const bool negative = digits.starts_with('-');
    digits.remove_prefix(negative ? 1 : 0);
    std::vector<std::uint8_t> bytes;
    for (const char digit : digits) {
        unsigned carry = static_cast<unsigned>(digit - '0');
        for (std::uint8_t& byte : bytes) {
            carry += byte * 10U;
            byte = static_cast<std::uint8_t>(carry & 0xFFU);
            carry >>= 8U;
        }
        if (carry > 0) {
            bytes.push_back(static_cast<std::uint8_t>(carry));
        }
    }
    bytes.push_back(0);  // room for the sign
    if (negative) {
        unsigned carry = 1;
        for (std::uint8_t& byte : bytes) {
            carry += static_cast<std::uint8_t>(~byte);
            byte = static_cast<std::uint8_t>(carry & 0xFFU);
            carry >>= 8U;
        }
    }
    const std::uint8_t sign = negative ? 0xFF : 0;
    while (bytes.size() > 1 && bytes.back() == sign && (bytes[bytes.size() - 2] & 0x80U) == (sign & 0x80U)) {
        bytes.pop_back();
    }
    return {bytes.begin(), bytes.end()};
}

}  // namespace

void PickleOpcodes::number(std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) {
        m_bytes += static_cast<char>(value >> (8 * i) & 0xFFU);
    }
}

void PickleOpcodes::text(std::string_view utf8) {
    m_bytes += 'X';
    number(utf8.size(), 4);
    m_bytes += utf8;
}

void PickleOpcodes::longInteger(std::string_view digits) {
    const std::string bytes = twosComplement(digits);
    const bool isShort = bytes.size() < 256;
    m_bytes += isShort ? '\x8a' : '\x8b';
    number(bytes.size(), isShort ? 1 : 4);
    m_bytes += bytes;
}

void PickleOpcodes::integer(std::int64_t value) {
    if (value >= 0 && value < 1 << 8) {
        m_bytes += 'K';
        number(static_cast<std::uint64_t>(value), 1);
    } else if (value >= 0 && value < 1 << 16) {
        m_bytes += 'M';
        number(static_cast<std::uint64_t>(value), 2);
    } else if (value == static_cast<std::int32_t>(value)) {
        m_bytes += 'J';
        number(static_cast<std::uint64_t>(value), 4);
    } else {
        longInteger(std::to_string(value));
    }
}

void PickleOpcodes::real(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    m_bytes += 'G';
    for (int i = 7; i >= 0; --i) {
        m_bytes += static_cast<char>(bits >> (8 * i) & 0xFFU);
    }
}

void PickleOpcodes::bytes(std::string_view raw) {
    std::string utf8;
    for (const char letter : raw) {
        const auto code = static_cast<unsigned char>(letter);
        if (code < 0x80) {
            utf8 += letter;
        } else {
            utf8 += static_cast<char>(0xC0U | code >> 6U);
            utf8 += static_cast<char>(0x80U | (code & 0x3FU));
        }
    }
    m_bytes += "c_codecs\nencode\n";
    text(utf8);
    text("latin1");
    m_bytes += "\x86R";
}

}  // namespace dimscope::libtorch
