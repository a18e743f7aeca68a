// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/source_location.h"

namespace dimscope::base {

enum class Severity : std::uint8_t { note, warning, error };

/// "note", "warning" or "error".
[[nodiscard]] std::string_view name(Severity severity);

/// Something worth knowing that did not end the operation. Leads to its place.
struct Diagnostic {
    Severity severity = Severity::note;
    std::string code;     ///< stable, kebab-case
    std::string message;  ///< one plain sentence with the numbers in it
    SourceLocation where;

    /// "file:line:column: warning: message".
    [[nodiscard]] std::string text() const;

    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// Collects diagnostics in order. Keeps the first kKeptPerCode of each code and counts the rest, so that a
/// file with a million oddities stays readable and small.
class Diagnostics {
 public:
    static constexpr std::size_t kKeptPerCode = 200;

    void add(Diagnostic diagnostic);
    void append(const Diagnostics& other);
    /// The diagnostics kept at `from` and behind it are of this file, whatever they called it.
    void nameFile(std::size_t from, const std::string& file);

    [[nodiscard]] const std::vector<Diagnostic>& items() const { return m_items; }
    /// All that were added, kept or not.
    [[nodiscard]] std::uint64_t count(Severity severity) const;
    /// How many of a code were counted but not kept; codes with none are absent.
    [[nodiscard]] std::map<std::string, std::uint64_t> dropped() const;
    [[nodiscard]] bool empty() const { return m_items.empty(); }

 private:
    std::vector<Diagnostic> m_items;
    std::map<std::string, std::uint64_t> m_perCode;
    std::array<std::uint64_t, 3> m_perSeverity{};
};

}  // namespace dimscope::base
