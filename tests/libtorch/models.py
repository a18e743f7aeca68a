# SPDX-License-Identifier: GPL-3.0-or-later
"""TorchScript programs and samples for the tests of core/libtorch: models.py FOLDER"""
import os
import sys
from typing import Dict, List, Optional, Tuple

import torch


class Linear(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Linear(3, 4)

    def forward(self, x):
        return self.inner(x)


class Rigid(torch.nn.Module):
    """Fails at any batch size but 2."""

    def forward(self, x):
        return x.view(2, 3)


class Raising(torch.nn.Module):
    def forward(self, x):
        if x.size(0) > 2:
            raise ValueError("at most two, found %d" % x.size(0))
        return x


class InPlace(torch.nn.Module):
    """Its output tells what it was given."""

    def forward(self, x, kept) -> Tuple[float, float]:
        x.add_(1)
        kept.add_(1)
        return float(x.sum()), float(kept.sum())


class Modes(torch.nn.Module):
    def forward(self, x) -> Tuple[bool, bool, bool]:
        return self.training, torch.is_grad_enabled(), x.requires_grad


class Options(torch.nn.Module):
    def forward(self, x, parts: Dict[str, torch.Tensor], layers: List[torch.Tensor], scale: float = 1.0,
                mask: Optional[torch.Tensor] = None) -> Dict[str, List[torch.Tensor]]:
        out = {"x": [x * scale], "layers": layers}
        if mask is not None:
            out["mask"] = [mask]
        for name, part in parts.items():
            out[name] = [part, part]
        return out


class WithoutForward(torch.nn.Module):
    @torch.jit.export
    def run(self, x):
        return x


def main(folder):
    for kind in (Linear, Rigid, Raising, InPlace, Modes, Options, WithoutForward):
        torch.jit.script(kind()).save(os.path.join(folder, kind.__name__ + ".pt"))
    torch.jit.trace(Linear(), torch.ones(2, 3)).save(os.path.join(folder, "Traced.pt"))
    x = torch.arange(6.0).reshape(2, 3)
    samples = {
        "x": {"x": x},
        "alone": x,
        "wrong": {"y": x},
        "number": {"x": 3, "y": x},
        "kept": ((x, torch.ones(1)), {}),
        "gradient": {"x": x.clone().requires_grad_()},
        "options": ((x,), {"layers": [x, x], "mask": x > 1, "parts": {"a": x}}),
    }
    for name, sample in samples.items():
        torch.save(sample, os.path.join(folder, "sample-%s.pt" % name))


if __name__ == "__main__":
    main(sys.argv[1])
