"""What the rules say of a view: `standing` tells how the game stands in it, and forecasts are made on that."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from ludotheque.contract.scene import View

from ..box import ACROBAT, ACTORS, BONUS, CITIES, CODES, ENCOUNTERS, EXPERIENCES, PLAYERS, REQUEST_CODES, SPACE_CODES
from ..rules.court import mood, move_needle, pull
from ..rules.objectives import difference, is_met
from ..rules.resolution import discard_stack, meet_next_card, steal
from ..rules.scoring import pay_actors, pay_shows
from ..rules.treasury import F70_ACTORS, F73_SHOW, F74_BEST, fewest_ecus
from ..state import NOBODY, NONE, State

ANSWERS = 1 << 12  # of the rules that are kept: few decisions change how the game stands


class Owner(NamedTuple):
    """What a seat owns in the open."""

    ecus: int
    stage: int  # Managers on it
    hand: tuple[int, ...]  # Travel cards
    troupe: tuple[str, ...]
    acrobats: tuple[str, ...]


class TableReading(NamedTuple):
    """The part of a view that the rules below ask about. They answer once for the same standing."""

    players: int
    season: int
    turn: int
    actor3_always_pays: bool
    needle: str | None
    seats: tuple[Owner, ...]
    declared: tuple[int | None, ...]  # Chameleons as Comedians, by seat


def standing(view: View) -> TableReading:
    """How the game stands in a view."""
    owners = [
        Owner(seat["ecus"], seat["stage"], tuple(seat["hand"]), tuple(seat["troupe"]), tuple(seat["acrobats"]))
        for seat in view["seats"]
    ]
    return TableReading(
        view["players"],
        view["season"],
        view["turn"],
        view["options"]["actor3_always_pays"],
        view["needle"],
        tuple(owners),
        tuple(pending(view, "chameleons") or ()),
    )


@functools.cache
def _empty() -> State:
    return State()


def empty() -> State:
    """A state with nothing in it: making one takes far longer than copying it."""
    return _empty().copy()


def state_of(now: TableReading) -> State:
    """The standing as a state, for the rules."""
    s = empty()
    s.players, s.season, s.turn = now.players, now.season, now.turn
    s.actor3_always_pays = int(now.actor3_always_pays)
    s.to_act = NOBODY
    s.city = s.strongman = NONE
    s.needle = NONE if now.needle is None else SPACE_CODES.index(now.needle)
    s.travel, s.friend, s.declared = [NONE] * PLAYERS, [NONE] * PLAYERS, [NONE] * PLAYERS
    for p, owner in enumerate(now.seats):
        s.ecus[p], s.stage[p] = owner.ecus, owner.stage
        s.hand[p] = sum(1 << city - 1 for city in owner.hand)
        for card in owner.troupe:
            s.troupe[p][CODES.index(card)] += 1
        for card in owner.acrobats:
            s.acrobats[p][CODES.index(card) - ACROBAT] += 1
    for p, declared in enumerate(now.declared):
        s.declared[p] = NONE if declared is None else declared
    return s


def put_in_city(s: State, stack: tuple[str, ...]) -> int:
    """Puts cards before a City of a state in which there are none; the City."""
    s.height[0] = len(stack)
    s.stack[0][: len(stack)] = [CODES.index(card) for card in stack]
    return 0


def pending(view: View, key: str) -> Any:
    """What is under way, such as "held"; None if nothing of the kind is."""
    return (view["pending"] or {}).get(key)


# --- The King ---------------------------------------------------------------------------------


@functools.cache
def mood_of(needle: str | None) -> str | None:
    """ "T" for tragedy, "C" for comedy, None before the first coin. (F42)"""
    s = empty()
    s.needle = NONE if needle is None else SPACE_CODES.index(needle)
    return None if needle is None else "TC"[mood(s)]


@functools.cache
def space_after(needle: str, pulls: int) -> str:
    """Where the needle would stand after a pull at Court. (F41)"""
    s = empty()
    s.needle = SPACE_CODES.index(needle)
    move_needle(s, pulls)
    return SPACE_CODES[s.needle]


def space_after_court(needle: str, card: str) -> str:
    """Where the needle would stand with this Actor at Court. (F41)"""
    return space_after(needle, pull(CODES.index(card)))


@functools.lru_cache(ANSWERS)
def space_after_company(needle: str, stack: tuple[str, ...]) -> str:
    """Where the needle would stand if several troupes met in a City with these cards. (F43)"""
    s = empty()
    return space_after(needle, discard_stack(s, put_in_city(s, stack)))


class Judgement(NamedTuple):
    """What the season would pay a player if it ended now."""

    actors: int  # Ecus (F70)
    difference: int  # (F72)
    show: int  # Ecus (F73, F74)
    best: bool


@functools.lru_cache(ANSWERS)
def judgements(now: TableReading) -> tuple[Judgement, ...]:
    """What the season would pay every seat, Requests left out; nothing before the first coin."""
    s, after = state_of(now), state_of(now)
    if now.needle is not None:
        pay_actors(after)
        pay_shows(after)
    return tuple(
        Judgement(paid[F70_ACTORS], difference(s, p), paid[F73_SHOW] + paid[F74_BEST], paid[F74_BEST] > 0)
        for p, paid in enumerate(after.ledger[: s.players])
    )


@functools.lru_cache(ANSWERS)
def request_is_met(now: TableReading, seat: int, request: str) -> bool:
    """Whether a Request would pay now. (F75)"""
    s = state_of(now)
    return is_met(s, seat, REQUEST_CODES.index(request), fewest_ecus(s))


# --- Cities -----------------------------------------------------------------------------------


class Meeting(NamedTuple):
    """What a card does for a troupe that is alone in its City."""

    card: str
    ecus: int  # gained or paid
    rule: str
    phrase: str  # in the words of the board
    managers: int = 0  # on the stage then


class CityVisit(NamedTuple):
    """What a troupe would meet that is alone in a City, if it keeps all Actors."""

    meetings: tuple[Meeting, ...]
    held: tuple[str, ...]  # Actors who may be sent to Court
    ecus: int
    difference: int


def alone(now: TableReading, seat: int) -> TableReading:
    """As much of a standing as a visit of this seat depends on: what others do elsewhere does not change it."""
    others = [owner._replace(hand=(), troupe=(), acrobats=()) for owner in now.seats]
    others[seat] = now.seats[seat]
    return now._replace(season=0, turn=0, needle=None, seats=tuple(others))


@functools.lru_cache(ANSWERS)
def visit(now: TableReading, seat: int, stack: tuple[str, ...]) -> CityVisit:
    """Lets a troupe meet these cards alone, by the rules; thefts are from the richest. (F30, F34, F40)"""
    s = state_of(now)
    s.city = s.travel[seat] = put_in_city(s, stack)
    meetings = []
    for code in reversed(stack):
        before = Hands(s.ecus[seat], list(s.stage), list(s.held))
        meet_next_card(s)
        if s.to_act == seat:
            s.to_act = NOBODY
            steal(s, seat, max((p for p in range(s.players) if p != seat), key=lambda p: s.ecus[p]))
        meetings.append(meeting(before, s, seat, CODES.index(code)))
    held = tuple(CODES[actor] for actor in range(ACTORS) for _ in range(s.held[actor]))
    for actor in range(ACTORS):
        s.troupe[seat][actor] += s.held[actor]
    return CityVisit(tuple(meetings), held, s.ecus[seat], difference(s, seat))


class Hands(NamedTuple):
    """What meeting a card can change."""

    ecus: int
    stage: list[int]
    held: list[int]


def meeting(before: Hands, after: State, seat: int, card: int) -> Meeting:
    """What has happened when a card was met."""
    ecus = after.ecus[seat] - before.ecus
    if card >= ACROBAT:
        return Meeting(CODES[card], ecus, "F32", "meet_acrobat")
    if card >= BONUS:
        return Meeting(CODES[card], ecus, "F31", "")
    experience = card % EXPERIENCES + 1
    rule, phrase = f"F{32 + experience}", f"meet_{experience}"
    if experience == 2 and ecus == 0:
        phrase += "_nobody"
    if experience == 3 and after.stage == before.stage and not after.actor3_always_pays:
        phrase += "_nothing"
    if experience == 5 and after.held == before.held:
        phrase += "_unpaid"
    return Meeting(CODES[card], ecus, rule, phrase, sum(after.stage))


def counted(cards: Iterable[str]) -> list[tuple[str, int]]:
    """Every kind of these cards with its copies, in the order of the kinds."""
    return [(card, n) for card, n in sorted(Counter(cards).items(), key=lambda item: CODES.index(item[0]))]


# --- Turns ------------------------------------------------------------------------------------


def turn_of_season(view: View) -> tuple[int, int]:
    """Returns the turn within the season, 0 before its first one, and how many it has. (F61, F63)

    Every deal gives each City a card while there are any, so the cards that are still to come
    say how many turns are.
    """
    before = -(-ENCOUNTERS // CITIES) if view["season"] > 1 else 0  # season 1 plays the whole box (F63)
    turn = max(view["turn"] - before, 0)
    dealt = {"deal": (pending(view, "city") or 1) - 1, "coin": CITIES if view["season"] > 1 else 0}
    cards = sum(view["encounter_deck"].values()) + dealt.get(view["phase"], 0)
    return turn, turn - (-cards // CITIES)
