"""Changes that wait are committed together; each is acknowledged or refused for itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from sqlalchemy import event, insert

from ludotheque.web.storage import schema
from ludotheque.web.storage.changes import TableChange, with_waits
from ludotheque.web.storage.store import TableStore, WriteJob
from ludotheque.web.tables.deciding import answer, decide
from ludotheque.web.tables.making import Plan, SeatPlan, create
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import TableState
from tests.web.postgres import Cluster
from tests.web.site import first_choice, migrated

pytestmark = pytest.mark.both_databases

Submit = Callable[..., Future[None]]


@pytest.fixture
def store(database: str) -> Iterator[TableStore]:
    engine = schema.open_store(migrated(database))
    yield TableStore(engine, 1000)
    engine.dispose()


def tables(store: TableStore, count: int, game: str = "sintra", seats: int = 2) -> list[str]:
    return [create(store, Plan(game, (SeatPlan("person"),) * seats), "ann") for _ in range(count)]


@contextmanager
def together(store: TableStore, busy: str) -> Iterator[Submit]:
    """Decisions of this block wait until its end and then form one batch."""
    begun, go = threading.Event(), threading.Event()

    def dawdle(change: TableChange) -> None:
        begun.set()
        assert go.wait(30)

    with ThreadPoolExecutor(8) as people:
        first = people.submit(store.change, busy, dawdle)
        assert begun.wait(30)
        made: list[Future[None]] = []

        def submit(*decision: Any) -> Future[None]:
            made.append(people.submit(store.change, decision[0], decide, *decision[1:]))
            return made[-1]

        yield submit
        while len(store._queue._waiting) < len(made):
            time.sleep(0.001)
        go.set()
        first.result(30)


def play(store: TableStore, table: str, submit: Submit, version: int | None = None) -> Future[None]:
    state = store.read(table)
    seat, action = state.position.to_act or 0, first_choice(state.position)
    return submit(table, "ann", seat, state.version if version is None else version, action)


def status(made: Future[None]) -> int:
    problem = made.exception(30)
    return 200 if problem is None else problem.status if isinstance(problem, Refusal) else 500


def test_what_is_refused_is_refused_alone(store: TableStore) -> None:
    busy, one, two, three = tables(store, 4)
    before = {table: store.read(table) for table in (one, two, three)}
    commits: list[object] = []
    event.listen(store.engine, "commit", commits.append)
    with together(store, busy) as submit:
        made = [play(store, one, submit), play(store, two, submit, version=0), play(store, three, submit)]
    assert [status(each) for each in made] == [200, 409, 200]
    assert len(commits) == 2  # the change that kept them waiting, and the batch
    store.forget()
    assert store.read(two) == before[two]
    for table in (one, three):
        after = store.read(table)
        assert after.version == before[table].version + 1
        assert len(after.history.choices) > len(before[table].history.choices)


def test_a_change_overtaken_by_another_server_is_refused_alone(store: TableStore) -> None:
    busy, one, two = tables(store, 3)
    state = store.read(one)
    ply = {"table": one, "ply": state.stored_plies, "choice": 0, "at": 0.0}  # as a server would that ignores the lock
    with schema.writing(store.engine) as connection:
        connection.execute(insert(schema.plies).values(ply))
    with together(store, busy) as submit:
        made = [play(store, table, submit) for table in (one, two)]
    assert [status(each) for each in made] == [409, 200]
    assert len(store.read(two).history.choices) > len(state.history.choices)


def test_of_two_decisions_for_one_turn_that_come_together_one_counts(store: TableStore) -> None:
    busy, one = tables(store, 2)
    with together(store, busy) as submit:
        made = [play(store, one, submit) for _ in range(4)]
    assert sorted(status(each) for each in made) == [200, 409, 409, 409]


def test_sealed_answers_that_come_together_all_count(store: TableStore) -> None:
    busy, one = tables(store, 2, "fourberies", 3)
    before = store.read(one)
    chosen = [before.asked()[seat].legal()[seat] for seat in range(3)]
    with together(store, busy) as submit:
        made = [submit(one, "ann", seat, before.version, chosen[seat]) for seat in (2, 0, 1)]
    assert [status(each) for each in made] == [200, 200, 200]
    store.forget()
    after = store.read(one)
    assert list(after.history.choices[len(before.history.choices) :][:3]) == chosen
    assert after.version == before.version + 1  # a sealed answer makes no new version


def test_what_a_table_waits_for_is_true_after_sealed_answers_that_come_together(store: TableStore) -> None:
    (busy,) = tables(store, 1)
    seats = (SeatPlan("person"), SeatPlan("person"), SeatPlan("bot", level="random"))
    one = create(store, Plan("fourberies", seats, clock="move", clock_seconds=60), "ann")
    before = store.read(one)
    chosen = [before.asked()[seat].legal()[0] for seat in range(3)]
    store.change(one, answer, 2, chosen[2])  # the bot is not asked any more until the next question
    with together(store, busy) as submit:
        made = [submit(one, "ann", seat, before.version, chosen[seat]) for seat in (0, 1)]
    assert [status(each) for each in made] == [200, 200]
    store.forget()
    after = store.read(one)
    assert after.version == before.version + 1
    assert after == with_waits(after)  # else no worker would ever look for its bots, nor stop its clocks


def test_a_change_without_effect_after_a_sealed_answer_keeps_what_the_table_waits_for(store: TableStore) -> None:
    seats = (SeatPlan("person"), SeatPlan("bot", level="random"))
    one = create(store, Plan("fourberies", seats), "ann")
    assert store.read(one).bot_asked
    sealing, idle = (lambda change: answer(change, 1, change.table.asked()[1].legal()[0])), (lambda change: None)
    store._run([WriteJob(one, edit, lambda result, problem: None) for edit in (sealing, idle)])
    store.forget()
    assert not store.read(one).bot_asked


def test_a_change_is_worked_out_before_it_waits_for_other_writers(store: TableStore) -> None:
    (one,) = tables(store, 1)
    version, ran = store.read(one).version, threading.Event()

    def edit(change: TableChange) -> None:
        ran.set()
        change.set(luck="of the edit")

    with ThreadPoolExecutor(1) as other:
        with schema.writing(store.engine) as connection:
            connection.execute(schema.tables.update().where(schema.tables.c.id == one).values(title="written first"))
            made = other.submit(store.change, one, edit)
            assert ran.wait(30)
            time.sleep(0.05)
            assert not made.done()
        made.result(30)
    after = store.read(one)
    assert (after.version, after.luck) == (version + 1, "of the edit")


def test_a_change_worked_out_on_an_old_state_is_worked_out_again(store: TableStore) -> None:
    (one,) = tables(store, 1)
    old, seen = store.read(one), list[str]()
    elsewhere = TableStore(store.engine, 1000)
    elsewhere.change(one, lambda change: change.set(luck="of another server"))

    def edit(change: TableChange) -> None:
        seen.append(change.table.luck)
        change.set(next="and more")

    store.change(one, edit)
    assert seen == [old.luck, "of another server"]
    store.forget()
    after = store.read(one)
    assert (after.version, after.luck, after.next) == (old.version + 2, "of another server", "and more")


def test_a_refusal_of_an_old_state_is_not_the_last_word(store: TableStore) -> None:
    (one,) = tables(store, 1)
    state = store.read(one)
    elsewhere = TableStore(store.engine, 1000)
    position = state.position
    elsewhere.change(one, decide, "ann", position.to_act or 0, state.version, first_choice(position))
    newest = elsewhere.read(one)
    seat, action = newest.position.to_act or 0, first_choice(newest.position)
    store.change(one, decide, "ann", seat, newest.version, action)  # on the state that `store` knows this is refused
    assert store.read(one).version == newest.version + 1


def test_an_edit_that_reads_the_database_runs_in_the_transaction_alone(store: TableStore) -> None:
    (one,) = tables(store, 1)
    tries, done = list[int](), list[int]()

    def edit(change: TableChange) -> None:
        tries.append(1)
        change.vacation("ann")
        done.append(1)
        change.set(luck="after the vacation")

    store.change(one, edit)
    store.change(one, edit)
    assert (len(tries), len(done)) == (4, 2)
    assert store.read(one).luck == "after the vacation"


@pytest.mark.database
def test_many_changes_wait_for_postgresql_as_often_as_one(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    engine, wait, waits = schema.open_store(postgres.new_database()), psycopg.Connection.wait, list[int]()
    store = TableStore(engine, 1000)
    many, counts = tables(store, 20), list[int]()

    def counted(connection: psycopg.Connection[Any], *given: Any) -> Any:
        waits.append(1)
        return wait(connection, *given)

    monkeypatch.setattr(psycopg.Connection, "wait", counted)
    for some in (many[:1], many[1:]):
        waits.clear()
        jobs = [WriteJob(table, lambda change: change.set(luck="of the edit"), lambda *_: None) for table in some]
        store._run(jobs)
        assert [job.problem for job in jobs] == [None] * len(jobs)
        counts.append(len(waits))
    assert counts[0] == counts[1] > 0
    engine.dispose()


@pytest.mark.database
@pytest.mark.parametrize(("shortest", "tested"), [(1000.0, 0), (-1.0, 3)])
def test_only_idle_connections_are_tested(
    postgres: Cluster, shortest: float, tested: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, pings = schema.open_store(postgres.new_database()), list[object]()
    monkeypatch.setattr(schema, "SHORTEST_RESTART", shortest)
    monkeypatch.setattr(engine.dialect, "do_ping", pings.append)
    for _ in range(3):
        engine.connect().close()
    assert len(pings) == tested
    engine.dispose()


def test_the_change_feed_waits_until_the_cache_has_what_this_server_commits(
    store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else its clients would all load from the database what this server is about to tell them."""
    (table,) = tables(store, 1)
    before, known = store.read(table).version, list[int]()

    def look() -> None:
        store.wait_for_commit()
        known.append(store.read(table, before).version)

    feed, remember = threading.Thread(target=look), store._remember

    def remember_late(state: TableState) -> None:
        feed.start()
        feed.join(0.1)  # a feed that does not wait has the old version by now
        remember(state)

    monkeypatch.setattr(store, "_remember", remember_late)
    store.change(table, lambda change: change.set(next="another"))
    feed.join()
    assert known == [before + 1]
