"""`dataset`: games between bots as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import ludotheque
from ludotheque.cli.options import read_options
from ludotheque.cli.saving import refuse_unwritable
from ludotheque.cli.screen import answers
from ludotheque.env.dataset import Dataset


def dataset(
    name: str, bots: Sequence[str], games: int, players: int | None, seed: int, options: Sequence[str], out: Path
) -> None:
    """Plays the games and saves their decisions."""
    refuse_unwritable(out, "data set")
    game = ludotheque.load(name)
    seats = max(len(bots), game.seats[0]) if players is None else players
    chosen = read_options(game, seats, options)
    found = Dataset.played(name, bots, games, seed=seed, players=seats, **chosen)
    found.save(out)
    answers().print(f"{out}: {len(found)} x {found.observation.shape[1]}", markup=False)
