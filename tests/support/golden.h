// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/json_value.h"
#include "core/base/result.h"
#include "core/module/sample_metadata.h"
#include "core/module/tensor_spec.h"
#include "core/module/value.h"

namespace dimscope::test {

/// Folder of the golden files: the environment variable DIMSCOPE_GOLDEN_DIR, else tests/data/golden.
[[nodiscard]] std::string goldenDirectory();

/// One golden file. Counts the cases that were replayed and, at the end, says so on standard output as
/// `golden <directory> <family> <count>`.
class GoldenFamily {
 public:
    explicit GoldenFamily(std::string name) : m_name(std::move(name)) {}

    /// Reads the file. An empty text, or what kept it from being read.
    [[nodiscard]] std::string load();
    /// Adds one test row ("index") per entry of a list of the file; the row is named after the entry's id.
    /// The test is skipped where the list is empty.
    void addRows(std::string_view list) const;
    /// An entry of a list, which is counted as replayed (once, however often it is asked for).
    [[nodiscard]] const base::JsonValue& replay(std::string_view list, int index);
    /// Prints the line; false where no case was replayed.
    [[nodiscard]] bool report() const;

 private:
    std::string m_name;
    base::JsonValue m_document;
    std::set<std::pair<std::string, int>> m_replayed;
};

/// Member of an object that must have it; a missing one is null, which no expectation equals by chance.
[[nodiscard]] const base::JsonValue& at(const base::JsonValue& object, std::string_view key);

/// A node of a golden value tree as a value. `{"special": ..}` and dtypes as the README says.
[[nodiscard]] module::Value valueOfNode(const base::JsonValue& node);
/// The reverse; tensors without values.
[[nodiscard]] base::JsonValue nodeOfValue(const module::Value& value);
/// A number, or {"special": "nan" | "inf" | "-inf"}.
[[nodiscard]] double numberOfNode(const base::JsonValue& node);
/// `{"dtype", "shape", "values"}`.
[[nodiscard]] module::TensorInfo tensorOfNode(const base::JsonValue& node);
[[nodiscard]] module::BatchSize batchSizeOf(const base::JsonValue& json);
[[nodiscard]] std::vector<std::int64_t> sizesOf(const base::JsonValue& json);
[[nodiscard]] std::int64_t integerOf(const base::JsonValue& json);
/// Metadata of a sample `{"kind", "strict", "batch_size", "root"}`.
[[nodiscard]] base::Result<module::SampleMetadata> metadataOf(const base::JsonValue& sample);

/// Multipliers as the golden files write them: null for NaN.
[[nodiscard]] base::JsonValue multipliersJson(const std::vector<double>& multipliers);
[[nodiscard]] base::JsonValue sizesJson(const std::vector<std::int64_t>& sizes);
/// `{"type": <Python's exception class>}` with the stage where there is one; null for success.
[[nodiscard]] base::JsonValue errorJson(const base::Error& error, std::string_view stage = {});

/// Where two values differ, with both; empty if they are equal. The members of the outermost objects may
/// stand in any order, but both must have the same; order counts below.
[[nodiscard]] QByteArray difference(const base::JsonValue& expected, const base::JsonValue& actual);

}  // namespace dimscope::test
