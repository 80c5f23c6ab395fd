"""What the rules foretell on the state of a scene: a visit to a City, the King's judgement, Requests, the needle."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from ludotheque.contract.scene import Aside, Same, View

from ..actions import COIN, DEAL
from ..box import ACROBAT, ACTORS, BONUS, CITIES, CODES, ENCOUNTERS, EXPERIENCES, PLAYERS, REQUEST_CODES, SPACE_CODES
from ..rules.court import mood, move_needle, pull
from ..rules.objectives import difference, is_met
from ..rules.resolution import discard_stack, meet_next_card, steal
from ..rules.scoring import pay_actors, pay_shows
from ..rules.treasury import F70_ACTORS, F73_SHOW, F74_BEST, fewest_ecus
from ..state import NOBODY, NONE, State

VISITS = 1 << 12  # cached; few decisions change what waits in a City


def pending(view: View, key: str) -> Any:
    """What is under way, such as "held"; None if nothing of the kind is."""
    return (view["pending"] or {}).get(key)


def counted(cards: Iterable[str]) -> list[tuple[str, int]]:
    """Every kind of these cards with its copies, in the order of the kinds."""
    return sorted(Counter(cards).items(), key=lambda item: CODES.index(item[0]))


def turn_of_season(s: State) -> tuple[int, int]:
    """Returns the turn within the season, 0 before its first one, and how many turns the season has. (F61, F63)

    Every deal gives each City a card while there are any, so the cards that are still to come
    say how many turns are.
    """
    before = -(-ENCOUNTERS // CITIES) if s.season > 1 else 0  # season 1 plays the whole box (F63)
    turn = max(s.turn - before, 0)
    dealt = s.city if s.phase == DEAL else CITIES if s.phase == COIN and s.season > 1 else 0
    return turn, turn - (-(s.cards_left + dealt) // CITIES)


# --- The King ---------------------------------------------------------------------------------


def mood_of(s: State) -> str | None:
    """ "T" for tragedy, "C" for comedy, None before the first coin. (F42)"""
    return None if s.needle == NONE else "TC"[mood(s)]


@functools.cache
def space_after_court(needle: str, card: str) -> str:
    """Where the needle would stand with this Actor at Court. (F41)"""
    s = State()
    s.needle = SPACE_CODES.index(needle)
    move_needle(s, pull(CODES.index(card)))
    return SPACE_CODES[s.needle]


class Judgement(NamedTuple):
    """What the season would pay a player if it ended now."""

    actors: int  # Ecus (F70)
    difference: int  # (F72)
    show: int  # Ecus (F73, F74)
    best: bool


def judgements(s: State) -> tuple[Judgement, ...]:
    """What the season would pay every seat, Requests left out; nothing before the first coin."""
    return _judgements(Same(s))


@functools.lru_cache(1 << 8)  # several panels of a picture ask
def _judgements(state: Same[State]) -> tuple[Judgement, ...]:
    s, after = state.thing, state.thing.copy()
    if s.needle != NONE:
        pay_actors(after)
        pay_shows(after)
    found = []
    for p in range(s.players):
        actors, show, best = (after.ledger[p][n] - s.ledger[p][n] for n in (F70_ACTORS, F73_SHOW, F74_BEST))
        found.append(Judgement(actors, difference(s, p), show + best, best > 0))
    return tuple(found)


def request_is_met(s: State, seat: int, request: str) -> bool:
    """Whether a Request would pay now. (F75)"""
    return is_met(s, seat, REQUEST_CODES.index(request), fewest_ecus(s))


# --- Cities -----------------------------------------------------------------------------------


class Meeting(NamedTuple):
    """What a card does for a troupe that is alone in its City."""

    card: str
    ecus: int  # gained or paid
    rule: str
    phrase: str  # its key in the words of the board
    managers: int = 0  # managers that are then on the stage


class CityVisit(NamedTuple):
    """What a troupe would meet in a City alone, if it keeps all Actors; and the needle's space after company."""

    meetings: tuple[Meeting, ...]
    held: tuple[str, ...]  # Actors who may be sent to Court
    ecus: int
    difference: int
    company: str  # "" before the first coin (F43)


def visit(s: State, seat: int, city: int) -> CityVisit:
    """What a seat would meet in a City, counted from 0. What other seats do elsewhere does not change it."""
    troupe = (*s.troupe[seat], *s.acrobats[seat], s.declared[seat], s.actor3_always_pays)
    return _visit(seat, city, (*s.stack[city], s.needle, *s.ecus, *s.stage, *troupe), Aside(s))


@functools.lru_cache(VISITS)
def _visit(seat: int, city: int, known: tuple[int, ...], state: Aside[State]) -> CityVisit:
    """Lets a troupe meet the cards alone, by the rules; thefts are from the richest. (F30, F34, F40)"""
    s = state.thing.copy()
    s.city, s.strongman, s.to_act = city, NONE, NOBODY
    s.travel, s.held = [city if p == seat else NONE for p in range(PLAYERS)], [0] * ACTORS
    meetings = []
    for card in reversed(s.stack[city][: s.height[city]]):
        ecus, stage, held = s.ecus[seat], list(s.stage), list(s.held)
        meet_next_card(s)
        if s.to_act == seat:
            s.to_act = NOBODY
            steal(s, seat, max((p for p in range(s.players) if p != seat), key=lambda p: s.ecus[p]))
        rule, phrase = what_happened(
            card, s.ecus[seat] != ecus, s.stage != stage or bool(s.actor3_always_pays), s.held != held
        )
        meetings.append(Meeting(CODES[card], s.ecus[seat] - ecus, rule, phrase, sum(s.stage)))
    for actor in range(ACTORS):
        s.troupe[seat][actor] += s.held[actor]
    held_codes = tuple(CODES[actor] for actor in range(ACTORS) for _ in range(s.held[actor]))
    before = state.thing
    company = in_company(tuple(before.stack[city][: before.height[city]]), before.needle, city, state)
    return CityVisit(tuple(meetings), held_codes, s.ecus[seat], difference(s, seat), company)


@functools.lru_cache(VISITS)
def in_company(stack: tuple[int, ...], needle: int, city: int, state: Aside[State]) -> str:
    """The space of the needle after several have come to a City, "" before the first coin. (F43)"""
    if needle == NONE:
        return ""
    together = state.thing.copy()
    move_needle(together, discard_stack(together, city))
    return SPACE_CODES[together.needle]


def what_happened(card: int, paid: bool, staged: bool, joined: bool) -> tuple[str, str]:
    """The rule behind meeting a card, and how the board puts it into words."""
    if card >= ACROBAT:
        return "F32", "meet_acrobat"
    if card >= BONUS:
        return "F31", ""
    experience = card % EXPERIENCES + 1
    without = {2: "" if paid else "_nobody", 3: "" if staged else "_nothing", 5: "" if joined else "_unpaid"}
    return f"F{32 + experience}", f"meet_{experience}{without.get(experience, '')}"
