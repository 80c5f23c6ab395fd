"""The seats of a match: people and bots, and their names."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.bots import Player, player, players
from ludotheque.bots.names import is_guest
from ludotheque.cli.speech import CliSpeech
from ludotheque.core.game import Game
from ludotheque.errors import Error, UnknownName
from ludotheque.web.views.levels import bot_name
from ludotheque.web.views.speech import speech as page_speech

HUMAN = "human"  # a player at this terminal; the usual word for the opposite of a bot, as in `--seat human`
KINDS = (HUMAN, *players())


def seat_kinds(game: Game, number: int | None, kinds: Sequence[str], speech: CliSpeech) -> list[str]:
    """A kind for every seat: those named, then greedy bots, after one person if none is named."""
    for kind in kinds:
        if kind not in KINDS and not is_guest(kind):
            raise UnknownName(f"A seat cannot be {kind!r}: choose {', '.join(KINDS)}, or package.module:Class.")
    if number is None:
        number = max(game.seats[0], len(kinds))
    if number not in game.seats:
        title, low, high = game.title(speech.language), game.seats[0], game.seats[-1]
        raise Error(speech.say("refused.players", title=title, low=low, high=high, number=number))
    if len(kinds) > number:
        raise Error(speech.say("refused.seats", players=number, number=len(kinds)))
    return [*(kinds or [HUMAN]), *["greedy"] * number][:number]


def seat_names(game: Game, kinds: Sequence[str], given: Sequence[str], speech: CliSpeech) -> tuple[str, ...]:
    """The names of the seats: those given, then those of the pages, with a number where two are the same."""
    if len(given) > len(kinds):
        raise Error(speech.say("refused.names", players=len(kinds), number=len(given)))
    names = [*map(printable, given), *(_plain_name(game, kinds, at, speech) for at in range(len(given), len(kinds)))]
    numbered = [
        speech.say("names.numbered", name=name, number=number) if names.count(name) > 1 else name
        for number, name in enumerate(names, start=1)
    ]
    return (*names[: len(given)], *numbered[len(given) :])


def _plain_name(game: Game, kinds: Sequence[str], seat: int, speech: CliSpeech) -> str:
    """What a seat is called if nobody names it: a plugged-in bot by its class, another bot as on the pages."""
    kind = kinds[seat]
    if kind == HUMAN:
        return speech.say("names.human", number=seat + 1)
    if is_guest(kind):
        return kind.rpartition(":")[2]
    return bot_name(game.name, kind, kinds[:seat].count(kind), page_speech(speech.language))


def printable(name: str) -> str:
    """A name without what would disturb a terminal or cannot be written to a file."""
    return "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in name)


def seat_bots(kinds: Sequence[str], seed: int) -> dict[int, Player]:
    """The bots by seat, each with a seed of its own."""
    most = len(kinds)
    return {seat: player(kind, seed * most + seat) for seat, kind in enumerate(kinds) if kind != HUMAN}
