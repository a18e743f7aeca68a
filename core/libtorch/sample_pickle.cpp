// SPDX-License-Identifier: GPL-3.0-or-later
// Opcodes and constructors are those that torch's restricted unpickler reads
// (torch/_weights_only_unpickler.py).
#include "core/libtorch/sample_pickle.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/libtorch/dtype.h"
#include "core/libtorch/pickle_opcodes.h"
#include "core/readers/saved_value.h"

namespace dimscope::libtorch {

using base::Error;
using base::ErrorCode;
using base::Result;
using readers::PickleId;
using readers::PickleValue;

namespace {

constexpr std::string_view kOrderedDict = "ccollections\nOrderedDict\n)R";

class PickleWriter {
 public:
    PickleWriter(const readers::SavedFile& file, const std::vector<at::Tensor>& tensors,
                 const std::string& name)
        : m_content(file.content), m_tensors(tensors), m_name(name) {}

    Result<SamplePickle> write(PickleId root) {
        m_ops.raw("\x80\x02");
        if (Result<void> written = value(root); !written) {
            return std::move(written.error());
        }
        m_ops.raw('.');
        m_out.bytes = m_ops.take();
        return std::move(m_out);
    }

 private:
    Error refused(PickleId id, std::string found) const {
        std::string path;
        for (const std::string& step : m_path) {
            path += step;
        }
        return {ErrorCode::inexpressible,
                "found " + std::move(found) + (path.empty() ? "" : " at " + path),
                "expected tensors, lists, tuples, dicts, sets, texts, bytes, numbers, None, torch.Size, "
                "torch.dtype "
                "and torch.device",
                "save the sample with such values only",
                {.file = m_name, .byte = m_content.tree[id].byte},
                {}};
    }

    void remember(PickleId id) {
        const auto index = static_cast<std::uint32_t>(m_memo.size());
        m_memo.emplace(id.value, index);
        m_ops.raw(index < 256 ? 'q' : 'r');
        m_ops.number(index, index < 256 ? 1 : 4);
    }

    bool recall(PickleId id) {
        const auto known = m_memo.find(id.value);
        if (known == m_memo.end()) {
            return false;
        }
        m_ops.raw(known->second < 256 ? 'h' : 'j');
        m_ops.number(known->second, known->second < 256 ? 1 : 4);
        return true;
    }

    /// Name of the constructor that made a value; empty where the value tells it.
    std::string_view constructor(PickleId id) const {
        const auto found = m_content.constructors.find(id.value);
        return found == m_content.constructors.end() ? std::string_view() : found->second;
    }

    Result<void> value(PickleId id) {
        if (recall(id)) {
            return {};
        }
        if (m_path.size() >= readers::SavedValueLimits::kDeepest) {
            return Error{ErrorCode::tooDeep,
                         "found data nested more than " + std::to_string(m_path.size()) + " levels deep",
                         "expected fewer levels",
                         {},
                         {.file = m_name, .byte = m_content.tree[id].byte},
                         {}};
        }
        const PickleValue& what = m_content.tree[id];
        if (const auto* sequence = what.as<PickleValue::Sequence>()) {
            return sequenceValue(id, *sequence);
        }
        if (const auto* dict = what.as<PickleValue::Dict>()) {
            return dictValue(id, *dict);
        }
        if (what.as<PickleValue::Tensor>() != nullptr) {
            return tensorValue(id);
        }
        return leaf(id, what);
    }

    Result<void> leaf(PickleId id, const PickleValue& what) {
        const std::string_view made = constructor(id);
        if (what.as<PickleValue::None>() != nullptr) {
            m_ops.raw('N');
        } else if (!made.empty() && made != "_codecs.encode" && made != "builtins.bytes" &&
                   made != "torch.device") {
            return refused(id, "what " + std::string(made) + " makes");
        } else if (const auto* flag = what.as<bool>()) {
            m_ops.raw(*flag ? '\x88' : '\x89');
        } else if (const auto* whole = what.as<std::int64_t>()) {
            m_ops.integer(*whole);
        } else if (const auto* big = what.as<PickleValue::BigInt>()) {
            m_ops.longInteger(big->digits);
        } else if (const auto* number = what.as<double>()) {
            m_ops.real(*number);
        } else if (const auto* words = what.as<PickleValue::Text>()) {
            m_ops.text(words->text);
            remember(id);
        } else if (const auto* raw = what.as<PickleValue::Bytes>(); raw != nullptr && raw->whole()) {
            m_ops.bytes(raw->head);
            remember(id);
        } else if (const auto* plain = what.as<PickleValue::Plain>();
                   plain != nullptr && (plain->torchType || made == "torch.device")) {
            plain->torchType ? elementType(plain->text) : device(plain->text);
            remember(id);
        } else {
            return refused(id, readers::describeKind(what));
        }
        return {};
    }

    void elementType(std::string_view name) {
        m_ops.raw("ctorch\n");
        m_ops.raw(name.substr(name.find('.') + 1));
        m_ops.raw('\n');
    }

    /// "cuda:1" or "cpu".
    void device(const std::string& name) {
        m_ops.raw("ctorch\ndevice\n");
        m_ops.text(name);
        m_ops.raw("\x85R");
    }

    Result<void> items(const std::vector<PickleId>& ids) {
        for (std::size_t i = 0; i < ids.size(); ++i) {
            m_path.push_back(bracketed(std::to_string(i)));
            Result<void> written = value(ids[i]);
            m_path.pop_back();
            if (!written) {
                return written;
            }
        }
        return {};
    }

