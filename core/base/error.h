// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/source_location.h"

namespace dimscope::base {

/// What kind of failure an Error is. Tests and callers look at the code, never at the sentence.
enum class ErrorCode {
    // command line
    usage,
    // files
    fileMissing,
    permissionDenied,
    isDirectory,
    emptyFile,
    readFailed,
    writeFailed,
    // formats
    unknownFormat,
    syntax,
    encoding,
    truncated,
    duplicateKey,
    missingKey,
    wrongType,
    badSize,       ///< negative, fractional, not a number, or above 2^63-1 where a size belongs
    rankMismatch,  ///< shapes of one record that differ in length
    badValue,      ///< right type, value that the format does not allow
    tooDeep,
    tooLarge,
    noShapes,       ///< a known format, but nothing in it has a shape
    inexpressible,  ///< the target of an export cannot say it
    // values (AITune's exception kinds)
    valueError,
    typeError,
    indexError,
    attributeError,
    zeroDivision,
    overflow,
    userInput,  ///< AITuneUserInputError
    notFound,
    // control
    cancelled,
    internal,
};

/// Stable name of a code, e.g. "bad-size".
[[nodiscard]] std::string_view name(ErrorCode code);

/// A failure that ended an operation. Text form: "where: found; expected; remedy".
struct Error {
    ErrorCode code = ErrorCode::internal;
    std::string found;  ///< what was found, e.g. "found -4 as a size"
    std::string
        expected;        ///< what was expected, e.g. "expected a whole number from 0 to 9223372036854775807"
    std::string remedy;  ///< what the user can do about it
    SourceLocation where;
    std::vector<std::string> context;  ///< innermost first: what was being done when it happened

    /// "file:line:column: found; expected; remedy" (parts that are empty are left out), context in brackets
    /// behind.
    [[nodiscard]] std::string text() const;
    /// The same without the place.
    [[nodiscard]] std::string sentence() const;

    [[nodiscard]] Error withContext(std::string what) &&;

    friend bool operator==(const Error&, const Error&) = default;
};

}  // namespace dimscope::base
