"""Checks the values of an archived table: only what a server could have written itself may be imported."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ludotheque.bots import players
from ludotheque.core.fair import BETWEEN, is_luck, is_seed
from ludotheque.core.history import History
from ludotheque.errors import BadRecord, UnknownName
from ludotheque.web.storage import schema
from ludotheque.web.tables.clock import CLOCKS, DAY, WEEK, deadline
from ludotheque.web.tables.company import JOINERS
from ludotheque.web.tables.making import LONGEST_TITLE
from ludotheque.web.tables.pledges import is_id
from ludotheque.web.tables.state import (
    BOT,
    GIVEN_UP,
    OPEN,
    OVER,
    PERSON,
    RUNNING,
    WAITING,
    WANTED,
    TableSeat,
    TableState,
)
from ludotheque.web.tables.visitors import BLANK, TOKENS

STATUSES = (WAITING, RUNNING, OVER, GIVEN_UP)
VISITOR = re.compile(r"[\w-]{24}", re.ASCII)
LINK = re.compile(r"[\w-]{22}", re.ASCII)
ORIGIN = re.compile(r"([\w-]+)/(?:replay|review)\?ply=\d+", re.ASCII)
AHEAD = DAY  # seconds by which the clock of the server that exported may be ahead
LONGEST = 3650 * DAY  # seconds of a game
MOST_CHANGES = 10**7  # for one table: one a second for four months
WISH = {"seat", "back", "agreed"}  # what a wish to take a decision back always says

ArchivedRow = dict[str, Any]
CheckedPart = tuple[str, bool]
"""A part of a table, and whether its value is one that a server writes."""


def check_values(entry: dict[str, Any]) -> None:
    """Raises unless every value is possible by itself."""
    table = entry["table"]
    if (
        not is_seed(table["seed"])
        or not all(map(is_luck, table["luck"].split(BETWEEN)))
        or table["status"] not in STATUSES
    ):
        raise BadRecord("its seed, luck or status is invalid.")
    _raise_for(_table_values(table))
    links = [seat["link"] for seat in entry["seats"] if seat["link"] is not None]
    _raise_for([("link", len(links) == len(set(links)))])
    for seat in entry["seats"]:
        _raise_for(_seat_values(seat, table["status"], len(entry["plies"])))
    latest = time.time() + AHEAD
    for part in ("plies", "undos", "seals"):
        _raise_for((f"{part}.at", 0 <= row["at"] <= latest) for row in entry[part])
    _raise_for(_numbering(entry))


def check_state(entry: dict[str, Any], history: History) -> None:
    """Raises unless everything that follows from the course of the game does follow from it."""
    state = _state(entry, history)
    luck = "" if state.status == WAITING else BETWEEN.join(seat.luck for seat in state.seats)
    _raise_for(
        [
            ("players", history.position.players == state.players),
            ("luck", state.luck == luck),
            ("deadline", state.deadline == deadline(state)),
            ("undo_asked", state.undo_asked is None or _is_wish(state.undo_asked, state)),
            ("seals", _are_seals(state)),
        ]
    )


def _raise_for(findings: Iterator[CheckedPart] | list[CheckedPart]) -> None:
    for part, possible in findings:
        if not possible:
            raise BadRecord(f"no server writes such a value for {part}.")


def _table_values(table: ArchivedRow) -> Iterator[CheckedPart]:
    latest = time.time() + AHEAD
    yield "id", is_id(table["id"])
    yield "title", _is_line(table["title"]) and len(table["title"]) <= LONGEST_TITLE
    yield "host", _is_visitor(table["host"])
    yield "clock", (table["clock"], table["clock_seconds"]) in CLOCKS.values()
    yield "version", 1 <= table["moved"] <= table["version"] <= MOST_CHANGES
    yield "rated", not table["rated"] or not (table["hints"] or table["live_analysis"] or table["companion"])
    yield "wanted", table["wanted"] in (None, *WANTED)
    yield "origin", table["origin"] is None or _is_origin(table["origin"])
    yield "next", table["next"] is None or (is_id(table["next"]) and table["status"] in (OVER, GIVEN_UP))
    for name in ("moved_at", "created", "changed"):
        yield name, 0 <= table[name] <= latest


def _seat_values(seat: ArchivedRow, status: str, plies: int) -> Iterator[CheckedPart]:
    kind, link = seat["kind"], seat["link"]
    yield "kind", kind in (PERSON, BOT) or (kind == OPEN and status == WAITING)
    erased = kind == PERSON and seat["visitor"] is None and status in (OVER, GIVEN_UP)
    yield "visitor", erased or (_is_visitor(seat["visitor"]) if kind == PERSON else seat["visitor"] is None)
    yield "name", _is_line(seat["name"])
    yield "token", seat["token"] in (None, *TOKENS)
    yield "level", seat["level"] in players()  # never a module, which would be run
    given_up = kind == BOT and seat["kept"] is not None  # the bot plays on
    yield "away", not seat["away"] or (status != WAITING and (kind == PERSON or given_up))
    yield "used", abs(seat["used"]) <= LONGEST  # below zero: grace
    yield "luck", is_luck(seat["luck"])
    yield "link", link is None or (kind != BOT and LINK.fullmatch(link) is not None)
    since, until = seat["paused_from"], seat["paused_until"]
    yield "paused_until", since is until is None or (None not in (since, until) and 0 <= since <= until <= since + WEEK)
    for name in ("graced", "kept"):
        yield name, seat[name] is None or 0 <= seat[name] <= plies + 1


def _numbering(entry: dict[str, Any]) -> Iterator[CheckedPart]:
    """Whether rows have the order of an export, so that none is there twice, and belong to the table's plies."""
    table, undos, seals = entry["table"], entry["undos"], entry["seals"]
    numbers: Counter[int] = Counter()
    for row in undos:
        yield "undos", 0 <= row["back"] <= row["ply"] <= len(entry["plies"]) and row["number"] == numbers[row["ply"]]
        numbers[row["ply"]] += 1
    yield "undos", list(numbers) == sorted(numbers)
    keys = [(row["moved"], row["seat"]) for row in seals]
    yield "seals", keys == sorted(set(keys))
    for row in seals:
        yield (
            "seals",
            1 <= row["moved"] <= table["moved"] and 0 <= row["seat"] < table["players"] and row["action"] >= 0,
        )


