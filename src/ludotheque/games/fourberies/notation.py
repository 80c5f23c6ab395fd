"""Short texts and sentences for actions and chance outcomes.

| text          | meaning                              | text         | meaning                              |
|---------------|--------------------------------------|--------------|--------------------------------------|
| 3             | City 3                               | tails, heads | tragedy, comedy                      |
| +1            | the opponent 1 seat clockwise        | T3 ... A11   | this Encounter card is dealt         |
| T3, C2        | this Actor                           | R7           | this Request is drawn                |
| keep, pass    | nobody to Court, no Acrobat          | 5            | the friendly card of City 5 is drawn |
| A5            | play this Acrobat                    |              |                                      |
| red2, yellow1 | move the needle                      |              |                                      |
| 1C            | one Chameleon as a Comedian          |              |                                      |
| R7, none      | this Request, no Request             |              |                                      |
"""

from __future__ import annotations

from ludotheque.contract.phrases import Phrase

from ...kernel.state import CHANCE
from . import actions, box
from .refusals import refuse as refuse
from .rules.acrobats import counterpart, needle_move, opponent_of
from .rules.requests import next_drawer
from .rules.travel import next_friend
from .state import NONE, State

CITY_TEXTS = [str(city + 1) for city in range(box.CITIES)]
COIN_TEXTS = ["tails", "heads"]
ACTION_TEXTS = [
    *CITY_TEXTS,
    *(f"+{offset}" for offset in range(1, box.PLAYERS)),
    *box.CODES[: box.ACTORS],
    "keep",
    "pass",
    *box.CODES[box.ACROBAT : box.ACROBAT + actions.NEEDLE - actions.PLAY],
    *("red2", "red1", "yellow1", "yellow2"),
    *("0C", "1C", "2C"),
    *box.REQUEST_CODES,
    "none",
]


def outcome_texts(s: State) -> list[str]:
    return {
        actions.COIN: COIN_TEXTS,
        actions.DEAL: box.CODES,
        actions.DRAW: box.REQUEST_CODES,
        actions.FRIEND: CITY_TEXTS,
    }[s.phase]


# --- sentences ------------------------------------------------------------------------------


def seat_phrase(p: int) -> Phrase:
    return Phrase("terms.seat", {"number": p + 1})


def city_key(city: int) -> str:
    return f"cities.c{city + 1}"


def describe(s: State, choice: int) -> Phrase:
    """The sentence of an action, or of an outcome at a chance event."""
    if s.to_act == CHANCE:
        return describe_outcome(s, choice)
    if choice < actions.OPPONENT:
        return describe_city(s, choice - actions.CITY)
    if choice < actions.ACTOR:
        return describe_opponent(s, choice)
    if choice < actions.KEEP:
        return describe_actor(s, choice - actions.ACTOR)
    if choice == actions.KEEP:
        return Phrase("actions.keep")
    if choice == actions.PASS:
        return Phrase("actions.pass")
    if choice < actions.NEEDLE:
        return Phrase("actions.play_acrobat", {"card": f"cards.{ACTION_TEXTS[choice]}"})
    if choice < actions.CHAMELEONS:
        spaces = needle_move(choice)
        colour = "terms.red" if spaces < 0 else "terms.yellow"
        return Phrase("actions.needle", {"count": abs(spaces), "colour": colour})
    if choice < actions.REQUEST:
        return Phrase("actions.chameleons", {"count": choice - actions.CHAMELEONS})
    if choice == actions.NO_REQUEST:
        return Phrase("actions.no_request")
    key = {actions.DISCARD: "actions.discard_request", actions.ANSWER: "actions.play_request"}.get(
        s.phase, "actions.card_bare"
    )
    return Phrase(key, {"card": f"cards.{ACTION_TEXTS[choice]}"})


def describe_city(s: State, city: int) -> Phrase:
    gaps = {"city": city_key(city)}
    if s.phase == actions.TRAVEL:
        return Phrase("actions.travel", gaps)
    if s.phase == actions.REPLACE:
        return Phrase("actions.replace", gaps)
    if s.phase == actions.DETAIL and s.acrobat == box.JUGGLER:
        return Phrase("actions.swap_first" if s.first == NONE else "actions.swap_second", gaps)
    if s.phase == actions.DETAIL and s.acrobat == box.FIRE_EATER and s.height[city] > 0:
        return Phrase("actions.burn", gaps | {"card": f"cards.{box.CODES[s.stack[city][s.height[city] - 1]]}"})
    return Phrase("actions.city_bare", gaps)


def describe_opponent(s: State, action: int) -> Phrase:
    p = opponent_of(s, max(s.to_act, 0), action)
    gaps = {"seat": seat_phrase(p)}
    if s.phase == actions.THEFT:
        return Phrase("actions.steal", gaps)
    if s.phase == actions.DETAIL and s.acrobat == box.CUTPURSE:
        return Phrase("actions.cut_purse", gaps | {"count": min(box.CUTPURSE_ECUS, s.ecus[p])})
    if s.phase == actions.DETAIL and s.acrobat == box.CHARMER:
        return Phrase("actions.charm_opponent", gaps)
    return Phrase("actions.seat_bare", gaps)


def describe_actor(s: State, actor: int) -> Phrase:
    gaps = {"card": f"cards.{box.CODES[actor]}"}
    if s.phase == actions.COURT:
        return Phrase("actions.court", gaps)
    if s.phase == actions.DETAIL and s.acrobat == box.CHARMER:
        return Phrase("actions.charm_actor", gaps | {"other_card": f"cards.{box.CODES[counterpart(actor)]}"})
    return Phrase("actions.card_bare", gaps)


def describe_outcome(s: State, outcome: int) -> Phrase:
    if s.phase == actions.COIN:
        return Phrase("chance.coin_comedy" if outcome else "chance.coin_tragedy")
    if s.phase == actions.DEAL:
        return Phrase("chance.deal", {"card": f"cards.{box.CODES[outcome]}", "city": city_key(s.city)})
    if s.phase == actions.DRAW:
        card = f"cards.{box.REQUEST_CODES[outcome]}"
        return Phrase("chance.draw", {"seat": seat_phrase(next_drawer(s)), "card": card})
    return Phrase("chance.friend", {"seat": seat_phrase(next_friend(s)), "city": city_key(outcome)})


def describe_secret(s: State) -> Phrase:
    """What others are told of a choice they may not see."""
    if s.phase == actions.DRAW:
        return Phrase("chance.draw_secret", {"seat": seat_phrase(next_drawer(s))})
    if s.phase == actions.FRIEND:
        return Phrase("chance.friend_secret", {"seat": seat_phrase(next_friend(s))})
    key = "actions.secret_discard" if s.phase == actions.DISCARD else "actions.secret"
    return Phrase(key, {"seat": seat_phrase(s.to_act)})
