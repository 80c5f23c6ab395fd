"""Changes that wait are committed together; each is acknowledged or refused for itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event, insert

from ludotheque.web import desk as desks
from ludotheque.web import store
from ludotheque.web.course import Course
from ludotheque.web.desk import Change, Desk
from ludotheque.web.refusal import Refusal
from ludotheque.web.tables import Chair, Plan, Tables
from tests.web.site import first_choice

pytestmark = pytest.mark.both_databases

Submit = Callable[..., Future[None]]


@pytest.fixture
def desk(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(desks, "LANES", 1)
    engine = store.open_store(database)
    yield Desk(engine, 1000)
    engine.dispose()


def tables(desk: Desk, count: int, game: str = "sintra", seats: int = 2) -> list[str]:
    return [Tables(desk).create(Plan(game, (Chair("person"),) * seats), "ann") for _ in range(count)]


@contextmanager
def together(desk: Desk, busy: str) -> Iterator[Submit]:
    """What is decided in this block waits until its end, and is then made at once."""
    begun, go = threading.Event(), threading.Event()

    def dawdle(change: Change) -> None:
        begun.set()
        assert go.wait(30)

    with ThreadPoolExecutor(8) as people:
        first = people.submit(desk.change, busy, dawdle)
        assert begun.wait(30)
        made: list[Future[None]] = []

        def submit(*decision: Any) -> Future[None]:
            made.append(people.submit(Course(desk).decide, *decision))
            return made[-1]

        yield submit
        while len(desk._lanes[0]._waiting) < len(made):
            time.sleep(0.001)
        go.set()
        first.result(30)


def play(desk: Desk, table: str, submit: Submit, version: int | None = None) -> Future[None]:
    state = desk.read(table)
    seat, action = state.position.to_act or 0, first_choice(state.position)
    return submit(table, "ann", seat, state.version if version is None else version, action)


def status(made: Future[None]) -> int:
    problem = made.exception(30)
    return 200 if problem is None else problem.status if isinstance(problem, Refusal) else 500


def test_what_is_refused_is_refused_alone(desk: Desk) -> None:
    busy, one, two, three = tables(desk, 4)
    before = {table: desk.read(table) for table in (one, two, three)}
    commits: list[object] = []
    event.listen(desk.engine, "commit", commits.append)
    with together(desk, busy) as submit:
        made = [play(desk, one, submit), play(desk, two, submit, version=0), play(desk, three, submit)]
    assert [status(each) for each in made] == [200, 409, 200]
    assert len(commits) == 2  # of who kept them waiting, and of all of them
    desk.forget()
    assert desk.read(two) == before[two]
    for table in (one, three):
        after = desk.read(table)
        assert after.version == before[table].version + 1
        assert len(after.line.choices) > len(before[table].line.choices)


def test_who_was_overtaken_by_another_server_is_refused_alone(desk: Desk) -> None:
    busy, one, two = tables(desk, 3)
    state = desk.read(one)
    ply = {"table": one, "ply": state.made, "choice": 0, "at": 0.0}  # as if it had not seen the lock
    with store.writing(desk.engine) as connection:
        connection.execute(insert(store.plies).values(ply))
    with together(desk, busy) as submit:
        made = [play(desk, table, submit) for table in (one, two)]
    assert [status(each) for each in made] == [409, 200]
    assert len(desk.read(two).line.choices) > len(state.line.choices)


def test_of_two_decisions_for_one_turn_that_come_together_one_counts(desk: Desk) -> None:
    busy, one = tables(desk, 2)
    with together(desk, busy) as submit:
        made = [play(desk, one, submit) for _ in range(4)]
    assert sorted(status(each) for each in made) == [200, 409, 409, 409]


def test_sealed_answers_that_come_together_all_count(desk: Desk) -> None:
    busy, one = tables(desk, 2, "fourberies", 3)
    before = desk.read(one)
    chosen = [before.asked()[seat].legal()[seat] for seat in range(3)]
    with together(desk, busy) as submit:
        made = [submit(one, "ann", seat, before.version, chosen[seat]) for seat in (2, 0, 1)]
    assert [status(each) for each in made] == [200, 200, 200]
    desk.forget()
    after = desk.read(one)
    assert list(after.line.choices[len(before.line.choices) :][:3]) == chosen
    assert after.version == before.version + 3
