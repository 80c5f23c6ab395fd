"""Games as data sets: every decision with what its seat saw, might do, did and got.

from ludotheque.env.dataset import Dataset
found = Dataset.played("sintra", ["greedy", "random"], games=100, seed=1)
found.save("sintra.npz")
"""

from __future__ import annotations

import warnings
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

import ludotheque
from ludotheque import GameRecord, Position
from ludotheque.bots import Sight, player
from ludotheque.bots.limits import check_seed
from ludotheque.contract.options import Value
from ludotheque.contract.reading import shown, whole
from ludotheque.core.game import Game
from ludotheque.env.episode import rewards
from ludotheque.env.observing import DTYPE, mask, observation
from ludotheque.errors import Error, writing
from ludotheque.kernel.arrays import Array
from ludotheque.kernel.data_table import DataTable

__all__ = ["Dataset"]

ARRAYS = ("observation", "mask", "action", "reward", "value", "seat", "episode", "ends")


@dataclass(frozen=True, eq=False)
class Dataset:
    """The decisions of finished games, one row each, in the order of play.

    The rewards are those of the environments: 0, and the result at a seat's last decision. So the return of every
    decision of a seat (`value`) is its result.
    """

    game: str
    players: int
    observation: Array  # (decisions, numbers) int16: what the seat saw (docs/observations/)
    mask: Array  # (decisions, actions) bool: which actions were legal
    action: Array  # (decisions,) int16: what it chose
    reward: Array  # (decisions,) float32: what the seat got until its next decision
    value: Array  # (decisions,) float32: the return, the sum of its rewards from here on
    seat: Array  # (decisions,) int8
    episode: Array  # (decisions,) int32: the number of the game
    ends: Array  # (games, players, numbers) int16: what every seat saw in the end

    @classmethod
    def played(
        cls, game: str, bots: Sequence[str], games: int, *, seed: int = 0, players: int | None = None, **options: Value
    ) -> Dataset:
        """Games between bots, which change seats from game to game."""
        loaded = ludotheque.load(game)
        if isinstance(bots, str) or not bots:
            raise Error(f'The bots must be a list of names such as ["greedy"], not {shown(bots)}.')
        if (whole(games) or 0) < 1:
            raise Error(f"The number of games must be a whole number from 1 on, not {shown(games)}.")
        check_seed("a data set", seed)
        seats = max(len(bots), loaded.seats[0]) if players is None else players
        loaded.option_codes(seats, options)
        return cls.of(
            _played(
                loaded.start(seats, seed=deal, **options), [bots[(p + deal) % len(bots)] for p in range(seats)], deal
            )
            for deal in range(seed << 32, (seed << 32) + games)
        )

    @classmethod
    def of_records(cls, records: Iterable[GameRecord]) -> Dataset:
        """The games of records, all of one game with one number of players; unfinished games are left out."""
        return cls.of(_replayed(records))

    @classmethod
    def of(cls, games: Iterable[Sequence[Position]]) -> Dataset:
        """Games as their positions, from the first to the last."""
        rows: list[tuple[Any, ...]] = []
        ends: list[list[Array]] = []
        first: Position | None = None
        for number, positions in enumerate(games):
            first = first or positions[0]
            if (positions[0].game, positions[0].players) != (first.game, first.players):
                raise Error("All games of a data set must be of one game with one number of players.")
            rows += _rows(number, positions)
            ends.append([observation(positions[-1], seat) for seat in range(first.players)])
        if first is None or not rows:
            raise Error("There is no finished game for a data set.")
        columns = zip(*rows, strict=True)
        kinds = (DTYPE, bool, np.int16, np.float32, np.float32, np.int8, np.int32)
        arrays = [np.array(column, kind) for column, kind in zip(columns, kinds, strict=True)]
        return cls(first.game.name, first.players, *arrays, *[np.array(ends, DTYPE)])

    def __len__(self) -> int:
        return len(self.action)

    def save(self, path: str | Path) -> None:
        """Writes all arrays to one file of NumPy's (.npz)."""
        named = {name: getattr(self, name) for name in ARRAYS}
        with writing("data set", path), Path(path).open("wb") as file:
            np.savez_compressed(file, game=np.array(self.game), players=np.array(self.players), **named)

    @classmethod
    def load(cls, path: str | Path) -> Dataset:
        """Reads what `save` wrote."""
        try:
            with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as found:
                return cls(str(found["game"]), int(found["players"]), *(found[name] for name in ARRAYS))
        except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile, zlib.error) as problem:
            raise Error(f"The data set {path} cannot be read ({problem}).") from None

    def table(self) -> DataTable:
        """Everything but observations and masks, as a table."""
        return DataTable(
            {name: getattr(self, name).tolist() for name in ("episode", "seat", "action", "reward", "value")}
        )

    def to_minari(self, name: str, **about: Any) -> Any:
        """Writes a data set of Minari, in which an episode is one seat's way through a game; returns it.

        `name` is such as "ludotheque/sintra/greedy-v0". Further arguments go to `create_dataset_from_buffers`.
        """
        try:
            import minari
            from minari.data_collector import EpisodeBuffer

            from ludotheque.env.spaces import action_space, masked_space

            game = ludotheque.load(self.game)
            buffers = [EpisodeBuffer(id=i, **part) for i, part in enumerate(self._episodes(game))]
            told = {"description": f"Games of {game.title()}, every seat's way through each.", **about}
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # Minari recommends facts that only its user knows
                return minari.create_dataset_from_buffers(
                    name, buffers, observation_space=masked_space(game), action_space=action_space(game), **told
                )
        except ImportError:  # Minari is missing, or the package that writes its files
            raise Error('Data sets of Minari need the package: pip install "minari[hdf5]".') from None
        except ValueError as problem:
            raise Error(f"Minari refuses the data set {shown(name)}: {problem}") from None

    def _episodes(self, game: Game) -> Iterable[dict[str, Any]]:
        """The ways of all seats through all games. In the end no action is legal."""
        nothing = np.zeros((1, game.action_count), np.int8)
        for number in range(len(self.ends)):
            for seat in range(self.players):
                mine = np.flatnonzero((self.episode == number) & (self.seat == seat))
                if not len(mine):
                    continue
                last = np.arange(len(mine)) == len(mine) - 1
                yield {
                    "observations": {
                        "observation": np.concatenate([self.observation[mine], self.ends[number, seat][None]]),
                        "action_mask": np.concatenate([self.mask[mine].astype(np.int8), nothing]),
                    },
                    "actions": self.action[mine].astype(np.int64),
                    "rewards": self.reward[mine],
                    "terminations": last,
                    "truncations": np.zeros(len(mine), bool),
                }


