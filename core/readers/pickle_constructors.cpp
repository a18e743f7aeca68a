// SPDX-License-Identifier: GPL-3.0-or-later
// The constructors that pickles of torch, NumPy and the standard library use, as values. Argument orders are
// those of torch/_utils.py, torch/_tensor.py and numpy/core/multiarray.
#include "core/readers/pickle_constructors.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <unordered_map>
#include <utility>

#include "core/module/python_text.h"
#include "core/readers/pickle_scalars.h"
#include "core/readers/pickle_types.h"

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using Kind = PickleValue::SequenceKind;

/// A call of a known constructor.
struct Call {
    const PickleTree& tree;
    const PickleGlobal& what;
    const std::vector<PickleId>& args;
    std::uint64_t byte;
    int depth = 0;  ///< of constructors that call others

    [[nodiscard]] Error error(std::string found, std::string expected,
                              ErrorCode code = ErrorCode::badValue) const {
        return {code,
                "found " + std::move(found) + " for " + what.fullName(),
                "expected " + std::move(expected),
                "the file is damaged: save it again",
                {.byte = byte},
                {}};
    }
    [[nodiscard]] bool has(std::size_t index) const { return index < args.size(); }
    [[nodiscard]] std::string argument(std::size_t index) const {
        return has(index) ? describeKind(tree[args[index]]) + " as argument " + std::to_string(index + 1)
                          : "only " + std::to_string(args.size()) + " arguments";
    }
    template <class T>
    [[nodiscard]] const T* as(std::size_t index) const {
        return has(index) ? tree.as<T>(args[index]) : nullptr;
    }
    [[nodiscard]] Result<std::vector<std::int64_t>> sizes(std::size_t index) const {
        if (has(index)) {
            if (std::optional<std::vector<std::int64_t>> found = tree.sizes(args[index])) {
                return std::move(*found);
            }
        }
        return error(argument(index), "a tuple of sizes from 0 up", ErrorCode::badSize);
    }
};

using Made = Result<std::optional<PickleMade>>;
using Constructor = Made (*)(const Call&);

Made made(PickleValue::Data data) {
    return std::optional(PickleMade{std::move(data), {}});
}

Made tensorOf(const Call& call, std::string dtype, std::size_t sizesAt) {
    Result<std::vector<std::int64_t>> sizes = call.sizes(sizesAt);
    if (!sizes) {
        return std::move(sizes.error());
    }
    return made(PickleValue::Tensor{std::move(*sizes), std::move(dtype), std::nullopt});
}

/// dtype of what lies under a tensor: its storage, or an array or tensor that it was copied from.
std::string elementType(const Call& call, std::size_t index) {
    if (const auto* storage = call.as<PickleValue::Storage>(index)) {
        return storage->dtype;
    }
    if (const auto* tensor = call.as<PickleValue::Tensor>(index)) {
        return tensor->dtype;
    }
    if (const auto* array = call.as<PickleValue::Array>(index)) {
        return torchTypeOf(array->descr);
    }
    const auto* plain = call.as<PickleValue::Plain>(index);
    return plain != nullptr && plain->torchType ? plain->text : std::string();
}

/// Whether a dict of metadata has a true member.
bool isSet(const Call& call, std::size_t index, std::string_view key) {
    const std::optional<PickleId> found =
        call.has(index) ? call.tree.find(call.args[index], key) : std::nullopt;
    const auto* flag = found ? call.tree.as<bool>(*found) : nullptr;
    return flag != nullptr && *flag;
}

/// (storage, offset, size, stride, requires_grad, ...); none where the parts are others.
std::optional<PickleValue::Placement> placement(const Call& call) {
    const auto* storage = call.as<PickleValue::Storage>(0);
    const auto* offset = call.as<std::int64_t>(1);
    std::optional<std::vector<std::int64_t>> strides =
        call.has(3) ? call.tree.sizes(call.args[3]) : std::nullopt;
    if (storage == nullptr || offset == nullptr || !strides) {
        return std::nullopt;
    }
    const auto* requiresGrad = call.as<bool>(4);
    return PickleValue::Placement{call.args[0], *offset, std::move(*strides),
                                  requiresGrad != nullptr && *requiresGrad};
}

Made placedTensor(const Call& call, std::string dtype, std::size_t metadataAt) {
    Made tensor = tensorOf(call, std::move(dtype), 2);
    if (tensor) {
        auto& parts = std::get<PickleValue::Tensor>(*(*tensor)->data);
        parts.placement = placement(call);
        if (parts.placement) {
            parts.placement->conjugate = isSet(call, metadataAt, "conj");
            parts.placement->negative = isSet(call, metadataAt, "neg");
        }
    }
    return tensor;
}

