"""What a seat may know of Fourberies as a row of numbers, and what the action ids mean."""

from __future__ import annotations

from ...kernel.observation import (
    MOST,
    Actions,
    Change,
    Field,
    Row,
    clockwise,
    flags,
    length,
    make_observe,
    put,
    put_bits,
    put_choice,
    put_cut,
    put_numbers,
    put_zeros,
)
from ...kernel.rule import rule
from .actions import (
    ACTOR,
    CHAMELEONS,
    CITY,
    KEEP,
    NEEDLE,
    NO_REQUEST,
    OPPONENT,
    PASS,
    PHASES,
    PLAY,
    REQUEST,
)
from .box import (
    ACROBATS,
    ACTORS,
    CHARMER,
    CITIES,
    CODES,
    ENCOUNTERS,
    JUGGLER,
    KINDS,
    MANAGERS,
    PLAYERS,
    REQUESTS,
    SEASONS,
    SPACE_CODES,
    SPACES,
    STACK,
)
from .state import DISCARD_OF, HAND, NONE, UNKNOWN, State

HISTORY = (Change(1, "0.2.0", "First version."),)
PHASE_COUNT = len(PHASES)
DECLARATIONS = 3  # 0, 1 or 2 Chameleons as Comedians
ANSWERS = REQUESTS + 1  # the last one: no Request
MOST_TURNS = 99

COMMON = (
    flags("phase", f"What is asked: {', '.join(PHASES)}.", PHASE_COUNT),
    flags("to_act", "The seat that decides; none at chance, at the end, and while others choose in secret.", PLAYERS),
    flags("unmet_requests", "1 with the option of F76."),
    flags("actor3_always_pays", "1 with the option of F35."),
    flags("season", "Season 1 or 2.", SEASONS),
    Field("turn", (1,), 0, MOST_TURNS, "The turn, counted over both seasons; 0 in the set-up."),
    flags("needle", f"The space of the needle, {SPACE_CODES[0]} to {SPACE_CODES[-1]}; none before the coin.", SPACES),
    Field("cards_left", (1,), 0, ENCOUNTERS, "Cards in the Encounter deck."),
    Field("requests_left", (1,), 0, REQUESTS, "Cards in the Request deck."),
    flags("city", "The City being resolved, or dealt to next.", CITIES),
    flags("strongman", "The seat whose Strongman (A4) works this turn.", PLAYERS),
    flags("speaker", "The seat that speaks in a window for Acrobats.", PLAYERS),
    Field("passes", (1,), 0, PLAYERS, "Passes in a row in this window."),
    flags("acrobat", "The Acrobat being carried out, A1 to A11.", ACROBATS),
    flags("first_city", "The Juggler's (A2) first City, once chosen.", CITIES),
    flags("first_opponent", "The Charmer's (A9) opponent, once chosen.", PLAYERS),
    Field("held", (ACTORS,), 0, ENCOUNTERS, "Actors met in this City, T1-T5 and C1-C5."),
    Field("deck", (KINDS,), 0, ENCOUNTERS, f"Cards of each kind in the Encounter deck: {', '.join(CODES)}."),
    Field("discard", (KINDS,), 0, ENCOUNTERS, "Cards of each kind in the Encounter discard."),
    Field("height", (CITIES,), 0, STACK, "Cards in front of each City."),
    Field("stack", (CITIES, STACK), 0, KINDS, "These cards, first placed first: 1 + the kind; 0 above the last one."),
    Field("cards", (CITIES, KINDS), 0, ENCOUNTERS, "The same, counted by kind."),
    flags("my_requests", "The Requests R1-R22 in my hand.", REQUESTS),
    flags("my_discards", "The Requests in my discard.", REQUESTS),
    flags(
        "my_shuffled", "Requests of mine that were shuffled into the deck, and that I have not seen since.", REQUESTS
    ),
)
EACH_SEAT = (
    flags("present", "1 if the game has this seat; if not, its other fields are 0."),
    Field("ecus", (1,), -MOST, MOST, "Ecus: the score."),
    flags("hand", "The Travel cards 1-8 in hand; the others are in the discard.", CITIES),
    flags("pile", "With two players, the cards in the pile of the Friendly Troupe.", CITIES),
    flags("travel", "This turn's City until it is resolved, once it may be known.", CITIES),
    flags("travel_unknown", "1 while the City is being chosen in secret."),
    flags("friend", "The City of the Friendly Troupe, once it may be known.", CITIES),
    flags("friend_unknown", "1 while that City is secret."),
    Field("troupe", (ACTORS,), 0, ENCOUNTERS, "Actors of each kind in the troupe, T1-T5 and C1-C5."),
    Field("acrobats", (ACROBATS,), 0, 2, "Acrobats A1-A11 of the seat."),
    Field("tilted", (ACROBATS,), 0, 2, "Those of them that are used up in this season."),
    Field("stage", (1,), 0, MANAGERS, "Managers on the stage."),
    Field("draws", (1,), 0, REQUESTS, "Requests that the seat is still to draw."),
    Field("holding", (1,), 0, REQUESTS, "Requests in hand."),
    Field("discarded", (1,), 0, REQUESTS, "Requests in the discard."),
    Field("drawn", (1,), 0, REQUESTS, "Requests drawn since the last reshuffle."),
    flags("declared", "Chameleons that count as Comedians in this scoring: 0, 1 or 2.", DECLARATIONS),
    flags("answer", "The Request chosen in this scoring, or none, once it may be known.", ANSWERS),
    flags("answer_unknown", "1 while the answer is secret."),
    flags("played", "The Requests face up before the seat, in order.", SEASONS, REQUESTS),
)
SCORE = "ecus"  # the field that holds a seat's points
SEAT_LENGTH = length(EACH_SEAT, (), 0)
OBSERVATION = length(COMMON, EACH_SEAT, PLAYERS)

