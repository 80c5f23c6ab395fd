"""The form of a new table."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.core.game import Game
from ludotheque.web.middleware.visitor import Visit
from ludotheque.web.tables.seating import STAND_IN
from ludotheque.web.views.common import GameCard, OptionField, duration, game_card, option_fields
from ludotheque.web.views.levels import FormValue, level_values
from ludotheque.web.views.speech import PageSpeech


@dataclass(frozen=True)
class SeatField:
    """A chair of the table to be: me, a friend, or a bot."""

    seat: int
    kinds: tuple[FormValue, ...]  # the field seat-N
    name: str  # the field name-N


@dataclass(frozen=True)
class NewTable:
    game: GameCard
    seats: tuple[FormValue, ...]  # the field `seats`
    chairs: tuple[SeatField, ...]  # for the most players; the first `seats` of them count
    options: tuple[OptionField, ...]
    clocks: tuple[FormValue, ...]  # the field `clock`
    levels: tuple[FormValue, ...]  # bots, with one sentence each
    post: str
    problem: str = ""  # why the last post was refused


CLOCKS = {
    "none": ("none", 0),
    "move-60": ("move", 60),
    "move-300": ("move", 300),
    "move-86400": ("move", 86400),
    "game-600": ("game", 600),
    "game-1800": ("game", 1800),
    "game-3600": ("game", 3600),
}
"""The clocks that can be chosen, by the field `clock`."""


def new_of(game: Game, visit: Visit, problem: str = "") -> NewTable:
    """The form, as it is before anybody has touched it."""
    speech = visit.speech
    return NewTable(
        game=game_card(game.name, speech),
        seats=tuple(
            FormValue(str(n), speech.say("seats.number", count=n), n == max(game.seats[0], 2)) for n in game.seats
        ),
        chairs=tuple(
            SeatField(n, chair_kinds(game.name, n, speech), visit.name if n == 0 else "") for n in range(game.seats[-1])
        ),
        options=option_fields(game, speech, {}, game.seats[-1]),
        clocks=tuple(clock_value(key, speech) for key in CLOCKS),
        levels=level_values(game.name, speech, STAND_IN),
        post=f"/new/{game.name}",
        problem=problem,
    )


def chair_kinds(game: str, seat: int, speech: PageSpeech) -> tuple[FormValue, ...]:
    """Who can be planned for a chair; the first is mine if nobody says otherwise."""
    return (
        FormValue("me", speech.say("chairs.me"), seat == 0),
        FormValue("friend", speech.say("chairs.friend"), False, speech.say("chairs.friend_sentence")),
        *level_values(game, speech, STAND_IN if seat > 0 else None, "bot:"),
    )


def clock_value(key: str, speech: PageSpeech) -> FormValue:
    """A clock that can be chosen."""
    kind, seconds = CLOCKS[key]
    label = (
        speech.say("clocks.none") if kind == "none" else speech.say(f"clocks.{kind}", time=duration(seconds, speech))
    )
    return FormValue(key, label, key == "none")
