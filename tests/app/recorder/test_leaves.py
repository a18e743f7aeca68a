# SPDX-License-Identifier: GPL-3.0-or-later
"""What is found in arguments and results, and how paths and values are written."""
import collections
import dataclasses
import enum
import functools
import math
import pathlib
import unittest
import warnings
import zlib

import torch
from recorder_case import RecorderCase, Same

from dimscope_recorder import record


def tensor(*shape, dtype=torch.float32):
    return torch.zeros(shape, dtype=dtype)


@dataclasses.dataclass
class Options:
    mask: torch.Tensor
    scale: float = 1.0
    later: int = dataclasses.field(init=False)  # never set


@dataclasses.dataclass
class ModelOutput(collections.OrderedDict):
    """As in transformers: a data class that is a mapping of what is not None."""

    logits: torch.Tensor = None
    loss: torch.Tensor = None
    hidden_states: tuple = None

    def __post_init__(self):
        for field in dataclasses.fields(self):
            if getattr(self, field.name) is not None:
                self[field.name] = getattr(self, field.name)


class BatchEncoding(collections.UserDict):
    """As in transformers."""


def transformers_class(name, **members):
    return type(name, (), {"__module__": "transformers.cache_utils", **members})


class Colour(enum.Enum):
    RED = "red"


class Bag:
    width = 3

    def __init__(self, **values):
        self.__dict__.update(values)


