"""Memory: what the caches of a worker hold in bytes, and their common bound.

Drawings and sentences are cached by `functools.lru_cache` and `recent`, in the rooms where they are made. The garbage
collector sees their entries; a sample of them tells the bytes of all. What others hold, too, is divided among its
holders.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import _lru_cache_wrapper
from math import inf
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from ludotheque.contract.recent import LruCache, entries, keep_newest
from ludotheque.contract.scene import Same
from ludotheque.core.game import Game
from ludotheque.core.position import Position
from ludotheque.core.words import Words
from ludotheque.web.storage.store import TableStore
from ludotheque.web.views.render_cache import RenderCache
from ludotheque.web.views.speech import PageSpeech

POSITION = 3000  # bytes of a position: those of one game share their equal parts
SAMPLE = 10  # entries of a cache that are measured
DEPTH = 8  # levels measured inside an entry
POSITIONS = 0.5  # the part of the room that positions keep
ROOM = 0.75  # the part of the bound that stays in use after entries were dropped
# Everybody's, not the cache's.
SHARED = (
    ModuleType, type, FunctionType, BuiltinFunctionType, MethodType, _lru_cache_wrapper, Words, PageSpeech, Game,
)  # fmt: skip


class Memory:
    """The caches of this process. When they hold more than `most` bytes together, the largest drop their oldest."""

    def __init__(self, most: int, store: TableStore, render_cache: RenderCache) -> None:
        self._most, self._store, self._render_cache = most, store, render_cache
        self._caches: list[LruCache] = []
        self._modules = 0  # those that were searched for caches

    def held(self) -> dict[str, int]:
        """The bytes of each kind of cache, about."""
        return self._summed(self._sizes(), self._drawings())

    def bound(self) -> dict[str, int]:
        """Makes the largest caches smaller if all together hold too much; returns what each kind then holds."""
        sizes, drawings = self._sizes(), self._drawings()
        held = self._summed(sizes, drawings)
        if sum(held.values()) <= self._most:
            return held
        self._store.shrink(int(POSITIONS * ROOM * self._most / POSITION))
        room = ROOM * self._most - POSITION * self._store.positions
        share = fair_share([drawings, *(size for _, size in sizes)], room)
        for cache, size in sizes:
            if size > share:
                keep_newest(cache, int(share / size * len(entries(cache))))
        if drawings > share:
            self._render_cache.shrink(int(share / drawings * len(self._render_cache.drawings())))
        with suppress(AttributeError, OSError, TypeError):  # what is free goes back to the system, where libc can
            ctypes.CDLL(None).malloc_trim(0)
        return self.held()

    def _summed(self, sizes: list[tuple[LruCache, int]], drawings: int) -> dict[str, int]:
        sums = Counter({"positions": POSITION * self._store.positions, "drawings": drawings})
        for cache, size in sizes:
            sums[".".join(cache.__module__.split(".")[1:3])] += size
        return dict(sums)

    def _drawings(self) -> int:
        return size_of_all([(each,) for each in self._render_cache.drawings()])

    def _sizes(self) -> list[tuple[LruCache, int]]:
        if self._modules != len(sys.modules):
            self._caches, self._modules = list({id(each): each for each in lru_caches()}.values()), len(sys.modules)
        return [(cache, size_of_all(entries(cache))) for cache in self._caches]


def lru_caches() -> Iterator[LruCache]:
    """All caches of this package with a limited number of entries."""
    for name, module in list(sys.modules.items()):
        if name.startswith("ludotheque."):
            for thing in list(vars(module).values()):
                for each in (thing, *(vars(thing).values() if isinstance(thing, type) else ())):
                    cache = getattr(getattr(each, "cache_clear", None), "__self__", None)
                    if isinstance(cache, _lru_cache_wrapper) and cache.cache_parameters()["maxsize"]:
                        yield cache


def fair_share(sizes: list[int], room: float) -> float:
    """The most that each of some caches may hold, so that all have room together; those that hold less stay whole."""
    for larger, size in zip(range(len(sizes), 0, -1), sorted(sizes), strict=True):
        if size * larger > room:
            return max(0.0, room / larger)
        room -= size
    return inf


def size_of_all(groups: list[tuple[Any, ...]]) -> int:
    """The bytes of many entries, from a sample of them."""
    sample = groups[:: max(1, len(groups) // SAMPLE)]
    return int(len(groups) * sum(map(size_of, sample)) / max(1, len(sample)))


def size_of(entry: tuple[Any, ...]) -> float:
    """The bytes of what an entry of a cache holds, about; of what others hold, too, its part."""
    size, waiting = 0.0, [(each, 1.0, 1) for each in entry]
    while waiting:
        thing, part, depth = waiting.pop()
        if isinstance(thing, SHARED) or depth > DEPTH:
            continue
        holders = sys.getrefcount(thing) - 2  # without this variable and the argument
        part /= max(1, holders - 1 if depth == 1 else holders)  # nor the tuple of the entry
        if isinstance(thing, (Same, Position)):
            size += part * POSITION
        else:
            size += part * sys.getsizeof(thing)
            waiting += [(each, part, depth + 1) for each in gc.get_referents(thing)]
    return size
