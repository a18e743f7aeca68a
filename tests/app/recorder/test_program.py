# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that are recorded without a change: python -m dimscope_recorder script.py, and the environment switch."""
import subprocess
import sys
import textwrap
import unittest

from recorder_case import RECORDER, RecorderCase, environment

SCRIPT = """\
import os, sys, torch

class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 3)
    def forward(self, x, scale=1.0):
        return self.fc(x)

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = torch.nn.ModuleList([Block(), Block()])
    def forward(self, input_ids, mask=None):
        made_here = torch.nn.Linear(3, 3)
        for block in self.blocks:
            input_ids = block(input_ids, scale=2.0)
        return {"logits": made_here(input_ids)}

if __name__ == "__main__":
    assert sys.path[0] == os.path.dirname(os.path.abspath(__file__)), sys.path
    net, twin, act = Net(), Net(), torch.nn.ReLU()
    for n in (1, 2):
        net(torch.zeros(n, 3), mask=None)
    twin(torch.zeros(4, 3))
    act(torch.zeros(1))
    torch.save(net, "net.pt")
    print("arguments", sys.argv[1:])
    sys.exit(int(sys.argv[1]))
"""


class Programs(RecorderCase):
    def setUp(self):
        super().setUp()
        (self.folder / "work").mkdir()
        (self.folder / "script.py").write_text(SCRIPT)

    def run_program(self, *arguments, status=0, runner=("-m", "dimscope_recorder"), **variables):
        done = subprocess.run([sys.executable, *runner, *arguments], cwd=self.folder / "work", env=environment(**variables),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, timeout=120)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def modules(self, name="run.shapes.jsonl"):
        return [(call["module"], call["batch_size"]) for call in self.calls(self.folder / "work" / name)]

    def test_outermost_modules_are_recorded(self):
        done = self.run_program("../script.py", "0", "--flag", "-m")
        self.assertEqual(done.stdout, "arguments ['0', '--flag', '-m']\n")
        self.assertIn("3 calls are in script.shapes.jsonl", done.stderr)
        self.assertEqual(self.modules("script.shapes.jsonl"), [("Net", None), ("Net", None), ("Net#2", None)])
        call = self.calls(self.folder / "work" / "script.shapes.jsonl")[1]
        self.assertEqual((self.tensors(call["inputs"]), self.values(call["inputs"]), self.paths(call["outputs"])),
                         ([("input_ids", "input_ids", "torch.float32", [2, 3])], {"mask": None}, [('output["logits"]', "logits")]))

    def test_status_and_runner_by_path(self):
        self.run_program("../script.py", "7", status=7, runner=(str(RECORDER / "dimscope_recorder.py"),))
        self.assertEqual(len(self.modules("script.shapes.jsonl")), 3)

    def test_switch(self):
        self.run_program("../script.py", "0", DIMSCOPE_RECORD="run.shapes.jsonl;modules=Net.blocks.?,ReLU;batch_size=x:0;strict=no;label=l")
        self.assertEqual(self.modules(), [("Net.blocks.0", 1), ("Net.blocks.1", 1), ("Net.blocks.0", 2), ("Net.blocks.1", 2), ("ReLU", None)])
        call = self.calls(self.folder / "work" / "run.shapes.jsonl")[0]
        self.assertEqual((call["inputs"]["strict"], call["inputs"]["other_data"], call["label"]), (False, [], "l"))

    def test_switch_that_fits_nothing(self):
        done = self.run_program("../script.py", "0", DIMSCOPE_RECORD="run.shapes.jsonl;modules=UNet")
        self.assertIn("no call of a module was recorded; called were Net, ReLU", done.stderr)

    def test_modules_of_packages(self):
        (self.folder / "work" / "tool").mkdir()
        (self.folder / "work" / "tool" / "__main__.py").write_text(textwrap.dedent("""\
            import sys, torch
            torch.nn.Linear(2, 2)(torch.zeros(1, 2))
            print(sys.argv[1:])
            """))
        done = self.run_program("-m", "tool", "-a", DIMSCOPE_RECORD="run.shapes.jsonl")
        self.assertEqual((done.stdout, self.modules()), ("['-a']\n", [("Linear", None)]))

    def test_errors_of_the_program_are_its_own(self):
        (self.folder / "script.py").write_text("import torch\ntorch.nn.Linear(2, 2)(torch.zeros(1, 2))\nraise KeyError('mine')\n")
        done = self.run_program("../script.py", status=1)
        self.assertIn("KeyError: 'mine'", done.stderr)
        self.assertEqual(len(self.modules("script.shapes.jsonl")), 1)

    def test_nothing_called(self):
        (self.folder / "script.py").write_text("print(1)\n")
        self.assertIn("no call of a module was recorded", self.run_program("../script.py").stderr)
        self.assertEqual(list((self.folder / "work").glob("*.jsonl")), [])

    def test_usage(self):
        for text, message in [("run.jsonl;batch_size=0", "batch_size=0"), ("run.jsonl;colour=red", "'colour=red' is no option"),
                              ("run.jsonl;strict=maybe", "'strict=maybe' is no option")]:
            self.assertIn(message, self.run_program("../script.py", "0", status=2, DIMSCOPE_RECORD=text).stderr)
        self.assertIn("usage: python -m dimscope_recorder", self.run_program("--help").stdout)
        self.assertIn("usage: ", self.run_program(status=2).stdout)
        for arguments, message in [(["nope.py"], "nope.py: there is no such script"), (["--version"], "--version is no option"),
                                   (["-m"], "no module is named")]:
            said = self.run_program(*arguments, status=2).stderr
            self.assertIn(message, said)
            self.assertEqual(len(said.splitlines()), 1, said)


if __name__ == "__main__":
    unittest.main()
