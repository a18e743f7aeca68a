# SPDX-License-Identifier: GPL-3.0-or-later
"""What was recorded opens in Dimscope and gives the verdicts that AITune's rule gives for the tensors of the calls.

The rule is written here a second time, over the tensors that the test itself made; nothing of it reads the capture."""
import json
import math
import os
import random
import subprocess
import unittest

import torch
from recorder_case import RecorderCase

from dimscope_recorder import record

PROGRAM = os.environ.get("DIMSCOPE_PROGRAM", "")


class Axis:
    """One axis as AITune's TensorSpec evolves it."""

    def __init__(self, size, batch_size):
        self.symbol, self.low, self.high = size, size, size
        self.multiplier = math.nan if batch_size is None else size / batch_size

    def update(self, other, index):
        if self.symbol == other.symbol:
            return
        self.low, self.high = min(self.low, other.low), max(self.high, other.high)
        if self.multiplier == other.multiplier and float(self.multiplier).is_integer():
            self.symbol = "batch%d" % index
        else:
            self.symbol, self.multiplier = "dim%d" % index, math.nan


class Rule:
    """Graphs by what AITune compares: ranks by path, other values, or the phase alone."""

    def __init__(self):
        self.graphs = {}

    def call(self, batch_size, tensors, others=(), phase=None):
        """tensors: {(side, access path): shape}."""
        key = phase or (frozenset((path, len(shape)) for path, shape in tensors.items()), tuple(others))
        seen = {path: [Axis(size, batch_size) for size in shape] for path, shape in tensors.items()}
        graph = self.graphs.setdefault(key, seen)
        if graph is not seen:
            for path, axes in graph.items():
                for index, axis in enumerate(axes):
                    axis.update(seen[path][index], index)

    def verdicts(self):
        return [{path: [(axis.symbol, axis.low, axis.high) for axis in axes] for path, axes in graph.items()}
                for graph in self.graphs.values()]


class Model(torch.nn.Module):
    """Twice the rows (as guidance doubles latents), a mask that may be broadcast, a flattened result."""

    def forward(self, sample, mask=None, *, options=None, cache_position=None):
        return {"flat": sample.flatten(0, 1), "pair": (sample[:1], mask)}


