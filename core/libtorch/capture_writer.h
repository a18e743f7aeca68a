// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/libtorch/call_line.h"
#include "core/libtorch/tensor_tree.h"

namespace dimscope::libtorch {

struct CaptureOptions {
    std::string note;  ///< in the header of the capture; UTF-8
    CallForm form;
};

/// The recorder for C++: writes calls as lines of a native capture, each at once, so that what was written
/// outlives a killed process. No tensor is kept. May be used by several threads. Nothing is thrown: a program
/// that is recorded decides itself what an error means.
class CaptureWriter {
 public:
    /// Begins a capture (best `*.shapes.jsonl`); an older one there is replaced. Errors: writeFailed where it
    /// cannot be written, a file there is no capture, another process writes it, or the name says that it is
    /// packed.
    [[nodiscard]] static base::Result<CaptureWriter> open(const std::filesystem::path& path,
                                                          CaptureOptions options = {});

    CaptureWriter(CaptureWriter&& other) noexcept;
    CaptureWriter& operator=(CaptureWriter&& other) noexcept;
    ~CaptureWriter();

    /// Text that marks the calls that end from now on; none: no mark.
    void setLabel(std::optional<std::string> label);

    /// To be called before forward, which may change its arguments (call_arguments.h makes them). A call that
    /// fails is not finished. Errors: valueError for a batch size below 1; those of sideJson.
    [[nodiscard]] base::Result<BegunCall> begin(const std::string& module, const TensorTree& arguments,
                                                std::optional<std::int64_t> batchSize);
    /// To be called behind forward: writes the line. Errors: those of sideJson; writeFailed, no part of a
    /// line stays then.
    [[nodiscard]] base::Result<void> finish(BegunCall call, const TensorTree& returned);

    /// Lines of calls that were written.
    [[nodiscard]] std::int64_t calls() const;

 private:
    class File;
    explicit CaptureWriter(std::unique_ptr<File> file);
    std::unique_ptr<File> m_file;
};

}  // namespace dimscope::libtorch
