"""The desk: reads tables from the store, and changes them one whole change at a time."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import Connection, Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ludotheque.core.position import Position
from ludotheque.errors import BadRecord, Error
from ludotheque.web import store
from ludotheque.web.line import Line, Undo, counting, game_here, game_of
from ludotheque.web.news import announce
from ludotheque.web.refusal import Refusal, stale
from ludotheque.web.steady import SteadyClock

log = logging.getLogger("ludotheque.desk")

WAITING, RUNNING, OVER = "waiting", "running", "over"
PERSON, BOT, OPEN = "person", "bot", "open"


@dataclass(frozen=True)
class Seat:
    """Who sits in a chair."""

    seat: int
    kind: str
    name: str  # "" if the person gave none
    level: str
    visitor: str | None
    away: bool
    used: float
    luck: str
    link: str | None  # the key of the unused link to this chair

    @property
    def robot(self) -> bool:
        """Whether a bot decides for this seat."""
        return self.kind == BOT or self.away


@dataclass(frozen=True)
class TableState:
    """All that is known of a table at one version."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    start: dict[str, Any] | None
    title: str
    host: str
    listed: bool
    hints: bool
    clock: str
    clock_seconds: int
    status: str
    version: int
    moved: int
    moved_at: float
    deadline: float | None
    seed: str
    luck: str
    undo_asked: dict[str, Any] | None
    next: str | None
    changed: float
    robot_asked: bool  # as it was stored: a bot is to decide
    runner: str | None  # the worker that runs the bots
    seats: tuple[Seat, ...]
    seals: dict[int, tuple[int, float]]  # seat: action, when
    line: Line
    made: int  # plies that were ever made

    @property
    def position(self) -> Position:
        return self.line.position

    def asked(self) -> dict[int, Position]:
        """The seats that may decide now, each with a position in which it is to act."""
        return self.line.asked if self.status == RUNNING else {}

    def bot_to_decide(self) -> int | None:
        """A seat that is asked and that a bot holds; none if no person is left at the table."""
        if not self.people():
            return None
        return next((seat for seat in self.asked() if self.seats[seat].robot and seat not in self.seals), None)

    def seats_of(self, visitor: str) -> list[int]:
        """The seats that a visitor holds."""
        return [seat.seat for seat in self.seats if seat.kind == PERSON and seat.visitor == visitor]

    def people(self) -> set[str]:
        """The visitors who are at the table and not away."""
        return {seat.visitor for seat in self.seats if seat.visitor and seat.kind == PERSON and not seat.away}


