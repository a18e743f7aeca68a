// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/relations.h"

#include <xxhash.h>

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/inference/count_table.h"

namespace dimscope::inference {

namespace {

__extension__ using Wide = __int128;  // sums and products of two sizes
__extension__ using WideUnsigned = unsigned __int128;

using Column = std::span<const std::int64_t>;

std::uint64_t hashOf(const std::vector<std::int64_t>& column) {
    return XXH3_64bits(column.data(), column.size() * sizeof(std::int64_t));
}

std::uint64_t hashOf(Column column) {
    return XXH3_64bits(column.data(), column.size_bytes());
}

/// Axes with equal columns.
struct Class {
    std::vector<AxisRef> axes;
    Column sizes;
    std::vector<std::int64_t> rows;  ///< sizes in the distinct joint rows
    std::int64_t divisor = 0;        ///< greatest common one of the sizes
    std::int64_t least = 0;
};

bool equalColumns(Column left, Column right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end());
}

std::vector<Class> classesOf(const std::vector<VaryingAxis>& axes) {
    std::vector<Class> classes;
    std::unordered_multimap<std::uint64_t, std::size_t> byHash;
    for (const VaryingAxis& axis : axes) {
        const std::uint64_t hash = hashOf(axis.sizes);
        const auto [begin, end] = byHash.equal_range(hash);
        const auto found = std::find_if(begin, end, [&](const auto& entry) {
            return equalColumns(classes[entry.second].sizes, axis.sizes);
        });
        if (found != end) {
            classes[found->second].axes.push_back(axis.axis);
        } else {
            byHash.emplace(hash, classes.size());
            classes.push_back({{axis.axis}, axis.sizes, {}, 0, 0});
        }
    }
    return classes;
}

/// Indexes of samples that differ in some class, the first of each kind.
std::vector<std::size_t> distinctRows(const std::vector<Class>& classes) {
    const std::size_t samples = classes.front().sizes.size();
    std::vector<std::uint64_t> hashes(samples, 0);
    for (const Class& entry : classes) {
        for (std::size_t i = 0; i < samples; ++i) {
            hashes[i] = spreadBits(hashes[i] * 31 + static_cast<std::uint64_t>(entry.sizes[i]));
        }
    }
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> byHash;
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < samples; ++i) {
        std::vector<std::size_t>& alike = byHash[hashes[i]];
        const bool known = std::any_of(alike.begin(), alike.end(), [&](std::size_t row) {
            return std::all_of(classes.begin(), classes.end(),
                               [&](const Class& entry) { return entry.sizes[row] == entry.sizes[i]; });
        });
        if (!known) {
            alike.push_back(i);
            rows.push_back(i);
        }
    }
    return rows;
}

/// A hash under which that of a sum is the sum, and one under which that of a product is the product, of the
/// hashes.
class RowHashes {
 public:
    explicit RowHashes(std::size_t rows) {
        for (std::size_t i = 0; i < rows; ++i) {
            m_weights.push_back(spreadBits(i * 0x9e3779b97f4a7c15ULL + 1));
        }
    }

    [[nodiscard]] std::uint64_t sum(const std::vector<std::int64_t>& rows) const {
        std::uint64_t hash = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            hash += m_weights[i] * static_cast<std::uint64_t>(rows[i]);
        }
        return hash;
    }

    /// Sizes of at least 1 only.
    [[nodiscard]] std::uint64_t product(const std::vector<std::int64_t>& rows) const {
        std::uint64_t hash = 1;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            hash = times(hash, power(static_cast<std::uint64_t>(rows[i]) % kPrime, m_weights[i] & 0xffffU));
        }
        return hash;
    }

    [[nodiscard]] static std::uint64_t times(std::uint64_t left, std::uint64_t right) {
        return static_cast<std::uint64_t>(WideUnsigned{left} * right % kPrime);
    }

 private:
    static constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61U) - 1;

    [[nodiscard]] static std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
        std::uint64_t result = 1;
        for (; exponent != 0; exponent >>= 1U) {
            if ((exponent & 1U) != 0) {
                result = times(result, base);
            }
            base = times(base, base);
        }
        return result;
    }

    std::vector<std::uint64_t> m_weights;
};

/// Seeks relations among the classes of one graph.
class Search {
 public:
    Search(const std::vector<VaryingAxis>& axes, const std::function<std::string(const AxisRef&)>& label)
        : m_label(label), m_classes(classesOf(axes)) {}

    Relations run() {
        if (m_classes.empty()) {
            return {};
        }
        shared();
        m_rows = distinctRows(m_classes);
        for (Class& entry : m_classes) {
            for (const std::size_t row : m_rows) {
                entry.rows.push_back(entry.sizes[row]);
                entry.divisor = std::gcd(entry.divisor, entry.rows.back());
            }
            entry.least = *std::min_element(entry.rows.begin(), entry.rows.end());
        }
        scaled();
        offset();
        combined();
        for (Class& entry : m_classes) {
            m_result.data.classes.push_back(std::move(entry.axes));
        }
        return std::move(m_result);
    }

