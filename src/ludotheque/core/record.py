"""Records: a game is its header and the list of its decisions and chance outcomes.

A record is a small JSON file. In `plies` a decision is its id and an outcome is `*` and its
id; replayed from the start they lead to every position of the game. `check` is a hash of all
the rest, so that a file that was cut or changed is noticed. The record of a game whose chance came
from a committed seed has a part `draws`, with which every outcome can be drawn again (`fair.py`).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ludotheque.contract.reading import parsed, shown
from ludotheque.core.fair import METHOD, Draws
from ludotheque.errors import BadBox, BadRecord, Error

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.position import Position

FORMAT = 1

T = TypeVar("T")


@dataclass(frozen=True)
class GameRecord:
    """A game as it was played, finished or not."""

    game: str
    version: int  # the version of the rules
    box: str  # hash of the box data
    players: int
    options: dict[str, Any]
    seats: tuple[str, ...]  # names of the players
    start: dict[str, Any] | None  # None: from the set-up; else a position
    plies: tuple[int, ...] = field(repr=False)  # as in Position: outcomes are -1 - id
    scores: tuple[int, ...] | None  # None: the game is not finished
    winners: tuple[int, ...] | None
    draws: Draws | None = None  # the proof that chance was fair; None: the game has none
    own_box: dict[str, Any] | None = None  # a box that is not ours (`boxes.py`)

    @classmethod
    def made(
        cls, position: Position, start: dict[str, Any] | None, plies: tuple[int, ...], seats: tuple[str, ...]
    ) -> GameRecord:
        """The record that leads to a position."""
        if seats and len(seats) != position.players:
            raise BadRecord(f"There are {position.players} players but {len(seats)} names.")
        game, over = position.game, position.to_act is None
        return cls(
            game=game.name,
            version=game.version,
            box=game.box_hash,
            players=position.players,
            options=position.to_dict()["options"],
            seats=seats,
            start=start,
            plies=plies,
            scores=tuple(position.scores()) if over else None,
            winners=tuple(position.winners()) if over else None,
            own_box=game.own_box,
        )

    def opened(self, seed: str, luck: Sequence[str]) -> GameRecord:
        """This record with the seed of its draws, and what each player added to them."""
        return replace(self, draws=Draws.opened(seed, luck, list(self.replay())))

    def __hash__(self) -> int:
        return hash(self.to_json())

    def _repr_html_(self) -> str:
        from ludotheque.core.notebook import show_record

        return show_record(self)

    # --- text --------------------------------------------------------------------------

    def to_json(self, others: Mapping[str, Any] | None = None) -> str:
        """The record as text; `others` are parts that a reader of records passes over."""
        body = self.to_dict() | dict(others or {})
        return json.dumps(body | {"check": _check(body)}, ensure_ascii=False, indent=1) + "\n"

    def to_dict(self) -> dict[str, Any]:
        """The parts of the record, without the check."""
        proof = {} if self.draws is None else {"draws": self.draws.to_dict()}
        boxed = {} if self.own_box is None else {"own_box": self.own_box}
        return (
            {
                "format": FORMAT,
                "game": self.game,
                "version": self.version,
                "box": self.box,
                "players": self.players,
                "options": self.options,
                "seats": list(self.seats),
                "start": self.start,
                "plies": written_plies(self.plies),
                "scores": None if self.scores is None else list(self.scores),
                "winners": None if self.winners is None else list(self.winners),
            }
            | proof
            | boxed
        )

    @classmethod
    def from_json(cls, text: str) -> GameRecord:
        """Reads a record; raises BadRecord if it was cut short or changed, or is not a record."""
        return cls.from_dict(checked_parts(text))

    @classmethod
    def from_dict(cls, body: dict[str, Any]) -> GameRecord:
        """The record of these parts; raises BadRecord if one is missing or malformed."""
        _check_kind(body)
        found = _Body(body)
        return cls(
            game=found.part("game", str),
            version=found.part("version", int),
            box=found.part("box", str),
            players=found.part("players", int),
            options=found.part("options", dict),
            seats=tuple(found.parts("seats", str)),
            start=found.part("start", dict) if body.get("start") is not None else None,
            plies=read_plies(found.part("plies", str)),
            scores=tuple(found.parts("scores", int)) if body.get("scores") is not None else None,
            winners=tuple(found.parts("winners", int)) if body.get("winners") is not None else None,
            draws=_draws(found.part("draws", dict)) if "draws" in body else None,
            own_box=found.part("own_box", dict) if "own_box" in body else None,
        )

    def save(self, path: str | Path) -> None:
        """Writes the record to a file, whole or not at all."""
        unfinished = Path(f"{path}.part")
        try:
            unfinished.write_text(self.to_json(), encoding="utf-8")
            os.replace(unfinished, path)
        except OSError as problem:
            with contextlib.suppress(OSError):
                unfinished.unlink(missing_ok=True)
            raise BadRecord(f"The record cannot be written to {path}: {problem.strerror}.") from None

    @classmethod
    def load(cls, path: str | Path) -> GameRecord:
        """Reads a record from a file."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, TypeError, ValueError) as problem:
            reason = getattr(problem, "strerror", None) or "it is not text"
            raise BadRecord(f"The record {path} cannot be read: {reason}.") from None
        return cls.from_json(text)

    # --- replay ------------------------------------------------------------------------

    def replay(self, game: Game | None = None) -> Iterator[Position]:
        """Every position of the game in order, with the corrected box that it carries, or with that of `game`."""
        from ludotheque.core.game import game_with
        from ludotheque.core.history import replayed

        try:
            game = game or game_with(self.game, self.own_box)
        except BadBox as problem:
            raise BadRecord(f"The corrected box of this record cannot be used: {problem}") from None
        if game.name != self.game:
            raise BadRecord(f"This is a record of {self.game}, not of {game.name}.")
        if game.version != self.version:
            raise BadRecord(
                f"This record needs version {self.version} of the rules; version {game.version} is installed."
            )
        if game.box_hash != self.box:
            raise BadRecord(f"This record needs another box ({self.box}; {game.box_hash} is installed).")
        yield from replayed(self._first(game), self.plies)

    def _first(self, game: Game) -> Position:
        """The position from which the plies lead on; header and start must say the same."""
        if self.seats and len(self.seats) != self.players:
            raise BadRecord(f"The record has {self.players} players but {len(self.seats)} names.")
        try:
            game.option_codes(self.players, self.options)
            if self.start is None:
                return game.start(self.players, **self.options)
            position = game.position(self.start)
        except Error as problem:
            raise BadRecord(f"The record cannot begin: {problem}") from None
        if (position.players, position.to_dict()["options"]) != (self.players, self.options):
            raise BadRecord("The record's players or options are not those of the position it starts from.")
        return position

    def last(self, game: Game | None = None) -> Position:
        """The position that the record leads to."""
        *_, position = self.replay(game)
        return position

    def verify(self, game: Game | None = None) -> Position:
        """Replays the whole game, compares its result and draws again what was drawn; returns the last position."""
        positions = list(self.replay(game))
        position = positions[-1]
        over = position.to_act is None
        if over != (self.scores is not None):
            raise BadRecord("The record says that the game is over, but it is not, or the other way round.")
        if over and (position.scores(), position.winners()) != (list(self.scores or ()), list(self.winners or ())):
            said, is_so = (self.scores, self.winners), (tuple(position.scores()), tuple(position.winners()))
            raise BadRecord(f"The record says scores and winners {said}, but the game ends with {is_so}.")
        if self.draws is not None:
            self.draws.check(self.players, positions, self.plies)
        return position


