"""Rules as the compiler sees them: they must compile, stay in bounds, and play the same games."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ludotheque.core.game import Game
from ludotheque.kernel.edition import edition
from ludotheque.kernel.rule import CHECKED

GAMES = 100


def compiled_problems(game: Game) -> Iterator[str]:
    """Plays games with compiled rules and checked bounds, beside interpreted ones with the same chance."""
    made = edition(game.name, CHECKED)
    actions = made.module("actions").ACTIONS
    try:
        for number in range(GAMES):
            players = game.seats[number % len(game.seats)]
            state = game.start(players).state()
            record = state.pack()
            made.loops.playout(record[0], np.array([1, number, 0]), np.zeros(actions, np.int64))
            game.edition.loops.playout(state, [1, number, 0], [0] * actions)
            if type(state).unpack(record[0]).content() != state.content():
                yield "Compiled rules play another game than interpreted ones: look for numbers that leave their type."
                return
    except Exception as problem:  # the compiler raises many kinds
        said = next((line for line in reversed(str(problem).strip().splitlines()) if line.strip()), "")
        yield f"The rules cannot be compiled or leave their bounds: {type(problem).__name__}, {said.strip()[:160]}."
