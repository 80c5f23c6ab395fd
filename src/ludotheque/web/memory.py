"""Memory: what the caches of a worker hold in bytes, and their common bound.

Drawings and sentences are cached by `functools.lru_cache`, in the rooms where they are made. Its entries can be seen by
the garbage collector; a sample of them tells the bytes of all.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import _lru_cache_wrapper
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, TypeAlias

from ludotheque.contract.scene import Same
from ludotheque.core.game import Game
from ludotheque.core.words import Words
from ludotheque.web.storage.store import TableStore
from ludotheque.web.views.render_cache import RenderCache
from ludotheque.web.views.speech import PageSpeech

POSITION = 3000  # bytes of a position: those of one game share their equal parts
SAMPLE = 20  # entries of a cache that are measured
DEPTH = 6  # of what is measured in an entry
ROOM = 0.75  # the part of the bound that stays in use after caches were emptied
# Everybody's, not the cache's.
SHARED = (ModuleType, type, FunctionType, BuiltinFunctionType, MethodType, Words, PageSpeech, Game)

LruCache: TypeAlias = "_lru_cache_wrapper[Any]"


class Memory:
    """The caches of this process. When they hold more than `most` bytes together, the largest are emptied."""

    def __init__(self, most: int, store: TableStore, render_cache: RenderCache) -> None:
        self._most, self._store, self._render_cache = most, store, render_cache
        self._caches: list[LruCache] = []
        self._modules = 0  # those that were searched for caches

    def held(self) -> dict[str, int]:
        """The bytes of each kind of cache, about."""
        sums = Counter({"positions": POSITION * self._store.positions, "drawings": self._drawings()})
        for cache, size in self._sizes():
            sums[".".join(cache.__module__.split(".")[1:3])] += size
        return dict(sums)

    def bound(self) -> None:
        """Empties the largest caches if all together hold too much; positions keep half of the room."""
        sizes = sorted(self._sizes(), key=lambda each: each[1])
        total = POSITION * self._store.positions + self._drawings() + sum(size for _, size in sizes)
        if total <= self._most:
            return
        total -= POSITION * self._store.shrink(int(ROOM / 2 * self._most / POSITION))
        while sizes and total > ROOM * self._most:
            cache, size = sizes.pop()
            cache.cache_clear()
            total -= size
        if total > ROOM * self._most:
            self._render_cache.clear()
        with suppress(
            AttributeError, OSError, TypeError
        ):  # what is free goes back to the system, where the C library can
            ctypes.CDLL(None).malloc_trim(0)

    def _drawings(self) -> int:
        drawn = self._render_cache.drawings()
        sample = drawn[:: max(1, len(drawn) // SAMPLE)]
        return len(drawn) * sum(map(size_of, sample)) // max(1, len(sample))

    def _sizes(self) -> list[tuple[LruCache, int]]:
        if self._modules != len(sys.modules):
            self._caches, self._modules = list({id(each): each for each in lru_caches()}.values()), len(sys.modules)
        return [(cache, size_of_cache(cache)) for cache in self._caches]


def lru_caches() -> Iterator[LruCache]:
    """All caches of this package with a limited number of entries."""
    for name, module in list(sys.modules.items()):
        if name.startswith("ludotheque."):
            for thing in list(vars(module).values()):
                for each in (thing, *(vars(thing).values() if isinstance(thing, type) else ())):
                    cache = getattr(getattr(each, "cache_clear", None), "__self__", None)
                    if isinstance(cache, _lru_cache_wrapper) and cache.cache_parameters()["maxsize"]:
                        yield cache


def size_of_cache(cache: LruCache) -> int:
    """The bytes of a cache, from a sample of its entries."""
    held = gc.get_referents(cache)  # its type, then key, result and a type for each entry
    count = cache.cache_info().currsize
    entries = list(zip(held[1 : 3 * count : 3], held[2 : 3 * count : 3], strict=False))
    sample = entries[:: max(1, len(entries) // SAMPLE)]
    return len(entries) * sum(map(size_of, sample)) // max(1, len(sample))


def size_of(thing: Any, depth: int = DEPTH) -> int:
    """The bytes of an object and of what it holds, about; what is shared by many is not counted."""
    if isinstance(thing, SHARED) or depth == 0:
        return 0
    if isinstance(thing, Same):
        return POSITION
    size = sys.getsizeof(thing)
    if isinstance(thing, dict):
        return size + sum(size_of(key, depth - 1) + size_of(value, depth - 1) for key, value in thing.items())
    if isinstance(thing, (tuple, list, set, frozenset)):
        return size + sum(size_of(each, depth - 1) for each in thing)
    return size + sum(size_of(each, depth - 1) for each in getattr(thing, "__dict__", {}).values())
