"""Who sits at the table: people and bots, and what they are called."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.bots import Player, player, players
from ludotheque.cli.speech import Speech
from ludotheque.core.game import Game
from ludotheque.errors import Error, UnknownName

HUMAN = "human"
KINDS = (HUMAN, *players())


def seat_kinds(game: Game, number: int | None, kinds: Sequence[str]) -> list[str]:
    """A kind for every seat: those named, then greedy players, after one person if none is named."""
    for kind in kinds:
        if kind not in KINDS:
            raise UnknownName(f"There is no player {kind!r}: choose {', '.join(KINDS)}.")
    if number is None:
        number = max(game.seats[0], len(kinds))
    if number not in game.seats or len(kinds) > number:
        seats = f"{game.title()} is for {game.seats[0]} to {game.seats[-1]} players"
        raise Error(f"{seats}; {max(number, len(kinds))} seats were asked for.")
    return [*(kinds or [HUMAN]), *["greedy"] * number][:number]


def seat_names(kinds: Sequence[str], given: Sequence[str], speech: Speech) -> tuple[str, ...]:
    """The names of the seats: those given, then plain ones."""
    if len(given) > len(kinds):
        raise Error(f"There are {len(kinds)} seats but {len(given)} names.")
    plain = [
        speech.say("names.human" if kind == HUMAN else "names.bot", player=kind.capitalize(), number=number)
        for number, kind in enumerate(kinds, start=1)
    ]
    return (*given, *plain[len(given) :])


def seat_bots(kinds: Sequence[str], seed: int) -> dict[int, Player]:
    """The bots by seat, each with a seed of its own."""
    most = len(kinds)
    return {seat: player(kind, seed * most + seat) for seat, kind in enumerate(kinds) if kind != HUMAN}
