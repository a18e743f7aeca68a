# SPDX-License-Identifier: MIT
"""Records the tensor shapes that PyTorch modules see, as a capture that Dimscope opens.

    from dimscope_recorder import record

    with record(model, "run.shapes.jsonl", modules=["encoder", "layers.*"]) as r:
        for batch in batches:
            r.batch_size = len(batch)
            model(batch)

Without changing a program (the switch may hold the options of `record`, see `python -m dimscope_recorder --help`):

    DIMSCOPE_RECORD="run.shapes.jsonl;modules=UNet*" python -m dimscope_recorder script.py ARGUMENTS

One file, Python 3.8 or newer, needs nothing but torch (1.13 or newer). Shapes, dtypes and values that are no tensors are
written, one line for each finished call, at once: what was written outlives a killed process. Tensors are neither
read nor kept, with one exception: the first element of an argument `cache_position`, which tells prefill from decode
(`llm_phase=False` switches it off: on a GPU reading one element waits for the work queued before).
Nothing that goes wrong here reaches the program that is recorded: it is said once on standard error.
"""

import dataclasses
import datetime
import difflib
import enum
import fnmatch
import functools
import inspect
import itertools
import json
import math
import os
import pathlib
import re
import runpy
import stat
import sys
import threading
import time
import types
import weakref
import zlib
from collections import UserDict

import torch

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None

__version__ = "1.0"
__all__ = ["record"]

FORMAT = "dimscope.capture"
SWITCH = "DIMSCOPE_RECORD"
_DEEPEST = 64  # levels of nesting, beyond which data are taken for cyclic
_MOST_VALUES = 100_000  # on one side of a call
_LONGEST_TEXT = 1_000  # characters of one value
_quote = json.encoder.encode_basestring


def _say(text):
    print("dimscope_recorder: " + text, file=sys.stderr, flush=True)


class _NotRecorded(Exception):
    """A call, or a part of it, that cannot be described; the text says why."""


def _told(error):
    return str(error) if isinstance(error, _NotRecorded) else "%s: %s" % (type(error).__name__, error)


# Values that are no tensors --------------------------------------------------------------------------------------

_AS_TEXT = (pathlib.PurePath, torch.dtype, torch.device, torch.layout, torch.memory_format, complex, range, slice,
            datetime.date, datetime.time, datetime.timedelta)


def _qualified(kind):
    return "%s.%s" % (getattr(kind, "__module__", "?"), getattr(kind, "__qualname__", "?"))


def _cut(text):
    if len(text) <= _LONGEST_TEXT:
        return text
    checksum = zlib.crc32(text.encode("utf-8", "replace"))
    return "%s... (%d characters, crc32 %08x)" % (text[:_LONGEST_TEXT], len(text), checksum)


def _value_json(value, depth=0):
    """Valid JSON for a value of any type, equal for equal values. Objects of unknown types stand as the name of their
    type: asking them for text could be slow, show tensors' values, or differ from call to call."""
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, enum.Enum) and depth < 4:
        return _value_json(value.value, depth + 1)
    if isinstance(value, str):
        return _quote(_cut(str.__str__(value)))
    if isinstance(value, int):
        return int.__repr__(value) if value.bit_length() < 4096 else _quote(_cut(hex(value)))
    if isinstance(value, float):
        if math.isfinite(value):
            return float.__repr__(value)
        return '"NaN"' if value != value else '"Infinity"' if value > 0 else '"-Infinity"'
    if isinstance(value, (set, frozenset)) and depth < 4 and len(value) <= _LONGEST_TEXT:
        return "[" + ", ".join(sorted(_value_json(item, depth + 1) for item in value)) + "]"
    if isinstance(value, (bytes, bytearray)):
        return _quote("<%d bytes, crc32 %08x>" % (len(value), zlib.crc32(value)))
    if isinstance(value, _AS_TEXT):
        return _quote(_cut(str(value)))
    kind = type(value)
    if kind.__module__ == "numpy" and hasattr(value, "dtype") and hasattr(value, "shape"):
        if value.shape == () and hasattr(value, "item") and value.dtype.kind in "biufU" and depth < 4:
            return _value_json(value.item(), depth + 1)
        return _quote("<numpy.%s %s %s>" % (kind.__name__, value.dtype, list(value.shape)))
    named = isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType, types.MethodType))
    return _quote("<%s>" % _qualified(value if named else kind))


# Leaves and their paths, as AITune finds and spells them ---------------------------------------------------------

_SEQUENCE, _MAPPING, _DATACLASS, _ATTRIBUTES, _TENSORS_ONLY, _IGNORED, _LEAF = range(1, 8)
# AITune passes over DynamicCache, and takes the public attributes of the static cache classes that are tensors.
_TRANSFORMERS = {"DynamicCache": _IGNORED, "StaticCache": _TENSORS_ONLY, "StaticLayer": _TENSORS_ONLY,
                 "StaticSlidingWindowLayer": _TENSORS_ONLY}


