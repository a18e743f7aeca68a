// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/filter_words.h"

namespace dimscope::models {
namespace {

/// Reads the word that begins at `from`; returns where it ends.
qsizetype readWord(const QString& text, qsizetype from, std::span<const QLatin1String> keys,
                   FilterWord& word) {
    qsizetype at = from;
    if (text.at(at) == u'-') {
        word.wanted = FilterWord::Wanted::absent;
        ++at;
    }
    for (std::size_t key = 0; key < keys.size(); ++key) {
        if (QStringView(text).mid(at).startsWith(keys[key], Qt::CaseInsensitive)) {
            word.key = static_cast<int>(key);
            at += keys[key].size();
            break;
        }
    }
    // A quote inside a word, as in opts["mask"], belongs to the word.
    if (at < text.size() && text.at(at) == u'"') {
        for (++at; at < text.size() && text.at(at) != u'"'; ++at) {
            if (text.at(at) == u'\\' && at + 1 < text.size()) {
                ++at;
            }
            word.value += text.at(at);
        }
        return at + 1;
    }
    for (; at < text.size() && !text.at(at).isSpace(); ++at) {
        word.value += text.at(at);
    }
    return at;
}

}  // namespace

QList<FilterWord> filterWords(const QString& text, std::span<const QLatin1String> keys) {
    QList<FilterWord> words;
    for (qsizetype at = 0; at < text.size();) {
        if (text.at(at).isSpace()) {
            ++at;
            continue;
        }
        FilterWord word;
        at = readWord(text, at, keys, word);
        if (!word.value.isEmpty()) {
            words += word;
        }
    }
    return words;
}

}  // namespace dimscope::models
