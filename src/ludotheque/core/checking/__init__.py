"""Checks of a game: each problem in one sentence, by looking at its files and by playing random games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludotheque.core.checking.compiled import compiled_problems
from ludotheque.core.checking.facts import fact_problems
from ludotheque.core.checking.lessons import lesson_problems
from ludotheque.core.checking.playing import play_problems
from ludotheque.core.game import Game
from ludotheque.core.guests import broken_games, playable
from ludotheque.errors import UnknownName

GAMES = 100  # random games that a check plays

__all__ = ["GAMES", "problems"]


def problems(name: str, games: int = GAMES, compiled: bool = False) -> Iterator[str]:
    """What is wrong with a game, each problem once; with `compiled`, also what the compiler says of its rules."""
    if name in broken_games():
        yield broken_games()[name]
    if name not in playable():
        if name not in broken_games():
            known = dict.fromkeys((*playable(), *broken_games()))
            raise UnknownName(f"There is no game {name!r}: choose {', '.join(known)}.")
        return
    game = Game(name)
    told: set[str] = set()
    checks = (fact_problems(game), lesson_problems(game), play_problems(game, games))
    for found in (*checks, compiled_problems(game) if compiled else ()):
        for sentence in guarded(found):
            if sentence not in told:
                told.add(sentence)
                yield sentence
        if told:
            return  # the next check would stumble over the same things


def guarded(sentences: Iterable[str]) -> Iterator[str]:
    """The sentences, the last of which tells what a check stumbled over."""
    try:
        yield from sentences
    except Exception as problem:  # foreign files can hold anything
        yield f"The check cannot go on: {type(problem).__name__}, {' '.join(str(problem).split())[:120].rstrip('.')}."