ACTION_TABLE = (
    Actions(CITY, CITIES, "City 1-8: the Travel card (F11), the Stilt-walker's new card (A3), or a City of the "
            "Juggler (A2) or the Fire-eater (A10)."),
    Actions(OPPONENT, PLAYERS - 1, "The opponent 1-4 seats clockwise: for a theft (F34), the Cutpurse (A6) or the "
            "Charmer (A9)."),
    Actions(ACTOR, ACTORS, "An Actor T1-T5, C1-C5: to send to Court (F39), or to give away (A9)."),
    Actions(KEEP, 1, "Send nobody to Court (F39)."),
    Actions(PASS, 1, "Play no Acrobat in this window (F24)."),
    Actions(PLAY, NEEDLE - PLAY, "Play the Acrobat A1-A10 (F24)."),
    Actions(NEEDLE, CHAMELEONS - NEEDLE, "The Flatterer (A5) moves the needle: 2 red, 1 red, 1 yellow, 2 yellow."),
    Actions(CHAMELEONS, DECLARATIONS, "0, 1 or 2 Chameleons count as Comedians (F72)."),
    Actions(REQUEST, REQUESTS, "The Request R1-R22: to discard (F51), or to play in the scoring (F76)."),
    Actions(NO_REQUEST, 1, "Play no Request in the scoring (F76)."),
)  # fmt: skip


@rule
def observe_table(s: State, seat: int, row: Row) -> int:
    """The fields of COMMON; returns where the first seat begins."""
    at = observe_course(s, max(seat, 0), row)
    at = observe_stacks(s, row, at)
    return observe_requests(s, seat, row, at)


