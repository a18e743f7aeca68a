// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of the pickle machine that name classes, make objects and give them their state.
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/readers/pickle_constructors.h"
#include "core/readers/pickle_steps.h"

namespace dimscope::readers {

using base::ErrorCode;
using base::Result;

namespace {

/// ("storage", class, key, location, elements) and, in the older layout, (key of the view, offset, elements).
PickleValue::Storage storageOf(const PickleTree& tree, const std::vector<PickleId>& parts) {
    PickleValue::Storage out;
    if (const auto* type = tree.as<PickleGlobal>(parts[1])) {
        out.dtype = storageType(*type);
    }
    if (const std::string* key = parts.size() > 2 ? tree.text(parts[2]) : nullptr) {
        out.key = *key;
    }
    const std::vector<PickleId>* view = parts.size() > 5 ? tree.sequence(parts[5]) : nullptr;
    const auto* offset = view != nullptr && view->size() == 3 ? tree.as<std::int64_t>((*view)[1]) : nullptr;
    out.offset = offset != nullptr ? *offset : 0;
    return out;
}

/// Up to protocol 2 Python 3 writes names as Python 2 knew them, and maps them back when it reads.
PickleGlobal inPython3(PickleGlobal what) {
    using Pair = std::pair<std::string_view, std::string_view>;
    static constexpr auto kModules = std::to_array<Pair>({{"__builtin__", "builtins"},
                                                          {"copy_reg", "copyreg"},
                                                          {"commands", "subprocess"},
                                                          {"cPickle", "pickle"},
                                                          {"thread", "_thread"},
                                                          {"Queue", "queue"}});
    static constexpr auto kBuiltins = std::to_array<Pair>({{"xrange", "range"},
                                                           {"unicode", "str"},
                                                           {"long", "int"},
                                                           {"unichr", "chr"},
                                                           {"raw_input", "input"}});
    const auto map = [](std::string& name, const auto& pairs) {
        const auto found =
            std::find_if(pairs.begin(), pairs.end(), [&](const Pair& pair) { return pair.first == name; });
        if (found != pairs.end()) {
            name = found->second;
        }
    };
    if (what.module == "__builtin__") {
        map(what.name, kBuiltins);
    }
    map(what.module, kModules);
    return what;
}

}  // namespace

void PickleMachine::refuse(const PickleGlobal& what) {
    const bool known = std::any_of(m_content.refused.begin(), m_content.refused.end(),
                                   [&](const PickleRefusal& refusal) { return refusal.what == what; });
    static constexpr std::size_t kMostRefused = 1000;
    if (!known && m_content.refused.size() < kMostRefused) {
        m_content.refused.push_back({what, m_opcodeAt});
    }
}

void PickleMachine::pushName(PickleGlobal what) {
    if (m_failure) {
        return;
    }
    if (!isUtf8(what.module) || !isUtf8(what.name)) {
        fail(ErrorCode::encoding, "found a name that is no UTF-8", "expected UTF-8", "save the file again");
        return;
    }
    what = inPython3(std::move(what));
    if (reachesOutside(what)) {
        refuse(what);
    }
    if (std::optional<PickleValue::Plain> plain = knownName(what)) {
        makeCopied(std::move(*plain));
    } else {
        makeCopied(std::move(what));
    }
}

void PickleMachine::global() {
    PickleGlobal what;
    what.module = taken(m_bytes.line());
    what.name = taken(m_failure ? Result<std::string>(std::string()) : m_bytes.line());
    pushName(std::move(what));
}

void PickleMachine::stackGlobal() {
    const PickleId name = pop();
    const PickleId module = pop();
    const std::string* nameText = m_content.tree.text(name);
    const std::string* moduleText = m_content.tree.text(module);
    if (!m_failure && (nameText == nullptr || moduleText == nullptr)) {
        fail(ErrorCode::wrongType,
             "found " + describeKind(m_content.tree[nameText == nullptr ? name : module]) +
                 " as the name of a class",
             "expected text", "the file is damaged: save it again");
    }
    if (!m_failure) {
        pushName({*moduleText, *nameText});
    }
}

const std::vector<PickleId>& PickleMachine::argumentsOf(PickleId id) {
    static const std::vector<PickleId> kNone;
    const std::vector<PickleId>* items = m_content.tree.sequence(id);
    if (items == nullptr && !m_failure) {
        fail(ErrorCode::wrongType,
             "found " + describeKind(m_content.tree[id]) + " as the arguments of a call", "expected a tuple",
             "the file is damaged: save it again");
    }
    return items != nullptr ? *items : kNone;
}

bool PickleMachine::callCopyreg(const PickleGlobal& what, const std::vector<PickleId>& args) {
    const auto isCopyreg = [](const PickleGlobal& name) { return name.module == "copyreg"; };
    const auto* type = args.empty() ? nullptr : m_content.tree.as<PickleGlobal>(args.front());
    if (!isCopyreg(what) || type == nullptr || isCopyreg(*type)) {
        return false;
    }
    const bool created = what.name == "__newobj__" || what.name == "__newobj_ex__";
    if (!created && what.name != "_reconstructor") {
        return false;
    }
    std::vector<PickleId> own;
    if (what.name == "__newobj__") {
        own.assign(args.begin() + 1, args.end());
    } else if (created && args.size() > 1) {
        own = argumentsOf(args[1]);
    } else if (!created && args.size() == 3 && m_content.tree.as<PickleValue::None>(args[2]) == nullptr) {
        own.push_back(args[2]);
    }
    call(args.front(), std::move(own), PickleValue::Object::Made::created);
    return true;
}

void PickleMachine::call(PickleId callee, std::vector<PickleId> args, PickleValue::Object::Made made) {
    if (m_failure) {
        return;
    }
    const auto* name = m_content.tree.as<PickleGlobal>(callee);
    const PickleGlobal what =
        name != nullptr ? *name : PickleGlobal{{}, describeKind(m_content.tree[callee])};
    countCopied(heldBytes(what) + args.size() * sizeof(PickleId));
    if (m_failure) {
        return;
    }
    if (name != nullptr && callCopyreg(what, args)) {
        return;
    }
    Result<std::optional<PickleMade>> known = constructKnown(m_content.tree, what, args, m_opcodeAt);
    if (!known) {
        known.error().where.file = m_bytes.file();
        fail(std::move(known.error()));
        return;
    }
    if (*known && (*known)->data) {
        const bool toldByValue = std::holds_alternative<PickleValue::Tensor>(*(*known)->data) ||
                                 std::holds_alternative<PickleValue::Storage>(*(*known)->data);
        makeCopied(std::move(*(*known)->data));
        if (!toldByValue) {
            madeBy(presentName(what));
        }
    } else if (*known) {
        push((*known)->existing);
    } else {
        if (name == nullptr || wouldExecute(what)) {  // what is computed is never a mere class
            refuse(what);
        }
        countItems(args.size());
        makeCopied(PickleValue::Object{what, made, std::move(args), std::nullopt, {}, {}});
    }
}

void PickleMachine::reduce() {
    const PickleId args = pop();
    const PickleId callee = pop();
    call(callee, argumentsOf(args), PickleValue::Object::Made::called);
}

void PickleMachine::newObj() {
    const PickleId args = pop();
    const PickleId callee = pop();
    call(callee, argumentsOf(args), PickleValue::Object::Made::created);
}

void PickleMachine::newObjEx() {
    const PickleId keywords = pop();
    const PickleId args = pop();
    const PickleId callee = pop();
    std::vector<PickleId> all = argumentsOf(args);
    if (const auto* dict = m_content.tree.as<PickleValue::Dict>(keywords)) {
        for (const auto& [key, value] : dict->items) {
            all.push_back(value);
        }
    }
    call(callee, std::move(all), PickleValue::Object::Made::created);
}

void PickleMachine::inst() {
    global();
    const PickleId callee = pop();
    call(callee, popToMark(), PickleValue::Object::Made::called);
}

void PickleMachine::obj() {
    std::vector<PickleId> args = popToMark();
    if (args.empty()) {
        fail(ErrorCode::syntax, "found an object without a class", "expected its class behind the mark",
             "the file is damaged: save it again");
        return;
    }
    const PickleId callee = args.front();
    args.erase(args.begin());
    call(callee, std::move(args), PickleValue::Object::Made::called);
}

void PickleMachine::build() {
    const PickleId state = pop();
    const PickleId target = top();
    if (m_failure) {
        return;
    }
    if (auto* object = m_content.tree[target].as<PickleValue::Object>()) {
        object->state = state;
        return;
    }
    Result<void> applied = applyState(m_content.tree, target, state, m_opcodeAt);
    countCopied(heldBytes(m_content.tree[target].data));
    if (!applied) {
        applied.error().where.file = m_bytes.file();
        fail(std::move(applied.error()));
    }
}

void PickleMachine::persId() {
    const std::string line = taken(m_bytes.line());
    make(PickleValue::Object{{{}, "persistent id " + line.substr(0, 40)}, {}, {}, {}, {}, {}});
}

void PickleMachine::persistent(PickleId id) {
    if (m_failure) {
        return;
    }
    const PickleTree& tree = m_content.tree;
    const std::vector<PickleId>* parts = tree.sequence(id);
    const std::string* kind = parts != nullptr && parts->size() >= 2 ? tree.text(parts->front()) : nullptr;
    if (kind != nullptr && *kind == "storage") {
        makeCopied(storageOf(tree, *parts));
    } else if (kind != nullptr && *kind == "module") {
        push((*parts)[1]);  // a class whose source text was saved beside it
    } else {
        make(PickleValue::Object{{{}, "persistent id"}, {}, {id}, {}, {}, {}});
    }
}

void PickleMachine::elsewhere() {
    fail(ErrorCode::badValue,
         "found a value that only the program that wrote the file can supply (an extension code, or a buffer "
         "kept outside of it)",
         "expected a pickle that is whole by itself", "save the file with torch.save");
}

}  // namespace dimscope::readers
