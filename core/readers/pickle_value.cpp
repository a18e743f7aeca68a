// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/pickle_value.h"

namespace dimscope::readers {

namespace {

template <class... Fs>
struct Overloaded : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

}  // namespace

const std::string* PickleTree::text(PickleId id) const {
    const auto* text = as<PickleValue::Text>(id);
    return text != nullptr ? &text->text : nullptr;
}

std::optional<PickleId> PickleTree::find(PickleId dict, std::string_view key) const {
    std::optional<PickleId> found;
    if (const auto* entries = as<PickleValue::Dict>(dict)) {
        for (const auto& [name, value] : entries->items) {
            const std::string* written = text(name);
            if (written != nullptr && *written == key) {
                found = value;
            }
        }
    }
    return found;
}

const std::vector<PickleId>* PickleTree::sequence(PickleId id) const {
    const auto* found = as<PickleValue::Sequence>(id);
    return found != nullptr && found->kind != PickleValue::SequenceKind::set ? &found->items : nullptr;
}

std::optional<std::vector<std::int64_t>> PickleTree::sizes(PickleId id) const {
    const std::vector<PickleId>* items = sequence(id);
    if (items == nullptr) {
        return std::nullopt;
    }
    std::vector<std::int64_t> out;
    for (const PickleId item : *items) {
        const auto* size = as<std::int64_t>(item);
        if (size == nullptr || *size < 0) {
            return std::nullopt;
        }
        out.push_back(*size);
    }
    return out;
}

std::uint64_t heldBytes(const PickleValue::Data& data) {
    const auto bytesOf = [](const auto& items) -> std::uint64_t { return items.size() * sizeof(items[0]); };
    return std::visit(
        Overloaded{[](const PickleValue::BigInt& number) -> std::uint64_t { return number.digits.size(); },
                   [](const PickleValue::Text& text) -> std::uint64_t { return text.text.size(); },
                   [](const PickleValue::Bytes& bytes) -> std::uint64_t { return bytes.head.size(); },
                   [&](const PickleValue::Sequence& sequence) { return bytesOf(sequence.items); },
                   [&](const PickleValue::Dict& dict) { return bytesOf(dict.items); },
                   [&](const PickleValue::Tensor& tensor) {
                       return bytesOf(tensor.sizes) + tensor.dtype.size() +
                              (tensor.placement ? bytesOf(tensor.placement->strides) : 0);
                   },
                   [](const PickleValue::Storage& storage) -> std::uint64_t {
                       return storage.dtype.size() + storage.key.size();
                   },
                   [&](const PickleValue::Array& array) { return bytesOf(array.sizes) + array.descr.size(); },
                   [](const PickleValue::NumpyType& type) -> std::uint64_t { return type.descr.size(); },
                   [](const PickleValue::Plain& plain) -> std::uint64_t { return plain.text.size(); },
                   [](const PickleGlobal& global) -> std::uint64_t {
                       return global.module.size() + global.name.size();
                   },
                   [&](const PickleValue::Object& object) {
                       return object.type.module.size() + object.type.name.size() + bytesOf(object.args) +
                              bytesOf(object.items) + bytesOf(object.entries);
                   },
                   [](const auto&) -> std::uint64_t { return 0; }},
        data);
}

std::string describeKind(const PickleValue& value) {
    return std::visit(
        Overloaded{[](const PickleValue::None&) { return std::string("None"); },
                   [](bool) { return std::string("a boolean"); },
                   [](std::int64_t) { return std::string("an integer"); },
                   [](const PickleValue::BigInt&) { return std::string("an integer beyond 64 bits"); },
                   [](double) { return std::string("a number"); },
                   [](const PickleValue::Text&) { return std::string("text"); },
                   [](const PickleValue::Bytes&) { return std::string("bytes"); },
                   [](const PickleValue::Sequence& sequence) {
                       switch (sequence.kind) {
                           case PickleValue::SequenceKind::list: return std::string("a list");
                           case PickleValue::SequenceKind::tuple: return std::string("a tuple");
                           case PickleValue::SequenceKind::set: return std::string("a set");
                       }
                       return std::string("a sequence");
                   },
                   [](const PickleValue::Dict&) { return std::string("a dict"); },
                   [](const PickleValue::Tensor&) { return std::string("a tensor"); },
                   [](const PickleValue::Storage&) { return std::string("a storage"); },
                   [](const PickleValue::Array& array) {
                       return std::string(array.scalar ? "a NumPy scalar" : "a NumPy array");
                   },
                   [](const PickleValue::NumpyType&) { return std::string("a NumPy type"); },
                   [](const PickleValue::Plain& plain) { return plain.text; },
                   [](const PickleGlobal& global) { return "the name " + global.fullName(); },
                   [](const PickleValue::Object& object) {
                       return "an object of the class " + object.type.fullName();
                   }},
        value.data);
}

}  // namespace dimscope::readers
