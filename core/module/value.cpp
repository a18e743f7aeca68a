// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/module/value.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/module/python_text.h"

namespace dimscope::module {

using base::JsonValue;

namespace {

template <class... Fs>
struct Overloaded : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

/// A Python number in one form, so that 1, True and 1.0 compare equal and nothing is rounded: a whole value
/// as decimal digits, any other as the double itself.
using Number = std::variant<std::string, double>;

std::string wholeDigits(double value) {
    std::array<char, 400> buffer{};
    const int length = std::snprintf(buffer.data(), buffer.size(), "%.0f", value == 0 ? 0.0 : value);
    return {buffer.data(), static_cast<std::size_t>(length)};
}

std::optional<Number> numberOf(const Value& value) {
    if (const auto* flag = value.as<bool>()) {
        return Number(std::string(*flag ? "1" : "0"));
    }
    if (const auto* whole = value.as<std::int64_t>()) {
        return Number(std::to_string(*whole));
    }
    if (const auto* big = value.as<Value::BigInt>()) {
        return Number(big->digits);
    }
    if (const auto* real = value.as<double>()) {
        const bool whole = std::isfinite(*real) && std::trunc(*real) == *real;
        return whole ? Number(wholeDigits(*real)) : Number(*real);
    }
    return std::nullopt;
}

std::string accessorKey(const Accessor& accessor) {
    const auto* text = std::get_if<std::string>(&accessor);
    return text ? *text : std::to_string(std::get<std::int64_t>(accessor));
}

std::string accessorRepr(const Accessor& accessor) {
    const auto* text = std::get_if<std::string>(&accessor);
    return text ? pythonRepr(*text) : std::to_string(std::get<std::int64_t>(accessor));
}

/// What == compares of a value that is no number, sequence or mapping.
bool equalFields(const std::vector<std::pair<std::string, Value>>& left,
                 const std::vector<std::pair<std::string, Value>>& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const auto& a, const auto& b) {
        return a.first == b.first && a.second.equals(b.second);
    });
}

bool equalMappings(const Value::Mapping& left, const Value::Mapping& right) {
    return left.items.size() == right.items.size() &&
           std::all_of(left.items.begin(), left.items.end(), [&right](const auto& item) {
               return std::any_of(right.items.begin(), right.items.end(), [&item](const auto& other) {
                   return other.first == item.first && other.second.equals(item.second);
               });
           });
}

bool equalSequences(const Value::Sequence& left, const Value::Sequence& right) {
    return left.kind == right.kind &&
           std::equal(left.items.begin(), left.items.end(), right.items.begin(), right.items.end(),
                      [](const Value& a, const Value& b) { return a.equals(b); });
}

/// Same kind on both sides, and no number.
bool equalData(const Value::Data& left, const Value::Data& right) {
    const auto same = [&right]<class T>(const T& a) {
        const T& b = std::get<T>(right);
        if constexpr (std::is_same_v<T, Value::Sequence>) {
            return equalSequences(a, b);
        } else if constexpr (std::is_same_v<T, Value::Mapping>) {
            return equalMappings(a, b);
        } else if constexpr (std::is_same_v<T, Value::Object> || std::is_same_v<T, Value::UserObject>) {
            return equalFields(a.fields, b.fields);
        } else if constexpr (std::is_same_v<T, Value::Opaque>) {
            return a.text == b.text;
        } else if constexpr (std::is_same_v<T, Value::Ignored>) {
            return true;
        } else {
            return a == b;
        }
    };
    return left.index() == right.index() && std::visit(same, left);
}

std::string joined(const std::vector<std::string>& parts, std::string_view open, std::string_view close) {
    std::string out(open);
    for (const std::string& part : parts) {
        out += &part == &parts.front() ? "" : ", ";
        out += part;
    }
    return out += close;
}

std::string fieldsRepr(const std::vector<std::pair<std::string, Value>>& fields) {
    std::vector<std::string> parts;
    for (const auto& [name, value] : fields) {
        parts.push_back(name + "=" + value.repr());
    }
    return joined(parts, "(", ")");
}

std::string sequenceRepr(const Value::Sequence& sequence) {
    std::vector<std::string> parts;
    for (const Value& item : sequence.items) {
        parts.push_back(item.repr());
    }
    if (sequence.kind == Value::SequenceKind::list) {
        return joined(parts, "[", "]");
    }
    return joined(parts, "(", parts.size() == 1 ? ",)" : ")");
}

std::string mappingRepr(const Value::Mapping& mapping) {
    std::vector<std::string> parts;
    for (const auto& [key, value] : mapping.items) {
        parts.push_back(accessorRepr(key) + ": " + value.repr());
    }
    return joined(parts, "{", "}");
}

std::string tensorRepr(const TensorInfo& tensor) {
    std::vector<std::string> sizes;
    for (const std::int64_t size : tensor.shape) {
        sizes.push_back(std::to_string(size));
    }
    return joined(sizes, "tensor(shape=[", "], dtype=" + tensor.dtype + ")");
}