 private:
    [[nodiscard]] std::string name(const Class& entry) const {
        const std::size_t others = entry.axes.size() - 1;
        return m_label(entry.axes.front()) +
               (others == 0 ? std::string() : " (and " + std::to_string(others) + " equal)");
    }

    [[nodiscard]] std::string everySample() const {
        return " in all " + std::to_string(m_classes.front().sizes.size()) + " samples";
    }

    /// One sample per distinct joint row, at least as many as tell.
    [[nodiscard]] std::vector<std::uint32_t> shownRows() const {
        constexpr std::size_t kShown = 3;
        std::vector<std::uint32_t> samples;
        for (std::size_t i = 0; i < m_rows.size() && i < kShown; ++i) {
            samples.push_back(static_cast<std::uint32_t>(m_rows[i]));
        }
        return samples;
    }

    /// False where the list of findings is full; the data are kept all the same.
    bool add(const char* code, std::string message, Relation relation,
             std::initializer_list<const Class*> of) {
        if (m_result.findings.size() >= kMostRelations) {
            m_result.isCapped = true;
            m_result.data.relations.push_back(std::move(relation));
            return false;
        }
        Finding finding;
        finding.code = code;
        finding.message = std::move(message);
        finding.samples = relation.samples;
        for (const Class* entry : of) {
            finding.axes.insert(finding.axes.end(), entry->axes.begin(), entry->axes.end());
        }
        m_result.findings.push_back(std::move(finding));
        m_result.data.relations.push_back(std::move(relation));
        return true;
    }

    [[nodiscard]] std::size_t indexOf(const Class& entry) const {
        return static_cast<std::size_t>(&entry - m_classes.data());
    }

    /// A relation of one class to another.
    void addToOther(RelationKind kind, const Class& entry, const Class& other, std::int64_t number) {
        const std::string rule = kind == RelationKind::scaled ? std::to_string(number) + " x " + name(other)
                                                              : name(other) + " + " + std::to_string(number);
        add(kind == RelationKind::scaled ? "scaled" : "offset", name(entry) + " = " + rule + everySample(),
            {kind, indexOf(entry), indexOf(other), 0, number, shownRows()}, {&entry, &other});
    }

    void shared() {
        for (const Class& entry : m_classes) {
            if (entry.axes.size() < 2) {
                continue;
            }
            constexpr std::size_t kNamed = 6;
            std::string names;
            for (std::size_t i = 0; i < entry.axes.size() && i < kNamed; ++i) {
                names += (i == 0 ? "" : ", ") + m_label(entry.axes[i]);
            }
            if (entry.axes.size() > kNamed) {
                names += " and " + std::to_string(entry.axes.size() - kNamed) + " more";
            }
            const auto other = std::find_if(entry.sizes.begin(), entry.sizes.end(),
                                            [&](std::int64_t size) { return size != entry.sizes.front(); });
            add("shared", "equal" + everySample() + ": " + names,
                {RelationKind::shared,
                 indexOf(entry),
                 0,
                 0,
                 0,
                 {0, static_cast<std::uint32_t>(other - entry.sizes.begin())}},
                {&entry});
        }
    }

    [[nodiscard]] static bool hasThree(const std::vector<std::int64_t>& rows) {
        return std::set<std::int64_t>(rows.begin(), rows.end()).size() >= 3;
    }

    /// Classes that are equal once each is divided by its divisor (or lowered by its least size).
    template <class Normalise>
    [[nodiscard]] std::vector<std::vector<const Class*>> groups(Normalise normalise) const {
        std::unordered_map<std::uint64_t, std::vector<std::size_t>> byHash;
        std::vector<std::vector<const Class*>> found;
        std::vector<std::vector<std::int64_t>> keys;
        for (const Class& entry : m_classes) {
            std::vector<std::int64_t> key;
            key.reserve(entry.rows.size());
            for (const std::int64_t size : entry.rows) {
                key.push_back(normalise(entry, size));
            }
            auto& alike = byHash[hashOf(key)];
            const auto same = std::find_if(alike.begin(), alike.end(),
                                           [&](std::size_t index) { return keys[index] == key; });
            if (same != alike.end()) {
                found[*same].push_back(&entry);
            } else {
                alike.push_back(found.size());
                keys.push_back(std::move(key));
                found.push_back({&entry});
            }
        }
        std::erase_if(found, [](const auto& group) { return group.size() < 2; });
        return found;
    }

