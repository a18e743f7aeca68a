# SPDX-License-Identifier: GPL-3.0-or-later
"""Saved samples for the tests of core/libtorch, written and read by Python's torch.

    samples.py write FOLDER    FOLDER/<case>.pt for each case, and FOLDER/hostile/<case>.pt
    samples.py check FOLDER    reads FOLDER/<case>.pt as torch.load does and prints "<case>: ok" or what is wrong
"""
import collections
import dataclasses
import enum
import os
import shutil
import sys
import zipfile

import torch


class Mode(enum.Enum):
    FAST = 1


@dataclasses.dataclass
class Options:
    mask: torch.Tensor
    scale: float


def plain():
    return {"x": torch.arange(6.0).reshape(2, 3), "ids": torch.tensor([[1, 2], [3, 4]]), "flag": True, "none": None,
            "count": 7, "name": "größe"}


def strided():
    base = torch.arange(24.0).reshape(2, 3, 4)
    return [base.transpose(0, 2), base[:, 1:, ::2], torch.arange(3.0).expand(4, 3)]


def shared():
    whole = torch.arange(10)
    return {"whole": whole, "part": whole[2:6], "again": whole}


def two_types():
    # One storage with two element types. torch.save refuses to write it: see `write`.
    x = torch.tensor([0.5, 1.0, -2.0])
    return {"x": x, "bits": x.view(torch.int32)}


def sizes():
    return [torch.tensor(3.5), torch.zeros(0), torch.zeros(2, 0, 3, dtype=torch.int16), torch.ones(5)[5:]]


def dtypes():
    real = [torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.uint8, torch.int8, torch.int16,
            torch.int32, torch.int64]
    out = {str(dtype): torch.tensor([0, 1, 100]).to(dtype) for dtype in real}
    out["bool"] = torch.tensor([True, False, True])
    out["complex64"] = torch.tensor([1 + 2j, -0.5j], dtype=torch.complex64)
    out["complex128"] = torch.tensor([1 + 2j, complex("nan")], dtype=torch.complex128)
    return out


def views():
    numbers = torch.tensor([1 + 2j, 3 - 4j])
    # As torch 2 writes them; torch 1.13 forgets that they are conjugates and negatives.
    return [numbers.conj(), -numbers, numbers]


def gradients():
    return {"weight": torch.nn.Parameter(torch.ones(2, 2)), "x": torch.ones(3, requires_grad=True),
            "frozen": torch.ones(1)}


def nested():
    x = torch.ones(2, 3)
    ordered = collections.OrderedDict([("b", x), ("a", [x * 2, (x * 3, {"deep": x * 4})])])
    return ((ordered, x.size(), ()), {"options": {"mask": x > 0, 7: x, "empty": {}, "list": []}})


def numbers():
    return {"x": torch.ones(1), "n": [0, 255, 256, 65535, 65536, -1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 63 - 1,
                                      -(2 ** 63), 2 ** 63, 2 ** 64, -(2 ** 64), 10 ** 40, -(10 ** 40), -128, -129]}


def many():
    # More values than one byte of memo can count.
    return [{"t%d" % i: torch.full((2,), i) for i in range(300)}]


def stream():
    return plain()


def types():
    return {"x": torch.ones(1), "dtype": torch.float16, "size": torch.Size([2, 3])}


def values():
    return {"x": torch.ones(1), "device": torch.device("cuda:1"), "cpu": torch.device("cpu"), "f": [1.5, -0.0, 1e300],
            "bytes": b"\x00\x80\xffabc", "set": {1, 2}, "bool": torch.bool, "bf16": torch.bfloat16}


class Call:
    """Pickles as a call of a function, whatever the function makes of it."""

    def __init__(self, function, *arguments):
        self.made = function, arguments

    def __reduce__(self):
        return self.made


def tensor_at(offset, size, stride, storage=None, *metadata):
    storage = torch.arange(12.0).storage() if storage is None else storage
    return Call(torch._utils._rebuild_tensor_v2, storage, offset, size, stride, False, collections.OrderedDict(),
                *metadata)


def views_of_torch_2():
    numbers = views()[2]
    return [tensor_at(0, (2,), (1,), numbers.storage(), {"conj": True}),
            tensor_at(0, (2,), (1,), numbers.storage(), {"neg": True}), numbers]


CASES = [plain, strided, shared, two_types, sizes, dtypes, views, gradients, nested, numbers, many, stream, types, values]
# Values that torch 1.13 does not read with weights_only=True, whoever wrote the file.
BEYOND_WEIGHTS_ONLY = {"values"}