def _key_step(key):
    """Accessor (text or a 64-bit integer) and printed form of a mapping's key."""
    if isinstance(key, str):
        text = str.__str__(key)
        return text, '["%s"]' % text
    if type(key) is int and -(2 ** 63) <= key < 2 ** 63:
        return key, "[%d]" % key
    text = _cut(_key_text(key))
    return text, "[%s]" % (key if isinstance(key, enum.Enum) else text)


def _key_text(key):
    if isinstance(key, enum.Enum):
        return str(key.value)
    if isinstance(key, tuple):
        return "(%s%s)" % (", ".join(map(_key_text, key)), "," if len(key) == 1 else "")
    plain = key is None or isinstance(key, (bool, int, float, str, bytes))
    return repr(key) if plain else str(json.loads(_value_json(key)))


@functools.lru_cache(maxsize=8192)
def _path(steps, is_output):
    """The access path, and both paths as members of a JSON object."""
    access = "output" if is_output else ""
    for index, (accessor, printed) in enumerate(steps):
        bare = not is_output and index == 0 and isinstance(accessor, str) and accessor.isidentifier()
        access += accessor if bare else printed
    accessors = [_quote(accessor) if isinstance(accessor, str) else str(accessor) for accessor, _ in steps]
    semantic = accessors[0] if len(accessors) == 1 else "[" + ", ".join(accessors) + "]"
    return access, '"access_path": %s, "semantic_path": %s' % (_quote(access), semantic)


@functools.lru_cache(maxsize=256)
def _class_attributes(kind):
    names = [name for name in dir(kind) if not name.startswith("_")]
    values = [(name, getattr(kind, name, None)) for name in names]
    return frozenset(name for name, value in values if not isinstance(value, property) and not callable(value))


def _public_attributes(value):
    names = set(_class_attributes(type(value)))
    names.update(name for name in getattr(value, "__dict__", ()) if not name.startswith("_"))
    return sorted(names)


class _Kinds:
    """How values of a type are looked into."""

    def __init__(self, ignored, attributes, tensors_only):
        self._known = {kind: _IGNORED for kind in ignored}
        self._known.update((kind, _ATTRIBUTES) for kind in attributes)
        self._known.update((kind, _TENSORS_ONLY) for kind in tensors_only)
        self.seen = {}

    def of(self, kind):
        found = self.seen[kind] = self._classify(kind)
        return found

    def _classify(self, kind):
        said = self._known.get(kind)
        if said is None and kind.__module__.split(".")[0] == "transformers":
            said = _TRANSFORMERS.get(kind.__name__)
        if said == _IGNORED:
            return _IGNORED
        if issubclass(kind, (list, tuple)):
            return _SEQUENCE
        if issubclass(kind, (dict, UserDict)):
            return _MAPPING
        if dataclasses.is_dataclass(kind):
            return _DATACLASS
        return _LEAF if said is None else said


class _Leaves:
    """The leaves of one side of a call, as JSON; holds no tensor when `take` has returned."""

    def __init__(self, kinds, strict, is_output):
        self._kinds, self._strict, self._is_output = kinds, strict, is_output
        self._visited = 0
        self.tensors = []  # JSON members of the paths and dtype, sizes
        self.shapes = {}  # by access path
        self.others = []
        self.cache_position = None

    def visit(self, value, steps=(), tensors_only=False):
        self._visited += 1
        if self._visited > _MOST_VALUES:
            raise _NotRecorded("it holds more than %d values" % _MOST_VALUES)
        kind = self._kinds.seen.get(type(value)) or self._kinds.of(type(value))
        if kind == _LEAF:
            self._leaf(value, steps, tensors_only)
        elif len(steps) >= _DEEPEST:
            raise _NotRecorded("its values are nested more than %d levels deep, or cyclic" % _DEEPEST)
        elif kind == _SEQUENCE:
            for index, item in enumerate(value):
                self.visit(item, steps + ((index, "[%d]" % index),), tensors_only)
        elif kind == _MAPPING:
            self._mapping(value, steps, tensors_only)
        elif kind != _IGNORED:
            names = [field.name for field in dataclasses.fields(value)] if kind == _DATACLASS \
                else _public_attributes(value)
            if kind != _DATACLASS:
                tensors_only = kind == _TENSORS_ONLY
            for name in names:
                if hasattr(value, name):
                    self.visit(getattr(value, name), steps + ((name, "." + name),), tensors_only)

    def _mapping(self, value, steps, tensors_only):
        used = set()
        for key, item in value.items():
            accessor, printed = _key_step(key)
            for number in itertools.count(2):
                if accessor not in used:
                    break
                accessor = "%s#%d" % (_key_step(key)[0], number)  # two keys with one text
            used.add(accessor)
            self.visit(item, steps + ((accessor, printed),), tensors_only)

    def _leaf(self, value, steps, tensors_only):
        if isinstance(value, torch.Tensor):
            self._tensor(value, steps)
        elif self._strict and not tensors_only:
            self.others.append("{%s, \"value\": %s}" % (_path(steps, self._is_output)[1], _value_json(value)))
        elif tensors_only:
            return
        if not self._is_output and steps and steps[0][0] == "cache_position":
            self.cache_position = value

    def _tensor(self, tensor, steps):
        plain = type(tensor) is torch.Tensor
        if not plain and type(tensor).__name__ in ("FakeTensor", "FunctionalTensor"):
            raise _NotRecorded("it is traced with tensors that hold no data")
        if getattr(tensor, "is_nested", False):
            raise _NotRecorded("a nested tensor has no shape")
        shape = list(tensor.shape)
        if not plain and not all(type(size) is int for size in shape):
            raise _NotRecorded("it is traced with symbols as sizes")
        access, members = _path(steps, self._is_output)
        self.shapes[access] = shape
        self.tensors.append('{%s, "dtype": "%s", "shape": %s}' % (members, tensor.dtype, shape))

    def json(self, llm_phase):
        return '{"tensor_data": [%s], "other_data": [%s], "strict": %s, "llm_phase": %s}' % (
            ", ".join(self.tensors), ", ".join(self.others), "true" if self._strict else "false", llm_phase)


