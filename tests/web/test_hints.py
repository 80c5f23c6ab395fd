"""Hints hold nobody up: one for a seat at a time, after the bots, and never in a thread that a page needs."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError

import pytest
from httpx2 import ASGITransport, AsyncClient

from ludotheque import load
from ludotheque.bots import advice
from ludotheque.review import Effort, Judged
from ludotheque.web.pages import moves
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.work import job_queue, reviews
from ludotheque.web.work.hints import MOST_OF_VISITOR, AskedPlace, Hints
from ludotheque.web.work.job_queue import DECISION, HINT, REVIEW, JobQueue, Unwanted, give_up_if_unwanted, is_hurried
from ludotheque.web.work.think_pool import LEAST_THOUGHT, Advised, ThinkPool
from tests.web.site import HTMX, Site, first_choice


class Brake:
    """A job that waits until it is released."""

    def __init__(self) -> None:
        self.released, self.begun = threading.Event(), threading.Event()
        self.count = 0

    def __call__(self, *_: object) -> int:
        self.count += 1
        self.begun.set()
        while not self.released.wait(0.01):
            give_up_if_unwanted()
        return self.count


def test_bots_come_before_hints_and_hints_before_reviews() -> None:
    queue, brake, order = JobQueue(0), Brake(), list[str]()
    queue.submit(brake)
    jobs = [("review", REVIEW, 0), ("second hint", HINT, 1), ("hint", HINT, 0), ("bot", DECISION, 0)]
    done = [queue.submit(order.append, name, rank=rank, share=share) for name, rank, share in jobs]
    brake.released.set()
    for each in done:
        each.result(10)
    queue.close()
    assert order == ["bot", "hint", "second hint", "review"]


@pytest.mark.parametrize("processes", [0, pytest.param(1, marks=pytest.mark.server)])
def test_work_that_nobody_waits_for_is_cancelled(processes: int) -> None:
    queue = JobQueue(processes)
    running = queue.submit(forever)
    waiting = queue.submit(forever)
    queue.drop(waiting)
    time.sleep(0.1)
    queue.drop(running)
    with pytest.raises(Unwanted):
        running.result(60)
    with pytest.raises(CancelledError):
        waiting.result(10)
    assert queue.submit(abs, -7).result(60) == 7
    queue.close()


@pytest.mark.server
def test_a_process_that_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "HANGING", 0.0)
    queue = JobQueue(1)
    hanging = queue.submit(time.sleep, 3600)
    while not hanging.running():
        time.sleep(0.01)
    queue.drop(hanging)
    assert queue.submit(abs, -7).result(60) == 7
    with pytest.raises(BrokenExecutor):
        hanging.result(10)
    queue.close()


def test_jobs_end_when_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    queue, brake = JobQueue(0), Brake()
    queue.submit(brake)
    waiting = [queue.submit(abs, -n) for n in range(2000)]
    with monkeypatch.context() as broken:
        broken.setattr(queue, "_running", lambda: (_ for _ in ()).throw(OSError("no more processes")))
        brake.released.set()
        for each in waiting:
            with pytest.raises(OSError, match="no more"):
                each.result(20)
    assert queue.submit(abs, -7).result(20) == 7  # there is room as before
    queue.close()


def forever() -> None:
    while True:
        give_up_if_unwanted()
        time.sleep(0.01)


def test_a_running_search_is_cancelled() -> None:
    """In the middle of a search, which would take hours, and not only between two of them."""
    queue = JobQueue(0)
    running = queue.submit(search_for_hours)
    queue.drop(running)
    with pytest.raises(Unwanted):
        running.result(60)
    queue.close()


def test_a_running_hint_ends_early_for_a_bot() -> None:
    """The hint answers with what it has, and the bot need not wait for the rest."""
    queue = JobQueue(0)
    hint = queue.submit(hint_for_hours, rank=HINT)
    time.sleep(0.2)
    assert not hint.done()
    assert queue.submit(abs, -7).result(60) == 7
    assert hint.result(0)
    waiting = queue.submit(hint_for_hours, rank=HINT)  # no bot waits any more
    time.sleep(0.2)
    assert not waiting.done()
    queue.drop(waiting)
    with pytest.raises(Unwanted):
        waiting.result(60)
    queue.close()


def test_a_running_second_hint_ends_early_for_a_first_one() -> None:
    queue = JobQueue(0)
    second = queue.submit(hint_for_hours, rank=HINT, share=1)
    third = queue.submit(abs, -3, rank=HINT, share=2)
    time.sleep(0.2)
    assert not second.done()
    assert queue.submit(abs, -7, rank=HINT).result(60) == 7
    assert second.result(0)
    assert third.result(60) == 3
    queue.close()


@pytest.mark.parametrize("rank", [DECISION, HINT])
def test_a_running_review_ends_between_two_moments_for_a_bot_or_a_hint(
    rank: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its searches are not cut short: what a review says must not depend on what others do."""
    queue, begun, judging = JobQueue(0), threading.Event(), threading.Event()

    def judged_part(*_: object, **__: object) -> Iterator[Judged]:
        begun.set()
        judging.wait(20)
        for number in range(3):
            yield Judged(number, number + 1, 0)

    monkeypatch.setattr(reviews, "judged_part", judged_part)
    monkeypatch.setattr(job_queue, "stop_search", lambda _: pytest.fail("the search was cut short"))
    part = load("sintra").start(2, seed=1).record().to_json(), 0, 3, Effort(1)
    review = queue.submit(reviews.judge_part, *part, rank=REVIEW)
    begun.wait(20)
    first = queue.submit(abs, -7, rank=rank)
    time.sleep(3 * job_queue.LOOK)
    judging.set()
    assert first.result(20) == 7
    assert [each["first"] for each in review.result(20)] == [0]
    whole = queue.submit(reviews.judge_part, *part, rank=REVIEW)
    assert len(whole.result(20)) == 3
    queue.close()


