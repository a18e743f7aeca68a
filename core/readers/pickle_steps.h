// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/readers/pickle_bytes.h"
#include "core/readers/pickle_machine.h"
#include "core/readers/pickle_scalars.h"
#include "core/readers/pickle_value.h"

namespace dimscope::readers {

/// The stack machine of one pickle. A failure is kept, and what a step takes after it is worthless but safe.
class PickleMachine {
 public:
    PickleMachine(PickleBytes& bytes, PickleContent& content, const PicklePoll& poll)
        : m_bytes(bytes),
          m_content(content),
          m_poll(poll),
          m_none(content.tree.add(PickleValue::None{}, 0)) {}

    base::Result<PickleId> run();

 private:
    using Step = void (PickleMachine::*)();
    struct Opcode {
        std::uint8_t code;
        Step step;
    };
    static std::span<const Opcode> opcodes();
    static const std::array<Step, 256>& table();

    void fail(base::ErrorCode code, std::string found, std::string expected, std::string remedy = {}) {
        fail(m_bytes.error(m_opcodeAt, code, std::move(found), std::move(expected), std::move(remedy)));
    }
    void fail(base::Error error) {
        if (!m_failure) {
            m_failure = std::move(error);
        }
    }
    template <class T>
    T taken(base::Result<T> result) {
        if (!result) {
            fail(std::move(result.error()));
            return T{};
        }
        return std::move(*result);
    }
    std::uint64_t number(std::size_t bytes) { return taken(m_bytes.number(bytes)); }

    void push(PickleId id);
    void make(PickleValue::Data data);
    /// The value on top was made by this constructor.
    void madeBy(std::string constructor);
    PickleId pop();
    std::vector<PickleId> popToMark();
    /// The value on top, which stays there.
    PickleId top();
    void countItems(std::size_t count);
    /// A value that was made of parts of others.
    void makeCopied(PickleValue::Data data);
    void countCopied(std::uint64_t bytes);

    void pushText(std::uint64_t length);
    [[nodiscard]] bool keepsWhole(std::uint64_t length) const;
    void pushPythonString(std::uint64_t length);
    void pushBytes(std::uint64_t length);
    void pushInteger(const std::string& bytes);
    void pushParsed(std::optional<PickleValue::Data> value, const std::string& line);
    void pushName(PickleGlobal what);
    void tuple(std::size_t count);
    void memoize(std::uint64_t key);
    void recall(std::uint64_t key);
    void append(PickleId target, const std::vector<PickleId>& items);
    void setItems(PickleId target, const std::vector<PickleId>& items);
    void refuse(const PickleGlobal& what);
    void persistent(PickleId id);
    /// A call (REDUCE), or cls.__new__(*args).
    void call(PickleId callee, std::vector<PickleId> args, PickleValue::Object::Made made);
    bool callCopyreg(const PickleGlobal& what, const std::vector<PickleId>& args);
    const std::vector<PickleId>& argumentsOf(PickleId id);

    // Opcodes, by the names that Python gives them.
    void proto();
    void stop() { m_done = true; }
    void mark() { m_marks.push_back(m_stack.size()); }
    void popOne();
    void popMark() { popToMark(); }
    void dup() { push(top()); }
    void frame() { number(8); }
    void none() { push(m_none); }
    void newTrue() { make(true); }
    void newFalse() { make(false); }
    void binInt() { make(std::int64_t{static_cast<std::int32_t>(number(4))}); }
    void binInt1() { make(static_cast<std::int64_t>(number(1))); }
    void binInt2() { make(static_cast<std::int64_t>(number(2))); }
    void long1() { pushInteger(taken(m_bytes.take(number(1)))); }
    void long4();
    void binFloat();
    void textInt() { textNumber(&pythonInteger); }
    void textFloat() { textNumber(&pythonFloat); }
    void textNumber(std::optional<PickleValue::Data> (*parse)(std::string_view));
    void textString();
    void textUnicode();
    void binUnicode() { pushText(number(4)); }
    void shortBinUnicode() { pushText(number(1)); }
    void binUnicode8() { pushText(number(8)); }
    void binString() { pushPythonString(number(4)); }
    void shortBinString() { pushPythonString(number(1)); }
    void binBytes() { pushBytes(number(4)); }
    void shortBinBytes() { pushBytes(number(1)); }
    void binBytes8() { pushBytes(number(8)); }
    void byteArray();
    void emptyList() { make(PickleValue::Sequence{}); }
    void emptyTuple() { tuple(0); }
    void emptyDict() { make(PickleValue::Dict{}); }
    void emptySet() { make(PickleValue::Sequence{PickleValue::SequenceKind::set, {}}); }
    void frozenSet();
    void list() { sequenceOfMark(PickleValue::SequenceKind::list); }
    void tupleOfMark() { sequenceOfMark(PickleValue::SequenceKind::tuple); }
    void sequenceOfMark(PickleValue::SequenceKind kind);
    void dict();
    void tuple1() { tuple(1); }
    void tuple2() { tuple(2); }
    void tuple3() { tuple(3); }
    void appendOne();
    void appends();
    void addItems();
    void setItem();
    void setItemsOfMark();
    void put() { memoize(textKey()); }
    void binPut() { memoize(number(1)); }
    void longBinPut() { memoize(number(4)); }
    void memoizeNext() { memoize(m_memo.size()); }
    void get() { recall(textKey()); }
    void binGet() { recall(number(1)); }
    void longBinGet() { recall(number(4)); }
    std::uint64_t textKey();
    void global();
    void stackGlobal();
    void reduce();
    void newObj();
    void newObjEx();
    void inst();
    void obj();
    void build();
    void persId();
    void binPersId() { persistent(pop()); }
    void elsewhere();

    PickleBytes& m_bytes;
    PickleContent& m_content;
    const PicklePoll& m_poll;
    PickleId m_none;
    std::vector<PickleId> m_stack;
    std::vector<std::size_t> m_marks;
    std::unordered_map<std::uint64_t, PickleId> m_memo;
    std::uint64_t m_opcodeAt = 0;
    std::size_t m_items = 0;
    std::uint64_t m_copied = 0;
    bool m_done = false;
    std::optional<base::Error> m_failure;
};

}  // namespace dimscope::readers