def _llm_phase(cache_position):
    """JSON for the phase that the first element of `cache_position` tells: 0 is prefill."""
    if cache_position is None:
        return "null"
    if not isinstance(cache_position, torch.Tensor) or cache_position.dim() == 0 or cache_position.shape[0] == 0:
        raise _NotRecorded("cache_position is no tensor with an element, so the phase is not known")
    if cache_position.device.type == "meta" or (cache_position.is_cuda and torch.cuda.is_current_stream_capturing()):
        raise _NotRecorded("cache_position cannot be read here, so the phase is not known")
    return '"prefill"' if cache_position[0].item() == 0 else '"decode"'


# Arguments by the names of parameters ----------------------------------------------------------------------------


def _signature(forward):
    """The signature by which AITune names arguments: that of a partial in the chain of wrappers, not of what the
    partial calls."""
    found, seen = forward, set()
    while id(found) not in seen and not hasattr(found, "__signature__"):
        seen.add(id(found))
        if isinstance(found, functools.partial):
            return inspect.signature(found, follow_wrapped=False)
        found = getattr(found, "__wrapped__", found)
    return inspect.signature(forward)


class _Parameters:
    """Binds arguments to the parameters of a forward. Where it has no signature, or the arguments do not fit it,
    positional ones stand under `args`, others under `kwargs`, as for `*args, **kwargs`."""

    def __init__(self, forward):
        self._signature, self._positional, self._names = None, None, ()
        schema = getattr(forward, "schema", None)  # TorchScript
        if schema is not None and hasattr(schema, "arguments"):
            self._names = [argument.name for argument in schema.arguments][1:]
            self._positional = self._names
            return
        try:
            self._signature = _signature(forward)
        except (TypeError, ValueError):
            return
        parameters = self._signature.parameters.values()
        if not any(p.kind in (p.POSITIONAL_ONLY, p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in parameters):
            self._names = [p.name for p in parameters]
            self._positional = [p.name for p in parameters if p.kind == p.POSITIONAL_OR_KEYWORD]

    def bind(self, args, kwargs):
        if self._positional is not None and len(args) <= len(self._positional):
            bound = dict(zip(self._positional, args))
            for name in self._names if kwargs else ():
                if name in kwargs:
                    bound[name] = kwargs[name]
            if len(bound) == len(args) + len(kwargs):
                return bound
        try:
            if self._signature is not None:
                return self._signature.bind(*args, **kwargs).arguments
        except TypeError:
            pass
        return {name: values for name, values in (("args", args), ("kwargs", kwargs)) if values}


# The file --------------------------------------------------------------------------------------------------------


def _rank():
    """Rank of this process among several, or None."""
    distributed = getattr(torch, "distributed", None)
    if distributed is not None and distributed.is_available() and distributed.is_initialized():
        return distributed.get_rank() if distributed.get_world_size() > 1 else None
    for rank, size in (("RANK", "WORLD_SIZE"), ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
                       ("SLURM_PROCID", "SLURM_NTASKS")):
        if os.environ.get(rank, "").isdigit() and os.environ.get(size, "2") != "1":
            return int(os.environ[rank])
    return None


class _CaptureFile:
    """Whole lines, each written at once. `max_bytes` begins another part before a part outgrows it (0: one file);
    of more than `keep_parts` parts the oldest go (0: all stay)."""

    def __init__(self, path, note="", append=False, max_bytes=0, keep_parts=0):
        self._path, self._note, self._append = os.fspath(path), note, append
        self._max_bytes, self._keep_parts = max_bytes, keep_parts
        if self._path.endswith((".gz", ".zip")):
            raise ValueError("%s: a capture is written line by line; compress it when it is complete" % self._path)
        self._started_at = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        self.paths = []  # of the parts, as written
        self._extra = ""
        self._open_first()

    def _named(self, *marks):
        """The path with marks before its suffix; `{rank}` in it stands for the rank."""
        path, rank = self._path, _rank()
        if rank is not None and "{rank}" not in path:
            marks = ("rank%d" % rank,) + marks
        path = path.replace("{rank}", str(rank or 0))
        for suffix in (".shapes.jsonl", ".jsonl", ""):
            if path.endswith(suffix):
                return ".".join([path[:len(path) - len(suffix)], *marks]) + suffix
        return path

    def _part(self, number):
        return self._named(*self._extra.split(), *(["%04d" % number] if self._max_bytes else []))

    def _open_first(self):
        self._process, self._lock, self._fd, self._number = os.getpid(), threading.Lock(), None, 1
        if self._max_bytes:
            older = self._older_parts()
            if self._append:
                self._number = max([1, *older])
            else:
                for number in older:
                    os.remove(self._part(number))
        self._open()

    def _older_parts(self):
        name = re.compile(re.escape(self._part(0)).replace("0000", r"(\d{4,})"))
        folder = os.path.dirname(self._path) or "."
        found = [name.fullmatch(os.path.join(os.path.dirname(self._path), entry)) for entry in os.listdir(folder)]
        return sorted(int(match.group(1)) for match in found if match and self._is_capture(match.group(0)))

    @staticmethod
    def _is_capture(path):
        with open(path, "rb") as file:
            return re.match(rb'\s*\{[^\n]*"format": *"%s"' % re.escape(FORMAT).encode(), file.readline(4096))

    def _open(self):
        path = self._part(self._number)
        if os.path.isfile(path) and os.path.getsize(path) > 0 and not self._is_capture(path):
            raise FileExistsError("%s exists and is no capture; name another file" % path)
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
        fd = os.open(path, flags, 0o666)
        regular = stat.S_ISREG(os.fstat(fd).st_mode)
        if fcntl is not None and regular:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(fd)
                if self._extra:
                    raise
                self._extra = "pid%d" % os.getpid()
                _say("%s is being written by another process; this one writes %s" % (path, self._part(self._number)))
                return self._open()
        self._fd, self._size = fd, 0
        if regular:
            self._size = self._whole_lines(path) if self._append else 0
            os.ftruncate(fd, self._size)
        self.paths.append(path)
        if self._size == 0:
            self._write_all(self._header())
        return None

    @staticmethod
    def _whole_lines(path):
        """Bytes up to the end of the last whole line: a killed process may have left a part of one."""
        with open(path, "rb") as file:
            end = file.seek(0, os.SEEK_END)
            while end > 0:
                start = max(0, end - 65536)
                file.seek(start)
                found = file.read(end - start).rfind(b"\n")
                if found >= 0:
                    return start + found + 1
                end = start
        return 0

    def _header(self):
        header = {"format": FORMAT, "version": 1, "note": self._note, "started_at": self._started_at,
                  "producer": "dimscope_recorder %s (torch %s)" % (__version__, torch.__version__)}
        if _rank() is not None:
            header["rank"] = _rank()
        if self._max_bytes:
            header["part"] = self._number
        return (json.dumps(header, ensure_ascii=False) + "\n").encode("utf-8", "replace")

    def _write_all(self, data):
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(self._fd, rest):]
        except BaseException:
            if stat.S_ISREG(os.fstat(self._fd).st_mode):
                os.ftruncate(self._fd, self._size)  # no part of a line stays
            raise
        self._size += len(data)

    def write(self, line):
        data = line.encode("utf-8", "replace")
        if os.getpid() != self._process:  # forked: the parent goes on with its file
            os.close(self._fd)
            self._extra = "pid%d" % os.getpid()
            self._open_first()
        with self._lock:
            if self._fd is None:
                return
            if self._max_bytes and self._size + len(data) > self._max_bytes and self._has_calls():
                os.close(self._fd)
                self._number += 1
                self._open()
                if self._keep_parts and self._number > self._keep_parts:
                    old = self._part(self._number - self._keep_parts)
                    if os.path.exists(old):
                        os.remove(old)
                    self.paths = [path for path in self.paths if path != old]
            self._write_all(data)

    def _has_calls(self):
        return self._size > len(self._header())

    @property
    def closed(self):
        return self._fd is None

    def close(self):
        with self._lock:
            if self._fd is not None:
                os.close(self._fd)
                self._fd = None