/// (storage, offset, size, stride, requires_grad, hooks, metadata): version 1 has the first four only.
Made storedTensor(const Call& call) {
    return placedTensor(call, elementType(call, 0), 6);
}

/// (storage, offset, size, stride, requires_grad, hooks, dtype, metadata).
Made typedTensor(const Call& call) {
    return placedTensor(call, elementType(call, 6), 7);
}

/// (storage, offset, size, stride, quantiser, ...).
Made quantisedTensor(const Call& call) {
    return tensorOf(call, elementType(call, 0), 2);
}

/// (dtype, size, stride, requires_grad).
Made metaTensor(const Call& call) {
    return tensorOf(call, elementType(call, 0), 1);
}

/// (class, dtype, size, stride, ...).
Made wrapperTensor(const Call& call) {
    return tensorOf(call, elementType(call, 1), 2);
}

/// (data, ...): a parameter, or a tensor of another device.
Made sameTensor(const Call& call) {
    if (const auto* array = call.as<PickleValue::Array>(0)) {
        std::string dtype = elementType(call, 1);
        return made(PickleValue::Tensor{
            array->sizes, dtype.empty() ? torchTypeOf(array->descr) : std::move(dtype), std::nullopt});
    }
    if (!call.has(0)) {
        return call.error(call.argument(0), "a tensor");
    }
    return std::optional(PickleMade{std::nullopt, call.args[0]});
}

/// (layout, (indices, values, size, ...)) or, compressed, (layout, (rows, columns, values, size, ...)).
Made sparseTensor(const Call& call) {
    const std::vector<PickleId>* parts = call.has(1) ? call.tree.sequence(call.args[1]) : nullptr;
    const auto* layout = call.as<PickleValue::Plain>(0);
    const bool compressed =
        layout != nullptr ? layout->text != "torch.sparse_coo" : parts != nullptr && parts->size() > 3;
    const std::size_t valuesAt = compressed ? 2 : 1;
    if (parts == nullptr || parts->size() < valuesAt + 2) {
        return call.error(call.argument(1), "indices, values and size of a sparse tensor");
    }
    const Call inner{call.tree, call.what, *parts, call.byte};
    return tensorOf(inner, elementType(inner, valuesAt), valuesAt + 1);
}

/// (function, class, arguments, state): a subclass of Tensor, made by another constructor of this table.
Made tensorOfType(const Call& call) {
    const auto* function = call.as<PickleGlobal>(0);
    const std::vector<PickleId>* args = call.has(2) ? call.tree.sequence(call.args[2]) : nullptr;
    if (function == nullptr || args == nullptr || function->fullName().starts_with("torch._tensor.")) {
        return std::optional<PickleMade>();
    }
    return constructKnown(call.tree, *function, *args, call.byte);
}

Made tuple(const Call& call) {
    const std::vector<PickleId>* items = call.has(0) ? call.tree.sequence(call.args[0]) : nullptr;
    if (call.has(0) && items == nullptr) {
        return call.error(call.argument(0), "a tuple");
    }
    return made(PickleValue::Sequence{Kind::tuple, items != nullptr ? *items : std::vector<PickleId>()});
}

Made set(const Call& call) {
    const std::vector<PickleId>* items = call.has(0) ? call.tree.sequence(call.args[0]) : nullptr;
    return made(PickleValue::Sequence{Kind::set, items != nullptr ? *items : std::vector<PickleId>()});
}

Made list(const Call& call) {
    const std::vector<PickleId>* items = call.has(0) ? call.tree.sequence(call.args[0]) : nullptr;
    return made(PickleValue::Sequence{Kind::list, items != nullptr ? *items : std::vector<PickleId>()});
}

/// (), a dict, or a list of pairs.
Made dictFrom(const Call& call, std::size_t index) {
    PickleValue::Dict out;
    if (const auto* dict = call.as<PickleValue::Dict>(index)) {
        out = *dict;
    } else if (call.has(index)) {
        const std::vector<PickleId>* items = call.tree.sequence(call.args[index]);
        for (const PickleId item : items != nullptr ? *items : std::vector<PickleId>()) {
            const std::vector<PickleId>* pair = call.tree.sequence(item);
            if (pair == nullptr || pair->size() != 2) {
                return call.error(call.argument(index), "pairs of key and value");
            }
            out.items.emplace_back((*pair)[0], (*pair)[1]);
        }
    }
    return made(std::move(out));
}

Made dict(const Call& call) {
    return dictFrom(call, 0);
}

