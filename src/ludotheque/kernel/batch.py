"""Batches: many games at once, on all cores or on a GPU.

Game number g of a batch draws from stream g of the batch's seed. So its course does not depend on the number of
threads, the number of games or the device.
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
from .converting import check_dtype, width
from .data_table import DataTable
from .edition import Edition
from .memory import check_memory
from .redealing import LEAVE
from .rule import INTERPRETED
from .state import OVER, StateBase
from .threads import CHUNK, ProgressCallback, spread

__all__ = ["CHUNK", "DEVICES", "Batch", "ProgressCallback", "Results", "random_games"]

DEVICES = ("cpu", "cuda")
MOST_THREADS = 1024
NUMBER = 8  # bytes of each number in a result

WIDE = ("seats to play for",)  # the caller's arrays with a column for each seat
BOOLS = ("choice of games", *WIDE)  # the caller's arrays of bools; all others hold whole numbers


@dataclass(frozen=True)
class Results:
    """How the games of a batch ended, one row a game. The arrays are NumPy's, or CuPy's for a batch on a GPU."""

    decisions: AnyArray  # (games,)
    scores: AnyArray  # (games, players)
    wins: AnyArray  # (games, players): whether the seat won or shares the victory

    @classmethod
    def of(cls, rows: AnyArray) -> Results:
        return cls(rows[:, 0], rows[:, 1::2], rows[:, 2::2].astype(bool))

    def table(self) -> DataTable:
        """A row for every game and seat, such as `results.table().to_frame()`."""
        games, players = self.wins.shape
        columns = {
            "game": np.repeat(np.arange(games), players),
            "seat": np.tile(np.arange(players), games),
            "decisions": self.decisions.repeat(players),
            "score": self.scores.ravel(),
            "win": self.wins.ravel(),
        }
        return DataTable({name: column.tolist() for name, column in columns.items()})


def random_games(
    edition: Edition,
    start: StateBase,
    games: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
    device: str = "cpu",
) -> Results:
    """Plays random legal actions from one start to the end of every game, on compiled rules."""
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
    """Plays the games first..last-1 without the interpreter's lock."""
    generator = np.array([seed & WORD, 0, 0], np.int64)
    actions = np.zeros(edition.module("actions").ACTIONS, np.int64)
    edition.loops.run(start, np.zeros_like(start), first, last, generator, actions, rows)


def _check(edition: Edition, start: StateBase, device: str, **numbers: int | None) -> None:
    """Raises an Error if no batch can be made from these arguments."""
    if not isinstance(edition, Edition) or edition.mode == INTERPRETED:
        raise Error("A batch needs compiled rules: Game.compiled.")
    if not isinstance(start, StateBase):
        raise Error(f"A batch starts from a state, as Position.state() gives it, not from {shown(start)}.")
    if list(start.fields) != list(edition.state.fields):
        raise Error(f"A batch of {edition.game} starts from a state of that game.")
    if start.blanked:
        raise Error("This state has hidden parts: Position.redeal fills them in.")
    if device not in DEVICES:
        raise Error(f'A batch runs on the device "cpu" or "cuda", not on {shown(device)}.')
    _check_numbers(**numbers)


def _check_numbers(**numbers: int | None) -> None:
    """Raises an Error if a number is out of its range."""
    for name, number in numbers.items():
        low, high = (1, MOST_THREADS) if name == "threads" else (0, WORD)
        if number is None and name == "threads":
            continue  # one a core
        if not low <= (known if (known := whole(number)) is not None else -1) <= high:
            raise Error(f"The {name} of a batch must be a number from {low} to {high}, not {shown(number)}.")


