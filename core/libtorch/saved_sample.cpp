// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libtorch/saved_sample.h"

#include <ATen/ATen.h>
#include <caffe2/serialize/inline_container.h>

#include <exception>
#include <utility>

#include "core/files/atomic_file.h"
#include "core/files/input.h"
#include "core/libtorch/sample_leaves.h"
#include "core/libtorch/sample_pickle.h"
#include "core/libtorch/stored_tensors.h"
#include "core/readers/saved_value.h"

namespace dimscope::libtorch {

using base::Error;
using base::ErrorCode;
using base::Result;
using module::Value;
using readers::PickleValue;

namespace {

Result<void> writeArchive(const SamplePickle& pickle, const files::TextSink& sink) {
    Result<void> written;
    try {
        // What the sink refuses is told at the end: the writer must not fail, it writes in its destructor,
        // too.
        caffe2::serialize::PyTorchStreamWriter archive([&](const void* bytes, std::size_t size) {
            if (written) {
                written = sink({static_cast<const char*>(bytes), size});
            }
            return size;
        });
        archive.writeRecord("data.pkl", pickle.bytes.data(), pickle.bytes.size());
        for (std::size_t i = 0; i < pickle.storages.size() && written; ++i) {
            archive.writeRecord("data/" + std::to_string(i), pickle.storages[i].data(),
                                pickle.storages[i].nbytes());
        }
        archive.writeEndOfFile();
    } catch (const std::exception& failure) {
        return Error{ErrorCode::writeFailed, std::string("found a failure of LibTorch: ") + failure.what(),
                     "expected to write the archive"};
    }
    return written;
}

}  // namespace

Result<std::vector<readers::SavedCall>> Sample::numberedCalls() const {
    Result<Value> value =
        readers::savedValue(m_file.content.tree, m_file.root, m_name, readers::SavedTensors::numbered);
    return value ? Result<std::vector<readers::SavedCall>>(readers::savedCalls(std::move(*value)))
                 : Result<std::vector<readers::SavedCall>>(std::move(value.error()));
}

Result<void> Sample::understand() {
    const Result<std::vector<readers::SavedCall>> calls = numberedCalls();
    if (!calls) {
        return calls.error();
    }
    m_calls.clear();
    std::size_t tensors = 0;
    const TensorTree numbered(Value(), m_tensors);
    for (const readers::SavedCall& call : *calls) {
        SampleCall out;
        for (const Value& root : call.roots) {
            for (const module::Leaf& leaf : tensorLeaves(root)) {
                if (numbered.tensorOf(*leaf.value) == nullptr) {
                    const PickleValue& value = m_file.content.tree[idOf(*leaf.value)];
                    const bool isTensor = value.as<PickleValue::Tensor>() != nullptr;
                    return Error{ErrorCode::badValue,
                                 "found " + readers::describeKind(value) + " at " +
                                     leaf.locator.accessPath() +
                                     (isTensor ? " whose values are not stored in strides" : ""),
                                 "expected strided tensors (not sparse, not quantised, no NumPy array)",
                                 "convert it with torch.as_tensor, to_dense or dequantize before saving",
                                 {.file = m_name, .byte = value.byte},
                                 {}};
                }
                ++tensors;
            }
            TensorTree tree;
            Value structure = tree.adopt(numbered, root);
            tree.setRoot(std::move(structure));
            out.roots.push_back(std::move(tree));
        }
        m_calls.push_back(std::move(out));
    }
    if (tensors == 0) {
        return Error{ErrorCode::noShapes,
                     "found no tensor in this file",
                     "expected the arguments of a call: tensors, lists and dicts of them",
                     "save the arguments that the module is called with",
                     {.file = m_name, .byte = 0},
                     {}};
    }
    return {};
}

std::vector<SampleShape> Sample::shapes() const {
    std::vector<SampleShape> out;
    for (std::size_t call = 0; call < m_calls.size(); ++call) {
        for (const TensorTree& root : m_calls[call].roots) {
            for (const TensorLeaf& leaf : root.leaves(module::Side::input)) {
                module::TensorInfo info = infoOf(leaf.tensor);
                out.push_back(
                    {call, leaf.locator.accessPath(), std::move(info.dtype), std::move(info.shape)});
            }
        }
    }
    return out;
}

Result<Sample> loadSample(const std::filesystem::path& path) {
    const Result<std::unique_ptr<files::Input>> input = files::openInput(path);
    if (!input) {
        return input.error();
    }
    const Result<std::unique_ptr<files::RandomBytes>> bytes = (*input)->randomBytes();
    if (!bytes) {
        return bytes.error();
    }
    Sample out;
    out.m_name = path.string();
    Result<readers::SavedFile> file = readers::readSavedFile(out.m_name, **bytes);
    if (!file) {
        return std::move(file.error());
    }
    out.m_file = std::move(*file);
    Result<std::vector<at::Tensor>> tensors = readTensors(out.m_file, **bytes, out.m_name);
    if (!tensors) {
        return std::move(tensors.error());
    }
    out.m_tensors = std::move(*tensors);
    Result<void> understood = out.understand();
    return understood ? Result<Sample>(std::move(out)) : Result<Sample>(std::move(understood.error()));
}

Result<void> saveSample(const Sample& sample, const std::filesystem::path& path) {
    const Result<SamplePickle> pickle = samplePickle(sample.m_file, sample.m_tensors, sample.m_name);
    if (!pickle) {
        return pickle.error();
    }
    return files::writeAtomically(path,
                                  [&](const files::TextSink& sink) { return writeArchive(*pickle, sink); });
}

}  // namespace dimscope::libtorch