class Change:
    """A change of one table that is being made."""

    def __init__(self, connection: Connection, table: TableState, now: float) -> None:
        self._connection = connection
        self._before = table
        self.table = table
        self.now = now
        self._values: dict[str, Any] = {}
        self.touched = False
        self.changed_mind: int | None = None  # a seat that replaced its sealed answer: nobody else may notice

    def set(self, **values: Any) -> None:
        """Changes columns of the table."""
        self.table = replace(self.table, **values)
        self._values |= values
        self.touched = True

    def seat(self, number: int, **values: Any) -> None:
        """Changes who sits in a chair."""
        changed = tuple(replace(s, **values) if s.seat == number else s for s in self.table.seats)
        self.table = replace(self.table, seats=changed)
        self._connection.execute(
            update(store.seats).where(store.seats.c.table == self.table.id, store.seats.c.seat == number).values(values)
        )
        self.touched = True

    def seal(self, seat: int, action: int) -> None:
        """Keeps a secret answer; an earlier one of this seat is replaced, with its time, so that no clock tells it."""
        sealed = self.table.seals.get(seat)
        at = self.now if sealed is None else sealed[1]
        where = {"table": self.table.id, "moved": self.table.moved, "seat": seat}
        mine = [store.seals.c[name] == value for name, value in where.items()]
        self._connection.execute(delete(store.seals).where(*mine))
        self._connection.execute(insert(store.seals).values(where | {"action": action, "at": at}))
        self.table = replace(self.table, seals=self.table.seals | {seat: (action, at)})
        if sealed is None:
            self.touched = True
        else:
            self.changed_mind = seat

    def add(self, choice: int) -> None:
        """Adds a ply: an action, or -1 - outcome."""
        table = self.table
        self._connection.execute(insert(store.plies).values(table=table.id, ply=table.made, choice=choice, at=self.now))
        self.table = replace(table, line=table.line.followed([choice]), made=table.made + 1)
        self._moved()

    def back(self, count: int) -> None:
        """Takes all but the first choices of the line back."""
        table, undos = self.table, store.undos
        at_this_ply = select(undos.c.number).where(undos.c.table == table.id, undos.c.ply == table.made)
        number = len(self._connection.execute(at_this_ply).all())
        self._connection.execute(
            insert(undos).values(table=table.id, ply=table.made, number=number, back=count, at=self.now)
        )
        self.table = replace(table, line=table.line.back(count))
        self._moved()

    def _moved(self) -> None:
        self.set(moved=self._before.version + 1, moved_at=self.now, undo_asked=None)
        self.table = replace(self.table, seals={})

    def finish(self) -> TableState:
        """Writes the table itself, if nobody else has changed it meanwhile."""
        self.set(
            version=self._before.version + 1,
            changed=self.now,
            deadline=self._deadline(),
            robot_asked=self.table.bot_to_decide() is not None,
        )
        mine = (store.tables.c.id == self.table.id, store.tables.c.version == self._before.version)
        if self._connection.execute(update(store.tables).where(*mine).values(self._values)).rowcount != 1:
            raise stale()
        announce(self._connection, self.table.id, self.table.version)
        return self.table

    def _deadline(self) -> float | None:
        """When the first clock runs out of those who are asked and have not answered."""
        table = self.table
        if table.clock == "none":
            return None
        slow = [table.seats[n] for n in table.asked() if n not in table.seals and not table.seats[n].robot]
        if not slow:
            return None
        used = max(seat.used for seat in slow) if table.clock == "game" else 0.0
        return table.moved_at + table.clock_seconds - used


class Desk:
    """Reads and changes tables. One change of a table at a time; readers never wait."""

    def __init__(self, engine: Engine, keep: int) -> None:
        self.engine = engine
        self._snapshots = snapshots(engine)
        self.now: Callable[[], float] = SteadyClock()
        self.listeners: list[Callable[[TableState], None]] = []
        self.confidants: list[Callable[[str, str], None]] = []  # of what one visitor alone may notice
        self._keep = keep  # positions
        self._positions = 0
        self._kept: OrderedDict[str, TableState] = OrderedDict()  # a cache: the newest that was seen
        self._locks: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()
        self._guard = threading.Lock()

    def read(self, id: str, at_least: int | None = None) -> TableState:
        """A table as it is now, or was at a version that is told or later; refused if there is none."""
        kept = self._recall(id)
        if at_least is not None and kept is not None and kept.version >= at_least:
            return kept
        with answering(), self._snapshots.connect() as connection:
            return self._load(connection, id)

    @contextmanager
    def change(self, id: str) -> Iterator[Change]:
        """A change: made whole and committed when the block ends, or not at all if it raises."""
        with self._lock(id):
            try:
                with answering(), store.writing(self.engine) as connection:
                    change = Change(connection, self._load(connection, id, to_change=True), self.now())
                    yield change
                    done = change.finish() if change.touched else None
            except IntegrityError:
                raise stale() from None
            self._remember(done or change.table)
        if done is not None:
            for listener in self.listeners:
                listener(done)
        elif change.changed_mind is not None:
            for confidant in self.confidants:
                confidant(id, change.table.seats[change.changed_mind].visitor or "")

    def add(self, table: dict[str, Any], seats: list[dict[str, Any]]) -> None:
        """Adds a new table."""
        with answering(), store.writing(self.engine) as connection:
            connection.execute(insert(store.tables).values(table))
            connection.execute(insert(store.seats), seats)

    def find(self, statement: Any) -> list[str]:
        """The ids of the tables that a statement selects."""
        with answering(), self.engine.connect() as connection:
            return list(connection.execute(statement).scalars())

    def forget(self) -> None:
        """Forgets all that is kept in memory: the store has everything."""
        with self._guard:
            self._kept.clear()
            self._positions = 0

    def _lock(self, id: str) -> threading.Lock:
        with self._guard:
            return self._locks.setdefault(id, threading.Lock())

    def _load(self, connection: Connection, id: str, to_change: bool = False) -> TableState:
        tables = store.tables.c
        found = select(tables.game, tables.rules, tables.box, tables.version, tables.runner).where(tables.id == id)
        now = connection.execute(found.with_for_update() if to_change else found).one_or_none()
        if now is None:
            raise Refusal(404, "no_table")
        try:
            game_here(now.game, now.rules, now.box)
        except BadRecord:
            raise Refusal(410, "old_rules", version=now.rules, box=now.box) from None
        kept = self._recall(id)
        if kept is not None and kept.version == now.version:
            # A sealed answer may have been changed, by way of another server, without a new version.
            seals = seals_of(connection, id, kept.moved) if kept.seals else kept.seals
            if (kept.runner, kept.seals) == (now.runner, seals):
                return kept
            table = replace(kept, runner=now.runner, seals=seals)
        else:
            table = loaded(connection, id, None if kept is None else kept.line)
        self._remember(table)
        return table

    def _recall(self, id: str) -> TableState | None:
        with self._guard:
            return self._kept.get(id)

    def _remember(self, table: TableState) -> None:
        with self._guard:
            before = self._kept.get(table.id)
            if before is None or before.version <= table.version:
                self._kept[table.id] = table
                self._positions += len(table.line.positions) - (len(before.line.positions) if before else 0)
            self._kept.move_to_end(table.id)
            while self._positions > self._keep and len(self._kept) > 1:
                _, gone = self._kept.popitem(last=False)
                self._positions -= len(gone.line.positions)