@unittest.skipUnless(PROGRAM, "DIMSCOPE_PROGRAM does not name the program")
class Verdicts(RecorderCase):
    def report(self):
        done = subprocess.run([PROGRAM, "report", str(self.path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        report = json.loads(done.stdout)
        self.assertTrue(report["sources"][0]["complete"])
        return report

    def reported(self):
        return [{(t["side"], t["access_path"]): list(zip(t["shape"], t["min_shape"], t["max_shape"])) for t in graph["tensors"]}
                for graph in self.report()["graphs"]]

    def run_calls(self, calls):
        """calls: (batch size, sample shape, mask shape, length or None, cache position or None)."""
        model, rule = Model(), Rule()
        with self.messages(), record(model, self.path) as r:
            for batch_size, sample, mask, scale, position in calls:
                r.batch_size = batch_size
                inputs = {"sample": torch.zeros(sample), "mask": torch.zeros(mask, dtype=torch.bool)}
                tensors = {("input", "sample"): sample, ("input", "mask"): mask,
                           ("output", 'output["flat"]'): (sample[0] * sample[1], *sample[2:]),
                           ("output", 'output["pair"][0]'): (min(1, sample[0]), *sample[1:]), ("output", 'output["pair"][1]'): mask}
                if position is not None:
                    inputs["cache_position"] = torch.tensor(position)
                    tensors["input", "cache_position"] = (len(position),)
                if scale is not None:
                    inputs["options"] = {"scale": scale}
                phase = None if position is None else "prefill" if position[0] == 0 else "decode"
                rule.call(batch_size, tensors, [] if scale is None else [scale], phase)
                model(**inputs)
        self.assertEqual(self.reported(), rule.verdicts())
        return rule.verdicts()

    def test_batch_axes_and_ranges(self):
        verdicts, = self.run_calls([(n, (2 * n, 4, length), (1, length), None, None) for n, length in [(1, 7), (2, 9), (4, 8)]])
        self.assertEqual(verdicts["input", "sample"], [("batch0", 2, 8), (4, 4, 4), ("dim2", 7, 9)])
        self.assertEqual(verdicts["output", 'output["flat"]'][0], ("batch0", 8, 32))

    def test_order_of_calls(self):
        """(1,1) (2,1) (2,2) is a batch axis, the same calls in another order are not."""
        calls = [(1, (1, 2), (1, 1), None, None), (2, (1, 2), (1, 1), None, None), (2, (2, 2), (2, 1), None, None)]
        self.assertEqual(self.run_calls(calls)[0]["input", "mask"][0], ("batch0", 1, 2))
        self.assertEqual(self.run_calls(calls[::-1])[0]["input", "mask"][0], ("dim0", 1, 2))

    def test_unknown_batch_sizes(self):
        calls = [(1, (4, 2), (1,), None, None), (None, (4, 2), (1,), None, None), (2, (8, 2), (2,), None, None)]
        self.assertEqual(self.run_calls(calls)[0]["input", "sample"][0], ("batch0", 4, 8))
        self.assertEqual(self.run_calls(calls[1:])[0]["input", "sample"][0], ("dim0", 4, 8))

    def test_graphs_by_other_values_and_ranks(self):
        verdicts = self.run_calls([(1, (1, 2), (1,), 0.5, None), (1, (1, 2), (1,), 0.25, None), (2, (2, 2), (2,), 0.5, None),
                                   (2, (2, 2, 3), (2,), 0.5, None), (2, (2, 2), (2,), None, None)])
        self.assertEqual([graph["input", "sample"][0][0] for graph in verdicts], ["batch0", 1, 2, 2])

    def test_phases(self):
        verdicts = self.run_calls([(1, (1, 5), (1, 5), None, [0, 1, 2, 3, 4]), (1, (1, 1), (1, 6), None, [5]),
                                   (2, (2, 3), (2, 3), None, [0, 1, 2]), (2, (2, 1), (2, 4), None, [3])])
        self.assertEqual([graph["input", "cache_position"] for graph in verdicts], [[("dim0", 3, 5)], [(1, 1, 1)]])
        self.assertEqual([graph["llm_phase"] for graph in self.report()["graphs"]], ["prefill", "decode"])

    def test_random_calls(self):
        numbers = random.Random(20261203)
        for _ in range(6):
            calls = []
            for _ in range(numbers.randint(2, 40)):
                n = numbers.choice([1, 2, 3, 4, None])
                rows = numbers.choice([n or 2, 2 * (n or 1), 1, 4])
                calls.append((n, (rows, numbers.choice([3, 3, n or 3]), numbers.randint(1, 3))[:numbers.choice([2, 3])],
                              (numbers.choice([1, n or 1]),), numbers.choice([None, None, 1.0, True, "a"]), None))
            self.run_calls(calls)

    def test_parts_and_killed_runs_open(self):
        model = Model()
        with record(model, self.path, batch_size="sample:0", max_bytes=5000) as r:
            for n in (1, 2, 3, 4) * 5:
                model(torch.zeros(n, 2), torch.zeros(1))
        self.assertGreater(len(r.paths), 2)
        with open(r.paths[-1], "ab") as file:
            file.write(b'{"module": "Mod')  # as a power cut leaves it
        done = subprocess.run([PROGRAM, "report", *r.paths], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"cut off inside its last line", done.stderr)
        graph, = json.loads(done.stdout)["graphs"]
        self.assertEqual((graph["samples"], graph["batch_sizes"]), (20, [1, 2, 3, 4]))

    def test_odd_paths_and_values_open(self):
        class Odd(torch.nn.Module):
            def forward(self, *args, **kwargs):
                return args
        t, model = torch.zeros(1), Odd()
        keys = [True, "True", 1, 1.5, None, (1, "a"), 2 ** 80, "ä\u2028\"]", "", "\ud800", "\0", -1, "1"]
        different = len(set(keys))  # True is 1
        with self.messages(), record(model, self.path) as r:
            r.batch_size = 1
            model({key: t for key in keys}, t, [{key: float("inf") for key in keys}], **{"not an id": t, "": 2 ** 70})
        graph, = self.report()["graphs"]
        self.assertEqual(len(graph["tensors"]), 2 * (different + 1) + 1)
        self.assertEqual(len(graph["other_data"]), 2 * different + 1)


if __name__ == "__main__":
    unittest.main()