# Hooks -----------------------------------------------------------------------------------------------------------

# torch 2.1 and newer hand keyword arguments to hooks and call them after a failed forward, too. Before that the
# forward of each chosen module is wrapped as long as it is recorded.
_FULL_HOOKS = "always_call" in inspect.signature(torch.nn.Module.register_forward_hook).parameters


class _Call:
    """A call that has begun: text only, no tensor."""

    __slots__ = ("hook", "number", "inputs", "batch_size", "handled", "module")

    def __init__(self, hook):
        self.hook, self.inputs, self.batch_size, self.module = hook, None, None, None


class _Hook:
    """Records the calls of one module. A copy or a pickle of a hooked module gets a hook that does nothing."""

    def __init__(self, recorder=None, module=None, name=""):
        self.recorder, self.name = recorder, name
        if module is None:
            return
        self.parameters = _Parameters(_unwrapped(module).forward)
        base = torch.nn.Module  # TorchScript modules call hooks, but refuse to register them
        if _FULL_HOOKS:
            self._handles = [base.register_forward_pre_hook(module, self.before, with_kwargs=True),
                             base.register_forward_hook(module, self.after, with_kwargs=True, always_call=True)]
        else:
            self._handles = [base.register_forward_pre_hook(module, self.begin),
                             base.register_forward_hook(module, self.end)]
            self._wrapper = _Forward(self, module)
            module.__dict__["forward"] = self._wrapper
        self._module = module

    def __reduce__(self):
        return _Hook, ()

    def remove(self):
        self.recorder = None
        for handle in self._handles:
            handle.remove()
        if not _FULL_HOOKS:
            self._wrapper.remove()
        self._module = None

    def before(self, module, args, kwargs):
        if self.recorder is not None:
            self.describe(self.begin(module, args), module, args, kwargs)

    def begin(self, module, args):
        if self.recorder is None:
            return None
        call = _Call(self)
        failure = sys.exc_info()[1]
        call.handled = failure if failure is None else id(failure)
        call.module = None if _FULL_HOOKS else module
        self.recorder.running().append(call)
        return call if _FULL_HOOKS else None

    def describe(self, call, module, args, kwargs):
        """Fills in what is known before the call: forward may change its arguments."""
        try:
            self.recorder.describe_inputs(call, module, self.parameters.bind(args, kwargs))
        except Exception as error:  # the program that is recorded must not notice
            self.recorder.trouble(self.name, error)

    def after(self, module, args, kwargs, output):
        self.end(module, args, output)

    def end(self, module, args, output):
        if self.recorder is None:
            return
        running = self.recorder.running()
        if running and running[-1].hook is self:
            call = running.pop()
        else:  # above it are calls that were broken off, or recording began inside this call
            index = max((i for i, call in enumerate(running) if call.hook is self), default=None)
            if index is None:
                return
            call = running[index]
            del running[index:]
        failure = sys.exc_info()[1]
        failed = failure is not None and id(failure) != call.handled
        if call.inputs is None or failed:
            return
        try:
            self.recorder.write_call(call, output)
        except Exception as error:
            self.recorder.trouble(self.name, error)


