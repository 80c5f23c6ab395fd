"""What a seat may know of Fourberies as a row of numbers, and what the action ids mean."""

from __future__ import annotations

from ludotheque.contract import observation
from ludotheque.contract.observation import PRESENT, ObservationVersion, bits, choice, cut, flag, number, seat

from ...kernel.observation import Row, put_zeros
from ...kernel.rule import rule
from . import actions, box
from .actions import ACTIONS, PHASES
from .box import ACROBATS, ACTORS, CHARMER, CITIES, ENCOUNTERS, JUGGLER, KINDS, PLAYERS, REQUESTS, SEASONS, STACK
from .state import DISCARD_OF, HAND, NONE, UNKNOWN, State

HISTORY = (ObservationVersion(1, "0.2.0", "First version."),)
DECLARATIONS = 3  # 0, 1 or 2 Chameleons as Comedians
ANSWERS = REQUESTS + 1  # the last one: no Request
MOST_TURNS = 99


@rule
def count_cards(s: State, seat: int, row: Row, at: int) -> None:
    """Counts the cards in front of each City by kind."""
    put_zeros(row, at, CITIES * KINDS)
    for city in range(CITIES):
        for place in range(STACK):
            card = s.stack[city][place]
            if card != NONE:
                row[at + KINDS * city + card] += 1


COMMON = (
    choice("phase", f"What is asked: {', '.join(PHASES)}.", len(PHASES)),
    seat("to_act", "The seat that decides; none at chance, at the end, and while others choose in secret.", PLAYERS),
    flag("unmet_requests", "1 with the option of F76."),
    flag("actor3_always_pays", "1 with the option of F35."),
    choice("season", "Season 1 or 2.", SEASONS, first=1),
    cut("turn", "The turn, counted over both seasons; 0 in the set-up.", low=0, high=MOST_TURNS),
    choice("needle", f"The space of the needle, {box.SPACE_CODES[0]} to {box.SPACE_CODES[-1]}; none before the coin.",
           box.SPACES),
    number("cards_left", ENCOUNTERS, "Cards in the Encounter deck."),
    number("requests_left", REQUESTS, "Cards in the Request deck."),
    choice("city", "The City being resolved, or dealt to next.", CITIES),
    seat("strongman", "The seat whose Strongman (A4) works this turn.", PLAYERS),
    seat("speaker", "The seat that speaks in a window for Acrobats.", PLAYERS),
    number("passes", PLAYERS, "Passes in a row in this window."),
    choice("acrobat", "The Acrobat being carried out, A1 to A11.", ACROBATS),
    choice("first_city", "The Juggler's (A2) first City, once chosen.", CITIES,
           value=lambda s, seat: s.first if s.acrobat == JUGGLER else NONE),
    seat("first_opponent", "The Charmer's (A9) opponent, once chosen.", PLAYERS,
         value=lambda s, seat: s.first if s.acrobat == CHARMER else NONE),
    number("held", ENCOUNTERS, "Actors met in this City, T1-T5 and C1-C5.", ACTORS),
    number("deck", ENCOUNTERS, f"Cards of each kind in the Encounter deck: {', '.join(box.CODES)}.", KINDS),
    number("discard", ENCOUNTERS, "Cards of each kind in the Encounter discard.", KINDS),
    number("height", STACK, "Cards in front of each City.", CITIES),
    number("stack", KINDS, "These cards, first placed first: 1 + the kind; 0 above the last one.", CITIES, STACK,
           value=lambda s, seat, city, place: s.stack[city][place] + 1),
    observation.written("cards", ENCOUNTERS, "The same, counted by kind.", CITIES, KINDS, by=count_cards),
    flag("my_requests", "The Requests R1-R22 in my hand.", REQUESTS,
         value=lambda s, seat, r: s.request[r] == HAND + seat),
    flag("my_discards", "The Requests in my discard.", REQUESTS,
         value=lambda s, seat, r: s.request[r] == DISCARD_OF + seat),
    flag("my_shuffled", "Requests of mine that were shuffled into the deck, and that I have not seen since.", REQUESTS,
         value=lambda s, seat, r: s.shuffled[r] == seat),
)  # fmt: skip
EACH_SEAT = (
    PRESENT,
    cut("ecus", "Ecus: the score."),
    bits("hand", "The Travel cards 1-8 in hand; the others are in the discard.", CITIES),
    bits("pile", "With two players, the cards in the pile of the Friendly Troupe.", CITIES),
    choice("travel", "This turn's City until it is resolved, once it may be known.", CITIES),
    flag("travel_unknown", "1 while the City is being chosen in secret.", value=lambda s, p: s.travel[p] == UNKNOWN),
    choice("friend", "The City of the Friendly Troupe, once it may be known.", CITIES),
    flag("friend_unknown", "1 while that City is secret.", value=lambda s, p: s.friend[p] == UNKNOWN),
    number("troupe", ENCOUNTERS, "Actors of each kind in the troupe, T1-T5 and C1-C5.", ACTORS),
    number("acrobats", 2, "Acrobats A1-A11 of the seat.", ACROBATS),
    number("tilted", 2, "Those of them that are used up in this season.", ACROBATS),
    number("stage", box.MANAGERS, "Managers on the stage."),
    number("draws", REQUESTS, "Requests that the seat is still to draw."),
    number("holding", REQUESTS, "Requests in hand."),
    number("discarded", REQUESTS, "Requests in the discard."),
    number("drawn", REQUESTS, "Requests drawn since the last reshuffle."),
    choice("declared", "Chameleons that count as Comedians in this scoring: 0, 1 or 2.", DECLARATIONS),
    choice("answer", "The Request chosen in this scoring, or none, once it may be known.", ANSWERS),
    flag("answer_unknown", "1 while the answer is secret.", value=lambda s, p: s.answer[p] == UNKNOWN),
    choice("played", "The Requests face up before the seat, in order.", SEASONS, REQUESTS),
)
SCORE = "ecus"  # the field that holds a seat's points

ACTION_TABLE = observation.action_table(ACTIONS, {
    actions.CITY: "City 1-8: the Travel card (F11), the Stilt-walker's new card (A3), or a City of the "
                  "Juggler (A2) or the Fire-eater (A10).",
    actions.OPPONENT: "The opponent 1-4 seats clockwise: for a theft (F34), the Cutpurse (A6) or the Charmer (A9).",
    actions.ACTOR: "An Actor T1-T5, C1-C5: to send to Court (F39), or to give away (A9).",
    actions.KEEP: "Send nobody to Court (F39).",
    actions.PASS: "Play no Acrobat in this window (F24).",
    actions.PLAY: "Play the Acrobat A1-A10 (F24).",
    actions.NEEDLE: "The Flatterer (A5) moves the needle: 2 red, 1 red, 1 yellow, 2 yellow.",
    actions.CHAMELEONS: "0, 1 or 2 Chameleons count as Comedians (F72).",
    actions.REQUEST: "The Request R1-R22: to discard (F51), or to play in the scoring (F76).",
    actions.NO_REQUEST: "Play no Request in the scoring (F76).",
})  # fmt: skip