def _is_line(text: str) -> bool:
    """Whether a text may be a name or a title: one line without invisible characters."""
    shown = all(letter in JOINERS or (letter.isprintable() and letter not in BLANK) for letter in text)
    return shown and text == " ".join(text.split())


def _is_origin(text: str) -> bool:
    """Whether a text is the address of a moment of a table."""
    found = ORIGIN.fullmatch(text)
    return found is not None and is_id(found[1])


def _is_visitor(text: Any) -> bool:
    return isinstance(text, str) and VISITOR.fullmatch(text) is not None


def _state(entry: dict[str, Any], history: History) -> TableState:
    """The table as a server would load it."""
    table = {column.key: entry["table"].get(column.name) for column in schema.tables.columns}
    return TableState(
        **{name: table[name] for name in TableState.__dataclass_fields__ if name in table},
        seats=tuple(
            TableSeat(**{name: row[name] for name in TableSeat.__dataclass_fields__}) for row in entry["seats"]
        ),
        seals={
            row["seat"]: (row["action"], row["at"]) for row in entry["seals"] if row["moved"] == table["move_version"]
        },
        history=history,
        stored_plies=len(entry["plies"]),
    )


def _is_wish(wish: Any, state: TableState) -> bool:
    """Whether a player can have asked to take a decision back, or have done so."""
    if not isinstance(wish, dict) or not WISH <= wish.keys() <= WISH | {"since", "refused", "done"}:
        return False
    seat, back, agreed, history = wish["seat"], wish["back"], wish["agreed"], state.history
    numbers = (seat, back, wish.get("since", 1))
    if any(type(number) is not int for number in numbers) or not isinstance(agreed, list):
        return False
    if not 0 <= seat < state.players or not 1 <= numbers[2] <= state.version or state.status in (WAITING, OVER):
        return False
    if not all(map(_is_visitor, agreed)) or not _is_visitor(wish.get("refused", state.host)):
        return False
    if "done" in wish:
        return wish["done"] is True and back == len(history.choices)
    return bool(back == history.last_decision(seat))


def _are_seals(state: TableState) -> bool:
    """Whether the sealed answers are legal ones of seats that are asked, and not all of them."""
    asked = state.history.asked
    if not state.seals:
        return True
    if state.status in (WAITING, OVER) or not state.history.simultaneous or state.seals.keys() >= asked.keys():
        return False
    try:
        return all(seat in asked and asked[seat].why_not(action) is None for seat, (action, _) in state.seals.items())
    except UnknownName:
        return False
