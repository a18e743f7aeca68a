# SPDX-License-Identifier: GPL-3.0-or-later
"""The two classes of aitune.torch that exported shapes use, with the checks that AITune makes."""


class DynamicDim:
    def __init__(self, name, min, max, opt=None):
        if not isinstance(name, str) or not name:
            raise ValueError("name")
        for bound in (min, max) + (() if opt is None else (opt,)):
            if isinstance(bound, bool) or not isinstance(bound, int) or bound < 1:
                raise ValueError(f"bound {bound}")
        if not min < max or not min <= (max if opt is None else opt) <= max:
            raise ValueError("range")
        self.name, self.min, self.max, self.opt = name, min, max, opt


class BatchDim(DynamicDim):
    pass


def as_json(dynamic_shapes):
    """The JSON of AITune's explicit shapes."""

    def dim(value):
        if isinstance(value, DynamicDim):
            return {"type": type(value).__name__, "name": value.name, "min": value.min, "max": value.max, "opt": value.opt}
        return value

    return [
        {"path": list(path) if isinstance(path, tuple) else path, "shape": [dim(value) for value in shape]}
        for path, shape in dynamic_shapes.items()
    ]
