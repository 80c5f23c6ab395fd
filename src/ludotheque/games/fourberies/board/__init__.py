"""The board of Fourberies: a map of eight Cities, the Theatre, and a velvet tray.

| panel              | shows                                                            | what can be chosen there |
|--------------------|------------------------------------------------------------------|--------------------------|
| city-1 … city-8    | Caravels, the stack of cards, the Travel card of the seat nearby | CITY                     |
| bill               | what the moment asks, or what waits in a City; Actors just met   | ACTOR, at Court          |
| troupe             | the Actors of the seat nearby                                    | ACTOR, for the Charmer   |
| acrobats           | its Acrobats                                                     | PLAY                     |
| requests           | its Requests, in hand and played                                 | REQUEST                  |
| purse              | its Ecus and Managers                                            |                          |
| stage              | the Theatre: dial, backdrop, Managers                            | NEEDLE                   |
| call               | season, turn, steps of the turn, piles                           |                          |
| summary of a seat  | everything public about a player, in short                       | OPPONENT                 |

KEEP, PASS, CHAMELEONS and NO REQUEST have no place in the picture.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from ludotheque.contract.drawing import drawings
from ludotheque.contract.phrases import Phrase
from ludotheque.contract.scene import Panel, Pen, Scene

from ..box import CITIES, CODES, REQUEST_CODES
from . import bill, calls, cards, cities, theatre, tray
from .calls import progress
from .changes import changes, prospect
from .closing import banner
from .rail import summary

__all__ = [
    "EMBLEMS",
    "THUMBNAIL",
    "banner",
    "card",
    "changes",
    "defs",
    "panels",
    "portrait",
    "progress",
    "prospect",
    "refusals",
    "summary",
]

EMBLEMS = {f"cards.{code}": f"fb-token-{code}" for code in CODES}
EMBLEMS |= {f"cards.{code}": "fb-back-request" for code in REQUEST_CODES}
EMBLEMS |= {f"cities.c{city}": f"fb-city-{city}" for city in range(1, CITIES + 1)} | {
    "actions.travel": "fb-caravel-{seat}",
    "actions.replace": "fb-caravel-{seat}",
    "actions.steal": "fb-coin-1",
    "actions.cut_purse": "fb-coin-1",
}
HERE = Path(__file__).parent
LEFT, TOP = 0, 0  # the corner of the composed picture
THUMBNAIL = (("stage",), (LEFT + calls.WIDTH, TOP + 18, theatre.WIDTH, theatre.HEIGHT - 18))  # lists of tables show it


def panels(scene: Scene) -> list[Panel]:
    """The pictures of the table, in the order in which a keyboard visits them."""
    map_top = TOP + theatre.HEIGHT
    tray_top = map_top + cities.HEIGHT
    bill_left = LEFT + calls.WIDTH + theatre.WIDTH
    now = cities.moment(scene)
    drawn = [
        cities.city_panel(scene, c, there, now, (LEFT + (c - 1) * cities.WIDTH, map_top, cities.WIDTH))
        for c, there in cities.ships(scene).items()
    ]
    drawn.append(bill.bill_panel(scene, (bill_left, TOP, bill.WIDTH)))
    left = LEFT
    for draw, width in (
        (tray.troupe_panel, tray.TROUPE),
        (tray.acrobats_panel, tray.ACROBATS),
        (tray.requests_panel, tray.REQUESTS),
        (tray.purse_panel, tray.PURSE),
    ):
        drawn.append(draw(scene, (left, tray_top, width)))
        left += width
    drawn.append(theatre.theatre_panel(scene, (LEFT + calls.WIDTH, TOP, theatre.WIDTH)))
    drawn.append(calls.call_panel(scene, (LEFT, TOP, calls.WIDTH)))
    return drawn


def refusals(scene: Scene) -> dict[str, tuple[Phrase, str]]:
    """When Cities, Acrobats and Requests are chosen, and why an Actor of one's troupe never is, by the ids of parts."""
    if not scene.choices:
        return {}
    court = scene.view["phase"] == "court"
    return (
        {f"city-{city}": (Phrase("refusals.travel"), "F11") for city in range(1, CITIES + 1)}
        | {f"acrobat-{code}": (Phrase("refusals.acrobats"), "F20") for code in CODES}
        | {f"request-{code}": (Phrase("refusals.requests"), "F76") for code in REQUEST_CODES}
        | {
            f"troupe-{code}": (Phrase("refusals.in_troupe", {"card": f"cards.{code}"}), "F39")
            if court
            else (Phrase("refusals.troupe"), "F70")
            for code in CODES
        }
    )


def defs(scene: Scene) -> str:
    """The drawings that panels refer to; the words on cards are in the viewer's language."""
    return _defs(cards.symbols(scene.pen()))


@lru_cache(16)
def _defs(cards: str) -> str:
    return f'<g class="board-fourberies">{by_hand()}{cards}</g>'


@cache
def by_hand() -> str:
    return drawings(HERE / "drawings.svg")


def portrait(pen: Pen, code: str) -> str:
    """A Request of 124 x 128."""
    return tray.letter_face(pen, tray.Letter(code, played=False, met=False, chosen=False))


def card() -> str:
    """The picture of the box, for the home page."""
    return (HERE / "card.svg").read_text(encoding="utf-8")