Made defaultDict(const Call& call) {
    return dictFrom(call, 1);  // argument 0 is the factory
}

/// `device(type='cuda', index=0)` in AITune's form of other values: "cuda:0".
Made device(const Call& call) {
    const auto* type = call.as<PickleValue::Text>(0);
    if (type == nullptr) {
        return call.error(call.argument(0), "the name of a device");
    }
    const auto* index = call.as<std::int64_t>(1);
    return made(PickleValue::Plain{type->text + (index != nullptr ? ":" + std::to_string(*index) : "")});
}

Made textAsPlain(const Call& call) {
    const auto* text = call.as<PickleValue::Text>(0);
    return text != nullptr ? made(PickleValue::Plain{text->text, isTorchType(text->text)})
                           : Made(call.error(call.argument(0), "a name"));
}

/// Bytes of protocol 2: Latin-1 text, encoded.
Made encoded(const Call& call) {
    if (const auto* given = call.as<PickleValue::Bytes>(0)) {
        return made(*given);  // a long text, of which the head was kept
    }
    const auto* text = call.as<PickleValue::Text>(0);
    const auto* encoding = call.as<PickleValue::Text>(1);
    if (text == nullptr || encoding == nullptr) {
        return call.error(call.argument(0), "a text and its encoding");
    }
    if (encoding->text != "latin1" && encoding->text != "latin-1") {
        return std::optional<PickleMade>();
    }
    std::string bytes;
    for (std::size_t i = 0; i < text->text.size(); ++i) {
        const auto lead = static_cast<unsigned char>(text->text[i]);
        if (lead < 0x80) {
            bytes += static_cast<char>(lead);
        } else if (lead < 0xC4 && i + 1 < text->text.size()) {
            bytes += static_cast<char>((lead & 0x03U) << 6U |
                                       (static_cast<unsigned char>(text->text[++i]) & 0x3FU));
        } else {
            return call.error("text beyond Latin-1", "bytes as Latin-1 text");
        }
    }
    const std::uint64_t size = bytes.size();
    return made(PickleValue::Bytes{std::move(bytes), size});
}

Made bytes(const Call& call) {
    if (const auto* given = call.as<PickleValue::Bytes>(0)) {
        return made(*given);
    }
    if (call.as<PickleValue::Text>(0) != nullptr) {
        return encoded(call);
    }
    return call.has(0) ? Made(std::optional<PickleMade>()) : made(PickleValue::Bytes{});
}

/// (ndarray, (0,), b'b'): filled by its state.
Made emptyArray(const Call& call) {
    if (!call.has(1)) {
        return call.error(call.argument(1), "a class, a shape and a type");
    }
    return made(PickleValue::Array{});
}

/// (buffer, dtype, shape, order): protocol 5.
Made arrayFromBuffer(const Call& call) {
    const auto* type = call.as<PickleValue::NumpyType>(1);
    Result<std::vector<std::int64_t>> sizes = call.sizes(2);
    if (!sizes) {
        return std::move(sizes.error());
    }
    return type != nullptr ? made(PickleValue::Array{std::move(*sizes), type->descr})
                           : Made(call.error(call.argument(1), "a NumPy type"));
}

/// (dtype, bytes).
Made numpyScalar(const Call& call) {
    const auto* type = call.as<PickleValue::NumpyType>(0);
    if (type == nullptr) {
        return call.error(call.argument(0), "a NumPy type");
    }
    const auto* bits = call.as<PickleValue::Bytes>(1);
    if (std::optional<PickleValue::Data> value = bits ? scalarOf(type->descr, bits->head) : std::nullopt) {
        return made(std::move(*value));
    }
    return made(PickleValue::Array{{}, type->descr, true});
}

/// ('f4', align, copy): the byte order comes with its state.
Made numpyType(const Call& call) {
    const auto* descr = call.as<PickleValue::Text>(0);
    return descr != nullptr ? made(PickleValue::NumpyType{descr->text})
                            : Made(call.error(call.argument(0), "the name of a NumPy type"));
}

/// A storage that was pickled by itself, as a file of its own inside the pickle.
Made loadedStorage(const Call& call) {
    const auto* file = call.as<PickleValue::Bytes>(0);
    if (file == nullptr) {
        return call.error(call.argument(0), "bytes");
    }
    // Its class stands in the head of that file; nothing else of it is needed.
    const std::size_t end = file->head.find("Storage");
    const std::size_t begin =
        end == std::string::npos ? end
                                 : file->head.find_last_not_of(
                                       "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", end);
    if (end == std::string::npos || begin == std::string::npos) {
        return made(PickleValue::Storage{});
    }
    const std::string kind = file->head.substr(begin + 1, end - begin - 1) + "Storage";
    return made(PickleValue::Storage{storageType({"torch", kind}), {}, 0});
}

