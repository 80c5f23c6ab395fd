"""What a message outside of the pages says: whose table and who has won, never what happens there."""

from __future__ import annotations

from ludotheque.core.game import game_of
from ludotheque.web.storage.nudges import END, NUDGE, REMINDER, Nudge, NudgeMessage
from ludotheque.web.tables.clock import HOUR, last_moment
from ludotheque.web.tables.state import TableState
from ludotheque.web.views.common import duration, names_of
from ludotheque.web.views.lists import asked_words
from ludotheque.web.views.speech import speech
from ludotheque.web.views.visit import spectator


def nudge_message(table: TableState, nudge: Nudge, language: str, now: float) -> NudgeMessage:
    """The message in the language of its reader: made of names, the game and the clock; of the result at the end."""
    spoken, kind = speech(language), nudge.kind
    names, mine = names_of(table, spoken), table.seats_of(nudge.visitor)
    others = spoken.list([name for seat, name in enumerate(names) if seat not in mine])
    body = spoken.say("nudges.with", names=others) if others else spoken.say("nudges.alone")
    ends = last_moment(table, nudge.visitor)
    if kind == REMINDER and ends is not None:
        hours = max(1, round((ends - now) / HOUR))
        body = f"{spoken.say('nudges.time_left', time=duration(hours * HOUR, spoken))} {body}"
    game, caller = game_of(table.game).title(language), "" if nudge.by is None else names[nudge.by]
    if kind in (END, NUDGE):
        body = asked_words(table, names, spectator(language)) if kind == END else game
    title = spoken.say(f"nudges.{kind}", game=game, name=caller)
    play, mute = spoken.say("me.look" if kind == END else "me.play"), spoken.say("nudges.mute") if kind != END else ""
    return NudgeMessage(title, body, f"/t/{table.id}", language, spoken.say("mail.stop_line"), play, mute)