    void scaled() {
        for (const auto& group :
             groups([](const Class&entry, std::int64_t size) { return size / entry.divisor; })) {
            const Class* least =
                *std::min_element(group.begin(), group.end(),
                                  [](const Class* a, const Class* b) { return a->divisor < b->divisor; });
            if (!hasThree(least->rows)) {
                continue;
            }
            for (const Class* entry : group) {
                if (entry != least && entry->divisor % least->divisor == 0) {
                    addToOther(RelationKind::scaled, *entry, *least, entry->divisor / least->divisor);
                }
            }
        }
    }

    void offset() {
        for (const auto& group :
             groups([](const Class&entry, std::int64_t size) { return size - entry.least; })) {
            const Class* least =
                *std::min_element(group.begin(), group.end(),
                                  [](const Class* a, const Class* b) { return a->least < b->least; });
            if (!hasThree(least->rows)) {
                continue;
            }
            for (const Class* entry : group) {
                if (entry != least) {
                    addToOther(RelationKind::offset, *entry, *least, entry->least - least->least);
                }
            }
        }
    }

    /// Three different pairs of sizes.
    [[nodiscard]] static bool hasThreePairs(const Class& left, const Class& right) {
        std::set<std::pair<std::int64_t, std::int64_t>> pairs;
        for (std::size_t i = 0; i < left.rows.size() && pairs.size() < 3; ++i) {
            pairs.insert({left.rows[i], right.rows[i]});
        }
        return pairs.size() >= 3;
    }

    template <class Combine>
    [[nodiscard]] static bool holds(const Class& whole, const Class& left, const Class& right,
                                    Combine combine) {
        for (std::size_t i = 0; i < whole.rows.size(); ++i) {
            if (combine(Wide{left.rows[i]}, Wide{right.rows[i]}) != whole.rows[i]) {
                return false;
            }
        }
        return true;
    }

    void combined() {
        if (m_rows.size() < 3 || m_classes.size() < 3) {
            return;
        }
        const std::size_t count = std::min(m_classes.size(), kMostClasses);
        m_result.isCapped = m_result.isCapped || count < m_classes.size();
        const RowHashes hashes(m_rows.size());
        std::vector<std::uint64_t> sums;
        std::vector<std::uint64_t> products;
        std::unordered_multimap<std::uint64_t, std::size_t> bySum;
        std::unordered_multimap<std::uint64_t, std::size_t> byProduct;
        for (std::size_t i = 0; i < count; ++i) {
            sums.push_back(hashes.sum(m_classes[i].rows));
            bySum.emplace(sums.back(), i);
            products.push_back(m_classes[i].least < 1 ? 0 : hashes.product(m_classes[i].rows));
            if (products.back() != 0) {
                byProduct.emplace(products.back(), i);
            }
        }
        for (std::size_t left = 0; left < count; ++left) {
            for (std::size_t right = left + 1; right < count; ++right) {
                if (!report(RelationKind::sum, bySum, sums[left] + sums[right], left, right,
                            [](Wide a, Wide b) { return a + b; })) {
                    return;
                }
                if (products[left] != 0 && products[right] != 0 &&
                    !report(RelationKind::product, byProduct,
                            RowHashes::times(products[left], products[right]), left, right,
                            [](Wide a, Wide b) { return a * b; })) {
                    return;
                }
            }
        }
    }

    /// False once the cap is reached.
    template <class Combine>
    bool report(RelationKind kind, const std::unordered_multimap<std::uint64_t, std::size_t>& byHash,
                std::uint64_t hash, std::size_t left, std::size_t right, Combine combine) {
        const auto [begin, end] = byHash.equal_range(hash);
        for (auto entry = begin; entry != end; ++entry) {
            const std::size_t whole = entry->second;
            const Class& a = m_classes[left];
            const Class& b = m_classes[right];
            if (whole == left || whole == right || !holds(m_classes[whole], a, b, combine) ||
                !hasThreePairs(a, b)) {
                continue;
            }
            const bool isSum = kind == RelationKind::sum;
            if (!add(isSum ? "sum-of" : "product-of",
                     name(m_classes[whole]) + " = " + name(a) + (isSum ? " + " : " x ") + name(b) +
                         everySample(),
                     {kind, whole, left, right, 0, shownRows()}, {&m_classes[whole], &a, &b})) {
                return false;
            }
        }
        return true;
    }

    const std::function<std::string(const AxisRef&)>& m_label;
    std::vector<Class> m_classes;
    std::vector<std::size_t> m_rows;  // samples, one per distinct joint row
    Relations m_result;
};

}  // namespace

Relations findRelations(const std::vector<VaryingAxis>& axes,
                        const std::function<std::string(const AxisRef&)>& label) {
    return Search(axes, label).run();
}

}  // namespace dimscope::inference
