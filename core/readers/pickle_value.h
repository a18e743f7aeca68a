// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/ids.h"

namespace dimscope::readers {

using PickleId = base::Id<struct PickleTag>;

/// A class or function that a pickle refers to by name.
struct PickleGlobal {
    std::string module;
    std::string name;

    /// "torch._utils._rebuild_tensor_v2".
    [[nodiscard]] std::string fullName() const { return module.empty() ? name : module + "." + name; }
    friend auto operator<=>(const PickleGlobal&, const PickleGlobal&) = default;
};

/// A value that a pickle describes: plain data, or what is known of an object that was not made.
struct PickleValue {
    struct None {};
    /// Decimal text of an integer beyond 64 bits.
    struct BigInt {
        std::string digits;
    };
    struct Text {
        std::string text;
    };
    /// Bytes; of long ones only the head is kept.
    struct Bytes {
        std::string head;
        std::uint64_t size = 0;
        [[nodiscard]] bool whole() const { return head.size() == size; }
    };
    enum class SequenceKind : std::uint8_t { list, tuple, set };
    struct Sequence {
        SequenceKind kind = SequenceKind::list;
        std::vector<PickleId> items;
    };
    /// In order of insertion.
    struct Dict {
        std::vector<std::pair<PickleId, PickleId>> items;
    };
    /// Where the elements of a strided tensor lie: in a storage, offset and strides in elements. As the file
    /// states it: nothing has been checked against the storage.
    struct Placement {
        PickleId storage{};
        std::int64_t offset = 0;
        std::vector<std::int64_t> strides;
        bool requiresGrad = false;
        bool conjugate = false;  ///< the elements are the conjugates of those that are stored
        bool negative = false;   ///< the elements are the negatives of those that are stored
    };
    /// torch.Tensor or a parameter.
    struct Tensor {
        std::vector<std::int64_t> sizes;
        std::string dtype;                   ///< "torch.float32"; empty where it is not known
        std::optional<Placement> placement;  ///< none: sparse, quantised, without storage, ...
    };
    /// A typed block of memory that tensors lie in. Its bytes are not in the pickle (saved_storages.h).
    struct Storage {
        std::string dtype;
        std::string key;          ///< by which the file names it; empty where it is not in the file
        std::int64_t offset = 0;  ///< of a view into the storage of that key, in elements
    };
    /// numpy.ndarray, or a NumPy scalar (no sizes).
    struct Array {
        std::vector<std::int64_t> sizes;
        std::string descr;  ///< element type as NumPy writes it, "<f4"
        bool scalar = false;
    };
    struct NumpyType {
        std::string descr;
    };
    /// torch.dtype, torch.device, a slice, ...: one leaf, known by its text.
    struct Plain {
        std::string text;
        bool torchType = false;  ///< a torch.dtype
    };
    /// An object of a class that is not known: nothing was called, this is what it would have been made from.
    struct Object {
        PickleGlobal type;
        enum class Made : std::uint8_t { called, created } made = Made::called;  ///< created: cls.__new__
        std::vector<PickleId> args;
        std::optional<PickleId> state;
        std::vector<PickleId> items;                         ///< appended, as to a list
        std::vector<std::pair<PickleId, PickleId>> entries;  ///< set, as in a dict
    };
    using Data = std::variant<None, bool, std::int64_t, BigInt, double, Text, Bytes, Sequence, Dict, Tensor,
                              Storage, Array, NumpyType, Plain, PickleGlobal, Object>;

    Data data;
    std::uint64_t byte = 0;  ///< where the opcode that made it stands

    template <class T>
    [[nodiscard]] const T* as() const {
        return std::get_if<T>(&data);
    }
    template <class T>
    [[nodiscard]] T* as() {
        return std::get_if<T>(&data);
    }
};

/// All values of a pickle. Values refer to each other by id, and several may share one: what is a graph in
/// Python is a graph here, and need not be free of circles.
class PickleTree {
 public:
    PickleId add(PickleValue::Data data, std::uint64_t byte) {
        m_values.push_back({std::move(data), byte});
        return {static_cast<std::uint32_t>(m_values.size() - 1)};
    }
    [[nodiscard]] const PickleValue& operator[](PickleId id) const { return m_values[id.value]; }
    [[nodiscard]] PickleValue& operator[](PickleId id) { return m_values[id.value]; }
    [[nodiscard]] std::size_t size() const { return m_values.size(); }

    /// nullptr where the value is of another kind.
    template <class T>
    [[nodiscard]] const T* as(PickleId id) const {
        return m_values[id.value].as<T>();
    }
    /// A text value; nullptr for others.
    [[nodiscard]] const std::string* text(PickleId id) const;
    /// The value of a key that is a text; none where this is no dict or has none. Of several the last one.
    [[nodiscard]] std::optional<PickleId> find(PickleId dict, std::string_view key) const;
    /// Items of a list or tuple; nullptr for others.
    [[nodiscard]] const std::vector<PickleId>* sequence(PickleId id) const;
    /// Sizes of a list or tuple of integers from 0 up; none where it is anything else.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> sizes(PickleId id) const;

 private:
    std::vector<PickleValue> m_values;
};

/// Bytes that a value holds beside its own size: texts, items, sizes.
[[nodiscard]] std::uint64_t heldBytes(const PickleValue::Data& data);

/// "a list", "text", "a tensor", "an object of the class x.Y": for error sentences.
[[nodiscard]] std::string describeKind(const PickleValue& value);

}  // namespace dimscope::readers
