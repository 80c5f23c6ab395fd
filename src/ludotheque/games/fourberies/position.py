"""The position format of Fourberies: one JSON object, written and read. (part 9 of the specification)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.contract.reading import JsonReader

from ...kernel.state import CHANCE, OVER
from .about import OPTIONS, VERSION
from .actions import COIN, DEAL, FINISHED, LAST_DECISION, PHASES
from .box import (
    ACROBAT,
    ACROBATS,
    ACTORS,
    ALL_CARDS,
    CHAMELEON,
    CITIES,
    CODES,
    COPIES,
    ENCOUNTERS,
    KINDS,
    MANAGERS,
    REQUEST_CODES,
    REQUESTS,
    SEASONS,
    SPACE_CODES,
    STACK,
)
from .checks import check_course
from .pending import pending, read_pending
from .rules.travel import FRIENDLY_PLAYERS
from .rules.treasury import F3_START, F78_OWNED, gain
from .state import DECK, DISCARD_OF, HAND, NOBODY, NONE, PLAYED_BY, State

ACTOR_CODES, ACROBAT_CODES = CODES[:ACTORS], CODES[ACROBAT:]
KEYS = (
    "game", "version", "players", "options", "to_act", "phase", "season", "turn", "needle", "cities",
    "encounter_deck", "encounter_discard", "request_deck", "seats", "pending",
)  # fmt: skip
MOST_TURNS = 9_999  # far beyond any game
SEAT_KEYS = (
    "ecus", "hand", "travel_discard", "troupe", "acrobats", "tilted", "stage", "requests", "played",
    "request_discard", "request_shuffled", "requests_drawn", "friend_pile", "friend_discard",
)  # fmt: skip
MOST_ECUS = 10_000  # far beyond any game; keeps numbers within the state's fields


# --- writing ------------------------------------------------------------------------------


def write(s: State) -> dict[str, Any]:
    """The position of a state."""
    written = written_table(s)
    written["request_deck"] = requests_in(s, DECK)
    written["seats"] = [written_seat(s, p) | written_requests(s, p) for p in range(s.players)]
    written["pending"] = pending(s)
    return written


def view(s: State, seat: int) -> dict[str, Any]:
    """What a seat may know, of a state that is hidden for it."""
    written = written_table(s)
    written["request_deck"] = s.requests_left
    written["seats"] = [
        written_seat(s, p) | (written_requests(s, p) if p == seat else counted_requests(s, p)) for p in range(s.players)
    ]
    written["pending"] = pending(s)
    return written


def written_table(s: State) -> dict[str, Any]:
    """What lies on the table for all to see, and who is to act."""
    return {
        "game": "fourberies",
        "version": VERSION,
        "players": s.players,
        "options": written_options(s),
        "to_act": None if s.to_act in (OVER, NOBODY) else s.to_act,
        "phase": PHASES[s.phase],
        "season": s.season,
        "turn": s.turn,
        "needle": None if s.needle == NONE else SPACE_CODES[s.needle],
        "cities": [[CODES[card] for card in s.stack[c][: s.height[c]]] for c in range(CITIES)],
        "encounter_deck": copies(s.deck),
        "encounter_discard": copies(s.discard),
    }


def written_options(s: State) -> dict[str, Any]:
    codes = (s.unmet_requests, s.actor3_always_pays)
    return {option.name: option.values[code] for option, code in zip(OPTIONS, codes, strict=True)}


def copies(counts: list[int]) -> dict[str, int]:
    return {code: n for code, n in zip(CODES, counts, strict=True) if n}


def multiset(counts: list[int], codes: Sequence[str]) -> list[str]:
    return [code for code, n in zip(codes, counts, strict=True) for _ in range(n)]


def written_cards(cards: int) -> list[int]:
    return [city + 1 for city in range(CITIES) if cards >> city & 1]


def written_seat(s: State, p: int) -> dict[str, Any]:
    """What everybody sees of a seat."""
    written: dict[str, Any] = {
        "ecus": s.ecus[p],
        "hand": written_cards(s.hand[p]),
        "travel_discard": written_cards(ALL_CARDS ^ s.hand[p]),
        "troupe": multiset(s.troupe[p], ACTOR_CODES),
        "acrobats": multiset(s.acrobats[p], ACROBAT_CODES),
        "tilted": multiset(s.tilted[p], ACROBAT_CODES),
        "stage": s.stage[p],
        "played": [REQUEST_CODES[r] for r in s.played[p] if r != NONE],
        "requests_drawn": s.drawn[p],
    }
    if s.players == FRIENDLY_PLAYERS:
        written["friend_pile"] = written_cards(s.pile[p])
        written["friend_discard"] = written_cards(ALL_CARDS ^ s.pile[p])
    return written


def requests_in(s: State, place: int) -> list[str]:
    return [code for code, there in zip(REQUEST_CODES, s.request, strict=True) if there == place]


def written_requests(s: State, p: int) -> dict[str, Any]:
    """What a seat itself knows of its Requests."""
    return {
        "requests": requests_in(s, HAND + p),
        "request_discard": requests_in(s, DISCARD_OF + p),
        "request_shuffled": [REQUEST_CODES[r] for r in range(REQUESTS) if s.shuffled[r] == p],
    }


def counted_requests(s: State, p: int) -> dict[str, Any]:
    """What others know of a seat's Requests."""
    return {"requests": s.holding[p], "request_discard": s.discarded[p], "request_shuffled": None}


