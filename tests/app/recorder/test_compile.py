# SPDX-License-Identifier: GPL-3.0-or-later
"""What needs a newer torch than Debian 12 has: torch.compile, and FakeTensors of export."""
import sys
import unittest
from unittest import mock

import torch
from recorder_case import RecorderCase, newer_torch

from dimscope_recorder import record


class Inner(torch.nn.Module):
    def forward(self, x, scale=1.0):
        return x * scale


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def forward(self, x, mask=None):
        return self.inner(x, scale=2.0) + 1


EAGER = "torch.compile is in use: while modules are recorded, compiled code runs eagerly"


@newer_torch
class Compiled(RecorderCase):
    def setUp(self):
        super().setUp()
        import torch._dynamo  # as after an earlier torch.compile
        torch._dynamo.reset()
        self.addCleanup(torch._dynamo.reset)
        self.compilations = 0

    def compiled(self, thing):
        def backend(graph, inputs):
            self.compilations += 1
            return graph.forward
        return torch.compile(thing, backend=backend)

    def recorded(self):
        return [(c["module"], self.paths(c["inputs"]), c["inputs"]["tensor_data"][0]["shape"]) for c in self.calls()]

    def test_a_compiled_module(self):
        model = self.compiled(Net())
        expected = model(torch.ones(2, 3))
        self.assertEqual(self.compilations, 1)
        with self.messages(EAGER), record(model, self.path, ["Net", "inner"]):
            self.assertTrue(torch.equal(model(torch.ones(2, 3)), expected))
            model(torch.ones(5, 3))
        self.assertEqual(self.compilations, 1)
        self.assertEqual(self.recorded(), [("inner", [("x", "x")], [2, 3]), ("Net", [("x", "x")], [2, 3]),
                                           ("inner", [("x", "x")], [5, 3]), ("Net", [("x", "x")], [5, 3])])
        model(torch.ones(9, 9, 3))  # compiled again, not recorded
        self.assertEqual((self.compilations, len(self.calls())), (2, 4))

    def test_a_module_inside_a_compiled_function(self):
        net = Net()
        function = self.compiled(lambda x: net(x) * 2)
        function(torch.ones(2))
        with self.messages(EAGER), record(net, self.path, ["inner"]):
            function(torch.ones(2))
        self.assertEqual(self.recorded(), [("inner", [("x", "x")], [2])])

    def test_compiled_in_place(self):
        net = Net()
        net.compile(backend="eager")
        net(torch.ones(2))
        with self.messages(EAGER), record(net, self.path, ["*"]):
            net(torch.ones(2))
        self.assertEqual([entry[0] for entry in self.recorded()], ["inner", "Net"])
        self.assertIsNotNone(net._compiled_call_impl)

    def test_before_stances(self):
        """As before torch 2.6, where nothing switches compilation off for a while."""
        for compile_net in (self.compiled, lambda net: net.compile(backend="eager") or net):
            model = compile_net(Net())
            model(torch.ones(2))
            with mock.patch.object(torch.compiler, "set_stance", None, create=True):
                with self.messages(EAGER), record(model, self.path, ["Net", "inner"]):
                    model(torch.ones(2))
            self.assertEqual([entry[0] for entry in self.recorded()], ["inner", "Net"])
            model(torch.ones(2))
            self.assertEqual(len(self.calls()), 2)
        self.assertEqual(self.compilations, 1)

    def test_compiled_while_recording(self):
        """The hooks are called between compiled parts, with real tensors."""
        net = Net()
        with mock.patch.dict(sys.modules):
            del sys.modules["torch._dynamo"]  # not noticed
            recording = record(net, self.path, ["Net", "inner"]).start()
        model = self.compiled(net)
        for rows in (2, 3, 4):
            self.assertEqual(model(torch.ones(rows)).tolist(), [3.0] * rows)
        recording.stop()
        self.assertEqual([(entry[0], entry[2]) for entry in self.recorded()],
                         [(name, [rows]) for rows in (2, 3, 4) for name in ("inner", "Net")])

    def test_export_is_not_recorded(self):
        net = Net()
        with self.messages(EAGER, "it is traced with tensors that hold no data", "no call of Net"), record(net, self.path):
            torch.export.export(net, (torch.ones(2),), strict=False)
        self.assertEqual(self.calls(), [])


if __name__ == "__main__":
    unittest.main()
