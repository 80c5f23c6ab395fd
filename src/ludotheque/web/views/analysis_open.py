"""The page with the ways to open an analysis."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.core.game import game_of, games
from ludotheque.core.words import words
from ludotheque.errors import Error
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views.common import GameCard, OptionField, game_card, option_fields
from ludotheque.web.views.levels import FormValue
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.views.visit import Visit


@dataclass(frozen=True)
class FreshGame:
    """A new game to analyse."""

    game: GameCard
    counts: tuple[FormValue, ...]  # the field `players`
    options: tuple[OptionField, ...]


@dataclass(frozen=True)
class OpenPage:
    """The page (`analysis_open.jinja`)."""

    games: tuple[FreshGame, ...]
    text: str  # the pasted text
    problem: str  # why it cannot be read, or ""


UNREADABLE = (
    ("its checksum does not match", "bad_check"),
    ("of the rules; version", "bad_version"),
    ("needs another box", "bad_box"),
    ("link", "bad_link"),
    ("is longer than", "bad_length"),
    ("is not a record", "bad_text"),
    ("must be a JSON object", "bad_text"),
    ("must be the name of a game", "bad_text"),
)
"""Parts of the sentences that say why a text cannot be read, and the keys of the same in all languages."""


def why_unreadable(problem: Error | Refusal, speech: PageSpeech) -> str:
    """Why a text cannot be opened, in the visitor's language as far as it is one of the usual reasons.

    A refusal is raised again unless what was pasted leads nowhere.
    """
    if isinstance(problem, Refusal):
        if problem.status != 404:
            raise problem
        return speech.say(f"errors.{problem.key}")
    key = next((key for part, key in UNREADABLE if part in str(problem)), "bad_other")
    return (
        speech.say(f"analysis.{key}")
        if key != "bad_other"
        else speech.say("analysis.bad_other", reason=words(games()[0], speech.language).told(problem))
    )


def open_page(visit: Visit, text: str = "", problem: str = "") -> OpenPage:
    """The page, after a paste that cannot be read with the reason."""
    return OpenPage(tuple(fresh_game(name, visit) for name in games()), text, problem)


def fresh_game(name: str, visit: Visit) -> FreshGame:
    """The form of a new game."""
    game, speech = game_of(name), visit.speech
    usual = max(game.seats[0], 2)
    counts = tuple(FormValue(str(n), speech.say("seats.number", count=n), n == usual) for n in game.seats)
    return FreshGame(game_card(name, speech), counts, option_fields(game, speech, {}, game.seats[-1]))
