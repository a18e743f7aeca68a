# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of batch and probe share: a temporary folder, captures written by hand, the program as a user runs it."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import torch

PROGRAM = os.environ["DIMSCOPE_PROGRAM"]
PATIENCE = 300  # seconds


class TensorsCase(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="dimscope-tensors-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        torch.manual_seed(1)

    def path(self, name):
        return str(self.folder / name)

    def save(self, value, name="sample.pt", **options):
        torch.save(value, self.path(name), **options)
        return self.path(name)

    def run_program(self, *arguments, exit=0, **options):
        """Standard output (bytes) and standard error of the program."""
        done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, timeout=PATIENCE, **options)
        said = done.stderr.decode("utf-8")
        self.assertEqual(done.returncode, exit, said)
        return done.stdout, said

    def capture(self, calls, name="like.shapes.jsonl"):
        """A native capture. Each call: batch size, inputs, outputs; the latter by (access path, semantic path): shape."""
        def side(tensors):
            data = [{"access_path": access, "semantic_path": semantic, "dtype": "torch.float32", "shape": list(shape)}
                    for (access, semantic), shape in tensors.items()]
            return {"tensor_data": data, "other_data": [], "strict": False, "llm_phase": None}
        lines = [{"format": "dimscope.capture", "version": 1}]
        lines += [{"module": "m", "batch_size": n, "inputs": side(inputs), "outputs": side(outputs)}
                  for n, inputs, outputs in calls]
        (self.folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        return self.path(name)

    def left(self):
        """Names in the folder, hidden ones too."""
        return sorted(os.listdir(self.folder))


def named(**shapes):
    return {(name, name): shape for name, shape in shapes.items()}
