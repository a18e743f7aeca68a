// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libtorch/capture_writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <torch/version.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <mutex>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/json_member.h"
#include "core/base/json_value.h"

namespace dimscope::libtorch {

using base::Error;
using base::ErrorCode;
using base::JsonValue;
using base::Result;

namespace {

constexpr std::string_view kFormat = "dimscope.capture";

Error failed(const std::filesystem::path& path, std::string found, std::string expected, std::string remedy) {
    return {ErrorCode::writeFailed, std::move(found),        std::move(expected),
            std::move(remedy),      {.file = path.string()}, {}};
}

Error refusedBySystem(const std::filesystem::path& path, int code) {
    return failed(path, "found that it cannot be written: " + std::generic_category().message(code),
                  "expected a place that can be written",
                  "check the folder, its permissions and the free space");
}

/// Whether an open file begins as a capture does, or is empty.
bool isCapture(int descriptor) {
    std::array<char, 4096> head{};
    const ssize_t got = ::pread(descriptor, head.data(), head.size(), 0);
    return got == 0 || (got > 0 && base::outermostText({head.data(), static_cast<std::size_t>(got)},
                                                       "format") == kFormat);
}

std::string headerLine(const std::string& note) {
    std::string started = timeText(std::chrono::system_clock::now());
    started.erase(started.find('.'), started.find('Z') - started.find('.'));
    const JsonValue header =
        JsonValue::Object{{"format", kFormat},
                          {"version", 1},
                          {"note", note},
                          {"started_at", started},
                          {"producer", "dimscope_libtorch " DIMSCOPE_VERSION " (torch " TORCH_VERSION ")"}};
    return base::dumpJson(header, base::JsonLayout::spaced) + '\n';
}

}  // namespace

/// An open capture; closes it at its end.
class CaptureWriter::File {
 public:
    File(std::filesystem::path path, CallForm callForm) : form(callForm), m_path(std::move(path)) {}
    ~File() {
        if (m_descriptor >= 0) {
            ::close(m_descriptor);
        }
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    Result<void> open() {
        if (const auto ending = m_path.extension(); ending == ".gz" || ending == ".zip") {
            return failed(m_path, "found the name of a packed file",
                          "expected a capture, written line by line", "compress it when it is complete");
        }
        m_descriptor = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        struct stat status {};
        if (m_descriptor < 0 || ::fstat(m_descriptor, &status) != 0) {
            return refusedBySystem(m_path, errno);
        }
        m_isRegular = S_ISREG(status.st_mode);
        if (!m_isRegular) {
            return {};
        }
        if (::flock(m_descriptor, LOCK_EX | LOCK_NB) != 0) {
            return failed(m_path, "found that another process writes this file", "expected a file of its own",
                          "name another file");
        }
        if (!isCapture(m_descriptor)) {
            return failed(m_path, "found a file that is no capture", "expected a capture, or no file",
                          "name another file");
        }
        return ::ftruncate(m_descriptor, 0) == 0 ? Result<void>() : refusedBySystem(m_path, errno);
    }

    Result<void> write(const std::string& line) {
        std::string_view rest = line;
        while (!rest.empty()) {
            const ssize_t put = ::write(m_descriptor, rest.data(), rest.size());
            if (put < 0 && errno == EINTR) {
                continue;
            }
            if (put < 0) {
                const int code = errno;
                const bool cut = m_isRegular && ::ftruncate(m_descriptor, m_size) == 0;
                return cut || rest.size() == line.size()
                           ? refusedBySystem(m_path, code)
                           : refusedBySystem(m_path, code).withContext("a part of a line has been written");
            }
            rest.remove_prefix(static_cast<std::size_t>(put));
        }
        m_size += static_cast<off_t>(line.size());
        return {};
    }

    const CallForm form;
    std::mutex mutex;  // of all that follows, and of write
    std::optional<std::string> label;
    std::int64_t begun = 0;
    std::int64_t written = 0;

 private:
    std::filesystem::path m_path;
    int m_descriptor = -1;
    bool m_isRegular = false;
    off_t m_size = 0;  // bytes of whole lines
};

CaptureWriter::CaptureWriter(std::unique_ptr<File> file) : m_file(std::move(file)) {}
CaptureWriter::CaptureWriter(CaptureWriter&& other) noexcept = default;
CaptureWriter& CaptureWriter::operator=(CaptureWriter&& other) noexcept = default;
CaptureWriter::~CaptureWriter() = default;

Result<CaptureWriter> CaptureWriter::open(const std::filesystem::path& path, CaptureOptions options) {
    auto file = std::make_unique<File>(path, options.form);
    Result<void> opened = file->open();
    opened = opened ? file->write(headerLine(options.note)) : opened;
    return opened ? Result<CaptureWriter>(CaptureWriter(std::move(file)))
                  : Result<CaptureWriter>(std::move(opened.error()));
}

void CaptureWriter::setLabel(std::optional<std::string> label) {
    const std::lock_guard lock(m_file->mutex);
    m_file->label = std::move(label);
}

Result<BegunCall> CaptureWriter::begin(const std::string& module, const TensorTree& arguments,
                                       std::optional<std::int64_t> batchSize) {
    if (batchSize && *batchSize < 1) {
        return Error{ErrorCode::valueError, "found the batch size " + std::to_string(*batchSize),
                     "expected a whole number from 1", "leave it out where it is not known"};
    }
    Result<std::string> inputs = sideJson(arguments, module::Side::input, m_file->form);
    if (!inputs) {
        return std::move(inputs.error());
    }
    const std::lock_guard lock(m_file->mutex);
    return BegunCall{module, batchSize, ++m_file->begun, std::nullopt, std::move(*inputs)};
}

Result<void> CaptureWriter::finish(BegunCall call, const TensorTree& returned) {
    const Result<std::string> outputs = sideJson(returned, module::Side::output, m_file->form);
    if (!outputs) {
        return outputs.error();
    }
    const std::lock_guard lock(m_file->mutex);
    call.label = m_file->label;
    Result<void> written = m_file->write(callLine(call, *outputs, std::chrono::system_clock::now()) + '\n');
    m_file->written += written ? 1 : 0;
    return written;
}

std::int64_t CaptureWriter::calls() const {
    const std::lock_guard lock(m_file->mutex);
    return m_file->written;
}

}  // namespace dimscope::libtorch
