// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/pickle_machine.h"

#include <bit>

#include "core/readers/pickle_steps.h"

namespace dimscope::readers {

using base::ErrorCode;
using base::Result;

std::span<const PickleMachine::Opcode> PickleMachine::opcodes() {
    static constexpr auto kOpcodes = std::to_array<Opcode>({
        {0x80, &PickleMachine::proto},
        {'.', &PickleMachine::stop},
        {'(', &PickleMachine::mark},
        {'0', &PickleMachine::popOne},
        {'1', &PickleMachine::popMark},
        {'2', &PickleMachine::dup},
        {0x95, &PickleMachine::frame},
        {'N', &PickleMachine::none},
        {0x88, &PickleMachine::newTrue},
        {0x89, &PickleMachine::newFalse},
        {'J', &PickleMachine::binInt},
        {'K', &PickleMachine::binInt1},
        {'M', &PickleMachine::binInt2},
        {0x8a, &PickleMachine::long1},
        {0x8b, &PickleMachine::long4},
        {'G', &PickleMachine::binFloat},
        {'I', &PickleMachine::textInt},
        {'L', &PickleMachine::textInt},
        {'F', &PickleMachine::textFloat},
        {'S', &PickleMachine::textString},
        {'V', &PickleMachine::textUnicode},
        {'X', &PickleMachine::binUnicode},
        {0x8c, &PickleMachine::shortBinUnicode},
        {0x8d, &PickleMachine::binUnicode8},
        {'T', &PickleMachine::binString},
        {'U', &PickleMachine::shortBinString},
        {'B', &PickleMachine::binBytes},
        {'C', &PickleMachine::shortBinBytes},
        {0x8e, &PickleMachine::binBytes8},
        {0x96, &PickleMachine::byteArray},
        {']', &PickleMachine::emptyList},
        {')', &PickleMachine::emptyTuple},
        {'}', &PickleMachine::emptyDict},
        {0x8f, &PickleMachine::emptySet},
        {0x91, &PickleMachine::frozenSet},
        {'l', &PickleMachine::list},
        {'t', &PickleMachine::tupleOfMark},
        {'d', &PickleMachine::dict},
        {0x85, &PickleMachine::tuple1},
        {0x86, &PickleMachine::tuple2},
        {0x87, &PickleMachine::tuple3},
        {'a', &PickleMachine::appendOne},
        {'e', &PickleMachine::appends},
        {0x90, &PickleMachine::addItems},
        {'s', &PickleMachine::setItem},
        {'u', &PickleMachine::setItemsOfMark},
        {'p', &PickleMachine::put},
        {'q', &PickleMachine::binPut},
        {'r', &PickleMachine::longBinPut},
        {0x94, &PickleMachine::memoizeNext},
        {'g', &PickleMachine::get},
        {'h', &PickleMachine::binGet},
        {'j', &PickleMachine::longBinGet},
        {'c', &PickleMachine::global},
        {0x93, &PickleMachine::stackGlobal},
        {'R', &PickleMachine::reduce},
        {0x81, &PickleMachine::newObj},
        {0x92, &PickleMachine::newObjEx},
        {'i', &PickleMachine::inst},
        {'o', &PickleMachine::obj},
        {'b', &PickleMachine::build},
        {'P', &PickleMachine::persId},
        {'Q', &PickleMachine::binPersId},
        {0x82, &PickleMachine::elsewhere},
        {0x83, &PickleMachine::elsewhere},
        {0x84, &PickleMachine::elsewhere},
        {0x97, &PickleMachine::elsewhere},
        {0x98, &PickleMachine::elsewhere},
    });
    return kOpcodes;
}

const std::array<PickleMachine::Step, 256>& PickleMachine::table() {
    static const std::array<Step, 256> kTable = [] {
        std::array<Step, 256> table{};
        for (const Opcode& opcode : opcodes()) {
            table[opcode.code] = opcode.step;
        }
        return table;
    }();
    return kTable;
}

Result<PickleId> PickleMachine::run() {
    static constexpr std::uint64_t kStepsPerPoll = 4096;
    for (std::uint64_t steps = 0; !m_done && !m_failure; ++steps) {
        m_opcodeAt = m_bytes.position();
        if (steps % kStepsPerPoll == 0 && m_poll) {
            if (Result<void> polled = m_poll(); !polled) {
                return std::move(polled.error());
            }
        }
        if (steps == PickleLimits::kMostSteps) {
            fail(ErrorCode::tooLarge, "found more than " + std::to_string(steps) + " opcodes",
                 "expected the full stop before", "save tensors and short values only");
            break;
        }
        const std::uint8_t code = taken(m_bytes.byte());
        const Step step = table()[code];
        if (m_failure) {
            break;
        }
        if (step == nullptr) {
            fail(ErrorCode::syntax, "found the byte " + std::to_string(code) + ", which is no opcode",
                 "expected a pickle of protocol 0 to 5", "check that the file is whole and what wrote it");
            break;
        }
        (this->*step)();
    }
    const PickleId value = m_failure ? m_none : pop();
    if (m_failure) {
        return std::move(*m_failure);
    }
    return value;
}

void PickleMachine::push(PickleId id) {
    if (m_stack.size() >= PickleLimits::kMostValues) {
        fail(ErrorCode::tooLarge, "found more than " + std::to_string(m_stack.size()) + " values at once",
             "expected fewer", "save tensors and short values only");
        return;
    }
    m_stack.push_back(id);
}

void PickleMachine::make(PickleValue::Data data) {
    if (m_content.tree.size() >= PickleLimits::kMostValues) {
        fail(ErrorCode::tooLarge, "found more than " + std::to_string(m_content.tree.size()) + " values",
             "expected fewer", "save tensors and short values only");
    }
    if (!m_failure) {
        push(m_content.tree.add(std::move(data), m_opcodeAt));
    }
}

void PickleMachine::madeBy(std::string constructor) {
    if (!m_failure) {
        m_content.constructors.emplace(top().value, std::move(constructor));
    }
}

PickleId PickleMachine::top() {
    const std::size_t floor = m_marks.empty() ? 0 : m_marks.back();
    if (m_stack.size() <= floor) {
        fail(ErrorCode::syntax, "found an opcode that takes a value where there is none",
             "expected a value before it", "the file is damaged: save it again");
        return m_none;
    }
    return m_stack.back();
}

PickleId PickleMachine::pop() {
    const PickleId value = top();
    if (!m_failure) {
        m_stack.pop_back();
    }
    return value;
}

void PickleMachine::popOne() {
    // As in Python, POP on an open mark takes the mark away.
    if (!m_marks.empty() && m_marks.back() == m_stack.size()) {
        m_marks.pop_back();
    } else {
        pop();
    }
}

std::vector<PickleId> PickleMachine::popToMark() {
    if (m_marks.empty()) {
        fail(ErrorCode::syntax, "found an opcode that takes values up to a mark where there is none",
             "expected a mark before it", "the file is damaged: save it again");
        return {};
    }
    const auto begin = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
    std::vector<PickleId> out(begin, m_stack.end());
    m_stack.erase(begin, m_stack.end());
    m_marks.pop_back();
    return out;
}

void PickleMachine::countItems(std::size_t count) {
    m_items += count;
    if (m_items > PickleLimits::kMostValues) {
        fail(ErrorCode::tooLarge, "found more than " + std::to_string(PickleLimits::kMostValues) + " items",
             "expected fewer", "save tensors and short values only");
    }
}

void PickleMachine::countCopied(std::uint64_t bytes) {
    m_copied += bytes;
    if (m_copied > PickleLimits::kMostCopiedBytes && !m_failure) {
        fail(ErrorCode::tooLarge,
             "found more than " + std::to_string(PickleLimits::kMostCopiedBytes) +
                 " bytes in values made of other values",
             "expected fewer", "save tensors and short values only");
    }
}

void PickleMachine::makeCopied(PickleValue::Data data) {
    countCopied(heldBytes(data));
    make(std::move(data));
}

void PickleMachine::proto() {
    if (const std::uint64_t protocol = number(1); protocol > 5) {
        fail(ErrorCode::badValue, "found the pickle protocol " + std::to_string(protocol), "expected 0 to 5",
             "save the file with another protocol");
    }
}

void PickleMachine::long4() {
    const std::uint64_t length = number(4);
    if (length > PickleLimits::kLongestInteger) {
        fail(ErrorCode::tooLarge, "found an integer of " + std::to_string(length) + " bytes",
             "expected at most " + std::to_string(PickleLimits::kLongestInteger), "save smaller numbers");
        return;
    }
    pushInteger(taken(m_bytes.take(length)));
}

void PickleMachine::pushInteger(const std::string& bytes) {
    make(integerOf(bytes));
}

void PickleMachine::binFloat() {
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) {
        bits = bits << 8U | number(1);
    }
    make(std::bit_cast<double>(bits));
}

