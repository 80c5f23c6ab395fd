"""Checks an archived game: with the installed rules it must lead to the same position, or a sentence says why not."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from itertools import islice
from typing import Any

from sqlalchemy import Boolean, Column, Float, Integer, String, Table

from ludotheque.contract.reading import shown
from ludotheque.core.fair import draw
from ludotheque.core.game import game_here
from ludotheque.core.history import History, Undo, replayed
from ludotheque.core.plies import choice_of
from ludotheque.core.position import Position
from ludotheque.errors import BadRecord, Error
from ludotheque.kernel.state import CHANCE
from ludotheque.web.storage import schema
from ludotheque.web.storage.archive_fields import check_state, check_values
from ludotheque.web.tables.state import OVER, WAITING

ArchivedTable = dict[str, Any]
"""A table with its seats, plies, undos and seals, as a file holds it."""

PARTS = (schema.seats, schema.plies, schema.undos, schema.seals)
LEFT_OUT = ("table", "runner", "news", "robot_asked")  # the owner of the parts, and the work in progress of a server
LARGEST = 2**31 - 1  # the largest whole number
LATEST = 1e11  # the latest time, in seconds
KINDS: dict[type, tuple[type, ...]] = {Boolean: (bool,), Float: (float, int), Integer: (int,), String: (str,)}


def check(entry: ArchivedTable) -> History:
    """Replays a table of a file and repeats its draws; raises a sentence that says where they differ.

    People have entered the draws of a companion: these only have to be possible.
    """
    _check_form(entry)
    check_values(entry)
    table = entry["table"]
    game = game_here(table["game"], table["rules"], table["box"], table["own_box"])
    made = [(row["ply"], row["choice"]) for row in entry["plies"]]
    undone = [Undo(row["ply"], row["back"]) for row in entry["undos"]]
    try:
        game.option_codes(table["players"], table["options"])
        history = History.begun(game, table["players"], table["options"], table["start"])
    except (Error, TypeError, ValueError, AttributeError) as problem:
        raise BadRecord(f"it cannot begin: {problem}") from None
    history = _replay(history, made, undone, table)
    if (history.position.to_act is None) != (table["status"] == OVER) or (made and table["status"] == WAITING):
        raise BadRecord(f"it is said to be {table['status']}, but {len(made)} plies lead to {history.position}.")
    check_state(entry, history)
    return history


def _replay(begun: History, made: list[tuple[int, int]], undone: list[Undo], table: Mapping[str, Any]) -> History:
    """The history of these plies. Each is played once; also those that were taken back must have been possible."""
    positions, plies = list(begun.positions), list(begun.choices)
    left = deque(sorted(undone, key=lambda undo: undo.ply))
    for number, ply in made:
        while left and left[0].ply <= number:
            _take_back(positions, plies, left.popleft())
        position = positions[-1]
        if ply < 0 and position.to_act == CHANCE and not table["companion"]:
            fair = draw(position, table["seed"], table["luck"], len(plies))
            if fair != choice_of(ply):
                raise BadRecord(f"Ply {len(plies) + 1} is outcome {choice_of(ply)}, but {fair} was drawn.")
        positions += islice(replayed(position, [ply], len(plies)), 1, None)
        plies.append(ply)
    for undo in left:
        _take_back(positions, plies, undo)
    return History(tuple(positions), tuple(plies))


def _take_back(positions: list[Position], plies: list[int], undo: Undo) -> None:
    del positions[undo.back + 1 :], plies[undo.back :]


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
    table = entry["table"]
    if [seat["seat"] for seat in entry["seats"]] != list(range(table["players"])):
        raise BadRecord("its seats are not those of its players.")
    if [row["ply"] for row in entry["plies"]] != list(range(len(entry["plies"]))):
        raise BadRecord("its plies are not numbered one after the other.")


def _check_row(part: Table, row: Any) -> None:
    if not isinstance(row, dict):
        raise BadRecord(f"one of its {part.name} is garbled.")
    archived = [column for column in part.columns if column.name not in LEFT_OUT]
    for column in archived:
        _check_value(part, column, row.setdefault(column.name))  # an older file lacks newer columns
    if unknown := row.keys() - {column.name for column in archived}:
        raise BadRecord(f"its {part.name} have the unknown part {shown(min(unknown))}.")


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
