# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes misleading.shapes.jsonl: one module per case in which AITune's verdict is not the whole truth."""
import json
import pathlib

# name: calls as (batch size, size of axis 0); None: not known
CASES = {
    "contradicted by (2,1)": [(1, 1), (2, 1), (2, 2)],
    "contradicted by (2,4)": [(1, 4), (2, 4), (2, 8)],
    "contradicted by (4,4)": [(2, 4), (4, 4), (1, 2)],
    "unknown batch size first": [(1, 4), (None, 4), (2, 8)],
    "unknown batch size last": [(1, 4), (2, 8), (None, 4)],
    "two points": [(1, 10), (2, 20)],
    "half": [(2, 1), (4, 2)],
    "plus four": [(1, 5), (2, 6), (4, 8)],
    "one batch size": [(2, 7), (2, 7), (2, 7)],
    "guidance on and off": [(1, 2), (2, 4), (4, 8), (1, 1), (2, 2), (4, 4)],
    "short batch": [(4, 4)] + 9 * [(8, 8)] + [(8, 5)],
    "growing cache": [(1, 8), (1, 9), (1, 10), (1, 11), (1, 12)],
}
# batch size, cached length, new length: the mask is as long as both together
DECODER = [(1, 1, 5), (1, 5, 1), (1, 6, 1), (2, 2, 8), (2, 8, 1), (2, 9, 1), (2, 10, 1), (1, 4, 3), (1, 3, 2)]


def side(*tensors):
    return {
        "tensor_data": [
            {"access_path": access, "semantic_path": semantic, "dtype": dtype, "shape": shape}
            for access, semantic, dtype, shape in tensors
        ],
        "other_data": [],
        "strict": True,
        "llm_phase": None,
    }


def call(module, batch_size, inputs, output):
    return {
        "module": module,
        "batch_size": batch_size,
        "inputs": side(*inputs),
        "outputs": side(("output[0]", 0, "torch.float16", output)),
    }


def lines():
    yield {"format": "dimscope.capture", "version": 1, "producer": "make_misleading.py"}
    for module, calls in CASES.items():
        for batch_size, size in calls:
            yield call(module, batch_size, [("x", "x", "torch.float16", [size, 16])], [size, 16])
    for batch, cached, new in DECODER:
        inputs = [
            ("input_ids", "input_ids", "torch.int64", [batch, new]),
            ("attention_mask", "attention_mask", "torch.int64", [batch, cached + new]),
            ("past_key", "past_key", "torch.float16", [batch, 8, cached, 64]),
        ]
        yield call("decoder", batch, inputs, [batch, new, 32000])


target = pathlib.Path(__file__).with_name("misleading.shapes.jsonl")
target.write_text("".join(json.dumps(line) + "\n" for line in lines()), encoding="utf-8")
