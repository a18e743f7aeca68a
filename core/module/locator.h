// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/json_value.h"
#include "core/base/result.h"

namespace dimscope::module {

/// Which side of a module's call a value is on.
enum class Side : std::uint8_t { input, output };
/// "input" or "output".
[[nodiscard]] std::string_view name(Side side);

/// What kind of container one step of a path goes into. Lists and tuples are the same kind.
enum class Container : std::uint8_t { sequence, mapping, object, userObject };

/// Index of a sequence, key of a mapping, or name of an attribute.
using Accessor = std::variant<std::int64_t, std::string>;

struct Step {
    Accessor accessor;
    Container container = Container::sequence;

    friend bool operator==(const Step&, const Step&) = default;
};

/// Path of a leaf in the nested arguments or results of a call. Mirrors AITune's Locator.
/// Equality and hash: accessors and container kinds; not the side, and not the access path as it was written.
class Locator {
 public:
    Locator() = default;
    Locator(std::vector<Step> steps, Side side);

    /// A path read from a file: `semanticPath` is text, an integer, or an array of them (empty: the root is
    /// the leaf). Container kinds are taken from `accessPath` where it parses, else integer = sequence, text
    /// = mapping; the access path itself is kept as written and never validated (empty: as printed). Errors:
    /// wrongType, at its place, where the semantic path is something else (`where` gives the file).
    [[nodiscard]] static base::Result<Locator> fromPaths(std::string accessPath,
                                                         const base::JsonValue& semanticPath, Side side,
                                                         const base::SourceLocation& where = {});

    /// The same path as written, with these steps.
    [[nodiscard]] Locator withSteps(std::vector<Step> steps) const;

    [[nodiscard]] const std::vector<Step>& steps() const { return m_steps; }
    [[nodiscard]] Side side() const { return m_side; }

    /// As printed: `opts["mask"]`, `values[3].data`, `output[0]`; as written where the path came from a file.
    [[nodiscard]] std::string accessPath() const;
    /// Text, integer, or array of them, as AITune exports it.
    [[nodiscard]] base::JsonValue semanticPath() const;
    /// As Python prints it in tables: `mask`, `0`, `('opts', 'mask')`, `()`.
    [[nodiscard]] std::string semanticPathText() const;

    [[nodiscard]] std::size_t hash() const;
    friend bool operator==(const Locator& left, const Locator& right) {
        return left.m_steps == right.m_steps;
    }

 private:
    std::vector<Step> m_steps;
    Side m_side = Side::input;
    std::optional<std::string> m_written;  // access path as a file gave it
};

}  // namespace dimscope::module

template <>
struct std::hash<dimscope::module::Locator> {
    std::size_t operator()(const dimscope::module::Locator& locator) const { return locator.hash(); }
};