void PickleMachine::pushParsed(std::optional<PickleValue::Data> value, const std::string& line) {
    if (!value) {
        fail(ErrorCode::syntax, "found \"" + line.substr(0, 40) + "\"",
             "expected a value as Python writes it", "the file is damaged: save it again");
        return;
    }
    make(std::move(*value));
}

void PickleMachine::textNumber(std::optional<PickleValue::Data> (*parse)(std::string_view)) {
    const std::string line = taken(m_bytes.line());
    if (!m_failure) {
        pushParsed(parse(line), line);
    }
}

void PickleMachine::textString() {
    const std::string line = taken(m_bytes.line());
    const std::optional<std::string> text = unquoted(line);
    pushParsed(text ? std::optional(stringOf(*text)) : std::nullopt, line);
}

void PickleMachine::textUnicode() {
    const std::string line = taken(m_bytes.line());
    pushParsed(PickleValue::Text{unescapedUnicode(line)}, line);
}

void PickleMachine::pushText(std::uint64_t length) {
    if (m_failure || !keepsWhole(length)) {
        pushBytes(length);
        return;
    }
    std::string text = taken(m_bytes.take(length));
    m_content.keptBytes += text.size();
    if (!isUtf8(text)) {
        fail(ErrorCode::encoding, "found text that is no UTF-8", "expected UTF-8", "save the file again");
    }
    make(PickleValue::Text{std::move(text)});
}

