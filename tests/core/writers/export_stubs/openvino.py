# SPDX-License-Identifier: GPL-3.0-or-later
"""What exported partial shapes need of openvino, with the grammar of its texts."""
import re


class PartialShape:
    def __init__(self, text):
        inner = re.fullmatch(r"\[(.*)\]", text).group(1)
        fields = inner.split(",") if inner else []
        if not all(re.fullmatch(r"\d+(\.\.\d+)?", field) for field in fields):
            raise ValueError(text)
        self.text = text
        self.rank = len(fields)


class Layout:
    def __init__(self, text):
        names = re.fullmatch(r"\[(.*)\]", text).group(1).split(",")
        if not all(re.fullmatch(r"\?|\w+", name, re.ASCII) for name in names):
            raise ValueError(text)
        if len({name for name in names if name != "?"}) != len([name for name in names if name != "?"]):
            raise ValueError(f"{text}: a name twice")
        self.text = text
        self.rank = len(names)


class Model:
    """Records what is done to it."""

    def __init__(self):
        self.shapes = {}
        self.layouts = {}

    def reshape(self, shapes):
        self.shapes = shapes


class _Steps:
    def __init__(self, model):
        self._model = model
        self._name = ""

    def input(self, name):
        self._name = name
        return self

    def model(self):
        return self

    def set_layout(self, layout):
        if layout.rank != self._model.shapes[self._name].rank:
            raise ValueError(f"{self._name}: {layout.text}")
        self._model.layouts[self._name] = layout
        return self

    def build(self):
        return self._model


class preprocess:
    PrePostProcessor = _Steps


def as_json(model):
    return {
        "shapes": {name: shape.text for name, shape in model.shapes.items()},
        "layouts": {name: layout.text for name, layout in model.layouts.items()},
    }
