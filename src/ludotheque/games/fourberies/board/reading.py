"""What the rules say of a view: `seen` puts what it shows into a state, on which forecasts are made."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from ..box import ACROBAT, ACTORS, BONUS, CITIES, CODES, ENCOUNTERS, EXPERIENCES, PLAYERS, REQUEST_CODES, SPACE_CODES
from ..rules.court import mood, move_needle, pull
from ..rules.objectives import difference, is_met
from ..rules.resolution import discard_stack, meet_next_card, steal
from ..rules.scoring import pay_actors, pay_shows
from ..rules.treasury import F70_ACTORS, F73_SHOW, F74_BEST, fewest_ecus
from ..state import NOBODY, NONE, State

View = dict[str, Any]


def seen(view: View) -> State:
    """The part of a view that the rules below ask about, as a state."""
    s = State()
    s.players, s.season, s.turn = view["players"], view["season"], view["turn"]
    s.actor3_always_pays = int(view["options"]["actor3_always_pays"])
    s.to_act = NOBODY
    s.city = s.strongman = NONE
    s.needle = NONE if view["needle"] is None else SPACE_CODES.index(view["needle"])
    s.travel, s.friend, s.declared = [NONE] * PLAYERS, [NONE] * PLAYERS, [NONE] * PLAYERS
    for c, cards in enumerate(view["cities"]):
        s.height[c] = len(cards)
        s.stack[c][: len(cards)] = [CODES.index(card) for card in cards]
    for p, seat in enumerate(view["seats"]):
        s.ecus[p], s.stage[p] = seat["ecus"], seat["stage"]
        s.hand[p] = sum(1 << city - 1 for city in seat["hand"])
        for card in seat["troupe"]:
            s.troupe[p][CODES.index(card)] += 1
        for card in seat["acrobats"]:
            s.acrobats[p][CODES.index(card) - ACROBAT] += 1
    for p, declared in enumerate(pending(view, "chameleons") or ()):
        s.declared[p] = NONE if declared is None else declared
    return s


def pending(view: View, key: str) -> Any:
    """What is under way, such as "held"; None if nothing of the kind is."""
    return (view["pending"] or {}).get(key)


# --- The King ---------------------------------------------------------------------------------


def mood_of(s: State) -> str | None:
    """ "T" for tragedy, "C" for comedy, None before the first coin. (F42)"""
    return None if s.needle == NONE else "TC"[mood(s)]


def space_after(s: State, pulls: int) -> str:
    """Where the needle would stand after a pull at Court. (F41)"""
    after = s.copy()
    move_needle(after, pulls)
    return SPACE_CODES[after.needle]


def space_after_court(s: State, card: str) -> str:
    """Where the needle would stand with this Actor at Court. (F41)"""
    return space_after(s, pull(CODES.index(card)))


def space_after_company(s: State, city: int) -> str:
    """Where the needle would stand if several troupes met in this City. (F43)"""
    return space_after(s, discard_stack(s.copy(), city - 1))


class Judgement(NamedTuple):
    """What the season would pay a player if it ended now."""

    actors: int  # Ecus (F70)
    difference: int  # (F72)
    show: int  # Ecus (F73, F74)
    best: bool


def judgements(s: State) -> list[Judgement]:
    """What the season would pay every seat, Requests left out; nothing before the first coin."""
    after = s.copy()
    if mood_of(s):
        pay_actors(after)
        pay_shows(after)
    return [
        Judgement(paid[F70_ACTORS], difference(s, p), paid[F73_SHOW] + paid[F74_BEST], paid[F74_BEST] > 0)
        for p, paid in enumerate(after.ledger[: s.players])
    ]


def request_is_met(s: State, seat: int, request: str) -> bool:
    """Whether a Request would pay now. (F75)"""
    return is_met(s, seat, REQUEST_CODES.index(request), fewest_ecus(s))


# --- Cities -----------------------------------------------------------------------------------


class Meeting(NamedTuple):
    """What a card does for a troupe that is alone in its City."""

    card: str
    ecus: int  # gained or paid
    rule: str
    phrase: str  # in the words of the board
    managers: int = 0  # on the stage then


class Visit(NamedTuple):
    """What a troupe would meet that is alone in a City, if it keeps all Actors."""

    meetings: list[Meeting]
    held: list[str]  # Actors who may be sent to Court
    ecus: int
    difference: int


def visit(now: State, seat: int, city: int) -> Visit:
    """A troupe alone in a City, by the rules; thefts are from the richest. (F30-F40)"""
    s = now.copy()
    s.city = s.travel[seat] = city - 1
    meetings = []
    while s.height[s.city] > 0:
        card, before = s.stack[s.city][s.height[s.city] - 1], s.copy()
        meet_next_card(s)
        if s.to_act == seat:
            s.to_act = NOBODY
            steal(s, seat, max((p for p in range(s.players) if p != seat), key=lambda p: s.ecus[p]))
        meetings.append(meeting(before, s, seat, card))
    held = [CODES[actor] for actor in range(ACTORS) for _ in range(s.held[actor])]
    for actor in range(ACTORS):
        s.troupe[seat][actor] += s.held[actor]
    return Visit(meetings, held, s.ecus[seat], difference(s, seat))


def meeting(before: State, after: State, seat: int, card: int) -> Meeting:
    """What has happened when a card was met."""
    ecus = after.ecus[seat] - before.ecus[seat]
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


def counted(cards: list[str]) -> list[tuple[str, int]]:
    """Every kind of these cards with its copies, in the order of the kinds."""
    return [(card, n) for card, n in sorted(Counter(cards).items(), key=lambda item: CODES.index(item[0]))]


# --- Turns ------------------------------------------------------------------------------------


def turn_of_season(view: View) -> tuple[int, int]:
    """The turn within the season, 0 before its first one, and how many it has. (F60-F63)

    Every deal gives each City a card while there are any, so the cards that are still to come
    say how many turns are.
    """
    before = -(-ENCOUNTERS // CITIES) if view["season"] > 1 else 0  # season 1 plays the whole box (F63)
    turn = max(view["turn"] - before, 0)
    dealt = {"deal": (pending(view, "city") or 1) - 1, "coin": CITIES if view["season"] > 1 else 0}
    cards = sum(view["encounter_deck"].values()) + dealt.get(view["phase"], 0)
    return turn, turn - (-cards // CITIES)
