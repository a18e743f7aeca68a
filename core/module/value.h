// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/json_value.h"
#include "core/base/result.h"
#include "core/module/locator.h"

namespace dimscope::module {

class Value;

/// Shape, dtype ("torch.int64") and, where a rule needs them, the values of a tensor (row-major).
struct TensorInfo {
    std::string dtype;
    std::vector<std::int64_t> shape;
    std::vector<double> values;  ///< empty: not known

    friend bool operator==(const TensorInfo&, const TensorInfo&) = default;
};

/// A Python value as a module's arguments hold it: a leaf (None, bool, int, float, text, tensor, opaque
/// object) or a container of values. Sequences are lists and tuples; mappings keep insertion order;
/// data-class objects keep declared order; user objects are registered types, whose public attributes are
/// visited sorted by name.
class Value {
 public:
    struct None {
        friend bool operator==(const None&, const None&) = default;
    };
    /// An integer beyond 64 bits, as decimal text.
    struct BigInt {
        std::string digits;
        friend bool operator==(const BigInt&, const BigInt&) = default;
    };
    enum class SequenceKind : std::uint8_t { list, tuple };
    struct Sequence {
        SequenceKind kind = SequenceKind::list;
        std::vector<Value> items;
    };
    struct Mapping {
        std::vector<std::pair<Accessor, Value>> items;
    };
    struct Object {
        std::vector<std::pair<std::string, Value>> fields;
    };
    enum class Visit : std::uint8_t { everything, onlyTensors };
    struct UserObject {
        Visit visit = Visit::everything;
        std::vector<std::pair<std::string, Value>> fields;
    };
    /// A value of a type that AITune was told to ignore: it leaves no trace.
    struct Ignored {};
    /// Any other object: one leaf, known by its text.
    struct Opaque {
        std::string text;
    };
    using Data = std::variant<None, bool, std::int64_t, BigInt, double, std::string, TensorInfo, Sequence,
                              Mapping, Object, UserObject, Ignored, Opaque>;

    Value() = default;
    template <class T>
    requires std::is_constructible_v<Data, T&&> Value(T&& data)
        : m_data(std::forward<T>(data)) {}  // NOLINT(google-explicit-constructor)

    [[nodiscard]] const Data& data() const { return m_data; }
    [[nodiscard]] Data& data() { return m_data; }
    template <class T>
    [[nodiscard]] const T* as() const {
        return std::get_if<T>(&m_data);
    }

    /// Python's ==: 1 == True == 1.0, NaN equals nothing, list and tuple differ, mappings compare without
    /// order.
    [[nodiscard]] bool equals(const Value& other) const;
    /// Equal values have equal hashes.
    [[nodiscard]] std::size_t hash() const;
    /// As Python's str(): `None`, `True`, `1.0`, `abc`, `[1, 'a']`.
    [[nodiscard]] std::string str() const;
    [[nodiscard]] std::string repr() const;

    /// As AITune's JSON export writes a value that is no tensor (keys become text, tuples arrays, NaN the
    /// word).
    [[nodiscard]] base::JsonValue toJson() const;
    /// A value from JSON: objects become mappings, arrays lists.
    [[nodiscard]] static Value fromJson(const base::JsonValue& json);

 private:
    Data m_data;
};

}  // namespace dimscope::module
