// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libtorch/stored_tensors.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/libtorch/dtype.h"
#include "core/module/tensor_spec.h"
#include "core/readers/saved_storages.h"

namespace dimscope::libtorch {

using base::Error;
using base::ErrorCode;
using base::Result;
using readers::PickleId;
using readers::PickleValue;

namespace {

class TensorReader {
 public:
    TensorReader(const readers::SavedFile& file, readers::SavedStorages& storages, const std::string& name)
        : m_tree(file.content.tree), m_storages(storages), m_name(name) {}

    Result<at::Tensor> read(PickleId id, const PickleValue::Tensor& tensor) {
        const Result<at::ScalarType> type = scalarType(tensor.dtype);
        if (!type || at::isQIntType(*type)) {
            return error(id, ErrorCode::badValue, "found a tensor of dtype " + dtypeText(tensor.dtype),
                         "expected a dtype whose values this LibTorch can hold", "convert the tensor before");
        }
        const PickleValue::Placement& placement = *tensor.placement;
        const auto* storage = m_tree.as<PickleValue::Storage>(placement.storage);
        const Result<c10::Storage> memory = memoryOf(storage->key);
        if (!memory) {
            Error failure = memory.error();
            failure.where.byte = m_tree[id].byte;
            return std::move(failure).withContext("reading a tensor of shape " +
                                                  module::sizesText(tensor.sizes));
        }
        const std::int64_t count = static_cast<std::int64_t>(memory->nbytes() / c10::elementSize(*type));
        const std::optional<std::int64_t> offset = inStorage(tensor, storage->offset, count);
        if (!offset) {
            return error(id, ErrorCode::badValue,
                         "found a tensor of shape " + module::sizesText(tensor.sizes) + " and strides " +
                             module::sizesText(placement.strides) + " from element " +
                             std::to_string(placement.offset) + " on",
                         "expected one within its storage of " + std::to_string(count) + " elements",
                         "the file is damaged: save it again");
        }
        return made(id, tensor, *memory, *offset, *type);
    }

 private:
    static std::string dtypeText(const std::string& dtype) {
        return dtype.empty() ? "that is not known" : dtype;
    }

    Error error(PickleId id, ErrorCode code, std::string found, std::string expected,
                std::string remedy) const {
        return {code,
                std::move(found),
                std::move(expected),
                std::move(remedy),
                {.file = m_name, .byte = m_tree[id].byte},
                {}};
    }

    /// Offset in the storage, if all elements lie in its `count` elements.
    static std::optional<std::int64_t> inStorage(const PickleValue::Tensor& tensor, std::int64_t viewOffset,
                                                 std::int64_t count) {
        const PickleValue::Placement& placement = *tensor.placement;
        std::int64_t offset = 0;
        if (placement.strides.size() != tensor.sizes.size() ||
            __builtin_add_overflow(placement.offset, viewOffset, &offset) || placement.offset < 0 ||
            offset < 0) {
            return std::nullopt;
        }
        std::int64_t elements = 1;
        std::int64_t last = offset;
        for (std::size_t axis = 0; axis < tensor.sizes.size(); ++axis) {
            const std::int64_t size = tensor.sizes[axis];
            std::int64_t reach = 0;
            if (__builtin_mul_overflow(elements, std::max<std::int64_t>(size, 1), &elements) ||
                __builtin_mul_overflow(std::max<std::int64_t>(size, 1) - 1, placement.strides[axis],
                                       &reach) ||
                __builtin_add_overflow(last, reach, &last)) {
                return std::nullopt;
            }
        }
        const bool isEmpty = std::find(tensor.sizes.begin(), tensor.sizes.end(), 0) != tensor.sizes.end();
        const bool fits = isEmpty ? offset <= count : last < count;
        return fits ? std::optional(offset) : std::nullopt;
    }

    Result<c10::Storage> memoryOf(const std::string& key) {
        if (const auto known = m_memory.find(key); known != m_memory.end()) {
            return known->second;
        }
        const Result<std::uint64_t> size = m_storages.size(key);
        if (!size) {
            return size.error();
        }
        try {
            const at::Tensor bytes = at::empty({static_cast<std::int64_t>(*size)}, at::kByte);
            const Result<void> filled = m_storages.read(
                key, std::span(reinterpret_cast<char*>(bytes.data_ptr()), static_cast<std::size_t>(*size)));
            if (!filled) {
                return filled.error();
            }
            return m_memory.emplace(key, bytes.storage()).first->second;
        } catch (const std::exception&) {
            return Error{ErrorCode::tooLarge,
                         "found no memory for a storage of " + std::to_string(*size) + " bytes",
                         "expected a smaller sample",
                         {},
                         {.file = m_name},
                         {}};
        }
    }

    Result<at::Tensor> made(PickleId id, const PickleValue::Tensor& tensor, const c10::Storage& memory,
                            std::int64_t offset, at::ScalarType type) const {
        const PickleValue::Placement& placement = *tensor.placement;
        try {
            at::Tensor out = at::empty({0}, at::TensorOptions(type));
            out.set_(memory, offset, tensor.sizes, placement.strides);
            if (placement.conjugate) {
                out = out.conj().resolve_conj();
            }
            if (placement.negative) {
                out = out.neg();
            }
            const bool mayRequire = at::isFloatingType(type) || at::isComplexType(type);
            return placement.requiresGrad && mayRequire ? out.set_requires_grad(true) : out;
        } catch (const std::exception& failure) {
            return error(
                id, ErrorCode::badValue,
                "found a tensor of shape " + module::sizesText(tensor.sizes) + " that LibTorch refuses",
                "expected a strided tensor", std::string("it says: ") + failure.what());
        }
    }

    const readers::PickleTree& m_tree;
    readers::SavedStorages& m_storages;
    const std::string& m_name;
    std::unordered_map<std::string, c10::Storage> m_memory;
};

}  // namespace

Result<std::vector<at::Tensor>> readTensors(const readers::SavedFile& file, files::RandomBytes& bytes,
                                            const std::string& name) {
    Result<readers::SavedStorages> storages = readers::SavedStorages::open(file, bytes, name);
    if (!storages) {
        return std::move(storages.error());
    }
    TensorReader reader(file, *storages, name);
    std::vector<at::Tensor> out(file.content.tree.size());
    for (std::uint32_t id = 0; id < out.size(); ++id) {
        const auto* tensor = file.content.tree.as<PickleValue::Tensor>({id});
        if (tensor == nullptr || !tensor->placement) {
            continue;
        }
        Result<at::Tensor> read = reader.read({id}, *tensor);
        if (!read) {
            return std::move(read.error());
        }
        out[id] = std::move(*read);
    }
    return out;
}

}  // namespace dimscope::libtorch
