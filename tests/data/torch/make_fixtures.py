#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the files of this folder with Debian's python3-torch (1.13) and python3-numpy.

Classes of transformers, diffusers and AITune are stood in for by look-alikes under the same names, with the same way
of being pickled. Running it again gives files that hold the same values; the tests never run it.
"""
import collections
import dataclasses
import enum
import json
import os
import pickle
import sys
import types

import numpy
import torch

HERE = os.path.dirname(os.path.abspath(__file__))


def path(name):
    return os.path.join(HERE, name)


def in_module(name, *classes):
    """Makes classes (and functions) members of a module that is not installed."""
    parts = name.split(".")
    for i in range(1, len(parts) + 1):
        sys.modules.setdefault(".".join(parts[:i]), types.ModuleType(".".join(parts[:i])))
    for cls in classes:
        cls.__module__ = name
        cls.__qualname__ = cls.__name__
        setattr(sys.modules[name], cls.__name__, cls)


class BatchEncoding(collections.UserDict):
    def __init__(self, data):
        super().__init__(data)
        self._encodings = None

    def __getstate__(self):
        return {"data": self.data, "encodings": self._encodings}


class ModelOutput(collections.OrderedDict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        super().__setattr__(key, value)

    def __reduce__(self):
        call, _, *rest = super().__reduce__()
        return (call, tuple(self.values()), *rest)


class DynamicCache:
    def __init__(self):
        self._seen_tokens = 5
        self.key_cache = [torch.zeros(1, 2, 5, 4), torch.zeros(1, 2, 5, 4)]
        self.value_cache = [torch.zeros(1, 2, 5, 4), torch.zeros(1, 2, 5, 4)]


@dataclasses.dataclass
class Sizes:
    latents: torch.Tensor
    scale: float = 1.5


@dataclasses.dataclass
class Slotted:
    __slots__ = ("left", "right")
    left: torch.Tensor
    right: int


class Colour(enum.Enum):
    RED = 1


Point = collections.namedtuple("Point", "x y")

in_module("transformers.tokenization_utils_base", BatchEncoding)
in_module("transformers.utils.generic", ModelOutput)
in_module("transformers.cache_utils", DynamicCache)
in_module("shop.types", Sizes, Slotted, Colour, Point)


class Reduced:
    """Pickled as a call of a function with arguments."""

    def __init__(self, function, *args):
        self.call = (function, args)

    def __reduce__(self):
        return self.call


def _rebuild_tensor_v3(*args):
    return args


in_module("torch._utils", _rebuild_tensor_v3)


def zoo():
    """One of everything."""
    index = torch.tensor([[0, 1], [2, 0]])
    dense = torch.tensor([[1.0, 0.0], [0.0, 2.0]])
    base = torch.zeros(4, 3)
    output = ModelOutput()
    output["logits"] = torch.zeros(2, 7, 11, dtype=torch.float16)
    return {
        "plain": torch.zeros(2, 3),
        "scalar": torch.tensor(3, dtype=torch.int64),
        "empty": torch.zeros(0, 5, dtype=torch.uint8),
        "transposed": base.t(),
        "view": base[1:3],
        "half": torch.zeros(2, dtype=torch.float16),
        "bfloat": torch.zeros(2, dtype=torch.bfloat16),
        "flags": torch.zeros(3, dtype=torch.bool),
        "complex": torch.zeros(2, dtype=torch.complex64),
        "parameter": torch.nn.Parameter(torch.zeros(6, 2)),
        "sparse": torch.sparse_coo_tensor(index, torch.zeros(2, 5), (3, 3, 5)),
        "compressed": dense.to_sparse_csr(),
        "quantised": torch.quantize_per_tensor(torch.zeros(2, 4), 0.1, 0, torch.qint8),
        "by_channel": torch.quantize_per_channel(torch.zeros(2, 4), torch.ones(2), torch.zeros(2), 0, torch.quint8),
        "ordered": collections.OrderedDict([("b", torch.zeros(1)), ("a", torch.zeros(1, 1))]),
        "defaulted": collections.defaultdict(list, {"k": [torch.zeros(8)]}),
        "some_set": {1, 2},
        "frozen": frozenset(["x"]),
        "size": torch.Size([2, 3]),
        "dtype": torch.float32,
        "device": torch.device("cuda", 1),
        "layout": torch.strided,
        "point": Point(torch.zeros(2, 2), 4),
        "data_class": Sizes(torch.zeros(1, 4, 8, 8)),
        "slotted": Slotted(torch.zeros(9), 3),
        "colour": Colour.RED,
        "array": numpy.zeros((2, 5), dtype=">f4"),
        "number": numpy.float64(0.25),
        "whole": numpy.int32(-7),
        "words": numpy.array(["a", "bc"]),
        "encoding": BatchEncoding({"input_ids": torch.zeros(2, 77, dtype=torch.int64)}),
        "result": output,
        "cache": DynamicCache(),
        "nested": [({"deep": torch.zeros(1, 2, 3)},)],
        5: torch.zeros(5),
        "none": None,
        "text": "caf\u00e9",
        "raw": b"\x00\xff",
        "big": 1 << 70,
        "negative": -(1 << 70),
        "small": -3,
        "ratio": 0.5,
        "yes": True,
        "complex_number": 1 + 2j,
        "storage": torch.FloatStorage(3),
        "third_version": Reduced(_rebuild_tensor_v3, torch.zeros(4).storage(), 0, (2, 2), (2, 1), False,
                                 collections.OrderedDict(), torch.bfloat16, None),
    }


def main():
    for protocol in (2, 3, 4, 5):
        torch.save(zoo(), path(f"zoo_protocol{protocol}.pt"), pickle_protocol=protocol)
    torch.save(zoo(), path("zoo_legacy.pt"), _use_new_zipfile_serialization=False)
    for protocol in range(6):
        value = {"words": ["a", "it's", "\u20ac"], "numbers": [1, -1, 255, 256, 65536, 1 << 40, -(1 << 80), 0.5, True],
                 "array": numpy.zeros((3, 2)), "set": {4}, "bytes": b"\x80", "t": (1,), "e": ((), [], {})}
        with open(path(f"plain_protocol{protocol}.pkl"), "wb") as file:
            pickle.dump(value, file, protocol=protocol)
    with open(path("tensor.pkl"), "wb") as file:
        pickle.dump({"x": torch.zeros(3, 4, dtype=torch.float64)}, file)

    torch.save((torch.zeros(2, 3), torch.zeros(2, dtype=torch.int64), 7), path("positional.pt"))
    torch.save(((torch.zeros(2, 3),), {"mask": torch.zeros(2, 1), "scale": 2.0}), path("args_kwargs.pt"))
    torch.save({"args": (torch.zeros(2, 3),), "kwargs": {"mask": torch.zeros(2, 1)}}, path("args_kwargs_dict.pt"))
    torch.save(torch.zeros(4, 5), path("alone.pt"))
    torch.save([torch.zeros(4, 5), torch.zeros(4)], path("tensors.pt"))
    torch.save(Sizes(torch.zeros(2, 4, 8, 8)), path("data_class.pt"))
    torch.save([{"x": torch.zeros(n, 8), "n": n} for n in (1, 2, 4)], path("samples.pt"))
    torch.save({"n": 1, "words": ["a"]}, path("no_tensor.pt"))
    for batch in (1, 2, 4):
        sample = {"sample": torch.zeros(2 * batch, 4, 64, 64, dtype=torch.float16), "timestep": torch.tensor(7.0)}
        # Sizes are real, the zeros are not: what is expanded keeps one element.
        sample["sample"] = torch.zeros(1, dtype=torch.float16).expand(2 * batch, 4, 64, 64)
        torch.save(sample, path(f"unet_bs{batch}.pt"))


    numpy.save(path("array.npy"), numpy.zeros((2, 5), dtype=">i2"))
    numpy.save(path("fortran.npy"), numpy.zeros((2, 3), order="F"))
    numpy.save(path("words.npy"), numpy.array(["a", "bc"]))
    numpy.savez(path("positional_bs2.npz"), numpy.zeros((2, 3), dtype=numpy.float16), numpy.zeros(2, dtype=bool))
    numpy.savez_compressed(path("named.npz"), x=numpy.zeros((4, 8), dtype=numpy.float32), words=numpy.array(["a"]),
                           record=numpy.zeros(3, dtype=[("a", "<i4"), ("b", "<f8")]), scalar=numpy.int64(3))
    header = json.dumps({"__metadata__": {"format": "pt"}, "a.weight": {"dtype": "BF16", "shape": [2, 3], "data_offsets": [0, 12]},
                         "mask": {"dtype": "BOOL", "shape": [], "data_offsets": [12, 13]},
                         "odd": {"dtype": "F7", "shape": [0, 4], "data_offsets": [13, 13]}}).encode()
    header += b" " * (-len(header) % 8)
    with open(path("model.safetensors"), "wb") as file:
        file.write(len(header).to_bytes(8, "little") + header + bytes(13))


if __name__ == "__main__":
    main()
