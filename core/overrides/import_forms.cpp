// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/import_forms.h"

#include <algorithm>
#include <utility>

#include "core/overrides/overrides_json.h"

namespace dimscope::overrides {

namespace {

using base::JsonValue;

bool holdsArray(const JsonValue& value) {
    return value.array() != nullptr && !value.array()->empty() && value.array()->front().array() != nullptr;
}

/// Names with arrays of arrays: no other form has those.
bool isProfile(const JsonValue& value) {
    const JsonValue::Object* members = value.object();
    return members != nullptr && !members->empty() &&
           std::all_of(members->begin(), members->end(),
                       [](const JsonValue::Member& member) { return holdsArray(member.second); });
}

bool isRecord(const JsonValue& value) {
    return value.find("name") != nullptr && value.find("min_shape") != nullptr;
}

ImportForm formOfObject(const JsonValue& document) {
    if (const JsonValue* format = document.find("format"); format != nullptr && format->string() != nullptr) {
        return *format->string() == kOverridesFormat     ? ImportForm::overrides
               : *format->string() == "dimscope.records" ? ImportForm::records
                                                         : ImportForm::unknown;
    }
    if (const JsonValue* modules = document.find("modules"); modules != nullptr && !isProfile(document)) {
        return ImportForm::report;
    }
    return isProfile(document)  ? ImportForm::profiles
           : isRecord(document) ? ImportForm::records
                                : ImportForm::unknown;
}

}  // namespace

ImportForm importFormOf(const JsonValue& document) {
    const JsonValue::Array* array = document.array();
    if (array == nullptr) {
        return document.object() != nullptr ? formOfObject(document) : ImportForm::unknown;
    }
    if (array->empty()) {
        return ImportForm::explicitShapes;
    }
    const JsonValue& first = array->front();
    if (isProfile(first)) {
        return ImportForm::profiles;
    }
    if (first.find("path") != nullptr) {
        return ImportForm::explicitShapes;
    }
    return isRecord(first) ? ImportForm::records : ImportForm::unknown;
}

}  // namespace dimscope::overrides
