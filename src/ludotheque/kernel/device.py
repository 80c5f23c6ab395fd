"""The GPU: whether there is one, how states lie in its memory, and the rules compiled for it.

With Numba's CUDA simulator (NUMBA_ENABLE_CUDASIM=1) the same kernels run on the CPU, slowly, in plain Python on
interpreted rules. Tests without a GPU use it.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np

from ludotheque.errors import Error

from .cache import DiskCache, checked, sources_digest, user_cache_folder
from .edition import Edition, box_hash, edition
from .places import PACKAGE_FOLDER
from .rule import COMPILED, INTERPRETED
from .state import StateBase

SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"

SINGLE = "i2"  # the type on the GPU for single numbers of a state; a CPU is faster with wider ones
WORD_BYTES = 4
SPARE = 0.9  # the part of the free memory that a batch may use


if not hasattr(np, "row_stack"):  # numba-cuda 0.30 imports it, NumPy 2.5 has removed it
    np.row_stack = np.vstack


def need_gpu() -> None:
    """Raises an Error if there is no usable GPU."""
    try:
        from numba import cuda
    except ImportError as problem:
        raise Error("The GPU needs the package numba-cuda: pip install 'ludotheque[gpu]'.") from problem
    if not SIMULATED and not cuda.is_available():
        raise Error("The GPU cannot be used: there is no NVIDIA GPU here, or its driver is missing or too old.")


@functools.cache
def arrays() -> Any:
    """The array library of the GPU: CuPy, or NumPy in the simulator."""
    if SIMULATED:
        return np
    try:
        import cupy
    except ImportError as problem:
        raise Error("Batches on the GPU need the package CuPy: pip install 'ludotheque[gpu]'.") from problem
    return cupy


def layout(state: type[StateBase], players: int, *more: tuple[str, str, tuple[int, ...]]) -> np.dtype[Any]:
    """The dtype of a state on the GPU: narrow, without empty seats, and with an odd number of words.

    So threads that read the same field of neighbouring states use different memory banks.
    """
    fields = [
        (name, f.kind if f.shape else SINGLE, (players, *f.shape[1:]) if f.seats else f.shape)
        for name, f in state.fields.items()
    ] + list(more)
    words = -(-np.dtype(fields, align=True).itemsize // WORD_BYTES)
    fields.append(("_", "i4", (1 + words % 2,)))
    return np.dtype(fields, align=True)


def packed(state: StateBase, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """A state as an array of one record of this layout."""
    wide = state.pack()
    record = np.zeros(1, dtype)
    for name in state.fields:  # other fields of the record stay 0
        shape = dtype[name].shape
        record[name] = wide[name][:, : shape[0]] if shape else wide[name]
    return record


def unpacked(record: Any, start: StateBase) -> StateBase:
    """The state in a record of the GPU's layout. Empty seats, which the record lacks, stay as at the start."""
    found = start.copy()
    for name in start.fields:
        value = record[name].tolist()
        if start.fields[name].shape:
            getattr(found, name)[: len(value)] = value
        else:
            setattr(found, name, value)
    return found


def check_memory(games: int, size: int) -> None:
    """Raises an Error if the GPU has no memory for `games` games of `size` bytes. A simulated GPU always has."""
    from numba import cuda

    free = cuda.current_context().get_memory_info().free * SPARE
    if games * size > free:
        raise Error(f"The GPU has no memory for a batch of {games} games: at most {int(free // size)} would fit now.")


def device_bits() -> tuple[Any, Any]:
    """`count_bits` and `nth_bit` of flow.py with instructions of the GPU."""
    from numba import cuda

    @cuda.jit(device=True, forceinline=True)
    def count_bits(mask: int) -> int:
        return cuda.popc(mask)  # type: ignore[no-any-return]

    @cuda.jit(device=True, forceinline=True)
    def nth_bit(mask: int, n: int) -> int:
        place, width = 0, 32
        while width:
            below = cuda.popc(mask & ((1 << width) - 1))
            if n >= below:
                n -= below
                mask >>= width
                place += width
            width >>= 1
        return place

    return count_bits, nth_bit


