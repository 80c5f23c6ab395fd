"""The example of part 9 of the specification: side B, round 4, seat 1 to move."""

from __future__ import annotations

import copy

from tests.samples import Json

from .build import seat

_EXAMPLE: Json = {
    "game": "sintra",
    "version": 1,
    "players": 2,
    "options": {"side": "B", "first_seat": None, "score_floor_zero": False},
    "to_act": 1,
    "phase": "TURN",
    "round": 4,
    "indicator": "YBW",
    "tile_seat": 1,
    "tile_in_centre": False,
    "factories": ["", "", "WOOO", "", ""],
    "centre": "BYPPP",
    "bag": {"B": 4, "W": 1, "Y": 4, "O": 2, "P": 3},
    "tower": {"B": 7, "W": 9, "Y": 11, "O": 7, "P": 7},
    "seats": [
        seat(
            "K4.f K3.b - K6.f=B...B K7.f=YP..Y K1.b K8.f=.W.W. K2.b=OO.OO",
            "O - WB - B - - W",
            glazier=8,
            score=26,
            broken=2,
        ),
        seat(
            "K3.b=P.... K4.f=OP.P. K1.b=..B.. K7.b=OB.B. K5.f=P.P.P K8.b=W...W K6.b K2.b=O....",
            "Y - - - - W - W",
            glazier=6,
            score=-7,
            lost=18,
        ),
    ],
    "pending": None,
}


def example() -> Json:
    """A copy of the example, to be changed at will."""
    return copy.deepcopy(_EXAMPLE)