    Result<void> tuple(const std::vector<PickleId>& ids) {
        static constexpr std::string_view kShort = ")\x85\x86\x87";
        const bool isShort = ids.size() < kShort.size();
        m_ops.raw(isShort ? "" : "(");
        Result<void> written = items(ids);
        m_ops.raw(isShort ? kShort[ids.size()] : 't');
        return written;
    }

    Result<void> list(const std::vector<PickleId>& ids) {
        m_ops.raw(ids.empty() ? "" : "(");
        Result<void> written = items(ids);
        m_ops.raw(ids.empty() ? "" : "e");
        return written;
    }

    Result<void> sequenceValue(PickleId id, const PickleValue::Sequence& sequence) {
        const std::string_view made = constructor(id);
        Result<void> written;
        if (made == "torch.Size") {
            m_ops.raw("ctorch\nSize\n");
            written = tuple(sequence.items);
            m_ops.raw("\x85R");
            remember(id);
        } else if (sequence.kind == PickleValue::SequenceKind::set &&
                   (made.empty() || made == "builtins.set")) {
            m_ops.raw("c__builtin__\nset\n]");
            written = list(sequence.items);
            m_ops.raw("\x85R");
            remember(id);
        } else if (!made.empty() && made != "builtins.list" && made != "builtins.tuple") {
            return refused(id, "what " + std::string(made) + " makes");
        } else if (sequence.kind == PickleValue::SequenceKind::list) {
            m_ops.raw(']');
            remember(id);
            written = list(sequence.items);
        } else {
            written = tuple(sequence.items);
            if (!sequence.items.empty()) {
                remember(id);
            }
        }
        return written;
    }

    /// A step of a path.
    static std::string bracketed(const std::string& inner) {
        std::string out(1, '[');
        out += inner;
        out += ']';
        return out;
    }

    Result<void> dictValue(PickleId id, const PickleValue::Dict& dict) {
        const std::string_view made = constructor(id);
        if (!made.empty() && made != "collections.OrderedDict" && made != "builtins.dict") {
            return refused(id, "a " + std::string(made));
        }
        m_ops.raw(made == "collections.OrderedDict" ? kOrderedDict : "}");
        remember(id);
        m_ops.raw(dict.items.empty() ? "" : "(");
        for (const auto& [key, item] : dict.items) {
            m_path.push_back(bracketed(readers::savedText(m_content.tree, key)));
            Result<void> written = value(key);
            written = written ? value(item) : written;
            m_path.pop_back();
            if (!written) {
                return written;
            }
        }
        m_ops.raw(dict.items.empty() ? "" : "u");
        return {};
    }

    /// Number of a tensor's storage among those that are written. A storage has one element type: tensors of
    /// another one get a copy.
    std::size_t storageOf(at::Tensor& tensor) {
        const auto [known, isNew] =
            m_storages.try_emplace(tensor.storage().unsafeGetStorageImpl(), m_out.storages.size());
        if (!isNew && m_types[known->second] != tensor.scalar_type()) {
            tensor = tensor.clone(at::MemoryFormat::Contiguous);
            m_storages.emplace(tensor.storage().unsafeGetStorageImpl(), m_out.storages.size());
        } else if (!isNew) {
            return known->second;
        }
        m_out.storages.push_back(tensor.storage());
        m_types.push_back(tensor.scalar_type());
        return m_out.storages.size() - 1;
    }

    void sizes(at::IntArrayRef sizes) {
        static constexpr std::string_view kShort = ")\x85\x86\x87";
        m_ops.raw(sizes.size() < kShort.size() ? "" : "(");
        std::for_each(sizes.begin(), sizes.end(), [this](std::int64_t size) { m_ops.integer(size); });
        m_ops.raw(sizes.size() < kShort.size() ? kShort[sizes.size()] : 't');
    }

    /// (storage, offset, sizes, strides, requires_grad, hooks).
    Result<void> tensorValue(PickleId id) {
        at::Tensor tensor = id.value < m_tensors.size() ? m_tensors[id.value] : at::Tensor();
        const std::string_view kind =
            tensor.defined() ? storageClass(tensor.scalar_type()) : std::string_view();
        if (kind.empty()) {
            return refused(id, tensor.defined()
                                   ? "a tensor of " + std::string(torchName(tensor.scalar_type()))
                                   : "a tensor that is not strided");
        }
        const std::size_t key = storageOf(tensor);
        m_ops.raw("ctorch._utils\n_rebuild_tensor_v2\n((");
        m_ops.text("storage");
        m_ops.raw("ctorch\n" + std::string(kind) + "\n");
        m_ops.text(std::to_string(key));
        m_ops.text("cpu");
        m_ops.integer(static_cast<std::int64_t>(m_out.storages[key].nbytes() / tensor.itemsize()));
        m_ops.raw("tQ");
        m_ops.integer(tensor.storage_offset());
        sizes(tensor.sizes());
        sizes(tensor.strides());
        m_ops.raw(tensor.requires_grad() ? '\x88' : '\x89');
        m_ops.raw(kOrderedDict);
        m_ops.raw("tR");
        remember(id);
        return {};
    }

    const readers::PickleContent& m_content;
    const std::vector<at::Tensor>& m_tensors;
    const std::string& m_name;
    PickleOpcodes m_ops;
    SamplePickle m_out;
    std::vector<std::string> m_path;
    std::unordered_map<std::uint32_t, std::uint32_t> m_memo;
    std::map<const c10::StorageImpl*, std::size_t> m_storages;
    std::vector<at::ScalarType> m_types;  // of the storages
};

}  // namespace

Result<SamplePickle> samplePickle(const readers::SavedFile& file, const std::vector<at::Tensor>& tensors,
                                  const std::string& name) {
    return PickleWriter(file, tensors, name).write(file.root);
}

}  // namespace dimscope::libtorch
