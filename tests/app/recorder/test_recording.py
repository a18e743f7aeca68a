# SPDX-License-Identifier: GPL-3.0-or-later
"""Which calls of which modules are recorded, with which names, arguments and batch sizes, and what is left behind."""
import copy
import functools
import gc
import pickle
import threading
import types
import typing
import unittest
import weakref

import torch
from recorder_case import RecorderCase, Same

from dimscope_recorder import record


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.attn, self.mlp = torch.nn.Linear(3, 3), torch.nn.Linear(3, 3)

    def forward(self, x, *, scale=1.0):
        return self.mlp(self.attn(x)) * scale


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList([Block(), Block()])
        self.head = torch.nn.Linear(3, 2)

    def forward(self, x, mask=None):
        for layer in self.layers:
            x = layer(x, scale=2.0)
        return self.head(x)


class Chosen(RecorderCase):
    def modules(self, model, modules=None, **options):
        with self.messages(), record(model, self.path, modules, **options):
            for part in [model] if isinstance(model, torch.nn.Module) else list(getattr(model, "components", model).values()):
                if isinstance(part, torch.nn.Module):
                    part(torch.zeros(1, 3))
        return [(call["call"], call["module"]) for call in self.calls()]

    def test_default_is_the_model(self):
        self.assertEqual(self.modules(Net()), [(1, "Net")])
        self.assertEqual(self.modules(Net(), name="unet"), [(1, "unet")])

    def test_names_and_patterns(self):
        self.assertEqual(self.modules(Net(), ["head", "layers.?"]), [(1, "layers.0"), (2, "layers.1"), (3, "head")])
        self.assertEqual(self.modules(Net(), "*.attn"), [(1, "layers.0.attn"), (2, "layers.1.attn")])
        self.assertEqual(self.modules(Net(), ["Net", "head", "head"]), [(2, "head"), (1, "Net")])

    def test_modules_and_classes(self):
        net = Net()
        self.assertEqual(self.modules(net, [net.layers[1], net]), [(2, "layers.1"), (1, "Net")])
        self.assertEqual(self.modules(net, Block), [(1, "layers.0"), (2, "layers.1")])

    def test_parts_of_a_pipeline(self):
        parts = {"unet": Net(), "scheduler": object(), "vae": torch.nn.Linear(3, 3)}
        self.assertEqual(self.modules(parts), [(1, "unet"), (2, "vae")])
        self.assertEqual(self.modules(parts, ["unet.head", "vae"]), [(1, "unet.head"), (2, "vae")])
        self.assertEqual(self.modules(types.SimpleNamespace(components=parts)), [(1, "unet"), (2, "vae")])

    def test_shared_module_is_recorded_once(self):
        net = Net()
        net.layers[1] = net.layers[0]
        self.assertEqual(self.modules(net, ["layers.1", "layers.0"]), [(1, "layers.1"), (2, "layers.1")])

    def test_what_is_true_of_many_modules_is_said_of_the_first(self):
        net = torch.nn.Sequential(*[torch.nn.ReLU() for _ in range(6)])
        why = ": the batch size is not known: there is no input x with an axis 0"
        with self.messages("0" + why, "1" + why, "2" + why, "further modules" + why):
            with record(net, self.path, ["?"], batch_size="x:0"):
                net(torch.zeros(2, 3))
                net(torch.zeros(4, 3))
        self.assertEqual(len(self.calls()), 12)

    def test_a_program_is_named_by_its_class(self):
        with record(torch.jit.script(Same()), self.path, batch_size=1) as r:
            r._chosen[0][1](torch.zeros(1))
        self.assertEqual([call["module"] for call in self.calls()], ["Same"])

    def test_unknown_names_are_errors(self):
        with self.assertRaisesRegex(ValueError, r"no module fits 'layer\.0'; there are layers\.0"):
            record(Net(), self.path, ["layer.0"])
        with self.assertRaisesRegex(ValueError, "found no module in builtins.dict"):
            record({"a": 1}, self.path)
        with self.assertRaisesRegex(ValueError, "no module fits <class 'torch.nn.modules.conv.Conv2d'>"):
            record(Net(), self.path, [torch.nn.Conv2d])
        with self.assertRaisesRegex(ValueError, "modules is empty"):
            record(Net(), self.path, [])
        with self.assertRaisesRegex(TypeError, r"^record\(\) has no option bogus, module; help\(record\) lists them"):
            record(Net(), self.path, module=["x"], bogus=1, strict=True)
        self.assertFalse(self.path.exists())


