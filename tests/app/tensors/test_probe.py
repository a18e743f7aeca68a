# SPDX-License-Identifier: GPL-3.0-or-later
"""dimscope probe with real models: what ran, what was predicted, and models that raise, never end, crash or eat memory."""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import unittest

import torch
from tensors_case import PROGRAM, TensorsCase

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "resources" / "recorder"))
from dimscope_recorder import record  # noqa: E402

TIME = re.compile(r"(?<=\d) \([0-9.e+-]+ m?s\)$", re.MULTILINE)


class Decoder(torch.nn.Module):
    """Half of the rows (as guidance doubles latents), a static tail, and a row count that follows nothing."""

    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Linear(3, 4)

    def forward(self, latents, mask):
        first, second = latents.chunk(2)
        return self.inner(first + second), {"kept": mask * 2, "constant": torch.zeros(5)}


class Rigid(torch.nn.Module):
    """Sticks to rows of the batch sizes that were recorded."""

    def forward(self, x):
        return x if x.size(0) < 4 else x[:3]


class Raising(torch.nn.Module):
    def forward(self, x):
        if x.size(0) > 2:
            raise ValueError("at most two, found %d" % x.size(0))
        return x


class Endless(torch.nn.Module):
    def forward(self, x):
        if x.size(0) == 2:
            while bool(x.sum() < 1e30):
                x = x * 0
        return x


class Greedy(torch.nn.Module):
    def forward(self, x):
        if x.size(0) == 2:
            while x.numel() < (1 << 50):
                x = torch.cat([x, x])
        return x


class Crashing(torch.nn.Module):
    def forward(self, x):
        if x.size(0) == 2:
            wild = torch.ones(1, 1, dtype=torch.long) * (1 << 44)
            x = torch._sparse_coo_tensor_unsafe(wild, torch.ones(1), [1]).to_dense()
        return x


class Talking(torch.nn.Module):
    """Prints what looks like an answer."""

    def forward(self, x):
        print('{"result": {}}')
        return x