@rule
def observe_course(s: State, seat: int, row: Row) -> int:
    """The fields of COMMON up to the stacks; returns where these begin."""
    at = put_choice(row, 0, s.phase, PHASE_COUNT)
    at = put_choice(row, at, clockwise(s.to_act, seat, s.players), PLAYERS)
    at = put(row, at, s.unmet_requests)
    at = put(row, at, s.actor3_always_pays)
    at = put_choice(row, at, s.season - 1, SEASONS)
    at = put(row, at, min(s.turn, MOST_TURNS))
    at = put_choice(row, at, s.needle, SPACES)
    at = put(row, at, s.cards_left)
    at = put(row, at, s.requests_left)
    at = put_choice(row, at, s.city, CITIES)
    at = put_choice(row, at, clockwise(s.strongman, seat, s.players), PLAYERS)
    at = put_choice(row, at, clockwise(s.speaker, seat, s.players), PLAYERS)
    at = put(row, at, s.passes)
    at = put_choice(row, at, s.acrobat, ACROBATS)
    at = put_choice(row, at, s.first if s.acrobat == JUGGLER else NONE, CITIES)
    charmed = clockwise(s.first, seat, s.players) if s.acrobat == CHARMER else NONE
    at = put_choice(row, at, charmed, PLAYERS)
    at = put_numbers(row, at, s.held, ACTORS)
    at = put_numbers(row, at, s.deck, KINDS)
    return put_numbers(row, at, s.discard, KINDS)


@rule
def observe_stacks(s: State, row: Row, at: int) -> int:
    """The cards in front of the Cities, in order and counted."""
    at = put_numbers(row, at, s.height, CITIES)
    counted = put_zeros(row, at + CITIES * STACK, CITIES * KINDS)
    for city in range(CITIES):
        for place in range(STACK):
            card = s.stack[city][place]
            at = put(row, at, card + 1)
            if card != NONE:
                row[counted - (CITIES - city) * KINDS + card] += 1
    return counted


@rule
def observe_requests(s: State, seat: int, row: Row, at: int) -> int:
    """What the seat knows of Requests that are not face up: its hand, its discard, its cards in the deck."""
    for r in range(REQUESTS):
        at = put(row, at, 1 if seat >= 0 and s.request[r] == HAND + seat else 0)
    for r in range(REQUESTS):
        at = put(row, at, 1 if seat >= 0 and s.request[r] == DISCARD_OF + seat else 0)
    for r in range(REQUESTS):
        at = put(row, at, 1 if seat >= 0 and s.shuffled[r] == seat else 0)
    return at


@rule
def observe_seat(s: State, p: int, row: Row, at: int) -> int:
    """The fields of EACH_SEAT for one player; returns where the next one begins."""
    return observe_scoring(s, p, row, observe_troupe(s, p, row, at))


@rule
def observe_troupe(s: State, p: int, row: Row, at: int) -> int:
    """The fields of EACH_SEAT up to the Requests."""
    at = put(row, at, 1)
    at = put_cut(row, at, s.ecus[p])
    at = put_bits(row, at, s.hand[p], CITIES)
    at = put_bits(row, at, s.pile[p], CITIES)
    at = put_choice(row, at, s.travel[p], CITIES)
    at = put(row, at, 1 if s.travel[p] == UNKNOWN else 0)
    at = put_choice(row, at, s.friend[p], CITIES)
    at = put(row, at, 1 if s.friend[p] == UNKNOWN else 0)
    at = put_numbers(row, at, s.troupe[p], ACTORS)
    at = put_numbers(row, at, s.acrobats[p], ACROBATS)
    at = put_numbers(row, at, s.tilted[p], ACROBATS)
    return put(row, at, s.stage[p])


@rule
def observe_scoring(s: State, p: int, row: Row, at: int) -> int:
    """The fields of EACH_SEAT from the Requests on."""
    at = put(row, at, s.draws[p])
    at = put(row, at, s.holding[p])
    at = put(row, at, s.discarded[p])
    at = put(row, at, s.drawn[p])
    at = put_choice(row, at, s.declared[p], DECLARATIONS)
    at = put_choice(row, at, s.answer[p], ANSWERS)
    at = put(row, at, 1 if s.answer[p] == UNKNOWN else 0)
    for season in range(SEASONS):
        at = put_choice(row, at, s.played[p][season], REQUESTS)
    return at


observe = make_observe(observe_table, observe_seat, PLAYERS, SEAT_LENGTH)
