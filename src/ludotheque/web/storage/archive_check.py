"""Stored games under the rules that are here: the same position as ever, or a sentence why not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Boolean, Column, Float, Integer, String, Table

from ludotheque.core.fair import draw, is_luck, is_seed
from ludotheque.core.game import game_here
from ludotheque.core.history import History, Undo, counting, replayed
from ludotheque.core.position import Position
from ludotheque.errors import BadRecord, Error
from ludotheque.kernel.state import CHANCE
from ludotheque.web.storage import schema
from ludotheque.web.tables.state import OVER, RUNNING, WAITING

StoredTable = dict[str, Any]
"""A table with its seats, plies, undos and seals, as a file holds it."""

LARGEST = 2**31 - 1
LATEST = 1e11  # seconds: times are numbers, too
KINDS: dict[type, tuple[type, ...]] = {Boolean: (bool,), Float: (float, int), Integer: (int,), String: (str,)}


def checked(entry: StoredTable) -> History:
    """Replays a table of a file and draws again what was drawn; raises a sentence that says where it differs."""
    _well_formed(entry)
    table = entry["table"]
    game = game_here(table["game"], table["rules"], table["box"])
    made = [(row["ply"], row["choice"]) for row in entry["plies"]]
    undone = [Undo(row["ply"], row["back"]) for row in entry["undos"]]
    try:
        first = History.begun(game, table["players"], table["options"], table["start"]).position
    except (Error, TypeError) as problem:
        raise BadRecord(f"it cannot begin: {problem}") from None
    for moment in {undo.ply for undo in undone}:  # what was taken back must have been possible, too
        _replayed(first, counting(made[:moment], [undo for undo in undone if undo.ply < moment]), table)
    history = _replayed(first, counting(made, undone), table)
    if (history.position.to_act is None) != (table["status"] == OVER) or (made and table["status"] == WAITING):
        raise BadRecord(f"it is said to be {table['status']}, but {len(made)} plies lead to {history.position}.")
    return history


def _replayed(first: Position, plies: list[int], table: Mapping[str, Any]) -> History:
    history = History(tuple(replayed(first, plies)), tuple(plies))
    for number, (position, choice) in enumerate(history.plies()):
        if position.to_act == CHANCE and (fair := draw(position, table["seed"], table["luck"], number)) != choice:
            raise BadRecord(f"Ply {number + 1} is outcome {choice}, but {fair} was drawn.")
    return history


def _well_formed(entry: Any) -> None:
    """Raises unless an entry has all parts and columns, each of its kind."""
    if not isinstance(entry, dict) or not isinstance(entry.get("table"), dict):
        raise BadRecord("it is no table.")
    _row(schema.tables, entry["table"])
    for part in (schema.seats, schema.plies, schema.undos, schema.seals):
        if not isinstance(rows := entry.get(part.name), list):
            raise BadRecord(f"it has no {part.name}.")
        for row in rows:
            _row(part, row)
    table, lucks = entry["table"], str(entry["table"]["luck"]).split("|")
    if [seat["seat"] for seat in entry["seats"]] != list(range(table["players"])):
        raise BadRecord("its seats are not those of its players.")
    if [row["ply"] for row in entry["plies"]] != list(range(len(entry["plies"]))):
        raise BadRecord("its plies are not numbered one after the other.")
    if not is_seed(table["seed"]) or not all(map(is_luck, lucks)) or table["status"] not in (WAITING, RUNNING, OVER):
        raise BadRecord("its seed, its luck or its status cannot be.")


def _row(part: Table, row: Any) -> None:
    if not isinstance(row, dict):
        raise BadRecord(f"one of its {part.name} is garbled.")
    for column in part.columns:
        if column.name != "table" and column.server_default is None and column.name != "runner":
            _value(part, column, row.setdefault(column.name))  # one that is newer than the file has no value
    if unknown := row.keys() - part.columns.keys():
        raise BadRecord(f"its {part.name} have the unknown part {min(unknown)!r}.")


def _value(part: Table, column: Column[Any], value: Any) -> None:
    kinds = KINDS.get(type(column.type))
    if value is None and column.nullable:
        return
    fits = value is not None if kinds is None else type(value) in kinds
    if fits and kinds is not None and kinds != (str,):
        most = LATEST if float in kinds else LARGEST
        fits = -most <= value <= most
    if not fits or (isinstance(column.type, String) and len(value) > (column.type.length or 0)):
        raise BadRecord(f"the part {column.name!r} of its {part.name} is missing or garbled.")