class Arguments(RecorderCase):
    def paths_of(self, forward, *args, **kwargs):
        model = type("Model", (torch.nn.Module,), {"forward": forward})()
        with self.messages(), record(model, self.path):
            model(*args, **kwargs)
        side = self.calls()[0]["inputs"]
        return self.paths(side) + self.paths(side, "other_data")

    def test_names_of_parameters(self):
        t = torch.zeros(1)
        for forward, args, kwargs, expected in [
                (lambda self, x, y=None: t, (t,), {"y": t}, ["x", "y"]),
                (lambda self, x, y=None: t, (), {"y": t, "x": t}, ["x", "y"]),
                (lambda self, x, y=None: t, (t,), {}, ["x"]),
                (lambda self, x, *, y: t, (t,), {"y": 1}, ["x", "y"]),
                (lambda self, x, *rest: t, (t, t, t), {}, ["x", ("rest", 0), ("rest", 1)]),
                (lambda self, *args, **kwargs: t, (t,), {"y": t}, [("args", 0), ("kwargs", "y")]),
                (lambda self, x, **more: t, (t,), {"b": t, "a": {"c": t}}, ["x", ("more", "b"), ("more", "a", "c")]),
                (lambda self, x, *rest, y=1, **more: t, (t, 2), {"y": 3, "z": 4}, ["x", ("rest", 0), "y", ("more", "z")]),
                (lambda self: t, (), {}, [])]:
            with self.subTest(args=args, kwargs=kwargs):
                found = [path if isinstance(path, str) else tuple(path) for _, path in self.paths_of(forward, *args, **kwargs)]
                self.assertEqual(found, expected)

    def test_positional_only(self):
        scope = {}
        exec("def forward(self, x, /, y): return x", scope)
        self.assertEqual(self.paths_of(scope["forward"], torch.zeros(1), y=torch.zeros(1)), [("x", "x"), ("y", "y")])

    def test_wrapped_forwards(self):
        net = Net()
        inner = net.forward
        net.forward = functools.update_wrapper(functools.partial(lambda module, *args, **kwargs: inner(*args, **kwargs), net), inner)
        with self.messages(), record(net, self.path):  # as accelerate wraps; AITune names by the partial
            net(torch.zeros(1, 3), mask=None)
        self.assertEqual(self.paths(self.calls()[0]["inputs"]), [("args[0]", ["args", 0])])
        self.assertEqual(self.values(self.calls()[0]["inputs"]), {'kwargs["mask"]': None})

        def decorated(function):
            @functools.wraps(function)
            def call(*args, **kwargs):
                return function(*args, **kwargs)
            return call
        self.assertEqual(self.paths_of(decorated(lambda self, x, y=1: x), torch.zeros(1)), [("x", "x")])

    def test_torchscript(self):
        class Plain(torch.nn.Module):
            def forward(self, x, mask: typing.Optional[torch.Tensor] = None):
                return x
        scripted = torch.jit.script(Plain())
        with self.messages(), record(scripted, self.path):
            scripted(torch.zeros(2, 3), mask=torch.zeros(1))
        self.assertEqual(self.tensors(self.calls()[0]["inputs"]),
                         [("x", "x", "torch.float32", [2, 3]), ("mask", "mask", "torch.float32", [1])])

    def test_shapes_are_those_before_the_call(self):
        class Grows(torch.nn.Module):
            def forward(self, cache):
                cache.append(torch.zeros(9))
                cache[0].resize_(4, 4)
                return cache
        model = Grows()
        with torch.no_grad(), record(model, self.path):
            model([torch.zeros(2)])
        call = self.calls()[0]
        self.assertEqual([t[3] for t in self.tensors(call["inputs"])], [[2]])
        self.assertEqual([t[3] for t in self.tensors(call["outputs"])], [[4, 4], [9]])


