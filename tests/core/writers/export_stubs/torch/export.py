# SPDX-License-Identifier: GPL-3.0-or-later
"""What exported dynamic_shapes need of torch.export: Dim with products, and the check of equal names."""


class Dim:
    def __init__(self, name, *, min=0, max=None):
        if not name.isidentifier():
            raise ValueError(f"{name} is no identifier")
        if not max > min:
            raise ValueError(f"{name}: min {min}, max {max}")
        self.name, self.min, self.max = name, min, max

    def __mul__(self, other):
        if type(other) is not int or other <= 0:
            raise NotImplementedError
        # sympy.sympify reads these as constants and functions.
        if self.name in ("C", "E", "I", "N", "O", "Q", "S", "beta", "gamma", "pi", "zeta"):
            raise TypeError(f"{self.name} is no symbol")
        return _Product(self, other)

    __rmul__ = __mul__


class _Product(Dim):
    def __init__(self, root, factor):
        self.name = f"{factor}*{root.name}"
        self.min, self.max = factor * root.min, factor * root.max


def as_json(shapes):
    """Dims as [name, min, max], shapes as {"shape": [...]}, containers as they are."""
    bounds = {}

    def dim(value):
        if isinstance(value, Dim):
            known = bounds.setdefault(value.name, (value.min, value.max))
            if known != (value.min, value.max):
                raise ValueError(f"{value.name} has two ranges")
            return [value.name, value.min, value.max]
        return value

    def tree(value):
        if isinstance(value, dict):
            return {str(key): tree(entry) for key, entry in value.items()}
        if isinstance(value, list):
            return [tree(entry) for entry in value]
        if isinstance(value, tuple):
            return {"shape": [dim(entry) for entry in value]}
        if value is not None:
            raise ValueError(f"{value!r} is no shape")
        return value

    return tree(shapes)
