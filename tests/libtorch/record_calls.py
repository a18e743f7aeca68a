# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls recorded by dimscope_recorder.py, for a recorder that is to write the same: record_calls.py FOLDER

Writes <program>.pt, call-<number>.pt with the arguments, calls.txt with "number program batch-size label" of each call
("-": none) and python.shapes.jsonl."""
import collections
import math
import os
import sys
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import torch

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "resources", "recorder"))
from dimscope_recorder import record  # noqa: E402


class Pair(NamedTuple):
    first: torch.Tensor
    second: int


class Net(torch.nn.Module):
    def forward(self, x: torch.Tensor, flag: bool = True, count: int = 3, ratio: float = 0.5, text: str = "",
                mask: Optional[torch.Tensor] = None, parts: Optional[Dict[str, torch.Tensor]] = None,
                layers: Optional[Dict[int, List[torch.Tensor]]] = None,
                pair: Optional[Tuple[torch.Tensor, int]] = None) -> torch.Tensor:
        return x * 2


class Results(torch.nn.Module):
    def forward(self, x: torch.Tensor, text: str) -> Tuple[
            torch.Tensor, Dict[str, List[torch.Tensor]], str, int, float, float, bool, Optional[int], Pair, complex,
            List[Tuple[torch.Tensor, Dict[int, torch.Tensor]]]]:
        empty: List[torch.Tensor] = []
        none: Optional[int] = None
        return (x, {"a b": [x, x], "empty": empty}, text, 1 << 40, 0.1, math.nan, True, none, Pair(x, 1),
                complex(1.0, -2.0), [(x, {7: x})])


class Generation(torch.nn.Module):
    def forward(self, ids: torch.Tensor, cache_position: Optional[torch.Tensor] = None) -> Optional[torch.Tensor]:
        return None if cache_position is None else ids


class Rigid(torch.nn.Module):
    def forward(self, x):
        return x.view(2, 3)


PROGRAMS = {kind.__name__: kind for kind in (Net, Results, Generation, Rigid)}


def calls():
    """(program, batch size, label, args, kwargs)"""
    x = torch.ones(2, 3)
    yield "Net", 2, None, (x,), {}
    yield "Net", 2, "warm-up", (x, False, -(2 ** 63), 1e-300, "größe \"quoted\" \\ \n\t\x01\x7f"), {}
    yield "Net", None, 'a "label", ü', (x,), {"text": "ö" * 1001, "mask": x > 0, "ratio": 1e22}
    yield "Net", None, None, (), {"ratio": math.inf, "x": torch.zeros(0, 4, dtype=torch.bfloat16)}
    yield "Net", 1, None, (torch.tensor(1),), {"ratio": -math.inf, "text": "x" * 1000}
    yield "Net", 4, None, (x,), {"parts": collections.OrderedDict([("b", x), ("a \"k\"", x.half())]), "flag": True}
    yield "Net", 4, None, (x,), {"parts": {}, "layers": {7: [x, x], -1: []}, "pair": (x, 5), "ratio": math.nan}
    yield "Results", 2, None, (x, "out"), {}
    yield "Results", 2, None, (x.to(torch.complex64), ""), {}
    yield "Rigid", 2, None, (x,), {}
    yield "Rigid", 3, None, (torch.ones(3, 3),), {}  # fails
    ids = torch.ones(1, 4, dtype=torch.long)
    for position in (torch.arange(4), torch.tensor([4]), torch.tensor([0.0]), torch.tensor([0.5]), torch.tensor(0),
                     torch.zeros(0), torch.zeros(1, 1), torch.zeros(1, 2), torch.tensor([True]), None):
        yield "Generation", 1, None, (ids,), {"cache_position": position}
    yield "Generation", 1, "end", (ids,), {}


def main(folder):
    os.chdir(folder)
    for name, kind in PROGRAMS.items():
        torch.jit.script(kind()).save(name + ".pt")
    models = {name: torch.jit.load(name + ".pt").eval() for name in PROGRAMS}
    with open("calls.txt", "w", encoding="utf-8") as listing, record(models, "python.shapes.jsonl", note="ä") as r:
        for number, (name, batch_size, label, args, kwargs) in enumerate(calls(), 1):
            torch.save((args, kwargs), "call-%d.pt" % number)
            print(number, name, batch_size or "-", label or "-", file=listing)
            r.batch_size, r.label = batch_size, label
            try:
                models[name](*args, **kwargs)
            except RuntimeError:
                pass


if __name__ == "__main__":
    main(sys.argv[1])
