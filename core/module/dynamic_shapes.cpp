// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/module/dynamic_shapes.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace dimscope::module {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

Error refusal(ErrorCode code, std::string found, std::string expected) {
    return {code, "found " + std::move(found), "expected " + std::move(expected)};
}

std::string dimText(const DynamicDim& dim) {
    return "\"" + dim.name + "\" from " + std::to_string(dim.min) + " to " + std::to_string(dim.max) +
           (dim.opt ? ", opt " + std::to_string(*dim.opt) : "");
}

std::vector<Accessor> accessorsOf(const Locator& locator) {
    std::vector<Accessor> out;
    for (const Step& step : locator.steps()) {
        out.push_back(step.accessor);
    }
    return out;
}

std::string pathText(const std::vector<Accessor>& path) {
    std::vector<Step> steps;
    for (const Accessor& accessor : path) {
        const bool text = std::holds_alternative<std::string>(accessor);
        steps.push_back({accessor, text ? Container::mapping : Container::sequence});
    }
    return Locator(std::move(steps), Side::input).accessPath();
}

/// Named dimensions seen so far: a name stands for one kind and one set of bounds.
class NamedDims {
 public:
    Result<void> add(const DynamicDim& dim) {
        const auto [known, isNew] = m_byName.try_emplace(dim.name, dim);
        if (isNew || known->second == dim) {
            return {};
        }
        return refusal(ErrorCode::userInput, dimText(dim), dimText(known->second) + ", as stated before");
    }

 private:
    std::map<std::string, DynamicDim> m_byName;
};

Result<void> checkShape(const DynamicShapes::Entry& entry, NamedDims& names) {
    for (const DimDefinition& dim : entry.shape) {
        const auto* size = std::get_if<std::int64_t>(&dim);
        if (size && *size < 0) {
            return refusal(ErrorCode::valueError,
                           std::to_string(*size) + " in the shape of " + pathText(entry.path),
                           "a size that is not negative");
        }
        if (!size) {
            if (auto known = names.add(std::get<DynamicDim>(dim)); !known) {
                return known;
            }
        }
    }
    return {};
}

/// Sizes that names have taken within one call.
using SizeByName = std::map<std::string, std::int64_t>;

Result<void> checkAxis(const DimDefinition& definition, std::int64_t size, SizeByName& sizes) {
    const auto found = [size](std::string expected) {
        return refusal(ErrorCode::userInput, "the size " + std::to_string(size), std::move(expected));
    };
    if (const auto* fixed = std::get_if<std::int64_t>(&definition)) {
        return size == *fixed ? Result<void>() : found("the fixed size " + std::to_string(*fixed));
    }
    const auto& dim = std::get<DynamicDim>(definition);
    if (size < dim.min || size > dim.max) {
        return found("a size of " + dimText(dim));
    }
    const auto [known, isNew] = sizes.try_emplace(dim.name, size);
    return isNew || known->second == size
               ? Result<void>()
               : found(std::to_string(known->second) + ", the size of \"" + dim.name + "\" in this call");
}

}  // namespace

Result<void> checkInputPath(const std::vector<Accessor>& path) {
    const auto* root = path.empty() ? nullptr : std::get_if<std::string>(&path.front());
    if (root && !root->empty()) {
        return {};
    }
    return refusal(ErrorCode::userInput, "the path " + pathText(path),
                   "a path that starts with the name of a parameter");
}

Result<void> DynamicDim::check() const {
    if (name.empty()) {
        return refusal(ErrorCode::userInput, "an empty name", "the name of a dimension");
    }
    for (const std::int64_t bound : {min, max, opt.value_or(1)}) {
        if (bound < 1) {
            return refusal(ErrorCode::valueError, dimText(*this), "bounds of at least 1");
        }
    }
    if (min >= max) {
        return refusal(ErrorCode::userInput, dimText(*this), "min < max");
    }
    if (opt && (*opt < min || *opt > max)) {
        return refusal(ErrorCode::userInput, dimText(*this), "min <= opt <= max");
    }
    return {};
}

Result<DynamicShapes> DynamicShapes::fromEntries(std::vector<Entry> entries) {
    NamedDims names;
    std::set<std::vector<Accessor>> paths;
    for (const Entry& entry : entries) {
        if (auto checked = checkInputPath(entry.path); !checked) {
            return std::move(checked).error();
        }
        for (const DimDefinition& dim : entry.shape) {
            const auto* named = std::get_if<DynamicDim>(&dim);
            if (auto checked = named ? named->check() : Result<void>(); !checked) {
                return std::move(checked).error();
            }
        }
        if (auto checked = checkShape(entry, names); !checked) {
            return std::move(checked).error();
        }
        if (!paths.insert(entry.path).second) {
            return refusal(ErrorCode::userInput, "the path " + pathText(entry.path) + " twice",
                           "one definition for each path");
        }
    }
    DynamicShapes out;
    out.m_entries = std::move(entries);
    return out;
}

const ShapeDefinition* DynamicShapes::find(const Locator& locator) const {
    const std::vector<Accessor> path = accessorsOf(locator);
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&path](const Entry& entry) { return entry.path == path; });
    return found == m_entries.end() ? nullptr : &found->shape;
}

Result<std::vector<Locator>> DynamicShapes::resolve(const SampleMetadata& call) const {
    std::vector<Locator> out;
    SizeByName sizes;
    for (const auto& [locator, spec] : call.tensorData()) {
        const ShapeDefinition* definition = find(locator);
        if (!definition) {
            continue;
        }
        if (definition->size() != spec.rank()) {
            return refusal(ErrorCode::userInput,
                           locator.accessPath() + " of rank " + std::to_string(spec.rank()),
                           "rank " + std::to_string(definition->size()));
        }
        for (std::size_t axis = 0; axis < definition->size(); ++axis) {
            if (auto fits = checkAxis((*definition)[axis], spec.minShape()[axis], sizes); !fits) {
                return std::move(fits).error().withContext("axis " + std::to_string(axis) + " of " +
                                                           locator.accessPath());
            }
        }
        out.push_back(locator);
    }
    return out;
}

}  // namespace dimscope::module