# --- reading ------------------------------------------------------------------------------


def read(s: State, d: Mapping[str, Any]) -> None:
    """Puts the position into a state for which `begin` was called; raises BadPosition."""
    top = JsonReader(d)
    top.only(*KEYS)
    read_turn(s, top)
    read_encounters(s, top)
    s.request = [NONE] * REQUESTS
    place_requests(s, DECK, top, "request_deck")
    s.requests_left = s.request.count(DECK)
    seats = top.items("seats", s.players)
    for p in range(s.players):
        read_seat(s, p, seats.object(str(p)))
    for p in range(s.players):
        read_memory(s, p, seats.object(str(p)))
    check_requests(s, top)
    read_pending(s, top)
    check_encounters(s, top)
    check_course(s, top)


def read_turn(s: State, top: JsonReader) -> None:
    """Whose turn it is, which phase, which season and turn, and the needle."""
    s.phase = top.choice("phase", PHASES)
    if s.phase == FINISHED:
        top.choice("to_act", (None,))
        s.to_act = OVER
    elif s.phase <= LAST_DECISION:
        s.to_act = top.number("to_act", 0, s.players - 1)
    else:
        s.to_act = top.number("to_act", CHANCE, CHANCE)
    s.season = top.number("season", 1, SEASONS)
    top.unless(s.phase != FINISHED or s.season == SEASONS, "season", "the game ends after season 2 (F90).")
    first_coin = s.season == 1 and s.phase == COIN
    set_up = s.season == 1 and s.phase in (COIN, DEAL)
    s.turn = top.number("turn", 0 if set_up else 1, 0 if first_coin else MOST_TURNS)
    s.coin_due = int(s.phase == COIN and not first_coin)
    top.unless(top.has("needle") != first_coin, "needle", "it is null until the first coin is tossed, and only then.")
    s.needle = NONE if first_coin else top.choice("needle", SPACE_CODES)


def read_encounters(s: State, top: JsonReader) -> None:
    """The stacks of the Cities, the Encounter deck and discard."""
    cities = top.items("cities", CITIES)
    for city in range(CITIES):
        stack = cities.items(str(city), most=STACK)
        for place in range(len(stack.value)):
            s.stack[city][place] = stack.choice(str(place), CODES)
        s.height[city] = len(stack.value)
    for key, counts in (("encounter_deck", s.deck), ("encounter_discard", s.discard)):
        found = top.object(key)
        found.only(*CODES)
        counts[:] = [found.number(code, 1, ENCOUNTERS) if code in found.value else 0 for code in CODES]
    s.cards_left = sum(s.deck)


def read_seat(s: State, p: int, seat: JsonReader) -> None:
    """All that a seat owns."""
    friendly = s.players == FRIENDLY_PLAYERS
    seat.only(*(SEAT_KEYS if friendly else SEAT_KEYS[:-2]))
    gain(s, p, F3_START, -s.ecus[p])
    gain(s, p, F78_OWNED, seat.number("ecus", 0, MOST_ECUS))
    s.hand[p] = read_cards(seat, "hand", "travel_discard")
    if friendly:
        s.pile[p] = read_cards(seat, "friend_pile", "friend_discard")
    for card in read_codes(seat, "troupe", ACTOR_CODES, ENCOUNTERS):
        s.troupe[p][card] += 1
    for card in read_codes(seat, "acrobats", ACROBAT_CODES, ENCOUNTERS):
        s.acrobats[p][card] += 1
    for card in read_codes(seat, "tilted", ACROBAT_CODES, ENCOUNTERS):
        s.tilted[p][card] += 1
    for acrobat in range(ACROBATS):
        straight = s.acrobats[p][acrobat] - s.tilted[p][acrobat]
        seat.unless(straight >= 0, "tilted", "it must be among the seat's own Acrobats (F23).")
    seat.unless(s.tilted[p][CHAMELEON] == 0, "tilted", "a Chameleon is never tilted.")
    s.stage[p] = seat.number("stage", 0, MANAGERS)
    place_requests(s, HAND + p, seat, "requests")
    place_requests(s, DISCARD_OF + p, seat, "request_discard")
    s.holding[p], s.discarded[p] = s.request.count(HAND + p), s.request.count(DISCARD_OF + p)
    most = SEASONS if s.phase == FINISHED else s.season - 1
    played = read_codes(seat, "played", REQUEST_CODES, most)
    place_requests(s, PLAYED_BY + p, seat, "played")
    s.played[p][: len(played)] = played