/// (storage, dtype, is internal): the typed view of an untyped storage.
Made typedStorage(const Call& call) {
    PickleValue::Storage out;
    if (const auto* untyped = call.as<PickleValue::Storage>(0)) {
        out = *untyped;
    }
    if (std::string dtype = elementType(call, 1); !dtype.empty()) {
        out.dtype = std::move(dtype);
    }
    return made(std::move(out));
}

/// As Python prints it: `(1+2j)`.
Made complexNumber(const Call& call) {
    const auto text = [&call](std::size_t index) {
        const auto* real = call.as<double>(index);
        std::string out = module::pythonRepr(real != nullptr ? *real : 0.0);
        return out.ends_with(".0") ? out.substr(0, out.size() - 2) : out;
    };
    const std::string imaginary = text(1);
    return made(
        PickleValue::Plain{"(" + text(0) + (imaginary.starts_with('-') ? "" : "+") + imaginary + "j)"});
}

/// (class, name): a member of an enumeration. Of anything but a class it is left alone.
Made member(const Call& call) {
    const auto* owner = call.as<PickleGlobal>(0);
    const auto* name = call.as<PickleValue::Text>(1);
    if (owner == nullptr || name == nullptr || wouldExecute(*owner)) {
        return std::optional<PickleMade>();
    }
    return made(PickleValue::Plain{owner->fullName() + "." + name->text});
}

const std::unordered_map<std::string, Constructor>& constructors() {
    static const std::unordered_map<std::string, Constructor> kConstructors{
        {"torch._utils._rebuild_tensor", storedTensor},
        {"torch._utils._rebuild_tensor_v2", storedTensor},
        {"torch._utils._rebuild_tensor_v3", typedTensor},
        {"torch._utils._rebuild_qtensor", quantisedTensor},
        {"torch._utils._rebuild_meta_tensor_no_storage", metaTensor},
        {"torch._utils._rebuild_wrapper_subclass", wrapperTensor},
        {"torch._utils._rebuild_parameter", sameTensor},
        {"torch._utils._rebuild_parameter_with_state", sameTensor},
        {"torch._utils._rebuild_device_tensor_from_numpy", sameTensor},
        {"torch._utils._rebuild_device_tensor_from_cpu_tensor", sameTensor},
        {"torch._utils._rebuild_xla_tensor", sameTensor},
        {"torch._utils._rebuild_sparse_tensor", sparseTensor},
        {"torch._utils._rebuild_sparse_csr_tensor", sparseTensor},
        {"torch._tensor._rebuild_from_type", tensorOfType},
        {"torch._tensor._rebuild_from_type_v2", tensorOfType},
        {"torch.Size", tuple},
        {"torch.device", device},
        {"torch.serialization._get_layout", textAsPlain},
        {"torch.storage._load_from_bytes", loadedStorage},
        {"torch.storage.TypedStorage", typedStorage},
        {"collections.OrderedDict", dict},
        {"collections.defaultdict", defaultDict},
        {"collections.Counter", dict},
        {"builtins.dict", dict},
        {"builtins.list", list},
        {"builtins.tuple", tuple},
        {"builtins.set", set},
        {"builtins.frozenset", set},
        {"builtins.bytes", bytes},
        {"builtins.bytearray", bytes},
        {"builtins.complex", complexNumber},
        {"builtins.getattr", member},
        {"_codecs.encode", encoded},
        {"numpy.core.multiarray._reconstruct", emptyArray},
        {"numpy.core.multiarray.scalar", numpyScalar},
        {"numpy.core.numeric._frombuffer", arrayFromBuffer},
        {"numpy.dtype", numpyType},
    };
    return kConstructors;
}

constexpr auto kOutside = std::to_array<std::string_view>({"os",
                                                           "posix",
                                                           "nt",
                                                           "subprocess",
                                                           "sys",
                                                           "shutil",
                                                           "socket",
                                                           "importlib",
                                                           "runpy",
                                                           "pty",
                                                           "ctypes",
                                                           "webbrowser",
                                                           "multiprocessing",
                                                           "threading",
                                                           "signal",
                                                           "code",
                                                           "codeop",
                                                           "pickle",
                                                           "marshal",
                                                           "pdb",
                                                           "timeit",
                                                           "operator",
                                                           "functools",
                                                           "types",
                                                           "commands",
                                                           "popen2",
                                                           "urllib",
                                                           "http",
                                                           "ftplib",
                                                           "smtplib",
                                                           "platform",
                                                           "pip",
                                                           "asyncio",
                                                           "concurrent",
                                                           "tempfile",
                                                           "io",
                                                           "glob",
                                                           "linecache",
                                                           "cProfile",
                                                           "profile",
                                                           "trace",
                                                           "bdb",
                                                           "nturl2path",
                                                           "pydoc",
                                                           "idlelib",
                                                           "lib2to3",
                                                           "ensurepip",
                                                           "venv"});