bool PickleMachine::keepsWhole(std::uint64_t length) const {
    return length <= PickleLimits::kWholeBytes &&
           m_content.keptBytes + length <= PickleLimits::kMostKeptBytes;
}

void PickleMachine::pushPythonString(std::uint64_t length) {
    make(stringOf(taken(m_bytes.take(m_failure ? 0 : length))));
}

void PickleMachine::pushBytes(std::uint64_t length) {
    if (m_failure) {
        return;
    }
    const bool whole = keepsWhole(length);
    PickleValue::Bytes bytes{taken(m_bytes.take(whole ? length : PickleLimits::kHeadBytes)), length};
    m_content.keptBytes += bytes.head.size();
    if (!whole && !m_failure) {
        if (Result<void> skipped = m_bytes.skip(length - bytes.head.size()); !skipped) {
            fail(std::move(skipped.error()));
        }
    }
    make(std::move(bytes));
}

void PickleMachine::tuple(std::size_t count) {
    PickleValue::Sequence out{PickleValue::SequenceKind::tuple, std::vector<PickleId>(count)};
    for (std::size_t i = count; i > 0; --i) {
        out.items[i - 1] = pop();
    }
    countItems(count);
    make(std::move(out));
}

void PickleMachine::sequenceOfMark(PickleValue::SequenceKind kind) {
    PickleValue::Sequence out{kind, popToMark()};
    countItems(out.items.size());
    make(std::move(out));
}

void PickleMachine::frozenSet() {
    sequenceOfMark(PickleValue::SequenceKind::set);
    madeBy("builtins.frozenset");
}

