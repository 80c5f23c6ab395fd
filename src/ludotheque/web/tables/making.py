"""New tables: from a plan, again with the same people, or from a moment of a finished game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy.exc import IntegrityError

from ludotheque.bots import levels, players
from ludotheque.contract.options import Value
from ludotheque.core.game import game_with
from ludotheque.errors import Error
from ludotheque.web.storage.changes import TableChange
from ludotheque.web.storage.queries import exists
from ludotheque.web.storage.store import TableStore
from ludotheque.web.tables.company import own_seat
from ludotheque.web.tables.links import new_key
from ludotheque.web.tables.pledges import Pledge, new_id, new_seed
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.tables.seating import USUAL_BOT, sit, start
from ludotheque.web.tables.state import BOT, OPEN, OVER, PERSON, TableSeat, TableState

LONGEST_TITLE = 40  # letters of the title of a table
RIVAL = "skilled"  # the bot that takes the seats of people when one of them replays a game from a moment


@dataclass(frozen=True)
class SeatPlan:
    """The planned holder of a seat."""

    kind: str  # PERSON: the visitor who makes the table; BOT; OPEN: a friend
    name: str = ""
    level: str = USUAL_BOT
    token: str | None = None  # the person's token
    link: str | None = None  # the key of a free seat that is kept for a friend


TableAdder = Callable[[dict[str, Any], list[dict[str, Any]]], None]
"""Stores a row of a table and those of its seats."""


@dataclass(frozen=True)
class Plan:
    """A table that a visitor wants to make."""

    game: str
    seats: tuple[SeatPlan, ...]
    options: dict[str, Value] = field(default_factory=dict)
    title: str = ""
    listed: bool = False
    hints: bool = True
    rated: bool | None = None  # without hints and without taking back by agreement
    wanted: str | None = None  # the level of players that a listed table looks for: one of WANTED; None: any
    clock: str = "none"
    clock_seconds: int = 0
    start: dict[str, Any] | None = None  # the position to start from; None: the set-up
    origin: str | None = None  # the moment that `start` is from
    live_analysis: bool | None = None  # players may analyse the running game
    companion: bool | None = None  # people enter what a real box deals
    own_box: dict[str, Any] | None = None  # a corrected box (`core/boxes.py`)
    luck: str = ""  # the luck of the first person
    pledge: Pledge | None = None  # what the server committed to before it knew the luck


def create(store: TableStore, plan: Plan, visitor: str, add: TableAdder | None = None) -> str:
    """Makes a table and returns its id; without free seats its game starts at once. `add` stores its rows.

    A pledge makes one table, however often it is sent.
    """
    own = plan.own_box or (plan.start or {}).get("own_box")
    game = game_with(plan.game, own)
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
    table["own_box"] = own
    table |= {"players": len(plan.seats), "host": visitor, "moved_at": now, "created": now, "changed": now}
    seats = [{"table": pledge.id, "seat": n, "visitor": None, "luck": ""} | vars(s) for n, s in enumerate(plan.seats)]
    people = [seat for seat in seats if seat["kind"] == PERSON]
    for seat in people:
        seat["visitor"] = visitor
    for seat in people[:1]:
        seat["luck"] = plan.luck
    try:
        (add or store.add)(table, seats)
    except IntegrityError:
        if store.read(pledge.id).host == visitor:
            return pledge.id
        raise Refusal(409, "pledge_used") from None
    if all(seat.kind != OPEN for seat in plan.seats):
        store.change(pledge.id, start, visitor)
    return pledge.id


def play_again(
    store: TableStore,
    id: str,
    visitor: str,
    luck: str = "",
    pledge: Pledge | None = None,
    name: str | None = None,
    token: str = "",
) -> str:
    """Makes a new table for the same people, in rotated seats; the others who ask get the same table.

    A visitor comes with the name and the token of today; people at one screen keep those of the table.
    """
    table = store.read(id)
    mine = table.seats[own_seat(table, visitor)]
    if not table.ended:
        raise Refusal(409, "not_over")
    wanted = pledge or Pledge(new_id(), new_seed())
    new = store.change(id, reserve_next, wanted.id)
    rotated = [*table.seats[1:], *table.seats[:1]]  # everybody moves up by a seat
    if name is not None and len(table.seats_of(visitor)) == 1:
        rotated[rotated.index(mine)] = replace(mine, name=name, token=token or mine.token)
    if not exists(store, new):
        plan = replace(
            plan_like(table, tuple(plan_again(seat, visitor) for seat in rotated)),
            hints=table.hints,
            rated=table.rated,
            clock=table.clock,
            clock_seconds=table.clock_seconds,
            live_analysis=table.live_analysis,
            companion=table.companion,
        )
        pledge = wanted if wanted.id == new else Pledge(new, new_seed())
        with suppress(Refusal):  # another player was faster
            create(store, replace(plan, luck=luck, pledge=pledge), visitor)
    for number, seat in enumerate(rotated):
        if seat.visitor == visitor:
            with suppress(Refusal):  # it is the visitor's own already, or somebody else's
                store.change(new, sit_again, visitor, number, seat, luck)
    return new


def sit_again(change: TableChange, visitor: str, number: int, seat: TableSeat, luck: str) -> None:
    """Takes the seat that is kept for the visitor; the last player starts the game."""
    if change.table.seat_at(number).kind == OPEN:
        change.seat(number, link=None)
        sit(change, visitor, number, seat.name, luck, seat.token)
        if not change.table.free_seats():
            start(change, visitor)


def plan_again(seat: TableSeat, visitor: str) -> SeatPlan:
    """The holder of a seat in the next game; other people come by themselves."""
    if seat.visitor not in (None, visitor):  # nobody else may take the seat, unless the host opens it
        return SeatPlan(OPEN, seat.name, seat.level, seat.token, new_key())
    if seat.kind == PERSON and seat.visitor is None:  # the player has been erased
        return SeatPlan(OPEN)
    return SeatPlan(seat.kind, "" if seat.gave_up else seat.name, seat.level, seat.token)


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
    token: str,
    page: str,
    luck: str = "",
    pledge: Pledge | None = None,
) -> str:
    """Makes a new table against bots, from a moment of a finished game; its origin is that moment on the page."""
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
        SeatPlan(PERSON, name, token=token) if n == seat else SeatPlan(BOT, level=bots.get(n, rival))
        for n in range(table.players)
    )
    plan, origin = plan_like(table, seats), f"{id}/{page}?ply={ply}"
    return create(store, replace(plan, luck=luck, start=position.to_dict(), origin=origin, pledge=pledge), visitor)


def plan_like(table: TableState, seats: tuple[SeatPlan, ...]) -> Plan:
    """The plan of a table with the same game, options and title."""
    return Plan(table.game, seats, table.options, table.title, own_box=table.own_box)


def check_over(table: TableState) -> None:
    """Refuses a table whose game is not over."""
    if table.status != OVER:
        raise Refusal(409, "not_over")
