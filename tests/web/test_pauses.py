"""Pauses of bots: many tables wait, and none of them takes a thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from ludotheque.web.work.pauses import Pauses
from tests.web.site import Site


def test_what_is_held_goes_on_in_order_or_when_its_pause_is_ended() -> None:
    gone, last = list[tuple[str, str]](), threading.Event()

    def go_on(key: str, held: str) -> None:
        gone.append((key, held))
        if key == "last":
            last.set()

    pauses, now = Pauses(go_on), time.monotonic()
    with pauses._changed:  # the thread sees all of them at once
        pauses.hold("later", "x", now + 3600)
        pauses.hold("secret", "y", now + 3600)
        pauses.hold("last", "b", now + 0.02)
        pauses.hold("first", "a", now + 0.01)
    assert last.wait(20)
    assert gone == [("first", "a"), ("last", "b")]
    for key in ("later", "secret", "nobody"):
        pauses.end(key, lambda held: held == "x")
    assert gone[2:] == [("later", "x")]
    assert len(pauses) == 1
    pauses.close()
    pauses.end("secret", bool)
    assert len(gone) == 3


def test_the_pauses_of_many_tables_hold_up_no_other_bot(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is one thread for thoughts here, and a table whose bots make a pause of an hour."""
    runner = site.services.bot_runner
    monkeypatch.setattr(runner, "_pace", 3600.0)
    monkeypatch.setattr(runner._threads, "_max_workers", 1)
    for _ in range(3):
        _table_of_a_bot(site)
    _until(lambda: len(runner._pauses) == 3)
    monkeypatch.setattr(runner, "_pace", 0.0)
    site.wait(_table_of_a_bot(site), lambda state: 0 in state.seals)


def _table_of_a_bot(site: Site) -> str:
    """A table whose bot is asked at once, since all choose together."""
    return site.person().make("fourberies", seats=2, seat_0="bot:random", seat_1="me")


def _until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end
        time.sleep(0.01)
