// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules of torch/export/dynamic_shapes.py, run with PyTorch 2.6.0 and 2.14.1 (strict and not): products,
// products without their Dim, scalars, nested containers with None, odd symbols. dynamic_shapes is a dict by
// the parameters of forward; below a parameter it has the containers of the argument, list for list and tuple
// for tuple, with None where there is no tensor. A shape is a tuple of whole numbers, Dims and products `2 *
// dim`. Dim takes an identifier and min < max; one name has one range. The name of a Dim with products goes
// through sympy.sympify, to which letters such as N, S or E and many words are no symbols. Sizes 0 and 1 of
// the sample inputs are taken for fixed ones.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/module/dynamic_shapes.h"
#include "core/module/python_text.h"
#include "core/writers/export_dims.h"
#include "core/writers/export_refusal.h"
#include "core/writers/export_targets.h"
#include "core/writers/export_text.h"

namespace dimscope::writers {

using module::Accessor;
using module::Container;

namespace {

constexpr std::string_view kNone = "None";

/// A value of dynamic_shapes: a shape, or a container.
struct Node {
    std::string leaf;  ///< Python text; empty: a container
    Container container = Container::mapping;
    std::map<Accessor, Node> children;
    std::vector<Accessor> order;  ///< of the children of a mapping

    Node& child(const Accessor& accessor) {
        const auto [entry, isNew] = children.try_emplace(accessor);
        if (isNew) {
            order.push_back(accessor);
        }
        return entry->second;
    }
};

std::string pythonKey(const Accessor& accessor) {
    const auto* name = std::get_if<std::string>(&accessor);
    return name ? module::pythonRepr(*name) : std::to_string(std::get<std::int64_t>(accessor));
}

std::string print(const Node& node, std::size_t depth) {
    if (!node.leaf.empty()) {
        return node.leaf;
    }
    const std::string indent((depth + 1) * 4, ' ');
    const bool sequence = node.container == Container::sequence;
    std::string out = sequence ? "[\n" : "{\n";
    if (sequence) {
        const std::int64_t last = std::get<std::int64_t>(node.children.rbegin()->first);
        for (std::int64_t i = 0; i <= last; ++i) {
            const auto entry = node.children.find(Accessor(i));
            out += indent +
                   (entry == node.children.end() ? std::string(kNone) : print(entry->second, depth + 1)) +
                   ",\n";
        }
    } else {
        for (const Accessor& key : node.order) {
            out += indent + pythonKey(key) + ": " + print(node.children.at(key), depth + 1) + ",\n";
        }
    }
    return out + std::string(depth * 4, ' ') + (sequence ? "]" : "}");
}

/// No call has lists as long as this, and all their entries are written.
constexpr std::int64_t kLargestIndex = 65535;

bool isListIndex(const module::Step& step) {
    const auto* index = std::get_if<std::int64_t>(&step.accessor);
    return index && *index >= 0 && *index <= kLargestIndex;
}

base::Result<void> checkPath(const ExportGraph& graph, const ExportTensor& tensor) {
    const auto& steps = tensor.locator.steps();
    const auto* root = steps.empty() ? nullptr : std::get_if<std::string>(&steps.front().accessor);
    if (!root || root->empty()) {
        return inexpressible(graph, tensor, std::nullopt,
                             {"an input that has no parameter's name", "a path that starts with a name",
                              "pass this input by the name of its parameter when recording"});
    }
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const Container container = steps[i].container;
        if (container == Container::object || container == Container::userObject) {
            return inexpressible(
                graph, tensor, std::nullopt,
                {"an attribute of an object", "lists, tuples and dicts around the input",
                 "register the class with torch.utils._pytree, and state its shapes by hand"});
        }
        if (container == Container::sequence && !isListIndex(steps[i])) {
            return inexpressible(graph, tensor, std::nullopt,
                                 {"an index that no list has", "an index from 0 to 65535",
                                  "state the shape of this input by hand"});
        }
    }
    return {};
}

/// Puts a leaf into the tree; false where something else is in its way.
bool insert(Node& root, const std::vector<module::Step>& steps, std::string leaf) {
    Node* node = &root;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!node->leaf.empty() ||
            (!node->children.empty() && node->container != steps[i].container && i > 0)) {
            return false;
        }
        node->container = i == 0 ? Container::mapping : steps[i].container;
        node = &node->child(steps[i].accessor);
    }
    if (!node->leaf.empty() || !node->children.empty()) {
        return false;
    }
    node->leaf = std::move(leaf);
    return true;
}

/// Arguments that are no tensors, where they stand beside tensors in a container. An object is one leaf.
void insertOthers(Node& root, const std::vector<module::Locator>& others) {
    for (const module::Locator& other : others) {
        std::vector<module::Step> steps = other.steps();
        if (steps.size() < 2) {
            continue;
        }
        const auto parameter = root.children.find(steps.front().accessor);
        if (parameter == root.children.end()) {
            continue;
        }
        const auto unwritten = std::find_if(steps.begin() + 1, steps.end(), [](const module::Step& step) {
            return step.container == Container::sequence ? !isListIndex(step)
                                                         : step.container != Container::mapping;
        });
        steps.erase(unwritten, steps.end());
        insert(root, steps, std::string(kNone));
    }
}

