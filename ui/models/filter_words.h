// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1String>
#include <QList>
#include <QString>
#include <span>

namespace dimscope::models {

/// A word of a filter box: `key:value`, or a value alone. `-` in front turns a word round. Values with blanks
/// stand in quotes: `module:"text encoder"`. Case of keys does not matter; what is no known key is part of
/// the value.
struct FilterWord {
    enum class Wanted : std::uint8_t { present, absent };

    static constexpr int kNoKey = -1;
    int key = kNoKey;  ///< index among the keys
    Wanted wanted = Wanted::present;
    QString value;

    friend bool operator==(const FilterWord&, const FilterWord&) = default;
};

/// The words of a text. `keys` end in a colon. A key without a value is no word yet.
[[nodiscard]] QList<FilterWord> filterWords(const QString& text, std::span<const QLatin1String> keys);

}  // namespace dimscope::models