class BatchSizes(RecorderCase):
    def sizes(self, rule, *messages, inputs=((2, 3), (4, 3))):
        model = Same()
        with self.messages(*messages), record(model, self.path, batch_size=rule):
            for shape in inputs:
                model({"t": torch.zeros(shape)})
        return [call["batch_size"] for call in self.calls()]

    def test_rules(self):
        self.assertEqual(self.sizes(None), [None, None])
        self.assertEqual(self.sizes(7), [7, 7])
        self.assertEqual(self.sizes(torch.tensor(7)), [7, 7])
        self.assertEqual(self.sizes(lambda arguments: len(arguments["x"]["t"])), [2, 4])
        self.assertEqual(self.sizes(lambda arguments: None), [None, None])
        self.assertEqual(self.sizes('x["t"]:0'), [2, 4])
        self.assertEqual(self.sizes('x["t"]:0/2'), [1, 2])
        self.assertEqual(self.sizes('x["t"]:0/4'), [None, 1])

    def test_rules_that_fail_are_told_once(self):
        self.assertEqual(self.sizes(lambda arguments: arguments["y"], "the batch size is not known: KeyError: 'y'"), [None, None])
        self.assertEqual(self.sizes(lambda arguments: -1, "batch_size=-1"), [None, None])
        self.assertEqual(self.sizes("x:0", "there is no input x with an axis 0"), [None, None])

    def test_set_between_calls(self):
        model = Same()
        with record(model, self.path) as r:
            for size, label in [(1, None), (2, "warm"), (None, None)]:
                r.batch_size, r.label = size, label
                model(torch.zeros(2))
                self.assertEqual(r.batch_size, size)
        self.assertEqual([(call["batch_size"], call.get("label")) for call in self.calls()], [(1, None), (2, "warm"), (None, None)])

    def test_wrong_sizes_are_refused_where_they_are_set(self):
        r = record(Same(), self.path)
        for wrong in (0, -1, True, 1.5, "x", 2 ** 63):
            with self.subTest(wrong), self.assertRaisesRegex(ValueError, "batch_size="):
                r.batch_size = wrong
        self.assertIsNone(r.batch_size)


