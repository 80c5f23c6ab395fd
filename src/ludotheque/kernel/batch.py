"""Batches: many games at once, on all cores or on a GPU.

Game number g of a batch draws from the stream g of the batch's seed, so its course depends on
nothing else: not on the number of threads, nor on how many games are played, nor on the device.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludotheque.contract.reading import shown, whole
from ludotheque.errors import Error

from .arrays import AnyArray
from .chance import WORD
from .edition import Edition
from .memory import check_memory
from .rule import INTERPRETED
from .state import OVER, StateBase
from .threads import CHUNK, Progress, spread

__all__ = ["CHUNK", "DEVICES", "Batch", "Progress", "Results", "random_games"]

DEVICES = ("cpu", "cuda")
MOST_THREADS = 1024
NUMBER = 8  # bytes of a number of a result

WIDE = ("seats to play for",)  # arrays of the caller's that have a column for every seat
BOOLS = ("choice of games", *WIDE)  # those that are bools; the others are whole numbers


@dataclass(frozen=True)
class Results:
    """How the games of a batch ended, one row a game: arrays of NumPy, of a batch on a GPU of CuPy."""

    decisions: AnyArray  # (games,)
    scores: AnyArray  # (games, players)
    wins: AnyArray  # (games, players): whether the seat won or shares the victory

    @classmethod
    def of(cls, rows: AnyArray) -> Results:
        return cls(rows[:, 0], rows[:, 1::2], rows[:, 2::2].astype(bool))


def random_games(
    edition: Edition,
    start: StateBase,
    games: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    device: str = "cpu",
) -> Results:
    """Plays games from one start with random legal actions, on compiled rules."""
    _check(edition, start, device, games=games, seed=seed, threads=threads)
    if device == "cuda":
        from .device import need_gpu

        need_gpu()
        from .cuda import play_on_gpu

        results = Results.of(play_on_gpu(edition, start, games, seed))
        if progress:
            progress(games, games)
        return results
    numbers = 1 + 2 * start.players
    check_memory(games, NUMBER * numbers + start.players)
    rows = np.zeros((games, numbers), np.int64)
    record = start.pack()
    spread(lambda first, last: _play(edition, record, first, last, seed, rows), games, threads, progress)
    return Results.of(rows)


def _play(edition: Edition, start: np.ndarray[Any, Any], first: int, last: int, seed: int, rows: Any) -> None:
    """Plays the games first..last-1 without holding the interpreter's lock."""
    generator = np.array([seed & WORD, 0, 0], np.int64)
    actions = np.zeros(edition.module("actions").ACTIONS, np.int64)
    edition.loops.run(start, np.zeros_like(start), first, last, generator, actions, rows)


def _check(edition: Edition, start: StateBase, device: str, **numbers: int | None) -> None:
    """Raises an Error if a batch cannot be made so."""
    if not isinstance(edition, Edition) or edition.mode == INTERPRETED:
        raise Error("A batch needs compiled rules: Game.compiled.")
    if not isinstance(start, StateBase):
        raise Error(f"A batch starts from a state, as Position.state() gives it, not from {shown(start)}.")
    if list(start.fields) != list(edition.state.fields):
        raise Error(f"A batch of {edition.game} starts from a state of that game.")
    if start.blanked:
        raise Error(
            "Of this state something is hidden: Position.redeal deals it, as somebody who does not know it must."
        )
    if device not in DEVICES:
        raise Error(f'A batch runs on the device "cpu" or "cuda", not on {shown(device)}.')
    _check_numbers(**numbers)


def _check_numbers(**numbers: int | None) -> None:
    """Raises an Error if a number of a batch is out of its range."""
    for name, number in numbers.items():
        low, high = (1, MOST_THREADS) if name == "threads" else (0, WORD)
        if number is None and name == "threads":
            continue  # as many as there are cores
        if not low <= (known if (known := whole(number)) is not None else -1) <= high:
            raise Error(f"The {name} of a batch must be a number from {low} to {high}, not {shown(number)}.")


