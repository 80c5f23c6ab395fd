"""Start-of-turn positions of Fourberies from few words, and short names for what is played.

`table(3, cities={1: "C2 T3"}, seats={0: seat(ecus=0)})` is a position in which everything that
is not said is as plain as the rules allow: every other City has one card (Bonuses first), every
hand is full, and the Encounter deck has as many cards as it must have on that turn. What is
neither in the deck nor on the table lies in the discard, so that F115 holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import ludotheque
from ludotheque import Position

GAME = ludotheque.load("fourberies")

ACTORS = [f"{nature}{experience}" for nature in "TC" for experience in range(1, 6)]
KINDS = [*ACTORS, *(f"B{value}" for value in (1, 2, 3)), *(f"A{number}" for number in range(1, 12))]
COPIES = Counter({kind: 3 if kind in ACTORS else 2 if kind[0] == "B" or kind == "A11" else 1 for kind in KINDS})
REQUESTS = [f"R{number}" for number in range(1, 23)]
SPACES = ["r6", "r5", "r4", "r3", "r2", "r1", "y1", "y2", "y3", "y4", "y5", "y6"]
CITIES = list(range(1, 9))
SEASON_1_TURNS = 6
FILLERS = [kind for kind in ("B1", "B2", "B3", "C4", "T4", *KINDS) for _ in range(COPIES[kind])]
LEAD_0_TURN = {2: 5, 3: 4, 4: 5, 5: 6}  # a turn of season 1 on which seat 0 leads (F7)

# --- ids (part 4.1 of the specification) and outcomes (part 8) ----------------------------

KEEP, PASS, NO_REQUEST = 22, 23, 63
RED_2, RED_1, YELLOW_1, YELLOW_2 = 34, 35, 36, 37
TAILS, HEADS = 0, 1


def go(city: int) -> int:
    """CITY, also the outcome of a friendly card."""
    return city - 1


def opponent(offset: int) -> int:
    """OPPONENT at a clockwise offset."""
    return 7 + offset


def actor(code: str) -> int:
    """ACTOR, such as "T3"."""
    return 12 + ACTORS.index(code)


def act(code: str) -> int:
    """PLAY an Acrobat, such as "A5"."""
    return 23 + int(code[1:])


def chameleons(comedians: int) -> int:
    """CHAMELEONS this many as Comedians."""
    return 38 + comedians


def request(code: str) -> int:
    """REQUEST, such as "R17"."""
    return 41 + REQUESTS.index(code)


def card(code: str) -> int:
    """The outcome that deals an Encounter card or draws a Request."""
    return KINDS.index(code) if code in KINDS else REQUESTS.index(code)


# --- positions ----------------------------------------------------------------------------


def seat(
    ecus: int = 3,
    hand: str = "12345678",
    troupe: str = "",
    acrobats: str = "",
    tilted: str = "",
    stage: int = 0,
    requests: str = "",
    played: str = "",
    discarded: str = "",
    shuffled: str = "",
    drawn: int | None = None,
    friends: str | None = None,
) -> dict[str, Any]:
    """A seat in the position format; `friends` is the friendly pile, `drawn` what fits no reshuffle."""
    own = [*requests.split(), *played.split(), *discarded.split()]
    cards = [int(city) for city in hand]
    pile = None if friends is None else [int(city) for city in friends]
    return {
        "ecus": ecus,
        "hand": cards,
        "travel_discard": [city for city in CITIES if city not in cards],
        "troupe": sorted(troupe.split(), key=KINDS.index),
        "acrobats": sorted(acrobats.split(), key=KINDS.index),
        "tilted": sorted(tilted.split(), key=KINDS.index),
        "stage": stage,
        "requests": sorted(requests.split(), key=REQUESTS.index),
        "played": played.split(),
        "request_discard": sorted(discarded.split(), key=REQUESTS.index),
        "request_shuffled": sorted(shuffled.split(), key=REQUESTS.index),
        "requests_drawn": len(own) if drawn is None else drawn,
        "friend_pile": pile,
    }


def table_dict(
    players: int = 3,
    *,
    turn: int | None = None,
    needle: str = "y1",
    cities: Mapping[int, str] = {},
    seats: Mapping[int, dict[str, Any]] = {},
    deck: str = "",
    kept: int | None = None,
    **options: bool,
) -> dict[str, Any]:
    """A start of a turn in the position format.

    `deck` names cards that must be in the deck; `kept` is how many Acrobats the players held
    when season 2 began (all they hold now, unless said).
    """
    turn = LEAD_0_TURN[players] if turn is None else turn
    people = [dict(seats.get(i, seat())) for i in range(players)]
    for person in people:
        settle_friends(person, players, turn)
    held = sum(len(person["acrobats"]) for person in people)
    stacks = {city: cities[city].split() for city in cities}
    rest = COPIES - Counter(deck.split())
    for cards in [*stacks.values(), *(person["troupe"] + person["acrobats"] for person in people)]:
        assert not Counter(cards) - rest, f"too many copies of {Counter(cards) - rest}"
        rest -= Counter(cards)
    for city in CITIES:
        if city not in stacks:
            filler = next(kind for kind in FILLERS if rest[kind])
            stacks[city] = [filler]
            rest -= Counter([filler])
    drawn = deck_of(rest, deck.split(), deck_size(turn, held if kept is None else kept))
    taken = Counter(code for p in people for key in ("requests", "played", "request_discard") for code in p[key])
    assert max(taken.values(), default=1) == 1, f"Requests twice: {taken}"
    check_plausible(stacks, people, turn, held if kept is None else kept)
    position = {
        "game": "fourberies",
        "version": 1,
        "players": players,
        "options": {"unmet_requests": False, "actor3_always_pays": True} | options,
        "season": 1 if turn <= SEASON_1_TURNS else 2,
        "turn": turn,
        "needle": needle,
        "cities": [stacks[city] for city in CITIES],
        "encounter_deck": counts(drawn),
        "encounter_discard": counts(rest + Counter(deck.split()) - drawn),
        "request_deck": [code for code in REQUESTS if code not in taken],
        "seats": people,
        "pending": None,
    }
    return position | opening(position)


def table(players: int = 3, **words: Any) -> Position:
    """The position of such a dict."""
    return GAME.position(table_dict(players, **words))


def check_plausible(stacks: Mapping[int, list[str]], people: list[dict[str, Any]], turn: int, kept: int) -> None:
    """Fails for a position that no game can reach: stacks and discards grow by one a turn at most."""
    of_season = (turn - 1) % SEASON_1_TURNS + 1
    assert all(len(cards) <= of_season for cards in stacks.values()), "a stack is too high"
    dealt = min(8, max(0, 48 - kept - 8 * (of_season - 1))) if turn > SEASON_1_TURNS else 8
    assert all(stacks[city] for city in CITIES[:dealt]), f"Cities 1 to {dealt} have just been dealt a card"
    assert all(len(person["travel_discard"]) < turn for person in people), "too many Travel cards are played"


def settle_friends(person: dict[str, Any], players: int, turn: int) -> None:
    """With 2 players a friendly pile has lost one card a turn and is full again after 7 (F108)."""
    pile = person.pop("friend_pile")
    if players == 2:
        gone = (turn - 1) % 7
        pile = CITIES[gone:] if pile is None else pile
        assert len(pile) == 8 - gone, f"on turn {turn} a friendly pile has {8 - gone} cards"
        person["friend_pile"], person["friend_discard"] = pile, [city for city in CITIES if city not in pile]


def deck_size(turn: int, kept: int) -> int:
    """How many cards a deck has at the start of a turn: 8 a turn are dealt (F61, F63)."""
    if turn <= SEASON_1_TURNS:
        return 48 - 8 * turn
    return max(0, 48 - kept - 8 * (turn - SEASON_1_TURNS))


def deck_of(rest: Counter[str], wanted: list[str], size: int) -> Counter[str]:
    """The wanted cards and, up to the size, the first kinds of the rest."""
    others = [kind for kind in KINDS for _ in range(rest[kind])]
    assert len(wanted) <= size <= len(wanted) + len(others), f"no deck of {size} cards: too much lies on the table"
    return Counter(wanted + others[: size - len(wanted)])


def counts(cards: Counter[str]) -> dict[str, int]:
    """An object code -> copies, positive numbers only, in the order of the kinds."""
    return {kind: cards[kind] for kind in KINDS if cards[kind]}


def opening(position: dict[str, Any]) -> dict[str, Any]:
    """The seat that is asked first, and what (part 9, "Start of a turn")."""
    players, lead = position["players"], position["turn"] - 1
    several = sum(map(bool, position["cities"])) >= 2
    for person in ((lead + k) % players for k in range(players)):
        mine = position["seats"][person]
        straight = [code for code in mine["acrobats"] if code not in mine["tilted"]]
        if ("A1" in straight and mine["travel_discard"]) or ("A2" in straight and several):
            return {"phase": "departure", "to_act": person}
    return {"phase": "friend", "to_act": -1} if players == 2 else {"phase": "travel", "to_act": 0}


BONUSES = ("B1", "B1", "B2", "B2", "B3")


def last_turn(
    players: int = 3,
    *,
    season: int = 1,
    turn: int | None = None,
    needle: str = "y2",
    cities: Mapping[int, str] = {},
    seats: Mapping[int, dict[str, Any]] = {},
    **words: Any,
) -> Position:
    """The last turn of a season after Travel: seat i is alone with a Bonus in City i + 1.

    When the season is scored nothing has changed but this turn's Travel cards, and everybody
    has the Ecus that `seats` says.
    """
    people = {i: dict(seats.get(i, seat())) for i in range(players)}
    for i, person in people.items():
        person["ecus"] -= int(BONUSES[i][1])
    turn = SEASON_1_TURNS * season if turn is None else turn
    bonuses = {i + 1: BONUSES[i] for i in range(players)}
    p = table(players, turn=turn, needle=needle, cities=bonuses | dict(cities), seats=people, **words)
    p = until(p, "friend", "travel")
    return travel(p, *bonuses, friends=(7, 8) if players == 2 else ())


# --- playing ------------------------------------------------------------------------------


def play(p: Position, *choices: int) -> Position:
    """The position after these decisions and outcomes."""
    for choice in choices:
        p = p.play(choice)
    return p


def travel(p: Position, *cities: int, friends: tuple[int, ...] = ()) -> Position:
    """A Travel phase: the friendly cards (2 players), then the City of every seat."""
    for city in friends:
        assert p.phase == "friend"
        p = p.play(go(city))
    for who, city in enumerate(cities):
        assert (p.phase, p.to_act) == ("travel", who)
        p = p.play(go(city))
    return p


def until(p: Position, *phases: str) -> Position:
    """Plays dull answers until one of the phases is reached: pass, keep, play no Request, else the first id."""
    for _ in range(400):
        if p.phase in phases:
            return p
        choices = p.legal() or list(p.outcomes())
        dull = [choice for choice in (PASS, KEEP, NO_REQUEST) if choice in choices and p.to_act != -1]
        p = p.play((dull or choices)[0])
    raise AssertionError(f"none of {phases} was reached")


# --- looking ------------------------------------------------------------------------------


def at(p: Position, who: int) -> dict[str, Any]:
    """A seat of the position's dict."""
    found: dict[str, Any] = p.to_dict()["seats"][who]
    return found


def every(p: Position, key: str) -> list[Any]:
    """A key of all seats."""
    return [person[key] for person in p.to_dict()["seats"]]


def stack(p: Position, city: int) -> list[str]:
    """The cards of a City, first placed first."""
    found: list[str] = p.to_dict()["cities"][city - 1]
    return found


def needle(p: Position) -> str:
    """The space of the needle."""
    return str(p.to_dict()["needle"])


def discarded(before: Position, after: Position) -> Counter[str]:
    """The Encounter cards that came into the discard."""
    old, new = (Counter(p.to_dict()["encounter_discard"]) for p in (before, after))
    return new - old


def earned(before: Position, after: Position) -> list[dict[str, int]]:
    """Per seat how many Ecus each rule gave in between, by the ledger."""
    found = []
    for old, new in zip(before.ledger(), after.ledger(), strict=True):
        change = Counter[str]()
        for rule, points in new:
            change[rule] += points
        for rule, points in old:
            change[rule] -= points
        found.append({rule: points for rule, points in change.items() if points})
    return found
