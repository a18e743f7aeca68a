# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the recorder share: a temporary folder, captured messages, lines that are checked by the schema."""
import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
RECORDER = ROOT / "resources" / "recorder"
sys.path.insert(0, str(RECORDER))

import torch  # noqa: E402

try:
    import jsonschema
    SCHEMA = jsonschema.Draft202012Validator(
        json.loads((ROOT / "resources/schema/capture.schema.json").read_text("utf-8")))
except ImportError:
    SCHEMA = None

TORCH = tuple(int(part) for part in torch.__version__.split(".")[:2])
newer_torch = unittest.skipIf(TORCH < (2, 1), "torch %s is installed; this needs 2.1 or newer" % torch.__version__)


class RecorderCase(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="dimscope-recorder-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "run.shapes.jsonl"
        torch.manual_seed(1)

    @contextlib.contextmanager
    def messages(self, *expected):
        """Messages on standard error are these, each known by a part of it; none where none is named."""
        text = io.StringIO()
        with contextlib.redirect_stderr(text):
            yield
        said = [line for line in text.getvalue().splitlines() if line]
        self.assertEqual(len(said), len(expected), said)
        for line, part in zip(said, expected):
            self.assertIn(part, line)

    def lines(self, path=None):
        """The objects of all lines; every line is whole, strict JSON and fits the schema."""
        data = pathlib.Path(path or self.path).read_bytes()
        self.assertTrue(data.endswith(b"\n"))

        def refuse(word):
            raise AssertionError(word + " is no JSON")
        found = [json.loads(line.decode("utf-8"), parse_constant=refuse) for line in data.splitlines()]
        for line in found:
            if SCHEMA is not None:
                SCHEMA.validate(line)
        self.assertEqual((found[0]["format"], found[0]["version"]), ("dimscope.capture", 1))
        return found

    def calls(self, path=None):
        return self.lines(path)[1:]

    def tensors(self, side):
        """(access path, semantic path, dtype, shape) of each tensor."""
        return [(t["access_path"], t["semantic_path"], t["dtype"], t["shape"]) for t in side["tensor_data"]]

    def paths(self, side, key="tensor_data"):
        return [(entry["access_path"], entry["semantic_path"]) for entry in side[key]]

    def values(self, side):
        return {entry["access_path"]: entry["value"] for entry in side["other_data"]}


class Same(torch.nn.Module):
    """Gives back what it gets."""

    def forward(self, x=None):
        return x


def environment(**values):
    """The environment of a child process that finds the recorder."""
    kept = {key: value for key, value in os.environ.items() if key not in ("RANK", "WORLD_SIZE", "DIMSCOPE_RECORD")}
    return {**kept, "PYTHONPATH": str(RECORDER), "PYTHONDONTWRITEBYTECODE": "1", **values}