HOSTILE = {
    "offset-behind": lambda: {"x": tensor_at(13, (1,), (1,))},
    "offset-negative": lambda: {"x": tensor_at(-1, (1,), (1,))},
    "offset-huge": lambda: {"x": tensor_at(2 ** 62, (2,), (1,))},
    "size-behind": lambda: {"x": tensor_at(1, (4, 3), (3, 1))},
    "stride-behind": lambda: {"x": tensor_at(0, (4, 3), (4, 1))},
    "stride-huge": lambda: {"x": tensor_at(0, (3,), (2 ** 62,))},
    "size-huge": lambda: {"x": tensor_at(0, (2 ** 40, 2 ** 40), (0, 0))},
    "stride-missing": lambda: {"x": tensor_at(0, (4, 3), (1,))},
    "empty-behind": lambda: {"x": tensor_at(14, (0,), (1,))},
}
REFUSED = {
    "object": lambda: {"x": torch.ones(1), "list": [0, Options(torch.ones(2), 0.5)]},
    "enum": lambda: {"x": torch.ones(1), "mode": Mode.FAST},
    "frozenset": lambda: {"x": torch.ones(1), "set": frozenset([1])},
    "defaultdict": lambda: {"x": torch.ones(1), "d": collections.defaultdict(list)},
    "bytearray": lambda: {"x": torch.ones(1), "b": bytearray(b"a")},
    "complex": lambda: {"x": torch.ones(1), "c": 1 + 2j},
}
UNREADABLE = {
    "sparse": lambda: {"x": torch.eye(3).to_sparse()},
    "quantised": lambda: {"x": torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.qint8)},
    "array": lambda: {"x": torch.ones(1), "a": torch.ones(2).numpy()},
    "meta": lambda: {"x": torch.ones(2, device="meta")},
    "nothing": lambda: {"x": 1},
}


def rewritten(source, target, change):
    """The archive with each record as `change` gives it back; None leaves it out."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            data = change(name, old.read(name))
            if data is not None:
                new.writestr(name, data)


def one_storage(name, data):
    """Lets storage 1 be storage 0."""
    if name.endswith("data/1"):
        return None
    return data.replace(b"X\1\0\0\0001", b"X\1\0\0\0000") if name.endswith("data.pkl") else data


def write(folder):
    for case in CASES:
        path = os.path.join(folder, case.__name__ + ".pt")
        if case is two_types:
            torch.save({name: tensor.clone() for name, tensor in case().items()}, path + ".apart")
            rewritten(path + ".apart", path, one_storage)
        else:
            value = views_of_torch_2() if case is views else case()
            torch.save(value, path, _use_new_zipfile_serialization=case is not stream)
    for name, cases in (("hostile", HOSTILE), ("refused", REFUSED), ("unreadable", UNREADABLE)):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
        for case, make in cases.items():
            torch.save(make(), os.path.join(folder, name, case + ".pt"))
    whole = os.path.join(folder, "plain.pt")
    hostile = os.path.join(folder, "hostile", "")
    rewritten(whole, hostile + "storage-missing.pt", lambda name, data: None if name.endswith("data/0") else data)
    rewritten(whole, hostile + "storage-short.pt", lambda name, data: data[:8] if name.endswith("data/0") else data)
    shutil.copy(os.path.join(folder, "stream.pt"), hostile + "stream-cut.pt")
    os.truncate(hostile + "stream-cut.pt", os.path.getsize(hostile + "stream-cut.pt") - 10)
    torch.jit.script(torch.nn.Linear(2, 2)).save(hostile + "program.pt")
    with open(hostile + "no-pickle.pt", "w") as file:
        file.write("no pickle")


def difference(found, expected, path=""):
    """What is wrong, or None."""
    if isinstance(expected, torch.Tensor):
        expected = expected.detach() if isinstance(expected, torch.nn.Parameter) else expected
        if not isinstance(found, torch.Tensor):
            return "%s: no tensor" % path
        for what in ("dtype", "shape"):
            if getattr(found, what) != getattr(expected, what):
                return "%s: %s %s" % (path, what, getattr(found, what))
        if found.stride() != expected.stride():
            return "%s: strides %s" % (path, found.stride())
        # NaN equals NaN here.
        same = torch.equal(*(torch.view_as_real(t.resolve_conj()).nan_to_num(nan=77.0) if t.is_complex() else t
                             for t in (found.detach(), expected.detach())))
        return None if same else "%s: %s" % (path, found)
    if type(found) is not type(expected):
        return "%s: %s" % (path, type(found))
    if isinstance(expected, dict):
        if list(found) != list(expected):
            return "%s: keys %s" % (path, list(found))
        pairs = [(key, found[key], expected[key]) for key in expected]
    elif isinstance(expected, (list, tuple)):
        if len(found) != len(expected):
            return "%s: %d items" % (path, len(found))
        pairs = zip(range(len(found)), found, expected)
    else:
        return None if repr(found) == repr(expected) else "%s: %r" % (path, found)
    return next(filter(None, (difference(a, b, "%s[%r]" % (path, key)) for key, a, b in pairs)), None)


def also(case, value):
    """What else is wrong with a case."""
    if case == "shared":
        memory = {name: tensor.storage().data_ptr() for name, tensor in value.items()}
        if value["whole"] is not value["again"] or memory["whole"] != memory["part"]:
            return "nothing is shared"
    if case == "gradients":  # a parameter becomes a tensor
        needs = {name: tensor.requires_grad for name, tensor in value.items()}
        if needs != {"weight": False, "x": True, "frozen": False}:
            return "gradients %s" % needs
    return None


def check(folder):
    for case in CASES:
        name = case.__name__
        try:
            value = torch.load(os.path.join(folder, name + ".pt"), weights_only=name not in BEYOND_WEIGHTS_ONLY)
            wrong = difference(value, case()) or also(name, value)
        except Exception as error:
            wrong = "%s: %s" % (type(error).__name__, error)
        print("%s: %s" % (name, wrong or "ok"))


if __name__ == "__main__":
    {"write": write, "check": check}[sys.argv[1]](sys.argv[2])