class Probe(TensorsCase):
    def model(self, kind):
        path = self.path(kind.__name__ + ".pt")
        torch.jit.script(kind()).save(path)
        return path

    def probe(self, kind, sample, batch_sizes, *options, exit=0):
        out, said = self.run_program("probe", self.model(kind), "--sample", sample, "--batch-sizes", batch_sizes,
                                     *options, exit=exit)
        text = out.decode("utf-8")
        sizes, times = text.count("\nbatch size ") + text.startswith("batch size "), len(TIME.findall(text))
        self.assertEqual(times, sizes - text.count("\n  failed: "), text)
        return TIME.sub("", text), said

    def rows(self, kind, batch_sizes, *options, exit=1):
        """A model of one argument, with a sample of batch size 1."""
        return self.probe(kind, self.save({"x": torch.ones(1, 3)}), batch_sizes, "--batch-size", "1", *options, exit=exit)

    def recorded(self, model, call, batch_sizes=(1, 2, 3)):
        with record(model, self.path("like.shapes.jsonl")) as r:
            for n in batch_sizes:
                r.batch_size = n
                model(**call(n))
        return self.path("like.shapes.jsonl")

    def calls(self, path):
        lines = [json.loads(line) for line in pathlib.Path(path).read_text("utf-8").splitlines()]
        return [{key: call[key] for key in ("batch_size", "inputs", "outputs")} for call in lines[1:]]

    @staticmethod
    def decoder_call(n):
        return {"latents": torch.ones(2 * n, 3), "mask": torch.ones(n, 2)}

    def test_predictions_hold(self):
        like = self.recorded(Decoder(), self.decoder_call)
        out, said = self.probe(Decoder, self.save(self.decoder_call(2)), "1,5", "--like", like)
        self.assertEqual(out, """batch size 1
  output[0] torch.float32 [1, 4], predicted [1, 4]: ok
  output[1]["kept"] torch.float32 [1, 2], predicted [1, 2]: ok
  output[1]["constant"] torch.float32 [5], predicted [5]: ok
batch size 5
  output[0] torch.float32 [5, 4], predicted [5, 4]: ok
  output[1]["kept"] torch.float32 [5, 2], predicted [5, 2]: ok
  output[1]["constant"] torch.float32 [5], predicted [5]: ok
2 batch sizes ran, 0 failed, 0 outputs are not as predicted
""")
        self.assertIn("latents axis 0 (x2), mask axis 0 (x1)", said)

    def test_the_capture_is_what_the_recorder_writes(self):
        sizes = (4, 1, 7)
        like = self.recorded(Decoder(), self.decoder_call)
        sample = self.save(self.decoder_call(2))
        self.probe(Decoder, sample, "4,1,7", "--like", like, "-o", self.path("probed.shapes.jsonl"), "--quiet")
        probed = self.calls(self.path("probed.shapes.jsonl"))
        os.remove(like)
        self.assertEqual(probed, self.calls(self.recorded(Decoder(), self.decoder_call, sizes)))
        # It opens, and says what was predicted.
        self.run_program("describe", self.path("probed.shapes.jsonl"))
        out, said = self.run_program("diff", self.path("probed.shapes.jsonl"), self.path("probed.shapes.jsonl"))
        self.assertEqual(said, "")

    def test_packed_and_to_standard_output(self):
        self.rows(Raising, "1,2,3", "-o", self.path("packed.shapes.jsonl.gz"))
        out, said = self.rows(Raising, "1,2,3", "-o", "-")
        self.assertIn("2 batch sizes ran, 1 failed", said)
        (self.folder / "plain.shapes.jsonl").write_text(out, "utf-8")
        self.run_program("diff", self.path("packed.shapes.jsonl.gz"), self.path("plain.shapes.jsonl"))
        self.assertEqual([call["batch_size"] for call in self.calls(self.path("plain.shapes.jsonl"))], [1, 2])

    def test_a_prediction_that_does_not_hold(self):
        like = self.recorded(Rigid(), lambda n: {"x": torch.ones(n, 3)})
        out, _ = self.probe(Rigid, self.save({"x": torch.ones(2, 3)}), "2,8", "--like", like, exit=1)
        self.assertIn("output torch.float32 [2, 3], predicted [2, 3]: ok\n", out)
        self.assertIn("output torch.float32 [3, 3], predicted [8, 3]: axis 0: predicted 8, found 3\n", out)
        self.assertIn("2 batch sizes ran, 0 failed, 1 output is not as predicted\n", out)

    def test_without_a_recording(self):
        out, said = self.rows(Rigid, "3,8", exit=0)
        self.assertIn("output torch.float32 [3, 3]: not predicted\n", out)
        self.assertTrue(out.endswith("2 batch sizes ran, 0 failed\n"), out)
        self.assertIn("x axis 0 (x1)", said)
        self.run_program("probe", self.path("Rigid.pt"), "--sample", self.path("sample.pt"), "--batch-sizes", "1", exit=3)
        os.rename(self.path("sample.pt"), self.path("sample_bs1.pt"))
        self.run_program("probe", self.path("Rigid.pt"), "--sample", self.path("sample_bs1.pt"), "--batch-sizes", "1")

    def test_a_model_that_raises(self):
        out, _ = self.rows(Raising, "2,3,1")
        self.assertIn("batch size 3\n  failed: builtins.ValueError: at most two, found 3\n    Traceback", out)
        self.assertIn("batch size 1\n  output torch.float32 [1, 3]: not predicted\n", out)
        self.assertTrue(out.endswith("2 batch sizes ran, 1 failed\n"), out)

    def test_a_model_that_never_ends(self):
        began = time.monotonic()
        out, _ = self.rows(Endless, "1,2,4", "--time-limit", "10")
        self.assertLess(time.monotonic() - began, 60)
        self.assertIn("batch size 1\n  output torch.float32 [1, 3]: not predicted\n", out)
        self.assertIn("batch size 2\n  failed: it took longer than 10 s\n", out)
        self.assertIn("batch size 4\n  failed: not tried", out)

    def test_a_model_that_takes_all_memory(self):
        out, _ = self.rows(Greedy, "1,2,3", "--memory-limit", "512M")
        self.assertRegex(out, "batch size 2\n  failed: .*memory")
        self.assertIn("batch size 3\n  output torch.float32 [3, 3]: not predicted\n", out)

    def test_a_model_that_crashes(self):
        out, _ = self.rows(Crashing, "1,2,3", "-o", self.path("probed.shapes.jsonl"))
        self.assertRegex(out, r"batch size 2\n  failed: the process was ended by signal \d+")
        self.assertIn("batch size 3\n  failed: not tried", out)
        self.assertEqual([call["batch_size"] for call in self.calls(self.path("probed.shapes.jsonl"))], [1])

    def test_a_model_that_prints(self):
        out, said = self.rows(Talking, "1,2", exit=0)
        self.assertTrue(out.endswith("2 batch sizes ran, 0 failed\n"), out)

    def test_what_is_no_model(self):
        (self.folder / "text.pt").write_text("no model")
        sample = self.save({"x": torch.ones(1, 3)})
        for model in ("text.pt", "none.pt", "sample.pt"):
            with self.subTest(model):
                _, said = self.run_program("probe", self.path(model), "--sample", sample, "--batch-size", "1",
                                           "--batch-sizes", "2", exit=3)
                self.assertIn(model, said)

    def test_interrupt(self):
        self.save({"x": torch.ones(1, 3)})
        process = subprocess.Popen(
            [PROGRAM, "probe", self.model(Endless), "--sample", self.path("sample.pt"), "--batch-size", "1",
             "--batch-sizes", "2", "-o", self.path("out.shapes.jsonl")], stderr=subprocess.PIPE, start_new_session=True)
        # The note comes before the model runs.
        process.stderr.readline()
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate()
        self.assertEqual(process.returncode, 5, said)
        self.assertEqual(self.left(), ["Endless.pt", "sample.pt"])


if __name__ == "__main__":
    unittest.main()