def read_codes(reader: JsonReader, key: str, codes: Sequence[str], most: int) -> list[int]:
    """A list of cards, in any order, as their indices among the codes."""
    items = reader.items(key, most=most)
    return [items.choice(str(i), codes) for i in range(len(items.value))]


def read_cards(seat: JsonReader, key: str, discard_key: str) -> int:
    """A hand or pile of Travel cards; the discard must hold the others. (F115)"""
    found = [read_cities(seat, key), read_cities(seat, discard_key)]
    seat.unless(sorted(found[0] + found[1]) == list(range(CITIES)), key, f"it and {discard_key} hold 1 to 8 (F115).")
    return sum(1 << city for city in found[0])


def read_cities(seat: JsonReader, key: str) -> list[int]:
    items = seat.items(key, most=CITIES)
    return [items.number(str(i), 1, CITIES) - 1 for i in range(len(items.value))]


def place_requests(s: State, place: int, reader: JsonReader, key: str) -> None:
    """Puts the Requests of a list in their place; each can be in one place only. (F115)"""
    for r in read_codes(reader, key, REQUEST_CODES, REQUESTS):
        reader.unless(s.request[r] == NONE, key, f"there is only one {REQUEST_CODES[r]} (F115).")
        s.request[r] = place


def read_memory(s: State, p: int, seat: JsonReader) -> None:
    """What a seat has drawn since the last reshuffle, and knows to have been in its deck."""
    if "requests_drawn" in seat.value:
        s.drawn[p] = seat.number("requests_drawn", 0, REQUESTS)
    own = s.holding[p] + s.discarded[p] + sum(r != NONE for r in s.played[p])
    seat.unless(s.drawn[p] <= own, "requests_drawn", f"the seat has only {own} Requests in hand, discarded or played.")
    if "request_shuffled" not in seat.value:
        return
    for r in read_codes(seat, "request_shuffled", REQUEST_CODES, REQUESTS):
        code = REQUEST_CODES[r]
        seat.unless(
            s.request[r] not in (HAND + p, DISCARD_OF + p) and s.request[r] < PLAYED_BY,
            "request_shuffled", f"{code} was drawn or played since.",
        )  # fmt: skip
        seat.unless(s.shuffled[r] == NONE, "request_shuffled", f"only one seat had discarded {code}.")
        s.shuffled[r] = p


# --- what must add up (F115) --------------------------------------------------------------


def check_requests(s: State, top: JsonReader) -> None:
    """There are 22 Requests, and what the seats have drawn fits what they have."""
    missing = [code for code, place in zip(REQUEST_CODES, s.request, strict=True) if place == NONE]
    top.unless(not missing, "request_deck", f"{', '.join(missing)} must be somewhere (F115).")
    last_deck = s.requests_left + sum(s.drawn)
    top.unless(last_deck <= REQUESTS, "request_deck", f"with the cards drawn since it had {last_deck} Requests.")
    shuffled = [r for r in range(REQUESTS) if s.shuffled[r] != NONE]
    for p in range(s.players):
        took = sum(s.request[r] in (HAND + p, DISCARD_OF + p) for r in shuffled)
        at = f"seats[{p}]."
        top.unless(
            took <= s.drawn[p],
            at + "requests_drawn", f"the seat has {took} Requests that were in the deck of the last reshuffle.",
        )  # fmt: skip
        top.unless(
            last_deck < REQUESTS or p not in s.shuffled,
            at + "request_shuffled", "the deck of the set-up was never reshuffled.",
        )  # fmt: skip


def check_encounters(s: State, top: JsonReader) -> None:
    """There are 48 Encounter cards, wherever they lie, and no stack can grow too high."""
    for kind in range(KINDS):
        n = s.deck[kind] + s.discard[kind] + sum(stack.count(kind) for stack in s.stack)
        if kind < ACTORS:
            n += s.held[kind] + sum(troupe[kind] for troupe in s.troupe)
        elif kind >= ACROBAT:
            n += sum(acrobats[kind - ACROBAT] for acrobats in s.acrobats)
        top.unless(
            n == COPIES[kind],
            "encounter_deck", f"there are {n} cards {CODES[kind]} on the table and in the piles, not {COPIES[kind]}.",
        )  # fmt: skip
    next_city = s.city if s.phase == DEAL else 0
    for city in range(CITIES):
        coming = len(range((city - next_city) % CITIES, s.cards_left, CITIES))
        top.unless(
            s.height[city] + coming <= STACK,
            f"cities[{city}]", f"at most {STACK} cards can ever lie in front of a City.",
        )  # fmt: skip
