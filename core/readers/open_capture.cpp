// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/open_capture.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "core/capture/capture_builder.h"
#include "core/files/input.h"
#include "core/readers/detect_format.h"
#include "core/readers/reader.h"

namespace dimscope::readers {

namespace {

namespace fs = std::filesystem;
using base::Error;
using base::ErrorCode;

/// What to do with a file of no known format.
enum class Unknown : std::uint8_t { fail, passOver };

struct Entry {
    fs::path path;
    Unknown unknown = Unknown::fail;
};

/// Progress of one file as part of all.
class PartProgress final : public base::ProgressSink {
 public:
    PartProgress(base::ProgressSink* whole, double begin, double share)
        : m_whole(whole), m_begin(begin), m_share(share) {}

    void progress(double fraction, std::string_view what) override {
        if (m_whole != nullptr) {
            m_whole->progress(fraction < 0 ? fraction : m_begin + fraction * m_share, what);
        }
    }

 private:
    base::ProgressSink* m_whole;
    double m_begin;
    double m_share;
};

Error folderError(const fs::path& folder, const std::error_code& failure) {
    const bool denied = failure == std::errc::permission_denied;
    return {denied ? ErrorCode::permissionDenied : ErrorCode::readFailed,
            "found that this folder cannot be read: " + failure.message(),
            "expected a folder that you may read",
            "change its permissions",
            {.file = folder.string()},
            {}};
}

/// Adds the files of a folder and of the folders in it, in order of their names. Hidden files, and the
/// `._name` companions that other systems leave in archives, are none of the user's captures; a link to a
/// folder is not followed, so that there is no circle.
base::Result<void> addFolder(const fs::path& folder, std::vector<Entry>& entries) {
    std::error_code failure;
    std::vector<fs::directory_entry> found;
    for (fs::directory_iterator item(folder, failure), end; !failure && item != end;
         item.increment(failure)) {
        const std::string name = item->path().filename().string();
        if (!name.starts_with('.') && name != "__MACOSX") {
            found.push_back(*item);
        }
    }
    if (failure) {
        return folderError(folder, failure);
    }
    std::sort(found.begin(), found.end());
    for (const fs::directory_entry& item : found) {
        std::error_code ignored;
        if (item.is_directory(ignored)) {
            if (item.is_symlink(ignored)) {
                continue;
            }
            if (base::Result<void> added = addFolder(item.path(), entries); !added) {
                return added;
            }
        } else if (item.is_regular_file(ignored)) {
            entries.push_back({item.path(), Unknown::passOver});
        }
    }
    return {};
}

base::Result<std::vector<Entry>> resolve(const std::vector<fs::path>& paths) {
    std::vector<Entry> entries;
    for (const fs::path& path : paths) {
        std::error_code ignored;
        if (path != "-" && fs::is_directory(path, ignored)) {
            if (base::Result<void> added = addFolder(path, entries); !added) {
                return std::move(added.error());
            }
        } else {
            entries.push_back({path, Unknown::fail});
        }
    }
    return entries;
}

/// Reads on to the end, so that the hash covers the whole file. A failure here was met by the reader before,
/// or is about bytes that it did not need.
void drain(files::Input& input) {
    std::array<char, 4096> rest{};
    for (base::Result<std::size_t> got = input.read(rest); got && *got > 0;) {
        got = input.read(rest);
    }
}

class Opening {
 public:
    Opening(const OpenOptions& options, const base::CancelToken& cancel, base::ProgressSink* progress)
        : m_options(options), m_cancel(cancel), m_progress(progress) {}

    /// Errors: where the format asked for is none, usage, or badValue at the place that asks.
    base::Result<void> start() {
        if (!m_options.format.empty()) {
            base::Result<const Format*> format = requestedFormat(m_options.format);
            if (!format) {
                Error error = std::move(format).error();
                if (!m_options.formatPlace.file.empty()) {
                    error.code = ErrorCode::badValue;
                    error.where = m_options.formatPlace;
                }
                return error;
            }
            m_requested = *format;
        }
        return {};
    }

    /// Errors and diagnostics name the file by its path, as it was asked for.
    base::Result<void> add(files::Input& input, const Entry& entry, double begin, double share) {
        const std::size_t before = m_builder.diagnostics().items().size();
        base::Result<void> read = addNamed(input, entry, begin, share);
        m_builder.diagnostics().nameFile(before, entry.path.string());
        if (!read) {
            read.error().where.file = entry.path.string();
            if (read.error().remedy.empty() && read.error().code != ErrorCode::cancelled) {
                read.error().remedy = "correct the file at this place, or write it again";
            }
        }
        return read;
    }

    /// A file of a folder that cannot be a capture.
    void passOver(const Entry& entry, const Error& why) {
        std::string message = "passed over " + entry.path.filename().string() + ": " + why.found;
        for (const std::string& step : why.context) {
            message += " [" + step + "]";
        }
        m_builder.diagnostics().add(
            {base::Severity::note, "passed-over", std::move(message), {.file = entry.path.string()}});
    }