class Leaves(RecorderCase):
    def recorded(self, value, **options):
        model = Same()
        with self.messages(), record(model, self.path, **options) as r:
            model(value)
        self.assertEqual(r.calls, 1)
        return self.calls()[0]

    def test_nested_containers(self):
        Pair = collections.namedtuple("Pair", "a b")
        call = self.recorded({"t": tensor(2, 3), "list": [tensor(1), (tensor(), 5)], "pair": Pair(tensor(4), "w"), "no": [],
                              "size": torch.Size([7]), "not id": tensor(2, dtype=torch.int64), 3: tensor(6)})
        self.assertEqual(self.tensors(call["inputs"]), [
            ('x["t"]', ["x", "t"], "torch.float32", [2, 3]),
            ('x["list"][0]', ["x", "list", 0], "torch.float32", [1]),
            ('x["list"][1][0]', ["x", "list", 1, 0], "torch.float32", []),
            ('x["pair"][0]', ["x", "pair", 0], "torch.float32", [4]),
            ('x["not id"]', ["x", "not id"], "torch.int64", [2]),
            ('x[3]', ["x", 3], "torch.float32", [6])])
        self.assertEqual(self.values(call["inputs"]), {'x["list"][1][1]': 5, 'x["pair"][1]': "w", 'x["size"][0]': 7})
        self.assertEqual(self.paths(call["outputs"])[0], ('output["t"]', "t"))
        self.assertEqual(self.paths(call["outputs"])[2], ('output["list"][1][0]', ["list", 1, 0]))

    def test_root_results(self):
        for value, expected in [(tensor(2), ("output", [])), ((tensor(2),), ("output[0]", 0)),
                                ({"a b": tensor(2)}, ('output["a b"]', "a b")), (Options(tensor(2)), ("output.mask", "mask"))]:
            with self.subTest(expected):
                self.assertEqual(self.paths(self.recorded(value)["outputs"]), [expected])

    def test_data_class(self):
        call = self.recorded(Options(tensor(5, 2)))
        self.assertEqual(self.paths(call["inputs"]), [("x.mask", ["x", "mask"])])
        self.assertEqual(self.values(call["inputs"]), {"x.scale": 1.0})

    def test_transformers_look_alikes(self):
        out = ModelOutput(logits=tensor(2, 7), hidden_states=(tensor(1), tensor(2)))
        self.assertEqual(self.paths(self.recorded(out)["outputs"]),
                         [('output["logits"]', "logits"), ('output["hidden_states"][0]', ["hidden_states", 0]),
                          ('output["hidden_states"][1]', ["hidden_states", 1])])
        encoding = BatchEncoding({"input_ids": tensor(2, 5, dtype=torch.int64)})
        self.assertEqual(self.paths(self.recorded(encoding)["inputs"]), [('x["input_ids"]', ["x", "input_ids"])])

    def test_transformers_caches(self):
        dynamic = transformers_class("DynamicCache")()
        dynamic.key_cache = [tensor(2, 8)]
        call = self.recorded({"past": dynamic, "x": tensor(1)})
        self.assertEqual(self.paths(call["inputs"]), [('x["x"]', ["x", "x"])])
        self.assertEqual(call["inputs"]["other_data"], [])
        layer = transformers_class("StaticLayer", is_compileable=True)()
        layer.values, layer.keys, layer.max_batch_size, layer._hidden = tensor(2, 9), tensor(2, 8), 4, tensor(1)
        static = transformers_class("StaticCache", max_cache_len=property(lambda self: 1), lengths=lambda self: 1)()
        static.layers, static.note = [layer], "text"
        call = self.recorded(static)
        self.assertEqual(self.paths(call["inputs"]), [("x.layers[0].keys", ["x", "layers", 0, "keys"]),
                                                      ("x.layers[0].values", ["x", "layers", 0, "values"])])
        self.assertEqual(call["inputs"]["other_data"], [])

    def test_named_types(self):
        bag = Bag(z=tensor(1), a=2, _own=tensor(3))
        self.assertEqual(self.values(self.recorded(bag)["inputs"]), {"x": "<test_leaves.Bag>"})
        call = self.recorded(bag, attribute_types=[Bag])
        self.assertEqual((self.paths(call["inputs"]), self.values(call["inputs"])),
                         ([("x.z", ["x", "z"])], {"x.a": 2, "x.width": 3}))
        call = self.recorded([bag], tensor_types=[Bag])
        self.assertEqual((self.paths(call["inputs"]), self.values(call["inputs"])), ([("x[0].z", ["x", 0, "z"])], {}))
        call = self.recorded([bag, 1], ignore_types=[Bag])
        self.assertEqual((self.paths(call["inputs"]), self.values(call["inputs"])), ([], {"x[1]": 1}))

    def test_values_in_safe_form(self):
        class Loud:
            def __repr__(self):
                raise AssertionError("asked for text")
        values = [None, True, 7, 2 ** 70, 1.5, math.nan, math.inf, -math.inf, "ä\u2028\0\ud800", Colour.RED, pathlib.PurePosixPath("/a"),
                  torch.float16, torch.device("cpu"), 1 + 2j, range(3), {3, 1, 2}, frozenset(), b"\xff\0", Loud(), Loud,
                  functools.partial(print), len, slice(1, None)]
        found = list(self.values(self.recorded(values)["inputs"]).values())
        loud = "test_leaves.Leaves.test_values_in_safe_form.<locals>.Loud"
        self.assertEqual(found, [
            None, True, 7, 2 ** 70, 1.5, "NaN", "Infinity", "-Infinity", "ä\u2028\0?", "red", "/a", "torch.float16", "cpu", "(1+2j)",
            "range(0, 3)", [1, 2, 3], [], "<2 bytes, crc32 %08x>" % zlib.crc32(b"\xff\0"), "<%s>" % loud, "<%s>" % loud,
            "<functools.partial>", "<builtins.len>", "slice(1, None, None)"])

    def test_long_values_are_cut_but_differ(self):
        found = list(self.values(self.recorded(["a" * 5000, "a" * 4999 + "b", 1 << 20000])["inputs"]).values())
        self.assertTrue(all(isinstance(text, str) and len(text) < 1100 for text in found), found)
        self.assertEqual(len(set(found)), 3)
        self.assertIn("5000 characters", found[0])

    def test_numpy(self):
        import numpy
        found = self.values(self.recorded([numpy.float32(0.5), numpy.zeros((2, 3), "int16"), numpy.bool_(True)])["inputs"])
        self.assertEqual(list(found.values()), [0.5, "<numpy.ndarray int16 [2, 3]>", True])

    def test_keys_that_are_no_text(self):
        keys = [True, "True", 1.5, None, (1, "a"), Colour.RED, 2 ** 80, "ä", Same, Bag]
        call = self.recorded({key: tensor(1) for key in keys})
        found = [tensor["semantic_path"][1] for tensor in call["inputs"]["tensor_data"]]
        self.assertEqual(found, ["True", "True#2", "1.5", "None", "(1, 'a')", "red", str(2 ** 80), "ä",
                                 "<recorder_case.Same>", "<test_leaves.Bag>"])

    def test_lenient(self):
        call = self.recorded({"a": 1, "t": tensor(1)}, strict=False)
        self.assertEqual((call["inputs"]["other_data"], call["inputs"]["strict"], call["outputs"]["strict"]), ([], False, False))

    def refused(self, value, message):
        model = Same()
        with self.messages(message, "no call of Same was recorded"), record(model, self.path) as r:
            self.assertIs(model(value), value)
            self.assertIs(model(value), value)
        self.assertEqual((r.calls, self.calls()), (0, []))

    def test_cyclic_and_huge_data(self):
        cyclic = []
        cyclic += [cyclic, cyclic]
        self.refused(cyclic, "more than 64 levels deep")
        self.refused([0] * 200_000, "more than 100000 values")

    def test_hostile_values(self):
        class Broken(dict):
            def items(self):
                raise RuntimeError("no items")
        self.refused(Broken(), "RuntimeError: no items")

    @unittest.skipUnless(hasattr(torch, "nested"), "no nested tensors")
    def test_nested_tensor(self):
        make = getattr(torch.nested, "nested_tensor", None) or torch.nested_tensor
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.refused(make([torch.zeros(2), torch.zeros(3)]), "nested tensor has no shape")

    def test_tensor_forms(self):
        call = self.recorded([torch.zeros(2, 3).to_sparse(), torch.quantize_per_tensor(torch.zeros(4), 1.0, 0, torch.quint8),
                              torch.nn.Parameter(torch.zeros(1)), torch.zeros(5, device="meta"), torch.zeros(0, 2, dtype=torch.bool)])
        self.assertEqual([(t[2], t[3]) for t in self.tensors(call["inputs"])],
                         [("torch.float32", [2, 3]), ("torch.quint8", [4]), ("torch.float32", [1]), ("torch.float32", [5]),
                          ("torch.bool", [0, 2])])


class Phase(RecorderCase):
    class Decoder(torch.nn.Module):
        def forward(self, ids, cache_position=None):
            return ids

    def phases(self, positions, *messages, **options):
        model = self.Decoder()
        with self.messages(*messages), record(model, self.path, **options):
            for position in positions:
                model(tensor(1), cache_position=position)
        self.assertTrue(all(call["outputs"]["llm_phase"] is None for call in self.calls()))
        return [call["inputs"]["llm_phase"] for call in self.calls()]

    def test_first_element_tells(self):
        self.assertEqual(self.phases([torch.arange(5), torch.tensor([5]), torch.tensor([0]), None, [torch.tensor([3])]]),
                         ["prefill", "decode", "prefill", None, "decode"])

    def test_switched_off(self):
        self.assertEqual(self.phases([torch.arange(5), torch.tensor(3)], llm_phase=False), [None, None])

    def test_positions_without_an_element(self):
        self.assertEqual(self.phases([torch.tensor(3), torch.zeros(0), torch.zeros(2, device="meta"), 7, torch.zeros(2, 2)],
                                     "no tensor with an element", "cannot be read here", "Decoder: "), [None] * 5)


if __name__ == "__main__":
    unittest.main()
