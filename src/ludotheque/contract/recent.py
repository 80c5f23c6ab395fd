"""A cache as `functools.lru_cache`, of which the least recently used entries can be dropped to save memory.

An `lru_cache` can only be emptied whole, and then all that is in use must be made again. It is written in C, so a hit
costs next to nothing, and this cache is one: entries that shall stay are put aside, the `lru_cache` is emptied, and
what is asked for again moves back.
"""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable, Hashable
from types import MethodType
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

Arguments = ParamSpec("Arguments")
Cached = TypeVar("Cached")

LruCache: TypeAlias = "functools._lru_cache_wrapper[Any]"

MISSING = object()


def recent(most: int) -> Callable[[Callable[Arguments, Cached]], Callable[Arguments, Cached]]:
    """As `functools.lru_cache(most)`; `keep_newest` can drop some of its entries."""

    def decorate(make: Callable[Arguments, Cached]) -> Callable[Arguments, Cached]:
        spared: dict[Hashable, Cached] = {}  # what `keep_newest` has put aside

        @functools.wraps(make)
        def made(*args: Arguments.args, **more: Arguments.kwargs) -> Cached:
            if spared and not more:
                # lru_cache's own key of these arguments.
                key = args[0] if len(args) == 1 and type(args[0]) in (int, str) else args
                if (found := spared.pop(key, MISSING)) is not MISSING:
                    return cast("Cached", found)
            return make(*args, **more)

        cache = functools.lru_cache(most)(made)
        cache.spared = spared  # type: ignore[attr-defined]
        cache.cache_clear = MethodType(_clear, cache)  # type: ignore[method-assign]
        return cast("Callable[Arguments, Cached]", cache)

    return decorate


def entries(cache: LruCache) -> list[tuple[Hashable, Any]]:
    """The keys and results of a cache, the least recently used first."""
    held = gc.get_referents(cache)  # its type, then key, result and a type for each entry
    end = 3 * cache.cache_info().currsize
    return [*vars(cache).get("spared", {}).items(), *zip(held[1:end:3], held[2:end:3], strict=False)]


def keep_newest(cache: LruCache, count: int) -> None:
    """Drops all entries of a cache but the `count` most recently used ones; an `lru_cache` is emptied."""
    kept = entries(cache)[-count:] if count > 0 and "spared" in vars(cache) else []
    cache.cache_clear()
    if kept:
        vars(cache)["spared"].update(kept)


def _clear(cache: LruCache) -> None:
    vars(cache)["spared"].clear()
    functools._lru_cache_wrapper.cache_clear(cache)
