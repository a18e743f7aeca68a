// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/base/error.h"

namespace dimscope::base {

/// A value or the Error that kept it from being made. Spelled like std::expected<T, Error>, so that it can
/// become one.
template <class T>
class [[nodiscard]] Result {
 public:
    Result(T value)
        : m_data(std::in_place_index<0>, std::move(value)) {}  // NOLINT(google-explicit-constructor)
    Result(Error error)
        : m_data(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool has_value() const { return m_data.index() == 0; }
    explicit operator bool() const { return has_value(); }

    /// Only with has_value().
    [[nodiscard]] T& value() & { return std::get<0>(m_data); }
    [[nodiscard]] const T& value() const& { return std::get<0>(m_data); }
    [[nodiscard]] T&& value() && { return std::get<0>(std::move(m_data)); }
    [[nodiscard]] T& operator*() & { return value(); }
    [[nodiscard]] const T& operator*() const& { return value(); }
    [[nodiscard]] T&& operator*() && { return std::move(*this).value(); }
    [[nodiscard]] T* operator->() { return &value(); }
    [[nodiscard]] const T* operator->() const { return &value(); }

    /// Only without has_value().
    [[nodiscard]] Error& error() & { return std::get<1>(m_data); }
    [[nodiscard]] const Error& error() const& { return std::get<1>(m_data); }
    [[nodiscard]] Error&& error() && { return std::get<1>(std::move(m_data)); }

 private:
    std::variant<T, Error> m_data;
};

template <>
class [[nodiscard]] Result<void> {
 public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)) {}  // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool has_value() const { return !m_error.has_value(); }
    explicit operator bool() const { return has_value(); }
    [[nodiscard]] Error& error() & { return *m_error; }
    [[nodiscard]] const Error& error() const& { return *m_error; }
    [[nodiscard]] Error&& error() && { return std::move(*m_error); }

 private:
    std::optional<Error> m_error;
};

}  // namespace dimscope::base
