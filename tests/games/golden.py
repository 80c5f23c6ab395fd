"""Golden records and counts: what the rules led to when these were written.

`python -m tests.games.golden` writes those that are missing and changes none that is there.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np

import ludotheque
from ludotheque import Position
from tests.samples import OURS, GameKind, few_kinds, random_game

HERE = Path(__file__).parent
SEED = 2018
COUNT_DEPTH = 4
DIGITS = 4  # digits of a position's digest


def record_path(kind: GameKind) -> Path:
    chosen = "-".join(str(value).lower() for value in kind.options.values())
    return HERE / kind.game / "golden" / f"{kind.players}-{chosen}.json"


def counts_path(game: str) -> Path:
    """Lines of `players depth count`: sequences of decisions from the start dealt by SEED."""
    return HERE / game / "golden" / "counts.txt"


def read_counts(game: str) -> dict[tuple[int, int], int]:
    lines = [list(map(int, line.split())) for line in counts_path(game).read_text().splitlines()]
    return {(players, depth): count for players, depth, count in lines}


def positions_path(game: str) -> Path:
    """Lines of `record digests`: four digits for every position that a golden record goes through."""
    return HERE / game / "golden" / "positions.txt"


def read_positions(game: str) -> dict[str, str]:
    return dict(line.split() for line in positions_path(game).read_text().splitlines())


def digests(record: ludotheque.GameRecord) -> str:
    """A digest of every position of a game: all of it, what may be done in it, and what it counts."""
    return "".join(map(digest, record.replay()))


def first_difference(was: str, now: str) -> int | None:
    """The ply after which two games are no longer the same; None if they are throughout."""
    plies = range(0, max(len(was), len(now)), DIGITS)
    return next((at // DIGITS for at in plies if was[at : at + DIGITS] != now[at : at + DIGITS]), None)


def digest(position: Position) -> str:
    probabilities = {outcome: str(probability) for outcome, probability in position.outcomes().items()}
    seen = [position.to_dict(), position.legal(), probabilities, position.scores(), position.ledger()]
    return hashlib.sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()[:DIGITS]


def counted(game: str, players: int, depth: int) -> int:
    """The number of sequences, by compiled rules."""
    loaded = ludotheque.load(game)
    position = loaded.start(players, seed=SEED)
    states = np.zeros(depth + 1, loaded.edition.state.dtype())
    states[0] = position._state.pack()[0]
    randoms = np.zeros((depth + 1, 3), np.int64)
    randoms[0] = position._generator or ()
    actions = np.zeros((depth + 1, loaded.action_count), np.int64)
    return int(loaded.compiled.loops.count(states, randoms, actions, np.zeros(depth + 1, np.int64), depth))


def counted_plainly(position: Position, depth: int) -> int:
    """The same by positions, one after the other."""
    if depth == 0 or position.to_act is None:
        return 1
    return sum(counted_plainly(position.play(action), depth - 1) for action in position.legal())


def write_missing() -> None:
    for kind in (kind for kind in few_kinds() if kind.game in OURS):
        path = record_path(kind)
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            *_, (last, _) = random_game(kind, SEED)
            last.record().save(path)
    for game in ludotheque.games():
        if not positions_path(game).exists():
            records = sorted(positions_path(game).parent.glob("*.json"))
            lines = [f"{path.stem} {digests(ludotheque.GameRecord.load(path))}" for path in records]
            positions_path(game).write_text("\n".join(lines) + "\n")
        if not counts_path(game).exists():
            lines = [
                f"{players} {depth} {counted(game, players, depth)}"
                for players in ludotheque.load(game).seats
                for depth in range(1, COUNT_DEPTH + 1)
            ]
            counts_path(game).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    write_missing()
