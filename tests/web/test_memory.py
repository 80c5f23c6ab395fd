"""The caches of a worker have a common bound, and tell what they hold."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import time
import weakref
from functools import lru_cache, partial
from math import inf
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Scope

from ludotheque.contract.recent import LruCache, entries, recent
from ludotheque.review import Judged
from ludotheque.web.memory import POSITION, fair_share, lru_caches, size_of_all
from ludotheque.web.middleware.metrics import Measured, Metrics
from ludotheque.web.views import parts
from ludotheque.web.work import bot_runner, deliveries, hints, reviews
from ludotheque.web.work.deliveries import DeliveryQueue
from ludotheque.web.work.job_queue import HINT, REVIEW, JobQueue
from tests.web.site import Site, first_choice, served, settings
from tests.web.test_hints import Brake
from tests.web.test_operation import numbers
from tests.web.test_review import finished_game, made


def test_the_bytes_of_a_cache_are_those_of_its_entries() -> None:
    long = lru_cache(1000)(lambda number: "x" * 10_000 + str(number))
    for number in range(100):
        long(number)
    assert size_of_all(entries(long)) == pytest.approx(100 * 10_000, rel=0.05)
    long.cache_clear()
    assert size_of_all(entries(long)) == 0


def test_what_entries_share_is_counted_once() -> None:
    shared = ["x" * 10_000 + str(number) for number in range(5)]
    panels = [lru_cache(100)(lambda number: (*shared, number)) for _ in range(3)]
    for number in range(100):
        for panel in panels:
            panel(number)
    total = sum(size_of_all(entries(panel)) for panel in panels)
    assert 5 * 10_000 < total + 5 * 10_000 / 301 < 5 * 10_000 + 300 * 300  # and 300 tuples; the list holds its part


def test_the_caches_that_hold_most_make_room() -> None:
    assert fair_share([50, 10, 60], 90) == 40  # 40 + 10 + 40
    assert fair_share([50, 10, 60], 120) == inf
    assert fair_share([50, 10, 60], -5) == 0


def test_all_caches_are_known(site: Site) -> None:
    """Also those of boards, which make a cache of their own for each panel."""
    ann = site.person()
    ann.get(f"/t/{ann.play_now('sintra')}")
    known = [(cache.__module__, cache.__name__) for cache in lru_caches()]
    for name in (("web.views.parts", "filled"), ("games.sintra.board.rose", "rose"), ("core.svg", "_seen")):
        assert (f"ludotheque.{name[0]}", name[1]) in known


def test_caches_over_the_bound_are_emptied(tmp_path: Path) -> None:
    with served(settings(tmp_path, memory=0, metrics="*")) as site:
        ann = site.person()
        tables = [ann.make("sintra", seats=2, seat_0="me", seat_1="me") for _ in range(2)]
        state = site.table(tables[0])
        ann.play(tables[0], state.position.to_act or 0, first_choice(state.position))
        before = site.services.memory.held()
        assert min(before[name] for name in ("positions", "drawings", "web.views", "games.sintra")) > 0
        site.services.memory.bound()
        after = site.services.memory.held()
        assert parts.filled.cache_info().currsize == 0
        assert (after["drawings"], after["web.views"], after["games.sintra"]) == (0, 0, 0)
        kept = len(site.table(tables[0]).history.positions)  # the last table that was used stays
        assert after["positions"] <= POSITION * kept < before["positions"]
        found = numbers(ann.get("/metrics").text)
        assert found['ludotheque_cache_bytes{cache="positions"}'] == site.services.memory.held()["positions"]
        assert ann.get(f"/t/{tables[1]}").status_code == 200


def test_what_was_used_last_stays_in_a_cache_over_the_bound(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """If caches were emptied, all that is in use would be made again at once."""
    memory, large = site.services.memory, recent(200)(lambda number: "x" * 200_000 + str(number))
    monkeypatch.setitem(sys.modules, "ludotheque.planted", ModuleType("planted"))
    vars(sys.modules["ludotheque.planted"])["large"] = large
    for number in range(100):
        large(number)
    memory._most = sum(memory.held().values()) - 1
    assert sum(memory.bound().values()) < memory._most
    kept = [key for key, _ in entries(cast("LruCache", large))]
    assert 10 < len(kept) < 90
    assert kept == [*range(100 - len(kept), 100)]


class ServedRequest:
    """A request as uvicorn keeps it: it knows its scope, and its method sends the response."""

    def __init__(self) -> None:
        self.scope: Scope = {"type": "http", "method": "GET", "headers": []}

    async def send(self, message: Message) -> None:
        pass


def test_a_request_is_freed_without_a_garbage_collection() -> None:
    async def receive() -> Message:
        return {"type": "http.request"}

    served_request = ServedRequest()
    left = weakref.ref(served_request)
    gc.disable()
    try:
        answers = Measured(PlainTextResponse("Hello"), Metrics(), {}, ())
        asyncio.run(answers.handle(served_request.scope, receive, served_request.send))
        del served_request
        assert left() is None
    finally:
        gc.enable()


def test_queues_are_counted_and_bounded(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    queue, brake = JobQueue(0), Brake()
    queue.submit(brake)
    waiting = [queue.submit(abs, -1, rank=rank) for rank in (HINT, HINT, REVIEW)]
    assert queue.waiting == {"decisions": 0, "hints": 2, "reviews": 1, "analyses": 0}
    brake.released.set()
    for each in waiting:
        each.result(20)
    queue.close()
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    seat = site.table(table).position.to_act or 0
    monkeypatch.setattr(hints, "MOST_WAITING", 0)
    refused = ann.post(f"/t/{table}/hint", seat=seat, version=site.table(table).version)
    assert (refused.status_code, "very busy" in refused.text) == (503, True)
    monkeypatch.setattr("ludotheque.web.storage.write_queue.MAX_WAITING", 0)
    assert ann.play(table, seat, first_choice(site.table(table).position)).status_code == 503
    thinking, others = {"decisions", "hints", "reviews", "analyses"}, {"tables", "writes", "checks"}
    assert thinking | others | {"messages", "pictures"} == site.services.waiting().keys()


def test_messages_over_the_bound_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deliveries, "MOST_IN_ALL", 3)
    queue, released, sent = DeliveryQueue(), threading.Event(), list[int]()
    for _ in range(deliveries.MOST_AT_ONCE):
        queue.add("a.example", lambda: None if released.wait(20) else pytest.fail("nobody released it"))
    end = time.monotonic() + 20
    while queue.length and time.monotonic() < end:
        time.sleep(0.01)
    for number in range(5):
        queue.add("a.example", partial(sent.append, number))
    waiting = queue.length
    released.set()
    queue.wait()
    assert (waiting, sorted(sent), queue.length) == (3, [0, 1, 2], 0)
    queue.close()


def test_tables_over_the_bound_are_found_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(settings(tmp_path, pace=0, beat=3600)) as site, monkeypatch.context() as full:
        full.setattr(bot_runner, "MOST_WAITING", -bot_runner.THREADS)
        table = site.person().make("fourberies", seats=2, seat_0="bot:greedy", seat_1="me")  # asked at once
        assert site.table(table).bot_asked
        assert site.services.bot_runner._busy == {}
        full.undo()
        site.services.bot_runner.look()
        site.wait(table, lambda state: 0 in state.seals)


def test_reviews_over_the_bound_are_found_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "judge_part", lambda record, first, last, effort: [Judged(first, last, 0).to_dict()])
    with served(settings(tmp_path, beat=3600)) as site, monkeypatch.context() as full:
        full.setattr(reviews, "MOST_WAITING", -1)
        ann = site.person()
        table = finished_game(site, ann)
        ann.post(f"/t/{table}/review")
        assert site.services.reviews.waiting == 0
        full.undo()
        site.services.reviews.look()
        assert site.services.waiting()["reviews"] == 1
        made(site, table)
