"""New tables: from a plan, again with the same people, or from a moment of a finished game."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy.exc import IntegrityError

from ludotheque.bots import levels, players
from ludotheque.contract.options import Value
from ludotheque.core.game import game_of
from ludotheque.errors import Error
from ludotheque.web.storage.changes import TableChange
from ludotheque.web.storage.queries import exists
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.pledges import Pledge, new_id, new_seed
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.seating import STAND_IN, start
from ludotheque.web.tables.state import BOT, OPEN, OVER, PERSON, TableState

RIVAL = "skilled"  # the bot that takes the seats of people when one of them replays a game from a moment


@dataclass(frozen=True)
class SeatPlan:
    """The planned holder of a seat."""

    kind: str  # PERSON: the visitor who makes the table; BOT; OPEN: a friend
    name: str = ""
    level: str = STAND_IN


@dataclass(frozen=True)
class Plan:
    """A table that a visitor wants to make."""

    game: str
    seats: tuple[SeatPlan, ...]
    options: dict[str, Value] = field(default_factory=dict)
    title: str = ""
    listed: bool = False
    hints: bool = True
    clock: str = "none"
    clock_seconds: int = 0
    start: dict[str, Any] | None = None  # the position to start from; None: the set-up
    luck: str = ""  # the luck of the first person
    pledge: Pledge | None = None  # what the server promised before it knew the luck


def create(store: TableStore, plan: Plan, visitor: str) -> str:
    """Makes a table and returns its id; without free seats its game starts at once.

    A pledge makes one table, however often it is sent.
    """
    game = game_of(plan.game)
    try:
        game.option_codes(len(plan.seats), plan.options)
    except Error:
        raise Refusal(422, "bad_options") from None
    if any(seat.level not in players() for seat in plan.seats):
        raise Refusal(422, "no_level")
    pledge = plan.pledge or Pledge(new_id(), new_seed())
    now = store.now()
    table = {name: value for name, value in vars(plan).items() if name not in ("seats", "luck", "pledge")}
    table |= {"id": pledge.id, "seed": pledge.seed, "game": game.name, "rules": game.version, "box": game.box_hash}
    table |= {"players": len(plan.seats), "host": visitor, "moved_at": now, "created": now, "changed": now}
    seats = [{"table": pledge.id, "seat": n, "visitor": None, "luck": ""} | vars(s) for n, s in enumerate(plan.seats)]
    people = [seat for seat in seats if seat["kind"] == PERSON]
    for seat in people:
        seat["visitor"] = visitor
    for seat in people[:1]:
        seat["luck"] = plan.luck
    try:
        store.add(table, seats)
    except IntegrityError:
        if store.read(pledge.id).host == visitor:
            return pledge.id
        raise Refusal(409, "pledge_used") from None
    if all(seat.kind != OPEN for seat in plan.seats):
        store.change(pledge.id, start, visitor)
    return pledge.id


def play_again(store: TableStore, id: str, visitor: str, luck: str = "", pledge: Pledge | None = None) -> str:
    """Makes a new table for the same people; the others who ask get the same table."""
    table = store.read(id)
    if not table.seats_of(visitor):
        raise Refusal(403, "not_seated")
    if not table.ended:
        raise Refusal(409, "not_over")
    wanted = pledge or Pledge(new_id(), new_seed())
    new = store.change(id, reserve_next, wanted.id)
    if exists(store, new):
        return new
    seats = tuple(
        SeatPlan(seat.kind if seat.visitor in (None, visitor) else OPEN, seat.name, seat.level) for seat in table.seats
    )
    plan = replace(plan_like(table, seats), hints=table.hints, clock=table.clock, clock_seconds=table.clock_seconds)
    pledge = wanted if wanted.id == new else Pledge(new, new_seed())
    with suppress(Refusal):  # another player was faster
        create(store, replace(plan, luck=luck, pledge=pledge), visitor)
    return new


def reserve_next(change: TableChange, wanted: str) -> str:
    """Gives the next table its id, unless it has one."""
    if change.table.next is None:
        change.set(next=wanted)
    return str(change.table.next)


def play_from(
    store: TableStore,
    id: str,
    visitor: str,
    ply: int,
    seat: int,
    name: str,
    luck: str = "",
    pledge: Pledge | None = None,
) -> str:
    """Makes a new table against bots, from a moment of a finished game."""
    table = store.read(id)
    check_over(table)
    if not (0 <= ply < len(table.history.positions) and 0 <= seat < table.players):
        raise Refusal(422, "no_moment")
    position = table.history.positions[ply]
    if position.to_act is None:
        raise Refusal(422, "no_moment")
    bots = {n: each.level for n, each in enumerate(table.seats) if each.kind == BOT}
    rival = next((level for level in bots.values() if level in levels()), RIVAL)
    seats = tuple(
        SeatPlan(PERSON, name) if n == seat else SeatPlan(BOT, level=bots.get(n, rival)) for n in range(table.players)
    )
    plan = plan_like(table, seats)
    return create(store, replace(plan, luck=luck, start=position.to_dict(), pledge=pledge), visitor)


def plan_like(table: TableState, seats: tuple[SeatPlan, ...]) -> Plan:
    """The plan of a table with the same game, options and title."""
    return Plan(table.game, seats, table.options, table.title)


def check_over(table: TableState) -> None:
    """Refuses a table whose game is not over."""
    if table.status != OVER:
        raise Refusal(409, "not_over")
