// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/overrides_file.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/base/json_reader.h"
#include "core/files/input.h"
#include "core/overrides/overrides_json.h"

namespace dimscope::overrides {

namespace {

using base::Result;

constexpr std::size_t kLargestFile = std::size_t{256} << 20U;  // bytes, unpacked

std::string_view withoutBlanks(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

Result<std::string> wholeText(files::Input& input) {
    std::string text;
    std::array<char, 65536> piece{};
    while (true) {
        const auto got = input.read(piece);
        if (!got) {
            return got.error();
        }
        if (*got == 0) {
            return text;
        }
        if (text.size() + *got > kLargestFile) {
            return base::Error{base::ErrorCode::tooLarge,
                               "found more than " + std::to_string(kLargestFile >> 20U) + " MiB of text",
                               "expected a file of overrides",
                               "check that this is the right file",
                               {.file = input.name()},
                               {}};
        }
        text.append(piece.data(), *got);
    }
}

}  // namespace

bool isOverridesText(std::string_view head) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (head.starts_with(kByteOrderMark)) {
        head.remove_prefix(kByteOrderMark.size());
    }
    head = withoutBlanks(head);
    if (!head.starts_with('{')) {
        return false;
    }
    constexpr std::string_view kKey = "\"format\"";
    for (std::size_t at = head.find(kKey); at != std::string_view::npos; at = head.find(kKey, at + 1)) {
        std::string_view rest = withoutBlanks(head.substr(at + kKey.size()));
        if (rest.starts_with(':') &&
            withoutBlanks(rest.substr(1)).starts_with(base::quoteJson(kOverridesFormat))) {
            return true;
        }
    }
    return false;
}

Result<OverrideSet> parseOverrides(std::string_view text, std::string_view fileName) {
    const base::SourceLocation origin{.file = std::string(fileName)};
    const auto document = base::parseJson(text, origin);
    if (!document) {
        return document.error();
    }
    return overridesFromJson(*document, origin);
}

Result<OverrideSet> readOverrides(const std::filesystem::path& path) {
    auto input = files::openInput(path);
    if (!input) {
        return std::move(input).error();
    }
    const auto text = wholeText(**input);
    return text ? parseOverrides(*text, (*input)->name()) : text.error();
}

Result<std::string> readText(const std::filesystem::path& path) {
    auto input = files::openInput(path);
    return input ? wholeText(**input) : Result<std::string>(std::move(input).error());
}

std::string overridesText(const OverrideSet& overrides) {
    return base::dumpJson(overridesToJson(overrides), base::JsonLayout::indented) + "\n";
}

Result<void> writeOverrides(const OverrideSet& overrides, const std::filesystem::path& path) {
    return files::writeAtomically(
        path, [&](const files::TextSink& sink) { return sink(overridesText(overrides)); });
}

}  // namespace dimscope::overrides