/// Keys become text, so that two can collide: as in a Python dict the first keeps its place, the last its
/// value.
void setMember(JsonValue::Object& members, std::string key, JsonValue value) {
    const auto same = std::find_if(members.begin(), members.end(),
                                   [&key](const JsonValue::Member& member) { return member.first == key; });
    if (same != members.end()) {
        same->second = std::move(value);
    } else {
        members.emplace_back(std::move(key), std::move(value));
    }
}

JsonValue fieldsJson(const std::vector<std::pair<std::string, Value>>& fields) {
    JsonValue::Object out;
    for (const auto& [name, value] : fields) {
        setMember(out, name, value.toJson());
    }
    return out;
}

}  // namespace

bool Value::equals(const Value& other) const {
    const auto left = numberOf(*this);
    const auto right = numberOf(other);
    if (left || right) {
        return left && right && *left == *right;
    }
    return equalData(m_data, other.m_data);
}

std::size_t Value::hash() const {
    if (const auto number = numberOf(*this)) {
        return std::visit([](const auto& form) { return std::hash<std::decay_t<decltype(form)>>{}(form); },
                          *number);
    }
    const std::size_t kind = m_data.index() * 0x9E3779B97F4A7C15U;
    if (const auto* text = as<std::string>()) {
        return kind ^ std::hash<std::string>{}(*text);
    }
    if (const auto* mapping = as<Mapping>()) {
        return kind ^ mapping->items.size();
    }
    if (const auto* sequence = as<Sequence>()) {
        std::size_t out = kind;
        for (const Value& item : sequence->items) {
            out = out * 1000003U ^ item.hash();
        }
        return out;
    }
    return kind;
}

std::string Value::repr() const {
    return std::visit(
        Overloaded{[](const None&) { return std::string("None"); },
                   [](bool flag) { return std::string(flag ? "True" : "False"); },
                   [](std::int64_t whole) { return std::to_string(whole); },
                   [](const BigInt& big) { return big.digits; }, [](double real) { return pythonRepr(real); },
                   [](const std::string& text) { return pythonRepr(text); },
                   [](const TensorInfo& tensor) { return tensorRepr(tensor); },
                   [](const Sequence& sequence) { return sequenceRepr(sequence); },
                   [](const Mapping& mapping) { return mappingRepr(mapping); },
                   [](const Object& object) { return fieldsRepr(object.fields); },
                   [](const UserObject& object) { return fieldsRepr(object.fields); },
                   [](const Ignored&) { return std::string(); },
                   [](const Opaque& opaque) { return opaque.text; }},
        m_data);
}

std::string Value::str() const {
    const auto* text = as<std::string>();
    return text ? *text : repr();
}

JsonValue Value::toJson() const {
    return std::visit(
        Overloaded{[](const None&) { return JsonValue(); }, [](bool flag) { return JsonValue(flag); },
                   [](std::int64_t whole) { return JsonValue(whole); },
                   [](const BigInt& big) { return JsonValue(base::JsonNumber{big.digits}); },
                   [](double real) { return JsonValue(real); },
                   [](const std::string& text) { return JsonValue(text); },
                   [](const TensorInfo& tensor) { return JsonValue(tensorRepr(tensor)); },
                   [](const Sequence& sequence) {
                       JsonValue::Array out;
                       for (const Value& item : sequence.items) {
                           out.push_back(item.toJson());
                       }
                       return JsonValue(std::move(out));
                   },
                   [](const Mapping& mapping) {
                       JsonValue::Object out;
                       for (const auto& [key, value] : mapping.items) {
                           setMember(out, accessorKey(key), value.toJson());
                       }
                       return JsonValue(std::move(out));
                   },
                   [](const Object& object) { return fieldsJson(object.fields); },
                   [](const UserObject& object) { return fieldsJson(object.fields); },
                   [](const Ignored&) { return JsonValue(); },
                   [](const Opaque& opaque) { return JsonValue(opaque.text); }},
        m_data);
}

Value Value::fromJson(const JsonValue& json) {
    switch (json.kind()) {
        case JsonValue::Kind::null: return {};
        case JsonValue::Kind::boolean: return *json.boolean();
        case JsonValue::Kind::string: return *json.string();
        case JsonValue::Kind::number: {
            const base::JsonNumber& number = *json.number();
            if (!number.isInteger()) {
                return number.asDouble();
            }
            const auto small = number.asInt64();
            return small ? Value(*small) : Value(BigInt{number.text});
        }
        case JsonValue::Kind::array: {
            Sequence out;
            for (const JsonValue& item : *json.array()) {
                out.items.push_back(fromJson(item));
            }
            return out;
        }
        case JsonValue::Kind::object: {
            Mapping out;
            for (const auto& [key, value] : *json.object()) {
                out.items.emplace_back(Accessor(key), fromJson(value));
            }
            return out;
        }
    }
    return {};
}

}  // namespace dimscope::module