class Batch:
    """Games that are played step by step, all at once, by actions that the caller gives.

    Its arrays are of NumPy, or with device="cuda" of CuPy, which PyTorch and JAX take without a
    copy; they are always the same ones, and every step changes them in place:

    to_act      (games,) int8: the seat to act, OVER (-2) when the game is over
    legal_bits  (games, words) uint32: the legal actions, bit a % 32 of word a // 32
    ended       (games,) bool: whether the game came to its end in the last step
    rows        (games, 1 + 2 players) int32: of the last game that ended there: decisions, then
                score and victory of each seat; `results` gives them their names
    broken      (games,) int16: the number of the rule that the last action broke; 0: of none.
                Such a game is frozen until it is reset

    Of several states to start from, game g begins with number g modulo how many there are.
    With `again` a game that ends begins anew at once, from another stream of the same seed.
    """

    def __init__(
        self,
        edition: Edition,
        start: StateBase | Sequence[StateBase],
        games: int,
        *,
        seed: int = 0,
        device: str = "cpu",
        again: bool = False,
        threads: int | None = None,
    ) -> None:
        starts = [start] if isinstance(start, StateBase) or not isinstance(start, Sequence) else list(start)
        for first in starts:
            _check(edition, first, device, games=games, seed=seed, threads=threads)
            if first.to_act == OVER:
                raise Error("A batch cannot start from a game that is over.")
        if len({first.players for first in starts}) != 1:
            raise Error("The states from which a batch starts must be of as many players.")
        if games == 0:
            raise Error("A batch has at least one game.")
        if not isinstance(again, bool):
            raise Error(f"Whether games begin again must be True or False, not {shown(again)}.")
        self.edition, self.games, self.players, self.device = edition, games, starts[0].players, device
        self.action_count: int = edition.module("actions").ACTIONS
        words = -(-self.action_count // 32)
        self._engine = _engine(device)(edition, starts, games, seed, again, words, threads)
        self.to_act: AnyArray = self._engine.to_act
        self.legal_bits: AnyArray = self._engine.bits
        self.ended: AnyArray = self._engine.ended
        self.rows: AnyArray = self._engine.rows
        self.broken: AnyArray = self._engine.broken
        self.reset()

    def step(self, actions: AnyArray, which: AnyArray | None = None) -> None:
        """Plays an action in every game that is not over or frozen; those of others are not looked at.

        With `which`, an array of bools, the games for which it is false wait. An action that is not
        legal is not played: its game is marked in `broken` and frozen.
        """
        self._engine.step(
            self._read(actions, "actions"), None if which is None else self._read(which, "choice of games")
        )

    def play_at_random(self, seats: AnyArray) -> None:
        """Plays random legal actions for some seats, up to a decision of another one or the end of the game.

        `seats`, (games, players) bools, tells for whom; the draws are those of `random_actions`.
        """
        self._engine.play_at_random(self._read(seats, "seats to play for"))

    def reset(self, which: AnyArray | None = None) -> None:
        """Begins games anew: all of them, or those for which `which`, an array of bools, is true."""
        self._engine.restart(None if which is None else self._read(which, "choice of games"))

    def reseed(self, seed: int) -> None:
        """Begins all games anew, as those of a new batch with this seed."""
        _check_numbers(seed=seed)
        self._engine.reseed(seed)

    def random_actions(self) -> AnyArray:
        """A random legal action for every game, drawn from streams of their own; -1 where nobody is to act."""
        return self._engine.choose()

    def observations(self, seats: AnyArray | None = None) -> AnyArray:
        """What a seat may know of each game, (games, numbers) int16: the seat to act, or the given seats.

        -1 is a spectator, also where nobody is to act. docs/observations/ says what the numbers mean.
        """
        if seats is None:
            return self._engine.observe(None)
        readers = self._read(seats, "seats")
        if ((readers < -1) | (readers >= self.players)).any():
            raise Error(f"The seats of a batch are 0 to {self.players - 1}, and -1 is a spectator.")
        return self._engine.observe(readers)

    @property
    def legal(self) -> AnyArray:
        """(games, actions) bool: whether an action is legal."""
        return self._engine.unpack(self.action_count)

    @property
    def results(self) -> Results:
        """How the last game that ended in each row did; zeros before."""
        return Results.of(self.rows)

    def rules_broken(self) -> dict[int, str]:
        """The games that are frozen, and the rule that the last action broke in each, such as "S23"."""
        prefix = self.edition.module("about").PREFIX
        numbers = self._engine.to_host(self.broken)
        return {int(g): f"{prefix}{numbers[g]}" for g in np.nonzero(numbers)[0]}

    def state(self, game: int) -> StateBase:
        """The state of one game as it stands, a copy."""
        number = whole(game)
        if number is None or not 0 <= number < self.games:
            raise Error(f"A batch of {self.games} games has the games 0 to {self.games - 1}, not {shown(game)}.")
        found: StateBase = self._engine.state(number)
        return found

    def _read(self, given: AnyArray, name: str) -> AnyArray:
        """An array of the caller's, of the right shape and type, on this batch's device."""
        array = self._engine.take_in(given)
        if array is None:
            raise Error(f'The {name} of a batch on "{self.device}" must be an array there, not {shown(type(given))}.')
        shape = (self.games, self.players) if name in WIDE else (self.games,)
        if array.shape != shape:
            raise Error(f"The {name} of a batch must have the shape {shape}, not {tuple(array.shape)}.")
        wanted, kinds = ("bools", "b") if name in BOOLS else ("whole numbers", "iu")
        if array.dtype.kind not in kinds:
            raise Error(f"The {name} of a batch must be {wanted}, not {array.dtype}.")
        return array


def _engine(device: str) -> Callable[..., Any]:
    """What does the work of a batch on this device."""
    if device == "cpu":
        from .cpu_batch import CpuBatch

        return CpuBatch
    from .device import arrays, need_gpu

    need_gpu()
    arrays()
    from .cuda_batch import CudaBatch

    return CudaBatch