class _Forward:
    """Stands in the place of a module's forward where hooks do not see keyword arguments and failures."""

    def __init__(self, hook, module):
        self._hook, self._module = hook, module
        self._previous = module.__dict__.get("forward")

    def __call__(self, *args, **kwargs):
        recorder = self._hook.recorder
        running = recorder.running() if recorder is not None else ()
        call = running[-1] if running and running[-1].hook is self._hook else None
        if call is None or call.module is None:  # forward called by its name
            return self._forward_of(self._module)(*args, **kwargs)
        module, call.module = call.module, None  # a replica has the forward of its original, but other weights
        self._hook.describe(call, module, args, kwargs)
        try:
            return self._forward_of(module)(*args, **kwargs)
        except BaseException:
            if call in running:
                del running[running.index(call):]
            raise

    def _forward_of(self, module):
        return self._previous or functools.partial(type(module).forward, module)

    def __getattr__(self, name):
        if name.startswith("__") or "_module" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self._forward_of(self._module), name)

    def __reduce__(self):
        return getattr, (self._module, "forward") if self._previous is None else (self._previous, "__call__")

    def remove(self):
        if self._module.__dict__.get("forward") is self:
            del self._module.__dict__["forward"]
            if self._previous is not None:
                self._module.__dict__["forward"] = self._previous


def _keep_from_compilers():
    """torch.compile calls the hooks, with real tensors, instead of tracing them, and compiles nothing of this file."""
    _Hook.before._torchdynamo_disable = _Hook.after._torchdynamo_disable = True
    skip = getattr(getattr(getattr(torch._C, "_dynamo", None), "eval_frame", None), "skip_code", None)
    if skip is None:
        return
    mine = [value for value in list(globals().values()) if getattr(value, "__module__", None) == __name__]
    mine += [member for value in mine if isinstance(value, type) for member in vars(value).values()]
    for function in mine:
        code = getattr(inspect.unwrap(function) if callable(function) else function, "__code__", None)
        for inner in [code, *code.co_consts] if code is not None else []:
            if isinstance(inner, types.CodeType):
                skip(inner)


# Recording -------------------------------------------------------------------------------------------------------


def _batch_size_rule(said):
    """A size, a function of the arguments, or (access path, axis, divisor) for text such as "input_ids:0/2"."""
    if said is None or callable(said):
        return said
    if isinstance(said, str):
        match = re.fullmatch(r"(.+):(\d+)(?:/([1-9]\d*))?", said)
        if match is None:
            raise ValueError("batch_size=%r: expected PATH:AXIS or PATH:AXIS/DIVISOR" % said)
        return match.group(1), int(match.group(2)), int(match.group(3) or 1)
    if isinstance(said, bool) or not hasattr(said, "__index__") or not 0 < said.__index__() < 2 ** 63:
        raise ValueError("batch_size=%r: expected a whole number from 1, a function, PATH:AXIS or None" % (said,))
    return said.__index__()


_NAMED = 3  # modules named where something is true of many