class DeviceRules:
    """The rules that kernels call: compiled for the GPU, or interpreted in the simulator."""

    def __init__(self, used: Edition) -> None:
        rules = edition(used.game, INTERPRETED if SIMULATED else COMPILED, used.box)
        wrap = self._on_records if SIMULATED else lambda function: function
        flow = (
            rules.flow
            if SIMULATED
            else importlib.import_module(f"{rules.root}.kernel.flow").make_flow(
                rules.rules, rules.loops, *device_bits()
            )
        )
        self._state = rules.state
        self.move, self.kind, self.take, self.choose = map(wrap, (flow.move, flow.kind, flow.take, flow.choose))
        self.kinds = flow.kinds * (len(rules.module("actions").PHASES) + 1)  # a game may have a phase without a name
        self.result = wrap(rules.loops.result)
        self.hide = wrap(rules.module("sight").hide)
        self.redeal = wrap(rules.module("sight").redeal)
        self.why_not = wrap(rules.loops.why_not)
        observe = rules.module("observe")
        self.observe, self.observe_table, self.observe_place = map(
            wrap, (observe.observe, observe.observe_table, observe.observe_place)
        )

    def _on_records(self, function: Any) -> Any:
        """Wraps an interpreted rule for records and arrays. It runs on ints and lists, since NumPy's ints overflow."""

        def call(*values: Any) -> Any:
            plain = [self._plain(value) for value in values]
            answer = function(*plain)
            for value, after in zip(values, plain, strict=True):
                if isinstance(after, StateBase):
                    for name in after.fields:
                        value[name] = getattr(after, name)
                elif isinstance(after, list):
                    value[:] = after
            return answer

        return call

    def _plain(self, value: Any) -> Any:
        if getattr(value, "dtype", None) is not None and value.dtype.names:
            state = self._state()
            for name in state.fields:
                setattr(state, name, value[name].tolist())
            return state
        return value.tolist() if hasattr(value, "tolist") else value


@functools.cache
def gpu_type(dtype: np.dtype[Any], players: int) -> Any:
    """Numba's type of a record. The number of players is a constant in code that is compiled with it.

    So the compiler unrolls loops over seats and computes seats without divisions. This made the kernels of Fourberies
    a third smaller and its steps twice as fast.
    """
    if SIMULATED:
        return dtype
    from numba.cuda.cudaimpl import registry
    from numba.cuda.np.numpy_support import from_dtype

    record = from_dtype(dtype)

    @registry.lower_getattr(record, "players")
    def get_players(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        return context.get_constant(kind.fields["players"].type, players)

    return record


@contextlib.contextmanager
def plain_indices() -> Iterator[None]:
    """Compiles without support for negative indices.

    No rule uses them (a test checks), Numba has no such option, and the support cost a fifth of the speed.
    """
    from numba.cuda import types
    from numba.cuda.np import arrayobj

    def cast(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    before = arrayobj.fix_integer_index
    arrayobj.fix_integer_index = cast
    try:
        yield
    finally:
        arrayobj.fix_integer_index = before


class KernelCache(DiskCache):
    """The disk cache of one kernel, in place of Numba's, which cannot store closures."""

    def __init__(self, edition: Edition, name: str, players: int) -> None:
        import numba_cuda
        from numba import cuda

        sources = [PACKAGE_FOLDER / "kernel", PACKAGE_FOLDER / "defaults", edition.place.folder]
        card = str(cuda.get_current_device().compute_capability)
        digest = sources_digest(sources, box_hash(edition.box), numba_cuda.__version__, card)
        self._folder = user_cache_folder() / "gpu" / f"{edition.game}-{digest}"
        self._path = self._folder / f"{name}-{players}"

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The compiled kernel, or None on a cache miss."""
        from numba.cuda.dispatcher import _Kernel

        try:
            return _Kernel._rebuild(**pickle.loads(checked(self._path.read_bytes())))
        except Exception:  # the file may be missing, damaged or foreign
            return None

    def save_overload(self, signature: Any, kernel: Any) -> None:
        """Stores a compiled kernel; a failed write is ignored."""
        from numba.cuda.serialize import dumps

        with contextlib.suppress(Exception):
            self.store(self._path, dumps(kernel._reduce_states()))


def compile_kernel(kernel: Any, *kinds: Any, cache: KernelCache | None = None) -> Any:
    """Compiles a kernel for these argument types, or loads it from the cache; returns the compiled overload."""
    if cache is not None:
        kernel._cache = cache
    with plain_indices():
        kernel.compile(kinds)
    (made,) = kernel.overloads.values()
    return made
