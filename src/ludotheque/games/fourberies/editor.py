"""The editor of positions: Encounter cards in Cities and troupes, Requests, the needle."""

from __future__ import annotations

import json
from random import Random

from ludotheque.contract.editing import BoardPlace, Count, PositionDict, Tool, counted, laid
from ludotheque.contract.phrases import Phrase

from .box import ACROBAT, ACTORS, CITIES, CODES, COPIES, REQUEST_CODES, SPACE_CODES, STACK

UNKNOWN = "?"  # a Request that people at the table do not know


def tools(codes: list[str]) -> tuple[Tool, ...]:
    return tuple(Tool(code, f"cards.{code}", f"fb-token-{code}" if code in CODES else "") for code in codes)


PALETTE = (
    ("setup.actors", tools(CODES[:ACTORS])),
    ("setup.bonuses", tools(CODES[ACTORS:ACROBAT])),
    ("labels.acrobats", tools(CODES[ACROBAT:])),
    ("labels.requests", (*tools(REQUEST_CODES), Tool(UNKNOWN, "setup.some_request"))),
)

# The fields that are edited on the board or follow from others.
ON_BOARD = (
    "cities",
    "needle",
    "encounter_deck",
    "request_deck",
    "seats.travel_discard",
    "seats.friend_discard",
    "seats.request_shuffled",
)


def places(d: PositionDict, seat: int) -> list[BoardPlace]:
    """The Cities, the dial and the discard."""
    found = [BoardPlace(f"city-{n}", Phrase(f"cities.c{n}"), f"cities[{n - 1}]") for n in range(1, CITIES + 1)]
    found.append(BoardPlace("encounters-discard", Phrase("labels.encounter_discard"), "encounter_discard"))
    return found + [BoardPlace(f"space-{code}", Phrase("labels.needle"), "needle") for code in SPACE_CODES]


def lay(d: PositionDict, part: str, piece: str, seat: int) -> None:
    """Lays a card on a part of the board, or takes one away ("")."""
    what, _, number = part.partition("-")
    if what == "city" and piece in ("", *CODES):
        d["cities"][int(number) - 1] = laid(d["cities"][int(number) - 1], piece, STACK)
    elif part == "encounters-discard" and piece in CODES:
        d["encounter_discard"][piece] = d["encounter_discard"].get(piece, 0) + 1
    elif part == "encounters-discard" and not piece and d["encounter_discard"]:
        last = list(d["encounter_discard"])[-1]
        d["encounter_discard"][last] -= 1
    elif what == "space":
        d["needle"] = number


def tidy(d: PositionDict) -> None:
    """Puts right what follows from the rest: decks hold what lies nowhere else, discards what a hand lacks."""
    d["encounter_discard"] = {code: d["encounter_discard"][code] for code in CODES if d["encounter_discard"].get(code)}
    laid_out = [card for city in d["cities"] for card in city] + ((d["pending"] or {}).get("held") or [])
    requests: list[str] = []
    for board in d["seats"]:
        laid_out += board["troupe"] + board["acrobats"]
        requests += board["requests"] + board["played"] + board["request_discard"]
        board["travel_discard"] = [n for n in range(1, CITIES + 1) if n not in board["hand"]]
        if "friend_pile" in board:
            board["friend_discard"] = [n for n in range(1, CITIES + 1) if n not in board["friend_pile"]]
    rest = {
        code: copies - laid_out.count(code) - d["encounter_discard"].get(code, 0)
        for code, copies in zip(CODES, COPIES, strict=True)
    }
    d["encounter_deck"] = {code: n for code, n in rest.items() if n > 0}
    d["request_deck"] = [code for code in REQUEST_CODES if code not in requests]


def choose_unknown(d: PositionDict) -> None:
    """Draws the Requests that are unknown from those that lie nowhere else; the same each time."""
    dice, deck = Random(json.dumps(d, sort_keys=True)), d["request_deck"]
    for board in d["seats"]:
        for key in ("requests", "request_discard"):
            board[key] = [deck.pop(dice.randrange(len(deck))) if code == UNKNOWN else code for code in board[key]]


def clear(d: PositionDict) -> None:
    """Takes the cards from Cities and troupes."""
    d["cities"] = [[] for _ in range(CITIES)]
    for board in d["seats"]:
        board["troupe"], board["acrobats"], board["tilted"] = [], [], []
    tidy(d)


def counts(d: PositionDict) -> list[Count]:
    """The copies of each Encounter card, wherever they lie; the deck has what lies nowhere else."""
    laid_out = [card for city in d["cities"] for card in city] + ((d["pending"] or {}).get("held") or [])
    kept = [card for board in d["seats"] for card in board["troupe"] + board["acrobats"]]
    places = {
        "setup.cities": laid_out,
        "setup.troupes": kept,
        "setup.discard": d["encounter_discard"],
        "setup.deck": d["encounter_deck"],
    }
    return counted(places, dict(zip(CODES, COPIES, strict=True)))


def repair(d: PositionDict) -> None:
    """Takes cards that are too many from the discard, then from the last Cities; the deck holds the rest."""
    for row in counts(d):
        excess = sum(row.places.values()) - d["encounter_deck"].get(row.piece, 0) - row.whole
        discarded = d["encounter_discard"].get(row.piece, 0)
        taken = max(0, min(excess, discarded))
        d["encounter_discard"][row.piece], excess = discarded - taken, excess - taken
        for city in reversed(d["cities"]):
            while excess > 0 and row.piece in city:
                city.remove(row.piece)
                excess -= 1
    tidy(d)