class _Recorder:
    """A capture file and the hooks that fill it."""

    def __init__(self, path, *, batch_size=None, strict=True, llm_phase=True, note="", label=None, append=False,
                 max_bytes=0, keep_parts=0, ignore_types=(), attribute_types=(), tensor_types=()):
        self.batch_size, self.label = batch_size, label
        for option, value in (("max_bytes", max_bytes), ("keep_parts", keep_parts)):
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                raise ValueError("%s=%r: expected a whole number from 0" % (option, value))
        self._open_file = lambda again: _CaptureFile(path, note, append or again, max_bytes, keep_parts)
        self._strict, self._reads_phase = strict, llm_phase
        self._kinds = _Kinds(ignore_types, attribute_types, tensor_types)
        self._file, self._hooks, self._local = None, [], threading.local()
        self._second = 0, ""  # since 1970, as text
        self._numbers, self._written, self._restore = itertools.count(1), 0, []
        self._said, self._said_of = set(), {}

    @property
    def batch_size(self):
        """Batch size of the calls that follow: a whole number, None where it is not known, "PATH:AXIS" or
        "PATH:AXIS/DIVISOR" of an input, or a function that gets the arguments by name."""
        return self._batch_size

    @batch_size.setter
    def batch_size(self, said):
        self._rule, self._batch_size = _batch_size_rule(said), said

    @property
    def calls(self):
        """How many calls have been written."""
        return self._written

    @property
    def paths(self):
        """The files that were written, in order."""
        return list(self._file.paths) if self._file is not None else []

    def running(self):
        """Calls of this thread that have begun, outermost first."""
        try:
            return self._local.running
        except AttributeError:
            self._local.running = []
            return self._local.running

    def once(self, text):
        if text not in self._said:
            self._said.add(text)
            _say(text)

    def once_of(self, name, text):
        """Says it of the first modules that it is true of: a model may have hundreds."""
        names = self._said_of.setdefault(text, set())
        if len(names) > _NAMED or name in names:
            return
        names.add(name)
        _say("%s: %s" % (name if len(names) <= _NAMED else "further modules", text))

    def trouble(self, name, error):
        if isinstance(error, OSError):
            self.once("recording ends: %s" % error)
            self._detach()
            return
        self.once("a call of %s is not recorded: %s" % (name, _told(error)))

    def describe_inputs(self, call, module, arguments):
        if torch._C._get_tracing_state() is not None:
            raise _NotRecorded("it is traced")
        leaves = _Leaves(self._kinds, self._strict, False)
        for name, value in arguments.items():
            leaves.visit(value, ((name, '["%s"]' % name),))
        phase = "null"
        if self._reads_phase:
            try:
                phase = _llm_phase(leaves.cache_position)
            except Exception as error:
                self.once_of(call.hook.name, _told(error))
        call.batch_size = self._batch_size_of(call.hook.name, module, arguments, leaves.shapes)
        call.number = next(self._numbers)
        call.inputs = leaves.json(phase)

    def _batch_size_of(self, name, module, arguments, shapes):
        rule = self._rule
        if isinstance(rule, int):
            if getattr(module, "_is_replica", False):
                self.once_of(name, "a replica sees a part of the batch, so its batch size is not known; "
                                   "batch_size=function or \"PATH:AXIS\" tells it")
                return None
            return rule
        try:
            if isinstance(rule, tuple):
                path, axis, divisor = rule
                if len(shapes.get(path, ())) <= axis:
                    raise _NotRecorded("there is no input %s with an axis %d" % (path, axis))
                size, rest = divmod(shapes[path][axis], divisor)
                return size if rest == 0 and size > 0 else None
            found = _batch_size_rule(rule(arguments) if rule is not None else None)
            if found is None or isinstance(found, int):
                return found
            raise TypeError("the function returned %r" % (found,))
        except Exception as error:
            self.once_of(name, "the batch size is not known: %s" % _told(error))
            return None

    def write_call(self, call, output):
        leaves = _Leaves(self._kinds, self._strict, True)
        leaves.visit(output)
        now = time.time()
        if int(now) != self._second[0]:
            self._second = int(now), time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now))
        label = ", \"label\": %s" % _quote(str(self.label)) if self.label is not None else ""
        self._file.write('{"module": %s, "batch_size": %s, "call": %d, "time": "%s.%06dZ"%s, "inputs": %s, "outputs": %s}\n' % (
            _quote(call.hook.name), "null" if call.batch_size is None else call.batch_size, call.number, self._second[1],
            now % 1 * 1e6, label, call.inputs, leaves.json("null")))
        self._written += 1

    def _attach(self, chosen):
        if self._file is None or self._file.closed:
            before = self.paths  # a recording that begins again goes on in its file
            self._file = self._open_file(bool(before))
            self._file.paths = list(dict.fromkeys([*before, *self._file.paths]))
        for name, module in chosen:
            self._hooks.append(_Hook(self, module, name))

    def _detach(self):
        hooks, self._hooks = self._hooks, []
        for hook in hooks:
            hook.remove()

    def _run_eagerly(self, trees):
        """Compiled code would not come past the hooks: whole compiled modules can be recorded, what is inside
        one only when it is not compiled."""
        if "torch._dynamo" not in sys.modules:
            return
        set_stance = getattr(torch.compiler, "set_stance", None) if hasattr(torch, "compiler") else None
        if set_stance is not None:
            stance = set_stance("force_eager")
            self._restore.append(lambda: stance.__exit__(None, None, None))
        else:
            for module in {id(module): module for _, module in trees}.values():
                if hasattr(module, "_orig_mod"):
                    self._replace(module, "forward", module._orig_mod.__call__)
                if module.__dict__.get("_compiled_call_impl") is not None:
                    self._replace(module, "_compiled_call_impl", None)
        self.once("torch.compile is in use: while modules are recorded, compiled code runs eagerly")

    def _replace(self, module, name, value):
        before = module.__dict__.get(name)
        module.__dict__[name] = value

        def restore():
            if before is None and name == "forward":
                module.__dict__.pop(name, None)
            else:
                module.__dict__[name] = before
        self._restore.append(restore)

    def stop(self):
        """Ends the recording; the modules are as they were before."""
        self._detach()
        while self._restore:
            self._restore.pop()()
        if self._file is not None:
            self._file.close()