def _played(position: Position, names: Sequence[str], seed: int) -> list[Position]:
    """The positions of a game between bots, without those at which chance decides."""
    bots = [player(name, seed << 8 | seat) for seat, name in enumerate(names)]
    positions = [position]
    while (seat := position.to_act) is not None:
        position = position.after(bots[seat].choose(Sight.of(position)))
        positions.append(position.sharing(positions[-1]))
    return positions


def _replayed(records: Iterable[GameRecord]) -> Iterator[list[Position]]:
    """The positions of each finished game."""
    for record in records:
        if not isinstance(record, GameRecord):
            raise Error(f"A data set is made of records of games, not of {shown(record)}.")
        if record.scores is not None:
            yield list(record.replay())


def _rows(number: int, positions: Sequence[Position]) -> list[tuple[Any, ...]]:
    """The rows of one game: positions in which a seat decides, and what was played in each."""
    if positions[-1].to_act is not None:
        raise Error("A game of a data set must be finished.")
    results = rewards(positions[-1])
    asked = [position for position in positions[:-1] if position.to_act is not None and position.to_act >= 0]
    actions = [ply for ply in positions[-1].record().plies if ply >= 0]
    last = {position.to_act: i for i, position in enumerate(asked)}
    return [
        (
            observation(position, seat),
            mask(position),
            actions[i],
            results[seat] if last[seat] == i else 0.0,
            results[seat],
            seat,
            number,
        )
        for i, position in enumerate(asked)
        if (seat := position.to_act) is not None
    ]
