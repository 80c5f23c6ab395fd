"""Evaluations for visitors: one each, after everybody else, within a budget, and dropped when nobody watches."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from ludotheque import Position, load
from ludotheque.analysis import Evaluation
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.work import analyses as work
from ludotheque.web.work.analyses import Analyses, EvaluationEnd, Queued
from ludotheque.web.work.job_queue import ANALYSIS, NICENESS, JobQueue, Unwanted, give_up_if_unwanted
from ludotheque.web.work.think_pool import FIRST_ITERATIONS, ThinkPool

POSITION = load("sintra").start(2, seed=1)


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seeds of rounds that take no time; each counts as 4 seconds of searching."""
    seeds: list[int] = []

    def look_at(position: Position, tries: int, *others: Any) -> Evaluation:
        seeds.append(others[-1])
        return Evaluation((0.5, 0.5), (), tries, 1, 4.0, 0)

    monkeypatch.setattr(work, "look_at", look_at)
    return seeds


def until_unwanted() -> Evaluation:
    """Works until nobody waits for it."""
    for _ in range(60_000):
        give_up_if_unwanted()
        time.sleep(0.001)
    raise AssertionError("it was not stopped")


def run(watching: Callable[[Analyses], Coroutine[Any, Any, None]]) -> None:
    """Runs something with analyses in one thinking thread."""
    pool = ThinkPool(0, 10)
    try:
        asyncio.run(asyncio.wait_for(watching(Analyses(pool)), 60))
    finally:
        pool.close()


async def all_of(analyses: Analyses, visitor: str = "ann", position: Position = POSITION) -> list[Any]:
    return [found async for found in analyses.evaluate(visitor, position)]


def test_an_evaluation_deepens_until_its_time_is_up_and_is_continued(rounds: list[int]) -> None:
    async def watching(analyses: Analyses) -> None:
        *looks, done = await all_of(analyses)
        assert [look.rounds for look in looks] == [1, 2, 3]
        assert done == EvaluationEnd("time")
        first, *_ = await all_of(analyses, "bob")
        assert first.rounds == 3
        assert rounds == [0, 1, 2, 3, 4, 5]

    run(watching)


def test_a_visitor_has_a_budget(rounds: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "BUDGET", 7.0)
    monkeypatch.setattr(work, "REFILL", 0.001)

    async def watching(analyses: Analyses) -> None:
        *looks, done = await all_of(analyses)
        assert len(looks) == 2
        assert done.why == "budget"
        assert done.seconds == pytest.approx(2000, rel=0.1)

    run(watching)


def test_a_newer_question_replaces_the_older(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()

    def look_at(*_: object) -> Evaluation:
        begun.set()
        return until_unwanted()

    async def watching(analyses: Analyses) -> None:
        older = asyncio.ensure_future(all_of(analyses))
        await asyncio.to_thread(begun.wait, 10)
        monkeypatch.setattr(work, "look_at", lambda *_: Evaluation((1.0, 0.0), (), 5, 1, 20.0, 0))
        newer = await all_of(analyses)
        assert newer[-1].why == "time"
        assert await older == [EvaluationEnd("replaced")]

    monkeypatch.setattr(work, "look_at", look_at)
    run(watching)


def test_nobody_watching_ends_the_search_and_waiting_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = threading.Event(), threading.Event()

    def look_at(*_: object) -> Evaluation:
        begun.set()
        try:
            return until_unwanted()
        finally:
            ended.set()

    async def watching(analyses: Analyses) -> None:
        evaluation = analyses.evaluate("ann", POSITION)
        assert await anext(evaluation) == Queued(0)
        await evaluation.aclose()
        assert await asyncio.to_thread(ended.wait, 10)
        assert analyses._asked == {}

    monkeypatch.setattr(work, "look_at", look_at)
    monkeypatch.setattr(work, "TELL", 0.01)
    run(watching)


def test_too_many_are_refused(rounds: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "MOST_ASKED", 1)

    async def watching(analyses: Analyses) -> None:
        first = analyses.evaluate("ann", POSITION)
        await anext(first)
        with pytest.raises(Refusal, match="busy"):
            await all_of(analyses, "bob")
        assert isinstance((await all_of(analyses))[-1], EvaluationEnd)  # ann again

    run(watching)


def test_a_round_that_fails_ends_the_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    async def watching(analyses: Analyses) -> None:
        assert await all_of(analyses) == [EvaluationEnd("failed")]

    monkeypatch.setattr(work, "look_at", lambda *_: 1 // 0)
    run(watching)


def test_an_address_has_a_few_evaluations_at_once_whatever_its_cookies_say(rounds: list[int]) -> None:
    async def watching(analyses: Analyses) -> None:
        analyses = Analyses(analyses._think_pool, most_of_address=2)
        first, second = (analyses.evaluate(name, POSITION, address="::1") for name in ("ann", "bea"))
        assert await anext(first)
        assert await anext(second)
        with pytest.raises(Refusal, match="busy"):
            await anext(analyses.evaluate("cy", POSITION, address="::1"))
        assert await anext(analyses.evaluate("dan", POSITION, address="::2"))
        await first.aclose()
        assert await anext(analyses.evaluate("cy", POSITION, address="::1"))

    run(watching)


def test_a_bot_never_waits_for_an_analysis() -> None:
    queue, begun, released = JobQueue(0), threading.Event(), threading.Event()

    def analyse() -> None:
        begun.set()
        released.wait(60)
        give_up_if_unwanted()

    running = queue.submit(analyse, rank=ANALYSIS)
    assert begun.wait(10)
    waiting = queue.submit(analyse, rank=ANALYSIS)
    assert queue.submit(abs, -3).result(10) == 3
    assert [running.running(), waiting.running()] == [True, False]
    queue.drop(waiting)
    queue.drop(running)
    released.set()
    with pytest.raises(Unwanted):
        running.result(10)
    queue.close()


@pytest.mark.skipif(not hasattr(os, "nice"), reason="the system has no such priority")
def test_bots_give_way_to_the_server() -> None:
    queue = JobQueue(1)
    assert queue.submit(os.getpriority, os.PRIO_PROCESS, 0).result(100) == os.getpriority(os.PRIO_PROCESS, 0) + NICENESS
    queue.close()


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="the system has no such priority")
def test_an_analysis_runs_while_the_machine_has_nothing_else_to_do() -> None:
    queue = JobQueue(1)
    assert queue.submit(os.sched_getscheduler, 0, rank=ANALYSIS).result(100) == os.SCHED_IDLE
    assert queue.submit(os.sched_getscheduler, 0).result(100) == os.sched_getscheduler(0)
    queue.close()


def test_a_round_is_searched_before_the_search_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    compiling: list[Position] = []
    monkeypatch.setattr(work, "compile_soon", compiling.append)
    monkeypatch.setattr(work, "is_compiled", lambda _: False)
    found = work.look_at(POSITION, 5000, 60.0, 2, None, False, 0)
    assert compiling == [POSITION]
    assert found.tries == FIRST_ITERATIONS
    assert sum(found.shares) == pytest.approx(1)
    assert found.lines
