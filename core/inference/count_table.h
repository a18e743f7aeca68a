// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dimscope::inference {

/// Spreads the bits of a number over all bits of the result (the finaliser of SplitMix64).
[[nodiscard]] constexpr std::uint64_t spreadBits(std::uint64_t value) {
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebULL;
    return value ^ (value >> 31U);
}

/// Counts how often each key comes, in order of first appearance. Meant for columns of millions: one array of
/// entries and one of 4-byte slots. `Hash` is called with a key and gives 64 well-spread bits.
template <class Key, class Hash>
class CountTable {
 public:
    struct Entry {
        Key key;
        std::uint64_t count = 0;
        std::uint32_t first = 0;  ///< index at which the key first came
    };

    CountTable() : m_slots(kFirstSlots, 0) {}

    /// Fewer than 2^32 - 1 different keys.
    void add(const Key& key, std::uint32_t index) {
        std::size_t slot = slotOf(key);
        if (m_slots[slot] == 0) {
            if ((m_entries.size() + 1) * 2 > m_slots.size()) {
                grow();
                slot = slotOf(key);
            }
            m_entries.push_back({key, 0, index});
            m_slots[slot] = static_cast<std::uint32_t>(m_entries.size());
        }
        ++m_entries[m_slots[slot] - 1].count;
    }

    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }
    [[nodiscard]] std::vector<Entry> takeEntries() && { return std::move(m_entries); }

 private:
    static constexpr std::size_t kFirstSlots = 64;  // a power of two

    /// The slot that holds the key, or the free one where it belongs.
    [[nodiscard]] std::size_t slotOf(const Key& key) const {
        const std::size_t mask = m_slots.size() - 1;
        std::size_t slot = static_cast<std::size_t>(Hash{}(key)) & mask;
        while (m_slots[slot] != 0 && !(m_entries[m_slots[slot] - 1].key == key)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    void grow() {
        m_slots.assign(m_slots.size() * 4, 0);
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            m_slots[slotOf(m_entries[i].key)] = static_cast<std::uint32_t>(i + 1);
        }
    }

    std::vector<Entry> m_entries;
    std::vector<std::uint32_t> m_slots;  // 0: free, else index of an entry + 1; at most half full
};

struct SizeHash {
    std::uint64_t operator()(std::int64_t size) const { return spreadBits(static_cast<std::uint64_t>(size)); }
};
using SizeCounts = CountTable<std::int64_t, SizeHash>;

}  // namespace dimscope::inference
