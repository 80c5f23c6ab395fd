"""Checks an archived game: with the installed rules it must lead to the same position, or a sentence says why not."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from sqlalchemy import Boolean, Column, Float, Integer, String, Table

from ludotheque.core.fair import BETWEEN, draw, is_luck, is_seed
from ludotheque.core.game import game_here
from ludotheque.core.history import History, Undo, counting, replayed
from ludotheque.core.plies import choice_of
from ludotheque.core.position import Position
from ludotheque.errors import BadRecord, Error
from ludotheque.kernel.state import CHANCE
from ludotheque.web.storage import schema
from ludotheque.web.tables.state import GIVEN_UP, OVER, RUNNING, WAITING

ArchivedTable = dict[str, Any]
"""A table with its seats, plies, undos and seals, as a file holds it."""

PARTS = (schema.seats, schema.plies, schema.undos, schema.seals)
LARGEST = 2**31 - 1  # the largest whole number
LATEST = 1e11  # the latest time, in seconds
KINDS: dict[type, tuple[type, ...]] = {Boolean: (bool,), Float: (float, int), Integer: (int,), String: (str,)}


def check(entry: ArchivedTable) -> History:
    """Replays a table of a file and repeats its draws; raises a sentence that says where they differ."""
    _check_form(entry)
    table = entry["table"]
    game = game_here(table["game"], table["rules"], table["box"])
    made = [(row["ply"], row["choice"]) for row in entry["plies"]]
    undone = [Undo(row["ply"], row["back"]) for row in entry["undos"]]
    try:
        first = History.begun(game, table["players"], table["options"], table["start"]).position
    except (Error, TypeError) as problem:
        raise BadRecord(f"it cannot begin: {problem}") from None
    for moment in {undo.ply for undo in undone}:  # plies that were taken back must have been possible, too
        _replay(first, counting(made[:moment], [undo for undo in undone if undo.ply < moment]), table)
    history = _replay(first, counting(made, undone), table)
    if (history.position.to_act is None) != (table["status"] == OVER) or (made and table["status"] == WAITING):
        raise BadRecord(f"it is said to be {table['status']}, but {len(made)} plies lead to {history.position}.")
    return history


def _replay(first: Position, plies: list[int], table: Mapping[str, Any]) -> History:
    positions: list[Position] = []
    for position, ply in zip_longest(replayed(first, plies), plies):
        if ply is not None and ply < 0 and position.to_act == CHANCE:
            fair = draw(position, table["seed"], table["luck"], len(positions))
            if fair != choice_of(ply):
                raise BadRecord(f"Ply {len(positions) + 1} is outcome {choice_of(ply)}, but {fair} was drawn.")
        positions.append(position)
    return History(tuple(positions), tuple(plies))


def _check_form(entry: Any) -> None:
    """Raises unless an entry has all parts and columns, each of the right type."""
    if not isinstance(entry, dict) or not isinstance(entry.get("table"), dict):
        raise BadRecord("it is not a table.")
    _check_row(schema.tables, entry["table"])
    for part in PARTS:
        if not isinstance(rows := entry.get(part.name), list):
            raise BadRecord(f"it has no {part.name}.")
        for row in rows:
            _check_row(part, row)
    table, lucks = entry["table"], str(entry["table"]["luck"]).split(BETWEEN)
    if [seat["seat"] for seat in entry["seats"]] != list(range(table["players"])):
        raise BadRecord("its seats are not those of its players.")
    if [row["ply"] for row in entry["plies"]] != list(range(len(entry["plies"]))):
        raise BadRecord("its plies are not numbered one after the other.")
    if (
        not is_seed(table["seed"])
        or not all(map(is_luck, lucks))
        or table["status"] not in (WAITING, RUNNING, OVER, GIVEN_UP)
    ):
        raise BadRecord("its seed, luck or status is invalid.")


def _check_row(part: Table, row: Any) -> None:
    if not isinstance(row, dict):
        raise BadRecord(f"one of its {part.name} is garbled.")
    for column in part.columns:
        if column.name not in ("table", "runner") and column.server_default is None:
            _check_value(part, column, row.setdefault(column.name))  # an older file lacks newer columns
    if unknown := row.keys() - {column.name for column in part.columns}:
        raise BadRecord(f"its {part.name} have the unknown part {min(unknown)!r}.")


def _check_value(part: Table, column: Column[Any], value: Any) -> None:
    kinds = KINDS.get(type(column.type))
    if value is None and column.nullable:
        return
    fits = value is not None if kinds is None else type(value) in kinds
    if fits and kinds is not None and kinds != (str,):
        most = LATEST if float in kinds else LARGEST
        fits = -most <= value <= most
    if not fits or (isinstance(column.type, String) and len(value) > (column.type.length or 0)):
        raise BadRecord(f"the part {column.name!r} of its {part.name} is missing or garbled.")
