"""Editing positions: from a text to a position, changes of its fields and pieces, and what can be drawn of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from ludotheque.contract.editing import PositionDict, laid, put, steps, value_at
from ludotheque.contract.reading import parsed
from ludotheque.core.game import Game, game_in
from ludotheque.core.record import GameRecord
from ludotheque.errors import BadPosition, Error, PositionProblem
from ludotheque.kernel.state import CHANCE, StateBase

INPUT = "into-"  # the part for the input of a field, before its path
MOST = 99  # pieces that a list can hold
NULL = "-"  # nothing, as a text
ROUNDS = 8  # fields that depend on others are repaired one after the other
MALFORMED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)  # what strange values lead to


def opened(text: str, ply: int | None = None) -> tuple[Game, PositionDict]:
    """The position in a text, or a moment of the game whose record it is: its last one, or the one after a ply.

    Raises BadPosition, BadRecord, BadBox or UnknownName; what is wrong inside a position is left to `Game.problems`.
    """
    try:
        found = parsed(text)
    except ValueError:
        raise BadPosition("position", "it must be a JSON object.") from None
    if not isinstance(found, dict):
        raise BadPosition("position", "it must be a JSON object.")
    if "plies" in found:
        record = GameRecord.from_json(text)
        positions = list(record.replay())
        return positions[0].game, positions[-1 if ply is None else min(ply, len(positions) - 1)].to_dict()
    return game_in(found), found


def begun(game: Game, players: int, options: Mapping[str, Any], seed: int = 0) -> PositionDict:
    """A position of the set-up, dealt; with the usual options if these cannot be."""
    try:
        return game.start(players, seed=seed, **options).to_dict()
    except Error:
        return game.start(players if players in game.seats else game.seats[0], seed=seed).to_dict()


def cleared(game: Game, d: PositionDict) -> PositionDict:
    """A position without the pieces on the table, as far as the game knows how."""
    return _changed(d, game.edition.module("editor").clear)


def repaired(game: Game, d: PositionDict) -> PositionDict:
    """A position whose pieces are complete, as far as the game knows how."""
    return _changed(d, game.edition.module("editor").repair)


def with_known(game: Game, d: PositionDict) -> PositionDict:
    """A position in which pieces that were left unknown are chosen, by chance but the same each time."""
    return _changed(d, game.edition.module("editor").choose_unknown)


def with_piece(game: Game, d: PositionDict, part: str, piece: str, seat: int = 0) -> PositionDict:
    """A position with a piece laid on a part of the board, or taken away (""); unchanged where that cannot be.

    The part can also be the input of a field, and the seat is the one whose board is shown.
    """
    editor = game.edition.module("editor")

    def lay(changed: PositionDict) -> None:
        if part.startswith(INPUT):
            path = part.removeprefix(INPUT)
            put(changed, path, laid(value_at(changed, path), piece, MOST))
        else:
            editor.lay(changed, part, piece, seat)
        editor.tidy(changed)

    return _changed(d, lay)


def with_field(game: Game, d: PositionDict, path: str, text: str) -> PositionDict:
    """A position with another value of a field; a number of players begins anew."""
    if path == "players":
        return begun(game, int(text) if text.isdecimal() and len(text) < 3 else 0, d.get("options") or {})

    def change(changed: PositionDict) -> None:
        put(changed, path, read_value(value_at(changed, path), path, text.strip()))
        if path == "phase":
            _suit_phase(game, changed)
        game.edition.module("editor").tidy(changed)

    return _changed(d, change)


def _suit_phase(game: Game, d: PositionDict) -> None:
    """Gives a position what its phase asks for: the parts that are under way, and the seat or chance to act."""
    state = game.blank(d)
    state.phase = game.edition.module("actions").PHASES.index(d["phase"])
    shape = game.edition.module("position").write(state).get("pending")
    if "pending" in d:
        old = d["pending"] or {}
        d["pending"] = None if shape is None else {key: old.get(key, value) for key, value in shape.items()}
    for actor in (d["to_act"], 0, CHANCE, None):
        if all(problem.field != "to_act" for problem in game.problems(d | {"to_act": actor})):
            d["to_act"] = actor
            return


def _changed(d: PositionDict, change: Any) -> PositionDict:
    changed = deepcopy(d)
    try:
        change(changed)
    except MALFORMED:
        return d
    return changed


def read_value(old: Any, path: str, text: str) -> Any:
    """The value that a text stands for, in the place of another value."""
    if isinstance(old, bool):
        return text == "true"
    if isinstance(old, dict) or path == "pending":
        try:
            return None if text == NULL else parsed(text)
        except ValueError:
            return text
    if isinstance(old, list):
        return [_scalar(item) for item in re.split(r"[\s,]+", text) if item]
    return text if isinstance(old, str) and text != NULL else _scalar(text)


def _scalar(text: str) -> int | str | None:
    number = text.removeprefix("-").removeprefix("−")
    if number.isdecimal() and number.isascii() and len(number) < 10:
        return int(number) if number == text else -int(number)
    return None if text == NULL else text


def written_value(value: Any) -> str:
    """A value as `read_value` reads it."""
    if isinstance(value, list):
        return " ".join(map(written_value, value))
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return NULL if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def drawable(game: Game, d: PositionDict) -> StateBase | None:
    """The state of a position, also of an impossible one; fields that cannot be read are those of the set-up."""
    base = _set_up_like(game, d)
    d = deepcopy(d)
    for _ in range(ROUNDS):
        try:
            state, unread = game.unchecked_state(d)
        except MALFORMED:
            return None
        if state is not None:
            return state
        for path in unread:
            _repair(d, base, path)
    return None


def all_problems(game: Game, d: PositionDict, language: str = "en") -> list[PositionProblem]:
    """Everything that is wrong with a position, also what does not fit together while a field cannot be read.

    `Game.problems` stops at such fields. Here other values take their places, and the rest is checked with them. What
    is wrong with those values themselves is left out.
    """
    told, base = game.problems(d, language), _set_up_like(game, d)
    replaced: list[str] = []
    d = deepcopy(d)
    for _ in range(ROUNDS):
        try:
            unread = game.unchecked_state(d)[1]
            for path in unread:
                _repair(d, base, path, blank=path not in replaced)
            found = game.problems(d, language) if unread else []
        except MALFORMED:
            break  # the checks of the game need what cannot be read
        if not unread:
            break
        replaced += unread
        told += [each for each in found if each not in told and not any(_overlap(each.field, way) for way in replaced)]
    return told


def _overlap(one: str, other: str) -> bool:
    """Whether one of two paths leads to the other or into it."""
    return all(step == way for step, way in zip(steps(one), steps(other), strict=False))


def _set_up_like(game: Game, d: PositionDict) -> PositionDict:
    """A set-up for as many players."""
    players = d.get("players")
    return begun(game, players if type(players) is int else 0, {})


def _upwards(path: str) -> Iterator[str]:
    """The path, then each path above it."""
    while path:
        yield path
        path = path[: max(path.rfind("."), path.rfind("["), 0)]


def _repair(d: PositionDict, base: PositionDict, path: str, blank: bool = False) -> None:
    """Puts the value of another position at a path, or at the nearest one above; `blank` means no pieces at all."""
    for way in _upwards(path):
        try:
            value = deepcopy(value_at(base, way))
            put(d, way, type(value)() if blank and isinstance(value, str) else value)
            return
        except MALFORMED:
            continue
    d.pop(str(steps(path)[0]), None)
