"""Batches: many games at once on all cores.

Game number g of a batch draws from the stream g of the batch's seed, so its course depends on
nothing else: not on the number of threads, nor on how many games are played.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludotheque.errors import Error
from ludotheque.reading import shown, whole

from .chance import WORD
from .edition import Edition
from .rule import INTERPRETED
from .state import Record

Progress = Callable[[int, int], None]
"""Told now and then how many games of how many are done."""

CHUNK = 1024  # games that one thread plays between two reports


@dataclass(frozen=True)
class Results:
    """How the games of a batch ended, one row a game."""

    decisions: np.ndarray[Any, Any]  # (games,)
    scores: np.ndarray[Any, Any]  # (games, players)
    wins: np.ndarray[Any, Any]  # (games, players): whether the seat won or shares the victory

    @classmethod
    def of(cls, rows: np.ndarray[Any, Any]) -> Results:
        return cls(rows[:, 0], rows[:, 1::2], rows[:, 2::2].astype(bool))


def random_games(
    edition: Edition,
    start: Record,
    games: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Results:
    """Plays games from one start with random legal actions, on compiled rules."""
    if edition.mode == INTERPRETED:
        raise Error("A batch needs compiled rules: Game.compiled.")
    if not isinstance(start, Record):
        raise Error(f"A batch starts from a state, as Position.state() gives it, not from {shown(start)}.")
    for name, number, low in (("games", games, 0), ("seed", seed, 0), ("threads", threads, 1)):
        if number is not None and not low <= (-1 if whole(number) is None else number) <= WORD:
            raise Error(f"The number of a batch's {name} must be from {low} to {WORD}, not {shown(number)}.")
    rows = np.zeros((games, 1 + 2 * start.players), np.int64)
    record = start.pack()
    _play(edition, record, 0, 0, seed, rows)  # compiles, or loads what is compiled
    done = 0
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        chunks = {
            pool.submit(_play, edition, record, first, min(first + CHUNK, games), seed, rows)
            for first in range(0, games, CHUNK)
        }
        try:
            for chunk in as_completed(chunks):
                done += chunk.result()
                if progress:
                    progress(done, games)
        except BaseException:  # also Ctrl-C: the games that have not begun are not played
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return Results.of(rows)


def _play(edition: Edition, start: np.ndarray[Any, Any], first: int, last: int, seed: int, rows: Any) -> int:
    """Plays the games first..last-1 without holding the interpreter's lock; returns how many."""
    generator = np.array([seed & WORD, 0, 0], np.int64)
    actions = np.zeros(edition.module("actions").ACTIONS, np.int64)
    edition.play.run(start, np.zeros_like(start), first, last, generator, actions, rows)
    return last - first
