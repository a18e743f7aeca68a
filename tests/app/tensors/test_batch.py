# SPDX-License-Identifier: GPL-3.0-or-later
"""dimscope batch with real tensors: torch.load opens the result, and its values are those that AITune's rule makes.

The rule is written here a second time, with torch's own operations."""
import collections
import dataclasses
import os
import signal
import subprocess
import unittest

import torch
from tensors_case import PROGRAM, TensorsCase, named


def rule(tensor, multipliers, batch_size):
    """Each batch axis gets multiplier x batch size slices: the first ones, or the first one repeated."""
    for axis, multiplier in multipliers.items():
        wanted = multiplier * batch_size
        if wanted <= tensor.size(axis):
            tensor = tensor.narrow(axis, 0, wanted)
        else:
            repeats = [1] * tensor.dim()
            repeats[axis] = wanted
            tensor = tensor.narrow(axis, 0, 1).repeat(*repeats)
    return tensor


@dataclasses.dataclass
class Options:
    mask: torch.Tensor


class Batch(TensorsCase):
    def batch(self, sample, like, batch_size, *options, exit=0):
        out = self.path("out.pt")
        _, said = self.run_program("batch", sample, "--batch-size", batch_size, "--like", like, "-o", out, *options,
                                   exit=exit)
        return torch.load(out, weights_only=True) if exit == 0 else said

    def runs(self, call):
        """Saved samples of several batch sizes are a recording, too."""
        os.mkdir(self.path("runs"))
        for n in (1, 2, 4):
            self.save(call(n), "runs/call_bs%d.pt" % n)
        return self.path("runs")

    def assertSame(self, found, expected):
        self.assertEqual(found.dtype, expected.dtype)
        self.assertEqual(found.shape, expected.shape)
        self.assertTrue(torch.equal(found, expected), (found, expected))

    def test_values(self):
        sample = {"x": torch.randn(4, 3, 2).half(), "ids": torch.randint(100, (2, 5)), "scale": torch.tensor(2.5),
                  "n": 3, "mask": torch.rand(1, 2) > 0.5}
        path = self.save(sample)
        like = self.capture([(n, named(x=(2 * n, 3, 2), ids=(n, 5), scale=(), mask=(1, n)), {}) for n in (1, 2, 4)])
        for batch_size in (1, 2, 3, 8):
            with self.subTest(batch_size):
                out = self.batch(path, like, batch_size)
                self.assertEqual(list(out), list(sample))
                self.assertSame(out["x"], rule(sample["x"], {0: 2}, batch_size))
                self.assertSame(out["ids"], rule(sample["ids"], {0: 1}, batch_size))
                self.assertSame(out["mask"], rule(sample["mask"], {1: 1}, batch_size))
                self.assertSame(out["scale"], sample["scale"])
                self.assertEqual(out["n"], 3)

    def test_structure(self):
        def call(n):
            x = torch.arange(6.0 * n).reshape(2 * n, 3)
            options = collections.OrderedDict([("b", x), ("a", [x.t(), ("text", {"deep": x[:, 1:]})])])
            return (x + 1,), {"options": options}
        like = self.runs(call)
        before = call(2)
        options = before[1]["options"]
        for batch_size in (1, 5):
            args, kwargs = self.batch(self.save(before), like, batch_size)
            out = kwargs["options"]
            self.assertIsInstance(args, tuple)
            self.assertIsInstance(out, collections.OrderedDict)
            self.assertEqual(list(out), ["b", "a"])
            self.assertSame(args[0], rule(before[0][0], {0: 2}, batch_size))
            self.assertSame(out["b"], rule(options["b"], {0: 2}, batch_size))
            self.assertSame(out["a"][0], rule(options["a"][0], {1: 2}, batch_size))
            self.assertEqual(out["a"][1][0], "text")
            self.assertSame(out["a"][1][1]["deep"], rule(options["a"][1][1]["deep"], {0: 2}, batch_size))

    def test_positions_stand_for_parameters(self):
        like = self.capture([(n, named(x=(2 * n, 3), mask=(n, 1)), {}) for n in (1, 2, 4)])
        x, mask = torch.randn(4, 3), torch.randn(2, 1)
        for saved in (((x,), {"mask": mask}), ((x, mask), {}), ((x, 5, mask), {})):
            args, kwargs = self.batch(self.save(saved), like, 3)
            self.assertSame(args[0], rule(x, {0: 2}, 3))
            self.assertSame(kwargs.get("mask", args[-1]), rule(mask, {0: 1}, 3))
        self.assertIn("[0] (as x) has rank 1 in the sample and 2 in the graph",
                      self.batch(self.save(((mask[0], x), {})), like, 3, exit=3))

    def test_the_legacy_stream(self):
        x = torch.randn(2, 4)
        path = self.save({"x": x}, _use_new_zipfile_serialization=False)
        like = self.capture([(n, named(x=(n, 4)), {}) for n in (1, 2)])
        self.assertSame(self.batch(path, like, 3)["x"], rule(x, {0: 1}, 3))

    def test_standard_output(self):
        x = torch.randn(2, 4)
        like = self.capture([(n, named(x=(n, 4)), {}) for n in (1, 2)])
        out, said = self.run_program("batch", self.save({"x": x}), "--batch-size", 3, "--like", like, "-o", "-", "--quiet")
        self.assertEqual(said, "")
        (self.folder / "copy.pt").write_bytes(out)
        self.assertSame(torch.load(self.path("copy.pt"), weights_only=True)["x"], rule(x, {0: 1}, 3))
        self.assertEqual(self.left(), ["copy.pt", "like.shapes.jsonl", "sample.pt"])

    def test_what_cannot_be_written(self):
        def call(n):
            return {"x": torch.ones(n, 4), "options": Options(torch.ones(1))}
        like = self.runs(call)
        said = self.batch(self.save(call(2)), like, 3, exit=4)
        self.assertIn("Options", said)
        self.assertEqual(self.left(), ["runs", "sample.pt"])

    def test_memory_limit(self):
        path = self.save({"x": torch.ones(2, 1024)})
        like = self.capture([(n, named(x=(n, 1024)), {}) for n in (1, 2)])
        said = self.batch(path, like, 1000000, "--memory-limit", "256M", exit=3)
        self.assertIn("memory", said)
        self.assertEqual(self.left(), ["like.shapes.jsonl", "sample.pt"])

    def test_a_target_that_stays(self):
        (self.folder / "out.pt").write_text("old")
        self.save({"x": torch.ones(2, 4)})
        whole = (self.folder / "sample.pt").read_bytes()
        # The directory of the archive is whole, the tensor's bytes are not there.
        at = whole.index(torch.ones(2, 4).numpy().tobytes())
        (self.folder / "sample.pt").write_bytes(whole[:at] + b"\1" * 32 + whole[at + 32:])
        like = self.capture([(n, named(x=(n, 4)), {}) for n in (1, 2)])
        self.batch(self.path("sample.pt"), like, 3, exit=3)
        self.assertEqual((self.folder / "out.pt").read_text(), "old")
        self.assertEqual(self.left(), ["like.shapes.jsonl", "out.pt", "sample.pt"])

    def test_interrupt(self):
        """Ctrl+C, and what else ends a job, reaches the whole group; a large sample takes long enough to be caught."""
        path = self.save({"x": torch.ones(1, 1024)})
        like = self.capture([(n, named(x=(n, 1024)), {}) for n in (1, 2)])
        for sent in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = subprocess.Popen([PROGRAM, "batch", path, "--batch-size", "100000", "--like", like, "-o",
                                        self.path("out.pt")], stderr=subprocess.PIPE, start_new_session=True)
            while process.poll() is None and not any(name.startswith(".dimscope.") for name in self.left()):
                pass
            os.killpg(process.pid, sent)
            process.communicate()
            self.assertEqual(process.returncode, 5)
            self.assertEqual(self.left(), ["like.shapes.jsonl", "sample.pt"])


if __name__ == "__main__":
    unittest.main()