void PickleMachine::byteArray() {
    pushBytes(number(8));
    madeBy("builtins.bytearray");
}

void PickleMachine::dict() {
    const std::vector<PickleId> items = popToMark();
    make(PickleValue::Dict{});
    setItems(top(), items);
}

void PickleMachine::append(PickleId target, const std::vector<PickleId>& items) {
    if (m_failure) {
        return;
    }
    countItems(items.size());
    PickleValue& value = m_content.tree[target];
    auto* sequence = value.as<PickleValue::Sequence>();
    auto* object = value.as<PickleValue::Object>();
    if (sequence != nullptr && sequence->kind != PickleValue::SequenceKind::tuple) {
        sequence->items.insert(sequence->items.end(), items.begin(), items.end());
    } else if (object != nullptr) {
        object->items.insert(object->items.end(), items.begin(), items.end());
    } else {
        fail(ErrorCode::wrongType, "found items that are added to " + describeKind(value),
             "expected a list or a set", "the file is damaged: save it again");
    }
}

void PickleMachine::setItems(PickleId target, const std::vector<PickleId>& items) {
    if (m_failure) {
        return;
    }
    if (items.size() % 2 != 0) {
        fail(ErrorCode::syntax, "found a key without a value", "expected pairs",
             "the file is damaged: save it again");
        return;
    }
    countItems(items.size() / 2);
    PickleValue& value = m_content.tree[target];
    std::vector<std::pair<PickleId, PickleId>>* pairs = nullptr;
    if (auto* dict = value.as<PickleValue::Dict>()) {
        pairs = &dict->items;
    } else if (auto* object = value.as<PickleValue::Object>()) {
        pairs = &object->entries;
    }
    if (pairs == nullptr) {
        fail(ErrorCode::wrongType, "found keys that are set in " + describeKind(value), "expected a dict",
             "the file is damaged: save it again");
        return;
    }
    for (std::size_t i = 0; i < items.size(); i += 2) {
        pairs->emplace_back(items[i], items[i + 1]);
    }
}

void PickleMachine::appendOne() {
    const PickleId item = pop();
    append(top(), {item});
}

void PickleMachine::appends() {
    const std::vector<PickleId> items = popToMark();
    append(top(), items);
}

void PickleMachine::addItems() {
    appends();
}

void PickleMachine::setItem() {
    const PickleId value = pop();
    const PickleId key = pop();
    setItems(top(), {key, value});
}

void PickleMachine::setItemsOfMark() {
    const std::vector<PickleId> items = popToMark();
    setItems(top(), items);
}

void PickleMachine::memoize(std::uint64_t key) {
    const PickleId value = top();
    if (m_failure) {
        return;
    }
    m_memo[key] = value;
    if (m_memo.size() > PickleLimits::kMostValues) {
        fail(ErrorCode::tooLarge,
             "found more than " + std::to_string(PickleLimits::kMostValues) + " memo entries",
             "expected fewer", "save tensors and short values only");
    }
}

void PickleMachine::recall(std::uint64_t key) {
    const auto found = m_memo.find(key);
    if (found == m_memo.end()) {
        fail(ErrorCode::syntax, "found the memo entry " + std::to_string(key) + ", which was never made",
             "expected one that was", "the file is damaged: save it again");
        return;
    }
    push(found->second);
}

std::uint64_t PickleMachine::textKey() {
    const std::string line = taken(m_bytes.line());
    const std::optional<PickleValue::Data> number = pythonInteger(line);
    const auto* key = number ? std::get_if<std::int64_t>(&*number) : nullptr;
    if (key == nullptr || *key < 0) {
        fail(ErrorCode::syntax, "found \"" + line.substr(0, 40) + "\" as a memo entry",
             "expected a whole number", "the file is damaged: save it again");
        return 0;
    }
    return static_cast<std::uint64_t>(*key);
}

Result<PickleId> readPickle(PickleBytes& bytes, PickleContent& content, const PicklePoll& poll) {
    return PickleMachine(bytes, content, poll).run();
}

}  // namespace dimscope::readers
