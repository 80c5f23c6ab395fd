"""A puzzle, and the files that hold puzzles: one JSON object a line, packed if the name ends in .gz."""

from __future__ import annotations

import functools
import gzip
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ludotheque.contract.reading import parsed
from ludotheque.core.game import game_of
from ludotheque.core.position import Position
from ludotheque.errors import Error, writing
from ludotheque.kernel.places import folder_of

FILE = "puzzles.jsonl.gz"
KINDS = ("points", "plan", "defend")
"""What the best move is good for: points this turn, points later, or fewer points for the others."""
POINTS, PLAN, DEFEND = KINDS
PROVEN = "proven"


@dataclass(frozen=True)
class Move:
    """A move of a puzzle, and what it brings."""

    action: int
    turn: tuple[int, ...]  # the actions of the whole turn, as a search continues it
    share: float  # the share of the victory, 0..1
    points: int  # what the turn brings
    reply: int | None = None  # the most points that the next seat can then make in its turn; None: unknown
    mine: float = 0.0  # what the seat makes from then on to the end of the game, on average
    theirs: float = 0.0  # what the best of the others makes from then on, on average


@dataclass(frozen=True)
class Puzzle:
    """A position with one best move, its answer."""

    game: str
    position: dict[str, Any]  # in a world that the seat cannot tell from the real one
    seat: int
    answers: tuple[int, ...]  # the best action, and those that lead to the same position
    best: Move
    second: Move
    greedy: Move  # what the greedy bot plays
    kind: str
    difficulty: int  # 1..6: the number of the weakest level that finds it
    source: tuple[int, int, int]  # seed, number of the game, decision
    proven: bool = False  # all lines to the end of the game are counted, and the shares are exact

    @functools.cached_property
    def answer_kind(self) -> str:
        """What kind of action the best one is."""
        return self.start().phrase(self.best.action).key

    def start(self) -> Position:
        """The position; it stops at every chance event."""
        return game_of(self.game).position(self.position)

    def to_json(self) -> str:
        """The puzzle in one line."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> Puzzle:
        """The inverse of `to_json`."""
        read: dict[str, Any] = parsed(line)
        for name in ("best", "second", "greedy"):
            read[name] = Move(**{**read[name], "turn": tuple(read[name]["turn"])})
        return cls(**{**read, "answers": tuple(read["answers"]), "source": tuple(read["source"])})


def read_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles of a file."""
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
        return [Puzzle.from_json(line) for line in text.splitlines()]
    except (EOFError, KeyError, OSError, TypeError, ValueError) as problem:
        raise Error(f"{path} holds no puzzles: {type(problem).__name__}, {problem}.") from None


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Writes puzzles to a file, all or nothing."""
    data = "".join(f"{puzzle.to_json()}\n" for puzzle in puzzles).encode()
    beside = path.with_name(f"{path.name}.part")
    with writing("file", path):
        beside.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
        beside.replace(path)


@functools.cache
def puzzles_of(game: str) -> Sequence[Puzzle]:
    """The puzzles that a game brings; none if it has no file of them."""
    path = folder_of(game) / FILE
    return tuple(read_puzzles(path)) if path.exists() else ()


def mixed(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The puzzles in an order in which neighbours differ in kind, unless more than half of them are of one kind.

    Where it can be, neighbours come from different games, and their answers are of different kinds, too.
    """
    left = {kind: [each for each in puzzles if each.kind == kind] for kind in KINDS}
    whole = {kind: max(1, len(each)) for kind, each in left.items()}
    order: list[Puzzle] = []
    while any(left.values()):
        last, rest = order[-1].kind if order else "", len(puzzles) - len(order)
        other = [kind for kind in KINDS if left[kind] and kind != last] or [last]
        urgent = [kind for kind in other if 2 * len(left[kind]) >= rest]
        queue = left[max(urgent or other, key=lambda kind: len(left[kind]) / whole[kind])]
        order.append(queue.pop(queue.index(min(queue, key=lambda each: alike(order[-1], each))) if order else 0))
    return order


def alike(one: Puzzle, other: Puzzle) -> int:
    """How much two puzzles have in common: 2 for the game that they come from, 1 for the kind of their answer."""
    return 2 * (one.source[:2] == other.source[:2]) + (one.answer_kind == other.answer_kind)