def _unwrapped(module):
    while hasattr(module, "_orig_mod"):  # of torch.compile
        module = module._orig_mod
    return module


def _class_name(module):
    """Name of a module's class; of a TorchScript module that of the class it was made from."""
    module = _unwrapped(module)
    return isinstance(module, torch.jit.ScriptModule) and module.original_name or type(module).__name__


def _named_modules(model, root):
    """Names and modules of a model, or of the parts of a mapping or pipeline (an object with modules)."""
    if not isinstance(model, torch.nn.Module):
        parts = model if isinstance(model, (dict, UserDict)) else getattr(model, "components", None) or vars(model)
        for part, module in parts.items():
            if isinstance(module, torch.nn.Module):
                yield from _named_modules(module, str(part))
        return
    for name, module in model.named_modules(remove_duplicate=False):
        steps = [step for step in name.split(".") if step != "_orig_mod"]
        if not name.endswith("_orig_mod"):
            yield ".".join([root, *steps] if root and name else steps if name else [root]), module


def _fitting(wanted, tree):
    """Those of (name, module) that a name, pattern, module or class means."""
    if isinstance(wanted, str):
        return [entry for entry in tree if fnmatch.fnmatchcase(entry[0], wanted)]
    if isinstance(wanted, type):
        return [entry for entry in tree if isinstance(_unwrapped(entry[1]), wanted)]
    return [entry for entry in tree if _unwrapped(entry[1]) is _unwrapped(wanted)][:1]


def _each_once(entries):
    return list({id(module): (name, module) for name, module in reversed(entries)}.values())[::-1]


def _choose(modules, tree):
    """What is wanted of a tree. Errors: ValueError where something wanted is not there."""
    chosen = []
    for wanted in [modules] if isinstance(modules, (str, type, torch.nn.Module)) else modules:
        found = _fitting(wanted, tree)
        if not found:
            names = [name for name, _ in tree]
            near = difflib.get_close_matches(wanted, names, 3, 0.4) if isinstance(wanted, str) else []
            raise ValueError("no module fits %r; there are %s" % (wanted, ", ".join(near or names[:8]) or "none"))
        chosen += found
    return _each_once(chosen)


class record(_Recorder):
    """Context manager that records calls of a model's modules into a capture file.

    model: a module, a mapping of names to modules, or a pipeline (an object that holds modules).
    path: of the capture, best *.shapes.jsonl. An older capture there is replaced (append=True: continued). With several
        ranks each writes its own: run.rank3.shapes.jsonl, or where the path says {rank}.
    modules: names, patterns (* and ?; a star passes dots, too), modules or classes of modules. Default: the model
        itself, or each part of a pipeline. name: how a whole model is called in the capture (default: its class).
    batch_size: see the property, which can be set before each call. label: text that marks the calls that follow.
    strict: also write values that are no tensors; calls that differ in them are different graphs.
    llm_phase: read the first element of `cache_position`; waits for the GPU where it is there.
    max_bytes, keep_parts: begin a new file run.0002.shapes.jsonl before one outgrows max_bytes, and keep the last ones.
    ignore_types, attribute_types, tensor_types: classes of arguments that are passed over, looked into by their public
        attributes, or by those that are tensors (exact classes, as in AITune).
    """

    def __init__(self, model, path, modules=None, *, name=None, **options):
        unknown = sorted(set(options) - set(inspect.signature(_Recorder.__init__).parameters))
        if unknown:
            raise TypeError("record() has no option %s; help(record) lists them" % ", ".join(unknown))
        super().__init__(path, **options)
        if modules is not None and not isinstance(modules, (str, type, torch.nn.Module)):
            modules = list(modules)
            if not modules:
                raise ValueError("modules is empty: expected names, patterns, modules or classes; None records the whole model")
        if isinstance(model, torch.nn.Module):
            root = name or _class_name(model)
            self._tree = [(found or root, module) for found, module in _named_modules(model, "")]
            roots = self._tree[:1]
        else:
            self._tree = list(_named_modules(model, ""))
            roots = [entry for entry in self._tree if "." not in entry[0]]
        self._chosen = _each_once(roots) if modules is None else _choose(modules, self._tree)
        if not self._chosen:
            raise ValueError("found no module in %s" % _qualified(type(model)))

    def start(self):
        """Begins to record, as `with` does. Errors: OSError where the file cannot be written."""
        if self._hooks:
            raise RuntimeError("already recording")
        try:
            self._run_eagerly(self._tree)
            self._attach(self._chosen)
        except BaseException:
            super().stop()
            raise
        return self

    def stop(self):
        if self._hooks and not self._written:
            _say("no call of %s was recorded" % ", ".join(name for name, _ in self._chosen[:8]))
        super().stop()

    __enter__ = start

    def __exit__(self, *failure):
        self.stop()


