"""The position format of Fourberies: one table of fields, written and read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.contract import position_fields as kind
from ludotheque.contract.position_fields import FLAG, SEAT, Fields, Kind, PositionField
from ludotheque.contract.reading import JsonReader, name_of, refuse_unless

from ...kernel.state import CHANCE, OVER
from . import actions, box
from .about import VERSION
from .actions import COIN, DEAL, DEPARTURE, DETAIL, DISCARD, DRAW, FINISHED, FRIEND, PHASES, TRAVEL
from .box import ACROBAT, ACTORS, ALL_CARDS, CITIES, CODES, ENCOUNTERS, REQUEST_CODES, REQUESTS, SEASONS, STACK
from .position_checks import check, check_cards, open_turn
from .rules.travel import FRIENDLY_PLAYERS
from .rules.treasury import F3_START, F78_OWNED, gain
from .state import DECK, DISCARD_OF, HAND, NONE, PLAYED_BY, UNKNOWN, State

MOST_TURNS, MOST_ECUS = 9_999, 10_000  # far beyond any game; they keep numbers within the state's fields
MOST_CHAMELEONS = 2  # a seat declares at most two; there are no action ids for more
FIRST_QUESTIONS = (DEPARTURE, FRIEND, TRAVEL)  # a turn starts with one of these


# --- the fields that only Fourberies has ------------------------------------------------------


def is_first_coin(s: State) -> bool:
    return s.season == 1 and s.phase == COIN


def is_friendly(s: State) -> bool:
    return s.players == FRIENDLY_PLAYERS


def rest_of(name: str, key: str) -> PositionField:
    """The Travel cards that a hand or pile lacks lie in its discard. (F115)"""

    def read(s: State, p: int, found: JsonReader) -> None:
        fits = CARDS.decode(s, found) == ALL_CARDS ^ getattr(s, name)[p]
        other = found.path.rpartition(".")[2]
        refuse_unless(
            fits,
            f"seats[{p}].{key}",
            f"together with “{name_of('labels', other)}” it must hold the cards 1 to 8 (F115).",
        )

    return PositionField(lambda s, p, viewer: CARDS.encode(s, ALL_CARDS ^ getattr(s, name)[p]), read)


def requests(place: int) -> PositionField:
    """The Requests in one place; each is in one place only. (F115)"""

    def read(s: State, p: int | None, found: JsonReader) -> None:
        for r in found.pieces(REQUEST_CODES, REQUESTS):
            sentence = f"{name_of('cards', REQUEST_CODES[r])} is somewhere else already (F115)."
            refuse_unless(s.request[r] == NONE, found, sentence)
            s.request[r] = place + (p or 0)

    return kind.where("request", REQUEST_CODES, place, NONE)._replace(read=read)


def read_played(s: State, p: int, found: JsonReader) -> None:
    """At most one Request is played in a season."""
    requests(PLAYED_BY).read(s, p, found)
    played = found.pieces(REQUEST_CODES, SEASONS if s.phase == FINISHED else s.season - 1)
    s.played[p][: len(played)] = played


def read_first(s: State, found: JsonReader) -> int:
    found.unless(s.acrobat in FIRST, "this Acrobat has only one detail.")
    return int(FIRST[s.acrobat].decode(s, found))


def write_pending(s: State, p: None, viewer: int | None) -> dict[str, Any] | None:
    """What is under way; nothing at the start of a turn, as far as the viewer can know, and at the end."""
    # A chosen Travel card that is hidden does not count: others would see when the first one is chosen.
    asked = s.spoken or max(s.travel) >= 0 or any(city != NONE for city in s.friend)
    if s.phase == FINISHED or (s.phase in FIRST_QUESTIONS and not asked):
        return None
    return (FORTUNE if s.acrobat == box.FORTUNE_TELLER else UNDER_WAY[s.phase]).write(s, p, viewer)


def read_pending(s: State, p: None, found: JsonReader) -> None:
    if found.absent:
        refuse_unless(s.phase in (*FIRST_QUESTIONS, COIN, FINISHED), "pending", "it is missing.")
        return
    found.unless(s.phase != FINISHED, "nothing is pending when the game is over.")
    tells_fortunes = s.phase in (DRAW, DISCARD) and isinstance(found.value, Mapping) and "acrobat" in found.value
    (FORTUNE if tells_fortunes else UNDER_WAY[s.phase]).read(s, found)
    if s.phase in (DEPARTURE, actions.REVELATION, actions.CURTAIN, actions.REPLACE, DETAIL):
        s.speaker = s.to_act
    if s.phase == actions.REPLACE:
        s.acrobat = box.STILT_WALKER
    asking = (box.FORTUNE_TELLER,) if tells_fortunes else ASKING if s.phase == DETAIL else (s.acrobat,)
    found["acrobat"].unless(s.acrobat in asking, "this Acrobat asks for nothing now.")
    s.spoken = int(s.spoken or s.phase == DEPARTURE or s.acrobat == box.JUGGLER)


# --- the table --------------------------------------------------------------------------------

CITY = kind.number(1, CITIES, base=1)
CARDS = kind.subset(range(1, CITIES + 1))
ACROBATS = kind.multiset(CODES[ACROBAT:], ENCOUNTERS)
FIRST = {box.JUGGLER: CITY, box.CHARMER: SEAT}
ASKING = (box.JUGGLER, box.FLATTERER, box.CUTPURSE, box.CHARMER, box.FIRE_EATER)  # how they are used
CHANCES = dict.fromkeys((COIN, DEAL, DRAW, FRIEND), CHANCE)

PENDING: kind.FieldTable = {
    "spoken": FLAG,  # whether a seat was asked in the Departure window of this turn
    "passes": SEAT,  # how many in a row, in the window; the speaker is to act
    "travel": kind.items(kind.or_null(CITY), kind.players),  # this turn's City of each seat, until it is resolved
    "friends": kind.of("friend", kind.items(kind.or_null(CITY), kind.players))._replace(when=is_friendly),
    "strongman": kind.or_null(SEAT),  # the seat whose A4 works where it stands
    "city": CITY,  # being resolved, or dealt to next
    "coin_due": FLAG,  # whether the coin is tossed after this deal: it prepares season 2
    "held": kind.multiset(CODES[:ACTORS], ENCOUNTERS),  # the Actors met in the City
    "draws": kind.items(kind.number(0, box.FORTUNE_DRAWS), kind.players),  # Requests that a seat is still to draw
    "acrobat": kind.choice(CODES[ACROBAT:]),  # being carried out
    "speaker": SEAT,  # the seat that plays it
    "first": kind.or_null(Kind(lambda s, first: FIRST[s.acrobat].encode(s, first), read_first)),  # its first detail
    "chameleons": kind.of("declared", kind.items(kind.or_null(kind.number(0, MOST_CHAMELEONS)), kind.players)),
    "answers": kind.of("answer", kind.items(kind.or_null(kind.choice([*REQUEST_CODES, "none"])), kind.players)),
}  # fmt: skip


def pending(*keys: str) -> Fields:
    return Fields({key: PENDING[key] for key in keys})


FORTUNE = pending("acrobat", "speaker", "draws")  # A7 draws and discards
UNDER_WAY = {
    actions.DEPARTURE: pending("passes"),
    actions.FRIEND: pending("spoken", "friends"),
    actions.TRAVEL: pending("spoken", "travel", "friends"),
    actions.REVELATION: pending("passes", "travel", "friends", "strongman"),
    actions.REPLACE: pending("travel", "friends", "strongman"),
    actions.THEFT: pending("city", "travel", "friends", "strongman", "held"),
    actions.COURT: pending("city", "travel", "friends", "strongman", "held"),
    actions.DRAW: pending("city", "travel", "friends", "strongman", "draws"),
    actions.DISCARD: pending("city", "travel", "friends", "strongman", "draws"),
    actions.CURTAIN: pending("passes"),
    actions.DETAIL: pending("acrobat", "first"),
    actions.DECLARATION: pending("chameleons"),
    actions.ANSWER: pending("chameleons", "answers"),
    actions.DEAL: pending("city", "coin_due"),
    actions.COIN: pending(),
}

POSITION = Fields({
    **kind.head("fourberies", VERSION, {"unmet_requests": FLAG, "actor3_always_pays": FLAG}),
    "to_act": kind.to_act({**CHANCES, FINISHED: OVER}),
    "phase": kind.choice(PHASES),
    "season": kind.number(1, SEASONS),
    "turn": kind.number(
        lambda s: 0 if s.season == 1 and s.phase in (COIN, DEAL) else 1, lambda s: 0 if is_first_coin(s) else MOST_TURNS
    ),
    "needle": kind.or_null(kind.choice(box.SPACE_CODES)),
    "cities": kind.of("stack", kind.items(kind.ordered(CODES, STACK), CITIES)),
    "encounter_deck": kind.of("deck", kind.copies(CODES, ENCOUNTERS)),
    "encounter_discard": kind.of("discard", kind.copies(CODES, ENCOUNTERS)),
    "request_deck": kind.secret(requests(DECK), "requests_left"),
    "seats": kind.each_seat({
        "ecus": kind.number(0, MOST_ECUS),
        "hand": CARDS,
        "travel_discard": rest_of("hand", "hand"),
        "troupe": kind.multiset(CODES[:ACTORS], ENCOUNTERS),
        "acrobats": ACROBATS,
        "tilted": ACROBATS,
        "stage": kind.number(0, box.MANAGERS),
        "requests": kind.secret(requests(HAND), "holding"),
        "played": kind.of("played", kind.ordered(REQUEST_CODES, SEASONS))._replace(read=read_played),
        "request_discard": kind.secret(requests(DISCARD_OF), "discarded"),
        "request_shuffled": kind.may_be_absent(kind.secret(kind.where("shuffled", REQUEST_CODES, 0, NONE, "cards"))),
        "requests_drawn": kind.may_be_absent(kind.of("drawn", kind.number(0, REQUESTS))),
        "friend_pile": kind.of("pile", CARDS)._replace(when=is_friendly),
        "friend_discard": rest_of("pile", "friend_pile")._replace(when=is_friendly),
    }),
    "pending": PositionField(write_pending, read_pending, late=True),
})  # fmt: skip

write, view = POSITION.write, POSITION.view


def read(s: State, d: Mapping[str, Any]) -> None:
    """Puts the position into a state for which `begin` was called; raises BadPosition."""
    read_table(s, JsonReader(d))
    s.requests_left = s.request.count(DECK)
    for p in range(s.players):
        s.holding[p], s.discarded[p] = s.request.count(HAND + p), s.request.count(DISCARD_OF + p)
    check_cards(s)
    if d.get("pending") is None and s.phase in FIRST_QUESTIONS:
        open_turn(s)
    check(s)


def read_view(s: State, d: Mapping[str, Any]) -> None:
    """Puts what a seat sees into such a state, the rest blank, as far as `sight.redeal` must find it so."""
    read_table(s, JsonReader(d, view=True))
    s.request = [UNKNOWN if place == NONE else place for place in s.request]
    drawn = s.players if s.phase == TRAVEL else int(s.phase == FRIEND and d.get("pending") is not None and not s.spoken)
    if is_friendly(s):
        s.friend[:drawn] = [UNKNOWN if city == NONE else city for city in s.friend[:drawn]]


def read_table(s: State, found: JsonReader) -> None:
    """Reads all fields, and sets what follows from those that nobody hides."""
    s.request = [NONE] * REQUESTS  # nowhere yet
    POSITION.read(s, found)
    refuse_unless(
        (s.needle == NONE) == is_first_coin(s),
        "needle",
        "the needle has no place before the first coin is tossed, and only then.",
    )
    s.coin_due = int(s.coin_due or (s.phase == COIN and not is_first_coin(s)))
    s.cards_left = sum(s.deck)
    s.height = [STACK - stack.count(NONE) for stack in s.stack]
    for p in range(s.players):
        owned, s.ecus[p] = s.ecus[p], box.START_ECUS
        gain(s, p, F3_START, -box.START_ECUS)
        gain(s, p, F78_OWNED, owned)