class Untouched(RecorderCase):
    def test_nothing_stays_on_the_modules(self):
        net = Net()
        before = {name: dict(module.__dict__) for name, module in net.named_modules()}
        with record(net, self.path, ["*"]):
            net(torch.zeros(1, 3))
        for name, module in net.named_modules():
            self.assertEqual(module.__dict__.keys(), before[name].keys())
            self.assertEqual((len(module._forward_hooks), len(module._forward_pre_hooks)), (0, 0))
        net(torch.zeros(1, 3))
        self.assertEqual(len(self.calls()), 8)

    def test_forward_of_an_instance_comes_back(self):
        net = Net()
        net.forward = mine = lambda x: x
        with record(net, self.path):
            self.assertEqual(net(torch.zeros(1)).shape, (1,))
        self.assertIs(net.forward, mine)

    def test_no_tensor_is_kept(self):
        model = Same()
        with record(model, self.path, batch_size=lambda arguments: len(arguments["x"]["t"])) as r:
            gc.disable()
            self.addCleanup(gc.enable)
            value = {"t": torch.zeros(3, 2), "cache_position": torch.arange(3)}
            seen = [weakref.ref(value["t"]), weakref.ref(value["cache_position"])]
            out = model(value)
            del value, out
            self.assertEqual([ref() for ref in seen], [None, None])
            self.assertEqual(r.calls, 1)

    def test_results_and_gradients_are_the_same(self):
        net, x = Net(), torch.randn(2, 3, requires_grad=True)
        expected = net(x)
        expected.sum().backward()
        wanted, x.grad = x.grad, None
        with record(net, self.path, ["*"]):
            out = net(x)
            out.sum().backward()
        self.assertTrue(torch.equal(out, expected) and torch.equal(x.grad, wanted))

    def test_failed_calls_leave_no_line_and_no_trace(self):
        class Fails(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.inner = Same()

            def forward(self, x, error=None):
                self.inner(x)
                if error is not None:
                    raise error
                return x
        model = Fails()
        with self.messages(), record(model, self.path, ["Fails", "inner"]) as r:
            for error in (ValueError("no"), None, KeyboardInterrupt(), None):
                try:
                    model(torch.zeros(2), error)
                except (ValueError, KeyboardInterrupt) as caught:
                    self.assertIs(caught, error)
                    model(torch.zeros(1))  # inside the handling of an error
            self.assertLessEqual(len(r.running()), 1)
        self.assertEqual([(c["module"], c["inputs"]["tensor_data"][0]["shape"]) for c in self.calls() if c["module"] == "Fails"],
                         [("Fails", [1]), ("Fails", [2]), ("Fails", [1]), ("Fails", [2])])
        self.assertEqual(len(self.calls()), 4 + 6)

    def test_an_error_in_the_with_block_ends_the_recording(self):
        model = Same()
        with self.assertRaises(ZeroDivisionError), record(model, self.path):
            model(torch.zeros(1))
            raise ZeroDivisionError
        model(torch.zeros(1))
        self.assertEqual(len(self.calls()), 1)

    def test_copies_and_pickles_are_not_recorded(self):
        net = Net()
        with record(net, self.path, ["Net", "head"]) as r:
            for twin in (copy.deepcopy(net), pickle.loads(pickle.dumps(net))):
                torch.nn.init.zeros_(twin.head.weight)
                self.assertFalse(torch.equal(twin(torch.ones(1, 3)), net(torch.ones(1, 3))))
            self.assertEqual(r.calls, 4)
        self.assertEqual(twin(torch.ones(1, 3)).shape, (1, 2))

    def test_other_hooks(self):
        net = Net()
        net.register_forward_pre_hook(lambda module, args: (args[0][:1],))
        net.register_forward_hook(lambda module, args, output: {"y": output})
        with record(net, self.path):
            self.assertEqual(set(net(torch.zeros(4, 3))), {"y"})
        call = self.calls()[0]
        self.assertEqual((call["inputs"]["tensor_data"][0]["shape"], self.paths(call["outputs"])), ([1, 3], [('output["y"]', "y")]))

    def test_two_recordings_at_once(self):
        net, other = Net(), self.folder / "other.jsonl"
        with record(net, self.path) as first, record(net, other, ["head"]) as second:
            net(torch.zeros(1, 3))
        self.assertEqual((first.calls, second.calls, len(self.calls(other))), (1, 1, 1))
        self.assertNotIn("forward", net.__dict__)

    def test_started_and_stopped_by_hand(self):
        net = Net()
        r = record(net, self.path).start()
        with self.assertRaisesRegex(RuntimeError, "already recording"):
            r.start()
        net(torch.zeros(1, 3))
        r.stop()
        r.stop()
        net(torch.zeros(1, 3))
        self.assertEqual(len(self.calls()), 1)
        with r:
            net(torch.zeros(1, 3))
            net(torch.zeros(1, 3))
        self.assertEqual((len(self.calls()), r.calls, r.paths), (3, 3, [str(self.path)]))

    def test_wrong_limits_are_errors(self):
        for options in ({"max_bytes": "5"}, {"max_bytes": -1}, {"keep_parts": 1.5}, {"max_bytes": True}):
            with self.assertRaisesRegex(ValueError, "expected a whole number from 0"):
                record(Net(), self.path, **options)


class Ways(RecorderCase):
    """Ways to call a module."""

    def test_inside_itself(self):
        class Tree(torch.nn.Module):
            def forward(self, x, depth=0):
                return self(x[1:], depth=depth - 1) if depth else x
        model = Tree()
        with record(model, self.path):
            model(torch.zeros(5), depth=3)
            model(torch.zeros(1))
        self.assertEqual([(c["call"], c["inputs"]["tensor_data"][0]["shape"], c["outputs"]["tensor_data"][0]["shape"])
                          for c in self.calls()], [(4, [2], [2]), (3, [3], [2]), (2, [4], [2]), (1, [5], [2]), (5, [1], [1])])

    def test_modes(self):
        net = Net()
        with record(net, self.path, ["Net", "head"], strict=False):
            with torch.inference_mode():
                net(torch.zeros(2, 3))
            with torch.autocast("cpu", dtype=torch.bfloat16):
                net(torch.zeros(2, 3))
        self.assertEqual([c["outputs"]["tensor_data"][0]["dtype"] for c in self.calls()],
                         ["torch.float32"] * 2 + ["torch.bfloat16"] * 2)

    def test_replicas_in_threads(self):
        net = Net()
        with self.messages("Net: a replica sees", "head: a replica sees"), record(net, self.path, ["Net", "head"], batch_size=8) as r:
            self.run_replicas(net)
            r.batch_size = "input:0"
            with self.messages("Net: the batch size is not known: there is no input input with an axis 0"):
                self.run_replicas(net)
        calls = self.calls()
        self.assertEqual(len(calls), 2 * 2 * 4)
        self.assertEqual({c["batch_size"] for c in calls[:8]}, {None})
        for c in calls:
            rows = c["inputs"]["tensor_data"][0]["shape"][0]
            self.assertEqual(c["outputs"]["tensor_data"][0]["shape"], [rows, 2])
            if c in calls[8:]:
                self.assertEqual(c["batch_size"], rows if c["module"] == "head" else None)

    def run_replicas(self, net):
        """As DataParallel does on several devices: shallow copies with other weights, each in a thread."""
        barrier, failures, replicas = threading.Barrier(4), [], []
        for index in range(4):
            replica = net._replicate_for_data_parallel()
            replica.layers = torch.nn.ModuleList()
            replica.head = net.head._replicate_for_data_parallel()
            replica.head.weight = torch.full((2, 3), float(index))
            replica.head.bias = net.head.bias.detach()
            replicas.append(replica)

        def run(index):
            barrier.wait()
            out = replicas[index](torch.ones(index + 1, 3))
            if not torch.allclose(out - net.head.bias, torch.tensor(3.0 * index)):
                failures.append(index)
        threads = [threading.Thread(target=run, args=(index,)) for index in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_many_threads_write_whole_lines(self):
        model = Same()
        with record(model, self.path):
            threads = [threading.Thread(target=lambda n=n: [model(torch.zeros(n)) for _ in range(200)]) for n in range(1, 5)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        calls = self.calls()
        self.assertEqual(sorted(call["call"] for call in calls), list(range(1, 801)))
        self.assertTrue(all(c["inputs"]["tensor_data"][0]["shape"] == c["outputs"]["tensor_data"][0]["shape"] for c in calls))

    def test_tracing_is_not_recorded(self):
        net = Net().eval()
        with self.messages("a call of Net is not recorded: it is traced", "no call of Net"), record(net, self.path):
            torch.jit.trace(net, torch.zeros(1, 3), check_trace=False)
        self.assertEqual(self.calls(), [])

    def test_forward_called_by_its_name_is_no_call(self):
        net = Net()
        with self.messages("no call of Net"), record(net, self.path):
            self.assertEqual(net.forward(torch.zeros(1, 3), mask=None).shape, (1, 2))


if __name__ == "__main__":
    unittest.main()
