// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/diagnostic.h"

#include <utility>

namespace dimscope::base {

std::string_view name(Severity severity) {
    switch (severity) {
        case Severity::note: return "note";
        case Severity::warning: return "warning";
        case Severity::error: return "error";
    }
    return "error";
}

std::string Diagnostic::text() const {
    const std::string place = where.text();
    return (place.empty() ? "" : place + ": ") + std::string(name(severity)) + ": " + message;
}

void Diagnostics::add(Diagnostic diagnostic) {
    ++m_perSeverity[static_cast<std::size_t>(diagnostic.severity)];
    if (++m_perCode[diagnostic.code] <= kKeptPerCode) {
        m_items.push_back(std::move(diagnostic));
    }
}

void Diagnostics::append(const Diagnostics& other) {
    for (const Diagnostic& item : other.m_items) {
        add(item);
    }
    for (const auto& [code, more] : other.dropped()) {
        m_perCode[code] += more;
    }
    for (std::size_t i = 0; i < m_perSeverity.size(); ++i) {
        std::uint64_t kept = 0;
        for (const Diagnostic& item : other.m_items) {
            kept += static_cast<std::size_t>(item.severity) == i ? 1 : 0;
        }
        m_perSeverity[i] += other.m_perSeverity[i] - kept;
    }
}

void Diagnostics::nameFile(std::size_t from, const std::string& file) {
    for (std::size_t i = from; i < m_items.size(); ++i) {
        m_items[i].where.file = file;
    }
}

std::uint64_t Diagnostics::count(Severity severity) const {
    return m_perSeverity[static_cast<std::size_t>(severity)];
}

std::map<std::string, std::uint64_t> Diagnostics::dropped() const {
    std::map<std::string, std::uint64_t> kept;
    for (const Diagnostic& item : m_items) {
        ++kept[item.code];
    }
    std::map<std::string, std::uint64_t> out;
    for (const auto& [code, all] : m_perCode) {
        if (all > kept[code]) {
            out[code] = all - kept[code];
        }
    }
    return out;
}

}  // namespace dimscope::base
