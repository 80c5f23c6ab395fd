"""The state of a game of Fourberies. Comments say what only some seats know; see sight.py."""

from __future__ import annotations

from ...kernel.state import StateBase, field
from .about import LEDGER
from .box import ACROBATS, ACTORS, CITIES, KINDS, PLAYERS, REQUESTS, SEASONS, STACK

NONE = -1  # no City, no card, nobody
UNKNOWN = -2  # blanked by sight.hide
NOBODY = -3  # the value of to_act if nobody is asked yet; or, in a hidden state, the viewer may not know who is

# Where a Request is: in the deck, or in a seat's hand, its discard, or face up before it.
DECK = 0
HAND = 1
DISCARD_OF = HAND + PLAYERS
PLAYED_BY = DISCARD_OF + PLAYERS

DECLINED = REQUESTS  # the answer in D11 of a seat that plays no Request


class State(StateBase):
    """One game. Cities are counted from 0, seats clockwise; kinds of cards are those of box.CODES."""

    to_act: int = field("i8")  # a seat, CHANCE or OVER
    phase: int = field("i8")  # actions.PHASES
    players: int = field("i8")
    unmet_requests: int = field("i8")  # the option
    actor3_always_pays: int = field("i8")  # the option
    season: int = field("i8")  # 1 or 2
    turn: int = field("i8")  # counted over both seasons; 0 in the set-up
    needle: int = field("i8")  # 0 = the last red space; NONE before the first coin
    coin_due: int = field("i8")  # season 2 is being prepared: the coin is tossed after its first deal
    cards_left: int = field("i8")  # cards in the Encounter deck
    requests_left: int = field("i8")  # cards in the Request deck

    # What is under way; NONE or 0 when nothing is.
    city: int = field("i8")  # the City that is resolved, or dealt to next
    strongman: int = field("i8")  # the seat whose A4 works in the City where it stands
    speaker: int = field("i8")  # the seat that is asked in a window
    passes: int = field("i8")  # passes in a row
    spoken: int = field("i8")  # a seat was asked in the Departure window; until the reveal
    acrobat: int = field("i8")  # the Acrobat that is carried out
    first: int = field("i8")  # its first detail: A2's City, A9's opponent (a seat)
    travel: list[int] = field("i1", PLAYERS, seats=True)  # this turn's City until resolved; secret until the reveal
    friend: list[int] = field("i1", PLAYERS, seats=True)  # the Friendly Troupe's card; secret until the reveal
    held: list[int] = field("i1", ACTORS)  # Actors met in the City, by kind
    draws: list[int] = field("i1", PLAYERS, seats=True)  # Requests each seat is still to draw
    declared: list[int] = field("i1", PLAYERS, seats=True)  # Chameleons that count as Comedians
    answer: list[int] = field("i1", PLAYERS, seats=True)  # a Request or DECLINED; secret until the last one

    deck: list[int] = field("i1", KINDS)  # copies of each kind
    discard: list[int] = field("i1", KINDS)
    height: list[int] = field("i1", CITIES)  # cards in the stack
    stack: list[list[int]] = field("i1", CITIES, STACK)  # first placed first; NONE above the last one

    ecus: list[int] = field("i2", PLAYERS, seats=True)
    hand: list[int] = field("i2", PLAYERS, seats=True)  # Travel cards, one bit per City; the others are in the discard
    pile: list[int] = field("i2", PLAYERS, seats=True)  # friendly Travel cards; the others are in their discard
    troupe: list[list[int]] = field("i1", PLAYERS, ACTORS, seats=True)
    acrobats: list[list[int]] = field("i1", PLAYERS, ACROBATS, seats=True)
    tilted: list[list[int]] = field("i1", PLAYERS, ACROBATS, seats=True)
    stage: list[int] = field("i1", PLAYERS, seats=True)  # Managers on the stage

    request: list[int] = field("i1", REQUESTS)  # where each is; hands and discards are secret, the deck from all
    shuffled: list[int] = field("i1", REQUESTS)  # the seat whose discard it came from, see requests.py; his secret
    holding: list[int] = field("i1", PLAYERS, seats=True)  # Requests in hand
    discarded: list[int] = field("i1", PLAYERS, seats=True)  # Requests in the seat's discard
    drawn: list[int] = field("i1", PLAYERS, seats=True)  # Requests drawn since the last reshuffle
    played: list[list[int]] = field("i1", PLAYERS, SEASONS, seats=True)  # face up, in order

    ledger: list[list[int]] = field("i2", PLAYERS, len(LEDGER), memory=True, seats=True)  # where Ecus came from
