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
