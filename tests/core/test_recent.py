"""A cache of which the least recently used entries can be dropped."""

from __future__ import annotations

from typing import cast

from ludotheque.contract.recent import LruCache, entries, keep_newest, recent


def test_what_was_used_last_is_kept() -> None:
    made: list[object] = []

    @recent(100)
    def doubled(thing: int | str, times: int = 2) -> int | str:
        made.append(thing)
        return thing * times

    cache = cast("LruCache", doubled)
    for thing in (1, "a", 2, "b", 1):
        doubled(thing)
    doubled("c", 3)
    assert [key for key, _ in entries(cache)] == ["a", 2, "b", 1, ("c", 3)]
    keep_newest(cache, 3)
    assert [key for key, _ in entries(cache)] == ["b", 1, ("c", 3)]
    del made[:]
    assert (doubled(1), doubled("b"), doubled("c", 3), made) == (2, "bb", "ccc", [])
    assert doubled("a") == "aa"
    assert made == ["a"]
    assert [key for key, _ in entries(cache)] == [1, "b", ("c", 3), "a"]
    keep_newest(cache, 2)
    keep_newest(cache, 1)  # also of those that were put aside
    assert [key for key, _ in entries(cache)] == ["a"]
    keep_newest(cache, 0)
    assert entries(cache) == []


def test_an_emptied_cache_makes_everything_anew() -> None:
    made: list[int] = []
    kept = recent(100)(made.append)
    for number in (1, 2, 3):
        kept(number)
    keep_newest(cast("LruCache", kept), 2)
    cast("LruCache", kept).cache_clear()
    for number in (1, 2, 3):
        kept(number)
    assert made == [1, 2, 3, 1, 2, 3]
