"""The form of a new table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludotheque.core.game import Game
from ludotheque.web.tables.clock import CLOCKS
from ludotheque.web.tables.seating import USUAL_BOT
from ludotheque.web.views.common import GameCard, OptionField, clock_label, game_card, option_fields
from ludotheque.web.views.levels import FormValue, level_values
from ludotheque.web.views.own_box import ShownBox, shown_box
from ludotheque.web.views.speech import PageSpeech
from ludotheque.web.views.visit import Visit


@dataclass(frozen=True)
class SeatField:
    """A seat of the planned table: for the visitor, a friend or a bot."""

    seat: int
    kinds: tuple[FormValue, ...]  # the field seat-N
    name: str  # the field name-N


@dataclass(frozen=True)
class NewTable:
    """The form (`new.jinja`)."""

    game: GameCard
    counts: tuple[FormValue, ...]  # the field `seats`: the number of players
    seats: tuple[SeatField, ...]  # as many as the game allows; the form uses the first `seats` of them
    options: tuple[OptionField, ...]
    clocks: tuple[FormValue, ...]  # the field `clock`
    levels: tuple[FormValue, ...]  # bots, with one sentence each
    post: str
    problem: str = ""  # why the last post was refused
    box: ShownBox | None = None


def new_of(game: Game, visit: Visit, problem: str = "", own: dict[str, Any] | None = None) -> NewTable:
    """The form with its defaults."""
    speech = visit.speech
    usual = max(game.seats[0], 2)
    return NewTable(
        game=game_card(game.name, speech),
        counts=tuple(FormValue(str(n), speech.say("seats.number", count=n), n == usual) for n in game.seats),
        seats=tuple(
            SeatField(seat, seat_kinds(game.name, seat, speech), "" if seat else visit.name)
            for seat in range(game.seats[-1])
        ),
        options=option_fields(game, speech, {}, game.seats[-1]),
        clocks=tuple(FormValue(key, clock_label(*clock, speech), key == "none") for key, clock in CLOCKS.items()),
        levels=level_values(game.name, speech, USUAL_BOT),
        post=f"/new/{game.name}",
        problem=problem,
        box=shown_box(game.name, own),
    )


def seat_kinds(game: str, seat: int, speech: PageSpeech) -> tuple[FormValue, ...]:
    """The possible holders of a seat; the first seat is the visitor's by default, the others are a bot's."""
    return (
        FormValue("me", speech.say("seats.me"), seat == 0),
        FormValue("friend", speech.say("seats.friend"), False, speech.say("seats.friend_sentence")),
        *level_values(game, speech, USUAL_BOT if seat > 0 else None, "bot:"),
    )
