#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the aitune_*.pt files of this folder with Debian's python3-torch (1.13).

The classes are look-alikes of AITune's, under the same names and with the attributes that are pickled.
"""
import collections
import dataclasses
import enum
import pickle

import torch

from make_fixtures import in_module, path


class ObjectType(enum.IntEnum):
    SEQUENCE = 0
    DICT = 1
    DATACLASS = 2
    USER_TYPE = 3


class Locator:
    def __init__(self, access_path, is_output=False):
        self._access_path = access_path
        self._is_output = is_output


@dataclasses.dataclass(slots=True)
class TensorSpec:
    shape: list
    min_shape: list
    max_shape: list
    dtype: object
    _bs_multipliers: list


class SampleMetadata:
    def __init__(self, tensor_data, other_data, strict, llm_phase):
        self._tensor_data = tensor_data
        self._other_data = other_data
        self._strict = strict
        self._llm_phase = llm_phase

    def to_dict(self):
        return {"tensor_data": pickle.dumps(self._tensor_data), "other_data": pickle.dumps(self._other_data),
                "strict": self._strict, "llm_phase": self._llm_phase}


in_module("aitune.torch.module.locator", ObjectType, Locator)
in_module("aitune.torch.module.tensor_spec", TensorSpec)
in_module("aitune.torch.module.sample_metadata", SampleMetadata)

NAN = float("nan")


def at(*steps, output=False):
    kinds = {"[": ObjectType.SEQUENCE, "{": ObjectType.DICT, ".": ObjectType.DATACLASS, "u": ObjectType.USER_TYPE}
    return Locator(tuple((accessor, kinds[kind]) for kind, accessor in steps), output)


def inputs():
    return SampleMetadata(
        ((at(("{", "sample")), TensorSpec(["batch0", 4, "dim2"], [2, 4, 64], [8, 4, 96], torch.float16, [2.0, 4.0, NAN])),
         (at(("{", "opts"), ("[", 1), (".", "mask"), ("u", "data")),
          TensorSpec(["batch0"], [1], [4], torch.bool, [1.0]))),
        ((at(("{", "return_dict")), True), (at(("{", "scales")), (0.5, None))), True, None)


def outputs():
    return SampleMetadata(
        ((at(("[", 0), output=True), TensorSpec(["batch0", 77], [1, 77], [4, 77], None, [1.0, 77.0])),), (), True, None)


def phase(name):
    return SampleMetadata(((at(("{", "input_ids")), TensorSpec(["dim0", 1], [1, 1], [2, 1], torch.int64, [NAN, NAN])),), (),
                          False, name)


def main():
    torch.save(inputs().to_dict(), path("aitune_unet.pt"))
    torch.save(outputs().to_dict(), path("aitune_output.pt"))
    torch.save(inputs(), path("aitune_object.pt"))
    with open(path("aitune_object.pkl"), "wb") as file:
        pickle.dump(inputs(), file, protocol=2)
    torch.save({"inputs": inputs().to_dict(), "outputs": outputs().to_dict()}, path("aitune_pair.pt"))
    graph = {"type": "GraphSpec", "name": "7", "input_spec": inputs(), "output_spec": outputs(),
             "forward_signature": {"parameters": []}, "dynamic_shapes": None}
    tuned = {"backends": [(inputs().to_dict(), {"type": "TensorRTBackend", "graph_spec": graph}),
                          (phase("prefill").to_dict(), {"type": "TorchEagerBackend", "config": {}})],
             "check_graph": True, "is_any_jit": False, "module_name": "text_encoder",
             "forward_signature": {"parameters": []}}
    state = collections.OrderedDict([("", {"type": "Module", "name": "text_encoder", "dynamic_shapes": None,
                                          "tuned_module": tuned}), ("other.weight", torch.zeros(2, 2))])
    torch.save(state, path("aitune_state_dict.pt"))
    # As Python 3.12 pickles members of an enumeration: a call with the number.
    ObjectType.__reduce_ex__ = lambda self, protocol: (ObjectType, (int(self),))
    torch.save(inputs().to_dict(), path("aitune_numbers.pt"))


if __name__ == "__main__":
    main()