# Programs that cannot be edited ----------------------------------------------------------------------------------


class _Program(_Recorder):
    """Records the outermost modules that a program calls (or those inside them that fit `modules`), named by class."""

    def __init__(self, path, modules=None, **options):
        super().__init__(path, **options)
        self._patterns = modules
        self._known, self._names, self._meeting = weakref.WeakSet(), {}, threading.RLock()

    def start(self):
        self._original = original = torch.nn.Module.__call__
        known, meet = self._known, self._meet

        def call(module, *args, **kwargs):
            if module not in known:
                meet(module)
            return original(module, *args, **kwargs)
        self._code = call.__code__
        torch.nn.Module.__call__ = call

    def _meet(self, module):
        with self._meeting:
            frame = sys._getframe(2)
            while frame is not None and frame.f_code is not self._code:
                frame = frame.f_back
            inside = frame is not None  # made while its parent runs
            if module in self._known or isinstance(module, torch.jit.ScriptModule) and inside:
                return
            self._known.update(module.modules())
            if inside or (self._patterns is None and next(module.parameters(), None) is None):
                return
            kind = _class_name(module)
            self._names[kind] = number = self._names.get(kind, 0) + 1
            root = kind if number == 1 else "%s#%d" % (kind, number)
            tree = list(_named_modules(module, root))
            chosen = tree[:1]
            if self._patterns is not None:
                chosen = _each_once([entry for pattern in self._patterns for entry in _fitting(pattern, tree)])
            if not chosen:
                return
            try:
                self._run_eagerly(tree)
                self._attach(chosen)
            except Exception as error:
                self.once("%s is not recorded: %s" % (root, error))

    def stop(self):
        torch.nn.Module.__call__ = self._original
        super().stop()
        _say("%d calls are in %s" % (self._written, ", ".join(self.paths)) if self._written
             else "no call of a module was recorded" + (
                 "; called were " + ", ".join(self._names) if self._names else ""))


_HELP = """usage: python -m dimscope_recorder [-m] SCRIPT_OR_MODULE [ARGUMENTS...]

Runs a program and records the modules that it calls. %s says where to, and may hold options, with semicolons:
    PATH[;modules=PATTERN,...][;batch_size=N or PATH:AXIS[/DIVISOR]][;label=TEXT][;note=TEXT]
    [;strict=no][;llm_phase=no][;append=yes][;max_bytes=N][;keep_parts=N]
Without it the capture is SCRIPT.shapes.jsonl in the working folder. Modules are named by class (UNet, UNet#2) and path
(UNet.down.0); without patterns the outermost modules with parameters are recorded, with patterns the modules that fit."""


def _parse_switch(text):
    """Path and options of the environment switch. Errors: ValueError."""
    path, *settings = text.split(";")
    options = {}
    for setting in filter(None, settings):
        key, _, value = setting.partition("=")
        if key == "modules":
            options[key] = [pattern for pattern in value.split(",") if pattern]
        elif key == "batch_size":
            options[key] = int(value) if re.fullmatch("[0-9]+", value) else value
        elif key in ("max_bytes", "keep_parts") and re.fullmatch("[0-9]+", value):
            options[key] = int(value)
        elif key in ("strict", "llm_phase", "append") and value in ("yes", "no"):
            options[key] = value == "yes"
        elif key in ("label", "note"):
            options[key] = value
        else:
            raise ValueError("%s: %r is no option that can be set" % (SWITCH, setting))
    return path, options


def _wrong_program(arguments, as_module):
    if as_module:
        return "-m: no module is named" if len(arguments) < 2 else ""
    if arguments[0].startswith("-"):
        return "%s is no option" % arguments[0]
    return "" if os.path.exists(arguments[0]) else "%s: there is no such script" % arguments[0]


def main(arguments):
    if not arguments or arguments[0] in ("-h", "--help"):
        print(_HELP % SWITCH)
        return 0 if arguments else 2
    as_module = arguments[0] == "-m"
    wrong = _wrong_program(arguments, as_module)
    if wrong:
        _say("%s; python -m dimscope_recorder --help says how it is called" % wrong)
        return 2
    program, *rest = arguments[1:] if as_module else arguments
    try:
        path, options = _parse_switch(os.environ.get(SWITCH, ""))
        recorder = _Program(path or pathlib.PurePath(program).stem + ".shapes.jsonl", **options)
    except ValueError as error:
        _say(str(error))
        return 2
    sys.argv = [program, *rest]
    if not as_module:
        sys.path[0] = os.path.dirname(os.path.abspath(program))
    recorder.start()
    try:
        if as_module:
            runpy.run_module(program, run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(program, run_name="__main__")
    finally:
        recorder.stop()
    return 0


_keep_from_compilers()

if __name__ == "__main__":
    import dimscope_recorder  # under its own name, so that models can be pickled while they are recorded

    sys.exit(dimscope_recorder.main(sys.argv[1:]))
