#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the sample capture: one morning of a text-to-image service. Same bytes on every run.

    make_sample.py [OUTPUT]        default: diffusion-pipeline.shapes.jsonl beside this script

Four modules, recorded call by call:
  text_encoder     prompts padded to 77 tokens; batch = number of prompts
  unet             graph 0: classifier-free guidance stacks the latents twice (size = 2 x batch);
                   graph 1: distilled previews without guidance, with a guidance embedding instead
  vae_decoder      one image per latent, eight times as high and wide
  prompt_expander  small decoder-only language model, prefill and decode with a growing key/value cache

The unet takes its batch size from the setting of the prompt loader, not from the tensors. One job of seven prompts
at batch size 4 ends with a batch of three, which is recorded as 4: call 6 of unet graph 0.
"""
import json
import pathlib
import random
import sys

SEED = 7
VOCABULARY = 32000
LAYERS, HEADS, HEAD_SIZE = 4, 8, 64
DECODE_STRIDE = 8  # every eighth decode step is recorded

# (kind, images, batch size as the loader is set, latent height, latent width, label, prompts to expand or 0)
REQUESTS = [
    ("guided", 1, 1, 64, 64, "", 0),
    ("guided", 1, 1, 96, 64, "", 1),
    ("guided", 2, 2, 64, 64, "", 1),
    ("guided", 4, 4, 72, 96, "", 2),
    ("preview", 1, 1, 64, 64, "preview", 0),
    ("guided", 2, 2, 96, 96, "", 0),
    ("guided", 4, 4, 64, 64, "catalogue 1/2", 4),
    ("guided", 3, 4, 64, 64, "catalogue 2/2", 0),
    ("guided", 1, 1, 104, 152, "", 1),
    ("preview", 2, 2, 64, 64, "preview", 2),
    ("guided", 2, 2, 80, 72, "", 0),
    ("guided", 1, 1, 72, 80, "", 0),
    ("preview", 4, 4, 64, 96, "preview", 0),
    ("guided", 4, 4, 96, 96, "", 4),
    ("guided", 1, 1, 112, 144, "", 1),
    ("guided", 2, 2, 88, 72, "", 0),
    ("preview", 8, 8, 64, 64, "preview", 8),
    ("guided", 4, 4, 80, 80, "", 0),
    ("guided", 1, 1, 80, 64, "", 0),
    ("guided", 2, 2, 96, 112, "", 2),
    ("guided", 1, 1, 120, 136, "", 0),
    ("preview", 2, 2, 96, 64, "preview", 0),
    ("guided", 4, 4, 64, 72, "", 4),
    ("guided", 2, 2, 72, 88, "", 0),
    ("guided", 1, 1, 128, 160, "poster", 1),
    ("preview", 4, 4, 72, 72, "preview", 0),
    ("guided", 4, 4, 64, 64, "", 8),
    ("guided", 2, 2, 64, 96, "", 0),
    ("guided", 1, 1, 128, 128, "", 0),
    ("guided", 4, 4, 96, 96, "", 2),
]


def path_text(path, side):
    """Access path as AITune prints it; a step written (".name",) is an attribute."""
    text = "output" if side == "output" else ""
    for step in path:
        if isinstance(step, tuple):
            text += "." + step[0]
        elif isinstance(step, str) and text == "":
            text = step
        else:
            text += "[%s]" % (json.dumps(step) if isinstance(step, str) else step)
    return text


def entry(path, side):
    steps = [step[0] if isinstance(step, tuple) else step for step in path]
    return {"access_path": path_text(path, side), "semantic_path": steps[0] if len(steps) == 1 else steps}


def metadata(side, tensors, others=(), phase=None):
    return {
        "tensor_data": [{**entry(path, side), "dtype": "torch." + dtype, "shape": shape} for path, dtype, shape in tensors],
        "other_data": [{**entry(path, side), "value": value} for path, value in others],
        "strict": True,
        "llm_phase": phase,
    }


class Recording:
    def __init__(self):
        self.random = random.Random(SEED)
        self.milliseconds = 9 * 3600000 + 12 * 60000 + 5314
        self.lines = []

    def between(self, low, high):
        """A whole number from low to high, both included. (random() is the one sequence Python keeps stable.)"""
        return low + int(self.random.random() * (high - low + 1))

    def wait(self, low, high):
        self.milliseconds += self.between(low, high)

    def time(self):
        seconds, millis = divmod(self.milliseconds, 1000)
        return "2026-03-17T%02d:%02d:%02d.%03dZ" % (seconds // 3600, seconds // 60 % 60, seconds % 60, millis)

    def call(self, module, batch_size, inputs, outputs, label=""):
        line = {"module": module, "call": len(self.lines), "batch_size": batch_size, "time": self.time()}
        if label:
            line["label"] = label
        line.update(inputs=inputs, outputs=outputs)
        self.lines.append(line)

    def expand_prompts(self, prompts):
        length = self.between(11, 46)
        flags = [(["use_cache"], True), (["logits_to_keep"], 1), (["return_dict"], True)]
        logits = metadata("output", [(["logits"], "float16", [prompts, 1, VOCABULARY])])
        self.call("prompt_expander", prompts, metadata("input", [
            (["input_ids"], "int64", [prompts, length]),
            (["attention_mask"], "int64", [prompts, length]),
            (["cache_position"], "int64", [length])], flags, "prefill"), logits)
        for step in range(self.between(3, 7)):
            self.wait(70, 140)
            past = length + DECODE_STRIDE * step
            cache = [(["past_key_values", layer, (name,)], "float16", [prompts, HEADS, past, HEAD_SIZE])
                     for layer in range(LAYERS) for name in ("keys", "values")]
            self.call("prompt_expander", prompts, metadata("input", [
                (["input_ids"], "int64", [prompts, 1]),
                (["attention_mask"], "int64", [prompts, past + 1]),
                (["cache_position"], "int64", [1])] + cache, flags, "decode"), logits)

    def encode_prompts(self, prompts):
        self.call("text_encoder", prompts, metadata("input", [
            (["input_ids"], "int64", [prompts, 77]),
            (["input_ids_2"], "int64", [prompts, 77])],
            [(["output_hidden_states"], True), (["return_dict"], False)]),
            metadata("output", [([0], "float16", [prompts, 77, 2048]), ([1], "float16", [prompts, 1280])]))

    def denoise(self, kind, images, batch_size, height, width, label):
        guided = kind == "guided"
        rows = 2 * images if guided else images
        tensors = [
            (["sample"], "float16", [rows, 4, height, width]),
            (["timestep"], "int64", []),
            (["encoder_hidden_states"], "float16", [rows, 77, 2048])]
        others = [(["cross_attention_kwargs"], None), (["return_dict"], False)]
        if guided:
            others.insert(0, (["timestep_cond"], None))
        else:
            tensors.append((["timestep_cond"], "float16", [rows, 256]))
        tensors += [
            (["added_cond_kwargs", "text_embeds"], "float16", [rows, 1280]),
            (["added_cond_kwargs", "time_ids"], "float16", [rows, 6])]
        self.call("unet", batch_size, metadata("input", tensors, others),
                  metadata("output", [([0], "float16", [rows, 4, height, width])]), label)

    def decode_latents(self, images, height, width):
        self.call("vae_decoder", images, metadata("input", [(["z"], "float16", [images, 4, height, width])]),
                  metadata("output", [([0], "float16", [images, 3, 8 * height, 8 * width])]))

    def request(self, kind, images, batch_size, height, width, label, prompts):
        if prompts:
            self.expand_prompts(prompts)
            self.wait(20, 60)
        self.encode_prompts(images)
        self.wait(15, 45)
        self.denoise(kind, images, batch_size, height, width, label)
        self.wait(*((900, 2600) if kind == "guided" else (120, 320)))
        self.decode_latents(images, height, width)
        self.wait(2000, 45000)


def main():
    output = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).with_name(
        "diffusion-pipeline.shapes.jsonl")
    recording = Recording()
    header = {
        "format": "dimscope.capture", "version": 1, "producer": "make_sample.py", "started_at": recording.time(),
        "note": "Generated example, not a recording: a text-to-image service. unet: first denoising step of each request; "
                "prompt_expander: every eighth decode step."}
    for request in REQUESTS:
        recording.request(*request)
    with output.open("w", encoding="utf-8", newline="\n") as file:
        for line in [header] + recording.lines:
            file.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
