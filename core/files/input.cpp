// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/input.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "core/files/gunzip.h"
#include "core/files/stored_bytes.h"

namespace dimscope::files {

namespace {

using base::Error;
using base::ErrorCode;

class StoredInPlace final : public RandomBytes {
 public:
    explicit StoredInPlace(const StoredBytes& stored) : m_stored(stored) {}

    base::Result<std::size_t> readAt(std::uint64_t offset, std::span<char> into) override {
        return m_stored.readAt(offset, into);
    }
    [[nodiscard]] std::uint64_t size() const override { return m_stored.size(); }

 private:
    const StoredBytes& m_stored;
};

class UnpackedInput final : public Input {
 public:
    UnpackedInput(StoredBytes stored, std::string name)
        : m_stored(std::move(stored)), m_name(std::move(name)) {}

    /// Looks at the first bytes and unpacks if they are gzip. Errors: those of reading; emptyFile.
    base::Result<void> start() {
        static constexpr std::size_t kMagicBytes = 3;
        base::Result<std::string_view> head = peek(kMagicBytes);
        if (head && looksLikeGzip(*head)) {
            m_gunzip.emplace(m_stored, *head, m_name);
            m_peeked.clear();
            m_peekedBegin = 0;
            head = peek(1);
        }
        if (!head) {
            return std::move(head.error());
        }
        if (head->empty()) {
            return Error{ErrorCode::emptyFile,
                         "found no text",
                         "expected a file with content",
                         "check that the program that writes it has run",
                         {.file = m_name},
                         {}};
        }
        return {};
    }

    base::Result<std::size_t> read(std::span<char> into) override {
        if (m_peekedBegin < m_peeked.size()) {
            const std::size_t size = std::min(into.size(), m_peeked.size() - m_peekedBegin);
            std::copy_n(m_peeked.data() + m_peekedBegin, size, into.data());
            m_peekedBegin += size;
            return size;
        }
        if (m_failure) {
            return *m_failure;
        }
        return readPast(into);
    }

    base::Result<std::string_view> peek(std::size_t count) override {
        static constexpr std::size_t kChunk = std::size_t{64} * 1024;
        while (m_peeked.size() - m_peekedBegin < count && !m_failure) {
            m_peeked.erase(m_peeked.begin(), m_peeked.begin() + static_cast<std::ptrdiff_t>(m_peekedBegin));
            m_peekedBegin = 0;
            const std::size_t held = m_peeked.size();
            m_peeked.resize(held + kChunk);
            base::Result<std::size_t> got = readPast(std::span(m_peeked).subspan(held));
            m_peeked.resize(held + (got ? *got : 0));
            if (!got) {
                m_failure = std::move(got.error());
            } else if (*got == 0) {
                break;
            }
        }
        if (m_peekedBegin == m_peeked.size() && m_failure) {
            return *m_failure;
        }
        return std::string_view(m_peeked.data() + m_peekedBegin, m_peeked.size() - m_peekedBegin);
    }

    base::Result<std::unique_ptr<RandomBytes>> randomBytes() override {
        if (!m_gunzip && m_stored.seekable()) {
            m_inPlace = true;
            return std::unique_ptr<RandomBytes>(std::make_unique<StoredInPlace>(m_stored));
        }
        std::string all;
        std::array<char, std::size_t{64} * 1024> chunk{};
        for (;;) {
            base::Result<std::size_t> got = read(chunk);
            if (!got) {
                return std::move(got.error());
            }
            if (*got == 0) {
                return std::unique_ptr<RandomBytes>(std::make_unique<BytesInMemory>(std::move(all)));
            }
            if (all.size() + *got > kLargestInMemory) {
                return Error{ErrorCode::tooLarge,
                             "found more than " + std::to_string(kLargestInMemory) + " unpacked bytes",
                             "expected a smaller file, or one that is not packed",
                             "unpack it into a file and open that",
                             {.file = m_name},
                             {}};
            }
            all.append(chunk.data(), *got);
        }
    }

    [[nodiscard]] bool readInPlace() const override { return m_inPlace; }
    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] std::uint64_t consumed() const override { return m_stored.consumed(); }
    [[nodiscard]] std::uint64_t size() const override { return m_stored.size(); }
    [[nodiscard]] std::string xxh3() const override { return m_stored.xxh3(); }

 private:
    base::Result<std::size_t> readPast(std::span<char> into) {
        return m_gunzip ? m_gunzip->read(into) : m_stored.read(into);
    }

    StoredBytes m_stored;
    std::string m_name;
    std::optional<Gunzip> m_gunzip;
    std::vector<char> m_peeked;
    std::size_t m_peekedBegin = 0;
    bool m_inPlace = false;
    std::optional<Error> m_failure;  // met while peeking; due once the peeked bytes have been read
};

}  // namespace

base::ByteReader Input::reader() {
    return [this](std::span<char> into) { return read(into); };
}

base::Result<std::unique_ptr<Input>> openInput(const std::filesystem::path& path) {
    std::optional<StoredBytes> stored;
    if (path == "-") {
        stored.emplace(StoredBytes::standardInput());
    } else {
        base::Result<StoredBytes> file = StoredBytes::file(path);
        if (!file) {
            return std::move(file.error());
        }
        stored.emplace(std::move(*file));
    }
    auto input = std::make_unique<UnpackedInput>(std::move(*stored), path.filename().string());
    if (base::Result<void> started = input->start(); !started) {
        started.error().where.file = path.string();
        return std::move(started.error());
    }
    return std::unique_ptr<Input>(std::move(input));
}

base::Result<std::unique_ptr<Input>> inputFromText(std::string text, std::string name) {
    auto input = std::make_unique<UnpackedInput>(StoredBytes::text(std::move(text)), std::move(name));
    if (base::Result<void> started = input->start(); !started) {
        return std::move(started.error());
    }
    return std::unique_ptr<Input>(std::move(input));
}

}  // namespace dimscope::files
