# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints what recording adds to a small transformer. Not a test: times depend on the machine.

usage: overhead.py [ROUNDS]    rounds with and without the recorder alternate; the medians of
processor time (one thread) are compared"""
import pathlib
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "resources" / "recorder"))

import torch  # noqa: E402

from dimscope_recorder import record  # noqa: E402


class Layer(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.attention = torch.nn.MultiheadAttention(width, 4, batch_first=True)
        self.first, self.second = torch.nn.LayerNorm(width), torch.nn.LayerNorm(width)
        self.mlp = torch.nn.Sequential(torch.nn.Linear(width, 4 * width), torch.nn.GELU(), torch.nn.Linear(4 * width, width))

    def forward(self, hidden_states, attention_mask=None, *, output_attentions=False):
        normal = self.first(hidden_states)
        mixed, weights = self.attention(normal, normal, normal, attn_mask=attention_mask)
        hidden_states = hidden_states + mixed
        hidden_states = hidden_states + self.mlp(self.second(hidden_states))
        return (hidden_states, weights) if output_attentions else (hidden_states,)


class Transformer(torch.nn.Module):
    def __init__(self, layers=4, width=256, words=1000):
        super().__init__()
        self.embedding = torch.nn.Embedding(words, width)
        self.layers = torch.nn.ModuleList([Layer(width) for _ in range(layers)])
        self.head = torch.nn.Linear(width, words)

    def forward(self, input_ids, attention_mask=None, cache_position=None):
        hidden_states = self.embedding(input_ids)
        for layer in self.layers:
            hidden_states, = layer(hidden_states, attention_mask, output_attentions=False)
        return {"logits": self.head(hidden_states), "hidden_states": hidden_states}


def seconds_per_call(model, inputs, calls):
    start = time.process_time()
    for _ in range(calls):
        model(**inputs)
    return (time.process_time() - start) / calls


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    torch.set_num_threads(1)
    torch.manual_seed(1)
    for layers, width, calls in [(2, 64, 40), (4, 256, 2)]:
        print("%d layers of width %d" % (layers, width))
        measure(Transformer(layers, width).eval(), rounds, calls)


def measure(model, rounds, calls):
    inputs = {"input_ids": torch.zeros(4, 32, dtype=torch.int64), "cache_position": torch.arange(32)}
    with torch.no_grad(), tempfile.TemporaryDirectory() as folder:
        seconds_per_call(model, inputs, calls)
        for title, modules in [("the model", None), ("the model and its layers", ["Transformer", "layers.?"]), ("every module", ["*"])]:
            plain, recorded = [], []
            for number in range(rounds):
                plain.append(seconds_per_call(model, inputs, calls))
                with record(model, folder + "/run.shapes.jsonl", modules, batch_size=4) as r:
                    recorded.append(seconds_per_call(model, inputs, calls))
            before, after = statistics.median(plain), statistics.median(recorded)
            print("%-26s %6.3f ms a call, recorded %6.3f ms (%d lines a call): %+.2f %%"
                  % (title, 1e3 * before, 1e3 * after, r.calls // calls, 100 * (after / before - 1)))


if __name__ == "__main__":
    main()