class Batch:
    """Games that advance together, step by step, by the caller's actions.

    The arrays are NumPy's, or CuPy's with device="cuda"; PyTorch and JAX take those without a copy. Every step
    changes the same arrays in place:

    to_act      (games,) int8: the seat to act, OVER (-2) when the game is over
    legal_bits  (games, words) uint32: the legal actions, bit a % 32 of word a // 32
    ended       (games,) bool: whether the game ended in the last step
    rows        (games, 1 + 2 players) int32: the last finished game of the row: decisions, then the score and the
                victory of each seat; `results` names the columns
    broken      (games,) int16: the number of the rule that the last action broke, or 0. A broken game is frozen
                until it is reset

    With n states to start from, game g starts from number g modulo n. With `again`, a game that ends restarts at once,
    from another stream of the same seed.
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
        if not starts:
            raise Error("A batch needs at least one start state.")
        for first in starts:
            _check(edition, first, device, games=games, seed=seed, threads=threads)
            if first.to_act == OVER:
                raise Error("A batch cannot start from a game that is over.")
        if len({first.players for first in starts}) != 1:
            raise Error("All start states of a batch must have the same number of players.")
        if games == 0:
            raise Error("A batch has at least one game.")
        if not isinstance(again, bool):
            raise Error(f"`again` must be True or False, not {shown(again)}.")
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
        """Plays an action in every game that is neither over nor frozen; the actions of other games are ignored.

        With `which`, an array of bools, only the games marked True play. An illegal action is not played: its game
        is marked in `broken` and frozen.
        """
        self._engine.step(
            self._read(actions, "actions"), None if which is None else self._read(which, "choice of games")
        )

    def play_at_random(self, seats: AnyArray) -> None:
        """Plays random legal actions for some seats, up to the next decision of another seat or the end of the game.

        `seats`, (games, players) bools, marks these seats. The draws come from the streams of `random_actions`.
        """
        self._engine.play_at_random(self._read(seats, "seats to play for"))

    def reset(self, which: AnyArray | None = None) -> None:
        """Restarts all games, or those that `which`, an array of bools, marks."""
        self._engine.restart(None if which is None else self._read(which, "choice of games"))

    def reseed(self, seed: int) -> None:
        """Restarts all games as a new batch with this seed would."""
        _check_numbers(seed=seed)
        self._engine.reseed(seed)

    def random_actions(self) -> AnyArray:
        """A random legal action for every game, from streams apart from those of chance; -1 if no seat is to act."""
        return self._engine.choose()

    def observations(self, seats: AnyArray | None = None, *, dtype: str = "int16", present: bool = False) -> AnyArray:
        """What a seat may know of each game, (games, numbers): the seat to act, or the given seat.

        -1 is a spectator, as is every game without a seat to act. docs/observations/ explains the numbers. `dtype` is
        int16, int8 (numbers beyond its range become the nearest one), float16, float32 or bfloat16 (as uint16, for
        PyTorch's `view(torch.bfloat16)`). With `present`, rows end after the seats of this batch's players.
        """
        viewers = None if seats is None else self._read_seats(seats)
        return self._engine.observe(viewers, check_dtype(dtype), width(self.edition, self.players, present))

    def redeal(self, seats: AnyArray | None = None, *, seed: int = 0, which: AnyArray | None = None) -> None:
        """Draws anew what a seat may not know: each game becomes one that its seat cannot tell from the old one.

        `seats` are the seats that may not tell (None: the seat to act; -1: a spectator). Row g draws from stream g of
        the seed, the same on every device. With `which`, only the games marked True change; finished games never do.
        """
        _check_numbers(seed=seed)
        xp, chosen = self._engine.xp, self.to_act if seats is None else self._read_seats(seats)
        marked = (self.to_act >= 0) if which is None else (self.to_act >= 0) & self._read(which, "choice of games")
        self._engine.redeal(xp.where(marked, chosen, LEAVE).astype(np.int64), seed, self.action_count)

    def copy_rows(self, sources: AnyArray) -> None:
        """Makes game g a copy of game sources[g] as it was before this call; a game that names itself stays.

        Copies share no chance: each row goes on with the random stream of its own.
        """
        rows = self._read(sources, "sources")
        if ((rows < 0) | (rows >= self.games)).any():
            raise Error(f"The sources of a batch of {self.games} games are 0 to {self.games - 1}.")
        self._engine.copy_rows(rows)

    def _read_seats(self, seats: AnyArray) -> AnyArray:
        viewers = self._read(seats, "seats")
        if ((viewers < -1) | (viewers >= self.players)).any():
            raise Error(f"The seats of a batch are 0 to {self.players - 1}, and -1 is a spectator.")
        return viewers

    @property
    def legal(self) -> AnyArray:
        """(games, actions) bool: whether an action is legal."""
        return self._engine.unpack(self.action_count)

    @property
    def results(self) -> Results:
        """How the last finished game of each row ended; zeros before the first."""
        return Results.of(self.rows)

    def rules_broken(self) -> dict[int, str]:
        """The frozen games, and the rule that the last action broke in each, such as "S23"."""
        prefix = self.edition.module("about").PREFIX
        numbers = self._engine.to_host(self.broken)
        return {int(g): f"{prefix}{numbers[g]}" for g in np.nonzero(numbers)[0]}

    def state(self, game: int) -> StateBase:
        """A copy of the current state of one game."""
        number = whole(game)
        if number is None or not 0 <= number < self.games:
            raise Error(f"A batch of {self.games} games has the games 0 to {self.games - 1}, not {shown(game)}.")
        found: StateBase = self._engine.state(number)
        return found

    def _read(self, given: AnyArray, name: str) -> AnyArray:
        """The caller's array, checked: of the right shape and type, on this batch's device."""
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
    """The class that runs a batch on this device."""
    if device == "cpu":
        from .cpu_batch import CpuBatch

        return CpuBatch
    from .device import arrays, need_gpu

    need_gpu()
    arrays()
    from .cuda_batch import CudaBatch

    return CudaBatch
