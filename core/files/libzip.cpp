// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/libzip.h"

#include <dlfcn.h>

#include <string>

namespace dimscope::files {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

Error notLoaded(const char* library) {
    const char* reason = dlerror();
    return {ErrorCode::readFailed,
            "found a zip archive, but its library could not be loaded: " +
                std::string(reason != nullptr ? reason : library),
            std::string("expected ") + library + ", which the program was built with",
            "install libzip (Debian: apt-get install libzip4)",
            {},
            {}};
}

template <typename Function>
bool find(void* library, const char* name, Function& out) {
    out = reinterpret_cast<Function>(dlsym(library, name));
    return out != nullptr;
}

}  // namespace

Result<LibZip> LibZip::load(const char* library) {
    void* handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    if (handle == nullptr) {
        return notLoaded(library);
    }
    LibZip zip{};
    const bool whole =
        find(handle, "zip_discard", zip.discard) && find(handle, "zip_error_code_zip", zip.errorCodeZip) &&
        find(handle, "zip_error_fini", zip.errorFini) && find(handle, "zip_error_init", zip.errorInit) &&
        find(handle, "zip_error_set", zip.errorSet) &&
        find(handle, "zip_error_strerror", zip.errorStrerror) &&
        find(handle, "zip_error_to_data", zip.errorToData) && find(handle, "zip_fclose", zip.fclose) &&
        find(handle, "zip_file_get_error", zip.fileGetError) &&
        find(handle, "zip_fopen_index", zip.fopenIndex) && find(handle, "zip_fread", zip.fread) &&
        find(handle, "zip_fseek", zip.fseek) && find(handle, "zip_get_error", zip.getError) &&
        find(handle, "zip_get_num_entries", zip.getNumEntries) &&
        find(handle, "zip_open_from_source", zip.openFromSource) &&
        find(handle, "zip_source_free", zip.sourceFree) &&
        find(handle, "zip_source_function_create", zip.sourceFunctionCreate) &&
        find(handle, "zip_source_make_command_bitmap", zip.sourceMakeCommandBitmap) &&
        find(handle, "zip_source_seek_compute_offset", zip.sourceSeekComputeOffset) &&
        find(handle, "zip_stat_index", zip.statIndex) && find(handle, "zip_stat_init", zip.statInit);
    if (!whole) {
        return notLoaded(library);
    }
    return zip;
}

const Result<LibZip>& LibZip::get() {
    static const Result<LibZip> zip = load(DIMSCOPE_LIBZIP);
    return zip;
}

}  // namespace dimscope::files