/// Variables of the dimensions, which are the names of the Dims too.
std::vector<std::string> dimVariables(const DimTable& table) {
    std::set<std::size_t> withProducts;
    for (const auto& uses : table.uses) {
        for (const auto& use : uses) {
            if (use && use->times != 1) {
                withProducts.insert(use->dim);
            }
        }
    }
    UniqueNames names({"Dim", "dynamic_shapes"});
    std::vector<std::string> out;
    for (std::size_t i = 0; i < table.dims.size(); ++i) {
        std::string name = pythonName(table.dims[i].name);
        if (withProducts.count(i) > 0 && name != "batch") {
            name += "_dim";
        }
        out.push_back(names.take(name));
    }
    return out;
}

std::string shapeText(const ExportTensor& tensor, const std::vector<std::optional<DimUse>>& uses,
                      const std::vector<std::string>& variables) {
    if (uses.empty()) {
        return std::string(kNone);
    }
    std::string out;
    for (std::size_t i = 0; i < uses.size(); ++i) {
        out += i == 0 ? "" : ", ";
        if (!uses[i]) {
            out += std::to_string(tensor.spec.max[i]);
        } else {
            out += uses[i]->times == 1 ? "" : std::to_string(uses[i]->times) + " * ";
            out += variables[uses[i]->dim];
        }
    }
    return "(" + out + (uses.size() == 1 ? ",)" : ")");
}

base::Result<DimTable> torchDims(const ExportGraph& graph) {
    auto table = nameDims(graph, DimRange::quotients);
    if (!table) {
        return table;
    }
    for (std::size_t t = 0; t < graph.inputs.size(); ++t) {
        for (std::size_t i = 0; i < table->uses[t].size(); ++i) {
            const auto& use = table->uses[t][i];
            if (use && table->dims[use->dim].max < 2) {
                return inexpressible(graph, graph.inputs[t], i,
                                     {"a dynamic axis of at most 1",
                                      "a maximum of at least 2, as torch.export takes 0 and 1 for fixed",
                                      "override the maximum of this axis"});
            }
        }
    }
    return table;
}

void addNotes(const ExportGraph& graph, const DimTable& table, std::vector<ExportNote>& notes) {
    if (!table.dims.empty()) {
        notes.push_back(
            noteOn("sample inputs must have sizes of 2 or more on dynamic axes: torch.export takes "
                   "0 and 1 for fixed"));
    }
    for (const ExportTensor& tensor : graph.inputs) {
        if (tensor.spec.opt != tensor.spec.max) {
            notes.push_back(noteOn("torch.export has no opt sizes: they are left out"));
            break;
        }
    }
    for (const ExportTensor& tensor : graph.inputs) {
        const auto& steps = tensor.locator.steps();
        for (std::size_t i = 1; i < steps.size(); ++i) {
            if (steps[i].container == Container::sequence) {
                notes.push_back(noteOn(tensor, std::nullopt,
                                       "a list and a tuple look the same in a capture: the list written here "
                                       "must be a tuple where the call passes one"));
                return;
            }
        }
    }
}

}  // namespace

base::Result<Exported> exportTorch(const ExportGraph& graph) {
    if (auto inputs = requireInputs(graph); !inputs) {
        return std::move(inputs).error();
    }
    for (const ExportTensor& tensor : graph.inputs) {
        if (auto path = checkPath(graph, tensor); !path) {
            return std::move(path).error();
        }
    }
    auto table = torchDims(graph);
    if (!table) {
        return std::move(table).error();
    }
    const std::vector<std::string> variables = dimVariables(*table);
    Node root;
    for (std::size_t t = 0; t < graph.inputs.size(); ++t) {
        const ExportTensor& tensor = graph.inputs[t];
        if (!insert(root, tensor.locator.steps(), shapeText(tensor, table->uses[t], variables))) {
            return inexpressible(graph, tensor, std::nullopt,
                                 {"a container that is a list and a dict at once", "one kind of container",
                                  "state the shape of this input by hand"});
        }
    }
    insertOthers(root, graph.otherInputs);
    Exported out{commentLine(graph, "PyTorch 2.6 and 2.14"), std::move(table->notes)};
    out.text += (table->dims.empty() ? "" : "from torch.export import Dim\n") + std::string("\n");
    for (std::size_t i = 0; i < table->dims.size(); ++i) {
        const NamedDim& dim = table->dims[i];
        out.text += variables[i] + " = Dim(\"" + variables[i] + "\", min=" + std::to_string(dim.min) +
                    ", max=" + std::to_string(dim.max) + ")\n";
    }
    out.text += (table->dims.empty() ? "" : "\n") + std::string("dynamic_shapes = ") + print(root, 0) + "\n";
    addNotes(graph, *table, out.notes);
    return out;
}

}  // namespace dimscope::writers