@contextmanager
def answering() -> Iterator[None]:
    """Refuses what cannot be done because the database is away, full or too slow."""
    try:
        yield
    except (OperationalError, InterfaceError, PoolTimeout) as problem:
        log.error("the database does not answer: %s", problem)
        raise Refusal(503, "store_away") from None


def loaded(connection: Connection, id: str, known: Line | None) -> TableState:
    """A table from its rows; the positions that a line knows are not played again."""
    row = connection.execute(select(store.tables).where(store.tables.c.id == id)).mappings().one()
    chairs = connection.execute(
        select(store.seats).where(store.seats.c.table == id).order_by(store.seats.c.seat)
    ).mappings()
    seats = tuple(Seat(**{name: value for name, value in chair.items() if name != "table"}) for chair in chairs)
    made, choices = choices_of(connection, id)
    try:
        line = Line.begun(game_of(row["game"]), row["players"], row["options"], row["start"]).followed(choices, known)
    except Error:
        raise Refusal(410, "does_not_replay") from None
    fields = {name: row[name] for name in TableState.__dataclass_fields__ if name in row}
    return TableState(**fields, seats=seats, seals=seals_of(connection, id, row["moved"]), line=line, made=made)


def seals_of(connection: Connection, id: str, moved: int) -> dict[int, tuple[int, float]]:
    """The sealed answers: seat, action and when."""
    seals = store.seals.c
    found = select(seals.seat, seals.action, seals.at).where(seals.table == id, seals.moved == moved)
    return {seat: (action, at) for seat, action, at in connection.execute(found)}


def choices_of(connection: Connection, id: str) -> tuple[int, list[int]]:
    """How many plies were ever made at a table, and the choices that count."""
    plies, undos = store.plies.c, store.undos.c
    made = connection.execute(select(plies.ply, plies.choice).where(plies.table == id).order_by(plies.ply)).all()
    undone = connection.execute(
        select(undos.ply, undos.back).where(undos.table == id).order_by(undos.ply, undos.number)
    )
    return len(made), counting([(ply, choice) for ply, choice in made], [Undo(*undo) for undo in undone])


def snapshots(engine: Engine) -> Engine:
    """The same database, for readers: all that one reads is of one moment."""
    if engine.dialect.name != "postgresql":
        return engine  # SQLite is always so
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
