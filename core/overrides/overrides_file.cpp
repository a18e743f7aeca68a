// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/overrides_file.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/base/json_member.h"
#include "core/base/json_reader.h"
#include "core/files/gzip.h"
#include "core/files/input.h"
#include "core/overrides/overrides_json.h"

namespace dimscope::overrides {

namespace {

using base::Result;

constexpr std::size_t kLargestFile = std::size_t{256} << 20U;  // bytes, unpacked

base::Error cancelledError(const std::string& what) {
    return {base::ErrorCode::cancelled, what + " was cancelled", {}, {}, {}, {}};
}

/// The bytes of an input, up to the largest size; stops when cancelled.
class WatchedBytes {
 public:
    WatchedBytes(files::Input& input, const base::CancelToken& cancel, base::ProgressSink* progress)
        : m_input(input), m_cancel(cancel), m_progress(progress) {}

    Result<std::size_t> read(std::span<char> into) {
        if (m_cancel.cancelled()) {
            return cancelledError("reading");
        }
        auto got = m_input.read(into);
        if (!got) {
            return got;
        }
        m_bytes += *got;
        if (m_bytes > kLargestFile) {
            return base::Error{base::ErrorCode::tooLarge,
                               "found more than " + std::to_string(kLargestFile >> 20U) + " MiB of text",
                               "expected a file of overrides",
                               "check that this is the right file",
                               {.file = m_input.name()},
                               {}};
        }
        if (m_progress != nullptr) {
            const std::uint64_t size = m_input.size();
            m_progress->progress(
                size == 0 ? -1 : static_cast<double>(m_input.consumed()) / static_cast<double>(size),
                "reading " + m_input.name());
        }
        return got;
    }

 private:
    files::Input& m_input;
    const base::CancelToken& m_cancel;
    base::ProgressSink* m_progress;
    std::size_t m_bytes = 0;
};

}  // namespace

bool isOverridesText(std::string_view head) {
    return base::outermostText(head, "format") == kOverridesFormat;
}

Result<OverrideSet> parseOverrides(std::string_view text, std::string_view fileName) {
    const base::SourceLocation origin{.file = std::string(fileName)};
    const auto document = base::parseJson(text, origin);
    if (!document) {
        return document.error();
    }
    return overridesFromJson(*document, origin);
}

Result<OverrideSet> readOverrides(const std::filesystem::path& path, const base::CancelToken& cancel,
                                  base::ProgressSink* progress) {
    auto input = files::openInput(path);
    if (!input) {
        return std::move(input).error();
    }
    const base::SourceLocation origin{.file = (*input)->name()};
    WatchedBytes bytes(**input, cancel, progress);
    const auto document =
        base::parseJson([&bytes](std::span<char> into) { return bytes.read(into); }, origin);
    return document ? overridesFromJson(*document, origin) : document.error();
}

Result<std::string> readText(const std::filesystem::path& path, const base::CancelToken& cancel,
                             base::ProgressSink* progress) {
    auto input = files::openInput(path);
    if (!input) {
        return std::move(input).error();
    }
    WatchedBytes bytes(**input, cancel, progress);
    std::string text;
    std::array<char, 65536> piece{};
    while (true) {
        const auto got = bytes.read(piece);
        if (!got) {
            return got.error();
        }
        if (*got == 0) {
            return text;
        }
        text.append(piece.data(), *got);
    }
}

bool isOverridesFile(const std::filesystem::path& path) {
    constexpr std::size_t kHeadBytes = 16 * 1024;
    auto input = files::openInput(path);
    if (!input) {
        return false;
    }
    const auto head = (*input)->peek(kHeadBytes);
    return head && isOverridesText(*head);
}

std::string overridesText(const OverrideSet& overrides) {
    return base::dumpJson(overridesToJson(overrides), base::JsonLayout::indented) + "\n";
}

Result<void> writeOverrides(const OverrideSet& overrides, const std::filesystem::path& path,
                            const base::CancelToken& cancel) {
    const auto write = [&](const files::TextSink& sink) -> Result<void> {
        constexpr std::size_t kPiece = std::size_t{1} << 20U;
        const std::string text = overridesText(overrides);
        for (std::size_t at = 0; at < text.size(); at += kPiece) {
            if (cancel.cancelled()) {
                return cancelledError("writing");
            }
            if (auto put = sink(std::string_view(text).substr(at, kPiece)); !put) {
                return put;
            }
        }
        return {};
    };
    return files::writeAtomically(path, [&](const files::TextSink& sink) {
        return path.extension() == ".gz" ? files::writeGzipped(sink, write) : write(sink);
    });
}

}  // namespace dimscope::overrides
