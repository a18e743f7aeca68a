// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

#include <array>
#include <utility>

namespace dimscope::base {

std::string SourceLocation::text() const {
    std::string out = file;
    if (line) {
        out += (out.empty() ? "line " : ":") + std::to_string(*line);
        if (column) {
            out += ":" + std::to_string(*column);
        }
    } else if (byte) {
        out += (out.empty() ? "byte " : ":byte ") + std::to_string(*byte);
    }
    const auto append = [&out](std::string_view separator, std::string_view part) {
        if (!part.empty()) {
            out += out.empty() ? "" : separator;
            out += part;
        }
    };
    if (out.empty()) {
        append(" ", module);
        append(" graph ", graph);
        append(" ", tensor);
        if (axis) {
            out += ":" + std::to_string(*axis);
        }
    }
    return out;
}

std::string_view name(ErrorCode code) {
    switch (code) {
        case ErrorCode::usage: return "usage";
        case ErrorCode::fileMissing: return "file-missing";
        case ErrorCode::permissionDenied: return "permission-denied";
        case ErrorCode::isDirectory: return "is-directory";
        case ErrorCode::emptyFile: return "empty-file";
        case ErrorCode::readFailed: return "read-failed";
        case ErrorCode::writeFailed: return "write-failed";
        case ErrorCode::unknownFormat: return "unknown-format";
        case ErrorCode::syntax: return "syntax";
        case ErrorCode::encoding: return "encoding";
        case ErrorCode::truncated: return "truncated";
        case ErrorCode::duplicateKey: return "duplicate-key";
        case ErrorCode::missingKey: return "missing-key";
        case ErrorCode::wrongType: return "wrong-type";
        case ErrorCode::badSize: return "bad-size";
        case ErrorCode::rankMismatch: return "rank-mismatch";
        case ErrorCode::badValue: return "bad-value";
        case ErrorCode::tooDeep: return "too-deep";
        case ErrorCode::tooLarge: return "too-large";
        case ErrorCode::inexpressible: return "inexpressible";
        case ErrorCode::noShapes: return "no-shapes";
        case ErrorCode::valueError: return "value-error";
        case ErrorCode::typeError: return "type-error";
        case ErrorCode::indexError: return "index-error";
        case ErrorCode::attributeError: return "attribute-error";
        case ErrorCode::zeroDivision: return "zero-division";
        case ErrorCode::overflow: return "overflow";
        case ErrorCode::userInput: return "user-input";
        case ErrorCode::notFound: return "not-found";
        case ErrorCode::cancelled: return "cancelled";
        case ErrorCode::internal: return "internal";
    }
    return "internal";
}

std::string Error::sentence() const {
    std::string out;
    for (const std::string* part : std::array{&found, &expected, &remedy}) {
        if (!part->empty()) {
            out += (out.empty() ? "" : "; ") + *part;
        }
    }
    for (const std::string& step : context) {
        out += " [" + step + "]";
    }
    return out;
}

std::string Error::text() const {
    const std::string place = where.text();
    return place.empty() ? sentence() : place + ": " + sentence();
}

Error Error::withContext(std::string what) && {
    context.push_back(std::move(what));
    return std::move(*this);
}

}  // namespace dimscope::base
