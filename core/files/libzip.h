// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <zip.h>

#include "core/base/result.h"

namespace dimscope::files {

/// The functions of libzip that are used, by libzip's names without `zip_`. The library is loaded for the
/// first archive only: it brings a library of cryptography, whose loading every start would pay for.
struct LibZip {
    decltype(&::zip_discard) discard;
    decltype(&::zip_error_code_zip) errorCodeZip;
    decltype(&::zip_error_fini) errorFini;
    decltype(&::zip_error_init) errorInit;
    decltype(&::zip_error_set) errorSet;
    decltype(&::zip_error_strerror) errorStrerror;
    decltype(&::zip_error_to_data) errorToData;
    decltype(&::zip_fclose) fclose;
    decltype(&::zip_file_get_error) fileGetError;
    decltype(&::zip_fopen_index) fopenIndex;
    decltype(&::zip_fread) fread;
    decltype(&::zip_fseek) fseek;
    decltype(&::zip_get_error) getError;
    decltype(&::zip_get_num_entries) getNumEntries;
    decltype(&::zip_open_from_source) openFromSource;
    decltype(&::zip_source_free) sourceFree;
    decltype(&::zip_source_function_create) sourceFunctionCreate;
    decltype(&::zip_source_make_command_bitmap) sourceMakeCommandBitmap;
    decltype(&::zip_source_seek_compute_offset) sourceSeekComputeOffset;
    decltype(&::zip_stat_index) statIndex;
    decltype(&::zip_stat_init) statInit;

    /// Loads `library`, a file's name or path. It stays loaded. Errors: readFailed (it cannot be loaded, or
    /// lacks a function).
    [[nodiscard]] static base::Result<LibZip> load(const char* library);
    /// The one that the program was built with, loaded at the first call. Thread-safe. Errors: those of load.
    [[nodiscard]] static const base::Result<LibZip>& get();
};

}  // namespace dimscope::files