    [[nodiscard]] bool empty() const { return m_files.empty(); }

    [[nodiscard]] OpenedCapture finish() {
        OpenedCapture opened;
        opened.recorded = std::make_shared<const capture::Capture>(m_builder.build());
        opened.fileDiagnostics = m_builder.diagnostics();
        opened.diagnostics = opened.fileDiagnostics;
        opened.capture = capture::labelled(opened.recorded, m_options.labelling(), opened.diagnostics);
        opened.files = std::move(m_files);
        return opened;
    }

 private:
    base::Result<void> addNamed(files::Input& input, const Entry& entry, double begin, double share) {
        if (m_cancel.cancelled()) {
            return Error{ErrorCode::cancelled, "stopped on request", "", "", {}, {}};
        }
        base::Result<std::string_view> head = input.peek(kProbeBytes);
        if (!head) {
            return std::move(head.error());
        }
        base::Result<const Format*> format = m_requested != nullptr
                                                 ? base::Result<const Format*>(m_requested)
                                                 : detectFormat(head->substr(0, kProbeBytes), input.name());
        if (!format && entry.unknown == Unknown::passOver) {
            passOver(entry, format.error());
            return {};
        }
        if (!format) {
            return std::move(format.error());
        }
        const capture::SourceId source =
            m_builder.addSource({.name = input.name(), .format = std::string((*format)->id)});
        PartProgress part(m_progress, begin, share);
        if (base::Result<void> read =
                (*format)->read({input, m_builder, source, m_cancel, &part, m_options.savedSamples});
            !read) {
            if (entry.unknown == Unknown::passOver && read.error().code == ErrorCode::noShapes) {
                m_builder.dropLastSource();
                passOver(entry, read.error());
                return {};
            }
            return read;
        }
        if (input.readInPlace()) {
            m_builder.source(source).bytes = input.size();
        } else {
            drain(input);
            m_builder.source(source).bytes = input.consumed();
            m_builder.source(source).xxh3 = input.xxh3();
        }
        m_files.push_back(entry.path);
        return {};
    }

    const OpenOptions& m_options;
    const base::CancelToken& m_cancel;
    base::ProgressSink* m_progress;
    const Format* m_requested = nullptr;
    capture::CaptureBuilder m_builder;
    std::vector<fs::path> m_files;
};

Error nothingIn(const std::vector<fs::path>& paths) {
    return {ErrorCode::unknownFormat,
            paths.empty() ? "found no file to open" : "found no file of a known format in this folder",
            "expected a capture, a report or a log",
            "name the file, or the folder that holds it",
            {.file = paths.empty() ? std::string() : paths.front().string()},
            {}};
}

}  // namespace

base::Result<OpenedCapture> openCapture(const std::vector<fs::path>& paths, const OpenOptions& options,
                                        const base::CancelToken& cancel, base::ProgressSink* progress) {
    base::Result<std::vector<Entry>> entries = resolve(paths);
    if (!entries) {
        return std::move(entries.error());
    }
    std::vector<double> sizes;
    double total = 0;
    for (const Entry& entry : *entries) {
        std::error_code failure;
        const std::uintmax_t size = fs::file_size(entry.path, failure);
        sizes.push_back(failure ? 0.0 : static_cast<double>(size));
        total += sizes.back();
    }
    Opening opening(options, cancel, progress);
    if (base::Result<void> started = opening.start(); !started) {
        return std::move(started.error());
    }
    double begin = 0;
    for (std::size_t i = 0; i < entries->size(); ++i) {
        const Entry& entry = (*entries)[i];
        const double share = total > 0 ? sizes[i] / total : 1.0;
        base::Result<std::unique_ptr<files::Input>> input = files::openInput(entry.path);
        if (!input && entry.unknown == Unknown::passOver && input.error().code == ErrorCode::emptyFile) {
            opening.passOver(entry, input.error());
            continue;
        }
        if (!input) {
            return std::move(input.error());
        }
        if (base::Result<void> added = opening.add(**input, entry, begin, share); !added) {
            return std::move(added.error());
        }
        begin += share;
    }
    if (opening.empty()) {
        return nothingIn(paths);
    }
    return opening.finish();
}

base::Result<OpenedCapture> openText(std::string text, std::string name, const OpenOptions& options,
                                     const base::CancelToken& cancel, base::ProgressSink* progress) {
    base::Result<std::unique_ptr<files::Input>> input = files::inputFromText(std::move(text), name);
    if (!input) {
        return std::move(input.error());
    }
    Opening opening(options, cancel, progress);
    if (base::Result<void> started = opening.start(); !started) {
        return std::move(started.error());
    }
    if (base::Result<void> added = opening.add(**input, {name, Unknown::fail}, 0.0, 1.0); !added) {
        return std::move(added.error());
    }
    OpenedCapture opened = opening.finish();
    opened.files.clear();
    return opened;
}

}  // namespace dimscope::readers
