// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/module/leaves.h"

#include <algorithm>
#include <string>
#include <utility>

namespace dimscope::module {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

class LeafFinder {
 public:
    explicit LeafFinder(Side side) : m_side(side) {}

    void visit(const Value& value, Value::Visit mode) {
        if (const auto* sequence = value.as<Value::Sequence>()) {
            for (std::size_t i = 0; i < sequence->items.size(); ++i) {
                step(static_cast<std::int64_t>(i), Container::sequence, sequence->items[i], mode);
            }
        } else if (const auto* mapping = value.as<Value::Mapping>()) {
            for (const auto& [key, item] : mapping->items) {
                step(key, Container::mapping, item, mode);
            }
        } else if (const auto* object = value.as<Value::Object>()) {
            for (const auto& [field, item] : object->fields) {
                step(field, Container::object, item, mode);
            }
        } else if (const auto* user = value.as<Value::UserObject>()) {
            visitUserObject(*user);
        } else if (!value.as<Value::Ignored>() &&
                   (mode == Value::Visit::everything || value.as<TensorInfo>())) {
            m_found.push_back({Locator(m_path, m_side), &value});
        }
    }

    std::vector<Leaf> take() { return std::move(m_found); }

 private:
    void visitUserObject(const Value::UserObject& object) {
        std::vector<const std::pair<std::string, Value>*> fields;
        for (const auto& field : object.fields) {
            if (!field.first.starts_with('_')) {
                fields.push_back(&field);
            }
        }
        std::sort(fields.begin(), fields.end(), [](auto* a, auto* b) { return a->first < b->first; });
        for (const auto* field : fields) {
            step(field->first, Container::userObject, field->second, object.visit);
        }
    }

    void step(Accessor accessor, Container container, const Value& value, Value::Visit mode) {
        m_path.push_back({std::move(accessor), container});
        visit(value, mode);
        m_path.pop_back();
    }

    Side m_side;
    std::vector<Step> m_path;
    std::vector<Leaf> m_found;
};

Error failure(ErrorCode code, const Step& step, std::string_view expected) {
    const Locator locator({step}, Side::output);
    return {code, "found nothing at " + locator.accessPath().substr(name(Side::output).size()),
            "expected " + std::string(expected)};
}

template <class Fields>
auto* fieldOf(Fields& fields, const std::string& wanted) {
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [&wanted](const auto& field) { return field.first == wanted; });
    return found == fields.end() ? nullptr : &found->second;
}

/// The child that one attribute step leads to. `Tree` is Value or const Value.
template <class Tree>
Result<Tree*> attributeOf(Tree& value, const Step& step) {
    const auto* attribute = std::get_if<std::string>(&step.accessor);
    if (!attribute) {
        return failure(ErrorCode::typeError, step, "the name of an attribute");
    }
    Tree* found = nullptr;
    if (auto* object = std::get_if<Value::Object>(&value.data())) {
        found = fieldOf(object->fields, *attribute);
    } else if (auto* user = std::get_if<Value::UserObject>(&value.data())) {
        found = fieldOf(user->fields, *attribute);
    }
    return found ? Result<Tree*>(found)
                 : failure(ErrorCode::attributeError, step, "an object with that attribute");
}

/// The child that one index or key leads to.
template <class Tree>
Result<Tree*> itemOf(Tree& value, const Step& step) {
    if (auto* sequence = std::get_if<Value::Sequence>(&value.data())) {
        const auto* index = std::get_if<std::int64_t>(&step.accessor);
        if (!index) {
            return failure(ErrorCode::typeError, step, "an index into a sequence");
        }
        const auto size = static_cast<std::int64_t>(sequence->items.size());
        if (*index < 0 || *index >= size) {
            return failure(ErrorCode::indexError, step, "an index below " + std::to_string(size));
        }
        return &sequence->items[static_cast<std::size_t>(*index)];
    }
    if (auto* mapping = std::get_if<Value::Mapping>(&value.data())) {
        for (auto& [key, item] : mapping->items) {
            if (key == step.accessor) {
                return &item;
            }
        }
        return failure(ErrorCode::notFound, step, "a key of the mapping");
    }
    return failure(ErrorCode::typeError, step, "a sequence or a mapping");
}

template <class Tree>
Result<Tree*> follow(Tree& root, const Locator& locator) {
    Tree* value = &root;
    for (const Step& step : locator.steps()) {
        const bool attribute = step.container == Container::object || step.container == Container::userObject;
        auto child = attribute ? attributeOf(*value, step) : itemOf(*value, step);
        if (!child) {
            return std::move(child).error().withContext("looking for " + locator.accessPath());
        }
        value = *child;
    }
    return value;
}

}  // namespace

std::vector<Leaf> findLeaves(const Value& root, Side side) {
    LeafFinder finder(side);
    finder.visit(root, Value::Visit::everything);
    return finder.take();
}

Result<const Value*> valueAt(const Value& root, const Locator& locator) {
    return follow(root, locator);
}

Result<void> setValueAt(Value& root, const Locator& locator, Value value) {
    auto found = follow(root, locator);
    if (!found) {
        return std::move(found).error();
    }
    **found = std::move(value);
    return {};
}

}  // namespace dimscope::module