class _Body:
    """The parts of a record, each of the kind it must be."""

    def __init__(self, body: dict[str, Any]) -> None:
        self._body = body

    def part(self, name: str, kind: type[T]) -> T:
        found = self._body.get(name)
        if type(found) is not kind:
            raise BadRecord(f"The part {name!r} of this record is missing or malformed.")
        return found

    def parts(self, name: str, kind: type[T]) -> list[T]:
        found: list[Any] = self.part(name, list)
        if any(type(item) is not kind for item in found):
            raise BadRecord(f"The part {name!r} of this record is missing or malformed.")
        return found


def _draws(part: dict[str, Any]) -> Draws:
    if part.get("method") != METHOD:
        raise BadRecord(f"The draws were made by method {shown(part.get('method'))}; only {METHOD} is known here.")
    found = _Body(part)
    return Draws(
        commitment=found.part("commitment", str),
        seed=found.part("seed", str),
        luck=tuple(found.parts("luck", str)),
        weights=tuple(found.parts("weights", str)),
    )


def checked_parts(text: str) -> dict[str, Any]:
    """All parts of a record's text, also those that `from_json` passes over; raises BadRecord for other texts."""
    try:
        body = parsed(text)
    except (TypeError, ValueError):
        raise BadRecord("This is not a record of a game, or it was cut short.") from None
    parts = _check_kind(body)
    if parts.pop("check", None) != _check(parts):
        raise BadRecord("This record was changed or cut: its checksum does not match its content.")
    return parts


def _check_kind(body: Any) -> dict[str, Any]:
    """The parts of a record in a format that can be read here; raises BadRecord for anything else."""
    if not isinstance(body, dict) or "format" not in body or "plies" not in body:
        raise BadRecord("This is not a record of a game.")
    if body["format"] != FORMAT:
        raise BadRecord(f"This record has the format {shown(body['format'])}; only {FORMAT} can be read here.")
    return body


def written_plies(plies: Iterable[int]) -> str:
    """Plies as text: a decision is its id, an outcome `*` and its id."""
    return " ".join(f"*{-1 - ply}" if ply < 0 else str(ply) for ply in plies)


def read_plies(text: str) -> tuple[int, ...]:
    """The plies of such a text; raises BadRecord for anything else."""
    return tuple(map(_ply, text.split()))


def _ply(token: str) -> int:
    digits = token.removeprefix("*")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 6):
        raise BadRecord(f"The part 'plies' of this record is missing or malformed: {shown(token)}.")
    return -1 - int(digits) if token.startswith("*") else int(digits)


def _check(body: dict[str, Any]) -> str:
    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