def hint_for_hours() -> bool:
    search_for_hours()
    return is_hurried()


def search_for_hours() -> None:
    advice(load("sintra").start(2, seed=1), None, iterations=10**8, interpreted=True)
    give_up_if_unwanted()


def test_bots_that_wait_for_each_other_all_think_for_shorter() -> None:
    pool, brake = ThinkPool(0, 10), Brake()
    assert pool._fair_time("sintra", "master") is None  # as long as the level does
    pool.submit(brake)
    times = []
    for _ in range(40):
        pool.submit(abs, -1)
        times.append(pool._fair_time("sintra", "master"))
    assert times[:3] == [1.0, pytest.approx(2 / 3), 0.5]
    assert times[-1] == LEAST_THOUGHT
    assert pool._fair_time("sintra", "greedy") is None
    brake.released.set()
    pool.close()


def test_hints_hold_up_no_page(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """One visitor asks for a hint 58 times at once: one search runs, and all get its answer."""
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    state, brake = site.table(table), Brake()
    seat, action = state.position.to_act or 0, first_choice(state.position)

    def advise(*given: object) -> Advised:
        brake(*given)
        return Advised(action, None)

    monkeypatch.setattr(moves, "advise", advise)
    fields = {"seat": str(seat), "version": str(state.version)}

    async def ask() -> tuple[float, set[str]]:
        server = ASGITransport(app=site.app)
        async with (
            AsyncClient(transport=server, base_url="http://testserver", cookies=ann.client.cookies) as asker,
            AsyncClient(transport=server, base_url="http://testserver") as reader,
        ):
            asked = [asyncio.create_task(asker.post(f"/t/{table}/hint", data=fields, headers=HTMX)) for _ in range(58)]
            await asyncio.to_thread(brake.begun.wait, 20)
            begun = time.monotonic()
            for page in ("/", f"/t/{table}"):
                assert (await asyncio.wait_for(reader.get(page), 20)).status_code == 200
            waited = time.monotonic() - begun
            brake.released.set()
            return waited, {(await answer).text for answer in asked}

    try:
        waited, answers = asyncio.run(ask())
    finally:
        brake.released.set()
    assert waited < 10
    assert len(answers) == 1
    assert f'data-hint="{action}"' in answers.pop()
    assert brake.count == 1


async def never() -> None:
    await asyncio.sleep(3600)


async def soon() -> None:
    await asyncio.sleep(0.05)


def asking(
    hints: Hints,
    version: int,
    job: Callable[..., int],
    gone: Callable[[], object] = never,
    look: int = 0,
    place: AskedPlace = ("hint", "table", 0),
    visitor: str = "ann",
    address: str = "",
) -> asyncio.Task[int | None]:
    asked = (place, (version, look), visitor, job, (), lambda: -1, gone, address)
    return asyncio.ensure_future(hints.ask(*asked))  # type: ignore[arg-type]


@pytest.mark.parametrize(("version", "look"), [(2, 0), (1, 1)])
def test_a_seat_has_one_question_at_a_time(version: int, look: int) -> None:
    """A question about a new position, or to look longer at the same one, takes the place of the old one."""

    async def ask() -> None:
        pool = ThinkPool(0, 10)
        hints, first, second = Hints(pool, 10), Brake(), Brake()
        one = asking(hints, 1, first)
        await asyncio.sleep(0.05)
        other = asking(hints, version, second, look=look)
        with pytest.raises(Refusal) as refused:
            await one
        assert refused.value.key == "stale"
        second.released.set()
        assert await other == 1
        assert await asking(hints, version, second, look=look) == 1  # an equal question gets the same answer
        pool.close()

    asyncio.run(ask())


def test_a_visitor_with_many_tables_has_few_questions() -> None:
    async def ask() -> None:
        pool = ThinkPool(0, 10)
        hints, brake = Hints(pool, 10), Brake()
        asked = [asking(hints, 1, brake, place=("hint", f"table {n}", 0)) for n in range(MOST_OF_VISITOR)]
        await asyncio.sleep(0.05)
        with pytest.raises(Refusal) as refused:
            await asking(hints, 1, brake, place=("hint", "one more", 0))
        assert (refused.value.status, refused.value.key) == (429, "too_fast")
        brake.released.set()
        assert sorted(await asyncio.gather(*asked)) == list(range(1, MOST_OF_VISITOR + 1))  # type: ignore[type-var]
        pool.close()

    asyncio.run(ask())


def test_many_visitors_of_one_address_come_after_the_first_of_another() -> None:
    async def ask() -> None:
        pool, order = ThinkPool(0, 10), list[str]()
        hints, brake = Hints(pool, 10), Brake()
        held = pool.submit(brake)

        def named(name: str) -> asyncio.Task[int | None]:
            place, job = ("hint", f"table of {name}", 0), lambda: order.append(name) or 1  # type: ignore[func-returns-value]
            return asking(hints, 1, job, place=place, visitor=name, address="::2" if name == "bea" else "::1")

        asked = [named(name) for name in ("a", "b", "c", "bea")]
        await asyncio.sleep(0.05)
        brake.released.set()
        await asyncio.gather(*asked)
        assert held.result(10) == 1
        assert order == ["a", "bea", "b", "c"]
        pool.close()

    asyncio.run(ask())


def test_a_hint_whose_visitor_has_gone_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> None:
        pool = ThinkPool(0, 10)
        assert await asking(Hints(pool, 10), 1, Brake(), soon) is None
        await asyncio.to_thread(pool.submit(abs, -3).result, 10)
        await asyncio.sleep(0.05)
        gc.collect()
        pool.close()

    asyncio.run(ask())
    assert not caplog.records


def test_a_hint_that_nobody_waits_for_is_cancelled() -> None:
    async def ask() -> None:
        pool = ThinkPool(0, 10)
        hints, brake = Hints(pool, 10), Brake()
        assert await asking(hints, 1, brake, soon) is None
        assert pool.submit(abs, -3).result(10) == 3  # the thread is free again
        assert not brake.released.is_set()
        pool.close()

    asyncio.run(ask())


def test_a_late_hint_comes_from_the_greedy_bot() -> None:
    async def ask() -> None:
        pool = ThinkPool(0, 10)
        assert await asking(Hints(pool, 0.05), 1, Brake()) == -1
        pool.close()

    asyncio.run(ask())
