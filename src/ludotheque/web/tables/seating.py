"""Tables and their chairs: making a table, sitting down, starting, leaving, coming back."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select, tuple_
from sqlalchemy.exc import IntegrityError

from ludotheque.bots import levels, players
from ludotheque.contract.options import Value
from ludotheque.core.game import game_of, games
from ludotheque.errors import Error
from ludotheque.web.storage import schema
from ludotheque.web.storage.changes import TableChange
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables import pledges
from ludotheque.web.tables.clock import give_grace, late_seats
from ludotheque.web.tables.deciding import go_on, sitting
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.state import BOT, OPEN, OVER, PERSON, RUNNING, WAITING, TableState

STAND_IN = "greedy"  # plays for who has left
RIVAL = "skilled"  # plays for people in a game that somebody tries again alone
FORSAKEN = 86_400.0  # seconds after which a table where nothing happens is no longer offered
MOST_LISTED = 50


@dataclass(frozen=True)
class SeatPlan:
    """Who is to sit in a chair of a new table."""

    kind: str  # PERSON: the visitor who makes the table; BOT; OPEN: a friend
    name: str = ""
    level: str = STAND_IN


@dataclass(frozen=True)
class Plan:
    """A table that somebody wants."""

    game: str
    chairs: tuple[SeatPlan, ...]
    options: dict[str, Value] = field(default_factory=dict)
    title: str = ""
    listed: bool = False
    hints: bool = True
    clock: str = "none"
    clock_seconds: int = 0
    luck: str = ""
    start: dict[str, Any] | None = None
    pledge: pledges.Pledge | None = None  # what was promised before the luck was known


class Tables:
    """Everything about tables but the course of the game."""

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self.read = store.read

    def create(self, plan: Plan, visitor: str) -> str:
        """Makes a table; it starts at once if no chair is free. A pledge makes one table, however often it is sent."""
        game = game_of(plan.game)
        try:
            game.option_codes(len(plan.chairs), plan.options)
        except Error:
            raise Refusal(422, "bad_options") from None
        if any(chair.level not in players() for chair in plan.chairs):
            raise Refusal(422, "no_level")
        pledge = plan.pledge or pledges.Pledge(pledges.new_id(), pledges.new_seed())
        table_id, now = pledge.id, self._store.now()
        people = [n for n, chair in enumerate(plan.chairs) if chair.kind == PERSON]
        table = {
            "id": table_id,
            "game": game.name,
            "rules": game.version,
            "box": game.box_hash,
            "players": len(plan.chairs),
            "options": plan.options,
            "start": plan.start,
            "title": plan.title,
            "host": visitor,
            "listed": plan.listed,
            "hints": plan.hints,
            "clock": plan.clock,
            "clock_seconds": plan.clock_seconds,
            "status": WAITING,
            "version": 1,
            "moved": 1,
            "moved_at": now,
            "deadline": None,
            "seed": pledge.seed,
            "luck": "",
            "undo_asked": None,
            "next": None,
            "created": now,
            "changed": now,
            "robot_asked": False,
        }
        seats = [
            {
                "table": table_id,
                "seat": n,
                "kind": chair.kind,
                "name": chair.name,
                "level": chair.level,
                "visitor": visitor if chair.kind == PERSON else None,
                "away": False,
                "used": 0.0,
                "luck": plan.luck if n in people[:1] else "",
                "link": None,
            }
            for n, chair in enumerate(plan.chairs)
        ]
        try:
            self._store.add(table, seats)
        except IntegrityError:
            if self._store.read(table_id).host == visitor:
                return table_id
            raise Refusal(409, "pledge_used") from None
        if all(chair.kind != OPEN for chair in plan.chairs):
            self.start(table_id, visitor)
        return table_id

    # --- chairs of a waiting table ---------------------------------------------------------

    def sit(self, id: str, seat: int, visitor: str, name: str, luck: str = "") -> None:
        """Takes a free chair."""

        def edit(change: TableChange) -> None:
            _still_waiting(change.table)
            if not 0 <= seat < change.table.players:
                raise Refusal(422, "no_seat")
            if change.table.seats[seat].kind != OPEN:
                raise Refusal(409, "seat_taken")
            if change.table.seats[seat].link is not None:
                raise Refusal(403, "seat_reserved")
            change.seat(seat, kind=PERSON, name=name, visitor=visitor, luck=luck)

        self._store.change(id, edit)

    def seat_as(self, id: str, seat: int, visitor: str, kind: str, level: str = STAND_IN) -> None:
        """The host frees a chair or seats a bot in it; anybody may stand up from his own."""

        def edit(change: TableChange) -> None:
            _still_waiting(change.table)
            if not 0 <= seat < change.table.players:
                raise Refusal(422, "no_seat")
            own = change.table.seats[seat].visitor == visitor
            if visitor != change.table.host and not (own and kind == OPEN):
                raise Refusal(403, "not_host")
            if kind not in (OPEN, BOT) or level not in players():
                raise Refusal(422, "no_level")
            change.seat(seat, kind=kind, name="", visitor=None, level=level, luck="", link=None)

        self._store.change(id, edit)

    def start(self, id: str, visitor: str) -> None:
        """Starts the game: the draws are fixed by the seed and by what the players added to it."""

        def edit(change: TableChange) -> None:
            table = change.table
            _still_waiting(table)
            if visitor != table.host and not table.seats_of(visitor):
                raise Refusal(403, "not_seated")
            if any(seat.kind == OPEN for seat in table.seats):
                raise Refusal(409, "seats_free")
            luck = pledges.joined([seat.luck for seat in table.seats])
            change.set(status=RUNNING, luck=luck, moved=table.version + 1, moved_at=change.now)
            go_on(change, table.history)

        self._store.change(id, edit)

    # --- leaving and coming back --------------------------------------------------------------

    def leave(self, id: str, visitor: str, seat: int | None = None, level: str = STAND_IN) -> None:
        """A bot of this level takes over, or the chair of a waiting table becomes free."""

        def edit(change: TableChange) -> None:
            for mine in _own(change.table, visitor, seat):
                if change.table.status == WAITING:
                    change.seat(mine, kind=OPEN, name="", visitor=None, luck="", link=None)
                elif change.table.status == RUNNING:
                    change.seat(mine, away=True, level=level)

        self._store.change(id, edit)

    def return_(self, id: str, visitor: str, seat: int | None = None) -> None:
        """Takes a seat back from the bot."""

        def edit(change: TableChange) -> None:
            for mine in _own(change.table, visitor, seat):
                if change.table.seats[mine].away:
                    change.seat(mine, away=False)
                    give_grace(change, mine)

        self._store.change(id, edit)

    def time_is_up(self, id: str) -> None:
        """A bot takes over for everybody whose clock has run out."""

        def edit(change: TableChange) -> None:
            for seat in late_seats(change.table, change.now):
                change.seat(seat, away=True)

        self._store.change(id, edit)

    def late(self) -> list[str]:
        """The tables where a clock has run out."""
        return self._store.find(
            select(schema.tables.c.id).where(
                schema.tables.c.status == RUNNING, schema.tables.c.deadline <= self._store.now()
            )
        )

    # --- again ----------------------------------------------------------------------------------

    def again(self, id: str, visitor: str, luck: str = "", pledge: pledges.Pledge | None = None) -> str:
        """A new table of the same people; who comes second joins the first."""
        table = self._store.read(id)
        if not table.seats_of(visitor):
            raise Refusal(403, "not_seated")
        if table.status != OVER:
            raise Refusal(409, "not_over")
        chairs = tuple(
            SeatPlan(seat.kind if seat.visitor in (None, visitor) else OPEN, seat.name, seat.level)
            for seat in table.seats
        )

        def edit(change: TableChange) -> str:
            if change.table.next is None:
                change.set(next=pledge.id if pledge else pledges.new_id())
            return str(change.table.next)

        new = self._store.change(id, edit)
        if self._store.find(select(schema.tables.c.id).where(schema.tables.c.id == new)):
            return new
        if pledge is None or pledge.id != new:
            pledge = pledges.Pledge(new, pledges.new_seed())
        plan = Plan(
            game=table.game,
            chairs=chairs,
            options=table.options,
            title=table.title,
            hints=table.hints,
            clock=table.clock,
            clock_seconds=table.clock_seconds,
            luck=luck,
            pledge=pledge,
        )
        with suppress(Refusal):  # another of them was faster
            self.create(plan, visitor)
        return new

    def from_here(
        self,
        id: str,
        visitor: str,
        ply: int,
        seat: int,
        name: str,
        luck: str = "",
        pledge: pledges.Pledge | None = None,
    ) -> str:
        """A new table against bots, from a moment of a finished game."""
        table = self._store.read(id)
        if table.status != OVER:
            raise Refusal(409, "not_over")
        if not (0 <= ply < len(table.history.positions) and 0 <= seat < table.players):
            raise Refusal(422, "no_moment")
        position = table.history.positions[ply]
        if position.to_act is None:
            raise Refusal(422, "no_moment")
        bots = {n: each.level for n, each in enumerate(table.seats) if each.kind == BOT}
        usual = next((level for level in bots.values() if level in levels()), RIVAL)
        chairs = tuple(
            SeatPlan(PERSON, name) if n == seat else SeatPlan(BOT, "", bots.get(n, usual)) for n in range(table.players)
        )
        start = position.to_dict()
        return self.create(
            Plan(table.game, chairs, table.options, table.title, luck=luck, start=start, pledge=pledge), visitor
        )

    # --- lists -------------------------------------------------------------------------------------

    def open_tables(self) -> list[TableState]:
        """The listed tables that are neither over nor forsaken, those that changed last first."""
        of = schema.tables.c
        found = select(of.id).where(of.listed, of.status != OVER, of.changed > self._store.now() - FORSAKEN)
        return self._read_all(self._store.find(found.order_by(of.changed.desc()).limit(MOST_LISTED)))

    def of(self, visitor: str, *statuses: str) -> list[TableState]:
        """The tables of a visitor that are waiting, running or over, those that changed last first."""
        mine = select(schema.seats.c.table).where(schema.seats.c.visitor == visitor)
        found = select(schema.tables.c.id).where(
            schema.tables.c.id.in_(mine) | (schema.tables.c.host == visitor), schema.tables.c.status.in_(statuses)
        )
        return self._read_all(self._store.find(found.order_by(schema.tables.c.changed.desc()).limit(MOST_LISTED)))

    def unplayable(self, visitor: str) -> int:
        """How many tables of a visitor are kept, but were made with rules or a box that are not here."""
        mine = select(schema.seats.c.table).where(schema.seats.c.visitor == visitor)
        of_tables = schema.tables.c
        here = [(game.name, game.version, game.box_hash) for game in map(game_of, games())]
        old = tuple_(of_tables.game, of_tables.rules, of_tables.box).not_in(here)
        return len(self._store.find(select(of_tables.id).where(of_tables.id.in_(mine), old)))

    def running(self) -> list[str]:
        """The tables where a game is on."""
        return self._store.find(select(schema.tables.c.id).where(schema.tables.c.status == RUNNING))

    def _read_all(self, ids: list[str]) -> list[TableState]:
        found = []
        for each in ids:
            try:
                found.append(self._store.read(each))
            except Refusal:
                continue  # played with rules that are no longer here
        return found


def _still_waiting(table: TableState) -> None:
    if table.status != WAITING:
        raise Refusal(409, "already_started")


def _own(table: TableState, visitor: str, seat: int | None) -> list[int]:
    """The seats of a visitor, or the one of them that is meant."""
    if seat is not None:
        return [sitting(table, visitor, seat).seat]
    if not table.seats_of(visitor):
        raise Refusal(403, "not_seated")
    return table.seats_of(visitor)