constexpr auto kOutsideBuiltins = std::to_array<std::string_view>(
    {"eval", "exec", "execfile", "compile", "open", "file", "input", "raw_input", "__import__", "setattr",
     "delattr", "globals", "locals", "vars", "apply", "breakpoint", "map", "filter"});

}  // namespace

std::string presentName(const PickleGlobal& what) {
    static constexpr std::string_view kNumpy = "numpy._core.";
    std::string module = what.module;
    if (module.starts_with(kNumpy)) {
        module = "numpy.core." + module.substr(kNumpy.size());
    }
    return module + "." + what.name;
}

Result<std::optional<PickleMade>> constructKnown(const PickleTree& tree, const PickleGlobal& what,
                                                 const std::vector<PickleId>& args, std::uint64_t byte) {
    if (what.module == "torch.return_types") {  // named results of torch.max and others
        return tuple({tree, what, args, byte});
    }
    const auto found = constructors().find(presentName(what));
    if (found == constructors().end()) {
        return std::optional<PickleMade>();
    }
    return found->second({tree, what, args, byte});
}

bool reachesOutside(const PickleGlobal& what) {
    if (what.module == "builtins") {
        return std::find(kOutsideBuiltins.begin(), kOutsideBuiltins.end(), what.name) !=
               kOutsideBuiltins.end();
    }
    const std::string_view root = std::string_view(what.module).substr(0, what.module.find('.'));
    return std::find(kOutside.begin(), kOutside.end(), root) != kOutside.end();
}

bool wouldExecute(const PickleGlobal& what) {
    if (what.module.empty()) {
        return false;
    }
    static constexpr auto kClasses = std::to_array<std::string_view>(
        {"builtins.range", "builtins.slice", "builtins.object", "datetime.date", "datetime.datetime",
         "datetime.time", "datetime.timedelta", "datetime.timezone", "collections.deque", "uuid.uuid",
         "numpy.ndarray"});
    const std::string name = what.fullName();
    if (std::find(kClasses.begin(), kClasses.end(), name) != kClasses.end()) {
        return false;
    }
    const std::string_view last = std::string_view(what.name).substr(what.name.rfind('.') + 1);
    const std::size_t first = last.find_first_not_of('_');
    const bool isClass =
        first != std::string_view::npos && std::isupper(static_cast<unsigned char>(last[first])) != 0;
    return !isClass || reachesOutside(what);
}

Result<void> applyState(PickleTree& tree, PickleId value, PickleId state, std::uint64_t byte) {
    const std::vector<PickleId>* parts = tree.sequence(state);
    const auto error = [&](std::string_view of, std::string_view expected) {
        return Error{ErrorCode::badValue,
                     "found " + describeKind(tree[state]) + " as the state of " + std::string(of),
                     "expected " + std::string(expected),
                     "the file is damaged: save it again",
                     {.byte = byte},
                     {}};
    };
    if (auto* array = tree[value].as<PickleValue::Array>()) {
        // (version, shape, dtype, is Fortran, bytes); version 0 has no first member.
        const std::size_t from = parts != nullptr && parts->size() == 4 ? 0 : 1;
        const auto* type = parts != nullptr && parts->size() >= from + 4
                               ? tree.as<PickleValue::NumpyType>((*parts)[from + 1])
                               : nullptr;
        std::optional<std::vector<std::int64_t>> sizes =
            type != nullptr ? tree.sizes((*parts)[from]) : std::nullopt;
        if (!sizes) {
            return error("a NumPy array", "version, shape, type, order and bytes");
        }
        array->sizes = std::move(*sizes);
        array->descr = type->descr;
    } else if (auto* type = tree[value].as<PickleValue::NumpyType>()) {
        const std::string* order = parts != nullptr && parts->size() > 1 ? tree.text((*parts)[1]) : nullptr;
        if (order == nullptr) {
            return error("a NumPy type", "version, byte order and more");
        }
        const bool hasOrder = type->descr.starts_with('<') || type->descr.starts_with('>');
        if (!hasOrder && (*order == ">" || *order == "<")) {
            type->descr = *order + type->descr;
        }
    }
    return {};
}

}  // namespace dimscope::readers
