"""Refusals: what is wrong with the very piece that somebody has chosen, and what to do instead."""

from __future__ import annotations

from ludotheque.contract.phrases import Phrase

from . import actions, box
from .actions import ACTOR, CITY, PLAY, REQUEST
from .rules.acrobats import counterpart, opponent_of, window_of
from .state import State

WINDOWS = {actions.DEPARTURE: "departure", actions.REVELATION: "revelation", actions.CURTAIN: "curtain"}


def refuse(s: State, action: int, rule: int) -> Phrase | None:
    """Why this action is forbidden by this rule; None: the sentence of the rule says it."""
    if rule in (11, 27):
        return _say("spent", number=action - CITY + 1, city=_city(action - CITY))
    if rule in (20, 23, 24, 28):
        acrobat = action - PLAY
        card, window = f"cards.{box.CODES[box.ACROBAT + acrobat]}", f"terms.{WINDOWS[window_of(acrobat)]}"
        keys = {20: "other_window", 23: "used", 24: f"idle_{acrobat + 1}", 28: "alone"}
        return _say(keys[rule], card=card, window=window)
    if rule == 34:
        return _say("no_ecu", seat=_seat(opponent_of(s, s.to_act, action)))
    if rule == 25:
        return refuse_detail(s, action)
    if rule == 71:
        return _say("chameleons", count=s.acrobats[s.to_act][box.CHAMELEON])
    if rule == 76 and action < actions.NO_REQUEST:
        return _say("unmet", card=f"cards.{box.REQUEST_CODES[action - REQUEST]}")
    return Phrase("refusals.dial_ends") if rule == 29 else None


def refuse_detail(s: State, action: int) -> Phrase:
    """Why an Acrobat cannot be used so. (F25)"""
    if s.acrobat in (box.JUGGLER, box.FIRE_EATER):
        city = action - CITY
        return _say("no_card" if s.height[city] == 0 else "chosen_already", city=_city(city))
    if action >= ACTOR:
        actor = action - ACTOR
        owned = s.troupe[s.to_act][actor] > 0
        wanted = counterpart(actor)
        return _say("not_there" if owned else "not_yours", card=f"cards.{box.CODES[wanted if owned else actor]}",
                    seat=_seat(s.first))  # fmt: skip
    seat = _seat(opponent_of(s, s.to_act, action))
    return _say("no_ecu" if s.acrobat == box.CUTPURSE else "no_exchange", seat=seat)


def _say(key: str, **gaps: object) -> Phrase:
    return Phrase(f"refusals.{key}", gaps)


def _city(city: int) -> str:
    return f"cities.c{city + 1}"


def _seat(seat: int) -> Phrase:
    return Phrase("terms.seat", {"number": seat + 1})
