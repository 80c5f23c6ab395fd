"""What the rules foretell on the state of a scene: a visit to a City, the King's judgement, Requests, the needle."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from ludotheque.contract.scene import View

from ..actions import COIN, DEAL
from ..box import (
    ACROBAT,
    ACTORS,
    BONUS,
    CHAMELEON,
    CITIES,
    CODES,
    ENCOUNTERS,
    EXPERIENCES,
    PLAYERS,
    REQUEST_CODES,
    SPACE_CODES,
    STACK,
)
from ..rules.court import mood, move_needle, pull
from ..rules.objectives import difference, is_met
from ..rules.resolution import discard_stack, meet_next_card, steal
from ..rules.scoring import pay_actors, pay_shows
from ..rules.treasury import F70_ACTORS, F73_SHOW, F74_BEST, fewest_ecus
from ..state import NOBODY, NONE, State

VISITS = 1 << 12  # cached; few decisions change what waits in a City
EMPTY = State()  # what is foretold is played on copies of it, which hold only what it depends on


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
    s = EMPTY.copy()
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
    troupes = [(tuple(s.troupe[p]), s.acrobats[p][CHAMELEON], s.declared[p]) for p in range(s.players)]
    return _judgements(s.season, s.needle, tuple(troupes))


@functools.lru_cache(1 << 10)
def _judgements(
    season: int, needle: int, troupes: tuple[tuple[tuple[int, ...], int, int], ...]
) -> tuple[Judgement, ...]:
    """Pays troupes, each with its Chameleons and how many of them are declared to be Comedians, by the rules."""
    s = EMPTY.copy()
    s.players, s.season, s.needle = len(troupes), season, needle
    for p, (actors, chameleons, declared) in enumerate(troupes):
        s.troupe[p], s.acrobats[p][CHAMELEON], s.declared[p] = list(actors), chameleons, declared
    if needle != NONE:
        pay_actors(s)
        pay_shows(s)
    return tuple(
        Judgement(paid[F70_ACTORS], difference(s, p), paid[F73_SHOW] + paid[F74_BEST], paid[F74_BEST] > 0)
        for p, paid in enumerate(s.ledger[: s.players])
    )


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
    """What a troupe would meet in a City alone, if it keeps all Actors."""

    meetings: tuple[Meeting, ...]
    held: tuple[str, ...]  # Actors who may be sent to Court
    ecus: int  # gained or paid
    difference: int  # what the show gains (F72)


class CityGuest(NamedTuple):
    """All that decides what a troupe would meet in a City, besides the cards there."""

    ecus: int
    victims: int  # the Ecus of all others, as far as the cards of a City can take them
    managers: int  # its own on the stage
    others: int  # the Managers of the others there
    declared: bool  # whether its Chameleons count already (F71)
    always_pays: int  # the option of F35


def guest_of(s: State, seat: int) -> CityGuest:
    """A seat as the visitor of a City. What other seats do elsewhere does not change it."""
    ecus, managers = s.ecus[seat], s.stage[seat]
    victims, others = min(sum(s.ecus[: s.players]) - ecus, STACK), sum(s.stage[: s.players]) - managers
    return CityGuest(ecus, victims, managers, others, s.declared[seat] != NONE, s.actor3_always_pays)


def cards_in(s: State, city: int) -> tuple[int, ...]:
    """The cards of a City, counted from 0; first placed first."""
    return tuple(s.stack[city][: s.height[city]])


def visit(who: CityGuest, stack: tuple[int, ...]) -> CityVisit:
    """What a troupe would meet alone in a City with these cards."""
    most = len(stack)  # no card pays or takes more than 1 Ecu of a purse
    return _visit(CityGuest(min(who.ecus, most), min(who.victims, most), *who[2:]), stack)


@functools.lru_cache(VISITS)
def _visit(who: CityGuest, stack: tuple[int, ...]) -> CityVisit:
    """Lets seat 0 meet the cards alone, by the rules; seat 1 has what all others have. (F30, F34, F40)"""
    s = with_stack(stack)
    s.players, s.strongman, s.to_act, s.actor3_always_pays = 2, NONE, NOBODY, who.always_pays
    s.travel, s.declared[0] = [0, *[NONE] * (PLAYERS - 1)], 0 if who.declared else NONE
    s.ecus[:2], s.stage[:2] = (who.ecus, who.victims), (who.managers, who.others)
    meetings = []
    for card in reversed(stack):
        ecus, stage, held = s.ecus[0], s.stage[0], list(s.held)
        meet_next_card(s)
        if s.to_act == 0:
            s.to_act = NOBODY
            steal(s, 0, 1)
        rule, phrase = what_happened(
            card, s.ecus[0] != ecus, s.stage[0] != stage or bool(who.always_pays), s.held != held
        )
        meetings.append(Meeting(CODES[card], s.ecus[0] - ecus, rule, phrase, sum(s.stage)))
    s.troupe[0] = list(s.held)
    held_codes = tuple(CODES[actor] for actor in range(ACTORS) for _ in range(s.held[actor]))
    return CityVisit(tuple(meetings), held_codes, s.ecus[0] - who.ecus, difference(s, 0))


@functools.lru_cache(VISITS)
def in_company(stack: tuple[int, ...], needle: int) -> str:
    """The space of the needle after several have come to a City with these cards, "" before the first coin. (F43)"""
    if needle == NONE:
        return ""
    s = with_stack(stack)
    s.needle = needle
    move_needle(s, discard_stack(s, 0))
    return SPACE_CODES[s.needle]


def with_stack(stack: tuple[int, ...]) -> State:
    """A state with cards in the first City, and nothing else."""
    s = EMPTY.copy()
    s.stack[0][: len(stack)], s.height[0] = stack, len(stack)
    return s


def what_happened(card: int, paid: bool, staged: bool, joined: bool) -> tuple[str, str]:
    """The rule behind meeting a card, and how the board puts it into words."""
    if card >= ACROBAT:
        return "F32", "meet_acrobat"
    if card >= BONUS:
        return "F31", ""
    experience = card % EXPERIENCES + 1
    without = {2: "" if paid else "_nobody", 3: "" if staged else "_nothing", 5: "" if joined else "_unpaid"}
    return f"F{32 + experience}", f"meet_{experience}{without.get(experience, '')}"
