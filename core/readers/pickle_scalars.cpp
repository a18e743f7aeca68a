// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/pickle_scalars.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>
#include <vector>

namespace dimscope::readers {

namespace {

/// Decimal digits of a magnitude, given and used up as 32-bit limbs, least first.
std::string decimal(std::vector<std::uint32_t> limbs) {
    static constexpr std::uint64_t kChunk = 1000000000;
    std::string out;
    while (!limbs.empty()) {
        std::uint64_t rest = 0;
        for (std::size_t i = limbs.size(); i > 0; --i) {
            const std::uint64_t part = rest << 32U | limbs[i - 1];
            limbs[i - 1] = static_cast<std::uint32_t>(part / kChunk);
            rest = part % kChunk;
        }
        while (!limbs.empty() && limbs.back() == 0) {
            limbs.pop_back();
        }
        for (int digit = 0; digit < 9 && (rest != 0 || !limbs.empty()); ++digit) {
            out += static_cast<char>('0' + rest % 10);
            rest /= 10;
        }
    }
    std::reverse(out.begin(), out.end());
    return out.empty() ? "0" : out;
}

std::optional<std::uint32_t> hexValue(std::string_view digits) {
    std::uint32_t value = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return error == std::errc{} && stop == digits.data() + digits.size() && !digits.empty()
               ? std::optional(value)
               : std::nullopt;
}

}  // namespace

PickleValue::Data integerOf(std::string_view bytes) {
    const bool negative = !bytes.empty() && (static_cast<unsigned char>(bytes.back()) & 0x80U) != 0;
    if (bytes.size() <= 8) {
        std::uint64_t value = negative ? ~std::uint64_t{0} : 0;
        for (std::size_t i = bytes.size(); i > 0; --i) {
            value = value << 8U | static_cast<unsigned char>(bytes[i - 1]);
        }
        return static_cast<std::int64_t>(value);
    }
    std::vector<std::uint32_t> limbs((bytes.size() + 3) / 4);
    std::uint32_t carry = negative ? 1 : 0;  // the magnitude of a negative number is ~bits + 1
    for (std::size_t i = 0; i < 4 * limbs.size(); ++i) {
        const std::uint32_t filled = negative ? 0xFFU : 0U;
        const std::uint32_t byte = i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : filled;
        const std::uint32_t magnitude = (negative ? byte ^ 0xFFU : byte) + carry;
        carry = magnitude >> 8U;
        limbs[i / 4] |= (magnitude & 0xFFU) << (8 * (i % 4));
    }
    std::string digits = (negative ? "-" : "") + decimal(std::move(limbs));
    std::int64_t small = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), small);
    if (error == std::errc{}) {
        return small;
    }
    return PickleValue::BigInt{std::move(digits)};
}

std::optional<PickleValue::Data> pythonInteger(std::string_view line) {
    if (line == "00" || line == "01") {
        return PickleValue::Data(line == "01");
    }
    if (line.ends_with('L')) {
        line.remove_suffix(1);
    }
    const std::string_view digits = line.starts_with('-') ? line.substr(1) : line;
    if (digits.empty() || digits.size() > 2500 || digits.find_first_not_of("0123456789") != digits.npos) {
        return std::nullopt;
    }
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(line.data(), line.data() + line.size(), value);
    return error == std::errc{} ? PickleValue::Data(value) : PickleValue::BigInt{std::string(line)};
}

std::optional<PickleValue::Data> pythonFloat(std::string_view line) {
    double value = 0;
    const auto [stop, error] = std::from_chars(line.data(), line.data() + line.size(), value);
    return error == std::errc{} && stop == line.data() + line.size() && !line.empty()
               ? std::optional(PickleValue::Data(value))
               : std::nullopt;
}

std::optional<std::string> unquoted(std::string_view literal) {
    if (literal.size() < 2 || (literal.front() != '\'' && literal.front() != '"') ||
        literal.back() != literal.front()) {
        return std::nullopt;
    }
    literal = literal.substr(1, literal.size() - 2);
    std::string out;
    for (std::size_t i = 0; i < literal.size(); ++i) {
        if (literal[i] != '\\' || i + 1 == literal.size()) {
            out += literal[i];
            continue;
        }
        const char escaped = literal[++i];
        const std::optional<std::uint32_t> byte =
            escaped == 'x' ? hexValue(literal.substr(i + 1, 2)) : std::nullopt;
        if (byte) {
            out += static_cast<char>(*byte);
            i += 2;
        } else {
            out += escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped == 'r' ? '\r' : escaped;
        }
    }
    return out;
}

std::optional<std::string> utf8Of(std::uint32_t code) {
    const auto tail = [code](unsigned shift) { return static_cast<char>(0x80U | (code >> shift & 0x3FU)); };
    if (code < 0x80) {
        return std::string(1, static_cast<char>(code));
    }
    if (code < 0x800) {
        return std::string{static_cast<char>(0xC0U | code >> 6U), tail(0)};
    }
    if (code >= 0xD800 && code < 0xE000) {
        return std::nullopt;
    }
    if (code < 0x10000) {
        return std::string{static_cast<char>(0xE0U | code >> 12U), tail(6), tail(0)};
    }
    if (code < 0x110000) {
        return std::string{static_cast<char>(0xF0U | code >> 18U), tail(12), tail(6), tail(0)};
    }
    return std::nullopt;
}

std::string unescapedUnicode(std::string_view line) {
    std::string out;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool escape = line[i] == '\\' && i + 1 < line.size();
        const std::size_t digits = !escape ? 0 : line[i + 1] == 'u' ? 4 : line[i + 1] == 'U' ? 8 : 0;
        const std::optional<std::uint32_t> code =
            digits > 0 && i + 2 + digits <= line.size() ? hexValue(line.substr(i + 2, digits)) : std::nullopt;
        out += utf8Of(code.value_or(static_cast<unsigned char>(line[i]))).value_or("?");
        i += code ? 1 + digits : 0;
    }
    return out;
}

PickleValue::Data stringOf(std::string bytes) {
    if (isUtf8(bytes)) {
        return PickleValue::Text{std::move(bytes)};
    }
    const std::uint64_t size = bytes.size();
    return PickleValue::Bytes{std::move(bytes), size};
}

bool isUtf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t length = lead < 0x80   ? 1
                                   : lead < 0xC2 ? 0
                                   : lead < 0xE0 ? 2
                                   : lead < 0xF0 ? 3
                                   : lead < 0xF5 ? 4
                                                 : 0;
        if (length == 0 || i + length > text.size()) {
            return false;
        }
        std::uint32_t code = length == 1 ? lead : lead & (0x7FU >> length);
        for (std::size_t k = 1; k < length; ++k) {
            const auto byte = static_cast<unsigned char>(text[i + k]);
            if ((byte & 0xC0U) != 0x80U) {
                return false;
            }
            code = code << 6U | (byte & 0x3FU);
        }
        const bool tooLong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
        if (tooLong || !utf8Of(code)) {
            return false;
        }
        i += length;
    }
    return true;
}

}  // namespace dimscope::readers
